"""Keyed chance of the laboratory: every order is drawn by its own key, independent of all that happened before.

The n-th order of a name in a match never depends on other actions, computations, processes, or matches beside it. The
server's orders come from the fair cut instead.

The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3; SC 2011).
"""

from __future__ import annotations

from zlib import crc32

import numpy as np

from .kernel_compiler import inlined, kernel
from .layout_and_views import Items

LOW = 0xFFFFFFFF
ROUNDS = 10
MULTIPLY_0, MULTIPLY_1 = 0xD2511F53, 0xCD9E8D57
WEYL_0, WEYL_1 = 0x9E3779B9, 0xBB67AE85
Words = tuple[int, int, int, int]
"""Four numbers of 32 bits."""


@inlined
@kernel
def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> Words:
    """Return four random words for a counter of four words and a key of two."""
    for _ in range(ROUNDS):
        p, q = MULTIPLY_0 * c0, MULTIPLY_1 * c2
        c0, c1, c2, c3 = (q >> 32 & LOW) ^ c1 ^ k0, q & LOW, (p >> 32 & LOW) ^ c3 ^ k1, p & LOW
        k0, k1 = k0 + WEYL_0 & LOW, k1 + WEYL_1 & LOW
    return c0, c1, c2, c3


@kernel
def shuffle_by_key(items: Items, count: int, name: int, nth: int, match: int, k0: int, k1: int) -> None:
    """Shuffle the first `count` items by a key, in place. Each order is equally likely.

    A word times the number of places, divided by 2**32, is a place. Words that would bias the result are rejected
    (Lemire: Fast random integer generation in an interval, 2019).
    """
    words, used, block = (0, 0, 0, 0), 4, 0
    for last in range(count - 1, 0, -1):
        places, part, product = last + 1, -1, 0
        while part < 0 or (part < places and part < (1 << 32) % places):
            if used == 4:
                words, used, block = philox(block, name ^ nth, match & LOW, match >> 32, k0, k1), 0, block + 1
            product = words[used] * places
            used, part = used + 1, product & LOW
        items[last], items[product >> 32] = items[product >> 32], items[last]


def name_key(name: str) -> int:
    """Return a word for the name of an order; its lower half is free for the count of orders of that name."""
    return crc32(name.encode()) << 16 & LOW


def seed_key(seed: int | None) -> tuple[int, int]:
    """Return two words for a seed of any size, or random ones for None."""
    one, other = np.random.SeedSequence(seed).generate_state(2)
    return int(one), int(other)
