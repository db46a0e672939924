"""Equity of a hand against unseen hands, from values.npz (research/tall_card/build_equity_tables.py)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import UNKNOWN, Numbers
from shindig.gamekit.array_and_bit_kernels import count_bits, is_canonical
from shindig.gamekit.betting.equity_betting import count_others_in
from shindig.gamekit.betting.state import IN
from shindig.gamekit.five_cards.draw_means import UNIT
from shindig.gamekit.five_cards.state import HAND

from ..rules.state import TallCard
from ..worth.rank_ladder import SUITS
from ..worth.ranks import strength
from ..worth.worth_before_draw import WEIGHTS, into_order, kept_place

DIGEST = "7ca38665f72cfc786316b25173edf4151ef196da5256028bcc5150d7cade1a5d"
"""SHA-256 of values.npz, so that the compile cache never reuses code with other values."""
FREE, CLAIMED, FORCED = range(3)
"""Kinds of hands: not the claimer's, the claimer's, of a Dealer who had to claim."""
FILE = Path(__file__).with_name("values.npz")

with np.load(FILE) as _found:
    LEVEL = _found["level"]
    """int16[2, STRENGTHS]: classes of strengths, by suit or Dragon as Tall Card."""
    BEATS = _found["beats"]
    """int16[2, 3, 7, LEVELS]: probability, of UNIT, to beat a hand of a kind that drew n - 1 cards (0: any)."""
    KEPT = _found["kept"]
    """int16[2, 5, kept cards]: probability to beat all others after the draw; rows are AGAINST.

    Kept under a million bytes, since Numba does not cache code that reads larger arrays.
    """
MANY = 3
"""Number of others in the rows of KEPT for many."""
LAST_ROW = 4
"""Row with no claimer and two others."""


@kernel
def is_dragon(tall: int) -> int:
    """Return 1 for a Dragon as Tall Card, else 0."""
    return 1 if tall >= SUITS else 0


@kernel
def kind_of(m: TallCard, seat: int) -> int:
    if m.claimer != seat:
        return FREE
    return FORCED if m.forced else CLAIMED


@kernel
def made_hope(m: TallCard, seat: int) -> float:
    """Return the probability that a seat's hand beats all others in, by the numbers of cards they drew."""
    return made_hope_of(m, seat, False)


@kernel
def made_hope_of(m: TallCard, seat: int, doubts: bool) -> float:
    """Return that probability; with doubts, a seat that drew no card may hold what any number of cards makes."""
    side = is_dragon(m.tall)
    level = LEVEL[side, strength(m.hand[seat], m.tall, m.claimer == seat)]
    hope = 1.0
    for other in range(m.seats):
        if other != seat and m.status[other] == IN:
            drew = 0 if doubts and m.drew[other] == 0 else m.drew[other] + 1
            hope *= BEATS[side, kind_of(m, other), drew, level] / UNIT
    return hope


@kernel
def made_value(hand: Numbers, tall: int, row: int) -> float:
    """Return the worth of a hand without a draw, against the others of a row of KEPT."""
    side = is_dragon(tall)
    level = LEVEL[side, strength(hand, tall, row < 2)]
    free = BEATS[side, FREE, 0, level] / UNIT
    first = free if row < 2 or row == LAST_ROW else BEATS[side, CLAIMED, 0, level] / UNIT
    return float(first * free if row == LAST_ROW else first * free * free if row % 2 else first)


@kernel
def draw_value(hand: Numbers, tall: int, row: int, order: int, mask: int, made: float) -> float:
    """Return the exact mean worth after a discard, for a hand that is worth `made` as it is."""
    side, gone = is_dragon(tall), count_bits(mask)
    total, rest = 0.0, mask
    while rest > 0:
        back = gone - count_bits(rest)
        total += WEIGHTS[HAND - gone, back] * KEPT[side, row, kept_place(hand, tall, order, rest)] / UNIT
        rest = rest - 1 & mask
    return float(total + WEIGHTS[HAND - gone, gone] * made)


@kernel
def best_draw(hand: Numbers, tall: int, row: int) -> tuple[float, int]:
    """Return the worth of the best discard against the others of a row of KEPT, and its mask; the fewest cards in a
    tie."""
    return best_draw_of(hand, tall, row, UNKNOWN)


@kernel
def best_draw_of(hand: Numbers, tall: int, row: int, count: int) -> tuple[float, int]:
    """Return the best discard of so many cards, UNKNOWN for any number: its worth and mask."""
    made, order = made_value(hand, tall, row), into_order(hand, tall)
    best, chosen, most = -1.0, 0, 1 if row < 2 else HAND
    for mask in range(1 << HAND):
        size = count_bits(mask)
        if size <= most and (count == UNKNOWN or size == count) and is_canonical(hand, mask):
            value = draw_value(hand, tall, row, order, mask, made) if size else made
            if value > best + 1e-9:
                best, chosen = value, mask
    return float(best), int(chosen)


@kernel
def row_of(claims: bool, claimed: bool, many: bool) -> int:
    """Return the row of KEPT: for a claimer or not, against a claimer or not, one other or many."""
    return LAST_ROW if not (claims or claimed) else (0 if claims else 2) + (1 if many else 0)


@kernel
def draw_hope(m: TallCard, seat: int, claimer: int) -> float:
    """Return the probability to beat all others in after the best discard, if `claimer` claims."""
    others = count_others_in(m, seat)
    against = claimer != seat and m.status[claimer] == IN
    one = best_draw(m.hand[seat], m.tall, row_of(claimer == seat, against, False))[0]
    if others <= 1:
        return one
    many = best_draw(m.hand[seat], m.tall, row_of(claimer == seat, against, True))[0]
    share = (others - 1) / (MANY - 1)
    return float(one ** (1 - share) * many**share)


@kernel
def best_discard(m: TallCard, seat: int) -> int:
    """Return the mask of the best discard."""
    return best_discard_of(m, seat, UNKNOWN)


@kernel
def best_discard_of(m: TallCard, seat: int, count: int) -> int:
    """Return the mask of the best discard of so many cards, UNKNOWN for any number."""
    against = m.claimer != seat and m.status[m.claimer] == IN
    row = row_of(m.claimer == seat, against, count_others_in(m, seat) > 1)
    return best_draw_of(m.hand[seat], m.tall, row, count)[1]


@kernel
def hope_of(m: TallCard, seat: int) -> float:
    """Return the probability to beat all others in: before the draw after the best discard, else with this hand."""
    if m.drew[seat] < 0:
        return draw_hope(m, seat, m.claimer)
    return made_hope(m, seat)
