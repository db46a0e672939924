"""Observation vectors for learning: 0/1 planes and numbers from -1 to 1, with seats counted from the observer.

A table of codes describes how each field of the layout is written. It refers only to public fields and the observer's
own rows; nothing else is read. `docs/train-a-bot.md` explains each kind of entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import numpy as np

from ..core.card_places import Cards
from ..core.kernel_compiler import compile_kernel
from ..core.layout_and_views import Field, Layout, Records, See
from ..gamekit import Game
from .plane_kernels import (
    BY_OWNER,
    BY_PLACE,
    BY_SEAT,
    BY_SEATS,
    CARDS,
    DIGIT_BITS,
    LISTED,
    NUMBER,
    OBSERVER,
    ONE_OF,
    SEAT,
    SEATS,
    SET,
    Planes32,
    write_many,
)

PHASES = 16
"""Number of phases with a plane of their own."""
FEW = 8
"""Largest number of cards in a row with planes for each card; longer rows become one set."""


class Planes:
    """Encoder of views into vectors: float32[size], each entry from -1 to 1."""

    def __init__(self, game: Game, fresh: Records) -> None:
        """Build the table of codes from `fresh`, a match of shape (1,) with the options and the number of players."""
        self.game, self.fresh, self.players = game, fresh, int(fresh["seats"][0])
        self.names: tuple[str, ...] = ()
        """Name of each entry: `chips[me]`, `hand[me] has ...`, `dealer is me+1`."""
        codes: list[list[int]] = []
        lists: list[int] = []
        for one in self._codes(game.rules.layout):
            codes.append(one.to_table_row(len(self.names), len(lists)))
            lists += [number + len(lists) * (j < one.starts) for j, number in enumerate(one.lists)]
            self.names += tuple(one.names())
        self.codes, self.lists = np.array(codes, np.int32), np.array(lists or [0], np.int32)
        self.size = len(self.names)

    def of(self, match: Records, seat: int) -> Planes32:
        """Return float32[size] for a seat, from a record or from the seat's view, shape (1,)."""
        planes = np.empty((1, self.size), np.float32)
        row = np.frombuffer(bytearray(match.tobytes()), np.int8)[None]
        compile_kernel(write_many)(row, 0, 1, np.array([seat], np.int8), self.players, self.codes, self.lists, planes)
        found: Planes32 = planes[0]
        return found

    def _codes(self, layout: Layout) -> Iterator[Code]:
        for one in layout.fields:
            if one.see is not See.NOBODY:
                offset = layout.dtype.fields[one.name][1]  # type: ignore[index]
                yield from self._of_field(Source(one, offset, self.players))

    def _of_field(self, source: Source) -> Iterator[Code]:
        one = source.field
        if one.name == "viewer":
            seats = [f"I am seat {seat}" for seat in range(self.players)]
            yield Code(replace(source, offset=OBSERVER), ONE_OF, seats)
            return
        if one.name == "phase":
            yield Code(source, ONE_OF, [f"{{}} is {phase}" for phase in range(PHASES)])
        if one.stands == "seat":
            yield Code(
                source, SEAT, [*(f"{{}} is {seat}" for seat in list_relative_seats(self.players)), "{} is nobody"]
            )
            return
        if one.stands == "seats":
            bits = min(DIGIT_BITS, 8 * source.size)
            seats = [*list_relative_seats(self.players), *(f"bit {bit}" for bit in range(self.players, bits))]
            yield Code(source, SEATS, [f"{{}} has {seat}" for seat in seats])
            return
        if one.cards:
            yield from self._of_cards(source, one.cards)
        if not (one.cards and one.cards.bits):
            yield make_number_code(source)

    def _of_cards(self, source: Source, cards: Cards) -> Iterator[Code]:
        codes = self.game.item_codes(self.fresh[0], self.game.rules.orders.index(cards.of))
        if cards.bits:
            held = codes[cards.first : cards.first + 8 * source.size]
            yield Code(source, SET, [*(f"{{}} has {code}" for code in held), "{} is unknown"], len(held))
        elif cards.sets:
            lists = list(list_listed_cards(cards, self.fresh[0], source.size))
            yield Code.from_lists(source, LISTED, [f"{{}} has {code}" for code in codes], lists)
        elif source.cells == 1:
            yield Code(source, ONE_OF, [f"{{}} is {code}" for code in codes])
        else:
            yield self._of_copies(source, codes)

    def _of_copies(self, source: Source, codes: Iterable[str]) -> Code:
        deck = next((deck for deck in self.game.table.decks if tuple(deck.codes) == tuple(codes)), None)
        copies = deck.copies if deck else [1] * len(tuple(codes))
        names = [
            f"{{}} has {code}" + (f" x{copy + 1}" if copy else "")
            for code, many in zip(codes, copies, strict=True)
            for copy in range(many)
        ]
        ends = np.cumsum([0, *copies]).tolist()
        return Code(source, CARDS, names, len(copies), ends)


