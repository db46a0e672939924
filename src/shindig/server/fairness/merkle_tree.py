"""Merkle tree over a short list of hidden items: publish the root, later prove one item without revealing another.

Every hash here and in `fair_shuffle` is SHAKE256 over parts with their lengths, so that no two lists of parts coincide.
`docs/fairness.md` gives the bytes. Packages for such trees have other bytes, which no record of ours holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import shake_256
from itertools import repeat

from shindig.core.caches import cached

HASH_BYTES = 32
HASH_LENGTH = HASH_BYTES.to_bytes(4, "big")


def frame_part(part: bytes) -> bytes:
    """Prefix a part with its length (4 bytes, big-endian)."""
    return len(part).to_bytes(4, "big") + part


def decode_hex(written: object) -> bytes:
    """Decode hexadecimal digits in their only accepted form. Raises ValueError."""
    if not isinstance(written, str) or (data := bytes.fromhex(written)).hex() != written:
        raise ValueError("expected hexadecimal digits in lower case, without spaces")
    return data


def is_number(one: object) -> bool:
    """Return True for an integer of four bytes; False for a Boolean and for a number with a fraction."""
    return type(one) is int and 0 <= one < 1 << 32


def frame_message(purpose: str, *parts: bytes) -> bytes:
    """Encode the input of a digest: its purpose and framed parts."""
    return b"".join(map(frame_part, (b"shindig 1 " + purpose.encode(), *parts)))


def digest(purpose: str, *parts: bytes, length: int = HASH_BYTES) -> bytes:
    """Compute `length` bytes of SHAKE256 over the purpose and the framed parts."""
    return shake_256(frame_message(purpose, *parts)).digest(length)


LEAF = frame_message("leaf")
NODE = frame_message("node") + HASH_LENGTH


def hash_messages(things: Iterable[bytes]) -> list[bytes]:
    """Hash many encoded inputs."""
    return [shake_256(thing).digest(HASH_BYTES) for thing in things]


@cached(64)
def frame_numbers(count: int) -> list[bytes]:
    """Return the numbers below `count` as framed parts."""
    return [frame_part(number.to_bytes(4, "big")) for number in range(count)]


def build_salted_tree(start: bytes, texts: Sequence[str]) -> tuple[tuple[bytes, ...], MerkleTree]:
    """Return a salt per item (the hash of `start` and its position), and the tree over their leaves."""
    salts = (*hash_messages(map(start.__add__, frame_numbers(len(texts)))),)
    return salts, MerkleTree.from_leaves(hash_leaves(texts, salts))


def hash_leaves(texts: Sequence[str], salts: Sequence[bytes]) -> list[bytes]:
    """Hash many items, each with a salt of HASH_BYTES."""
    return hash_messages(
        map(b"".join, zip(repeat(LEAF), frame_numbers(len(texts)), map(_frame_text, texts), salts, strict=False))
    )


@cached(1024)
def _frame_text(text: str) -> bytes:
    """Frame a text, followed by the length of its salt."""
    return frame_part(text.encode()) + HASH_LENGTH


def _join_pairs(level: Sequence[bytes]) -> list[bytes]:
    """Join pairs of hashes. The last of an odd number goes up unchanged."""
    pairs = zip(repeat(NODE), level[::2], repeat(HASH_LENGTH), level[1::2], strict=False)
    above = hash_messages(map(b"".join, pairs))
    return [*above, level[-1]] if len(level) % 2 else above


def _hash_root(count: int, top: bytes) -> bytes:
    return digest("root", count.to_bytes(4, "big"), top)


@dataclass(frozen=True)
class MerkleTree:
    """Tree over one or more leaf hashes."""

    levels: tuple[tuple[bytes, ...], ...]

    @classmethod
    def from_leaves(cls, leaves: Sequence[bytes]) -> MerkleTree:
        levels = [tuple(leaves)]
        while len(levels[-1]) > 1:
            levels.append(tuple(_join_pairs(levels[-1])))
        return cls(tuple(levels))

    @property
    def root(self) -> bytes:
        """Published hash that fixes every leaf and their number."""
        return _hash_root(len(self.levels[0]), self.levels[-1][0])

    def find_path(self, position: int) -> list[bytes]:
        """Return the sibling hashes from a leaf to the root, lowest first."""
        siblings = []
        for level in self.levels[:-1]:
            if position ^ 1 < len(level):
                siblings.append(level[position ^ 1])
            position //= 2
        return siblings
