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
from ..games.layout import Field, Records, See
from .planes import Planes

DIGIT_BITS = 16
Observe = Literal["planes", "exact"]
"""What an environment shows: planes made for learning, or exact numbers."""


class Observation:
    """How the views of a game become vectors."""

    def __init__(self, game: Game) -> None:
        self.fields = [field for field in game.rules.layout.fields if field.see is not See.NOBODY]
        self.names = tuple(name for field in self.fields for name in names_of(field))
        """What each entry is: `chips[2]`, or `hand[3]` for an own row, with `.0`, `.1`, ... for digits."""
        self.size = len(self.names)

    def of(self, view: Records, seat: int) -> npt.NDArray[np.float32]:
        """float32[size] of a seat, from the seat's view or from a record, an array of one."""
        return np.concatenate([digits(own(view[field.name][0], field, seat)) for field in self.fields])


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


def own(values: npt.NDArray[np.integer], field: Field, seat: int) -> npt.NDArray[np.integer]:
    """A public field whole, the viewer's row of a private one."""
    return np.ravel(values[seat] if field.see is See.OWNER else values)


def count_digits(kind: str) -> int:
    return max(1, np.dtype(kind).itemsize * 8 // DIGIT_BITS)


def digits(values: npt.NDArray[np.integer]) -> npt.NDArray[np.float32]:
    """Entries of a flat array of integers, value after value."""
    count = count_digits(values.dtype.str)
    if count == 1:
        return values.astype(np.float32)
    parts = [values >> DIGIT_BITS * place for place in range(count)]
    low = (1 << DIGIT_BITS) - 1
    return np.stack([*(part & low for part in parts[:-1]), parts[-1]], axis=1).astype(np.float32).ravel()


def names_of(field: Field) -> list[str]:
    shape = field.shape[1:] if field.see is See.OWNER else field.shape
    places = [field.name + "".join(f"[{i}]" for i in index) for index in np.ndindex(shape)]
    count = count_digits(field.kind)
    return places if count == 1 else [f"{place}.{digit}" for place in places for digit in range(count)]
