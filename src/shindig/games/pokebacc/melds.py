"""Every meld there is, numbered, and the melds in a hand: PB-20 to PB-24.

A hand is a mask: bit c of an int64 stands for card c. Melds of a game are numbered 0..MELDS-1: runs, sets, the
Catastrophe, Families, Troves. A run or a Family takes its cards from two affined suits; its *pattern* has a bit for
each of its cards, lowest first, set where the card is of the second suit of the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from ..kernels import kernel
from .variants import (
    DISASTER,
    FIGURES,
    MAX_CARDS,
    NUMBERS,
    STRIDE,
    SUITS,
    TROVES,
    VARIANTS,
    Variant,
    column,
)

RUN, SET, CATASTROPHE, FAMILY, ROYAL_FAMILY, TROVE = range(6)
KINDS: Final = ("run", "set", "catastrophe", "family", "royal family", "trove")

SHORTEST_RUN: Final = 3
LOTS: Final = (0b1110, 0b1101, 0b1011, 0b0111, 0b1111)
"""Suits of the sets of one value: each three, then all four."""
CATASTROPHE_SCORE: Final = 60
TROVE_SCORE: Final = 75
ALL_DISASTERS: Final = 0b1111
_SET_SCORE: Final = {3: 30, 4: 50}

BIT: Final = (np.uint64(1) << np.arange(MAX_CARDS, dtype=np.uint64)).view(np.int64)
"""int64[64]: the mask of one card."""


class Shape(NamedTuple):
    """A meld as its numbering makes it."""

    kind: int
    cards: tuple[int, ...]
    score: int


def run_score(length: int, pure: bool) -> int:
    """10 for three cards and 10 for each further one, tripled in one suit, PB-20."""
    return (length - SHORTEST_RUN + 1) * (30 if pure else 10)


def _affined(variant: Variant, pair: int, ranks: range) -> Iterator[tuple[int, tuple[int, ...]]]:
    """(pattern, cards) of one card of each rank, from the affined suits 2 x pair and 2 x pair + 1, PB-2."""
    for pattern in range(1 << len(ranks)):
        suits = (2 * pair + (pattern >> place & 1) for place in range(len(ranks)))
        yield pattern, tuple(suit * variant.stride + rank for suit, rank in zip(suits, ranks, strict=True))


def _pure(pattern: int, length: int) -> bool:
    return pattern in (0, (1 << length) - 1)


def _windows(numbers: int) -> Iterator[range]:
    """The ranks of each run: by its lowest, then by length."""
    for low in range(numbers - SHORTEST_RUN + 1):
        for high in range(low + SHORTEST_RUN, numbers + 1):
            yield range(low, high)


def _shapes(variant: Variant) -> Iterator[Shape]:
    for pair in range(SUITS // 2):
        for window in _windows(variant.numbers):
            for pattern, cards in _affined(variant, pair, window):
                yield Shape(RUN, cards, run_score(len(window), _pure(pattern, len(window))))
    for value in range(variant.numbers):
        for lot in LOTS:
            cards = tuple(suit * variant.stride + value for suit in range(SUITS) if lot >> suit & 1)
            yield Shape(SET, cards, _SET_SCORE[len(cards)])
    disaster = SUITS * variant.stride
    yield Shape(CATASTROPHE, tuple(range(disaster, disaster + 4)), CATASTROPHE_SCORE)
    figures = range(variant.numbers, variant.stride)
    for pair in range(SUITS // 2):
        for pattern, cards in _affined(variant, pair, figures):
            royal = _pure(pattern, variant.figures)
            yield Shape(ROYAL_FAMILY if royal else FAMILY, cards, variant.family_score)
    for rank in figures if variant.troves else ():
        yield Shape(TROVE, tuple(suit * variant.stride + rank for suit in range(SUITS)), TROVE_SCORE)


SHAPES: Final = tuple(tuple(_shapes(variant)) for variant in VARIANTS)
"""All melds of each game, by number."""


def _run_bases() -> Any:
    """int64[3, 11, 11]: number of the first run from rank `low` of `length` cards, in Air and Water."""
    bases = np.zeros((len(VARIANTS), 11, 11), np.int64)
    for variant in VARIANTS:
        number = 0
        for window in _windows(variant.numbers):
            bases[variant.index, window.start, len(window)] = number
            number += 1 << len(window)
    return bases


def _count(kinds: tuple[int, ...]) -> Any:
    return column(lambda variant: sum(shape.kind in kinds for shape in SHAPES[variant.index]))


RUN_BASE: Final = _run_bases()
RUNS: Final = _count((RUN,))
FIRST_SET: Final = RUNS
THE_CATASTROPHE: Final = FIRST_SET + _count((SET,))
FIRST_FAMILY: Final = THE_CATASTROPHE + 1
FIRST_TROVE: Final = FIRST_FAMILY + _count((FAMILY, ROYAL_FAMILY))
MELDS: Final = FIRST_TROVE + _count((TROVE,))
"""int64[3]: how many melds each game has."""
MAX_MELDS: Final = int(MELDS.max())


def _table(value: Any, kind: Any) -> Any:
    """One figure of every meld: [3, MAX_MELDS]."""
    table = np.zeros((len(VARIANTS), MAX_MELDS), kind)
    for row, shapes in zip(table, SHAPES, strict=True):
        row[: len(shapes)] = [value(shape) for shape in shapes]
    return table


MELD_KIND: Final = _table(lambda shape: shape.kind, np.int8)
MELD_SCORE: Final = _table(lambda shape: shape.score, np.int16)
MELD_LENGTH: Final = _table(lambda shape: len(shape.cards), np.int8)
MELD_MASK: Final = _table(lambda shape: sum(1 << card for card in shape.cards), np.uint64).view(np.int64)
"""int64[3, MAX_MELDS]: the cards of each meld."""


@kernel
def numbers_of(hand: int, v: int, suit: int) -> int:
    """The numbers held in a suit, bit 0 for the 1."""
    return int((hand >> (suit * STRIDE[v])) & ((1 << NUMBERS[v]) - 1))


@kernel
def figures_of(hand: int, v: int, suit: int) -> int:
    """The figures held in a suit, a bit each, lowest first."""
    return int((hand >> (suit * STRIDE[v] + NUMBERS[v])) & ((1 << FIGURES[v]) - 1))


@kernel
def disasters_of(hand: int, v: int) -> int:
    """The Disasters held, a bit each."""
    return int((hand >> DISASTER[v]) & ALL_DISASTERS)


@kernel
def put(ranges: Any, n: int, action: int) -> int:
    """Write a range of one action: the new count."""
    ranges[n, 0] = action
    ranges[n, 1] = action
    return n + 1


@kernel
def write_patterns(first: int, fixed: int, free: int, ranges: Any, n: int) -> int:
    """Write first + pattern for each pattern that has the bits `fixed` and any of the bits `free`: the new count."""
    part = 0
    while True:
        n = put(ranges, n, first + fixed + part)
        part = (part - free) & free
        if part == 0:
            return n


@kernel
def write_runs(a: int, w: int, v: int, pair: int, ranges: Any, n: int) -> int:
    """Write the runs in the numbers a and w of two affined suits, ascending: the new count."""
    either = a | w
    starts = either & (either >> 1) & (either >> 2)
    low = 0
    while starts >> low:
        length = SHORTEST_RUN
        while starts >> low & 1 and either >> (low + length - 1) & 1:
            window = (1 << length) - 1
            first = RUN_BASE[v, low, length] + pair * (RUNS[v] >> 1)
            n = write_patterns(first, ((w & ~a) >> low) & window, ((a & w) >> low) & window, ranges, n)
            length += 1
        low += 1
    return n


@kernel
def write_sets(a: int, w: int, f: int, m: int, v: int, ranges: Any, n: int) -> int:
    """Write the sets in the numbers of the four suits, ascending: the new count."""
    values = (a & w & (f | m)) | (f & m & (a | w))
    value = 0
    while values >> value:
        if values >> value & 1:
            lots = lots_at(a, w, f, m, value)
            for k in range(len(LOTS)):
                if LOTS[k] & ~lots == 0:
                    n = put(ranges, n, FIRST_SET[v] + len(LOTS) * value + k)
        value += 1
    return n


@kernel
def lots_at(a: int, w: int, f: int, m: int, value: int) -> int:
    """The suits in which a number is held, a bit each."""
    return (a >> value & 1) | (w >> value & 1) << 1 | (f >> value & 1) << 2 | (m >> value & 1) << 3


@kernel
def write_figures(hand: int, v: int, ranges: Any, n: int) -> int:
    """Write the Families and Troves of a hand, ascending: the new count."""
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


@kernel
def write_melds(hand: int, v: int, ranges: Any) -> int:
    """Write the number of every meld in a hand, ascending, as ranges of one: int32[MAX_MELDS, 2]. Returns how many."""
    a, w, f, m = numbers_of(hand, v, 0), numbers_of(hand, v, 1), numbers_of(hand, v, 2), numbers_of(hand, v, 3)
    n = write_runs(a, w, v, 0, ranges, 0)
    n = write_runs(f, m, v, 1, ranges, n)
    n = write_sets(a, w, f, m, v, ranges, n)
    if disasters_of(hand, v) == ALL_DISASTERS:
        n = put(ranges, n, THE_CATASTROPHE[v])
    return write_figures(hand, v, ranges, n)


@kernel
def has_meld(hand: int, v: int) -> bool:
    """Whether a hand contains a meld."""
    a, w, f, m = numbers_of(hand, v, 0), numbers_of(hand, v, 1), numbers_of(hand, v, 2), numbers_of(hand, v, 3)
    near, far = a | w, f | m
    if (near & near >> 1 & near >> 2) | (far & far >> 1 & far >> 2) | (a & w & far) | (f & m & near):
        return True
    every = (1 << FIGURES[v]) - 1
    a, w, f, m = figures_of(hand, v, 0), figures_of(hand, v, 1), figures_of(hand, v, 2), figures_of(hand, v, 3)
    if a | w == every or f | m == every or (TROVES[v] and a & w & f & m):
        return True
    return disasters_of(hand, v) == ALL_DISASTERS
