"""The record of a match and what each seat may see of it.

A match in progress is one element of a NumPy structured array. Which bytes of it a viewer may see is a static table:
every field is for ALL, for the OWNER of its row, or for NOBODY. A view is the same record in which every other byte
is blank. What becomes public in the course of play is copied by the rules into a field that is for all.

Rules work on records. What is told to people is made from a snapshot of a view, `Plain`, which is quicker to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from math import prod
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .places import UNKNOWN as UNKNOWN
from .places import Cards as Cards
from .places import Counts, Places

Records = npt.NDArray[Any]
"""A structured array of matches in progress, shape (n,). Rules take one element of it, by reference."""

Ranges = npt.NDArray[np.int32]
"""int32[most, 2]: ascending [first, last] pairs of actions."""
Items = npt.NDArray[np.int16]
"""int16[count]: what is put in order, the top item first."""
Numbers = npt.NDArray[Any]
"""An array of whole numbers: a field with a shape, or what a kernel reads or fills."""
Whole: TypeAlias = Any
"""A whole number, or an array of them: what arithmetic in place of branches takes and gives."""

CHANCE, OVER = -1, -2
"""Values of `actor` beside the seats: an order of cards is needed; the match is over."""
ONLOOKER, REFEREE = -1, -2
"""Values of `viewer` beside the seats: sees what is public; sees everything (the record itself)."""


class LayoutError(ValueError):
    """A record that cannot be laid out; the message names the field and the way to mend it."""


class See(Enum):
    """Who may see a field."""

    ALL = "all"
    OWNER = "owner"
    """Row s of the field is for seat s alone."""
    NOBODY = "nobody"


Stands = Literal["number", "seat", "seats"]
"""What a number of a field stands for: itself, a seat, or a set of seats as bits."""
By = Literal["", "seat", "place", "seats"]
"""What the first index of a field counts: seats, places of any kind, or sets of seats as bits."""


@dataclass(frozen=True)
class Field:
    """A field of the record: its NumPy type, its shape, who may see it, the cards it holds, what it says of seats.

    To others it is UNKNOWN, or 0 if unsigned.
    """

    name: str
    kind: str = "i1"
    shape: tuple[int, ...] = ()
    see: See = See.NOBODY
    cards: Cards | None = None
    stands: Stands = "number"
    by: By = ""
    names: tuple[str, ...] = ()
    """What its numbers are called, from 0, where they stand for one of several things."""
    text: str = ""
    """What it says, for people."""
    split: str = ""
    """The yes-or-no field of the same row by which what is measured of this one is told apart."""

    @property
    def blank(self) -> int:
        """What stands there for a viewer who may not see it."""
        return 0 if self.kind.startswith("u") else UNKNOWN

    @property
    def row(self) -> int:
        """How many numbers stand in a row of it; 0 for a single number."""
        return self.shape[-1] if self.shape else 0


SEATS = -1
"""In a shape: as many as the layout has seats."""


def public(
    kind: str = "i1",
    *shape: int,
    cards: Cards | str | None = None,
    stands: Stands = "number",
    by: By = "",
    text: str = "",
) -> Any:
    """A field that everybody sees. `cards` names the order whose cards it holds, where it does.

    `stands` says where its numbers are seats, `by` where rows of a first length SEATS are no seats' rows. By
    `text` the usual table says its number.
    """
    return replace(_field(kind, shape, See.ALL, cards, stands, by), text=text)


def private(kind: str = "i1", *shape: int, cards: Cards | str | None = None, stands: Stands = "number") -> Any:
    """A field with a row a seat, which only that seat sees: its shape begins with SEATS."""
    return _field(kind, shape or (SEATS,), See.OWNER, cards, stands)


def hidden(kind: str = "i1", *shape: int, cards: Cards | str | None = None) -> Any:
    """A field that nobody sees."""
    return _field(kind, shape, See.NOBODY, cards)


def _field(
    kind: str,
    shape: tuple[int, ...],
    see: See,
    cards: Cards | str | None,
    stands: Stands = "number",
    by: By = "",
) -> Field:
    return Field("", kind, shape, see, Cards(cards) if isinstance(cards, str) else cards, stands, by)


class RecordType(type):
    """The class of the classes of records: it gathers their fields, and makes each an attribute of the records.

    A field that a base has too keeps its place, and is what the subclass says.
    """

    declared: tuple[Field, ...]

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> RecordType:
        """Raises LayoutError for a name that NumPy uses itself."""
        own = tuple(replace(value, name=key) for key, value in space.items() if isinstance(value, Field))
        for field in own:
            if hasattr(np.void, field.name):
                raise LayoutError(f"{name}.{field.name}: NumPy uses this name itself; choose another for the field")
        space |= {field.name: _attribute(field.name) for field in own} | {"__slots__": ()}
        made: RecordType = super().__new__(cls, name, bases, space)
        inherited = (field for base in bases for field in getattr(base, "declared", ()))
        made.declared = tuple({field.name: field for field in (*inherited, *own)}.values())
        return made


def _attribute(name: str) -> property:
    """A field as an attribute."""

    def put(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), put)


if TYPE_CHECKING:

    class Void:
        """What of NumPy's own record is used."""

        dtype: np.dtype[Any]

        def __getitem__(self, name: str) -> Any: ...

        def __setitem__(self, name: str, value: Any) -> None: ...

        def tobytes(self) -> bytes: ...

