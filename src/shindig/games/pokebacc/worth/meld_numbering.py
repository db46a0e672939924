"""Numbering of all melds: PB-20 to PB-24.

A hand is a mask: bit c of an int64 stands for card c. Melds of a game are numbered 0..MELDS-1: runs, sets, the
Catastrophe, Families, Troves. A run or a Family takes its cards from two affined suits. Its *pattern* has a bit for
each of its cards, lowest first, set if the card is of the second suit of the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from shindig.core.caches import RULE_PARTS, cached
from shindig.core.kernel_compiler import kernel

from ..rules.variants import (
    DISASTER,
    FAMILY_SCORE,
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

SHORTEST_RUN: Final = 3
LOTS: Final = (0b1110, 0b1101, 0b1011, 0b0111, 0b1111)
"""Suits of the sets of one value: each three, then all four."""
CATASTROPHE_SCORE: Final = 60
TROVE_SCORE: Final = 75
ALL_DISASTERS: Final = 0b1111
SET_SCORES: Final = (30, 30, 30, 30, 50)
"""Scores of sets by place in LOTS."""

BIT: Final = (np.uint64(1) << np.arange(MAX_CARDS, dtype=np.uint64)).view(np.int64)
"""int64[64]: mask of one card."""


class Shape(NamedTuple):
    """A meld as produced by the numbering."""

    kind: int
    cards: tuple[int, ...]
    score: int


@kernel
def run_score(length: int, pure: bool) -> int:
    """Return 10 for three cards and 10 for each further one, tripled in one suit, PB-20."""
    return (length - SHORTEST_RUN + 1) * (30 if pure else 10)


def _affined(variant: Variant, pair: int, ranks: range) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield (pattern, cards) of one card of each rank, from the affined suits 2 x pair and 2 x pair + 1, PB-2."""
    for pattern in range(1 << len(ranks)):
        suits = (2 * pair + (pattern >> place & 1) for place in range(len(ranks)))
        yield pattern, tuple(suit * variant.stride + rank for suit, rank in zip(suits, ranks, strict=True))


@kernel
def is_pure(pattern: int, length: int) -> bool:
    """Return True if all cards of a pattern are of one suit."""
    return pattern == 0 or pattern == (1 << length) - 1


def _windows(numbers: int) -> Iterator[range]:
    """Yield the ranks of each run: by its lowest, then by length."""
    for low in range(numbers - SHORTEST_RUN + 1):
        for high in range(low + SHORTEST_RUN, numbers + 1):
            yield range(low, high)


