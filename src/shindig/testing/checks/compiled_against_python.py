"""Compiled rules compared with plain Python: equal records after every step, with bounds checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from shindig.core.kernel_compiler import bind, compile_kernel, kernel, unbound
from shindig.core.layout_and_views import CHANCE
from shindig.gamekit.array_rules_engine import Engine
from shindig.gamekit.error_attribution import find_numba_message
from shindig.gamekit.game_spec import Game
from shindig.gamekit.luck_adjustment import compile_luck

from ..array_overrun_checks import GUARD, UNWRITTEN, Walk, WalkStep, copy_records, walk_match
from .hand_ends_and_payoffs import make_facts_row

STEPS = 300
"""Number of actions per match in which compiled and plain rules are compared."""


number = ended = payoff = write_facts = unbound


@kernel
def hand_at(matches: Any, payoffs: Any, row: Any) -> int:
    """Return the hand number of record 0. If the hand has ended, also write its payoffs and facts."""
    m = matches[0]
    if ended(m):
        for seat in range(m.seats):
            payoffs[seat] = payoff(m, seat)
        write_facts(m, row[0])
    return int(number(m))


class Twin:
    """The compiled rules of a game, one match at a time."""

    def __init__(self, game: Game, checking: bool) -> None:
        self.game, self.kind = game, "compiled with bounds checked" if checking else "compiled"
        self.engine = Engine(game, compiled=True, checking=checking)
        hand = game.rules.hand
        names = {"number": hand.number, "ended": hand.ended, "payoff": hand.payoff, "write_facts": hand.write_facts}
        self.plain_hand: Callable[..., Any] = bind(hand_at, game.id, **names)
        self.hand = compile_kernel(self.plain_hand, checking)
        self.ranges = np.empty((game.rules.max_ranges + GUARD, 2), np.int32)
        self.items = np.empty(game.rules.max_order + GUARD, np.int16)

    def compare_match(self, seed: int, fixed: Mapping[str, object]) -> Iterator[str]:
        """Play a random match compiled and in plain Python, compare after every step, and report the first mismatch."""
        theirs, last = None, None
        for ours in walk_match(self.game, seed, fixed, STEPS):
            theirs = copy_records(ours.first) if theirs is None else theirs
            if len(ours.steps):
                last = ours.steps[-1]
                self.take_step(theirs, last)
            problems = [*self.same_record(ours, theirs), *self.same_offer(ours, theirs), *self.same_hand(ours, theirs)]
            if problems:
                yield f"{problems[0]} {_describe_step(last)}: what a kernel computes must be the same {HINT}"
                return

    def take_step(self, array: Any, step: WalkStep) -> None:
        if step.seat == CHANCE:
            self.engine.chance_order(array, 0, np.array(step.what, np.int16))
        else:
            self.engine.apply(array, 0, step.what[0])

    def same_record(self, ours: Walk, theirs: Any) -> Iterator[str]:
        for name in ours.array.dtype.names or ():
            one, other = ours.array[name][0], theirs[name][0]
            if np.any(one != other):
                yield f"{self.kind}, field `{name}` is {_short(other)}, and {_short(one)} in plain Python"

    def same_offer(self, ours: Walk, theirs: Any) -> Iterator[str]:
        """Check that `legal` and `chance_items` write equal entries, and nothing behind them."""
        if ours.actor >= 0:
            yield from self._same("legal", self.engine.legal, theirs, self.ranges, [list(pair) for pair in ours.ranges])
        elif ours.actor == CHANCE:
            yield from self._same("chance_items", self.engine.chance_items, theirs, self.items, ours.items)

    def _same(self, name: str, function: Any, theirs: Any, array: Any, expected: list[Any]) -> Iterator[str]:
        array.fill(UNWRITTEN)
        count = int(function(theirs, 0, array))
        found = array[: max(0, count)].tolist()
        if found != expected:
            yield f"{self.kind}, `{name}` writes {found!r:.90}, and {expected!r:.90} in plain Python"

    def same_hand(self, ours: Walk, theirs: Any) -> Iterator[str]:
        found, expected = self._hand(self.hand, theirs), self._hand(self.plain_hand, ours.array)
        if found != expected:
            yield f"{self.kind}, the hand's number, payoffs and facts are {found!r}, and {expected!r} in plain Python"

    def _hand(self, function: Callable[..., Any], array: Any) -> tuple[int, list[int], Any]:
        payoffs, row = (
            np.zeros(self.game.rules.seats[-1], np.int64),
            make_facts_row(self.game, 0, self.game.rules.layout.seats),
        )
        count = int(function(array, payoffs, row))
        return count, payoffs.tolist(), [row[name].tolist() for name in row.dtype.names or ()]


HINT = "both ways: mind NumPy's small integers, as in `int(m.chips[seat]) * 25`"


def _describe_step(step: WalkStep | None) -> str:
    if step is None:
        return "at the beginning"
    return "after an order" if step.seat == CHANCE else f"after action {step.what[0]}"


def _short(value: Any) -> str:
    return f"{np.asarray(value).tolist()!r:.80}"


def compiles(game: Game) -> Iterator[str]:
    """Check that Numba compiles the rules; otherwise report its message and the kernel."""
    yield from _report_refusal("the rules", Engine(game, compiled=True, checking=True).warm)


def minds_compile(game: Game) -> Iterator[str]:
    """Check that Numba compiles the kernels of the bots, as the server does."""
    if game.policies is not None:
        yield from _report_refusal("the policies", game.compiled_policies.compile)


def luck_compiles(game: Game) -> Iterator[str]:
    """Check that Numba compiles the game's luck kernels, as the arena does."""
    if game.luck is not None:
        yield from _report_refusal("the luck", lambda: compile_luck(game))


def _report_refusal(what: str, work: Callable[[], object]) -> Iterator[str]:
    try:
        work()
    except Exception as error:
        if not (said := find_numba_message(error)):
            raise
        yield f"Numba does not compile {what}: {said}"


def compiled_does_the_same(game: Game, seeds: tuple[int, ...], fixed: Mapping[str, object]) -> Iterator[str]:
    """Compare every step of some matches, compiled with bounds checks and in plain Python."""
    twin = Twin(game, checking=True)
    for seed in seeds:
        for sentence in twin.compare_match(seed, fixed):
            yield f"{sentence} (seed {seed})"
            return
