"""Melds in a hand: PB-20 to PB-24. A hand is a mask: bit c of an int64 stands for card c."""

from __future__ import annotations

from typing import Final

from shindig.core.kernel_compiler import inlined, kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.array_and_bit_kernels import count_bits, find_lowest_bit
from shindig.gamekit.turn_and_range_kernels import add_bit_ranges

from ..rules.variants import DISASTER, FIGURES, NUMBERS, STRIDE, TROVES
from .meld_numbering import (
    ALL_DISASTERS,
    FIRST_FAMILY,
    FIRST_SET,
    FIRST_TROVE,
    HALF,
    LOTS,
    RUN_BASE,
    SHORTEST_RUN,
    THE_CATASTROPHE,
)

HALF_BITS: Final = 32
"""Half the number of bits of a hand, so that each half is non-negative."""


@kernel
def numbers_of(hand: int, v: int, suit: int) -> int:
    """Return the numbers held in a suit, bit 0 for the 1."""
    return int((hand >> (suit * STRIDE[v])) & ((1 << NUMBERS[v]) - 1))


@kernel
def figures_of(hand: int, v: int, suit: int) -> int:
    """Return the figures held in a suit, a bit each, lowest first."""
    return int((hand >> (suit * STRIDE[v] + NUMBERS[v])) & ((1 << FIGURES[v]) - 1))


@kernel
def disasters_of(hand: int, v: int) -> int:
    """Return the Disasters held, a bit each."""
    return int((hand >> DISASTER[v]) & ALL_DISASTERS)


@kernel
def put(ranges: Ranges, n: int, action: int) -> int:
    """Write a range of one action and return the new count."""
    ranges[n, 0] = action
    ranges[n, 1] = action
    return n + 1


@inlined
@kernel
def write_cards(hand: int, first: int, ranges: Ranges, n: int) -> int:
    """Write first + card for each card of a hand, ascending, and return the new count."""
    half = (1 << HALF_BITS) - 1
    n = add_bit_ranges(ranges, n, first, hand & half)
    return int(add_bit_ranges(ranges, n, first + HALF_BITS, hand >> HALF_BITS & half))


@kernel
def write_patterns(first: int, fixed: int, free: int, ranges: Ranges, n: int) -> int:
    """Write first + pattern for each pattern with the bits `fixed` and any of `free`. Returns the new count."""
    part = 0
    for _ in range(1 << count_bits(free)):
        n = put(ranges, n, first + fixed + part)
        part = (part - free) & free
    return n


@kernel
def write_runs(a: int, w: int, v: int, pair: int, ranges: Ranges, n: int) -> int:
    """Write the runs in the numbers a and w of two affined suits, ascending, and return the new count."""
    starts = (a | w) & (a | w) >> 1 & (a | w) >> 2
    while starts:
        n = write_runs_from(find_lowest_bit(starts), a, w, v, pair, ranges, n)
        starts &= starts - 1
    return n


@kernel
def write_runs_from(low: int, a: int, w: int, v: int, pair: int, ranges: Ranges, n: int) -> int:
    """Write the runs that begin with a rank, ascending, and return the new count."""
    for length in range(SHORTEST_RUN, NUMBERS[v] - low + 1):
        if not (a | w) >> (low + length - 1) & 1:
            break
        window = (1 << length) - 1
        first = RUN_BASE[v, low, length] + pair * HALF[v]
        n = write_patterns(first, ((w & ~a) >> low) & window, ((a & w) >> low) & window, ranges, n)
    return n


@inlined
@kernel
def write_sets(a: int, w: int, f: int, m: int, v: int, ranges: Ranges, n: int) -> int:
    """Write the sets in the numbers of the four suits, ascending, and return the new count."""
    values = (a & w & (f | m)) | (f & m & (a | w))
    while values:
        value = find_lowest_bit(values)
        lots = lots_at(a, w, f, m, value)
        for k in range(len(LOTS)):
            if LOTS[k] & ~lots == 0:
                n = put(ranges, n, FIRST_SET[v] + len(LOTS) * value + k)
        values &= values - 1
    return n


@kernel
def lots_at(a: int, w: int, f: int, m: int, value: int) -> int:
    """Return the suits in which a number is held, a bit each."""
    return (a >> value & 1) | (w >> value & 1) << 1 | (f >> value & 1) << 2 | (m >> value & 1) << 3


@inlined
@kernel
def write_figures(hand: int, v: int, ranges: Ranges, n: int) -> int:
    """Write the Families and Troves of a hand, ascending, and return the new count."""
    every = (1 << FIGURES[v]) - 1
    for pair in range(2):
        a, w = figures_of(hand, v, 2 * pair), figures_of(hand, v, 2 * pair + 1)
        if a | w == every:
            n = write_patterns(FIRST_FAMILY[v] + (pair << FIGURES[v]), w & ~a, a & w, ranges, n)
    if TROVES[v]:
        full = figures_of(hand, v, 0) & figures_of(hand, v, 1) & figures_of(hand, v, 2) & figures_of(hand, v, 3)
        for k in range(FIGURES[v]):
            if full >> k & 1:
                n = put(ranges, n, FIRST_TROVE[v] + k)
    return n


@inlined
@kernel
def write_melds(hand: int, v: int, ranges: Ranges) -> int:
    """Write the numbers of all melds in a hand (PB-20 to PB-24), ascending, int32[MAX_MELDS, 2]. Returns the count."""
    a, w, f, m = numbers_of(hand, v, 0), numbers_of(hand, v, 1), numbers_of(hand, v, 2), numbers_of(hand, v, 3)
    n = write_runs(a, w, v, 0, ranges, 0)
    n = write_runs(f, m, v, 1, ranges, n)
    n = write_sets(a, w, f, m, v, ranges, n)
    if disasters_of(hand, v) == ALL_DISASTERS:
        n = put(ranges, n, THE_CATASTROPHE[v])
    return write_figures(hand, v, ranges, n)


@kernel
def has_meld(hand: int, v: int) -> bool:
    """Return True if a hand contains a meld."""
    a, w, f, m = numbers_of(hand, v, 0), numbers_of(hand, v, 1), numbers_of(hand, v, 2), numbers_of(hand, v, 3)
    near, far = a | w, f | m
    if (near & near >> 1 & near >> 2) | (far & far >> 1 & far >> 2) | (a & w & far) | (f & m & near):
        return True
    every = (1 << FIGURES[v]) - 1
    a, w, f, m = figures_of(hand, v, 0), figures_of(hand, v, 1), figures_of(hand, v, 2), figures_of(hand, v, 3)
    if a | w == every or f | m == every or (TROVES[v] and a & w & f & m):
        return True
    return disasters_of(hand, v) == ALL_DISASTERS
