"""The draw step: discard and redraw, TC-15."""

from __future__ import annotations

from typing import Any

from ..betting import NOBODY, next_in
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
        if size(mask) <= most and is_plain(hand, mask):
            ranges[count, :] = DISCARD + mask
            count += 1
    return count


@kernel
def size(mask: int) -> int:
    """How many positions a mask holds."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def is_plain(hand: Any, mask: int) -> bool:
    """Whether a mask takes equal cards from the front, so that no two masks mean the same discard."""
    for i in range(1, HAND):
        if mask >> i & 1 and not mask >> (i - 1) & 1 and hand[i] == hand[i - 1]:
            return False
    return True


@kernel
def apply_discard(m: Any, action: int) -> None:
    """Replace the discarded cards from the deck and give the turn on, from the Dealer's left to the Dealer."""
    seat = m.actor
    mask = action - DISCARD
    for i in range(HAND):
        if mask >> i & 1:
            m.hand[seat, i] = take_card(m)
    m.hand[seat].sort()
    m.drew[seat] = size(mask)
    m.actor = next_to_draw(m)
    if m.actor == NOBODY:
        begin_bets(m, SECOND_BETS)


@kernel
def next_to_draw(m: Any) -> int:
    """The next player in who has not drawn yet, or NOBODY."""
    seat = next_in(m, m.actor)
    return int(seat) if m.drew[seat] < 0 else NOBODY
