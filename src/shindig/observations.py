"""Observations of a seat in a hand, step by step, and the recorded steps from which they are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from .core.layout_and_views import CHANCE, Items, Records, copy_records
from .gamekit.game_spec import Game

SECRET = -1
"""Placeholder for another seat's secret action."""
GIVEN = -2
"""Placeholder for an order of chance."""
HandStep = int | Items
"""A step of a hand: an action, or an order of chance as it was given."""


@dataclass(frozen=True)
class Budget:
    """Limits for a bot's decision."""

    seconds: float = 0.03
    """Processor time in seconds."""
    iterations: int | None = None
    """Number of sampled worlds, instead of time if given. Equal views and seeds then give equal answers."""
    seed: int | None = None
    """Seed of all random choices in this decision, if given."""


@dataclass(frozen=True, eq=False)
class Observations:
    """Observation history of a seat: all it has seen in this hand, from before the first step until now."""

    views: Records
    """Blanked records, array[n + 1]: one before each of the n steps, and the current one."""
    actors: npt.NDArray[np.int8]
    """int8[n]: the seat that acted, or CHANCE."""
    actions: npt.NDArray[np.int32]
    """int32[n]: the action as this seat saw it, SECRET for another seat's secret, GIVEN for an order of chance."""

    @classmethod
    def from_view(cls, view: Records) -> Observations:
        """Make a history that holds only the current view."""
        return cls(view, np.empty(0, np.int8), np.empty(0, np.int32))

    def __len__(self) -> int:
        return len(self.actors)

    def tobytes(self) -> bytes:
        """Return the history as bytes. Two histories with equal bytes hold equal observations."""
        return self.views.tobytes() + self.actors.tobytes() + self.actions.tobytes()

    def take_until(self, step: int) -> Observations:
        """Return the observations before a step, without later ones."""
        return Observations(self.views[:step], self.actors[:step], self.actions[:step])

    def take_since(self, step: int) -> Observations:
        """Return the observations from a step on."""
        return Observations(self.views[step:], self.actors[step:], self.actions[step:])

    def append_later(self, later: Observations) -> Observations:
        """Append a later history, which begins where this one ends."""
        return Observations(
            join_records(self.views[:-1], later.views),
            np.concatenate([self.actors, later.actors]),
            np.concatenate([self.actions, later.actions]),
        )


def join_records(first: Records, later: Records) -> Records:
    """Concatenate records byte for byte. NumPy's own concatenation leaves the padding between fields undefined."""
    both: Records = np.frombuffer(bytearray(first.tobytes() + later.tobytes()), first.dtype)
    return both


class HandSteps:
    """Recorder of a match's steps since the hand began. It starts anew at the first step after a hand's end."""

    def __init__(self, game: Game, known: Mapping[int, Observations] | None = None) -> None:
        """Start to record, with `known` as the seats' histories if the hand is already under way."""
        self._game = game
        self._known = dict(known or {})
        self._first: Records | None = None
        self._steps: list[HandStep] = []
        self.ended = False
        """True if the latest step ended the hand."""
        self._begins = False

    def __len__(self) -> int:
        return max((len(one) for one in self._known.values()), default=0) + len(self._steps)

    @property
    def recorded_parts(self) -> tuple[Records | None, list[HandStep], dict[int, Observations]]:
        """The record before the first step, the steps, and the seats' earlier histories of the hand."""
        return self._first, self._steps, self._known

    def copy(self) -> HandSteps:
        """Copy the recorder, so that both can go on independently."""
        made = copy(self)
        made._steps, made._known = [*self._steps], {**self._known}
        return made

    def take_step(self, match: Records, step: HandStep) -> None:
        """Take a step in a match and record it."""
        if self._begins or self._first is None:
            self._known = {} if self._begins else self._known
            self._first, self._steps = copy_records(match), []
        take_step(self._game, match, 0, step)
        self._steps.append(step)
        ended = bool(self._game.rules.hand.ended(match[0]))
        self._begins, self.ended = ended and not self.ended, ended

    def make_history_reader(self, seat: int) -> Callable[[], Observations] | None:
        """Return a function that builds the seat's history up to now on demand, or None before the first step."""
        known = self._known.get(seat)
        if self._first is None:
            return None if known is None else partial(get_known, known)
        since = partial(replay_history, self._game, seat, self._first, self._steps, len(self._steps))
        return since if known is None else partial(extend_history, known, since)


def get_known(known: Observations) -> Observations:
    return known


def extend_history(known: Observations, since: Callable[[], Observations]) -> Observations:
    """Return an earlier history with what came since."""
    return known.append_later(since())


def replay_history(game: Game, seat: int, first: Records, steps: list[HandStep], count: int) -> Observations:
    """Replay the first `count` steps from a record and return them as a seat saw them."""
    records = np.zeros(count + 1, first.dtype)
    data = records.view(np.uint8).reshape(count + 1, -1)
    data[0] = first.view(np.uint8)
    actors, actions = np.empty(count, np.int8), np.empty(count, np.int32)
    for i, step in enumerate(steps[:count]):
        data[i + 1] = data[i]
        actors[i] = actor = int(records["actor"][i])
        actions[i] = get_seen_action(game, seat, actor, step)
        take_step(game, records, i + 1, step)
    return Observations(game.rules.layout.views(records, seat), actors, actions)


def get_seen_action(game: Game, seat: int, actor: int, step: HandStep) -> int:
    """Return a step as a seat sees it."""
    if not isinstance(step, int):
        return GIVEN
    return SECRET if actor not in (seat, CHANCE) and game.rules.secret(step) else step


def take_step(game: Game, matches: Records, i: int, step: HandStep) -> None:
    """Take a step in match `i` of a batch."""
    if isinstance(step, int):
        game.engine.apply(matches, i, step)
    else:
        game.engine.chance_order(matches, i, step)
