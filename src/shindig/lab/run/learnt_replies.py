"""Learnt replies to a bot: for each coarse kind of turn, the habit that won most against it.

A reply plays hands against the bot and remembers the mean result of each habit by kind of turn (a contextual bandit:
every-visit Monte Carlo control, with steps that do not shrink below SLOWEST, since later choices improve as well).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from shindig.bots import Bot
from shindig.match import View

from .simple_strategies import HABITS, SeatMemory, Turn

SLOWEST = 0.01
"""Smallest weight of a new result in a mean."""
CURIOUS, LEAST_CURIOUS = 0.9, 0.1
"""Probability of a random habit at the beginning, and at the end."""
USUAL = "as steady"
OFTEN = 30
"""Visits of a kind of turn from which its habit is described."""
Context = tuple[object, ...]


@dataclass
class ReplyTable:
    """Mean results of habits by context, and the numbers of their trials."""

    fine: bool
    """True if contexts tell what the steady bot would do, which tells how good the hand is."""
    means: dict[Context, dict[str, float]] = field(default_factory=dict)
    counts: dict[Context, dict[str, int]] = field(default_factory=dict)

    def find_context(self, turn: Turn, actions: dict[str, int]) -> Context:
        """Return the kind of a turn: its phase, whether the draw is over, whether staying costs something."""
        coarse = turn.kind, turn.drawn, turn.owes
        return (
            (*coarse, next(name for name, action in actions.items() if action == turn.usual)) if self.fine else coarse
        )

    def choose_best(self, context: Context, actions: dict[str, int]) -> str:
        """Return the habit with the highest mean; the steady bot's action if nothing is known."""
        means = {name: mean for name, mean in self.means.get(context, {}).items() if name in actions}
        return max(means, key=lambda name: means[name]) if means else USUAL

    def describe(self) -> tuple[str, ...]:
        """Describe the habit of each kind of turn that came up at least OFTEN times, in a line each."""
        return tuple(
            f"{describe_context(context)}: {max(means, key=lambda name: means[name])}"
            for context, means in sorted(self.means.items(), key=str)
            if sum(self.counts[context].values()) >= OFTEN
        )

    def add_result(self, context: Context, habit: str, result: float) -> None:
        """Add the result of a hand in which a habit was followed in a context."""
        counts, means = self.counts.setdefault(context, {}), self.means.setdefault(context, {})
        counts[habit] = counts.get(habit, 0) + 1
        mean = means.get(habit, 0.0)
        means[habit] = mean + (result - mean) * max(1 / counts[habit], SLOWEST)


def describe_context(context: Context) -> str:
    """Describe a kind of turn."""
    kind, drawn, pays, *usual = context
    words = [
        f"phase {kind}",
        "after the draw" if drawn else "",
        "owes" if pays else "",
        *map("steady would {}".format, usual),
    ]
    return ", ".join(filter(None, words))


@dataclass
class LearntReply:
    """A bot that follows a table, and sometimes another habit while it learns."""

    name: str
    table: ReplyTable
    usual: Bot
    rng: np.random.Generator
    curious: float = 0.0
    """Probability of a random habit."""
    memory: SeatMemory = field(default_factory=SeatMemory)
    tried: list[tuple[Context, str]] = field(default_factory=list)
    """Contexts and habits of this hand."""

    def act(self, view: View) -> int:
        """Choose an action."""
        turn = Turn(view, self.usual.act(view), self.memory)
        actions = list_actions(turn)
        context = self.table.find_context(turn, actions)
        if self.rng.random() < self.curious:
            habit = list(actions)[int(self.rng.integers(len(actions)))]
        else:
            habit = self.table.choose_best(context, actions)
        self.tried.append((context, habit))
        return actions.get(habit, turn.usual)

    def learn(self, result: float) -> None:
        """Add the result of the hand to all its contexts."""
        for context, habit in self.tried:
            self.table.add_result(context, habit, result)
        self.tried.clear()


def list_actions(turn: Turn) -> dict[str, int]:
    """Return different actions by the first habit that chooses each; the steady bot's only if no habit does."""
    found: dict[str, int] = {}
    for name, habit in HABITS.items():
        action = habit(turn)
        if action is not None and action not in found.values():
            found[name] = action
    return found if turn.usual in found.values() else {**found, USUAL: turn.usual}
