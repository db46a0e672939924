"""Compiled kernels for the salts, leaves and tree of an order: SHAKE256 of many short messages side by side.

`merkle_tree` defines the hashes, and computes them one by one without these kernels. Each message fits into one block
of the sponge (FIPS 202). It is padded and permuted once; its hash is the first four words of the state. All data is in
one array of 64-bit words: WIDE states, the current message, the hashes. Kernels get it twice, as words and as bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from struct import unpack
from typing import Any, TypeAlias

import numpy as np

from shindig.core.caches import cached
from shindig.core.kernel_compiler import get_quickest, inlined, kernel, on_disk, quicken
from shindig.core.layout_and_views import Numbers, Whole

Five: TypeAlias = tuple[Whole, Whole, Whole, Whole, Whole]
"""A plane of a state, or the terms added to its lanes: 64-bit words."""

WIDE = 16
"""Number of states that are permuted side by side."""
PLANE = 5 * WIDE
ROUNDS, LANES = 24, 25
BLOCK = 17
"""Words of a padded message."""
HASH = 4
"""Words of a hash."""
MESSAGE = LANES * WIDE
"""Offset of the message,"""
HASHES = MESSAGE + BLOCK
"""and of the hashes."""
BYTES = 8
"""Bytes of a word, the lowest first."""
NUMBER = 8
"""Bytes of a number with its length."""
LONGEST = BLOCK * BYTES - 1
"""Longest message in bytes; one byte is for padding."""


def _constants() -> Numbers:
    """Return uint64[ROUNDS], the round constants of FIPS 202, 3.2.5."""
    found, register = [], 1
    for _ in range(ROUNDS):
        constant = 0
        for bit in range(7):
            constant |= (register & 1) << (1 << bit) - 1
            register = register << 1 ^ (register >> 7) * 0x171
        found.append(constant)
    return np.array(found, np.uint64)


CONSTANTS = _constants()


@inlined
@kernel
def rotate_lane(lane: Whole, left: int) -> Whole:
    """Rotate a lane by so many bits."""
    return lane << np.uint64(left) | lane >> np.uint64(64 - left)


@inlined
@kernel
def read_plane(states: Numbers, at: int) -> Five:
    """Return the lanes of a plane of one state."""
    return states[at], states[at + WIDE], states[at + 2 * WIDE], states[at + 3 * WIDE], states[at + 4 * WIDE]


@inlined
@kernel
def compute_theta(a: Whole, e: Whole, i: Whole, o: Whole, u: Whole) -> Five:
    """Compute the Theta terms from the parities of columns."""
    return (
        u ^ rotate_lane(e, 1),
        a ^ rotate_lane(i, 1),
        e ^ rotate_lane(o, 1),
        i ^ rotate_lane(u, 1),
        o ^ rotate_lane(a, 1),
    )


@inlined
@kernel
def write_chi(states: Numbers, at: int, a: Whole, e: Whole, i: Whole, o: Whole, u: Whole) -> None:
    """Apply Chi to a plane."""
    states[at], states[at + WIDE] = a ^ (~e & i), e ^ (~i & o)
    states[at + 2 * WIDE], states[at + 3 * WIDE] = i ^ (~o & u), o ^ (~u & a)
    states[at + 4 * WIDE] = u ^ (~a & e)


@kernel
def permute(states: Numbers) -> None:
    """Apply Keccak-f[1600] to WIDE states in place, uint64[25 * WIDE], lane by lane, each of all states.

    Planes are b, g, k, m, s and lanes of a plane a, e, i, o, u, as its authors call them.
    """
    for turn in range(ROUNDS):
        for n in range(WIDE):
            ba, be, bi, bo, bu = read_plane(states, n)
            ga, ge, gi, go, gu = read_plane(states, PLANE + n)
            ka, ke, ki, ko, ku = read_plane(states, 2 * PLANE + n)
            ma, me, mi, mo, mu = read_plane(states, 3 * PLANE + n)
            sa, se, si, so, su = read_plane(states, 4 * PLANE + n)
            da, de, di, do, du = compute_theta(
                ba ^ ga ^ ka ^ ma ^ sa,
                be ^ ge ^ ke ^ me ^ se,
                bi ^ gi ^ ki ^ mi ^ si,
                bo ^ go ^ ko ^ mo ^ so,
                bu ^ gu ^ ku ^ mu ^ su,
            )
            b = (
                ba ^ da,
                rotate_lane(ge ^ de, 44),
                rotate_lane(ki ^ di, 43),
                rotate_lane(mo ^ do, 21),
                rotate_lane(su ^ du, 14),
            )
            g = (
                rotate_lane(bo ^ do, 28),
                rotate_lane(gu ^ du, 20),
                rotate_lane(ka ^ da, 3),
                rotate_lane(me ^ de, 45),
                rotate_lane(si ^ di, 61),
            )
            k = (
                rotate_lane(be ^ de, 1),
                rotate_lane(gi ^ di, 6),
                rotate_lane(ko ^ do, 25),
                rotate_lane(mu ^ du, 8),
                rotate_lane(sa ^ da, 18),
            )
            m = (
                rotate_lane(bu ^ du, 27),
                rotate_lane(ga ^ da, 36),
                rotate_lane(ke ^ de, 10),
                rotate_lane(mi ^ di, 15),
                rotate_lane(so ^ do, 56),
            )
            s = (
                rotate_lane(bi ^ di, 62),
                rotate_lane(go ^ do, 55),
                rotate_lane(ku ^ du, 39),
                rotate_lane(ma ^ da, 41),
                rotate_lane(se ^ de, 2),
            )
            write_chi(states, n, *b)
            write_chi(states, PLANE + n, *g)
            write_chi(states, 2 * PLANE + n, *k)
            write_chi(states, 3 * PLANE + n, *m)
            write_chi(states, 4 * PLANE + n, *s)
            states[n] ^= CONSTANTS[turn]


@kernel
def write_part(memory: Numbers, end: int, part: Numbers, start: int, length: int) -> int:
    """Append `length` bytes of a part, from `start` on, to the message. Returns its new end."""
    for i in range(length):
        memory[MESSAGE * BYTES + end + i] = part[start + i]
    return end + length


@kernel
def write_number(memory: Numbers, end: int, number: int) -> int:
    """Append a number after its length, four bytes, the highest first. Returns the new end."""
    for i in range(4):
        memory[MESSAGE * BYTES + end + i] = 4 * (i == 3)
        memory[MESSAGE * BYTES + end + 4 + i] = number >> (24 - 8 * i) & 255
    return end + NUMBER


@kernel
def write_hash(memory: Numbers, end: int, which: int) -> int:
    """Append one of the hashes. Returns the new end."""
    return write_part(memory, end, memory, (HASHES + HASH * which) * BYTES, HASH * BYTES)


@kernel
def absorb(words: Numbers, memory: Numbers, end: int, n: int) -> None:
    """Load the message into state n."""
    for i in range(end, BLOCK * BYTES):
        memory[MESSAGE * BYTES + i] = 0
    memory[MESSAGE * BYTES + end] = 0x1F
    memory[MESSAGE * BYTES + LONGEST] |= 0x80
    for lane in range(BLOCK):
        words[lane * WIDE + n] = words[MESSAGE + lane]
    for lane in range(BLOCK, LANES):
        words[lane * WIDE + n] = 0


@kernel
def squeeze(words: Numbers, first: int, count: int) -> None:
    """Store the hashes of so many states, beginning at hash `first`."""
    permute(words)
    for n in range(count):
        for i in range(HASH):
            words[HASHES + HASH * (first + n) + i] = words[i * WIDE + n]


@kernel
def hash_salts(words: Numbers, memory: Numbers, start: Numbers, count: int) -> None:
    """Compute the first `count` hashes, each of `start` and a number."""
    for first in range(0, count, WIDE):
        many = min(WIDE, count - first)
        for n in range(many):
            end = write_part(memory, 0, start, 0, len(start))
            absorb(words, memory, write_number(memory, end, first + n), n)
        squeeze(words, first, many)


@kernel
def hash_leaves(words: Numbers, memory: Numbers, start: Numbers, texts: Numbers, count: int) -> None:
    """Compute as many hashes behind them, each of `start`, a number, a text and its salt."""
    at = 0
    for first in range(0, count, WIDE):
        many = min(WIDE, count - first)
        for n in range(many):
            length = NUMBER + (np.int64(texts[at + 2]) << 8) + texts[at + 3]
            end = write_number(memory, write_part(memory, 0, start, 0, len(start)), first + n)
            end = write_part(memory, end, texts, at, length)
            absorb(words, memory, write_hash(memory, end, first + n), n)
            at += length
        squeeze(words, count + first, many)


@kernel
def hash_level(words: Numbers, memory: Numbers, start: Numbers, below: int, above: int, pairs: int) -> None:
    """Compute the hashes from `above` on, each of `start` and two hashes from `below` on."""
    for first in range(0, pairs, WIDE):
        many = min(WIDE, pairs - first)
        for n in range(many):
            left = below + 2 * (first + n)
            end = write_hash(memory, write_part(memory, 0, start, 0, len(start)), left)
            end = write_part(memory, end, start, len(start) - 4, 4)
            absorb(words, memory, write_hash(memory, end, left + 1), n)
        squeeze(words, above + first, many)


@kernel
def hash_order(
    words: Numbers, memory: Numbers, salt: Numbers, leaf: Numbers, texts: Numbers, node: Numbers, count: int
) -> None:
    """Compute all hashes of an order of `count` items: salts, leaves, and each level above."""
    hash_salts(words, memory, salt, count)
    hash_leaves(words, memory, leaf, texts, count)
    below, above = count, 2 * count
    while count > 1:
        hash_level(words, memory, node, below, above, count // 2)
        if count % 2:
            for i in range(HASH):
                words[HASHES + HASH * (above + count // 2) + i] = words[HASHES + HASH * (above - 1) + i]
        count = (count + 1) // 2
        below, above = above, above + count


def prepare() -> None:
    """Compile the kernels, or load them from the cache."""
    quicken(hash_order, *_build_arguments(b"", b"", b"", b"", 0))


def is_on_disk() -> bool:
    """Return True if `prepare` would compile nothing."""
    return on_disk(hash_order)


def is_ready() -> bool:
    """Return True if this process has the compiled kernels."""
    return get_quickest(hash_order) is not hash_order


def can_hash(salt: bytes, leaf: bytes, worded: Sequence[bytes]) -> bool:
    """Return True if messages of these parts are short enough."""
    longest = len(leaf) + NUMBER + max(map(len, worded), default=0) + HASH * BYTES
    return max(longest, len(salt) + NUMBER) <= LONGEST


@cached(64)
def list_sizes(count: int) -> list[int]:
    """Return the numbers of hashes of an order: salts, leaves, and each level above."""
    found = [count, count]
    while found[-1] > 1:
        found.append((found[-1] + 1) // 2)
    return found


def compute_hashes(salt: bytes, leaf: bytes, worded: Sequence[bytes], node: bytes) -> list[tuple[bytes, ...]]:
    """Compute these hashes for messages that begin with `salt`, `leaf` or `node`; `node` ends with the length of a
    hash.

    `worded` are the texts of leaves, each after its length and before the length of its salt. They must fit.
    """
    given = _build_arguments(salt, leaf, b"".join(worded), node, len(worded))
    get_quickest(hash_order)(*given)
    found = iter(unpack("32s" * sum(list_sizes(len(worded))), given[0][HASHES:].tobytes()))
    return [(*islice(found, size),) for size in list_sizes(len(worded))]


def _build_arguments(salt: bytes, leaf: bytes, texts: bytes, node: bytes, count: int) -> tuple[Any, ...]:
    """Return the arguments of `grow`."""
    words = np.empty(HASHES + HASH * sum(list_sizes(count)), np.uint64)
    parts = [np.frombuffer(part, np.uint8) for part in (salt, leaf, texts, node)]
    return words, words.view(np.uint8), *parts, count
