"""Rounds begin and end here: lots, shuffles, antes, the deal. TC-4 to TC-11, TC-18 to TC-20."""

from __future__ import annotations

from typing import Any

from ..betting import IN, NOBODY, OUT, count_pots, next_in, pay
from ..five_cards import ask, deal_hands, next_dealer
from ..hands import copy, fill
from ..kernels import kernel
from ..record import OVER, UNKNOWN
from .record import (
    ALL_DEALT,
    CLAIM,
    DECK,
    MAIN,
    MAX_SEATS,
    ONE_LEFT,
    ROUND_OVER,
    SEATS,
    SETUP,
    TALL,
    TALLS,
)

# The 66 cards of the main deck by id: two of each of 27, four of each Dragon (TC-1).
COPIES = (2,) * 27 + (4,) * 3


@kernel
def start(m: Any) -> None:
    """Begin a match: options and seats are set, all else is zero."""
    m.phase = SETUP
    for seat in range(m.seats):
        m.chips[seat] = m.stack
        m.status[seat] = IN
    m.talls_gone = TALLS
    clear_round(m)
    m.dealer = m.first_dealer
    ask(m, SEATS if m.dealer == NOBODY else TALL)


@kernel
def wanted(m: Any, items: Any) -> int:
    """What is to be put in order: the seats, the six Tall Cards, or the 66 cards."""
    if m.asks == MAIN:
        return write_deck(items)
    count = m.seats if m.asks == SEATS else TALLS
    for i in range(count):
        items[i] = i
    return int(count)


@kernel
def write_deck(items: Any) -> int:
    count = 0
    for card in range(len(COPIES)):
        for _ in range(COPIES[card]):
            items[count] = card
            count += 1
    return count


@kernel
def order(m: Any, items: Any) -> None:
    """Take an order: the first seat of a lot deals (TC-6); a deck lies with its first item on top."""
    if m.asks == SEATS:
        m.dealer = items[0]
        ask(m, TALL)
    elif m.asks == TALL:
        copy(items, m.tall_deck)
        m.talls_gone = 0
        fill(m.tall_past, UNKNOWN)
        ask(m, MAIN)
    else:
        copy(items, m.stock)
        begin_round(m)


@kernel
def clear_round(m: Any) -> None:
    """Take everything of the last round off the table."""
    m.tall = UNKNOWN
    m.claimer = NOBODY
    m.forced = 0
    m.raiser = NOBODY
    for seat in range(MAX_SEATS):
        fill(m.hand[seat], UNKNOWN)
        fill(m.shown[seat], UNKNOWN)
        m.sealed[seat] = UNKNOWN
        m.answered[seat] = 0
        m.drew[seat] = UNKNOWN
        m.rank_cards[seat] = 0
        m.rank_number[seat] = 0
        m.strength[seat] = -1
        m.won[seat] = 0


@kernel
def begin_round(m: Any) -> None:
    """Antes (TC-10), five cards each and the Tall Card (TC-11)."""
    clear_round(m)
    m.rounds += 1
    m.deals[m.dealer] += 1
    for seat in range(m.seats):
        m.status[seat] = IN if m.chips[seat] > 0 else OUT
        pay(m, seat, m.ante)
    fill(m.step_paid, 0)
    count_pots(m)
    deal_hands(m)
    m.tall = m.tall_deck[m.talls_gone]
    m.tall_past[m.talls_gone] = m.tall
    m.talls_gone += 1
    m.phase = CLAIM
    m.actor = next_in(m, m.dealer)


@kernel
def end_round(m: Any) -> None:
    """Look whether the match is over (TC-20); if not, the deal moves on (TC-19)."""
    m.phase = ROUND_OVER
    able, all_dealt = 0, True
    for seat in range(m.seats):
        if m.chips[seat] > 0:
            able += 1
            all_dealt = all_dealt and m.deals[seat] >= m.deals_each
    if able < 2 or all_dealt:
        m.reason = ONE_LEFT if able < 2 else ALL_DEALT
        m.removed += m.carried
        m.carried = 0
        m.actor = OVER
        return
    m.dealer = next_dealer(m)
    ask(m, TALL if m.talls_gone == TALLS else MAIN)


assert sum(COPIES) == DECK
