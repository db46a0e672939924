"""Begin and end of rounds: lots, shuffles, antes, the deal. TC-4 to TC-11, TC-18 to TC-20."""

from __future__ import annotations

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import OVER, UNKNOWN, Items
from shindig.gamekit.array_and_bit_kernels import copy_array, fill
from shindig.gamekit.betting.pots import count_pots, record_chips
from shindig.gamekit.betting.state import IN, NOBODY, OUT
from shindig.gamekit.betting.steps import ask_round, pay, return_uncalled_bet
from shindig.gamekit.five_cards.dealing import clear_table, count_used, deal_hands, next_dealer, write_order
from shindig.gamekit.five_cards.state import LOT, MAIN, TALL, TALLS
from shindig.gamekit.turn_and_range_kernels import ask_chance

from ..deck import TALL_CARD
from .state import ALL_DEALT, CLAIM, MAX_SEATS, ONE_LEFT, ROUND_OVER, SETUP, TallCard

CARDS = np.array(TALL_CARD.cards, np.int16)
"""int16[66]: the cards of the main deck (TC-1)."""


@kernel
def start(m: TallCard) -> None:
    """Begin a match: options and seats are set, all else is zero."""
    m.phase = SETUP
    for seat in range(m.seats):
        m.chips[seat] = m.stack
        m.status[seat] = IN
    m.talls_gone = TALLS
    clear_round(m)
    m.dealer = m.first_dealer
    ask_chance(m, LOT if m.dealer == NOBODY else TALL)


@kernel
def chance_items(m: TallCard, items: Items) -> int:
    """Write the items to be put in order: the seats (TC-6), the six Tall Cards, or the 66 cards (TC-5)."""
    return int(write_order(m, CARDS, items))


@kernel
def chance_order(m: TallCard, items: Items) -> None:
    """Take an order: the first seat of a lot deals (TC-6); the first item of a deck is its top card."""
    if m.asks == LOT:
        m.dealer = items[0]
        ask_chance(m, TALL)
    elif m.asks == TALL:
        copy_array(items, m.tall_deck)
        m.talls_gone = 0
        fill(m.tall_past, UNKNOWN)
        ask_chance(m, MAIN)
    else:
        copy_array(items, m.stock)
        begin_round(m)


@kernel
def used_of(m: TallCard, order: int) -> int:
    """Return the number of used items of an order."""
    return int(count_used(m, order, m.talls_gone))


@kernel
def clear_round(m: TallCard) -> None:
    """Clear the table of the last round."""
    clear_table(m)
    for seat in range(MAX_SEATS):
        m.sealed[seat] = UNKNOWN
        m.answered[seat] = 0
        m.rank_cards[seat] = 0
        m.rank_number[seat] = 0


@kernel
def begin_round(m: TallCard) -> None:
    """Pass the deal (TC-19), collect antes (TC-10, TC-34), deal five cards each and turn the Tall Card (TC-11)."""
    clear_round(m)
    if m.rounds > 0:
        m.dealer = next_dealer(m)
    m.rounds += 1
    m.deals[m.dealer] += 1
    record_chips(m)
    for seat in range(m.seats):
        m.status[seat] = IN if m.chips[seat] > 0 else OUT
        pay(m, seat, m.ante)
    if m.version > 1:
        return_uncalled_bet(m)
    fill(m.step_paid, 0)
    count_pots(m)
    deal_hands(m)
    m.tall = m.tall_deck[m.talls_gone]
    m.tall_past[m.talls_gone] = m.tall
    m.talls_gone += 1
    ask_round(m, CLAIM)


@kernel
def end_round(m: TallCard) -> None:
    """End the match if it is over (TC-20); otherwise ask for the shuffle of the next round."""
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
    ask_chance(m, TALL if m.talls_gone == TALLS else MAIN)
