"""Sets of cards as bits of whole numbers."""

from __future__ import annotations

from typing import Any

from ..kernels import kernel

TWOS = 0x5555555555555555
FOURS = 0x3333333333333333
EIGHTS = 0x0F0F0F0F0F0F0F0F
ONES = 0x0101010101010101


@kernel
def count(bits: int) -> int:
    """How many bits are set, of a number from 0 to 2**62 - 1: the form that compilers know as one instruction."""
    bits = bits - ((bits >> 1) & TWOS)
    bits = (bits & FOURS) + ((bits >> 2) & FOURS)
    bits = (bits + (bits >> 4)) & EIGHTS
    return (bits * ONES >> 56) & 127


@kernel
def lowest(bits: int) -> int:
    """The place of the lowest bit set; `bits` is not 0."""
    return count((bits & -bits) - 1)


@kernel
def write_runs(bits: int, first: int, ranges: Any, written: int) -> int:
    """Write each run of set bits as a range of actions, bit 0 being action `first`: the new number of ranges."""
    while bits:
        low = lowest(bits)
        high = low + lowest(~(bits >> low))
        ranges[written, 0] = first + low
        ranges[written, 1] = first + high - 1
        written += 1
        bits = bits >> high << high
    return written
