"""The fair cut: shuffles made by the server and the players' devices together.

One cut makes the orders that the rules ask for in a row. The server draws a secret and publishes its commitment, and
each device seals a value. The seals are opened, the cutter's last. Secret and values are the seed of the orders.
`docs/fairness.md` says what that proves and what it does not.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from struct import unpack
from typing import Literal, cast, get_args

from shindig.core.caches import cached
from shindig.core.error_pickling import Portable
from shindig.messages import Message, say

from .frozen_cut_inputs import FrozenList, SealEntry
from .merkle_tree import (
    HASH_BYTES,
    MerkleTree,
    build_salted_tree,
    decode_hex,
    digest,
    frame_message,
    is_number,
)

SECRET_BYTES = 64
VALUE_BYTES = 32

Said = Literal["given", "absent", "withheld", "left"]
"""Action of a device: given (sealed and opened), absent (no seal in time), withheld (sealed, not opened), left (sealed,
then gave up the seat)."""

SAYINGS = get_args(Said)

DEFAULT_VALUE = bytes(VALUE_BYTES)
"""Stand-in for the value of a device that was absent, withheld it or left."""


class FairnessError(Portable, ValueError):
    """A cut, value or card that does not fit what was published before. `text` is for people."""

    def __init__(self, text: Message) -> None:
        super().__init__(str(text))
        self.text = text


def make_seal(value: bytes) -> bytes:
    """Hash a value. A device publishes this before it opens the value."""
    return digest("seal", value)


@dataclass(frozen=True)
class Voice:
    """Part of one seat in a cut."""

    seat: int
    said: Said = "absent"
    sealed: bytes = b""
    value: bytes = DEFAULT_VALUE

    def check_seal(self) -> None:
        """Raise FairnessError unless the value matches its seal, or is the default of a silent device."""
        if self.said == "given":
            if len(self.value) != VALUE_BYTES:
                raise FairnessError(say("fair-value-length", seat=self.seat, bytes=VALUE_BYTES, count=len(self.value)))
            if make_seal(self.value) != self.sealed:
                raise FairnessError(say("fair-value-seal", seat=self.seat))
        elif self.value != DEFAULT_VALUE:
            raise FairnessError(say("fair-value-default", seat=self.seat, said=self.said))

    def as_json(self) -> dict[str, object]:
        return {"seat": self.seat, "said": self.said, "sealed": self.sealed.hex(), "value": self.value.hex()}

    @classmethod
    def from_json(cls, data: dict[str, object]) -> Voice:
        said, seat = data["said"], data["seat"]
        if said not in SAYINGS or not is_number(seat):
            raise FairnessError(say("fair-said", data=str(data)))
        return cls(cast(int, seat), cast(Said, said), decode_hex(data["sealed"]), decode_hex(data["value"]))


def make_secret() -> bytes:
    """Draw a secret of random bytes."""
    return secrets.token_bytes(SECRET_BYTES)


@dataclass(frozen=True)
class Secret:
    """Secret of the server for cut `number` of a table: 64 random bytes, unknown to others until the cut is opened."""

    table: str
    number: int
    secret: bytes = field(repr=False, default_factory=make_secret)

    @cached_property
    def commitment(self) -> bytes:
        """Hash that the server publishes before any value is opened."""
        return digest("commitment", self.table.encode(), self.number.to_bytes(4, "big"), self.secret)

    def derive_seed(self, voices: Sequence[Voice]) -> bytes:
        """Compute 64 bytes from the secret and every voice, the cutter's last. Raises FairnessError."""
        parts = [self.table.encode(), self.number.to_bytes(4, "big"), self.secret]
        for voice in voices:
            voice.check_seal()
            parts += [voice.seat.to_bytes(4, "big"), voice.said.encode(), voice.value]
        return digest("seed", *parts, length=SECRET_BYTES)

    def derive_salt_start(self, index: int) -> bytes:
        """Return the start of the messages whose hashes are the salts of order `index`."""
        return frame_message("salt", self.secret, index.to_bytes(4, "big"))


