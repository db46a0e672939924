"""Specification of a game's policies: the kernels over records from which its bots are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Items, Numbers, Ranges, Records, RecordType, Row, public

from ..picklable_game_parts import GamePart

Actors = npt.NDArray[np.int8]
"""int8[n]: the actor of each step of a history."""
Actions = npt.NDArray[np.int32]
"""int32[n]: the actions of a history, or actions to choose from."""
Generator = np.random.Generator
MOST_CHOICES = 64
"""Largest number of actions that a search compares."""


class NoBelief(Row):
    """Row without content, for games that need none."""

    nothing: int = public()


@kernel
def no_beliefs(_views: Records, _actors: Actors, _actions: Actions, _known: Row) -> bool:
    """Report that no worlds can be sampled, so that search answers as the policy does."""
    return False


@kernel
def no_world(
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
def no_exact_value(_known: Row, _matches: Records, _i: int, _seat: int) -> float:
    """Return NaN: the value is unknown, so the hand is played on."""
    return float(np.nan)


@kernel
def no_heuristic_value(_known: Row, _matches: Records, _i: int, _seat: int) -> float:
    """Return NaN: there is no learnt estimate, so the hand is played on."""
    return float(np.nan)


@kernel
def no_plan(
    _known: Row,
    _worlds: Records,
    _count: int,
    _choices: Actions,
    _values: Numbers,
    _ranges: Ranges,
    _rng: Generator,
) -> None:
    """Write nothing."""


@dataclass(frozen=True, eq=False)
class Plans:
    """Planning of the last choices of a hand: one plan for all worlds together, instead of single rollouts."""

    is_near: Callable[[Any], bool]
    """(m) -> True if the end is near enough."""
    plan: Callable[[Any, Any, int, Any, Any, Any, Any], None]
    """(known, worlds, count, choices, values, ranges, rng). Write to values[:count, 1:], float64, the actor's result of
    each choice in each of the first `count` records. The records after them are scratch memory."""
    max_worlds: int
    """Largest number of worlds."""
    records_per_world: int
    """Number of records needed per world."""


@dataclass(frozen=True, eq=False)
class PolicySpec(GamePart):
    """Kernels that a search calls. `m` is a record, `known` a row of the game's own, made once per decision."""

    policy: Callable[[Any, Any, Any], int]
    """(m, ranges, rng) -> a legal action of `m.actor`, from that seat's information alone."""
    opponent_policy: Callable[[Any, Any, Any], int] | None = None
    """Policy of the other seats in rollouts: what players mostly do; by default `policy`."""
    gentle: Callable[[Any, Any, Any], int] | None = None
    """Policy of a beginner, with a beginner's mistakes; without it no bot is gentle."""
    beliefs: RecordType = NoBelief
    """Class of the row in which `update_beliefs` stores knowledge, with any scratch memory that `sample_world` and
    `exact_value` need."""
    update_beliefs: Callable[[Any, Any, Any, Any], bool] = no_beliefs
    """(views, actors, actions, known) -> True if worlds can be sampled. Reads a history, once per decision."""
    sample_world: Callable[[Any, Any, Any, Any, Any, Any, Any, Any], float] = no_world
    """(known, views, actors, actions, worlds, i, ranges, rng) -> weight. Make record i a random full world that agrees
    with all observations. The weight is 0 on failure. Record i holds the last world before; record i + 1 is scratch
    memory."""
    candidate_actions: Callable[[Any, Any, Any, Any], int] | None = None
    """(m, ranges, rng, choices: int32[MOST_CHOICES]) -> count. Write the actions worth comparing, from the actor's
    information, the policy's first; by default all legal ones."""
    is_terminal: Callable[[Any], bool] | None = None
    """(m) -> True if the hand's value is final; by default when it has ended."""
    terminal_value: Callable[[Any, int], float] | None = None
    """(m, seat) -> value of a finished hand for a seat; by default its payoff."""
    exact_value: Callable[[Any, Any, int, int], float] = no_exact_value
    """(known, matches, i, seat) -> value of the unfinished hand of record i if it is known, else NaN: then it is played
    on. Records after i are scratch memory."""
    heuristic_value: Callable[[Any, Any, int, int], float] = no_heuristic_value
    """(known, matches, i, seat) -> learnt estimate of the hand's value, NaN if there is none. Only bots' decisions use
    it. In advice and reviews, hands are played to the end."""
    endgame_plans: Plans | None = None
    """Planning near the end of a hand, if bots choose differently there."""
    caution: float = 0.0
    """Standard errors by which an action must lead the policy's for a bot to take it."""
    depth: int = 0
    """Number of records that `exact_value` uses as scratch memory."""
    warm_up: str = ""
    """`module:function` that compiles further kernels that the game's bots call, if any."""


class CompiledPolicies(Protocol):
    """The functions of a `PolicySpec`, and `rollout` and `explore`, over arrays."""

    game: Any
    spec: PolicySpec
    known_type: np.dtype[Any]
    """Type of a row of beliefs."""
    ready: bool
    """True once they are compiled."""
    policy: Any
    gentle: Any
    candidate_actions: Any
    update_beliefs: Any
    sample_world: Any
    rollout: Any
    explore: Any

    def compile(self) -> None:
        """Load the compiled entry points from the cache, or compile them."""
        ...

    def scratch(self) -> tuple[Ranges, Items]: ...
