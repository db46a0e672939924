"""Bots: a view in, an action out."""

from __future__ import annotations

from collections.abc import Callable
from pkgutil import resolve_name
from typing import Protocol

import numpy as np

from shindig.core.caches import RULE_PARTS, cached

from ..gamekit import Game, GameError, game
from ..gamekit.error_attribution import format_error
from ..match import View
from ..messages import Text, say

Policy = Callable[[View, np.random.Generator], int]
"""(view of the seat to act, the bot's own generator) -> a legal action."""


class Bot(Protocol):
    """A player that sees only views."""

    name: str

    def act(self, view: View) -> int:
        """Choose a legal action for the seat of this view, which is to act."""


class PolicyBot:
    """A bot made of a policy and a generator."""

    def __init__(self, name: str, policy: Policy, seed: int | None) -> None:
        self.name = name
        self._policy, self._rng = policy, np.random.default_rng(seed)

    def act(self, view: View) -> int:
        return self._policy(view, self._rng)


def random_policy(view: View, rng: np.random.Generator) -> int:
    """Choose uniformly among all legal actions."""
    n = int(rng.integers(len(view.legal)))
    for first, last in view.legal.ranges:
        if n <= last - first:
            return first + n
        n -= last - first + 1
    raise AssertionError("a bot is asked only when it is its turn")


RANDOM = "random"
"""Name of the bot that every game has."""


LEVELS = GENTLE, STEADY, EXPERT = ("gentle", "steady", "expert")
"""Names of bots that stand for a level, from the easiest up."""


@cached(RULE_PARTS)
def levels(game: Game) -> tuple[str, ...]:
    """Return the names of the bots offered to people: the levels from the easiest up, then the others."""
    own = game.services.bots
    return (*(one for one in LEVELS if one in own), *(one for one in own if one not in LEVELS)) or (RANDOM,)


def names(game: Game) -> tuple[str, ...]:
    """Return the names of the bots of a game, the default one first."""
    return (*game.services.bots, RANDOM)


def name_level(bot: str) -> Text:
    """Return the name of a bot for people: its level, or else its own name."""
    return say(f"level-{bot}") if bot in LEVELS else bot


def make(game_id: str, name: str = "", seed: int | None = None) -> Bot:
    """Make a bot by name, by default the first that tables offer. Raises GameError for an unknown name."""
    rules = game(game_id)
    name = name or names(rules)[0]
    if name == RANDOM:
        return PolicyBot(name, random_policy, seed)
    if name not in {**rules.services.bots, **rules.services.retired_bots}:
        raise GameError(f"there is no bot {name!r} for {rules.name}; there are {', '.join(names(rules))}")
    return PolicyBot(name, _policy(rules, name), seed)


def _policy(rules: Game, name: str) -> Policy:
    """Load the policy of a bot. Raises GameError if it is not at the place that the game names."""
    where = {**rules.services.bots, **rules.services.retired_bots}[name]
    try:
        policy: Policy = resolve_name(where)
    except (ImportError, AttributeError, ValueError) as error:
        raise GameError(
            f"the bot {name!r} of {rules.name} is not at {where} ({format_error(error)}); mend services.bots"
        ) from error
    return policy


__all__ = [
    "EXPERT",
    "LEVELS",
    "RANDOM",
    "Bot",
    "Policy",
    "PolicyBot",
    "levels",
    "make",
    "name_level",
    "names",
    "random_policy",
]
