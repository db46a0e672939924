"""The record of a match and what each seat may see of it.

A match in progress is one element of a NumPy structured array. Which bytes of it a viewer may see is a static table:
every field is for ALL, for the OWNER of its row, or for NOBODY. A view is the same record in which every other byte
is blank. What becomes public in the course of play is copied by the rules into a field that is for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Records = npt.NDArray[Any]
"""A structured array of matches in progress, shape (n,). Rules take one element of it, by reference."""

CHANCE, OVER = -1, -2
"""Values of `actor` beside the seats: an order of cards is needed; the match is over."""
ONLOOKER, REFEREE = -1, -2
"""Values of `viewer` beside the seats: sees what is public; sees everything (the record itself)."""
UNKNOWN = -1
"""A card, or any other value, that the viewer may not see."""


class See(Enum):
    """Who may see a field."""

    ALL = "all"
    OWNER = "owner"
    """Row s of the field is for seat s alone."""
    NOBODY = "nobody"


class Record(np.void):  # type: ignore[misc]
    """One match: fields by attribute, in plain Python as in compiled code."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError as error:
            raise AttributeError(str(error)) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


@dataclass(frozen=True)
class Field:
    """A field of the record: its NumPy type, its shape, who may see it. To others it is UNKNOWN, or 0 if unsigned."""

    name: str
    kind: str = "i1"
    shape: tuple[int, ...] = ()
    see: See = See.NOBODY

    @property
    def blank(self) -> int:
        """What stands there for a viewer who may not see it."""
        return 0 if self.kind.startswith("u") else UNKNOWN


def public(name: str, kind: str = "i1", *shape: int) -> Field:
    """A field that everybody sees."""
    return Field(name, kind, shape, See.ALL)


def private(name: str, kind: str = "i1", *shape: int) -> Field:
    """A field with a row a seat, which only that seat sees."""
    return Field(name, kind, shape, See.OWNER)


def hidden(name: str, kind: str = "i1", *shape: int) -> Field:
    """A field that nobody sees."""
    return Field(name, kind, shape)


HEADER = (
    public("actor"),
    public("phase"),
    public("seats"),
    public("viewer"),
    public("asks"),
)
"""What every record begins with: whose turn it is (a seat, CHANCE or OVER), the game's phase, the number of seats,
whose view this is, and, while the actor is CHANCE, which of the game's orders is needed."""


@dataclass(frozen=True)
class Layout:
    """All fields of a game's record, HEADER first, for up to `seats` seats."""

    seats: int
    fields: tuple[Field, ...]

    def __post_init__(self) -> None:
        clashes = [field.name for field in self.fields if hasattr(np.void, field.name)]
        assert not clashes, f"NumPy's own names cannot be fields: {clashes}"

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The structured dtype, aligned."""
        parts = [(field.name, field.kind, field.shape) for field in self.fields]
        return np.dtype((Record, np.dtype(parts, align=True)))

    @cached_property
    def _masks(self) -> npt.NDArray[np.uint8]:
        """uint8[seats + 1, bytes]: 255 where viewer s (row s + 1; row 0 the onlooker) may see, else 0."""
        masks = np.zeros((self.seats + 1, 1), self.dtype)
        for field in self.fields:
            values = masks[field.name][:, 0]
            if field.see is See.ALL:
                values[...] = ~values
            elif field.see is See.OWNER:
                own = np.arange(1, self.seats + 1), np.arange(self.seats)
                values[own] = ~values[own]
        masks_as_bytes: npt.NDArray[np.uint8] = masks.view(np.uint8)
        return masks_as_bytes

    @cached_property
    def _blank(self) -> npt.NDArray[np.uint8]:
        blank = np.zeros(1, self.dtype)
        for field in self.fields:
            blank[field.name] = field.blank
        return blank.view(np.uint8)

    def empty(self, count: int = 1) -> Records:
        """`count` records of zeros."""
        matches = np.zeros(count, self.dtype)
        matches["viewer"] = REFEREE
        return matches

    def view(self, match: Records, seat: int) -> Records:
        """What `seat` (or the ONLOOKER) may see of a record: shape (1,) in, a new array of shape (1,) out."""
        mask = self._masks[seat + 1]
        seen = (match.view(np.uint8) & mask) | (self._blank & ~mask)
        view: Records = seen.view(self.dtype)
        view["viewer"] = seat
        return view