@dataclass(frozen=True)
class Source:
    """A field as an observer reads it."""

    field: Field
    offset: int
    players: int

    @property
    def size(self) -> int:
        return np.dtype(self.field.kind).itemsize

    @property
    def by(self) -> int:
        if self.field.see is See.OWNER:
            return BY_OWNER
        return {"seat": BY_SEAT, "seats": BY_SEATS}.get(self.field.by, BY_PLACE)

    @property
    def heap(self) -> bool:
        """True if the field is one row of many cards."""
        shape = self.field.shape
        return bool(self.field.cards and len(shape) == 1 and shape[0] > FEW)

    @property
    def rows(self) -> int:
        shape = () if self.heap else self.field.shape
        most = {BY_OWNER: 1, BY_SEAT: self.players, BY_SEATS: 1 << self.players}
        return most.get(self.by, shape[0] if shape else 1)

    @property
    def cells(self) -> int:
        return int(np.prod(self.inner, dtype=int))

    @property
    def inner(self) -> tuple[int, ...]:
        """Shape of a row."""
        return self.field.shape if self.heap else self.field.shape[1:]

    def row_names(self) -> list[str]:
        name, seats = self.field.name, list_relative_seats(self.players)
        if self.by == BY_OWNER:
            return [f"{name}[me]"]
        if self.heap or not self.field.shape:
            return [name]
        if self.by == BY_SEAT:
            return [f"{name}[{seat}]" for seat in seats]
        if self.by == BY_SEATS:
            sets = ([seat for at, seat in enumerate(seats) if bits >> at & 1] for bits in range(self.rows))
            return [f"{name}[{' '.join(found)}]" for found in sets]
        return [f"{name}[{place}]" for place in range(self.rows)]

    def cell_names(self, row: str) -> list[str]:
        return [row + "".join(f"[{i}]" for i in index) for index in np.ndindex(self.inner)]


@dataclass(frozen=True)
class Code:
    """Encoding of a field: the names of the entries of each cell, or of each row for cards as sets."""

    source: Source
    kind: int
    each: list[str]
    count: int = 0
    lists: list[int] = field(default_factory=list)
    starts: int = 0
    """Number of leading entries in `lists` that are positions within it."""

    @classmethod
    def from_lists(cls, source: Source, kind: int, each: list[str], lists: list[list[int]]) -> Code:
        ends = np.cumsum([len(lists) + 1, *(len(one) for one in lists)]).tolist()
        return cls(source, kind, each, len(lists), [*ends, *(card for one in lists for card in one)], len(ends))

    @property
    def _by_row(self) -> bool:
        return self.kind in (CARDS, LISTED)

    def to_table_row(self, at: int, argument: int) -> list[int]:
        """Return the row for the table of codes."""
        one = self.source
        each = 0 if self._by_row else len(self.each)
        width = len(self.each) if self._by_row else one.cells * each
        many = self.count or len(self.each)
        whole = one.by == BY_PLACE and not self._by_row
        rows, cells = (1, one.rows * one.cells) if whole else (one.rows, one.cells)
        return [self.kind, one.offset, one.size, rows, cells, one.by, at, width, each, argument, many]

    def names(self) -> Iterator[str]:
        """Yield the name of every entry."""
        for row in self.source.row_names():
            for cell in [row] if self._by_row else self.source.cell_names(row):
                yield from (name.format(cell) for name in self.each)


def make_number_code(source: Source) -> Code:
    """Make the code of a scaled number; a wide one also has all its digits to the base 65,536."""
    digits = source.size * 8 // DIGIT_BITS if source.size > 2 else 0
    return Code(source, NUMBER, ["{}", *(f"{{}} digit {digit}" for digit in range(digits))])


def list_relative_seats(players: int) -> list[str]:
    """Return the seats as an observer counts them: `me`, `me+1`, ..."""
    return ["me", *(f"me+{seat}" for seat in range(1, players))]


def list_listed_cards(cards: Cards, m: Any, size: int) -> Iterator[list[int]]:
    """Yield the cards that 0, 1, 2, ... stand for, up to the first number that stands for nothing."""
    for one in count():
        try:
            yield list(cards.list_cards(m, one))
        except (IndexError, KeyError):
            return
        if one == (1 << 8 * size - 1) - 1:
            return
