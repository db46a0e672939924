"""What a seat knows, as a flat vector of one length: float32[size].

The vector holds, field after field in the order of the game's layout, what a view can show: every public field whole,
of every private field the viewer's own row. Hidden fields and other seats' rows are left out; they would be blank.
A value of one or two bytes takes one entry. Wider ones (money, sets of cards as bits) take one entry for every two
bytes: digits to the base 65,536, the lowest first and only the highest with a sign, so that every bit survives in a
float32.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..games import Game, GameError
from ..games.kernels import compiled, kernel
from ..games.layout import Field, Records, See
from .entries import Bytes, Codes, read
from .planes import Planes

DIGIT_BITS, DIGIT_BYTES = 16, 2
Observe = Literal["planes", "exact"]
"""What an environment shows: planes made for learning, or exact numbers."""


OFFSET, SIZE, CELLS, DIGITS, OWN, SIGNED = range(6)
"""Columns of a code: CELLS numbers of SIZE bytes from byte OFFSET on, each written as so many digits; whether the rows
are the seats', and whether numbers have a sign."""


@kernel
def write_exact(row: Bytes, seat: int, codes: Codes, vector: npt.NDArray[np.float32]) -> None:
    """Write float32[size] from the bytes of a record, for a seat."""
    at = 0
    for code in codes:
        first = code[OFFSET] + (code[CELLS] * code[SIZE] * seat if code[OWN] else 0)
        for cell in range(code[CELLS]):
            place = first + cell * code[SIZE]
            for digit in range(code[DIGITS] - 1):
                vector[at] = read(row, place + digit * DIGIT_BYTES, DIGIT_BYTES) & (1 << DIGIT_BITS) - 1
                at += 1
            left = code[SIZE] - (code[DIGITS] - 1) * DIGIT_BYTES
            value = read(row, place + code[SIZE] - left, left)
            vector[at] = value if code[SIGNED] else value & (1 << 8 * left) - 1
            at += 1


class Observation:
    """How the views of a game become vectors."""

    def __init__(self, game: Game) -> None:
        self.fields = [field for field in game.rules.layout.fields if field.see is not See.NOBODY]
        self.names = tuple(name for field in self.fields for name in names_of(field))
        """What each entry is: `chips[2]`, or `hand[3]` for an own row, with `.0`, `.1`, ... for digits."""
        self.size = len(self.names)
        offsets: Any = game.rules.layout.dtype.fields
        self._codes = np.array([code_of(field, offsets[field.name][1]) for field in self.fields], np.int32)

    def of(self, view: Records, seat: int) -> npt.NDArray[np.float32]:
        """float32[size] of a seat, from the seat's view or from a record, an array of one."""
        vector = np.empty(self.size, np.float32)
        self.write(np.ascontiguousarray(view).view(np.int8), seat, vector)
        return vector

    def write(self, row: Bytes, seat: int, vector: npt.NDArray[np.float32]) -> None:
        """The same from its bytes, into a vector."""
        compiled(write_exact)(row, seat, self._codes, vector)


Observer = Observation | Planes


def observer(game: Game, fresh: Records, observe: str) -> Observer:
    """What makes vectors of the views of a match. Raises GameError for what is neither `planes` nor `exact`."""
    if observe not in get_args(Observe):
        raise GameError(f"observe is planes or exact, not {observe!r}")
    return Planes(game, fresh) if observe == "planes" else Observation(game)


def space_of(made: Observer, more: int = 0) -> spaces.Space[Any]:
    """The space of its vectors, with so many entries more."""
    bound = 1.0 if isinstance(made, Planes) else np.inf
    return spaces.Box(-bound, bound, (made.size + more,), np.float32)


def count_digits(kind: str) -> int:
    return max(1, np.dtype(kind).itemsize // DIGIT_BYTES)


def code_of(field: Field, offset: int) -> tuple[int, ...]:
    """The row of the table of codes."""
    own, kind = field.see is See.OWNER, np.dtype(field.kind)
    cells = int(np.prod(field.shape[1:] if own else field.shape, dtype=int))
    return offset, kind.itemsize, cells, count_digits(field.kind), own, kind.kind == "i"


def names_of(field: Field) -> list[str]:
    shape = field.shape[1:] if field.see is See.OWNER else field.shape
    places = [field.name + "".join(f"[{i}]" for i in index) for index in np.ndindex(shape)]
    count = count_digits(field.kind)
    return places if count == 1 else [f"{place}.{digit}" for place in places for digit in range(count)]
