"""Exact best layout of a hand: disjoint melds with the highest sum and, in a tie, the most cards.

Figures and Disasters meld only among themselves, so their part is counted directly. Numbers meld in runs within two
affined suits and in sets across all four. The best runs of any numbers of two affined suits are in a table of 2^20
entries, made at first use. The sets are searched by branch and bound.

Sums are stored as keys, 64 x score + cards, which compare as layouts do.
"""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from shindig.core.caches import cached
from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.array_and_bit_kernels import count_bits

from ..rules.variants import FAMILY_SCORE, FIGURES, TROVES
from .meld_numbering import (
    ALL_DISASTERS,
    CATASTROPHE_SCORE,
    FIRST_FAMILY,
    FIRST_SET,
    FIRST_TROVE,
    HALF,
    LOTS,
    RUN_BASE,
    SHORTEST_RUN,
    THE_CATASTROPHE,
    TROVE_SCORE,
    run_score,
)
from .melds import disasters_of, figures_of, lots_at, numbers_of

KEY: Final = 64
"""Factor of the score: key = KEY x score + cards."""
VALUES: Final = 10
"""Largest number of numbers in a suit. A table index is the first suit's numbers and, from this bit on, the second's.
"""
MAX_LAYOUT: Final = 20
"""Largest number of melds in a layout of 64 cards."""
MAX_NODES: Final = 512
"""Capacity for pending branches: fewer than ten levels of ten values of five sets."""
_SET_KEY: Final = (0, 0, 0, 30 * KEY + 3, 50 * KEY + 4)
LOT_KEY: Final = np.array([_SET_KEY[lot.bit_count()] for lot in LOTS], np.int32)
"""int32[5]: key of a set, by its place in LOTS."""
BEST_SET: Final = np.array([_SET_KEY[lots.bit_count()] for lots in range(16)], np.int32)
"""int32[16]: key of the largest set in some suits of one value."""
RUN_KEY: Final = np.array(
    [[(length >= SHORTEST_RUN) * KEY * run_score(length, pure) + length for length in range(VALUES + 1)]
     for pure in (False, True)],
    np.int32,
)  # fmt: skip
"""int32[2, 11]: key of a run, by whether it is of one suit and by length."""


@cached(1)
def run_table() -> npt.NDArray[np.int16]:
    """Return int16[2^20]: the key of the best layout of runs in any numbers of two affined suits."""
    best = np.zeros(1 << (2 * VALUES), np.int16)
    cube = best.reshape((2,) * (2 * VALUES))
    for low in reversed(range(VALUES)):
        with_second = _held(cube, low, 0, 1)
        with_second[...] = _held(cube, low, 0, 0)
        _improve(cube, low, first=0, second=1)
        for second in (0, 1):
            _held(cube, low, 1, second)[...] = _held(cube, low, 0, second)
            _improve(cube, low, first=1, second=second)
    best.flags.writeable = False
    return best


def _held(cube: Numbers, low: int, first: int, second: int, fixed: dict[int, int] | None = None) -> Any:
    """Return the part of the table without numbers below rank `low`, with the given cards of `low`, and fixed axes."""
    places: list[Any] = [slice(None)] * (2 * VALUES)
    for rank in range(low):
        places[_axis(rank, 0)] = places[_axis(rank, 1)] = 0
    places[_axis(low, 0)], places[_axis(low, 1)] = first, second
    for axis, held in (fixed or {}).items():
        places[axis] = held
    return cube[(*places, ...)]


def _axis(rank: int, suit: int) -> int:
    return 2 * VALUES - 1 - VALUES * suit - rank


def _improve(cube: Numbers, low: int, first: int, second: int) -> None:
    """Add the runs that begin with the lowest number: with its first suit's card if held, else the second's."""
    own = 0 if first else 1
    for length in range(SHORTEST_RUN, VALUES - low + 1):
        for suits in product((0, 1), repeat=length - 1):
            key = RUN_KEY[int(set(suits) == {own}), length]
            axes = [_axis(low + 1 + place, suit) for place, suit in enumerate(suits)]
            target = _held(cube, low, first, second, dict.fromkeys(axes, 1))
            rest = _held(cube, low, 0, second if first else 0, dict.fromkeys(axes, 0))
            np.maximum(target, rest + key, out=target, casting="unsafe")


