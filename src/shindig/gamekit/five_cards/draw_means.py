"""Exact means over all draws, for all discards of a hand together.

`V[K]` is the mean worth of a hand that keeps the cards K and draws the others from the whole deck. Discards D are no
longer in the deck. By inclusion and exclusion, the mean after D is a sum over the subsets S of D, of a weight times
`V[K + S]`. The weight depends on the sizes of K and S.
"""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from .state import HAND

Floats = npt.NDArray[np.float64]
MASKS = 1 << HAND
UNIT = 32767.0
"""Value of a probability of 1 in tables of int16."""


def compute_weights(deck: int) -> Floats:
    """Return float64[6, 6]: weights by cards kept and size of S, for a deck of so many cards."""
    found = np.zeros((HAND + 1, HAND + 1))
    for kept in range(HAND + 1):
        for back in range(HAND + 1 - kept):
            ways = comb(deck - kept - back, HAND - kept - back) / comb(deck - HAND, HAND - kept)
            found[kept, back] = (-1) ** back * ways
    return found


def compute_mixing_matrix(by_size: Floats) -> Floats:
    """Return float64[32, 32]: the matrix from V by mask of cards not kept to means by mask of discards."""
    found = np.zeros((MASKS, MASKS))
    for mask in range(MASKS):
        for rest in range(MASKS):
            if rest & ~mask == 0:
                found[rest, mask] = by_size[HAND - mask.bit_count(), (mask ^ rest).bit_count()]
    return found


def compute_multiset_steps(kinds: int) -> npt.NDArray[np.int32]:
    """Return int32[kinds, 5]: the part of a card in the number of a sorted multiset, by its position there."""
    return np.array([[comb(card + i, i + 1) for i in range(HAND)] for card in range(kinds)], np.int32)


def compute_multiset_offsets(kinds: int) -> tuple[int, ...]:
    """Return the start of the multisets of 0, 1, ... 4 cards in a table of all of them, and its length."""
    sizes = [comb(kinds - 1 + k, k) for k in range(HAND)]
    return tuple(sum(sizes[:k]) for k in range(HAND + 1))
