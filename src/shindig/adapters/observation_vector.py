"""A seat's observation as a flat vector of fixed length: float32[size].

The vector holds every public field whole, and the viewer's own row of every private field, in the order of the game's
layout. Hidden fields and other seats' rows are left out, since they are blank in a view. A value of one or two bytes
takes one entry. A wider one (money, sets of cards as bits) takes one entry for every two bytes: digits to the base
65,536, the lowest first. Only the highest digit has a sign, so every bit survives in a float32.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..core.kernel_compiler import compile_kernel, kernel
from ..core.record_layout import Field, Records, See
from ..gamekit import Game, GameError
from .observation_planes import Planes
from .plane_kernels import Bytes, Codes, read_number

DIGIT_BITS, DIGIT_BYTES = 16, 2
Observe = Literal["planes", "exact"]
"""Kinds of observations: planes made for learning, or exact numbers."""


OFFSET, SIZE, CELLS, DIGITS, OWN, SIGNED = range(6)
"""Columns of a code: CELLS numbers of SIZE bytes, from byte OFFSET on, each written as DIGITS digits. OWN is 1 if the
rows belong to the seats, SIGNED if numbers have a sign."""


@kernel
def write_exact(row: Bytes, seat: int, codes: Codes, vector: npt.NDArray[np.float32]) -> None:
    """Write float32[size] from the bytes of a record, for a seat."""
    at = 0
    for code in codes:
        first = code[OFFSET] + (code[CELLS] * code[SIZE] * seat if code[OWN] else 0)
        for cell in range(code[CELLS]):
            place = first + cell * code[SIZE]
            for digit in range(code[DIGITS] - 1):
                vector[at] = read_number(row, place + digit * DIGIT_BYTES, DIGIT_BYTES) & (1 << DIGIT_BITS) - 1
                at += 1
            left = code[SIZE] - (code[DIGITS] - 1) * DIGIT_BYTES
            value = read_number(row, place + code[SIZE] - left, left)
            vector[at] = value if code[SIGNED] else value & (1 << 8 * left) - 1
            at += 1


class Observation:
    """Encoder of a game's views into vectors."""

    def __init__(self, game: Game) -> None:
        self.fields = [field for field in game.rules.layout.fields if field.see is not See.NOBODY]
        self.names = tuple(name for field in self.fields for name in list_names(field))
        """Name of each entry: `chips[2]`, or `hand[3]` for an own row, with `.0`, `.1`, ... for digits."""
        self.size = len(self.names)
        offsets: Any = game.rules.layout.dtype.fields
        self._codes = np.array([make_code_row(field, offsets[field.name][1]) for field in self.fields], np.int32)

    def of(self, view: Records, seat: int) -> npt.NDArray[np.float32]:
        """Return float32[size] for a seat, from the seat's view or from a record, array[1]."""
        vector = np.empty(self.size, np.float32)
        self.write(np.ascontiguousarray(view).view(np.int8), seat, vector)
        return vector

    def write(self, row: Bytes, seat: int, vector: npt.NDArray[np.float32]) -> None:
        """Write the vector of a seat from a record's bytes."""
        compile_kernel(write_exact)(row, seat, self._codes, vector)


Observer = Observation | Planes


def make_observer(game: Game, fresh: Records, observe: str) -> Observer:
    """Make an encoder for the views of a match. Raises GameError unless `observe` is `planes` or `exact`."""
    if observe not in get_args(Observe):
        raise GameError(f"observe is planes or exact, not {observe!r}")
    return Planes(game, fresh) if observe == "planes" else Observation(game)


def make_space(made: Observer, more: int = 0) -> spaces.Space[Any]:
    """Return the space of an encoder's vectors, with `more` additional entries."""
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