@kernel
def best_numbers(a: int, w: int, f: int, m: int, runs: Numbers) -> tuple[int, int]:
    """Return the key of the best layout of numbers, and its sets. Sets have 3 bits per value: 1 + the place in LOTS, or
    0 for none.

    `runs` is the `run_table`.
    """
    near, far = a | w << VALUES, f | m << VALUES
    hopes = np.zeros(VALUES + 1, np.int64)
    for value in range(VALUES - 1, -1, -1):
        hopes[value] = hopes[value + 1] + BEST_SET[lots_at(a, w, f, m, value)]
    if hopes[0]:
        return search_sets(near, far, runs, hopes)
    return int(runs[near]) + int(runs[far]), 0


@kernel
def search_sets(near: int, far: int, runs: Numbers, hopes: Numbers) -> tuple[int, int]:
    """Run branch and bound over the sets. hopes[v] is the key of all sets of values from v on, int64[11].

    A node has taken some sets of values below its own. It is a layout without further sets. It is dropped if its
    further sets and its runs, counted as if they shared no card, cannot beat the best layout found. Its children are of
    higher values, so the search ends.

    For `3A 5A 3W 4W 3F`, the first node takes no set: the run 3 4 5 scores 10, key 643. It could still gain hopes[0],
    the set of 3s, key 30 x 64 + 3 = 1923, so the node with that set follows. It has no run, and wins. The answer is
    1923, and 4 << 6: the fourth of LOTS (A, W, F) at the value with bit 2.
    """
    nodes = np.empty((MAX_NODES, 5), np.int64)
    count = push(nodes, 0, 0, near, far, 0, 0)
    best, best_sets = -1, 0
    while count:
        count -= 1
        first, near, far = nodes[count, 0], nodes[count, 1], nodes[count, 2]
        gained, sets = nodes[count, 3], nodes[count, 4]
        total = gained + runs[near] + runs[far]
        if total > best:
            best, best_sets = total, sets
        for value in range(first, VALUES):
            if total + hopes[value] <= best:
                break
            lots = (near >> value & 1) | (near >> (value + VALUES) & 1) << 1
            lots |= (far >> value & 1) << 2 | (far >> (value + VALUES) & 1) << 3
            for k in range(len(LOTS)):
                if LOTS[k] & ~lots == 0:
                    left, right = near & ~lot_bits(LOTS[k], value), far & ~lot_bits(LOTS[k] >> 2, value)
                    taken = sets | (k + 1) << (3 * value)
                    count = push(nodes, count, value + 1, left, right, gained + LOT_KEY[k], taken)
    return int(best), int(best_sets)


@kernel
def push(nodes: Numbers, count: int, value: int, near: int, far: int, gained: int, sets: int) -> int:
    """Add a node and return the new count."""
    nodes[count, 0] = value
    nodes[count, 1] = near
    nodes[count, 2] = far
    nodes[count, 3] = gained
    nodes[count, 4] = sets
    return count + 1


@kernel
def lot_bits(suits: int, value: int) -> int:
    """Return the numbers of a value in the lower two of some suits, as bits of a table index."""
    return (suits & 1) << value | (suits >> 1 & 1) << (value + VALUES)


@kernel
def families_in(a: int, w: int, every: int) -> int:
    """Return the number of disjoint Families in the figures of two affined suits."""
    if a & w == every:
        return 2
    return 1 if a | w == every else 0


@kernel
def full_figures(hand: int, v: int) -> int:
    """Return the figures held in all four suits, a bit each, in a game that has Troves."""
    if not TROVES[v]:
        return 0
    return figures_of(hand, v, 0) & figures_of(hand, v, 1) & figures_of(hand, v, 2) & figures_of(hand, v, 3)


@kernel
def figure_melds(hand: int, v: int) -> tuple[int, int]:
    """Return the numbers of Families and of Troves in the best layout: a Trove leaves no Family anywhere."""
    every = (1 << FIGURES[v]) - 1
    families = families_in(figures_of(hand, v, 0), figures_of(hand, v, 1), every)
    families += families_in(figures_of(hand, v, 2), figures_of(hand, v, 3), every)
    troves = count_bits(full_figures(hand, v))
    return (0, troves) if troves >= families else (families, 0)


@kernel
def other_key(hand: int, v: int) -> int:
    """Return the key of the best layout of figures and Disasters."""
    families, troves = figure_melds(hand, v)
    key = families * (KEY * FAMILY_SCORE[v] + FIGURES[v]) + troves * (KEY * TROVE_SCORE + 4)
    if disasters_of(hand, v) == ALL_DISASTERS:
        key += KEY * CATASTROPHE_SCORE + 4
    return int(key)


