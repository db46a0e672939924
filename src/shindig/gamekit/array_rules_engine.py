"""Rules engine over arrays of records: a game's kernels as one set of entry points for every game."""

from __future__ import annotations

from collections.abc import Mapping
from threading import local
from typing import Any, Protocol

import numpy as np

from ..core.kernel_compiler import bind, compile_kernel, kernel, make_suffix, unbound
from ..core.layout_and_views import CHANCE, OVER, Items, Ranges, Records
from .hand_fact_columns import row_type

Generator = np.random.Generator


legal = apply = chance_items = chance_order = items_used = write_facts = unbound


@kernel
def legal_at(matches: Records, i: int, ranges: Ranges) -> int:
    return int(legal(matches[i], ranges))


@kernel
def apply_at(matches: Records, i: int, action: int) -> None:
    apply(matches[i], action)


@kernel
def chance_items_at(matches: Records, i: int, items: Items) -> int:
    return int(chance_items(matches[i], items))


@kernel
def chance_order_at(matches: Records, i: int, items: Items) -> None:
    chance_order(matches[i], items)


@kernel
def items_used_at(matches: Records, i: int, asks: int) -> int:
    return int(items_used(matches[i], asks))


@kernel
def write_facts_at(matches: Records, i: int, rows: Records) -> None:
    """Write the facts of a finished hand into the first of `rows`, if there is one."""
    if len(rows) > 0:
        write_facts(matches[i], rows[0])


@kernel
def count_actions(ranges: Ranges, count: int) -> int:
    """Count the actions in the first `count` ranges."""
    total = 0
    for r in range(count):
        total += ranges[r, 1] - ranges[r, 0] + 1
    return total


@kernel
def nth_action(ranges: Ranges, n: int) -> int:
    """Return the n-th action of ascending ranges, from 0."""
    for r in range(len(ranges)):
        size = int(ranges[r, 1]) - int(ranges[r, 0]) + 1
        if n < size:
            return int(ranges[r, 0]) + n
        n -= size
    raise IndexError


@kernel
def shuffle(items: Items, count: int, rng: Generator) -> None:
    """Put the first `count` items in uniformly random order, in place."""
    for i in range(count - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        items[i], items[j] = items[j], items[i]


@kernel
def step_at(matches: Records, i: int, rng: Generator, ranges: Ranges, items: Items) -> int:
    """Take one random step: an order of chance (returns -1), or a uniform legal action (returned)."""
    m = matches[i]
    if m.actor == CHANCE:
        count = chance_items(m, items)
        shuffle(items, count, rng)
        chance_order(m, items[:count])
        return -1
    count = legal(m, ranges)
    action = nth_action(ranges, int(rng.random() * count_actions(ranges, count)))
    apply(m, action)
    return action


@kernel
def playout_at(matches: Records, i: int, rng: Generator, ranges: Ranges, items: Items, limit: int) -> int:
    """Play randomly until the match is over, or for `limit` actions, and return the number of actions played."""
    moves = 0
    while matches[i].actor != OVER and moves < limit:
        if step(matches, i, rng, ranges, items) >= 0:
            moves += 1
    return moves


@kernel
def random_matches(
    matches: Records, fresh: Records, count: int, rng: Generator, ranges: Ranges, items: Items, limit: int
) -> int:
    """Play `count` random matches in record 0, each from a copy of `fresh`, and return the number of all actions."""
    moves = 0
    for _ in range(count):
        matches[0] = fresh[0]
        moves += playout(matches, 0, rng, ranges, items, limit)
    return moves


step = playout = unbound


class RangesBuffer(local):
    """Buffer for legal ranges, one per thread, since the rules release the GIL."""

    def __init__(self, most: int) -> None:
        self.ranges: Ranges = np.empty((most, 2), np.int32)


class EngineGame(Protocol):
    """A game, as its engine uses it."""

    @property
    def id(self) -> str: ...

    @property
    def rules(self) -> Any: ...

    def new(self, seats: int, options: Mapping[str, object] | None = None) -> Records: ...


class Engine:
    """Entry points of a game over arrays of records `ms`, and random play.

    They are `legal(ms, i, ranges)`, `apply(ms, i, action)`, `chance_items(ms, i, items)`, `chance_order(ms, i, items)`,
    `write_facts(ms, i, rows)` and `items_used(ms, i, asks)`. `items_used` is None if the game does not define it.
    """

    def __init__(self, game: EngineGame, compiled: bool, checking: bool = False) -> None:
        """Bind the entry points. `checking` compiles with bounds checks: an index out of range raises IndexError."""
        self.game = game
        self.compiled, self.checking = compiled, checking
        self._spare = RangesBuffer(game.rules.max_ranges)
        rules = {name: getattr(game.rules, name) for name in ("legal", "apply", "chance_items", "chance_order")}
        hand, used = game.rules.hand, game.rules.items_used
        self._suffix = make_suffix(*rules.values(), hand.write_facts, *([used] if used else []))
        self.legal = self._entry(legal_at, **rules)
        self.apply = self._entry(apply_at, **rules)
        self.chance_items = self._entry(chance_items_at, **rules)
        self.chance_order = self._entry(chance_order_at, **rules)
        self.write_facts = self._entry(write_facts_at, write_facts=hand.write_facts)
        self.items_used = self._entry(items_used_at, items_used=used) if used else None
        step = bind(step_at, self._suffix, **rules)
        playout = bind(playout_at, self._suffix, step=step)
        self.step = self._form(step)
        self.playout = self._form(playout)
        self.random_matches = self._entry(random_matches, playout=playout)

    def _entry(self, template: Any, **names: Any) -> Any:
        """Bind an entry point. Games with equal kernels share its machine code."""
        return self._form(bind(template, self._suffix, **names))

    def _form(self, function: Any) -> Any:
        return compile_kernel(function, self.checking) if self.compiled else function

    def legal_ranges(self, match: Records) -> list[tuple[int, int]]:
        """Return the legal actions of the actor of a match, array[1], as ascending (first, last) pairs."""
        ranges = self._spare.ranges
        return [*map(tuple, ranges[: self.legal(match, 0, ranges)].tolist())]

    def warm(self) -> None:
        """Compile the entry points by a few random steps of a scratch match."""
        match = self.game.new(self.game.rules.seats[0])
        ranges, items = self.scratch()
        rng = np.random.default_rng(0)
        if self.game.rules.hand.facts.declared:
            self.write_facts(match, 0, self.make_row()[:0])
        seen = 0
        while seen != 3 and match["actor"][0] != OVER:
            if match["actor"][0] == CHANCE:
                count = self.chance_items(match, 0, items)
                self.chance_order(match, 0, rng.permutation(items[:count]))
                seen |= 1
            else:
                count = self.legal(match, 0, ranges)
                self.apply(match, 0, nth_action(ranges, int(rng.integers(count_actions(ranges, count)))))
                seen |= 2

    def scratch(self) -> tuple[Ranges, Items]:
        """Return arrays for `ranges` (int32[max_ranges, 2]) and `items` (int16[max_order])."""
        return np.empty((self.game.rules.max_ranges, 2), np.int32), np.empty(self.game.rules.max_order, np.int16)

    def make_row(self) -> Records:
        """Return a row for the facts of a hand, shape (1,)."""
        return np.zeros(1, row_type(self.game.rules.hand.facts, self.game.rules.layout.seats))
