"""A Merkle tree over a short list of hidden things: publish the root, later prove one without showing another.

Every hash here and in `fair.py` is SHAKE256 over parts that carry their lengths, so that no two lists of parts look
alike. `docs/fairness.md` gives the bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import shake_256
from itertools import repeat

from . import sponge

HASH_BYTES = 32
HASH_LENGTH = HASH_BYTES.to_bytes(4, "big")


def framed(part: bytes) -> bytes:
    """A part after its length (4 bytes, big-endian)."""
    return len(part).to_bytes(4, "big") + part


def unhexed(written: object) -> bytes:
    """Read bytes from hexadecimal digits, which have one form only. Raises ValueError."""
    if not isinstance(written, str) or (data := bytes.fromhex(written)).hex() != written:
        raise ValueError("expected hexadecimal digits in lower case, without spaces")
    return data


def is_number(one: object) -> bool:
    """True for an integer that four bytes hold; false for a Boolean and for a number with a fraction."""
    return type(one) is int and 0 <= one < 1 << 32


def begun(purpose: str, *parts: bytes) -> bytes:
    """What a digest is taken over: its purpose and parts, framed."""
    return b"".join(map(framed, (b"shindig 1 " + purpose.encode(), *parts)))


def digest(purpose: str, *parts: bytes, length: int = HASH_BYTES) -> bytes:
    """`length` bytes of SHAKE256 over the purpose and the parts, each after its length."""
    return shake_256(begun(purpose, *parts)).digest(length)


LEAF = begun("leaf")
NODE = begun("node") + HASH_LENGTH


def hashes(things: Iterable[bytes]) -> list[bytes]:
    """The hashes of many things, each given as what its digest is taken over."""
    return [shake_256(thing).digest(HASH_BYTES) for thing in things]


@lru_cache(64)
def numbers(count: int) -> list[bytes]:
    """The numbers below `count` as parts, framed."""
    return [framed(number.to_bytes(4, "big")) for number in range(count)]


def salted(start: bytes, texts: Sequence[str]) -> tuple[tuple[bytes, ...], Tree]:
    """A salt for each of many things, the hash of `start` and its position, and the tree over their leaves."""
    worded = [*map(_worded, texts)]
    if sponge.ready() and sponge.fits(start, LEAF, worded):
        salts, *levels = sponge.grown(start, LEAF, worded, NODE)
        return salts, Tree((*levels,))
    salts = (*hashes(map(start.__add__, numbers(len(texts)))),)
    return salts, Tree.over(leaves(texts, salts))


def leaf(position: int, text: str, salt: bytes) -> bytes:
    """The hash of one hidden thing at its position. The salt keeps others from trying all possible texts."""
    return digest("leaf", position.to_bytes(4, "big"), text.encode(), salt)


def leaves(texts: Sequence[str], salts: Sequence[bytes]) -> list[bytes]:
    """The same of many, each with a salt of HASH_BYTES."""
    return hashes(map(b"".join, zip(repeat(LEAF), numbers(len(texts)), map(_worded, texts), salts, strict=False)))


@lru_cache(1024)
def _worded(text: str) -> bytes:
    """A text as a part, framed, and the length of the salt behind it."""
    return framed(text.encode()) + HASH_LENGTH


def _level_above(level: Sequence[bytes]) -> list[bytes]:
    """Pairs joined; the last of an odd number goes up as it is."""
    pairs = zip(repeat(NODE), level[::2], repeat(HASH_LENGTH), level[1::2], strict=False)
    above = hashes(map(b"".join, pairs))
    return [*above, level[-1]] if len(level) % 2 else above


def _root(count: int, top: bytes) -> bytes:
    return digest("root", count.to_bytes(4, "big"), top)


@dataclass(frozen=True)
class Tree:
    """A tree over leaf hashes, at least one."""

    levels: tuple[tuple[bytes, ...], ...]

    @classmethod
    def over(cls, leaves: Sequence[bytes]) -> Tree:
        levels = [tuple(leaves)]
        while len(levels[-1]) > 1:
            levels.append(tuple(_level_above(levels[-1])))
        return cls(tuple(levels))

    @property
    def root(self) -> bytes:
        """What is published: it fixes every leaf and how many there are."""
        return _root(len(self.levels[0]), self.levels[-1][0])

    def path(self, position: int) -> list[bytes]:
        """The sibling hashes on the way up from one leaf, lowest first."""
        siblings = []
        for level in self.levels[:-1]:
            if position ^ 1 < len(level):
                siblings.append(level[position ^ 1])
            position //= 2
        return siblings


def root_from_path(count: int, position: int, hashed: bytes, path: Sequence[bytes]) -> bytes | None:
    """The root that a leaf and its path lead to; None where the path has the wrong length."""
    siblings = iter(path)
    while count > 1:
        pass_up = position == count - 1 and count % 2
        if not pass_up:
            sibling = next(siblings, None)
            if sibling is None:
                return None
            hashed = digest("node", sibling, hashed) if position % 2 else digest("node", hashed, sibling)
        position, count = position // 2, (count + 1) // 2
    return hashed if next(siblings, None) is None else None


def proves(root: bytes, count: int, position: int, hashed: bytes, path: Sequence[bytes]) -> bool:
    """True if the leaf hash stood at `position` among `count` under this root."""
    if not 0 <= position < count:
        return False
    top = root_from_path(count, position, hashed, path)
    return top is not None and _root(count, top) == root
