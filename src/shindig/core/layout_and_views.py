"""Record layout of a match, and the visibility of its fields for each seat.

A match in progress is one element of a NumPy structured array. A static table decides which bytes a viewer may see:
every field is for ALL, for the OWNER of its row, or for NOBODY. A view is a record in which all other bytes are blank.
Information that becomes public during play is copied by the rules into a field for ALL.

Rules work on records. Texts for people are made from a snapshot of a view, `Plain`, which is faster to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .card_places import CardPlaces, Counts
from .record_fields import UNKNOWN as UNKNOWN
from .record_fields import By as By
from .record_fields import Cards as Cards
from .record_fields import Field as Field
from .record_fields import Records as Records
from .record_fields import See as See
from .record_fields import Stands as Stands

Ranges = npt.NDArray[np.int32]
"""int32[most, 2]: ascending [first, last] pairs of actions."""
Items = npt.NDArray[np.int16]
"""int16[count]: items put in order, the top one first."""
Numbers = npt.NDArray[Any]
"""Array of whole numbers: a field with a shape, or an argument of a kernel."""
Whole: TypeAlias = Any
"""A whole number or an array of them, for branch-free arithmetic."""

CHANCE, OVER = -1, -2
"""Values of `actor` beside the seats: an order of cards is needed; the match is over."""
ONLOOKER, REFEREE = -1, -2
"""Values of `viewer` beside the seats: sees public fields; sees everything (the record itself)."""


class LayoutError(ValueError):
    """A record without a valid layout. The message names the field and the way to mend it."""


SEATS = -1
"""Length in a shape: the layout's number of seats."""


def public(
    kind: str = "i1",
    *shape: int,
    cards: Cards | str | None = None,
    stands: Stands = "number",
    by: By = "",
    text: str = "",
    since: int = 1,
) -> Any:
    """Declare a field that everybody sees. `cards` names the order of its cards, if it holds cards.

    `stands` says if its numbers are seats, `by` if rows of a first length SEATS are not seats' rows. `text` is its name
    on the default table. `since` is the version of the rules that brought the field.
    """
    return replace(_field(kind, shape, See.ALL, cards, stands, by), text=text, since=since)


def private(kind: str = "i1", *shape: int, cards: Cards | str | None = None, stands: Stands = "number") -> Any:
    """Declare a field with one row per seat, which only that seat sees: its shape begins with SEATS."""
    return _field(kind, shape or (SEATS,), See.OWNER, cards, stands)


def hidden(kind: str = "i1", *shape: int, cards: Cards | str | None = None) -> Any:
    """Declare a field that nobody sees."""
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
    """Metaclass of records: it collects their fields and makes each an attribute.

    A field that a base also has keeps its position, with the subclass's definition.
    """

    declared: tuple[Field, ...]

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> RecordType:
        """Collect the fields. Raises LayoutError for a name that NumPy uses itself."""
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
    """Make the attribute of a field."""

    def put(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), put)


if TYPE_CHECKING:

    class Void:
        """The used part of NumPy's record type."""

        dtype: np.dtype[Any]

        def __getitem__(self, name: str) -> Any: ...

        def __setitem__(self, name: str, value: Any) -> None: ...

        def tobytes(self) -> bytes: ...

else:
    Void = np.void


class Record(Void, metaclass=RecordType):
    """A match: fields by attribute, in plain Python and in compiled code. Each game has a subclass with its own.

    `class Leduc(Record)` with `pot: int = public("i4")` has a field `pot` after those of every record.
    """

    actor: int = public(stands="seat")
    """The seat to act, CHANCE or OVER."""
    phase: int = public()
    seats: int = public()
    viewer: int = public(stands="seat")
    """Viewer of this record: a seat, ONLOOKER or REFEREE."""
    asks: int = public()
    """Index of the needed order while the actor is CHANCE."""


class Row(Void, metaclass=RecordType):
    """A row of a table of numbers, with columns by attribute; `fact` makes columns (hand_fact_columns.py)."""


