"""A match as OpenSpiel wants it: chance draws item by item, as late as possible.

Rules take an order whole. If a game says how much of an order is `used`, the rest is drawn only when a step would use
it. Until then it has an arbitrary arrangement, which nobody has seen and no result depends on. A step that uses more
than was drawn waits. Chance draws the next item, all steps since that order are replayed with it, and the step is tried
again. One kernel call does all of that (openspiel_chance_kernels.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from shindig.core.caches import COMPILED, cached

from ..core.kernel_compiler import bind_in_turn, compile_kernel, make_suffix
from ..core.layout_and_views import CHANCE, Record, Records, copy_records
from ..gamekit import Game, GameError, game
from . import openspiel_chance_kernels
from .batch.batch_memory import make_laws
from .flat_actions import Actions
from .match_observations import Act, Recall
from .openspiel_chance_kernels import ACT, ASK, ASKS, DRAW, END, NONE, REFUSED, DrawnOrder, Play
from .record_arrays import make_rows

Array = npt.NDArray[Any]
ROOM = 64
"""Initial capacity of a log, in steps."""
ORDERS = 8
"""Initial capacity for orders."""


NOT_LISTED: list[int] = []
WRITTEN = ("_play", "_matches", "_begun", "_orders", "_log")
"""Arrays of a match that are written in place."""
LOOKED = ("rules", "match", "raw", "_step", "_chosen", "_full")
"""Attributes that are derived from the others."""


class ChanceKernels:
    """Data that all matches of a game share: its kernels, and the initial state of a match."""

    def __init__(self, actions: Actions, fresh: Records, limit: int, hands: int, plain: bool) -> None:
        """Bind the kernels. Matches end after `limit` actions, and after so many `hands` unless that is 0."""
        self.rules, self.actions, self.fresh = actions.game, actions, fresh
        self.limit, self.hands, self.plain = limit, hands, plain
        form: Callable[[Any], Any] = (lambda function: function) if plain else compile_kernel
        self.go_on, self.look_at = map(form, bind_steps(self.rules))
        self.list_numbers, self.list_items = map(
            form, (openspiel_chance_kernels.list_numbers, openspiel_chance_kernels.list_items)
        )
        self.laws = make_laws(actions, fresh, (0, 0), 0)
        orders = range(len(self.rules.rules.orders))
        self.kinds = max(len(self.rules.item_codes(fresh[0], asks)) for asks in orders)
        """Largest number of kinds of items in an order."""

    def make_play(self) -> Records:
        """Return Play[1] before the first step."""
        rules = self.rules.rules
        shapes = {"last": (len(rules.orders),), "ranges": (rules.max_ranges, 2), "spread": (self.actions.slots,)}
        play = make_rows(Play, 1, shapes | {"amounts": (max(1, len(rules.amounts)), 2)})
        play["limit"], play["hands"], play["lacks"], play["last"] = self.limit, self.hands, NONE, NONE
        return play

    def make_orders(self, count: int) -> Records:
        """Return Order[count]."""
        return make_rows(DrawnOrder, count, {"items": (self.rules.rules.max_order,), "left": (self.kinds,)})

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arguments to pickle, with the game replaced by its id."""
        return rebuild_shared_data, (
            self.rules.id,
            self.actions.slots,
            self.fresh.tobytes(),
            self.limit,
            self.hands,
            self.plain,
        )


def rebuild_shared_data(game_id: str, slots: int, fresh: bytes, limit: int, hands: int, plain: bool) -> ChanceKernels:
    """Rebuild a pickled table."""
    rules = game(game_id)
    return ChanceKernels(Actions(rules, slots), np.frombuffer(fresh, rules.rules.layout.dtype), limit, hands, plain)


