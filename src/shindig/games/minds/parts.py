"""The parts of a game from which its bots are made: kernels over records, as its rules are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..kernels import kernel
from ..layout import Numbers, Ranges, Records, RecordType, Row, public

Actors = npt.NDArray[np.int8]
"""int8[n]: who took each step of a history."""
Actions = npt.NDArray[np.int32]
"""int32[n]: the actions of a history, or actions to choose from."""
Generator = np.random.Generator
MOST_CHOICES = 64
"""The most actions that a search compares."""


class Nothing(Row):
    """A row for those who keep nothing."""

    nothing: int = public()


@kernel
def learns_nothing(_views: Records, _actors: Actors, _actions: Actions, _known: Row) -> bool:
    """No worlds can be dealt: search answers as the policy does."""
    return False


@kernel
def deals_nothing(
    _known: Row,
    _views: Records,
    _actors: Actors,
    _actions: Actions,
    _worlds: Records,
    _i: int,
    _ranges: Ranges,
    _rng: Generator,
) -> float:
    return 0.0


@kernel
def no_leaf(_known: Row, _matches: Records, _i: int, _seat: int) -> float:
    """Nothing is known of how it will end: play on."""
    return float(np.nan)


@kernel
def no_guess(_known: Row, _matches: Records, _i: int, _seat: int) -> float:
    """Nothing is learnt of how it may end: play on."""
    return float(np.nan)


@kernel
def plans_nothing(
    _known: Row,
    _worlds: Records,
    _count: int,
    _choices: Actions,
    _values: Numbers,
    _ranges: Ranges,
    _rng: Generator,
) -> None:
    """No plans are made."""


@dataclass(frozen=True, eq=False)
class Plans:
    """How the last choices of a hand are made: by one plan for all worlds at once, in place of worlds one by one."""

    near: Callable[[Any], bool]
    """(m) -> whether the end is near enough."""
    plan: Callable[[Any, Any, int, Any, Any, Any, Any], None]
    """(known, worlds, count, choices, values, ranges, rng). Write to values[:count, 1:], float64, what each choice of
    the actor brings it in each of the first `count` records. It works in the records after them."""
    most: int
    """The most worlds."""
    room: int
    """How many records are needed for each."""


@dataclass(frozen=True, eq=False)
class Minds:
    """Kernels that a search calls. `m` is a record, `known` a row of the game's own, made once a decision."""

    policy: Callable[[Any, Any, Any], int]
    """(m, ranges, rng) -> a legal action of `m.actor`, from what that seat may know alone."""
    others: Callable[[Any, Any, Any], int] | None = None
    """The same for the other seats, where a hand is played on: what players mostly do; by default the policy."""
    gentle: Callable[[Any, Any, Any], int] | None = None
    """The same for a beginner, who makes a beginner's mistakes; where there is none, no bot is gentle."""
    knows: RecordType = Nothing
    """The row in which `learn` keeps what a history tells, with whatever room `deal` and `leaf` need."""
    learn: Callable[[Any, Any, Any, Any], bool] = learns_nothing
    """(views, actors, actions, known) -> whether worlds can be dealt: read a history, once a decision."""
    deal: Callable[[Any, Any, Any, Any, Any, Any, Any, Any], float] = deals_nothing
    """(known, views, actors, actions, worlds, i, ranges, rng) -> weight. Make record i a world: whole, at random, in
    agreement with all that was seen. Its weight; 0 where that failed. It finds there what it made last, and may work in
    record i + 1."""
    choose: Callable[[Any, Any, Any, Any], int] | None = None
    """(m, ranges, rng, choices: int32[MOST_CHOICES]) -> count. Write the actions worth comparing, from what the actor
    may know, the policy's first; by default all that are legal."""
    settled: Callable[[Any], bool] | None = None
    """(m) -> whether the hand's value stands; by default where it has ended."""
    value: Callable[[Any, int], float] | None = None
    """(m, seat) -> what a settled hand is worth to a seat; by default its payoff."""
    leaf: Callable[[Any, Any, int, int], float] = no_leaf
    """(known, matches, i, seat) -> what the unsettled hand of record i is worth where that is known, else NaN: then it
    is played on. Records after i are free to work in."""
    guess: Callable[[Any, Any, int, int], float] = no_guess
    """The same of what it is likely to be worth, learnt: NaN until that can be told. Only where a bot decides is this
    asked; what people are told of is played on to the end."""
    plans: Plans | None = None
    """How bots choose near the end, where that is not as ever."""
    depth: int = 0
    """How many records `leaf` works in."""
    warm: str = ""
    """`module:function` that compiles what else the game's bots call, where there is something."""
