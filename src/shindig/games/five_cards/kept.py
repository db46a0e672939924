"""Means over all draws, exactly and at once for all discards of a hand.

`V[K]` is the mean worth of a hand that keeps the cards K and draws the others from the whole deck. A discard D is not
there any more: by inclusion and exclusion, the mean after it is a sum over the subsets S of D of a weight times
`V[K + S]`; the weight depends on how many cards K and S are.
"""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from .state import HAND

Floats = npt.NDArray[np.float64]
MASKS = 1 << HAND


def weights(deck: int) -> Floats:
    """float64[6, 6]: by cards kept and size of S, for a deck of so many cards."""
    found = np.zeros((HAND + 1, HAND + 1))
    for kept in range(HAND + 1):
        for back in range(HAND + 1 - kept):
            ways = comb(deck - kept - back, HAND - kept - back) / comb(deck - HAND, HAND - kept)
            found[kept, back] = (-1) ** back * ways
    return found


def mixing(by_size: Floats) -> Floats:
    """float64[32, 32]: from V by the mask of cards not kept, to means by the mask of discards."""
    found = np.zeros((MASKS, MASKS))
    for mask in range(MASKS):
        for rest in range(MASKS):
            if rest & ~mask == 0:
                found[rest, mask] = by_size[HAND - mask.bit_count(), (mask ^ rest).bit_count()]
    return found


def steps(kinds: int) -> npt.NDArray[np.int32]:
    """int32[kinds, 5]: what a card adds to the number of a sorted multiset, by its place in it."""
    return np.array([[comb(card + i, i + 1) for i in range(HAND)] for card in range(kinds)], np.int32)


def offsets(kinds: int) -> tuple[int, ...]:
    """Where the multisets of 0, 1, ... 4 cards begin in a table of all of them; and its length."""
    sizes = [comb(kinds - 1 + k, k) for k in range(HAND)]
    return tuple(sum(sizes[:k]) for k in range(HAND + 1))
