"""A seat's observation as a flat vector of fixed length: float32[size].

The vector holds every public field whole, and the viewer's own row of every private field, in the order of the game's
layout. Hidden fields and other seats' rows are left out, since they are blank in a view. A value of one or two bytes
takes one entry. A wider one (money, sets of cards as bits) takes one entry for every two bytes: digits to the base
65,536, the lowest first. Only the highest digit has a sign, so every bit survives in a float32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from ..core.kernel_compiler import compile_kernel
from ..core.layout_and_views import Field, Records, See
from ..gamekit import Game, GameError
from .observation_planes import Planes
from .observation_vector_kernels import DIGIT_BYTES, write_exact
from .plane_kernels import Bytes

if TYPE_CHECKING:
    from gymnasium import spaces

Observe = Literal["planes", "exact"]
"""Kinds of observations: planes made for learning, or exact numbers."""


class Observation:
    """Encoder of a game's views into vectors."""

    def __init__(self, game: Game) -> None:
        self.fields = [field for field in game.rules.layout.fields if field.see is not See.NOBODY]
        self.names = tuple(name for field in self.fields for name in list_names(field))
        """Name of each entry: `chips[2]`, or `hand[3]` for an own row, with `.0`, `.1`, ... for digits."""
        self.size = len(self.names)
        offsets: Any = game.rules.layout.dtype.fields
        self.codes = np.array([make_code_row(field, offsets[field.name][1]) for field in self.fields], np.int32)

    def of(self, view: Records, seat: int) -> npt.NDArray[np.float32]:
        """Return float32[size] for a seat, from the seat's view or from a record, array[1]."""
        vector = np.empty(self.size, np.float32)
        self.write(np.ascontiguousarray(view).view(np.int8), seat, vector)
        return vector

    def write(self, row: Bytes, seat: int, vector: npt.NDArray[np.float32]) -> None:
        """Write the vector of a seat from a record's bytes."""
        compile_kernel(write_exact)(row, seat, self.codes, vector)


Observer = Observation | Planes


def make_observer(game: Game, fresh: Records, observe: str) -> Observer:
    """Make an encoder for the views of a match. Raises GameError unless `observe` is `planes` or `exact`."""
    if observe not in get_args(Observe):
        raise GameError(f"observe is planes or exact, not {observe!r}")
    return Planes(game, fresh) if observe == "planes" else Observation(game)


def make_space(made: Observer, more: int = 0) -> spaces.Space[Any]:
    """Return the space of an encoder's vectors, with `more` additional entries."""
    from gymnasium import spaces

    bound = 1.0 if isinstance(made, Planes) else np.inf
    return spaces.Box(-bound, bound, (made.size + more,), np.float32)


def count_digits(kind: str) -> int:
    return max(1, np.dtype(kind).itemsize // DIGIT_BYTES)


def make_code_row(field: Field, offset: int) -> tuple[int, ...]:
    """Return the row for the table of codes."""
    own, kind = field.see is See.OWNER, np.dtype(field.kind)
    cells = int(np.prod(field.shape[1:] if own else field.shape, dtype=int))
    return offset, kind.itemsize, cells, count_digits(field.kind), own, kind.kind == "i"


def list_names(field: Field) -> list[str]:
    shape = field.shape[1:] if field.see is See.OWNER else field.shape
    places = [field.name + "".join(f"[{i}]" for i in index) for index in np.ndindex(shape)]
    count = count_digits(field.kind)
    return places if count == 1 else [f"{place}.{digit}" for place in places for digit in range(count)]
