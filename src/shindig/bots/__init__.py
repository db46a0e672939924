"""Bots: a view in, an action out."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Protocol

import numpy as np

from ..games import PACKAGES, GameError
from ..match import View

Policy = Callable[[View, np.random.Generator], int]
"""(view of the seat to act, the bot's own chance) -> a legal action."""


class Bot(Protocol):
    """A player: it sees views and nothing else."""

    name: str

    def act(self, view: View) -> int:
        """A legal action for the seat whose view this is, which is to act."""


class PolicyBot:
    """A bot that is a policy and a generator."""

    def __init__(self, name: str, policy: Policy, seed: int | None) -> None:
        self.name = name
        self._policy, self._rng = policy, np.random.default_rng(seed)

    def act(self, view: View) -> int:
        return self._policy(view, self._rng)


def random_policy(view: View, rng: np.random.Generator) -> int:
    """Uniform over all legal actions."""
    n = int(rng.integers(len(view.legal)))
    for first, last in view.legal.ranges:
        if n <= last - first:
            return first + n
        n -= last - first + 1
    raise AssertionError("a bot is asked only when it is its turn")


BOTS = ("steady", "random")
"""Names of the bots, the one that tables offer first."""


def make(game_id: str, name: str = "steady", seed: int | None = None) -> Bot:
    """A bot by name for a game. Raises GameError for a name that is none."""
    if name not in BOTS:
        raise GameError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    if name == "random":
        return PolicyBot(name, random_policy, seed)
    module = import_module(f".steady.{PACKAGES[game_id]}", __name__)
    return PolicyBot(name, module.act, seed)


__all__ = ["BOTS", "Bot", "Policy", "PolicyBot", "make", "random_policy"]