def _shapes(variant: Variant) -> Iterator[Shape]:
    for pair in range(SUITS // 2):
        for window in _windows(variant.numbers):
            for pattern, cards in _affined(variant, pair, window):
                yield Shape(RUN, cards, run_score(len(window), is_pure(pattern, len(window))))
    for value in range(variant.numbers):
        for lot, score in zip(LOTS, SET_SCORES, strict=True):
            cards = tuple(suit * variant.stride + value for suit in range(SUITS) if lot >> suit & 1)
            yield Shape(SET, cards, score)
    disaster = SUITS * variant.stride
    yield Shape(CATASTROPHE, tuple(range(disaster, disaster + 4)), CATASTROPHE_SCORE)
    figures = range(variant.numbers, variant.stride)
    for pair in range(SUITS // 2):
        for pattern, cards in _affined(variant, pair, figures):
            royal = is_pure(pattern, variant.figures)
            yield Shape(ROYAL_FAMILY if royal else FAMILY, cards, variant.family_score)
    for rank in figures if variant.troves else ():
        yield Shape(TROVE, tuple(suit * variant.stride + rank for suit in range(SUITS)), TROVE_SCORE)


@cached(RULE_PARTS)
def shapes(v: int) -> tuple[Shape, ...]:
    """Return all melds of a game, by number."""
    return tuple(_shapes(VARIANTS[v]))


MAX_WINDOWS: Final = 36
"""Number of ways to choose the lowest number and the length of a run from ten numbers."""


def _windows_table(value: Callable[[range, int], int]) -> npt.NDArray[np.int64]:
    """Return int64[3, MAX_WINDOWS]: a value of each window, from its ranks and first number, filled up with -1."""
    table = np.full((len(VARIANTS), MAX_WINDOWS), -1, np.int64)
    for variant in VARIANTS:
        number = 0
        for place, window in enumerate(_windows(variant.numbers)):
            table[variant.index, place] = value(window, number)
            number += 1 << len(window)
    return table


WINDOW_BASE: Final = _windows_table(lambda _window, number: number)
"""Number of the first run of each window, in Air and Water."""
WINDOW_LOW: Final = _windows_table(lambda window, _number: window.start)
WINDOW_LENGTH: Final = _windows_table(lambda window, _number: len(window))
WINDOWS: Final = column(lambda variant: len(list(_windows(variant.numbers))))


def _run_bases() -> npt.NDArray[np.int64]:
    """Return int64[3, 11, 11]: number of the first run from rank `low` of `length` cards, in Air and Water."""
    bases = np.zeros((len(VARIANTS), 11, 11), np.int64)
    for v in range(len(VARIANTS)):
        for place in range(WINDOWS[v]):
            bases[v, WINDOW_LOW[v, place], WINDOW_LENGTH[v, place]] = WINDOW_BASE[v, place]
    return bases


RUN_BASE: Final = _run_bases()
HALF: Final = column(lambda variant: sum(1 << len(window) for window in _windows(variant.numbers)))
"""Number of runs in two affined suits."""
FIRST_SET: Final = 2 * HALF
THE_CATASTROPHE: Final = FIRST_SET + len(LOTS) * NUMBERS
FIRST_FAMILY: Final = THE_CATASTROPHE + 1
FIRST_TROVE: Final = FIRST_FAMILY + (2 << FIGURES)
MELDS: Final = FIRST_TROVE + TROVES * FIGURES
"""int64[3]: number of melds of each game."""
MAX_MELDS: Final = int(MELDS.max())


@kernel
def window_of(number: int, v: int) -> int:
    """Return the place of a run's window."""
    rest = number % HALF[v]
    for place in range(1, WINDOWS[v]):
        if WINDOW_BASE[v, place] > rest:
            return place - 1
    return int(WINDOWS[v]) - 1


@kernel
def pattern_of(number: int, v: int, place: int) -> int:
    """Return the pattern of a run whose window is known."""
    return int(number % HALF[v] - WINDOW_BASE[v, place])


@kernel
def kind_of(number: int, v: int) -> int:
    """Return the kind of a meld."""
    if number < FIRST_SET[v]:
        return RUN
    if number < THE_CATASTROPHE[v]:
        return SET
    if number < FIRST_FAMILY[v]:
        return CATASTROPHE
    if number >= FIRST_TROVE[v]:
        return TROVE
    pattern = (number - FIRST_FAMILY[v]) & ((1 << FIGURES[v]) - 1)
    return ROYAL_FAMILY if is_pure(pattern, FIGURES[v]) else FAMILY


@kernel
def score_of(number: int, v: int) -> int:
    """Return the score of a meld."""
    if number < FIRST_SET[v]:
        place = window_of(number, v)
        length = WINDOW_LENGTH[v, place]
        return int(run_score(length, is_pure(pattern_of(number, v, place), length)))
    if number < THE_CATASTROPHE[v]:
        return int(SET_SCORES[(number - FIRST_SET[v]) % len(LOTS)])
    if number < FIRST_FAMILY[v]:
        return CATASTROPHE_SCORE
    return int(FAMILY_SCORE[v]) if number < FIRST_TROVE[v] else TROVE_SCORE


@kernel
def length_of(number: int, v: int) -> int:
    """Return the number of cards in a meld."""
    if number < FIRST_SET[v]:
        return int(WINDOW_LENGTH[v, window_of(number, v)])
    if number < THE_CATASTROPHE[v]:
        return 4 if (number - FIRST_SET[v]) % len(LOTS) == len(LOTS) - 1 else 3
    if number < FIRST_FAMILY[v] or number >= FIRST_TROVE[v]:
        return 4
    return int(FIGURES[v])


@kernel
def mask_of(number: int, v: int) -> int:
    """Return the cards of a meld as a mask."""
    if number < FIRST_SET[v]:
        place = window_of(number, v)
        pair = number // HALF[v]
        pattern = pattern_of(number, v, place)
        return affined_mask(pattern, WINDOW_LENGTH[v, place], WINDOW_LOW[v, place], pair, v)
    if number < THE_CATASTROPHE[v]:
        value = (number - FIRST_SET[v]) // len(LOTS)
        return spread(LOTS[(number - FIRST_SET[v]) % len(LOTS)], value, v)
    if number < FIRST_FAMILY[v]:
        return int(ALL_DISASTERS << DISASTER[v])
    if number >= FIRST_TROVE[v]:
        return spread(0b1111, NUMBERS[v] + number - FIRST_TROVE[v], v)
    pattern = (number - FIRST_FAMILY[v]) & ((1 << FIGURES[v]) - 1)
    return affined_mask(pattern, FIGURES[v], NUMBERS[v], (number - FIRST_FAMILY[v]) >> FIGURES[v], v)


@kernel
def affined_mask(pattern: int, length: int, low: int, pair: int, v: int) -> int:
    """Return cards of `length` ranks from `low` on; a set bit in the pattern chooses the second suit of two."""
    first = ((1 << length) - 1) & ~pattern
    return int((first | pattern << STRIDE[v]) << (low + 2 * pair * STRIDE[v]))


@kernel
def spread(suits: int, rank: int, v: int) -> int:
    """Return cards of one rank in some suits."""
    cards = 0
    for suit in range(4):
        cards |= (suits >> suit & 1) << (suit * STRIDE[v] + rank)
    return int(cards)