class Plain:
    """Snapshot of a record: every field by attribute, an int, or a tuple of ints, or of rows of these.

    `vars` gives all fields by name.
    """

    def __init__(self, fields: dict[str, Any]) -> None:
        self.__dict__ = fields

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class OwnError(Exception):
    """Access to a seat's own fields in a view that has only public ones."""


class Common(Plain):
    """Snapshot of the public fields. Access to any other raises OwnError and is recorded."""

    __slots__ = ("_looked",)

    def __getattr__(self, name: str) -> Any:
        self._looked = True
        raise OwnError(name)


Facts: TypeAlias = Any
"""Argument of word functions in any game: a record, or its snapshot. A game's own words name its record class.

Rows are `m.hand[seat]` in both, and `int` makes sums safe.
"""


@dataclass(frozen=True)
class Layout:
    """All fields of a game's record for up to `seats` seats. Raises LayoutError."""

    record: RecordType
    seats: int

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a layout without its caches, which hold compiled readers."""
        return type(self), (self.record, self.seats)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields with their shapes for so many seats. Raises LayoutError."""
        if not issubclass(self.record, Record):
            raise LayoutError(f"{self.record.__name__} is no record: write class {self.record.__name__}(Record)")
        return tuple(size_field(field, self.seats) for field in self.record.declared)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(field.name for field in self.fields)

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The structured dtype, aligned."""
        return np.dtype((self.record, make_aligned_dtype(self.fields)))

    def fields_of(self, version: int) -> tuple[Field, ...]:
        """Return the fields of records in a version of the rules."""
        return tuple(field for field in self.fields if field.since <= version)

    def dtype_of(self, version: int) -> np.dtype[Any]:
        """Return the structured dtype of records in a version of the rules."""
        return make_aligned_dtype(self.fields_of(version))

    @cached_property
    def _all(self) -> RecordReader:
        return RecordReader.for_fields(self.dtype, self.fields)

    @cached_property
    def turn(self) -> Struct:
        """Reader of actor and phase from the bytes of a record."""
        return RecordReader.for_fields(self.dtype, self.fields[:2]).numbers

    @cached_property
    def _own(self) -> RecordReader:
        """Reader of a seat's own fields and `viewer`."""
        return RecordReader.for_fields(self.dtype, [one for one in self.fields if _is_own(one)])

    @cached_property
    def _common(self) -> RecordReader:
        """Reader of all other fields; hidden ones are constants."""
        blank = vars(self.to_plain(self.view(self.empty(), ONLOOKER)))
        hidden = {one.name: blank[one.name] for one in self.fields if one.see is See.NOBODY}
        return RecordReader.for_fields(self.dtype, [one for one in self.fields if not _is_own(one)], hidden)

    @cached_property
    def _blanks(self) -> list[bytes]:
        """Views of a record of zeros, the onlooker's first."""
        return [self.mask_record(bytes(self.dtype.itemsize), viewer) for viewer in range(ONLOOKER, self.seats)]

    @cached_property
    def _masks(self) -> list[tuple[int, int]]:
        """Masks for each viewer, the onlooker first: the visible bits of a record, and the values of the others.

        A record is treated as one long integer, its first byte the lowest, since that is the fastest way to mask. Take
        the fields of every record (5 bytes), a private hand of one byte per seat, two seats, and a public pot. Seat 0
        then sees `0xff_00ff_ff00ffffff`: the pot, row 0 of the hand, all of the header but `viewer`. The rest has the
        value `0x00_ff00_0000000000`: UNKNOWN for row 1, and 0, the viewer.
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
        """Byte ranges of each viewer's own rows, the onlooker's first."""
        found = [(self.dtype.fields[one.name], one) for one in self.fields if one.see is See.OWNER]  # type: ignore[index]
        rows = [(at, kind.itemsize // one.shape[0]) for (kind, at, *_), one in found]
        seats = range(self.seats)
        return [[], *([slice(at + seat * size, at + seat * size + size) for at, size in rows] for seat in seats)]

    @cached_property
    def rows(self) -> list[itemgetter[Any]]:
        """Getters of each viewer's own rows. Two empty slices keep the result a tuple even for one row."""
        return [itemgetter(slice(0), slice(0), *rows) for rows in self._rows]

    @cached_property
    def masks(self) -> list[tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]]:
        """Masks as bytes: uint8[bytes] of visible bits, and of the values of the others."""
        size = self.dtype.itemsize
        return [tuple(np.frombuffer(one.to_bytes(size, "little"), np.uint8) for one in two) for two in self._masks]  # type: ignore[misc]

    @cached_property
    def _places(self) -> dict[str, CardPlaces]:
        """Places of cards, by order."""
        names = dict.fromkeys(field.cards.of for field in self.fields if field.cards)
        return {of: CardPlaces(tuple(one for one in self.fields if one.cards and one.cards.of == of)) for of in names}

    def places(self, of: str) -> CardPlaces:
        """Return the places of the cards of order `of`; none if no field holds such cards."""
        return self._places.get(of, CardPlaces(()))

    def count_cards(self, matches: Records, of: str, kinds: int) -> Counts:
        """Count int8[n, places, kinds]: cards of each kind in each of `places(of).all`.

        `matches` are n records, or n views, in which only visible cards count.
        """
        return self.places(of).count_cards(matches, kinds)

    def empty(self, count: int = 1) -> Records:
        """Make `count` records of zeros."""
        matches = np.zeros(count, self.dtype)
        matches["viewer"] = REFEREE
        return matches

    def view(self, match: Records, seat: int) -> Records:
        """Return the view of `seat` (or the ONLOOKER): shape (1,) in, a new array of shape (1,) out."""
        view: Records = np.frombuffer(bytearray(self.mask_record(match.tobytes(), seat)), self.dtype)
        return view

    def mask_record(self, record: bytes, seat: int) -> bytes:
        """Return the view of a seat from the bytes of a record, as bytes."""
        seen, blank = self._masks[seat + 1]
        return (int.from_bytes(record, "little") & seen | blank).to_bytes(len(record), "little")

    def extract_own_rows(self, record: bytes, seat: int) -> bytes:
        """Return a seat's own rows from the bytes of a record or of its view."""
        return b"".join(self.rows[seat + 1](record))

    def views(self, matches: Records, seat: int) -> Records:
        """Return the views of `seat` (or the ONLOOKER) of n records: shape (n,) in, a new array of shape (n,) out."""
        seen, blank = self.masks[seat + 1]
        masked = matches.view(np.uint8).reshape(len(matches), -1) & seen | blank
        return masked.view(self.dtype)[:, 0]

    def to_plain(self, match: Records) -> Plain:
        """Make a snapshot of a record, shape (1,)."""
        return Plain(self._all.read(match.tobytes()))

    def read_own(self, owned: bytes, seat: int) -> dict[str, Any]:
        """Read a seat's own fields and `viewer` from its own rows alone."""
        view, at = bytearray(self._blanks[seat + 1]), 0
        for row in self._rows[seat + 1]:
            size = row.stop - row.start
            view[row], at = owned[at : at + size], at + size
        return self._own.read(view)

    def read_common(self, record: bytes) -> Common:
        """Read all other fields from the bytes of a record or of any view of it."""
        return Common(self._common.read(record))


