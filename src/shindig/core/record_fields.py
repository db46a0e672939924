"""Fields of a record: type, shape, visibility, and the cards that a field holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

import numpy.typing as npt

Records = npt.NDArray[Any]
"""Structured array of matches in progress, shape (n,). Rules take one element of it, by reference."""
UNKNOWN = -1
"""Value of a card, or any other field, that the viewer may not see."""
ALL_BITS = (1 << 64) - 1


@dataclass(frozen=True)
class Cards:
    """Declaration that a field holds cards: items of the game's order `of`.

    A number is a card by itself. With `bits`, it is a set in which bit b stands for card `first + b`. With `sets`, it
    stands for the cards `sets(m, number)`. Declare only fields of cards that are or were in that place. The name of a
    card that nobody has shown (a king that is called) is a number, not a card.
    """

    of: str
    bits: bool = False
    first: int = 0
    sets: Callable[[Any, int], Iterable[int]] | None = None
    also: tuple[str, ...] = ()
    """Other orders that reuse these cards: the discard pile, shuffled again."""

    def list_cards(self, m: Any, number: int) -> Iterable[int]:
        """Return the cards that a number of a field of `m` stands for; none for UNKNOWN."""
        if number == UNKNOWN:
            return ()
        if self.sets is not None:
            return self.sets(m, number)
        return list_set_cards(number, self.first) if self.bits else (number,)


def list_set_cards(bits: int, first: int = 0) -> list[int]:
    """Return the cards of a set of bits: `members(0b101, 56)` is [56, 58]. The highest of 64 bits is the sign."""
    bits = int(bits) & ALL_BITS
    return [first + bit for bit in range(bits.bit_length()) if bits >> bit & 1]


class See(Enum):
    """Visibility of a field."""

    ALL = "all"
    OWNER = "owner"
    """Row s of the field is visible to seat s only."""
    NOBODY = "nobody"


Stands = Literal["number", "seat", "seats"]
"""Meaning of a field's numbers: plain numbers, seats, or sets of seats as bits."""
By = Literal["", "seat", "place", "seats"]
"""Meaning of a field's first index: seats, places of any kind, or sets of seats as bits."""


@dataclass(frozen=True)
class Field:
    """A field of the record: its NumPy type, shape, visibility, cards, and its relation to seats.

    Viewers who may not see it find UNKNOWN there, or 0 if it is unsigned.
    """

    name: str
    kind: str = "i1"
    shape: tuple[int, ...] = ()
    see: See = See.NOBODY
    cards: Cards | None = None
    stands: Stands = "number"
    by: By = ""
    names: tuple[str, ...] = ()
    """Names of its numbers, from 0, if they stand for several things."""
    text: str = ""
    """Text of the number for people."""
    since: int = 1
    """Version of the rules that brought it."""
    split: str = ""
    """Yes-or-no field of the row by which the gain of the seat in this field is split."""

    @property
    def blank(self) -> int:
        """Value for viewers who may not see the field."""
        return 0 if self.kind.startswith("u") else UNKNOWN

    @property
    def row(self) -> int:
        """Length of a row; 0 for a single number."""
        return self.shape[-1] if self.shape else 0
