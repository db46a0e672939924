"""What a seat has seen in a hand, step by step; and the steps of the hand, from which that is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from .games.game import Game
from .games.layout import CHANCE, Items, Records, snapshot

SECRET = -1
"""Stands for another seat's secret action."""
GIVEN = -2
"""Stands for an order of chance."""
HandStep = int | Items
"""An action, or an order as it was given."""


@dataclass(frozen=True)
class Budget:
    """What a bot may spend on a decision."""

    seconds: float = 0.03
    """Of processor time."""
    iterations: int | None = None
    """Sampled worlds instead of time, where it is given: then equal views and seeds give equal answers."""
    seed: int | None = None
    """Where it is given, all the chance that a bot has for this decision."""


@dataclass(frozen=True, eq=False)
class History:
    """What a seat has seen in this hand, from before its first step until now."""

    views: Records
    """Its blanked records, array[n + 1]: before each of the n steps, and now."""
    actors: npt.NDArray[np.int8]
    """int8[n]: the seat that acted, or CHANCE."""
    actions: npt.NDArray[np.int32]
    """int32[n]: the action as this seat saw it, SECRET for another's secret, GIVEN for an order of chance."""

    @classmethod
    def of(cls, view: Records) -> History:
        """Of somebody who has seen this moment alone."""
        return cls(view, np.empty(0, np.int8), np.empty(0, np.int32))

    def __len__(self) -> int:
        return len(self.actors)

    def tobytes(self) -> bytes:
        """The history as bytes: two with the same bytes tell the same."""
        return self.views.tobytes() + self.actors.tobytes() + self.actions.tobytes()

    def until(self, step: int) -> History:
        """What was seen up to a step, and nothing after it."""
        return History(self.views[:step], self.actors[:step], self.actions[:step])

    def since(self, step: int) -> History:
        """What was seen from a step on."""
        return History(self.views[step:], self.actors[step:], self.actions[step:])

    def then(self, later: History) -> History:
        """What was seen since then too: `later` begins where this ends."""
        return History(
            joined(self.views[:-1], later.views),
            np.concatenate([self.actors, later.actors]),
            np.concatenate([self.actions, later.actions]),
        )


def joined(first: Records, later: Records) -> Records:
    """Records behind each other, byte for byte: NumPy leaves what it likes between the fields of what it joins."""
    both: Records = np.frombuffer(bytearray(first.tobytes() + later.tobytes()), first.dtype)
    return both


class Trail:
    """The steps of a match since its hand began: with the first one after the last hand's end."""

    def __init__(self, game: Game, known: Mapping[int, History] | None = None) -> None:
        """`known` is what seats had seen of the hand, where it goes on from the midst of one."""
        self._game = game
        self._known = dict(known or {})
        self._first: Records | None = None
        self._steps: list[HandStep] = []
        self.ended = False
        """Whether the hand ended with the latest step."""
        self._begins = False

    def __len__(self) -> int:
        return max((len(one) for one in self._known.values()), default=0) + len(self._steps)

    @property
    def whole(self) -> tuple[Records | None, list[HandStep], dict[int, History]]:
        """The record before the first step, the steps, and what seats had seen of the hand before."""
        return self._first, self._steps, self._known

    def copy(self) -> Trail:
        """The same steps, to be followed by others."""
        made = copy(self)
        made._steps, made._known = [*self._steps], {**self._known}
        return made

    def take(self, match: Records, step: HandStep) -> None:
        """Take a step in a match, and remember it."""
        if self._begins or self._first is None:
            self._known = {} if self._begins else self._known
            self._first, self._steps = snapshot(match), []
        play(self._game, match, 0, step)
        self._steps.append(step)
        ended = bool(self._game.rules.hand.ended(match[0]))
        self._begins, self.ended = ended and not self.ended, ended

    def seen_by(self, seat: int) -> Callable[[], History] | None:
        """What makes the history of a seat up to now, whenever it is asked for; None before the first step."""
        known = self._known.get(seat)
        if self._first is None:
            return None if known is None else lambda: known
        since = partial(seen, self._game, seat, self._first, self._steps, len(self._steps))
        return since if known is None else lambda: known.then(since())


def seen(game: Game, seat: int, first: Records, steps: list[HandStep], count: int) -> History:
    """The first `count` steps from a record on, as a seat saw them."""
    records = np.zeros(count + 1, first.dtype)
    data = records.view(np.uint8).reshape(count + 1, -1)
    data[0] = first.view(np.uint8)
    actors, actions = np.empty(count, np.int8), np.empty(count, np.int32)
    for i, step in enumerate(steps[:count]):
        data[i + 1] = data[i]
        actors[i] = actor = int(records["actor"][i])
        actions[i] = seen_step(game, seat, actor, step)
        play(game, records, i + 1, step)
    return History(game.rules.layout.views(records, seat), actors, actions)


def seen_step(game: Game, seat: int, actor: int, step: HandStep) -> int:
    """A step as a seat sees it."""
    if not isinstance(step, int):
        return GIVEN
    return SECRET if actor not in (seat, CHANCE) and game.rules.secret(step) else step


def play(game: Game, matches: Records, i: int, step: HandStep) -> None:
    """Take a step in one of several matches."""
    if isinstance(step, int):
        game.engine.apply(matches, i, step)
    else:
        game.engine.order(matches, i, step)