else:
    Void = np.void


class Record(Void, metaclass=RecordType):
    """One match: fields by attribute, in plain Python as in compiled code. Each game has a subclass with its own.

    `class Leduc(Record)` with `pot: int = public("i4")` has a field `pot` behind those of every record.
    """

    actor: int = public(stands="seat")
    """Whose turn it is: a seat, CHANCE or OVER."""
    phase: int = public()
    seats: int = public()
    viewer: int = public(stands="seat")
    """Whose view this is: a seat, ONLOOKER or REFEREE."""
    asks: int = public()
    """While the actor is CHANCE, which of the game's orders is needed."""


class Row(Void, metaclass=RecordType):
    """A row of a table of numbers, its columns by attribute; those of facts are made by `fact` (facts.py)."""


class Plain:
    """A record as it stands at one moment: every field by attribute, an int, or a tuple of ints, or of rows of these.

    `vars` gives all fields by name.
    """

    def __init__(self, fields: dict[str, Any]) -> None:
        self.__dict__ = fields

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class OwnError(Exception):
    """Somebody looked at what is a seat's own, where only what all see alike is told of."""


class Common(Plain):
    """Of a view, what all see alike. Who looks for more in it is told so by an OwnError, and it is remembered."""

    __slots__ = ("_looked",)

    def __getattr__(self, name: str) -> Any:
        self._looked = True
        raise OwnError(name)


Facts: TypeAlias = Any
"""What words are made from, in any game: a record, or its snapshot. A game's own words name the class of its records.

Rows are `m.hand[seat]` in both, and `int` makes sums safe.
"""


