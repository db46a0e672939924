"""Hands of two players, in bins before the draw and in levels of strength after it, and how one leads to the other.

They were counted by research/tall_cards/count_ranges.py in hands that are claimed and drawn by the policy.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from shindig.core.caches import cached
from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import UNKNOWN, Numbers
from shindig.gamekit.array_and_bit_kernels import count_bits
from shindig.gamekit.five_cards.range_solver import MINE, PLAIN, THEIRS
from shindig.gamekit.five_cards.state import HAND

from ..rules.state import TallCards
from ..worth.ranks import strength
from .betting_tree import DEALER, place_of
from .equity import claim_hope, draw_hope

FILE = Path(__file__).with_name("ranges.npz")
LEVELS = 96
"""Number of levels of strength after the draw, finer for strong hands."""
CLAIMS, FORCED = 0, HAND
"""Draws of the other: a claim, or 1 + the number of cards. Draws of the dealer: the number of cards, or FORCED."""
DRAWS = HAND + 1
COURSES = np.array([(drew, CLAIMS) for drew in range(HAND)] + [(FORCED, 1 + drew) for drew in range(HAND)])
"""int64[10, 2]: draws of dealer and other that go together."""
OTHERS_BINS = (40, 4, 6, 8, 16, 6)
"""Number of bins of the other's hands, by its best draw."""
DRAW_BINS, CLAIM_BINS = 14, 6
"""Number of the dealer's bins by the worth of a draw, and in each of these by the worth of a claim."""
BINS = DRAW_BINS * CLAIM_BINS
FREELY, UNSURE, LEAST = 0.15, 0.02, 1e-3
"""Part of an adversary that bets with any hand, of one's own hand that is taken for any, and smallest likelihood."""


class RangeTables(NamedTuple):
    """Counts of hands, by place."""

    prior: Numbers
    """float64[2, BINS]: probability of a bin before the draw."""
    drawn: Numbers
    """float64[2, BINS, DRAWS, LEVELS]: probability of a draw and a level; FORCED is as if it always came."""
    level: Numbers
    """int64[strengths]."""
    others: Numbers
    """float64[DRAWS, most bins - 1]: lower ends of the other's bins by its best draw; 2 where there is none."""
    draws: Numbers
    """float64[DRAW_BINS - 1]: lower ends of the dealer's bins by the worth of a draw."""
    claims: Numbers
    """float64[DRAW_BINS, CLAIM_BINS - 1]: lower ends by the worth of a claim."""
    early: Numbers
    """float64[2, BINS]: mean equity of a bin, as the policy sees it."""
    late: Numbers
    """float64[2, courses, LEVELS]: equity of a level."""


@cached(1)
def range_tables() -> RangeTables:
    """Load the shipped tables."""
    with np.load(FILE) as found:
        tables = {name: found[name] for name in RangeTables._fields}
    return RangeTables(
        **{
            name: np.ascontiguousarray(table, np.int64 if name == "level" else np.float64)
            for name, table in tables.items()
        }
    )


@kernel
def others_bin(others: Numbers, draw: int, worth: float) -> int:
    """Return the bin of the other's hand, by its best draw and that draw's worth."""
    first = 0
    for before in range(draw):
        first += OTHERS_BINS[before]
    return int(first + np.searchsorted(others[draw], worth, "right"))


@kernel
def dealers_bin(tables: RangeTables, draws: float, claims: float) -> int:
    """Return the bin of the dealer's hand, by the worth of a draw and of a claim."""
    row = int(np.searchsorted(tables.draws, draws, "right"))
    return int(row * CLAIM_BINS + np.searchsorted(tables.claims[row], claims, "right"))


@kernel
def bin_of(m: TallCards, seat: int, tables: RangeTables) -> int:
    """Return the bin of a seat's hand before the draw."""
    claims = claim_hope(m, seat)
    draws, mask = draw_hope(m, seat, UNKNOWN)
    if place_of(m, seat) == DEALER:
        return int(dealers_bin(tables, draws, claims))
    if claims > draws:
        return int(others_bin(tables.others, CLAIMS, claims))
    return int(others_bin(tables.others, 1 + count_bits(mask), draws))


@kernel
def level_of(m: TallCards, seat: int, tables: RangeTables) -> int:
    """Return the level of a seat's hand after the draw."""
    return int(tables.level[strength(m.hand[seat], m.tall, m.claimer == seat, m.ace_low != 0)])


@kernel
def course_of(m: TallCards) -> int:
    """Return the course of the draw, a row of COURSES."""
    if m.claimer == m.dealer:
        return int(HAND + m.drew[1 - m.dealer])
    return int(m.drew[m.dealer])


@kernel
def spread(tables: RangeTables, place: int, draw: int, bins: Numbers, found: Numbers) -> None:
    """Write the levels of a place that has drawn so, for bins before the draw in these proportions."""
    for level in range(LEVELS):
        found[level] = 0.0
    for bin in range(BINS):
        weight = bins[bin] * tables.prior[place, bin]
        if weight > 0:
            row = tables.drawn[place, bin, draw]
            for level in range(LEVELS):
                found[level] += weight * row[level]


@kernel
def spread_doubting(tables: RangeTables, place: int, draw: int, found: Numbers) -> None:
    """Write the levels of a place that has drawn so, for any hand.

    Who keeps all cards may bluff, and so hold what any number of cards makes.
    """
    first = 0 if place == DEALER else 1
    if draw != first:
        spread(tables, place, draw, np.ones(BINS), found)
        return
    one, total = np.zeros(LEVELS), np.zeros(LEVELS)
    for any_draw in range(first, first + HAND):
        spread(tables, place, any_draw, np.ones(BINS), one)
        total += one
    found[:] = total


@kernel
def hold(tables: RangeTables, course: int, me: int, likely: Numbers, part: float) -> Numbers:
    """Return float64[3, LEVELS]: the ranges of MINE, THEIRS and PLAIN after the draw.

    `likely`, float64[3, BINS], are the likelihoods of the bets before it by MINE, THEIRS and PLAIN. PLAIN has `part` of
    the prior weight.
    """
    held, any_hand = np.zeros((3, LEVELS)), np.zeros((2, LEVELS))
    for place in range(2):
        if place == me:
            spread(tables, place, COURSES[course, place], np.ones(BINS), any_hand[place])
        else:
            spread_doubting(tables, place, COURSES[course, place], any_hand[place])
        total = any_hand[place].sum()
        for level in range(LEVELS):
            any_hand[place, level] = any_hand[place, level] / total if total > 0 else 1.0 / LEVELS
    for owner in range(3):
        place = me if owner == MINE else 1 - me
        spread(tables, place, COURSES[course, place], likely[owner], held[owner])
    total = held[MINE].sum()
    for level in range(LEVELS):
        mine = held[MINE, level] / total if total > LEAST * LEAST else any_hand[me, level]
        held[MINE, level] = (1 - UNSURE) * mine + UNSURE * any_hand[me, level]
    total = max(held[THEIRS].sum(), LEAST * LEAST)
    for level in range(LEVELS):
        theirs = (1 - FREELY) * held[THEIRS, level] + FREELY * total * any_hand[1 - me, level]
        held[THEIRS, level] = (1 - part) * theirs
        held[PLAIN, level] = part * held[PLAIN, level]
    total = held[THEIRS].sum() + held[PLAIN].sum()
    for level in range(LEVELS):
        held[THEIRS, level] /= total
        held[PLAIN, level] /= total
    return held