class ChanceMatch:
    """A match under way."""

    def __init__(self, shared: ChanceKernels) -> None:
        self.shared, self.rules, self.player = shared, shared.rules, END
        """A seat, CHANCE or END."""
        self.still = False
        """True if the match will never change, so that a copy may return it."""
        self._actor, self.recall = END, Recall(shared.rules, shared.fresh.tobytes())
        self._begin(shared.fresh, 0)

    def _begin(self, match: Records, moves: int) -> None:
        """Continue from a match, array[1], with nothing left to draw, after so many actions."""
        empty = self.rules.rules.layout.empty
        self._play, self._matches, self._log = self.shared.make_play(), empty(2), np.zeros(ROOM, np.int32)
        self._begun, self._orders = empty(ORDERS), self.shared.make_orders(ORDERS)
        self._matches[0], self._play["moves"] = match[0], moves
        self._look()
        came = self.shared.look_at(self._play, self._matches, self.shared.laws)
        self.player = came
        if came == ASKS:
            self._follow(self._call(ASK, 0))

    def _look(self) -> None:
        """Refresh the views of the arrays, which are written in place."""
        self.match, self._step, self._chosen = self._matches[:1], self._play["step"], NOT_LISTED
        self.raw = self.match.view(np.int8)
        self._full = len(self.recall.steps) + len(self._log) - self._play["logged"].item(0)

    def copy(self) -> ChanceMatch:
        """Return a copy that shares the rules and all immutable data."""
        twin = object.__new__(ChanceMatch)
        twin.__dict__ = self.__dict__ | {name: copy_records(self.__dict__[name]) for name in WRITTEN}
        twin.recall, twin.still = self.recall.copy(), False
        twin._look()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> ChanceMatch:
        return self if self.still else self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle, without what is derived from the rest."""
        return {name: value for name, value in self.__dict__.items() if name not in LOOKED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, rules=state["shared"].rules)
        self._look()

    @property
    def record(self) -> Record:
        record: Record = self.match[0]
        return record

    @property
    def asks(self) -> int:
        """The order whose next item is drawn."""
        return int(self._orders["asks"][self._play["lacks"][0]])

    @property
    def numbers(self) -> list[int]:
        """The legal numbers of actions, or the items that may come next, ascending."""
        if self._chosen is NOT_LISTED:
            self._chosen = self._items()[0] if self.player == CHANCE else self._numbers()
        return self._chosen

    def _numbers(self) -> list[int]:
        room = np.empty(self.shared.actions.count, np.int32)
        numbers: list[int] = room[: self.shared.list_numbers(self._play, room)].tolist()
        return numbers

    def _items(self) -> tuple[list[int], list[float]]:
        items, chances = np.empty(self.shared.kinds, np.int32), np.empty(self.shared.kinds)
        count = self.shared.list_items(self._play, self._orders, items, chances)
        return items[:count].tolist(), chances[:count].tolist()

    def list_outcomes(self) -> list[tuple[int, float]]:
        """Return the items that may come next, ascending, with their probabilities."""
        return [*zip(*self._items(), strict=True)] if self.player == CHANCE else []

    def action(self, number: int) -> int:
        """Return the game's action behind a number. Raises GameError if it is not legal now."""
        return self.shared.actions.action(self.rules.legal_ranges(self.match), number)

    def draw(self, item: int) -> None:
        """Draw an item as the next one of the order that lacks one. Raises GameError if none is left."""
        self._follow(self._call(DRAW, item))

    def act(self, number: int) -> None:
        """Play a number of `Actions` for the seat to act. Raises GameError if it is not legal now."""
        self._actor = self.player
        self._follow(self._call(ACT, number))

    def _call(self, what: int, nth: int) -> int:
        if len(self.recall.steps) >= self._full or (what == ASK and self._play["ordered"].item(0) == len(self._orders)):
            self._make_room()
        shared = self.shared
        came: int = shared.go_on(
            what, nth, self._play, self._matches, self._begun, self._orders, self._log, shared.laws
        )
        if came == REFUSED:
            raise GameError(f"{nth} is not legal now; legal are {self.numbers}")
        return came

    def _follow(self, came: int) -> None:
        """Record the step that was taken, unless it waits, and give the orders that are needed."""
        while came != CHANCE:
            step = self._step.item(0)
            self.recall.add_step(Act(self._actor, step) if step >= 0 else None, self.match.tobytes())
            if came != ASKS:
                break
            came = self._call(ASK, 0)
        self.player, self._chosen = came, NOT_LISTED

    def _make_room(self) -> None:
        """Drop steps that no incomplete order needs any more, and double the capacity for the rest."""
        play, last = self._play[0], self._play["last"][0].tolist()
        live = [nth for nth in last if nth != NONE and openspiel_chance_kernels.undrawn(self._orders[nth])]
        first = min(live, default=int(play.ordered))
        log = self._log[self._orders["at"][first] if live else play.logged : play.logged]
        orders, begun = self._orders[first : play.ordered], self._begun[first : play.ordered]
        orders["at"] -= play.logged - len(log)
        self._log = pad_rows(log + first * (log < 0).astype(np.int32), np.zeros(max(ROOM, 2 * len(log)), np.int32))
        self._orders = pad_rows(orders, self.shared.make_orders(max(ORDERS, 2 * len(orders))))
        self._begun = pad_rows(begun, self.rules.rules.layout.empty(len(self._orders)))
        play.last = [nth - first if nth in live else NONE for nth in last]
        play.logged, play.ordered = len(log), len(orders)
        play.lacks = play.lacks - first if play.lacks != NONE else NONE
        play.step = play.step + first if play.step < 0 else play.step
        self._look()

    def for_world(self, world: Records, seat: int) -> ChanceMatch:
        """Copy the match for the seat to act, with unknown information taken from a world: a full record that agrees
        with its views.

        Raises GameError while chance draws.
        """
        if self.player == CHANCE:
            raise GameError("a world is dealt where a seat is to act, not while chance draws")
        twin = self.copy()
        twin.recall = self.recall.for_world(world, seat)
        twin._begin(world, int(self._play["moves"].item(0)))
        return twin


def pad_rows(rows: Array, room: Array) -> Array:
    """Return `room` with its first bytes replaced by those of the rows."""
    room.view(np.uint8)[: rows.nbytes] = rows.view(np.uint8)
    return room


def bind_steps(rules: Game) -> tuple[Any, Any]:
    """Return `steps.go_on` and `steps.look_at` for a game. Games with equal kernels share them."""
    one = rules.rules
    items_used, hand = one.items_used or openspiel_chance_kernels.all_used, one.hand
    return _bind_steps(one.legal, one.apply, one.chance_items, one.chance_order, items_used, hand.number, hand.ended)


@cached(COMPILED)
def _bind_steps(
    legal: Any, apply: Any, chance_items: Any, chance_order: Any, items_used: Any, number: Any, ended: Any
) -> tuple[Any, Any]:
    own = {"legal": legal, "apply": apply, "chance_items": chance_items, "chance_order": chance_order}
    own |= {"items_used": items_used, "number": number, "ended": ended}
    made = bind_in_turn(
        make_suffix(legal, apply),
        own,
        take=openspiel_chance_kernels.take_step,
        lacking=openspiel_chance_kernels.first_lacking,
        turn=openspiel_chance_kernels.see_turn,
        begin=openspiel_chance_kernels.begin_order,
        again=openspiel_chance_kernels.take_again,
        try_step=openspiel_chance_kernels.try_one,
        go_on=openspiel_chance_kernels.go_on,
        look_at=openspiel_chance_kernels.look_at,
    )
    return made["go_on"], made["look_at"]
