"""The record of a match and what each seat may see of it.

A match in progress is one element of a NumPy structured array. Which bytes of it a viewer may see is a static table:
every field is for ALL, for the OWNER of its row, or for NOBODY. A view is the same record in which every other byte
is blank. What becomes public in the course of play is copied by the rules into a field that is for all.

Rules work on records. What is told to people is made from a snapshot of a view, `Plain`, which is quicker to read.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from math import prod
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Any

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


class RecordType(type):
    """The class of the classes of records, which are made as they are needed and so pickled by their fields."""


class Record(np.void, metaclass=RecordType):  # type: ignore[misc]
    """One match: fields by attribute, in plain Python as in compiled code. Every layout has a subclass of its own."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...


@cache
def record_class(*names: str) -> RecordType:
    """The class of the records with these fields."""
    return RecordType("Record", (Record,), {"__slots__": (), **{name: _attribute(name) for name in names}})


def _attribute(name: str) -> property:
    """A field as an attribute."""

    def put(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), put)


def _pickled(kind: RecordType) -> Any:
    names = (name for name, value in vars(kind).items() if isinstance(value, property))
    return "Record" if kind is Record else (record_class, tuple(names))


copyreg.pickle(RecordType, _pickled)


class Plain:
    """A record as it stands at one moment: every field by attribute, an int, or a tuple of ints or of rows of ints.

    `vars` gives all fields by name.
    """

    def __init__(self, fields: dict[str, Any]) -> None:
        self.__dict__ = fields

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


Facts = Record | Plain
"""What words are made from: a record, or its snapshot. Rows are `m.hand[seat]`, and `int` makes sums safe of both."""


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

    @property
    def row(self) -> int:
        """How many numbers stand in a row of it; 0 for a single number."""
        return self.shape[-1] if self.shape else 0


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
    def names(self) -> tuple[str, ...]:
        return tuple(field.name for field in self.fields)

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The structured dtype, aligned."""
        parts = [(field.name, field.kind, field.shape) for field in self.fields]
        return np.dtype((record_class(*self.names), np.dtype(parts, align=True)))

    @cached_property
    def _all(self) -> Reading:
        return Reading.of(self.dtype, self.fields)

    @cached_property
    def _own(self) -> Reading:
        """Of what a seat sees beside what everybody sees, and whose view it is."""
        return Reading.of(self.dtype, [one for one in self.fields if one.name == "viewer" or one.see is See.OWNER])

    @cached_property
    def _masks(self) -> list[tuple[int, int]]:
        """For each viewer, the onlooker first: the bits of a record that may be seen, and what stands in the others.

        A record is one long number here: nothing takes less time to mask.
        """
        return [self._mask(viewer) for viewer in range(ONLOOKER, self.seats)]

    def _mask(self, viewer: int) -> tuple[int, int]:
        seen, blank = np.zeros((2, 1), self.dtype)
        for field in self.fields:
            blank[field.name] = field.blank
            if field.see is See.ALL:
                seen[field.name] = ~seen[field.name]
            elif field.see is See.OWNER and viewer >= 0:
                seen[field.name][0, viewer] = ~seen[field.name][0, viewer]
        seen["viewer"], blank["viewer"] = 0, viewer
        bits = _bits(seen)
        return bits, _bits(blank) & ~bits

    def empty(self, count: int = 1) -> Records:
        """`count` records of zeros."""
        matches = np.zeros(count, self.dtype)
        matches["viewer"] = REFEREE
        return matches

    def view(self, match: Records, seat: int) -> Records:
        """What `seat` (or the ONLOOKER) may see of a record: shape (1,) in, a new array of shape (1,) out."""
        seen, blank = self._masks[seat + 1]
        masked = _bits(match) & seen | blank
        view: Records = np.frombuffer(bytearray(masked.to_bytes(self.dtype.itemsize, "little")), self.dtype)
        return view

    def plain(self, match: Records, public: Plain | None = None) -> Plain:
        """A snapshot of a record, shape (1,); for a seat's view from `public`, what everybody sees of it."""
        if public is None:
            return Plain(self._all.read(match))
        return Plain({**vars(public), **self._own.read(match)})


def _bits(match: Records) -> int:
    return int.from_bytes(match.tobytes(), "little")


@dataclass(frozen=True)
class Reading:
    """How some fields of a record are read at once."""

    names: tuple[str, ...]
    numbers: Struct
    """The record as one row of the fields' numbers."""
    rows: itemgetter[Any]
    """That row cut into single numbers and rows of the fields."""
    fields: itemgetter[Any]
    """These, with all rows of a field together."""

    @classmethod
    def of(cls, dtype: np.dtype[Any], fields: Sequence[Field]) -> Reading:
        numbers, end = "", 0
        for field in fields:
            kind, at = dtype.fields[field.name][:2]  # type: ignore[index]
            numbers += f"{at - end}x{prod(field.shape)}{np.dtype(field.kind).char}"
            end = at + kind.itemsize
        return cls(
            tuple(field.name for field in fields),
            Struct(numbers),
            cut(field.row for field in fields for _ in range(prod(field.shape[:-1]))),
            cut(prod(field.shape[:-1]) if len(field.shape) > 1 else 0 for field in fields),
        )

    def read(self, match: Records) -> dict[str, Any]:
        """The fields of a record, shape (1,), by their names."""
        values = self.fields(self.rows(self.numbers.unpack_from(match.tobytes())))
        return dict(zip(self.names, values, strict=True))


def cut(lengths: Iterable[int]) -> itemgetter[Any]:
    """What cuts a tuple into pieces: tuples of these lengths one after the other, or the item itself for 0."""
    places: list[int | slice] = []
    at = 0
    for length in lengths:
        places.append(slice(at, at + length) if length else at)
        at += length or 1
    return itemgetter(*places)
