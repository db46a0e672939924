"""The draw step: discard and redraw, TC-15."""

from __future__ import annotations

from typing import Any

from ..betting import NOBODY, next_in
from ..hands import is_canonical, mask_size, sort_cards
from ..kernels import kernel
from .bets import begin_bets
from .deal import take_card
from .record import DISCARD, HAND, SECOND_BETS


@kernel
def legal_discards(m: Any, ranges: Any) -> int:
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
def apply_discard(m: Any, action: int) -> None:
    """Replace the discarded cards from the deck and give the turn on, from the Dealer's left to the Dealer."""
    seat = m.actor
    mask = action - DISCARD
    for i in range(HAND):
        if mask >> i & 1:
            m.hand[seat, i] = take_card(m)
    sort_cards(m.hand[seat])
    m.drew[seat] = mask_size(mask)
    m.actor = next_to_draw(m)
    if m.actor == NOBODY:
        begin_bets(m, SECOND_BETS)


@kernel
def next_to_draw(m: Any) -> int:
    """The next player in who has not drawn yet, or NOBODY."""
    seat = next_in(m, m.actor)
    return int(seat) if m.drew[seat] < 0 else NOBODY