def derive_seed(secret: Secret, voices: Sequence[Voice], frozen: FrozenList) -> bytes:
    """Compute 64 bytes from the secret, the frozen list and the opened values. Raises FairnessError."""
    for voice in voices:
        voice.check_seal()
    if list_entries(voices) != frozen.entries or frozen.commitment != secret.commitment:
        raise FairnessError(say("fair-seals"))
    return frozen.derive_seed(secret.secret, {one.sealed: one.value for one in voices if one.said == "given"})


def list_entries(voices: Sequence[Voice]) -> tuple[SealEntry, ...]:
    """Return the entries of a frozen list for these voices."""
    return tuple(sorted(SealEntry(one.seat, one.sealed, one.said == "left") for one in voices if one.said != "absent"))


def make_stream(seed: bytes, index: int, of: str, length: int) -> bytes:
    """Return the first `length` bytes of the random stream for order `index` of a cut."""
    return digest("stream", seed, index.to_bytes(4, "big"), of.encode(), length=length)


def _draw_numbers(seed: bytes, index: int, of: str, expected: int) -> Iterator[int]:
    """Yield the stream as 16-bit big-endian numbers."""
    return chain.from_iterable(_draw_parts(seed, index, of, expected))


def _draw_parts(seed: bytes, index: int, of: str, expected: int) -> Iterator[tuple[int, ...]]:
    """Yield the numbers in parts of growing length. The first part is mostly enough."""
    start, end = 0, 2 * expected + 32
    while True:
        yield unpack(f">{(end - start) // 2}H", make_stream(seed, index, of, end)[start:])
        start, end = end, 2 * end


def shuffle_cards(seed: bytes, index: int, of: str, cards: Sequence[str]) -> list[str]:
    """Return the cards in random order, top first: Fisher-Yates, with unbiased numbers by rejection."""
    order = list(cards)
    if len(order) > 1 << 16:
        raise FairnessError(say("fair-too-long", count=f"{len(order)}"))
    numbers = _draw_numbers(seed, index, of, len(order))
    for last, limit in _list_limits(len(order)):
        while (number := next(numbers)) >= limit:
            pass
        chosen = number % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


@cached(64)
def _list_limits(count: int) -> list[tuple[int, int]]:
    """Return, for each step of the shuffle, its position and the limit below which a number is accepted."""
    return [(last, (1 << 16) - (1 << 16) % (last + 1)) for last in range(count - 1, 0, -1)]


@dataclass(frozen=True)
class Proof:
    """Proof that one card was at one position of an order, without any other card."""

    position: int
    card: str
    salt: bytes
    path: tuple[bytes, ...]

    def as_json(self) -> dict[str, object]:
        path = [step.hex() for step in self.path]
        return {"position": self.position, "card": self.card, "salt": self.salt.hex(), "path": path}


@dataclass(frozen=True)
class ShuffledOrder:
    """An order made by a cut, with the Merkle tree of its cards. Before the end only `published` leaves the server."""

    index: int
    of: str
    cards: tuple[str, ...]
    salts: tuple[bytes, ...] = field(repr=False)
    tree: MerkleTree = field(repr=False)

    @property
    def root(self) -> bytes:
        return self.tree.root

    def build_published(self) -> dict[str, object]:
        return {"index": self.index, "of": self.of, "count": len(self.cards), "root": self.root.hex()}

    def prove(self, position: int) -> Proof:
        return Proof(position, self.cards[position], self.salts[position], tuple(self.tree.find_path(position)))


def make_order(
    secret: Secret,
    voices: Sequence[Voice],
    index: int,
    of: str,
    cards: Sequence[str],
    frozen: FrozenList | None = None,
) -> ShuffledOrder:
    """Make order number `index` of a cut, over at least one card. Raises FairnessError.

    The shuffle starts from the cards sorted by their texts, so that a checker without rules knows its start. Cuts of
    release 1.0 have no frozen list, and start from the cards as the rules list them.
    """
    if frozen is None:
        order = tuple(shuffle_cards(secret.derive_seed(voices), index, of, cards))
    else:
        order = tuple(shuffle_cards(derive_seed(secret, voices, frozen), index, of, sorted(cards)))
    return ShuffledOrder(index, of, order, *build_salted_tree(secret.derive_salt_start(index), order))


def is_hash(data: bytes) -> bool:
    return len(data) == HASH_BYTES
