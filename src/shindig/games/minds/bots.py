"""The bots of every game that has minds."""

from __future__ import annotations

import numpy as np

from ...match import View
from .search import Search


def steady(view: View, rng: np.random.Generator) -> int:
    """What the game's policy does."""
    mind = view.game.mind
    return int(mind.policy(view.array, 0, mind.scratch()[0], rng))


def gentle(view: View, rng: np.random.Generator) -> int:
    """What a beginner does."""
    mind = view.game.mind
    return int(mind.gentle(view.array, 0, mind.scratch()[0], rng))


def expert(view: View, rng: np.random.Generator) -> int:
    """What a search finds best; the policy until it is compiled."""
    mind = view.game.mind
    if not mind.ready:
        return steady(view, rng)
    return Search(mind, view.history, rng).best(view.budget, guesses=True)
