"""Kernel that writes a view as exact numbers, driven by codes (observation_vector.py)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..core.kernel_compiler import kernel
from .plane_kernels import Bytes, Codes, read_number

DIGIT_BITS, DIGIT_BYTES = 16, 2
OFFSET, SIZE, CELLS, DIGITS, OWN, SIGNED = range(6)
"""Columns of a code: CELLS numbers of SIZE bytes, from byte OFFSET on, each written as DIGITS digits. OWN is 1 if the
rows belong to the seats, SIGNED if numbers have a sign."""


@kernel
def write_exact(row: Bytes, seat: int, codes: Codes, vector: npt.NDArray[np.float32]) -> None:
    """Write float32[size] from the bytes of a record, for a seat."""
    at = 0
    for code in codes:
        first = code[OFFSET] + (code[CELLS] * code[SIZE] * seat if code[OWN] else 0)
        for cell in range(code[CELLS]):
            place = first + cell * code[SIZE]
            for digit in range(code[DIGITS] - 1):
                vector[at] = read_number(row, place + digit * DIGIT_BYTES, DIGIT_BYTES) & (1 << DIGIT_BITS) - 1
                at += 1
            left = code[SIZE] - (code[DIGITS] - 1) * DIGIT_BYTES
            value = read_number(row, place + code[SIZE] - left, left)
            vector[at] = value if code[SIGNED] else value & (1 << 8 * left) - 1
            at += 1
