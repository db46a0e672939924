"""The salts of an order, its leaves and the tree over them, compiled: SHAKE256 of many short messages side by side.

`merkle.py` says what is hashed, and makes the same hashes one by one where this is not compiled. Each message fits into
one block of the sponge (FIPS 202): it is padded and permuted once, and its hash is the first four words of the state.

All is done in one memory, words of 64 bits: WIDE states, the message that is being written, the hashes. Kernels get it
twice, by words and by bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from struct import unpack
from typing import Any, TypeAlias

import numpy as np

from shindig.core.kernel_compiler import get_quickest, inlined, kernel, on_disk, quicken
from shindig.core.record_layout import Numbers, Whole

Five: TypeAlias = tuple[Whole, Whole, Whole, Whole, Whole]
"""A plane of a state, or what is added to its lanes: words of 64 bits."""

WIDE = 16
"""States that are permuted side by side."""
PLANE = 5 * WIDE
ROUNDS, LANES = 24, 25
BLOCK = 17
"""Words of a message, with its padding."""
HASH = 4
"""Words of a hash."""
MESSAGE = LANES * WIDE
"""Where the message begins,"""
HASHES = MESSAGE + BLOCK
"""and the hashes."""
BYTES = 8
"""Of a word, the first the lowest."""
NUMBER = 8
"""Bytes of a number, with its length."""
LONGEST = BLOCK * BYTES - 1
"""Bytes of a message; one is for padding."""


def _constants() -> Numbers:
    """uint64[ROUNDS]: what each round adds to the first lane, by the register of FIPS 202, 3.2.5."""
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
    """A lane turned by so many bits."""
    return lane << np.uint64(left) | lane >> np.uint64(64 - left)


@inlined
@kernel
def read_plane(states: Numbers, at: int) -> Five:
    """The lanes of a plane, of one state."""
    return states[at], states[at + WIDE], states[at + 2 * WIDE], states[at + 3 * WIDE], states[at + 4 * WIDE]


@inlined
@kernel
def compute_theta(a: Whole, e: Whole, i: Whole, o: Whole, u: Whole) -> Five:
    """Theta, of the parities of columns: what is added to each."""
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
    """Chi of a plane."""
    states[at], states[at + WIDE] = a ^ (~e & i), e ^ (~i & o)
    states[at + 2 * WIDE], states[at + 3 * WIDE] = i ^ (~o & u), o ^ (~u & a)
    states[at + 4 * WIDE] = u ^ (~a & e)


@kernel
def permute(states: Numbers) -> None:
    """Keccak-f[1600] of WIDE states in place, uint64[25 * WIDE]: lane by lane, each of all states.

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
    """Write `length` bytes of a part, from `start` on, at the end of the message: where it ends now."""
    for i in range(length):
        memory[MESSAGE * BYTES + end + i] = part[start + i]
    return end + length


@kernel
def write_number(memory: Numbers, end: int, number: int) -> int:
    """The same of a number, after its length: four bytes, the first the highest."""
    for i in range(4):
        memory[MESSAGE * BYTES + end + i] = 4 * (i == 3)
        memory[MESSAGE * BYTES + end + 4 + i] = number >> (24 - 8 * i) & 255
    return end + NUMBER


@kernel
def write_hash(memory: Numbers, end: int, which: int) -> int:
    """The same of one of the hashes."""
    return write_part(memory, end, memory, (HASHES + HASH * which) * BYTES, HASH * BYTES)


@kernel
def absorb(words: Numbers, memory: Numbers, end: int, n: int) -> None:
    """The message, which ends there, becomes state n."""
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
    """The hashes of so many states, the first of them hash `first`."""
    permute(words)
    for n in range(count):
        for i in range(HASH):
            words[HASHES + HASH * (first + n) + i] = words[i * WIDE + n]


@kernel
def hash_salts(words: Numbers, memory: Numbers, start: Numbers, count: int) -> None:
    """The first `count` hashes: of `start` and a number each."""
    for first in range(0, count, WIDE):
        many = min(WIDE, count - first)
        for n in range(many):
            end = write_part(memory, 0, start, 0, len(start))
            absorb(words, memory, write_number(memory, end, first + n), n)
        squeeze(words, first, many)


@kernel
def hash_leaves(words: Numbers, memory: Numbers, start: Numbers, texts: Numbers, count: int) -> None:
    """As many behind them: of `start`, a number, a text and its salt each."""
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
    """The hashes from `above` on: of `start` and two of those from `below` on each, the second after its length."""
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
    """All hashes of an order of `count` things: salts, leaves, and each level above."""
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
    """Compile it, or load what another process has compiled."""
    quicken(hash_order, *_build_arguments(b"", b"", b"", b"", 0))


def is_on_disk() -> bool:
    """Return whether `prepare` would compile nothing."""
    return on_disk(hash_order)


def is_ready() -> bool:
    """Whether this process has it compiled."""
    return get_quickest(hash_order) is not hash_order


def can_hash(salt: bytes, leaf: bytes, worded: Sequence[bytes]) -> bool:
    """Whether messages of these are short enough for it."""
    longest = len(leaf) + NUMBER + max(map(len, worded), default=0) + HASH * BYTES
    return max(longest, len(salt) + NUMBER) <= LONGEST


@lru_cache(64)
def list_sizes(count: int) -> list[int]:
    """How many hashes there are of an order of so many things: salts, leaves, and each level above."""
    found = [count, count]
    while found[-1] > 1:
        found.append((found[-1] + 1) // 2)
    return found


def compute_hashes(salt: bytes, leaf: bytes, worded: Sequence[bytes], node: bytes) -> list[tuple[bytes, ...]]:
    """These hashes, of messages that begin with `salt`, `leaf` or `node`, which ends with the length of a hash.

    `worded` are the texts of leaves, each after its length and before that of its salt; they fit.
    """
    given = _build_arguments(salt, leaf, b"".join(worded), node, len(worded))
    get_quickest(hash_order)(*given)
    found = iter(unpack("32s" * sum(list_sizes(len(worded))), given[0][HASHES:].tobytes()))
    return [(*islice(found, size),) for size in list_sizes(len(worded))]


def _build_arguments(salt: bytes, leaf: bytes, texts: bytes, node: bytes, count: int) -> tuple[Any, ...]:
    """What `grow` takes."""
    words = np.empty(HASHES + HASH * sum(list_sizes(count)), np.uint64)
    parts = [np.frombuffer(part, np.uint8) for part in (salt, leaf, texts, node)]
    return words, words.view(np.uint8), *parts, count
