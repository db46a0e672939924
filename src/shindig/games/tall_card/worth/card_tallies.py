"""Tallies: counts of a hand's cards in one int, and functions of these counts.

A tally has four bits for the count of each of 9 values, 3 Dragon types and 3 suits, in this order. All functions take
single ints or arrays of them, with branch-free arithmetic.
"""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Whole

from .rank_ladder import BY_PATTERN, BY_SHAPE, DRAGON, TIES, TYPES, VALUES

FIELD = 15
ALL_VALUES = (1 << 4 * VALUES) - 1
FIRST_SUIT = 4 * (VALUES + TYPES)
RUN_OF_FIVE = 0x11111


@kernel
def field(t: Whole, place: Whole) -> Whole:
    """Return the count of a value (0 to 8), a Dragon type (9 to 11) or a suit (12 to 14)."""
    return t >> 4 * place & FIELD


@kernel
def larger(a: Whole, b: Whole) -> Whole:
    return a + (b - a) * (b > a)


@kernel
def smaller(a: Whole, b: Whole) -> Whole:
    return a + (b - a) * (b < a)


@kernel
def two_largest(t: Whole, first: Whole, last: Whole) -> Whole:
    """Return the two highest counts among fields first..last-1 of a tally, as 3 x highest + next."""
    one = two = 0 * t
    for place in range(first, last):
        n = field(t, place)
        two = larger(two, smaller(one, n))
        one = larger(one, n)
    return 3 * one + two


@kernel
def dragons(t: Whole) -> Whole:
    """Count the Dragons."""
    return field(t, VALUES) + field(t, VALUES + 1) + field(t, VALUES + 2)


@kernel
def twins(a: Whole, b: Whole) -> Whole:
    """Return 1 if two cards have equal value and suit, else 0."""
    return 1 * ((a == b) & (a < DRAGON))


@kernel
def pairs(a: Whole, b: Whole, c: Whole, d: Whole, e: Whole) -> Whole:
    """Count the pairs of cards with equal value and suit."""
    count = twins(a, b) + twins(a, c) + twins(a, d) + twins(a, e) + twins(b, c)
    return count + twins(b, d) + twins(b, e) + twins(c, d) + twins(c, e) + twins(d, e)


@kernel
def best_number(t: Whole, equal: Whole) -> Whole:
    """Return the best Rank of a tally with `equal` pairs of equal value and suit."""
    suits, values = t >> FIRST_SUIT, t & ALL_VALUES
    suited = (suits == 0x005) | (suits == 0x050) | (suits == 0x500)
    run = (values == RUN_OF_FIVE * (values & -values)) & (values > 0)
    by_pattern = BY_PATTERN[1 * suited, 1 * run, equal]
    groups, types = two_largest(t, 0, VALUES), two_largest(t, VALUES, VALUES + TYPES)
    return larger(by_pattern, BY_SHAPE[groups, types, dragons(t)])


@kernel
def place_among(t: Whole, least: Whole, above: Whole) -> Whole:
    """Return the place among equal Ranks of the values that come at least so often, under so many Dragons (TC-40).

    Values count as a multiset, from the lowest. `9b 9p 4d 4p 1b` with `least` 2 leaves two 4s and two 9s. The 4s add
    TIES[0, 2, 3] = 9. The 9s above those two cards add TIES[2, 2, 8] = 450, so the place is 459.
    """
    key = below = 0 * t
    for value in range(VALUES):
        n = field(t, value)
        n = n * (n >= least)
        key = key + TIES[below, n, value]
        below = below + n
    return key + TIES[below, above, VALUES]
