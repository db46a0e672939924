"""Chance of the laboratory: every order is drawn by its own key, so that it depends on nothing that happened before.

The n-th order of a name in a match is the same whatever was played, asked or computed in between, in whichever process
and however many matches run beside it. The room's orders come from the fair cut instead.

The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3; SC 2011).
"""

from __future__ import annotations

from zlib import crc32

import numpy as np

from .kernels import inlined, kernel
from .layout import Items

LOW = 0xFFFFFFFF
ROUNDS = 10
MULTIPLY_0, MULTIPLY_1 = 0xD2511F53, 0xCD9E8D57
WEYL_0, WEYL_1 = 0x9E3779B9, 0xBB67AE85
Words = tuple[int, int, int, int]
"""Four numbers of 32 bits."""


@inlined
@kernel
def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> Words:
    """Four random words for a counter of four words and a key of two."""
    for _ in range(ROUNDS):
        p, q = MULTIPLY_0 * c0, MULTIPLY_1 * c2
        c0, c1, c2, c3 = (q >> 32 & LOW) ^ c1 ^ k0, q & LOW, (p >> 32 & LOW) ^ c3 ^ k1, p & LOW
        k0, k1 = k0 + WEYL_0 & LOW, k1 + WEYL_1 & LOW
    return c0, c1, c2, c3


@kernel
def shuffle(items: Items, count: int, name: int, nth: int, match: int, k0: int, k1: int) -> None:
    """Put the first `count` items in the order of a key, in place: each order is as likely as any other.

    A word times the number of places, by 2**32, is a place; words that would favour some places are passed over
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
    """A word for the name of an order; its lower half is free to count the orders of that name."""
    return crc32(name.encode()) << 16 & LOW


def seed_key(seed: int | None) -> tuple[int, int]:
    """Two words for a seed of any size; without one, for a seed of the operating system's."""
    one, other = np.random.SeedSequence(seed).generate_state(2)
    return int(one), int(other)
