"""Batches of five-card hands: blocks for ranking, and sorting of whole columns of cards."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers, Whole

from .state import HAND

Cells = npt.NDArray[np.uint8]
"""Cards of many hands, in the form that kernels rank."""

BLOCK = 1024
"""Number of hands per block, so that their columns stay in the L1 cache."""


@kernel
def sort_five(a: Whole, b: Whole, c: Whole, d: Whole, e: Whole) -> Whole:
    """Sort five cards, or arrays of them, by a network of nine comparisons."""
    a, b = np.minimum(a, b), np.maximum(a, b)
    d, e = np.minimum(d, e), np.maximum(d, e)
    c, e = np.minimum(c, e), np.maximum(c, e)
    c, d = np.minimum(c, d), np.maximum(c, d)
    b, e = np.minimum(b, e), np.maximum(b, e)
    a, d = np.minimum(a, d), np.maximum(a, d)
    a, c = np.minimum(a, c), np.maximum(a, c)
    b, d = np.minimum(b, d), np.maximum(b, d)
    b, c = np.minimum(b, c), np.maximum(b, c)
    return a, b, c, d, e


@kernel
def copy_rows(block: Cells, columns: Cells) -> None:
    """Copy up to BLOCK hands, uint8[5 n] hand after hand, into uint8[5, BLOCK] columns."""
    a, b, c, d, e = columns[0], columns[1], columns[2], columns[3], columns[4]
    for i in range(len(block) // HAND):
        a[i], b[i], c[i] = block[HAND * i], block[HAND * i + 1], block[HAND * i + 2]
        d[i], e[i] = block[HAND * i + 3], block[HAND * i + 4]


@kernel
def copy_columns(cells: Cells, start: int, columns: Cells) -> None:
    """Copy up to BLOCK hands, from `start` on, of uint8[5, n] cells into uint8[5, BLOCK] columns."""
    for j in range(HAND):
        column, block = columns[j], cells[j, start : start + BLOCK]
        for i in range(len(block)):
            column[i] = block[i]


def make_cells(hands: Numbers, kinds: int) -> Cells:
    """Return uint8[n, 5] cells of int8[n, 5] card ids below `kinds`. Raises ValueError."""
    hands = np.asarray(hands)
    if hands.ndim != 2 or hands.shape[1] != HAND or hands.dtype not in (np.int8, np.uint8):
        raise ValueError(f"expected int8 hands of shape (n, {HAND}), not {hands.dtype} of {hands.shape}")
    cells = hands.view(np.uint8)
    if hands.size and cells.max() >= kinds:
        raise ValueError(f"expected card ids from 0 to {kinds - 1}")
    return cells


def make_strengths(count: int, out: Numbers | None) -> Numbers:
    """Return int16[count] for strengths, or `out` if it has that length. Raises ValueError."""
    found = np.empty(count, np.int16) if out is None else out
    if len(found) != count:
        raise ValueError(f"expected room for {count} strengths, not {len(found)}")
    return found
