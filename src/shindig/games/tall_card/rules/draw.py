"""The draw step: discard and redraw, TC-15."""

from __future__ import annotations

from ...betting.state import NOBODY
from ...five_cards.dealing import next_to_draw, redraw
from ...five_cards.state import HAND
from ...hands import is_canonical, mask_size
from ...kernels import kernel
from ...layout import Ranges
from .bets import begin_bets
from .state import DISCARD, SECOND_BETS, TallCard


@kernel
def legal_discards(m: TallCard, ranges: Ranges) -> int:
    """Any of the hand's cards; of equal cards the first positions; one card at most for the claimer."""
    hand = m.hand[m.actor]
    most = 1 if m.claimer == m.actor else HAND
    count = 0
    for mask in range(1 << HAND):
        if mask_size(mask) <= most and is_canonical(hand, mask):
            ranges[count, 0] = ranges[count, 1] = DISCARD + mask
            count += 1
    return count


@kernel
def apply_discard(m: TallCard, action: int) -> None:
    """Replace the discarded cards from the stock and give the turn on, from the Dealer's left to the Dealer."""
    redraw(m, action - DISCARD)
    m.actor = next_to_draw(m)
    if m.actor == NOBODY:
        begin_bets(m, SECOND_BETS)
