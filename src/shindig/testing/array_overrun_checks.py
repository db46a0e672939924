"""Random matches of any game in plain Python, with guard rows behind its arrays that reveal overruns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ..core.layout_and_views import CHANCE, OVER, Items, Records
from ..gamekit.game_spec import Game, GameError
from ..match import View

LONGEST = 150
"""Number of actions after which a closely checked walk stops."""
GUARD = 64
"""Number of guard rows behind the arrays passed to a game."""
UNWRITTEN = -(2**15)
"""Value of entries that nothing has written."""
Pairs = list[tuple[int, int]]


class WalkStep(NamedTuple):
    """A step: an action of a seat, or, if `seat` is CHANCE, items in their order."""

    seat: int
    what: tuple[int, ...]


class GuardedCall(NamedTuple):
    """Result of a kernel that writes rows: the count it returns, those rows, and the number of rows it touched."""

    said: int
    rows: list[Any]
    touched: int


def call_guarded(function: Callable[[Any, Any], int], m: Any, array: np.ndarray[Any, Any]) -> GuardedCall:
    """Call `legal` or `chance_items` with an array that is longer than the game declares."""
    array.fill(UNWRITTEN)
    count = int(function(m, array))
    touched = np.flatnonzero((array != UNWRITTEN).reshape(len(array), -1).any(1))
    return GuardedCall(count, array[: max(count, 0)].tolist(), int(touched[-1]) + 1 if len(touched) else 0)


def read_legal(game: Game, m: Any) -> GuardedCall:
    """Return the rows that `legal` writes."""
    return call_guarded(game.rules.legal, m, np.empty((game.rules.max_ranges + GUARD, 2), np.int32))


def read_chance_items(game: Game, m: Any) -> GuardedCall:
    """Return the items that `chance_items` writes."""
    return call_guarded(game.rules.chance_items, m, np.empty(game.rules.max_order + GUARD, np.int16))


def copy_records(records: Records) -> Records:
    """Return a writable copy of records."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def choose_options(game: Game, rng: np.random.Generator, fixed: Mapping[str, object]) -> dict[str, object]:
    """Choose random values for options that are choices or on/off. `fixed` sets those that the game has."""
    chosen: dict[str, object] = {}
    for option in game.rules.options:
        if option.choices:
            chosen[option.name] = str(rng.choice(option.choices))
        elif (option.low, option.high) == (0, 1):
            chosen[option.name] = int(rng.integers(2))
    return chosen | {option.name: fixed[option.name] for option in game.rules.options if option.name in fixed}


def begin_random_match(game: Game, rng: np.random.Generator, fixed: Mapping[str, object]) -> Records:
    """Begin a match with random seats and options; refused combinations fall back to the defaults."""
    seats = int(rng.choice(game.rules.seats))
    try:
        return game.new(seats, choose_options(game, rng, fixed))
    except GameError:
        return game.new(seats)


def draw_action(ranges: Pairs, rng: np.random.Generator) -> int:
    """Draw a legal action with equal weight for each range, so that wide ranges of amounts do not dominate."""
    first, last = ranges[int(rng.integers(len(ranges)))]
    return int(rng.integers(first, last + 1))


@dataclass
class Walk:
    """A random match and its steps so far."""

    game: Game
    seed: int
    array: Records
    rng: np.random.Generator
    ranges: Pairs = field(default_factory=list)
    """Legal actions now, once they have passed their checks."""
    items: list[int] = field(default_factory=list)
    """Items to be put in order now, once they have passed their checks."""
    steps: list[WalkStep] = field(default_factory=list)

    @classmethod
    def begin(cls, game: Game, seed: int, fixed: Mapping[str, object]) -> Walk:
        rng = np.random.default_rng(seed)
        walk = cls(game, seed, begin_random_match(game, rng, fixed), rng)
        walk.first = copy_records(walk.array)
        return walk

    first: Records = field(init=False)
    """The match before its first step."""

    @property
    def m(self) -> Any:
        return self.array[0]

    @property
    def actor(self) -> int:
        return int(self.array["actor"][0])

    @property
    def over(self) -> bool:
        return self.actor == OVER

    @property
    def phase(self) -> int:
        return int(self.array["phase"][0])

    @property
    def seats(self) -> int:
        return int(self.array["seats"][0])

    def read_turn(self) -> None:
        """Read the legal actions and chance items without checks."""
        self.ranges = [(first, last) for first, last in read_legal(self.game, self.m).rows] if self.actor >= 0 else []
        self.items = read_chance_items(self.game, self.m).rows if self.actor == CHANCE else []

    def draw_step(self) -> WalkStep:
        """Draw a random step."""
        if self.actor == CHANCE:
            return WalkStep(CHANCE, tuple(self.rng.permutation(self.items).tolist()))
        return WalkStep(self.actor, (draw_action(self.ranges, self.rng),))

    def take_step(self, step: WalkStep) -> None:
        take_step(self.game, self.array, step)
        self.steps.append(step)

    def views(self) -> list[View]:
        """Return the onlooker's view, then each seat's."""
        return [View(self.game, self.game.view(self.array, seat)) for seat in range(-1, self.seats)]


def take_step(game: Game, array: Records, step: WalkStep) -> None:
    """Take a step in a match."""
    if step.seat == CHANCE:
        game.rules.chance_order(array[0], np.array(step.what, np.int16))
    else:
        game.rules.apply(array[0], step.what[0])


def walk_match(game: Game, seed: int, fixed: Mapping[str, object], longest: int = LONGEST) -> Iterator[Walk]:
    """Yield a random match before each of its steps, and once at its end or at the limits of actions and steps."""
    one, actions = Walk.begin(game, seed, fixed), 0
    while not one.over and actions < longest and len(one.steps) < 10 * longest:
        one.read_turn()
        yield one
        step = one.draw_step()
        actions += step.seat != CHANCE
        one.take_step(step)
    one.read_turn()
    yield one


def make_order_turn(items: Items | list[int]) -> WalkStep:
    """Return an order as a step."""
    return WalkStep(CHANCE, tuple(int(item) for item in items))
