"""Compiled policies of a game: a fixed set of entry points for every game that has policies."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Any

import numpy as np

from shindig.core.caches import COMPILED, cached
from shindig.core.kernel_compiler import bind, bind_in_turn, compile_kernel, make_suffix
from shindig.core.layout_and_views import CHANCE, Items, Ranges, Records
from shindig.observations import HandSteps

from ..game_spec import Game
from . import rollout_kernels, world_search
from .policy_spec import PolicySpec, no_plan

ENTRIES = (
    "policy_at",
    "gentle_at",
    "candidate_actions_at",
    "update_beliefs_at",
    "sample_world_at",
    "rollout",
    "explore",
)
"""Names of the entry points and of their templates."""


class CompiledPolicy:
    """The functions of a `PolicySpec`, and `rollout` and `explore`, over arrays: plain Python until compiled."""

    def __init__(self, game: Game, spec: PolicySpec) -> None:
        self.game, self.spec = game, spec
        self.known_type = np.dtype((spec.beliefs, _dtype(spec)))
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
        parts = bind_policies(self.game, self.spec)
        form = (lambda function: function) if plain else compile_kernel
        (
            self.policy,
            self.gentle,
            self.candidate_actions,
            self.update_beliefs,
            self.sample_world,
            self.rollout,
            self.explore,
        ) = (form(parts[name]) for name in ENTRIES)

    def _warm(self) -> None:
        """Compile all that bots call, by deciding the first choice of a match."""
        match, trail = make_first_turn(self.game)
        told = trail.make_history_reader(int(match["actor"][0]))
        assert told is not None
        rng = np.random.default_rng(0)
        self.policy(match, 0, self.scratch()[0], rng)
        self.gentle(match, 0, self.scratch()[0], rng)
        world_search.Search(self, told(), rng).warm()
        if self.spec.warm_up:
            resolve_name(self.spec.warm_up)()


def _dtype(spec: PolicySpec) -> np.dtype[Any]:
    return np.dtype([(field.name, field.kind, field.shape) for field in spec.beliefs.declared], align=True)


def bind_policies(game: Game, spec: PolicySpec) -> dict[str, Any]:
    """Bind the templates to a game. Games with equal kernels share them."""
    rules, hand = game.rules, game.rules.hand
    return _bind_policies(
        spec, rules.legal, rules.apply, rules.chance_items, rules.chance_order, hand.ended, hand.payoff
    )


@cached(COMPILED)
def _bind_policies(
    spec: PolicySpec, legal: Any, apply: Any, chance_items: Any, chance_order: Any, ended: Any, payoff: Any
) -> dict[str, Any]:
    parts = [part for part in (*vars(spec).values(), spec.endgame_plans and spec.endgame_plans.plan) if callable(part)]
    name = make_suffix(spec.policy, *parts, legal, apply, chance_items, chance_order, ended, payoff)
    own: dict[str, Any] = {"legal": legal, "apply": apply, "chance_items": chance_items, "chance_order": chance_order}
    own |= {
        key: getattr(spec, key)
        for key in ("policy", "update_beliefs", "sample_world", "exact_value", "heuristic_value")
    }
    own["plan"] = spec.endgame_plans.plan if spec.endgame_plans else no_plan
    own["opponent_policy"] = spec.opponent_policy or spec.policy
    own["gentle"] = spec.gentle or spec.policy
    own["is_terminal"] = spec.is_terminal or bind(rollout_kernels.has_ended, name, ended=ended)
    own["terminal_value"] = spec.terminal_value or bind(rollout_kernels.payoff_of, name, payoff=payoff)
    own["candidate_actions"] = spec.candidate_actions or bind(rollout_kernels.all_legal, name, **own)
    return bind_in_turn(
        name,
        own,
        advance=rollout_kernels.advance_at,
        play_on=rollout_kernels.play_on_at,
        rollout=rollout_kernels.rollout_at,
        policy_at=rollout_kernels.policy_at,
        gentle_at=rollout_kernels.gentle_at,
        update_beliefs_at=world_search.update_beliefs_at,
        sample_world_at=world_search.sample_world_at,
        candidate_actions_at=world_search.candidate_actions_at,
        explore=world_search.explore,
    )


def make_first_turn(game: Game) -> tuple[Records, HandSteps]:
    """Return a seeded match of the fewest players at its first turn, and its recorded steps."""
    match, trail = game.new(game.rules.seats[0]), HandSteps(game)
    rng = np.random.default_rng(0)
    items = game.engine.scratch()[1]
    while match["actor"][0] == CHANCE:
        trail.take_step(match, rng.permutation(items[: game.engine.chance_items(match, 0, items)]))
    return match, trail


Game.bind_policies = CompiledPolicy
