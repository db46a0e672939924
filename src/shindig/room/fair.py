"""The fair cut: shuffles that nobody chose, made by the house and the players' devices together.

One cut makes the orders that the rules ask for in a row. The house draws a secret and publishes its commitment; each
device seals a value; the seals are opened, the cutter's last; secret and values are the seed of the orders. See
`docs/fairness.md` for what that proves and what it does not.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from struct import unpack
from typing import Literal, cast, get_args

from .frozen_list import Entry, FrozenList
from .merkle import HASH_BYTES, Tree, begun, digest, is_number, leaf, proves, salted, unhexed

SECRET_BYTES = 64
VALUE_BYTES = 32

Said = Literal["given", "absent", "withheld", "left"]
"""What a device did: sealed and opened a value; sealed none in time; sealed and did not open, or gave the seat up."""

SAYINGS = get_args(Said)

DEFAULT_VALUE = bytes(VALUE_BYTES)
"""Stands for the value of a device that was absent or withheld it."""


class FairnessError(ValueError):
    """A cut, a value or a card that does not fit what was published before."""


def seal(value: bytes) -> bytes:
    """What a device publishes before it opens its value."""
    return digest("seal", value)


@dataclass(frozen=True)
class Voice:
    """One seat's part in a cut."""

    seat: int
    said: Said = "absent"
    sealed: bytes = b""
    value: bytes = DEFAULT_VALUE

    def check(self) -> None:
        """Raises FairnessError unless the value is what was sealed, or the default of a silent device."""
        if self.said == "given":
            if len(self.value) != VALUE_BYTES:
                raise FairnessError(f"seat {self.seat}: expected a value of {VALUE_BYTES} bytes, got {len(self.value)}")
            if seal(self.value) != self.sealed:
                raise FairnessError(f"seat {self.seat}: the value is not the one that was sealed")
        elif self.value != DEFAULT_VALUE:
            raise FairnessError(f"seat {self.seat}: a device that was {self.said} has the default value")

    def as_json(self) -> dict[str, object]:
        return {"seat": self.seat, "said": self.said, "sealed": self.sealed.hex(), "value": self.value.hex()}

    @classmethod
    def from_json(cls, data: dict[str, object]) -> Voice:
        said, seat = data["said"], data["seat"]
        if said not in SAYINGS or not is_number(seat):
            raise FairnessError(f"expected a seat that gave, withheld, left or was absent, got {data}")
        return cls(cast(int, seat), cast(Said, said), unhexed(data["sealed"]), unhexed(data["value"]))


def fresh_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


@dataclass(frozen=True)
class Secret:
    """The house's part in cut `number` of a table: 64 fresh bytes that only the house knows until the cut is opened."""

    table: str
    number: int
    secret: bytes = field(repr=False, default_factory=fresh_secret)

    @cached_property
    def commitment(self) -> bytes:
        """What the house publishes before any value is opened."""
        return digest("commitment", self.table.encode(), self.number.to_bytes(4, "big"), self.secret)

    def seed(self, voices: Sequence[Voice]) -> bytes:
        """64 bytes made of the secret and every voice; the cutter's is the last. Raises FairnessError."""
        parts = [self.table.encode(), self.number.to_bytes(4, "big"), self.secret]
        for voice in voices:
            voice.check()
            parts += [voice.seat.to_bytes(4, "big"), voice.said.encode(), voice.value]
        return digest("seed", *parts, length=SECRET_BYTES)

    def salting(self, index: int) -> bytes:
        """What the salts of the cut's order `index` are the hashes of, before the positions."""
        return begun("salt", self.secret, index.to_bytes(4, "big"))


def seed_of(secret: Secret, voices: Sequence[Voice], frozen: FrozenList) -> bytes:
    """Make 64 bytes of the secret, the frozen list and the values that were opened. Raises FairnessError."""
    for voice in voices:
        voice.check()
    if listed(voices) != frozen.entries or frozen.commitment != secret.commitment:
        raise FairnessError("the seals are not those of the list that was frozen")
    return frozen.seed(secret.secret, {one.sealed: one.value for one in voices if one.said == "given"})


