"""The frozen list of a cut: everything that makes its orders, but the values, shown to every device before any opens.

A device opens its value only for a list that has its seal, and for one list a cut. So when the house learns a value,
it can choose no more than which of the other seals on that list are opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from .merkle import HASH_BYTES, digest, framed, is_number, unhexed

if TYPE_CHECKING:
    from ..match import Match

SEED_BYTES = 64
HEAD = {"match", "seats", "cutter", "of", "count", "before"}
"""Keys of a list without its seals."""


class FrozenListError(ValueError):
    """A list that cannot be read."""


def number(one: int) -> bytes:
    return one.to_bytes(4, "big")


class Entry(NamedTuple):
    """One seal on the list. Who left has no say any more: their value is never opened."""

    seat: int
    sealed: bytes
    left: bool = False


@dataclass(frozen=True)
class FrozenList:
    """What a cut is bound to before any value opens."""

    table: str
    number: int
    commitment: bytes
    match: int
    seats: int
    cutter: int | None
    """The seat that is asked last."""
    of: str
    count: int
    """Name and size of the first order that it makes."""
    before: bytes
    """Hash of what was played before, which fixes the cards of each order and all orders after the first."""
    entries: tuple[Entry, ...] = ()
    """In ascending order of seat and seal: the house cannot arrange them."""

    @cached_property
    def digest(self) -> bytes:
        """The hash of the whole list."""
        cutter = number(0 if self.cutter is None else self.cutter + 1)
        head = [number(self.number), self.commitment, number(self.match), number(self.seats), cutter]
        seals = [part for one in self.entries for part in (number(one.seat), bytes([one.left]), one.sealed)]
        order = [self.of.encode(), number(self.count), self.before]
        return digest("list", self.table.encode(), *head, *order, *seals)

    def seed(self, secret: bytes, opened: Mapping[bytes, bytes]) -> bytes:
        """64 bytes made of the secret, the list and the values that were opened, by their seals."""
        values = [opened.get(one.sealed, b"") for one in self.entries if not one.left]
        return digest("list seed", secret, self.digest, *values, length=SEED_BYTES)

    def head(self) -> dict[str, Any]:
        """The list without its seals, which stand beside it where a cut is told of that was made."""
        return {
            "match": self.match,
            "seats": self.seats,
            "cutter": self.cutter,
            "of": self.of,
            "count": self.count,
            "before": self.before.hex(),
        }

    def as_json(self) -> dict[str, Any]:
        """The list as devices are shown it."""
        return self.head() | {"entries": [[one.seat, one.sealed.hex(), one.left] for one in self.entries]}

    @classmethod
    def of_head(
        cls, table: str, number: int, commitment: bytes, head: Mapping[str, Any], entries: Iterable[Entry]
    ) -> FrozenList:
        """A list from what JSON tells of it. Raises FrozenListError."""
        match, seats, count, cutter = (head.get(name) for name in ("match", "seats", "count", "cutter"))
        numbers, of = [match, seats, count, *([] if cutter is None else [cutter])], head.get("of")
        if set(head) != HEAD or not all(map(is_number, numbers)) or not isinstance(of, str):
            raise FrozenListError("a frozen list has a match, seats, a cutter, an order with its count, and a hash")
        before = unhexed(head["before"])
        if len(before) != HASH_BYTES:
            raise FrozenListError(f"expected a hash of {HASH_BYTES} bytes, got {len(before)}")
        first, ordered = (of, int(count or 0)), tuple(sorted(entries))
        return cls(table, number, commitment, int(match or 0), int(seats or 0), cutter, *first, before, ordered)

    @classmethod
    def from_json(cls, table: str, number: int, commitment: str, told: Mapping[str, Any]) -> FrozenList:
        """A list as a device was shown it. Raises FrozenListError."""
        entries = [Entry(seat, unhexed(sealed), left) for seat, sealed, left in told["entries"]]
        known = isinstance(told["entries"], list)
        if not known or not all(is_number(one.seat) and isinstance(one.left, bool) for one in entries):
            raise FrozenListError("a seal on a list has its seat, and whether its player left")
        head = {name: value for name, value in told.items() if name != "entries"}
        return cls.of_head(table, number, unhexed(commitment), head, entries)


@dataclass
class Transcript:
    """What was played in a match since the list before, or since its start, as a list commits to it."""

    before: bytes = b""
    """The hash that the list before has; at first one of what match it is."""
    steps: list[bytes] = field(default_factory=list)

    @classmethod
    def of(cls, table: str, match: int, played: Match) -> Transcript:
        """The transcript of a match that begins."""
        game, options = played.game, [f"{name}={value}".encode() for name, value in sorted(played.options.items())]
        numbers = map(number, (match, game.rules.version, played.seats))
        return cls(digest("match", table.encode(), game.id.encode(), *numbers, *options))

    def acted(self, seat: int, action: int) -> None:
        self.steps.append(b"a" + number(seat) + number(action))

    def ordered(self, of: str, items: Sequence[str]) -> None:
        self.steps.append(b"o" + b"".join(framed(item.encode()) for item in (of, *items)))

    def digest(self, secret: bytes) -> bytes:
        """What a list commits to. The house's secret keeps others from trying what may have been played."""
        return digest("before", secret, self.before, *self.steps)

    def froze(self, before: bytes) -> None:
        """A list was made of it: the next one goes on from there."""
        self.before = before
        self.steps = []
