"""Bots of every game that has policies."""

from __future__ import annotations

import numpy as np

from .gamekit.policies.policy_spec import CompiledPolicies
from .gamekit.policies.world_search import Search
from .match import View


def steady(view: View, rng: np.random.Generator) -> int:
    """Play the game's policy."""
    mind = view.game.compiled_policies
    return int(mind.policy(view.array, 0, mind.scratch()[0], rng))


def gentle(view: View, rng: np.random.Generator) -> int:
    """Play the game's policy for beginners."""
    mind = view.game.compiled_policies
    return int(mind.gentle(view.array, 0, mind.scratch()[0], rng))


def expert(view: View, rng: np.random.Generator) -> int:
    """Play the best action of a search; the policy's until the search is compiled."""
    mind = view.game.compiled_policies
    return search(view, rng, mind) if mind.ready else steady(view, rng)


def search(view: View, rng: np.random.Generator, mind: CompiledPolicies) -> int:
    """Play the best action of a search by these policies."""
    mind.compile()
    return Search(mind, view.history, rng).best(view.budget, guesses=True)