@kernel
def layout_key(hand: int, v: int, runs: Numbers) -> int:
    """Return 64 x score + cards of the best layout of a hand."""
    a, w, f, m = numbers_of(hand, v, 0), numbers_of(hand, v, 1), numbers_of(hand, v, 2), numbers_of(hand, v, 3)
    return best_numbers(a, w, f, m, runs)[0] + other_key(hand, v)


@kernel
def layout_keys(hands: Numbers, v: int, runs: Numbers, keys: Numbers) -> None:
    """Write the `layout_key` of each of hands, int64[n], into keys, int32[n]."""
    for i in range(len(hands)):
        keys[i] = layout_key(hands[i], v, runs)


@kernel
def best_layout(hand: int, v: int, runs: Numbers, out: Numbers) -> int:
    """Write the melds of the best layout of a hand into out, int[MAX_LAYOUT], and return their count."""
    a, w, f, m = numbers_of(hand, v, 0), numbers_of(hand, v, 1), numbers_of(hand, v, 2), numbers_of(hand, v, 3)
    near, far, n = a | w << VALUES, f | m << VALUES, 0
    sets = best_numbers(a, w, f, m, runs)[1]
    for value in range(VALUES):
        k = (sets >> (3 * value) & 7) - 1
        if k >= 0:
            out[n] = FIRST_SET[v] + len(LOTS) * value + k
            n += 1
            near &= ~lot_bits(LOTS[k], value)
            far &= ~lot_bits(LOTS[k] >> 2, value)
    n = lay_runs(near, v, 0, runs, out, n)
    n = lay_runs(far, v, 1, runs, out, n)
    if disasters_of(hand, v) == ALL_DISASTERS:
        out[n] = THE_CATASTROPHE[v]
        n += 1
    return lay_figures(hand, v, out, n)


@kernel
def lay_runs(index: int, v: int, pair: int, runs: Numbers, out: Numbers, n: int) -> int:
    """Write the runs of the best layout of two affined suits, by walking down the table. Returns the new count."""
    for _ in range(2 * VALUES):
        if runs[index] == 0:
            break
        low = lowest_rank(index)
        own = 1 << low if index >> low & 1 else 1 << (low + VALUES)
        if runs[index & ~own] == runs[index]:
            index &= ~own
        else:
            length, pattern = first_run(index, low, own, runs)
            out[n] = RUN_BASE[v, low, length] + pair * HALF[v] + pattern
            n += 1
            index &= ~run_bits(low, length, pattern)
    return n


@kernel
def lowest_rank(index: int) -> int:
    """Return the lowest rank that a table index holds; VALUES for none."""
    for low in range(VALUES):
        if (index >> low | index >> (low + VALUES)) & 1:
            return low
    return VALUES


@kernel
def run_bits(low: int, length: int, pattern: int) -> int:
    """Return the cards of a run as bits of a table index."""
    return (((1 << length) - 1) & ~pattern) << low | pattern << (low + VALUES)


@kernel
def first_run(index: int, low: int, own: int, runs: Numbers) -> tuple[int, int]:
    """Return length and pattern of a run of the best layout that begins with the card `own` of rank `low`."""
    for length in range(SHORTEST_RUN, VALUES - low + 1):
        for pattern in range(1 << length):
            bits = run_bits(low, length, pattern)
            pure = pattern == 0 or pattern == (1 << length) - 1
            if bits & own and bits & ~index == 0 and RUN_KEY[int(pure), length] + runs[index & ~bits] == runs[index]:
                return length, pattern
    return 0, 0


@kernel
def lay_figures(hand: int, v: int, out: Numbers, n: int) -> int:
    """Write the Families and Troves of the best layout, pure ones if possible. Returns the new count."""
    every = (1 << FIGURES[v]) - 1
    families, troves = figure_melds(hand, v)
    for pair in range(2):
        a, w = figures_of(hand, v, 2 * pair), figures_of(hand, v, 2 * pair + 1)
        first = FIRST_FAMILY[v] + (pair << FIGURES[v])
        if families and a | w == every:
            out[n] = first + (every if w == every else w & ~a)
            n += 1
        if families and a & w == every:
            out[n] = first
            n += 1
    full = full_figures(hand, v)
    for k in range(FIGURES[v]):
        if troves and full >> k & 1:
            out[n] = FIRST_TROVE[v] + k
            n += 1
    return n
