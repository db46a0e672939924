"""Hands of five cards, dealt from a stock, discarded and redrawn: what both games of Tall Cards do alike.

A record that uses this has `stock` (the shuffled deck), `dealt` (cards gone from its top), `hand` (int8[seats, 5], in
ascending order), `drew` (how many each seat redrew, -1 before) and the fields of `betting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from ..cards import Deck
from .betting import IN, NOBODY, next_in
from .game import GameError
from .hands import after, mask_size, sort_cards
from .kernels import kernel
from .record import CHANCE, Facts

HAND = 5


@kernel
def ask(m: Any, order: int) -> None:
    """Ask chance for an order."""
    m.actor = CHANCE
    m.asks = order


@kernel
def take_card(m: Any) -> int:
    """The top card of the stock, which holds enough for every case (TC-3, TF-2)."""
    card = m.stock[m.dealt]
    m.dealt += 1
    return int(card)


@kernel
def deal_hands(m: Any) -> None:
    """Five cards to each player in, one at a time from the dealer's left."""
    m.dealt = 0
    for i in range(HAND):
        seat = m.dealer
        for _ in range(m.seats):
            seat = after(seat, m.seats)
            if m.status[seat] == IN:
                m.hand[seat, i] = take_card(m)
    for seat in range(m.seats):
        sort_cards(m.hand[seat])


@kernel
def next_dealer(m: Any) -> int:
    """The next seat clockwise that still has money."""
    seat = after(m.dealer, m.seats)
    while m.chips[seat] == 0:
        seat = after(seat, m.seats)
    return int(seat)


@kernel
def redraw(m: Any, mask: int) -> None:
    """Replace the actor's cards at the mask's positions from the stock."""
    seat = m.actor
    for i in range(HAND):
        if mask >> i & 1:
            m.hand[seat, i] = take_card(m)
    sort_cards(m.hand[seat])
    m.drew[seat] = mask_size(mask)


@kernel
def next_to_draw(m: Any) -> int:
    """The next player in who has not drawn yet, or NOBODY."""
    seat = next_in(m, m.actor)
    return int(seat) if m.drew[seat] < 0 else NOBODY


@cache
def spots(mask: int) -> tuple[int, ...]:
    """The positions of a mask."""
    return tuple(i for i in range(HAND) if mask >> i & 1)


def cards_at(cards: Iterable[int], mask: int) -> list[int]:
    """The cards at the positions of a mask."""
    return [int(card) for i, card in enumerate(cards) if mask >> i & 1]


def fronts(hand: tuple[int, ...]) -> tuple[int, ...]:
    """By mask, the mask of the first positions that hold the same cards: the one that an action names."""
    return fronts_of(tuple(map(hand.index, hand)))


@cache
def fronts_of(alike: tuple[int, ...]) -> tuple[int, ...]:
    """The same for all hands that hold equal cards at equal positions; `alike` tells the first position of each."""
    return tuple(front(alike, mask) for mask in range(1 << HAND))


def front(hand: Sequence[int], mask: int) -> int:
    found = 0
    for card in cards_at(hand, mask):
        found |= next(1 << i for i in range(HAND) if hand[i] == card and not found >> i & 1)
    return found


def positions(m: Facts, deck: Deck, cards: str) -> int:
    """The mask of the first positions in the actor's hand that hold the cards written. Raises GameError, CardError."""
    mask = 0
    hand = [int(card) for card in m.hand[m.actor]]
    for card in deck.parse(cards):
        places = [i for i in range(HAND) if hand[i] == card and not mask >> i & 1]
        if not places:
            raise GameError(f"{deck.codes[card]} is not in the hand that often; it holds {deck.text(hand)}")
        mask |= 1 << places[0]
    return mask
