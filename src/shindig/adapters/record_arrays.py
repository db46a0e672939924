"""Structured arrays of declared records, and checks of a caller's own arrays."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from shindig.core.caches import RULE_PARTS, cached

from ..core.layout_and_views import Records, RecordType
from ..gamekit import GameError

Array = npt.NDArray[Any]
Shape = tuple[int, ...]


@cached(RULE_PARTS)
def make_record_dtype(kind: RecordType, parts: tuple[tuple[str, str, Shape], ...]) -> np.dtype[Any]:
    """Return the dtype of a kind of records whose fields have these types and shapes, cached.

    Compiled calls look up an array's type by the identity of its dtype. For another object they compare field by field.
    """
    return np.dtype((kind, np.dtype([*parts], align=True)))


def make_rows(kind: RecordType, count: int, shapes: Mapping[str, Shape]) -> Records:
    """Make `count` records of zeros, of which some fields have shapes."""
    parts = tuple((field.name, field.kind, shapes.get(field.name, ())) for field in kind.declared)
    return np.zeros(count, make_record_dtype(kind, parts))


def make_row(kind: RecordType, values: Mapping[str, Array]) -> Records:
    """Make a record whose fields have the shapes of their values, array[1]."""
    row = make_rows(kind, 1, {name: value.shape for name, value in values.items()})
    for name, one in values.items():
        row[name] = one
    return row


def fit_array(name: str, given: Array | None, shape: tuple[int, ...], kind: str) -> Array:
    """Return the caller's array if its type and shape fit, or a new one if there is none. Raises GameError."""
    if given is None:
        return np.zeros(shape, kind)
    if not isinstance(given, np.ndarray):
        raise GameError(f"{name} is an array that is written in place, not a {type(given).__name__}")
    fits = given.shape == shape and given.dtype == np.dtype(kind)
    if not (fits and given.flags.c_contiguous and given.flags.writeable):
        raise GameError(
            f"{name} is {np.dtype(kind)}{list(shape)}, in rows, to be written; not {given.dtype}{list(given.shape)}"
        )
    return given


def refuse_shared(arrays: Mapping[str, Array]) -> None:
    """Raise GameError if two arrays share memory, since one would overwrite the other."""
    for (one, first), (other, second) in combinations(arrays.items(), 2):
        if np.may_share_memory(first, second):
            raise GameError(f"{one} and {other} share memory: each needs an array of its own")


def name_arrays(given: Mapping[str, Array] | None) -> dict[str, Array]:
    """Return a caller's arrays by name. Raises GameError if they have no names."""
    if not isinstance(given, Mapping | None):
        raise GameError(f"out has arrays by name, as {{'mask': ...}}, not a {type(given).__name__}")
    return dict(given or {})