def listed(voices: Sequence[Voice]) -> tuple[Entry, ...]:
    """The entries that a frozen list has for these voices."""
    return tuple(sorted(Entry(one.seat, one.sealed, one.said == "left") for one in voices if one.said != "absent"))


def stream(seed: bytes, index: int, of: str, length: int) -> bytes:
    """The first `length` bytes of the random stream for order `index` of a cut."""
    return digest("stream", seed, index.to_bytes(4, "big"), of.encode(), length=length)


def _numbers(seed: bytes, index: int, of: str, expected: int) -> Iterator[int]:
    """The stream as 16-bit big-endian numbers."""
    return chain.from_iterable(_parts(seed, index, of, expected))


def _parts(seed: bytes, index: int, of: str, expected: int) -> Iterator[tuple[int, ...]]:
    """The same in longer and longer parts: the first is mostly enough for so many that are expected."""
    start, end = 0, 2 * expected + 32
    while True:
        yield unpack(f">{(end - start) // 2}H", stream(seed, index, of, end)[start:])
        start, end = end, 2 * end


def shuffled(seed: bytes, index: int, of: str, cards: Sequence[str]) -> list[str]:
    """The cards in their order, top first: Fisher-Yates, each number drawn without bias by rejection."""
    order = list(cards)
    if len(order) > 1 << 16:
        raise FairnessError(f"expected at most 65536 cards, got {len(order)}")
    numbers = _numbers(seed, index, of, len(order))
    for last, limit in _limits(len(order)):
        while (number := next(numbers)) >= limit:
            pass
        chosen = number % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


@lru_cache(64)
def _limits(count: int) -> list[tuple[int, int]]:
    """The places of so many cards but the first, from the last on, and below what a number for each must be."""
    return [(last, (1 << 16) - (1 << 16) % (last + 1)) for last in range(count - 1, 0, -1)]


@dataclass(frozen=True)
class Proof:
    """That one card lay at one position of an order, shown without any other card."""

    position: int
    card: str
    salt: bytes
    path: tuple[bytes, ...]

    def as_json(self) -> dict[str, object]:
        path = [step.hex() for step in self.path]
        return {"position": self.position, "card": self.card, "salt": self.salt.hex(), "path": path}


@dataclass(frozen=True)
class Order:
    """One order made by a cut, with the tree over its cards. Only `published` may leave the house before the end."""

    index: int
    of: str
    cards: tuple[str, ...]
    salts: tuple[bytes, ...] = field(repr=False)
    tree: Tree = field(repr=False)

    @property
    def root(self) -> bytes:
        return self.tree.root

    def published(self) -> dict[str, object]:
        return {"index": self.index, "of": self.of, "count": len(self.cards), "root": self.root.hex()}

    def prove(self, position: int) -> Proof:
        return Proof(position, self.cards[position], self.salts[position], tuple(self.tree.path(position)))


def make_order(
    secret: Secret,
    voices: Sequence[Voice],
    index: int,
    of: str,
    cards: Sequence[str],
    frozen: FrozenList | None = None,
) -> Order:
    """Make order number `index` of a cut, over at least one card. Raises FairnessError.

    The shuffle starts from the cards sorted by their texts, so that a checker without rules knows where it started.
    Cuts of release 1.0 have no frozen list, and start from the cards as the rules list them.
    """
    if frozen is None:
        order = tuple(shuffled(secret.seed(voices), index, of, cards))
    else:
        order = tuple(shuffled(seed_of(secret, voices, frozen), index, of, sorted(cards)))
    return Order(index, of, order, *salted(secret.salting(index), order))


def verify_card(root: bytes, count: int, proof: Proof) -> None:
    """Raises FairnessError unless the card was fixed at its position when the root was published."""
    hashed = leaf(proof.position, proof.card, proof.salt)
    if not proves(root, count, proof.position, hashed, proof.path):
        raise FairnessError(f"{proof.card} was not at position {proof.position} of the order that was published")


def is_hash(data: bytes) -> bool:
    return len(data) == HASH_BYTES
