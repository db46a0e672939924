"""Compiled policies of a game: a fixed set of entry points for every game that has policies."""

from __future__ import annotations

from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

import numpy as np

from shindig.core.kernel_compiler import bind, bind_in_turn, compiled, suffix_of
from shindig.core.record_layout import CHANCE, Items, Ranges, Records
from shindig.observations import Trail

from . import rollout, search
from .belief_parts import Minds, plans_nothing

if TYPE_CHECKING:
    from ..game_spec import Game

ENTRIES = ("policy_at", "gentle_at", "choose_at", "learn_at", "deal_at", "rollout", "explore")
"""Names of the entry points and of their templates."""


class Mind:
    """`policy`, `gentle`, `learn`, `deal`, `choose`, `rollout`, `explore` over arrays: plain Python until compiled."""

    def __init__(self, game: Game, minds: Minds) -> None:
        self.game, self.minds = game, minds
        self.known_type = np.dtype((minds.knows, _dtype(minds)))
        self.ready = False
        """True once they are compiled."""
        self._take(plain=True)

    def compile(self) -> None:
        """Load the compiled entry points from the cache, or compile them."""
        if not self.ready:
            self.game.compile()
            self._take(plain=False)
            self._warm()
            self.ready = True

    def scratch(self) -> tuple[Ranges, Items]:
        return self.game.engine.scratch()

    def _take(self, plain: bool) -> None:
        parts = bound(self.game, self.minds)
        form = (lambda function: function) if plain else compiled
        self.policy, self.gentle, self.choose, self.learn, self.deal, self.rollout, self.explore = (
            form(parts[name]) for name in ENTRIES
        )

    def _warm(self) -> None:
        """Compile all that bots call, by deciding the first choice of a match."""
        match, trail = first_turn(self.game)
        told = trail.seen_by(int(match["actor"][0]))
        assert told is not None
        rng = np.random.default_rng(0)
        self.policy(match, 0, self.scratch()[0], rng)
        self.gentle(match, 0, self.scratch()[0], rng)
        search.Search(self, told(), rng).warm()
        if self.minds.warm:
            resolve_name(self.minds.warm)()


def _dtype(minds: Minds) -> np.dtype[Any]:
    return np.dtype([(field.name, field.kind, field.shape) for field in minds.knows.declared], align=True)


def bound(game: Game, minds: Minds) -> dict[str, Any]:
    """Bind the templates to a game. Games with equal kernels share them."""
    rules, hand = game.rules, game.rules.hand
    return _bound(minds, rules.legal, rules.apply, rules.wanted, rules.order, hand.ended, hand.payoff)


@cache
def _bound(minds: Minds, legal: Any, apply: Any, wanted: Any, order: Any, ended: Any, payoff: Any) -> dict[str, Any]:
    parts = [part for part in (*vars(minds).values(), minds.plans and minds.plans.plan) if callable(part)]
    name = suffix_of(minds.policy, *parts, legal, apply, wanted, order, ended, payoff)
    own: dict[str, Any] = {"legal": legal, "apply": apply, "wanted": wanted, "order": order}
    own |= {key: getattr(minds, key) for key in ("policy", "learn", "deal", "leaf", "guess")}
    own["plan"] = minds.plans.plan if minds.plans else plans_nothing
    own["others"] = minds.others or minds.policy
    own["gentle"] = minds.gentle or minds.policy
    own["settled"] = minds.settled or bind(rollout.has_ended, name, ended=ended)
    own["value"] = minds.value or bind(rollout.payoff_of, name, payoff=payoff)
    own["choose"] = minds.choose or bind(rollout.all_legal, name, **own)
    return bind_in_turn(
        name,
        own,
        advance=rollout.advance_at,
        play_on=rollout.play_on_at,
        rollout=rollout.rollout_at,
        policy_at=rollout.policy_at,
        gentle_at=rollout.gentle_at,
        learn_at=search.learn_at,
        deal_at=search.deal_at,
        choose_at=search.choose_at,
        explore=search.explore,
    )


def first_turn(game: Game) -> tuple[Records, Trail]:
    """Return a seeded match of the fewest players at its first turn, and its recorded steps."""
    match, trail = game.new(game.rules.seats[0]), Trail(game)
    rng = np.random.default_rng(0)
    items = game.engine.scratch()[1]
    while match["actor"][0] == CHANCE:
        trail.take(match, rng.permutation(items[: game.engine.wanted(match, 0, items)]))
    return match, trail
