"""Dealing of five-card hands: shuffled items, the deal, discards and redraws."""

from __future__ import annotations

from typing import Final

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import UNKNOWN, Items, Numbers

from ..array_and_bit_kernels import CardIds, copy_array, count_bits, fill, sort_cards
from ..betting.state import IN, NOBODY
from ..betting.steps import next_in
from ..turn_and_range_kernels import next_seat
from .state import HAND, LOT, MAIN, TALLS, FiveCards

MASKS: Final = range(1 << HAND)
"""Masks of positions in a hand. A set of them is a whole number: bit k for mask k."""


UP_TO: Final = np.array([sum(1 << mask for mask in MASKS if mask.bit_count() <= most) for most in range(HAND + 1)])
"""int64[HAND + 1]: the set of masks with up to so many cards."""
IN_FRONT: Final = np.array([sum(1 << mask for mask in MASKS if mask & ~(mask << 1) & 1 << i == 0) for i in range(HAND)])
"""int64[HAND]: the masks that take the card at a position only with the one before it."""


@kernel
def find_front_masks(hand: CardIds) -> int:
    """Return the set of masks that take equal cards of a sorted hand from the front: one mask per choice."""
    masks = (1 << (1 << HAND)) - 1
    for i in range(1, HAND):
        if hand[i] == hand[i - 1]:
            masks &= IN_FRONT[i]
    return masks


@kernel
def write_order(m: FiveCards, deck: Numbers, items: Items) -> int:
    """Write the items to be put in order: the seats, the cards to turn up, or the cards of the deck."""
    if m.asks == MAIN:
        copy_array(deck, items)
        return len(deck)
    count = m.seats if m.asks == LOT else TALLS
    for i in range(count):
        items[i] = i
    return int(count)


@kernel
def clear_table(m: FiveCards) -> None:
    """Clear the cards, claims and winnings of the last hand."""
    m.tall = UNKNOWN
    m.claimer = NOBODY
    m.forced = 0
    m.raiser = NOBODY
    for seat in range(len(m.hand)):
        fill(m.hand[seat], UNKNOWN)
        fill(m.shown[seat], UNKNOWN)
        m.drew[seat] = UNKNOWN
        m.strength[seat] = -1
        m.won[seat] = 0


@kernel
def count_used(m: FiveCards, order: int, turned: int) -> int:
    """Return the number of used items of an order: one of a lot, the cards dealt, or `turned` tall cards."""
    return int(m.dealt if order == MAIN else 1 if order == LOT else turned)


@kernel
def take_card(m: FiveCards) -> int:
    """Take the top card of the stock, which always holds enough."""
    card = m.stock[m.dealt]
    m.dealt += 1
    return int(card)


@kernel
def deal_hands(m: FiveCards) -> None:
    """Deal five cards to each player in, one at a time from the dealer's left."""
    m.dealt = 0
    for i in range(HAND):
        seat = m.dealer
        for _ in range(m.seats):
            seat = next_seat(seat, m.seats)
            if m.status[seat] == IN:
                m.hand[seat, i] = take_card(m)
    for seat in range(m.seats):
        sort_cards(m.hand[seat])


@kernel
def next_dealer(m: FiveCards) -> int:
    """Return the next seat clockwise that still has money, or the dealer if no other has."""
    seat = m.dealer
    for _ in range(m.seats):
        seat = next_seat(seat, m.seats)
        if m.chips[seat] > 0:
            return int(seat)
    return int(m.dealer)


@kernel
def redraw(m: FiveCards, mask: int) -> None:
    """Replace the actor's cards at the mask's positions from the stock."""
    seat = m.actor
    for i in range(HAND):
        if mask >> i & 1:
            m.hand[seat, i] = take_card(m)
    sort_cards(m.hand[seat])
    m.drew[seat] = count_bits(mask)


@kernel
def next_to_draw(m: FiveCards) -> int:
    """Return the next player in who has not drawn yet, or NOBODY."""
    seat = next_in(m, m.actor)
    return int(seat) if m.drew[seat] < 0 else NOBODY
