"""Features for predicting a hand's winner from a full record at the start of a turn: for each seat its *signs*.

First come the *facts* of a seat, from its cards and its melds. Then come comparisons with the others, and the progress
of the hand.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.array_and_bit_kernels import count_bits

from ..rules.ending import standing
from ..rules.state import Pokebacc
from ..rules.variants import MAX_CARDS, NUMBERS, STRIDE
from ..worth.best_layout_search import MAX_LAYOUT
from ..worth.meld_numbering import BIT, FAMILY, kind_of, length_of, score_of
from ..worth.melds import disasters_of, figures_of, numbers_of
from .approximate_layout import quick_layout
from .hand_prospects import SIZE, STEPS, WINDOW, hand_worth, suits_of
from .meld_decision import patience

SCALE: Final = np.array([30, 1, 2, 10, 30, 10, 75, 2, 4, 1, 2, 2, 4, 2, 50, 50, 50], np.float64)
"""float64[FACTS]: units of the facts."""
FACTS: Final = len(SCALE)
SCORE, STANDING, MELDS, CARDS, POINTS, LAID, STRUCK, STRIKES, COURT = range(9)
"""Facts of a seat: score, tie-break score, melds, cards in hand. Points and cards of what it could lay down now, and
the points of it that a Disaster may strike. Disasters and figures held."""
OUTS, WHOLE, MIXED, NEXT, SOON = 9, 10, 13, 14, 15
"""Facts about a hand: probability to draw a card that makes a meld. One-suit windows of runs that are whole, that lack
one card, and two; whole two-suit windows. Expected points by the next draw, in two or three, in five."""
DRAWS: Final = np.array([2.0, 5.0, 10.0])
"""float64[3]: cards drawn by then."""
RIVALS: Final = 11
TABLE: Final = 13
SIGNS: Final = FACTS + RIVALS + TABLE
FULL: Final = 3
"""Rounds without a meld beyond which the remaining time no longer matters."""


@kernel
def write_facts(m: Pokebacc, facts: Numbers) -> None:
    """Write the facts of all seats: float64[MAX_SEATS, FACTS]."""
    live, count = live_cards(m)
    for seat in range(m.seats):
        row, held = facts[seat], int(m.held[seat])
        row[:] = 0.0
        row[SCORE], row[STANDING] = m.score[seat], standing(m, seat)
        row[MELDS], row[CARDS] = m.melds[seat], m.cards[seat]
        write_layout(held, int(m.variant), row)
        outs = count_bits(write_runs(held, live, int(m.variant), row) | pairs(held, int(m.variant)) & live)
        row[OUTS] = 1 - (1 - outs / max(count, 1)) * (1 - outs / max(count, 1))
        write_hopes(m, held, live, count, row)


@kernel
def live_cards(m: Pokebacc) -> tuple[int, int]:
    """Return the mask and count of cards that may soon be drawn: the draw pile; near its end also discards."""
    live, count = 0, int(m.stock)
    for place in range(MAX_CARDS - m.stock, MAX_CARDS):
        live |= int(BIT[m.deck[place]])
    if m.stock < 2 * m.seats:
        live |= int(m.pile)
        count += int(m.pile_count)
    return live, count


@kernel
def write_layout(held: int, v: int, row: Numbers) -> None:
    """Write the facts about legal melds, Disasters and figures."""
    melds = np.empty(MAX_LAYOUT, np.int32)
    for i in range(quick_layout(held, v, melds)):
        points = score_of(melds[i], v)
        row[POINTS] += points
        row[LAID] += length_of(melds[i], v)
        row[STRUCK] += points * (kind_of(melds[i], v) >= FAMILY)
    row[STRIKES] = SIZE[disasters_of(held, v)]
    for suit in range(4):
        row[COURT] += SIZE[figures_of(held, v, suit)]


@kernel
def write_runs(held: int, live: int, v: int, row: Numbers) -> int:
    """Count windows of runs. Returns the live cards, as a mask, of which each completes one."""
    outs, last = 0, NUMBERS[v] - 2
    for suit in range(4):
        mine, alive = numbers_of(held, v, suit), numbers_of(live, v, suit)
        for low in range(last):
            lacking = WINDOW & ~(mine >> low)
            if lacking != WINDOW and lacking & ~(alive >> low) == 0:
                row[WHOLE + SIZE[lacking]] += 1
    for pair in (0, 2):
        both = numbers_of(held, v, pair) | numbers_of(held, v, pair + 1)
        for low in range(last):
            lacking = WINDOW & ~(both >> low)
            row[MIXED] += lacking == 0
            if SIZE[lacking] == 1:
                outs |= lacking << low + pair * STRIDE[v] | lacking << low + (pair + 1) * STRIDE[v]
    return int(outs & live)


@kernel
def pairs(held: int, v: int) -> int:
    """Return the cards, as a mask, of which each completes a set of a number held twice."""
    outs = 0
    for rank in range(NUMBERS[v]):
        lots = suits_of(held, v, rank)
        if SIZE[lots] == 2:
            for suit in range(4):
                outs |= (1 - (lots >> suit & 1)) << suit * STRIDE[v] + rank
    return int(outs)


@kernel
def write_hopes(m: Pokebacc, held: int, live: int, count: int, row: Numbers) -> None:
    """Write expected points of a hand, sooner and later, limited by the cards left to draw."""
    most = (m.stock + m.pile_count) / m.seats
    for k in range(len(DRAWS)):
        step = int(100 * min(DRAWS[k], most) / max(count, 1))
        row[NEXT + k] = hand_worth(held, ~(live | held), int(m.variant), min(STEPS, step))


@kernel
def write_signs(m: Pokebacc, facts: Numbers, seat: int, viewer: int, signs: Numbers) -> None:
    """Write the signs of a seat, from the facts of all: float64[SIGNS]. The viewer plays by the policy."""
    for k in range(FACTS):
        signs[k] = facts[seat, k] / SCALE[k]
    write_rivals(m, facts, seat, signs)
    write_table(m, seat, signs)
    signs[SIGNS - 1] = seat == viewer


@kernel
def write_rivals(m: Pokebacc, facts: Numbers, seat: int, signs: Numbers) -> None:
    """Write a seat's comparison with the best of the others, in each respect."""
    row, first = facts[seat], FACTS
    score = laid = hope = strikes = outs = stand = 0.0
    few, fewest = 99.0, 99.0
    for other in range(m.seats):
        if other != seat:
            one = facts[other]
            score, laid = max(score, one[SCORE]), max(laid, one[SCORE] + one[POINTS])
            hope, strikes = max(hope, one[SCORE] + one[SOON]), max(strikes, one[STRIKES])
            few, fewest = min(few, one[CARDS] - one[LAID]), min(fewest, one[CARDS])
            stand, outs = max(stand, one[STANDING]), max(outs, one[OUTS])
    signs[STANDING] = row[STANDING] > stand
    signs[first], signs[first + 1] = (row[SCORE] - score) / 30, (row[SCORE] + row[POINTS] - laid) / 30
    signs[first + 2], signs[first + 3] = (row[SCORE] + row[POINTS] - score) / 30, (row[SCORE] - laid) / 30
    signs[first + 4], signs[first + 5] = (row[SCORE] + row[SOON] - hope) / 50, score / 30
    signs[first + 6], signs[first + 7] = few / 10, fewest / 10
    signs[first + 8], signs[first + 9] = (row[CARDS] - row[LAID]) / 10, strikes / 2
    signs[first + 10] = outs


@kernel
def write_table(m: Pokebacc, seat: int, signs: Numbers) -> None:
    """Write the turn order, a seat's remaining turns if nobody lays a meld down, and the cards left to draw."""
    first, players, began = FACTS + RIVALS, int(m.seats), 0
    for other in range(players):
        began = max(began, int(m.melds[other] > 0))
    ahead, left = (seat - int(m.turn)) % players, patience(m, players)
    own = (left - ahead + players - 1) // players
    signs[first], signs[first + 1] = began, min(left, FULL * players) / players / FULL
    signs[first + 2], signs[first + 3], signs[first + 4] = own <= 0, own == 1, own == 2
    signs[first + 5] = signs[STANDING] * (own <= 0)
    signs[first + 6], signs[first + 7] = ahead / players, ahead == 0
    signs[first + 8], signs[first + 9] = m.stock / players / 10, m.pile_count / players / 10
    signs[first + 10], signs[first + 11] = m.stock + m.pile_count < 2 * players, m.turns[seat] / 5
