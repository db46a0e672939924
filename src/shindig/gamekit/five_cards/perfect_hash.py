"""Perfect hashing by row displacement: sparse distinct keys get places in a short table, by two small look-ups."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]


def find_row_offsets(keys: Ints, bits: int) -> tuple[Ints, int]:
    """Return offsets int64[max(keys) >> bits + 1] and a length, for distinct non-negative int64[n] keys.

    `offsets[key >> bits] + (key & (1 << bits) - 1)` differs for each key and is below the length. Every row of 2**bits
    keys is shifted, the fullest row first, to the first offset at which its keys meet only free places.
    """
    width = 1 << bits
    offsets = np.zeros((int(keys.max()) >> bits) + 1, np.int64)
    free = np.ones(len(keys) * 2 + width, np.bool_)
    rows, starts, sizes = np.unique(np.sort(keys) >> bits, return_index=True, return_counts=True)
    teeth = np.sort(keys) & (width - 1)
    used = 0
    for row in np.argsort(-sizes, kind="stable"):
        mine = teeth[starts[row] : starts[row] + sizes[row]]
        offset = _find_first_fit(free, mine)
        free[offset + mine] = False
        offsets[rows[row]] = offset
        used = max(used, offset)
    return offsets, used + width


def _find_first_fit(free: npt.NDArray[np.bool_], teeth: Ints) -> int:
    """Return the lowest offset at which all keys of a row meet free places."""
    span = len(free) - int(teeth[-1])
    fits = free[teeth[0] : teeth[0] + span].copy()
    for tooth in teeth[1:]:
        fits &= free[tooth : tooth + span]
    offset = int(fits.argmax())
    assert fits[offset], "no room left in the comb"
    return offset
