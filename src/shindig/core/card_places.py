"""Places of cards in a record: the meaning of card fields, read and counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .record_fields import ALL_BITS as ALL_BITS
from .record_fields import UNKNOWN, Field, Records
from .record_fields import Cards as Cards
from .record_fields import list_set_cards as list_set_cards

Counts = npt.NDArray[np.int8]
"""int8[..., places, kinds]: number of cards of each kind in each place."""


class CardPlace(NamedTuple):
    """A place of cards: the numbers of a field with one first index, or a single number."""

    field: Field
    row: int

    @property
    def viewer(self) -> int:
        """Viewer who sees it, as a value of `viewer`: a seat, everybody (ONLOOKER), or only the REFEREE."""
        return self.row if self.field.see.value == "owner" else {"all": -1, "nobody": -2}[self.field.see.value]

    def __str__(self) -> str:
        return f"{self.field.name}[{self.row}]" if self.field.shape else self.field.name


@dataclass(frozen=True)
class CardPlaces:
    """All places of a record for cards of one order, field after field."""

    fields: tuple[Field, ...]

    @cached_property
    def all(self) -> tuple[CardPlace, ...]:
        """The places in counting order."""
        return tuple(CardPlace(field, row) for field in self.fields for row in range(count_places(field)))

    @cached_property
    def _first(self) -> dict[str, int]:
        """Number of each field's first place."""
        ends = np.cumsum([count_places(field) for field in self.fields]).tolist()
        return {field.name: end - count_places(field) for field, end in zip(self.fields, ends, strict=True)}

    @cached_property
    def _single(self) -> list[Field]:
        """Fields in which a number is a card."""
        return [field for field in self.fields if field.cards and not field.cards.bits and not field.cards.sets]

    @cached_property
    def _sets(self) -> list[Field]:
        """Fields in which a number is a set of cards."""
        return [field for field in self.fields if field not in self._single]

    @cached_property
    def _at(self) -> npt.NDArray[np.int64]:
        """int64[cells of the single-card fields]: the place of each."""
        spread = [
            np.repeat(self._first[f.name] + np.arange(count_places(f)), count_place_numbers(f)) for f in self._single
        ]
        return np.concatenate([np.empty(0, np.int64), *spread])

    def count_cards(self, matches: Records, kinds: int) -> Counts:
        """Count int8[n, places, kinds] in n records or views; cards that a viewer may not see do not count."""
        counts = self._count_single(matches, kinds)
        for field in self._sets:
            first = self._first[field.name]
            self._add(matches, field, counts[:, first : first + count_places(field)])
        return counts

    def update_counts(self, counts: Counts, before: Records, after: Records) -> Counts:
        """Update int8[places, kinds] of one record after a step. Returns `counts` itself if nothing has changed."""
        found = counts
        for part, first in self._parts:
            name = part.fields[0].name
            if before[name].tobytes() != after[name].tobytes():
                found = counts.copy() if found is counts else found
                found[first : first + len(part.all)] = part.count_cards(after, counts.shape[1])[0]
        return found

    @cached_property
    def _parts(self) -> list[tuple[CardPlaces, int]]:
        """Each field alone, with the number of its first place."""
        return [(CardPlaces((field,)), self._first[field.name]) for field in self.fields]

    def _count_single(self, matches: Records, kinds: int) -> Counts:
        count, places = len(matches), len(self.all)
        cells = [matches[field.name].reshape(count, -1) for field in self._single]
        if not cells:
            return np.zeros((count, places, kinds), np.int8)
        numbers = np.concatenate(cells, axis=1)
        lies = (numbers >= 0) & (numbers < kinds)
        bins = (np.arange(count)[:, None] * places + self._at) * kinds + numbers
        found = np.bincount(bins[lies], minlength=count * places * kinds)
        return found.astype(np.int8).reshape(count, places, kinds)

    def _add(self, matches: Records, field: Field, counts: Counts) -> None:
        """Add the sets of cards of a field to the counts of its places."""
        assert field.cards is not None
        numbers = matches[field.name].reshape(len(matches), count_places(field), -1)
        if field.cards.bits:
            span = np.arange(min(8 * numbers.dtype.itemsize, counts.shape[2] - field.cards.first), dtype=numbers.dtype)
            bits = (numbers[..., None] >> span & 1) * (numbers != UNKNOWN)[..., None]
            counts[:, :, field.cards.first : field.cards.first + len(span)] += bits.sum(2, dtype=np.int8)
            return
        for one, row, column in np.argwhere(numbers != UNKNOWN).tolist():
            for card in field.cards.list_cards(matches[one], int(numbers[one, row, column])):
                counts[one, row, card] += 1

    def view_cells(self, matches: Records, place: int) -> npt.NDArray[Any]:
        """Return a writable view of the numbers of a place, one row per record."""
        field, row = self.all[place]
        return matches[field.name].reshape(len(matches), count_places(field), -1)[:, row]


def count_places(field: Field) -> int:
    """Return the number of places of a field."""
    return field.shape[0] if field.shape else 1


def count_place_numbers(field: Field) -> int:
    """Return the count of numbers in each place of a field."""
    return prod(field.shape[1:])
