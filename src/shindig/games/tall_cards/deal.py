"""How a match and each hand begin: lots, shuffles, antes, the deal. TF-1 to TF-5, TF-10, TF-11."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...cards import decks
from ..betting import IN, NOBODY, OUT, count_pots, pay
from ..five_cards import ask, deal_hands
from ..hands import fill
from ..kernels import kernel
from ..record import UNKNOWN
from .record import ANTES, KINDS, MAIN, MAX_SEATS, SEATS, SETUP, TALL, TALLS

COPIES = np.array([decks.FRUIT.copies, decks.EXPANDED_72.copies, decks.EXPANDED_96.copies], np.int8)
"""int8[3, 72]: how many cards of each kind the deck of option `deck` holds (TF-3)."""


@kernel
def start(m: Any) -> None:
    """Begin a match: options and seats are set, all else is zero."""
    m.phase = SETUP
    for seat in range(m.seats):
        m.chips[seat] = m.stack
    clear_hand(m)
    m.dealer = m.first_dealer
    if m.dealer == NOBODY:
        ask(m, SEATS)
    else:
        begin_antes(m)


@kernel
def wanted(m: Any, items: Any) -> int:
    """What is to be put in order: the seats, the cards or the Tall Cards."""
    if m.asks == MAIN:
        return write_deck(m.deck, items)
    count = m.seats if m.asks == SEATS else TALLS
    for i in range(count):
        items[i] = i
    return int(count)


@kernel
def write_deck(deck: int, items: Any) -> int:
    count = 0
    for card in range(KINDS):
        for _ in range(COPIES[deck, card]):
            items[count] = card
            count += 1
    return count


@kernel
def clear_hand(m: Any) -> None:
    """Take everything of the last hand off the table; what is carried over stays."""
    m.tall = UNKNOWN
    m.tall_next = UNKNOWN
    m.claimer = NOBODY
    m.forced = 0
    m.raiser = NOBODY
    m.receiver = NOBODY
    m.given = NOBODY
    for seat in range(MAX_SEATS):
        m.status[seat] = OUT
        fill(m.hand[seat], UNKNOWN)
        fill(m.shown[seat], UNKNOWN)
        m.drew[seat] = UNKNOWN
        m.ace[seat] = UNKNOWN
        m.place[seat] = 0
        m.strength[seat] = -1
        m.won[seat] = 0


@kernel
def next_asked(m: Any) -> int:
    """The next seat with chips that the question going round from the dealer's left comes to, or NOBODY."""
    while m.asked < m.seats:
        m.asked += 1
        seat = (m.dealer + m.asked) % m.seats
        if m.chips[seat] > 0:
            return int(seat)
    return NOBODY


@kernel
def begin_antes(m: Any) -> None:
    """Ask everyone for the ante, or go straight to the shuffle, after which everyone who can pay does (TF-11)."""
    if m.sit_out:
        clear_hand(m)
        m.phase = ANTES
        m.asked = 0
        m.actor = next_asked(m)
    else:
        ask(m, TALL)


@kernel
def pay_ante(m: Any, seat: int) -> None:
    """Join the hand; with less than the ante, for all there is (TF-4)."""
    m.status[seat] = IN
    pay(m, seat, m.ante)


@kernel
def deal(m: Any) -> None:
    """Antes where they were not asked for, five cards each, the Tall Card (TF-11); the stock is shuffled."""
    tall = m.tall_next
    if not m.sit_out:
        clear_hand(m)
        for seat in range(m.seats):
            if m.chips[seat] > 0:
                pay_ante(m, seat)
    m.hand_number += 1
    m.voids = 0
    fill(m.step_paid, 0)
    count_pots(m)
    m.tall = tall
    m.tall_next = UNKNOWN
    deal_hands(m)
