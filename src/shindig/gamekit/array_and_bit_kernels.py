"""Small kernels over arrays and bit masks: sorting, filling, copying, counting bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..core.kernel_compiler import kernel
from ..core.layout_and_views import Numbers

CardIds: TypeAlias = Sequence[int] | npt.NDArray[np.int8]
"""int8[n]: the cards of a hand by id. Plain Python takes any sequence of ints."""

TWOS = 0x5555555555555555
FOURS = 0x3333333333333333
EIGHTS = 0x0F0F0F0F0F0F0F0F
ONES = 0x0101010101010101


@kernel
def sort_cards(cards: Numbers) -> None:
    """Sort card ids in place, ascending, by insertion, since hands are short."""
    for i in range(1, len(cards)):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@kernel
def fill(row: Numbers, value: int) -> None:
    """Set every entry of a one-dimensional array (a loop compiles faster than a slice)."""
    for i in range(len(row)):
        row[i] = value


@kernel
def copy_array(source: Numbers, target: Numbers) -> None:
    """Copy a one-dimensional array to the beginning of another."""
    for i in range(len(source)):
        target[i] = source[i]


@kernel
def find_lowest_bit(bits: int) -> int:
    """Return the position of the lowest set bit; `bits` is not 0."""
    return count_bits((bits & -bits) - 1)


@kernel
def count_bits(mask: int) -> int:
    """Count the set bits of a number from 0 to 2**62 - 1, in a form that compilers turn into one instruction."""
    bits = int(mask)
    bits = bits - ((bits >> 1) & TWOS)
    bits = (bits & FOURS) + ((bits >> 2) & FOURS)
    bits = (bits + (bits >> 4)) & EIGHTS
    return (bits * ONES >> 56) & 127


@kernel
def is_canonical(hand: CardIds, mask: int) -> bool:
    """Return True if a mask over a sorted hand takes equal cards from the front, so that each choice has one mask."""
    for i in range(1, len(hand)):
        if mask >> i & 1 and not mask >> (i - 1) & 1 and hand[i] == hand[i - 1]:
            return False
    return True
