"""The draw step: discard and redraw, TC-15."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.state import NOBODY
from shindig.gamekit.five_cards.dealing import UP_TO, find_front_masks, next_to_draw, redraw
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.turn_and_range_kernels import add_bit_ranges

from .bets import begin_bets
from .state import DISCARD, SECOND_BETS, TallCard


@kernel
def legal_discards(m: TallCard, ranges: Ranges) -> int:
    """Write the discards of any cards; of equal cards, the first positions; at most one card for the claimer."""
    most = 1 if m.claimer == m.actor else HAND
    return int(add_bit_ranges(ranges, 0, DISCARD, find_front_masks(m.hand[m.actor]) & UP_TO[most]))


@kernel
def apply_discard(m: TallCard, action: int) -> None:
    """Replace the discarded cards from the stock and set the next actor, from the Dealer's left to the Dealer."""
    redraw(m, action - DISCARD)
    m.actor = next_to_draw(m)
    if m.actor == NOBODY:
        begin_bets(m, SECOND_BETS)