@dataclass(frozen=True)
class Layout:
    """All fields of a game's record for up to `seats` seats. Raises LayoutError."""

    record: RecordType
    seats: int

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields with their shapes for so many seats. Raises LayoutError."""
        if not issubclass(self.record, Record):
            raise LayoutError(f"{self.record.__name__} is no record: write class {self.record.__name__}(Record)")
        return tuple(sized(field, self.seats) for field in self.record.declared)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(field.name for field in self.fields)

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The structured dtype, aligned."""
        parts = [(field.name, field.kind, field.shape) for field in self.fields]
        return np.dtype((self.record, np.dtype(parts, align=True)))

    @cached_property
    def _all(self) -> Reading:
        return Reading.of(self.dtype, self.fields)

    @cached_property
    def turn(self) -> Struct:
        """Takes actor and phase out of the bytes of a record."""
        return Reading.of(self.dtype, self.fields[:2]).numbers

    @cached_property
    def _own(self) -> Reading:
        """Of what a seat sees beside what everybody sees, and whose view it is."""
        return Reading.of(self.dtype, [one for one in self.fields if _is_own(one)])

    @cached_property
    def _common(self) -> Reading:
        """Of all the rest, in which what nobody sees is blank, and not looked at."""
        blank = vars(self.plain(self.view(self.empty(), ONLOOKER)))
        hidden = {one.name: blank[one.name] for one in self.fields if one.see is See.NOBODY}
        return Reading.of(self.dtype, [one for one in self.fields if not _is_own(one)], hidden)

    @cached_property
    def _blanks(self) -> list[bytes]:
        """For each viewer, the onlooker first: its view of a record of zeros."""
        return [self.masked(bytes(self.dtype.itemsize), viewer) for viewer in range(ONLOOKER, self.seats)]

    @cached_property
    def _masks(self) -> list[tuple[int, int]]:
        """For each viewer, the onlooker first: the bits of a record that may be seen, and what stands in the others.

        A record is one long number here, its first byte the lowest: nothing takes less time to mask. With the fields
        of every record (5 bytes), a private hand of a byte a seat, two seats, and a public pot, seat 0 sees
        `0xff_00ff_ff00ffffff`: the pot, row 0 of the hand, all of the header but `viewer`. In the rest stands
        `0x00_ff00_0000000000`: UNKNOWN for row 1, and 0, the viewer.
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
        bits, blanks = (int.from_bytes(one.tobytes(), "little") for one in (seen, blank))
        return bits, blanks & ~bits

    @cached_property
    def _rows(self) -> list[list[slice]]:
        """For each viewer, the onlooker first: where in the bytes of a record the rows lie that are its own."""
        found = [(self.dtype.fields[one.name], one) for one in self.fields if one.see is See.OWNER]  # type: ignore[index]
        rows = [(at, kind.itemsize // one.shape[0]) for (kind, at, *_), one in found]
        seats = range(self.seats)
        return [[], *([slice(at + seat * size, at + seat * size + size) for at, size in rows] for seat in seats)]

    @cached_property
    def rows(self) -> list[itemgetter[Any]]:
        """The same as what takes them out of a record; with two empty ones, as one alone would come without a tuple."""
        return [itemgetter(slice(0), slice(0), *rows) for rows in self._rows]

    @cached_property
    def masks(self) -> list[tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]]:
        """The same as bytes: uint8[bytes] of what may be seen, and of what stands elsewhere."""
        size = self.dtype.itemsize
        return [tuple(np.frombuffer(one.to_bytes(size, "little"), np.uint8) for one in two) for two in self._masks]  # type: ignore[misc]

    @cached_property
    def _places(self) -> dict[str, Places]:
        """By the name of an order, where its cards lie."""
        names = dict.fromkeys(field.cards.of for field in self.fields if field.cards)
        return {of: Places(tuple(one for one in self.fields if one.cards and one.cards.of == of)) for of in names}

    def places(self, of: str) -> Places:
        """Where cards of the order `of` lie: none for an order whose cards no field holds."""
        return self._places.get(of, Places(()))

    def cards_of(self, matches: Records, of: str, kinds: int) -> Counts:
        """int8[n, places, kinds]: how many cards of each of so many kinds lie in each of `places(of).all`.

        `matches` are n records, or n views, in which only what the viewer may see is counted.
        """
        return self.places(of).count(matches, kinds)

    def empty(self, count: int = 1) -> Records:
        """`count` records of zeros."""
        matches = np.zeros(count, self.dtype)
        matches["viewer"] = REFEREE
        return matches

    def view(self, match: Records, seat: int) -> Records:
        """What `seat` (or the ONLOOKER) may see of a record: shape (1,) in, a new array of shape (1,) out."""
        view: Records = np.frombuffer(bytearray(self.masked(match.tobytes(), seat)), self.dtype)
        return view

    def masked(self, record: bytes, seat: int) -> bytes:
        """The same of the bytes of a record, as bytes."""
        seen, blank = self._masks[seat + 1]
        return (int.from_bytes(record, "little") & seen | blank).to_bytes(len(record), "little")

    def owned(self, record: bytes, seat: int) -> bytes:
        """Of the bytes of a record, or of a view of this seat, the rows that are its own."""
        return b"".join(self.rows[seat + 1](record))

    def views(self, matches: Records, seat: int) -> Records:
        """What `seat` (or the ONLOOKER) may see of n records: shape (n,) in, a new array of shape (n,) out."""
        seen, blank = self.masks[seat + 1]
        masked = matches.view(np.uint8).reshape(len(matches), -1) & seen | blank
        return masked.view(self.dtype)[:, 0]

    def plain(self, match: Records) -> Plain:
        """A snapshot of a record, shape (1,)."""
        return Plain(self._all.read(match.tobytes()))

    def own(self, owned: bytes, seat: int) -> dict[str, Any]:
        """What a seat sees beside what everybody sees, and whose view it is: of its own rows alone."""
        view, at = bytearray(self._blanks[seat + 1]), 0
        for row in self._rows[seat + 1]:
            size = row.stop - row.start
            view[row], at = owned[at : at + size], at + size
        return self._own.read(view)

    def common(self, record: bytes) -> Common:
        """Of the bytes of a record, or of any view of it, all the rest: what everybody sees, and what nobody does."""
        return Common(self._common.read(record))


def snapshot(matches: Records) -> Records:
    """A copy of records as they stand, shape (n,) in and out: their bytes, where NumPy would copy field by field."""
    copy: Records = np.frombuffer(bytearray(matches.tobytes()), matches.dtype)
    return copy


def sized(field: Field, seats: int) -> Field:
    """A field with its shape for so many seats. Raises LayoutError for a private one without a row a seat.

    And for one in which a card that may not be seen would look like card 0.
    """
    shape = tuple(seats if length == SEATS else length for length in field.shape)
    if field.see is See.OWNER and field.shape[0] != SEATS:
        raise LayoutError(f"{field.name} is private: its first length is SEATS, a row a seat, not {field.shape[0]}")
    if field.cards and field.kind.startswith("u") and not field.cards.bits:
        raise LayoutError(f"{field.name} holds cards: give it a signed kind, so that UNKNOWN is none of them")
    by: By = field.by or ("seat" if SEATS in field.shape[:1] else "place")
    return replace(field, shape=shape, by=by)


def _is_own(field: Field) -> bool:
    """Whether a field differs from viewer to viewer."""
    return field.see is See.OWNER or field.name == "viewer"


Taking = Callable[[tuple[Any, ...]], tuple[Any, ...]]


@dataclass(frozen=True)
class Reading:
    """How some fields of a record are read at once."""

    names: tuple[str, ...]
    numbers: Struct
    """The record as one row of the fields' numbers."""
    rows: Taking
    """That row cut into single numbers and rows of the fields."""
    known: tuple[Any, ...]
    """What fields are that are not read; it stands behind these."""
    fields: Taking
    """All of them, with all rows of a field together."""

    @classmethod
    def of(cls, dtype: np.dtype[Any], fields: Sequence[Field], known: Mapping[str, Any] = {}) -> Reading:
        """`known` says, by name, what some of them are: nothing of these is read."""
        read = [field for field in fields if field.name not in known]
        numbers, end = "", 0
        for field in read:
            kind, at = dtype.fields[field.name][:2]  # type: ignore[index]
            numbers += f"{at - end}x{prod(field.shape)}{np.dtype(field.kind).char}"
            end = at + kind.itemsize
        lengths = [field.row for field in read for _ in range(prod(field.shape[:-1]))]
        groups = cuts(prod(field.shape[:-1]) if len(field.shape) > 1 else 0 for field in read)
        places = dict(zip([field.name for field in read], groups, strict=True))
        places |= dict(zip(known, range(len(lengths), len(lengths) + len(known)), strict=True))
        names = tuple(field.name for field in fields)
        shapes = [() if field.name in known else field.shape for field in fields]
        whole = nesting(taking([places[one] for one in names]), shapes)
        return cls(names, Struct(numbers), taking(cuts(lengths)), (*known.values(),), whole)

    def read(self, record: bytes | bytearray) -> dict[str, Any]:
        """The fields of the bytes of a record by their names."""
        values = self.fields(self.rows(self.numbers.unpack_from(record)) + self.known)
        return dict(zip(self.names, values, strict=True))


def taking(places: Sequence[int | slice]) -> Taking:
    """What takes these places of a tuple, as a tuple also where it is one."""
    return itemgetter(*places) if len(places) > 1 else lambda row: (row[places[0]],)


def nesting(take: Taking, shapes: Sequence[tuple[int, ...]]) -> Taking:
    """What takes fields of these shapes, each with all its rows: the same where none has rows of rows."""
    if all(len(shape) < 3 for shape in shapes):
        return take
    return lambda row: tuple(map(nested, take(row), shapes))


def nested(rows: Any, shape: tuple[int, ...]) -> Any:
    """The rows of a field of this shape as rows of rows: six as twice three for (2, 3, 5)."""
    for length in shape[-2:0:-1]:
        rows = tuple(zip(*[iter(rows)] * length, strict=True))
    return rows


def cuts(lengths: Iterable[int]) -> list[int | slice]:
    """Where pieces of a tuple are: tuples of these lengths one after the other, or the item itself for 0."""
    places: list[int | slice] = []
    at = 0
    for length in lengths:
        places.append(slice(at, at + length) if length else at)
        at += length or 1
    return places