def make_aligned_dtype(fields: Sequence[Field]) -> np.dtype[Any]:
    """Return the aligned dtype of some fields."""
    return np.dtype([(field.name, field.kind, field.shape) for field in fields], align=True)


def copy_records(matches: Records) -> Records:
    """Copy records, shape (n,) in and out, byte by byte; NumPy would copy field by field."""
    copy: Records = np.frombuffer(bytearray(matches.tobytes()), matches.dtype)
    return copy


def size_field(field: Field, seats: int) -> Field:
    """Return a field with its shape for so many seats. Raises LayoutError for a private one without a row per seat.

    Also raises LayoutError for an unsigned field of cards, in which an unknown card would look like card 0.
    """
    shape = tuple(seats if length == SEATS else length for length in field.shape)
    if field.see is See.OWNER and field.shape[0] != SEATS:
        raise LayoutError(f"{field.name} is private: its first length is SEATS, a row a seat, not {field.shape[0]}")
    if field.cards and field.kind.startswith("u") and not field.cards.bits:
        raise LayoutError(f"{field.name} holds cards: give it a signed kind, so that UNKNOWN is none of them")
    by: By = field.by or ("seat" if SEATS in field.shape[:1] else "place")
    return replace(field, shape=shape, by=by)


def _is_own(field: Field) -> bool:
    """Return True if a field differs between viewers."""
    return field.see is See.OWNER or field.name == "viewer"


