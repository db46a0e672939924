"""The frozen list of a cut: every input of its orders except the values, shown to all devices before any value opens.

A device opens its value only for a list with its seal, and for one list per cut. So once the server knows a value, it
can only choose which other seals of the list are opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from shindig.core.error_pickling import Portable
from shindig.messages import Message, say

from .merkle_tree import HASH_BYTES, decode_hex, digest, frame_part, is_number

if TYPE_CHECKING:
    from shindig.match import Match

SEED_BYTES = 64
HEAD = {"match", "seats", "cutter", "of", "count", "before"}
"""Keys of a list without its seals."""


class FrozenListError(Portable, ValueError):
    """A malformed frozen list. `text` is for people."""

    def __init__(self, text: Message) -> None:
        super().__init__(str(text))
        self.text = text


def encode_number(one: int) -> bytes:
    return one.to_bytes(4, "big")


class SealEntry(NamedTuple):
    """A seal on the list. The value of a person who left is never opened."""

    seat: int
    sealed: bytes
    left: bool = False


@dataclass(frozen=True)
class FrozenList:
    """Commitment to all inputs of a cut before any value opens."""

    table: str
    number: int
    commitment: bytes
    match: int
    seats: int
    cutter: int | None
    """Seat that opens last."""
    of: str
    count: int
    """Name and size of the first order of the cut."""
    before: bytes
    """Hash of the steps played before. They fix the cards of each order, and all orders after the first."""
    entries: tuple[SealEntry, ...] = ()
    """Seals in ascending order of seat and seal, so that the server cannot arrange them."""

    @cached_property
    def digest(self) -> bytes:
        """Hash of the whole list."""
        cutter = encode_number(0 if self.cutter is None else self.cutter + 1)
        head = [
            encode_number(self.number),
            self.commitment,
            encode_number(self.match),
            encode_number(self.seats),
            cutter,
        ]
        seals = [part for one in self.entries for part in (encode_number(one.seat), bytes([one.left]), one.sealed)]
        order = [self.of.encode(), encode_number(self.count), self.before]
        return digest("list", self.table.encode(), *head, *order, *seals)

    def derive_seed(self, secret: bytes, opened: Mapping[bytes, bytes]) -> bytes:
        """Compute 64 bytes from the secret, the list and the opened values, by their seals."""
        values = [opened.get(one.sealed, b"") for one in self.entries if not one.left]
        return digest("list seed", secret, self.digest, *values, length=SEED_BYTES)

    def build_head(self) -> dict[str, Any]:
        """Return the list without its seals."""
        return {
            "match": self.match,
            "seats": self.seats,
            "cutter": self.cutter,
            "of": self.of,
            "count": self.count,
            "before": self.before.hex(),
        }

    def as_json(self) -> dict[str, Any]:
        """Return the list as devices get it."""
        return self.build_head() | {"entries": [[one.seat, one.sealed.hex(), one.left] for one in self.entries]}

    @classmethod
    def from_head(
        cls, table: str, number: int, commitment: bytes, head: Mapping[str, Any], entries: Iterable[SealEntry]
    ) -> FrozenList:
        """Read a list from its JSON head and its seals. Raises FrozenListError."""
        match, seats, count, cutter = (head.get(name) for name in ("match", "seats", "count", "cutter"))
        numbers, of = [match, seats, count, *([] if cutter is None else [cutter])], head.get("of")
        if set(head) != HEAD or not all(map(is_number, numbers)) or not isinstance(of, str):
            raise FrozenListError(say("fair-list-head"))
        before = decode_hex(head["before"])
        if len(before) != HASH_BYTES:
            raise FrozenListError(say("fair-list-hash", bytes=HASH_BYTES, count=len(before)))
        first, ordered = (of, int(count or 0)), tuple(sorted(entries))
        return cls(table, number, commitment, int(match or 0), int(seats or 0), cutter, *first, before, ordered)

    @classmethod
    def from_json(cls, table: str, number: int, commitment: str, told: Mapping[str, Any]) -> FrozenList:
        """Read a list as a device got it. Raises FrozenListError."""
        entries = [SealEntry(seat, decode_hex(sealed), left) for seat, sealed, left in told["entries"]]
        known = isinstance(told["entries"], list)
        if not known or not all(is_number(one.seat) and isinstance(one.left, bool) for one in entries):
            raise FrozenListError(say("fair-list-seal"))
        head = {name: value for name, value in told.items() if name != "entries"}
        return cls.from_head(table, number, decode_hex(commitment), head, entries)


@dataclass
class Transcript:
    """Steps of a match since the previous frozen list or its start, to which the next list commits."""

    before: bytes = b""
    """Hash in the previous list; at first a hash of the match's identity."""
    steps: list[bytes] = field(default_factory=list)

    @classmethod
    def start(cls, table: str, match: int, played: Match) -> Transcript:
        """Begin the transcript of a match."""
        game, options = played.game, [f"{name}={value}".encode() for name, value in sorted(played.options.items())]
        numbers = map(encode_number, (match, game.rules.version, played.seats))
        return cls(digest("match", table.encode(), game.id.encode(), *numbers, *options))

    def add_action(self, seat: int, action: int) -> None:
        self.steps.append(b"a" + encode_number(seat) + encode_number(action))

    def add_order(self, of: str, items: Sequence[str]) -> None:
        self.steps.append(b"o" + b"".join(frame_part(item.encode()) for item in (of, *items)))

    def compute_digest(self, secret: bytes) -> bytes:
        """Compute the commitment of a list. The secret keeps others from trying possible steps."""
        return digest("before", secret, self.before, *self.steps)

    def continue_from(self, before: bytes) -> None:
        """Continue after a frozen list."""
        self.before = before
        self.steps = []
