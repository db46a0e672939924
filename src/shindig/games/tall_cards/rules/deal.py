"""Begin of a match and of each hand: lots, shuffles, antes, the deal. TF-1 to TF-5, TF-10, TF-11."""

from __future__ import annotations

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import UNKNOWN, Items
from shindig.gamekit.array_and_bit_kernels import fill
from shindig.gamekit.betting.pots import count_pots, record_chips
from shindig.gamekit.betting.state import IN, NOBODY, OUT
from shindig.gamekit.betting.steps import pay, return_uncalled_bet
from shindig.gamekit.five_cards.dealing import clear_table, count_used, deal_hands, next_dealer, write_order
from shindig.gamekit.five_cards.state import LOT, TALL
from shindig.gamekit.turn_and_range_kernels import ask_chance

from ..deck import EXPANDED_72, EXPANDED_96, FRUIT
from .state import ANTES, DECK, HAND_OVER, MAX_SEATS, SETUP, TallCards

DECKS = (FRUIT, EXPANDED_72, EXPANDED_96)
CARDS = np.array([[*deck.cards, *[UNKNOWN] * (DECK - len(deck))] for deck in DECKS], np.int16)
"""int16[3, 96]: the cards of the deck of option `deck` (TF-3); SIZES has their number."""
SIZES = np.array([len(deck) for deck in DECKS], np.int16)


@kernel
def start(m: TallCards) -> None:
    """Begin a match: options and seats are set, all else is zero."""
    m.phase = SETUP
    for seat in range(m.seats):
        m.chips[seat] = m.stack
    clear_hand(m)
    m.dealer = m.first_dealer
    if m.dealer == NOBODY:
        ask_chance(m, LOT)
    else:
        begin_antes(m)


@kernel
def chance_items(m: TallCards, items: Items) -> int:
    """Write the items to be put in order: the seats (TF-5), the cards or the Tall Cards (TF-10)."""
    return int(write_order(m, CARDS[m.deck, : SIZES[m.deck]], items))


@kernel
def used_of(m: TallCards, order: int) -> int:
    """Return the number of used items of an order; only the first Tall Card is turned."""
    return int(count_used(m, order, 1))


@kernel
def clear_hand(m: TallCards) -> None:
    """Clear the table of the last hand; the carried remainder stays."""
    clear_table(m)
    m.tall_next = UNKNOWN
    m.receiver = NOBODY
    m.given = NOBODY
    record_chips(m)
    for seat in range(MAX_SEATS):
        m.status[seat] = OUT
        m.ace[seat] = UNKNOWN
        m.place[seat] = 0


@kernel
def next_asked(m: TallCards, dealer: int) -> int:
    """Return the next seat with chips for a question that goes round from a dealer's left, or NOBODY."""
    for _ in range(m.asked, m.seats):
        m.asked += 1
        seat = (dealer + m.asked) % m.seats
        if m.chips[seat] > 0:
            return int(seat)
    return NOBODY


@kernel
def begin_hand(m: TallCards) -> None:
    """Clear the last hand, and pass the deal unless there was none (TF-20)."""
    clear_hand(m)
    if m.hand_number > 0 or m.voids > 0:
        m.dealer = next_dealer(m)


@kernel
def begin_antes(m: TallCards) -> None:
    """Ask everyone for the ante, or go straight to the shuffle, after which all who can will pay (TF-11).

    A finished hand stays on the table until the first answer, or until the shuffle.
    """
    if not m.sit_out:
        ask_chance(m, TALL)
        return
    lies = m.phase == HAND_OVER and m.won.sum() > 0
    if not lies:
        begin_hand(m)
    m.phase = ANTES
    m.asked = 0
    m.actor = next_asked(m, next_dealer(m) if lies else m.dealer)


@kernel
def pay_ante(m: TallCards, seat: int) -> None:
    """Join the hand; with less than the ante, for all there is (TF-4)."""
    m.status[seat] = IN
    pay(m, seat, m.ante)


@kernel
def deal(m: TallCards) -> None:
    """Collect antes that were not asked for, deal five cards each, and turn the Tall Card (TF-11).

    The stock is shuffled already. The unmatched part of an ante goes back (TF-41).
    """
    tall = m.tall_next
    if not m.sit_out:
        begin_hand(m)
        for seat in range(m.seats):
            if m.chips[seat] > 0:
                pay_ante(m, seat)
    m.hand_number += 1
    m.voids = 0
    m.dealt_void = 0
    if m.version > 1:
        return_uncalled_bet(m)
    fill(m.step_paid, 0)
    count_pots(m)
    m.tall = tall
    m.tall_next = UNKNOWN
    deal_hands(m)