Taking = Callable[[tuple[Any, ...]], tuple[Any, ...]]


@dataclass(frozen=True)
class RecordReader:
    """Fast reader of several fields of a record."""

    names: tuple[str, ...]
    numbers: Struct
    """Unpacker of the record into one tuple of numbers."""
    rows: Taking
    """Function that cuts that tuple into single numbers and rows."""
    known: tuple[Any, ...]
    """Constants for fields that are not read, appended to these."""
    fields: Taking
    """Function that groups the rows of each field."""

    @classmethod
    def for_fields(cls, dtype: np.dtype[Any], fields: Sequence[Field], known: Mapping[str, Any] = {}) -> RecordReader:
        """Make a reader; fields in `known` get the given constants and are not read."""
        read = [field for field in fields if field.name not in known]
        numbers, end = "", 0
        for field in read:
            kind, at = dtype.fields[field.name][:2]  # type: ignore[index]
            numbers += f"{at - end}x{prod(field.shape)}{np.dtype(field.kind).char}"
            end = at + kind.itemsize
        lengths = [field.row for field in read for _ in range(prod(field.shape[:-1]))]
        groups = make_slices(prod(field.shape[:-1]) if len(field.shape) > 1 else 0 for field in read)
        places = dict(zip([field.name for field in read], groups, strict=True))
        places |= dict(zip(known, range(len(lengths), len(lengths) + len(known)), strict=True))
        names = tuple(field.name for field in fields)
        shapes = [() if field.name in known else field.shape for field in fields]
        whole = make_nesting_getter(make_getter([places[one] for one in names]), shapes)
        return cls(names, Struct(numbers), make_getter(make_slices(lengths)), (*known.values(),), whole)

    def read(self, record: bytes | bytearray) -> dict[str, Any]:
        """Read the fields from the bytes of a record, by name."""
        values = self.fields(self.rows(self.numbers.unpack_from(record)) + self.known)
        return dict(zip(self.names, values, strict=True))


def make_getter(places: Sequence[int | slice]) -> Taking:
    """Return a getter of these places of a tuple, whose result is always a tuple."""
    return itemgetter(*places) if len(places) > 1 else lambda row: (row[places[0]],)


def make_nesting_getter(take: Taking, shapes: Sequence[tuple[int, ...]]) -> Taking:
    """Return a getter of fields with these shapes; it nests rows if some shape has three or more lengths."""
    if all(len(shape) < 3 for shape in shapes):
        return take
    return lambda row: tuple(map(nest_rows, take(row), shapes))


def nest_rows(rows: Any, shape: tuple[int, ...]) -> Any:
    """Nest the rows of a field of this shape: six rows become two times three for (2, 3, 5)."""
    for length in shape[-2:0:-1]:
        rows = tuple(zip(*[iter(rows)] * length, strict=True))
    return rows


def make_slices(lengths: Iterable[int]) -> list[int | slice]:
    """Return slices for consecutive pieces of these lengths, or an index for length 0."""
    places: list[int | slice] = []
    at = 0
    for length in lengths:
        places.append(slice(at, at + length) if length else at)
        at += length or 1
    return places
