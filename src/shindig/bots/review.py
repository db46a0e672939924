"""A choice that was made, weighed against the best by what the seat knew then, not by what came of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..games.minds.search import Search, Values
from ..history import Budget, History
from ..match import View
from .advice import WITHIN, figure, named
from .worlds import chance_of

LOOKED, WEIGHED = 256, 512
"""Deals in which the best choice is looked for, and others in which it and the one that was made are compared."""
GRADES = ((0.3, "blunder"), (0.1, "mistake"), (0.0, "inaccuracy"))
"""From which part of what is at stake in the hand a loss has which grade."""
GOOD, BEST = "good", "best"
"""Within the error of the best; the best itself, or the only one worth comparing."""


class Weighed(NamedTuple):
    """A choice, what it lost, and how that is known."""

    made: str
    """The choice in words, cards by their names."""
    best: str
    """The best one."""
    lost: float = 0.0
    """How much less it brings than the best on average, in the unit of the match's scores; 0 within the error."""
    error: float = 0.0
    """The standard error of that."""
    spread: float = 0.0
    """The standard deviation of what the hand may bring from deal to deal, now or at the seat's first choice in it,
    whichever is more: what is at stake."""
    worlds: int = 0
    """In how many deals they were compared; 0 where they need not be."""
    unit: str = "points"
    """What is lost, in a word for many of it."""

    @property
    def grade(self) -> str:
        """How grave it was."""
        if self.made == self.best:
            return BEST
        if self.lost == 0:
            return GOOD
        return next(grade for part, grade in GRADES if self.lost >= part * self.spread)

    @property
    def sentence(self) -> str:
        """What can be shown of it."""
        if self.lost == 0:
            return ""
        return (
            f"In {self.worlds} deals that agreed with all you had seen, {self.best} brought {self.cost} more on "
            f"average, give or take {figure(WITHIN * self.error)}."
        )

    @property
    def cost(self) -> str:
        """What was lost, in words."""
        return f"{figure(self.lost)} {self.unit}"


def weigh(view: View, action: int, looked: int = LOOKED, weighed: int = WEIGHED) -> Weighed:
    """A choice of the seat whose view this is. The game's mind is compiled."""
    rng = chance_of(view)
    made = named(view, action)
    best = Search(view.game.mind, view.history, rng).best(Budget(iterations=looked))
    if best == action:
        return Weighed(made, made)
    pair = Search(view.game.mind, view.history, rng, (best, action))
    lost, error = pair.difference(weighed)
    if lost <= WITHIN * error:
        return Weighed(made, named(view, best), 0.0, error, spread_of(pair), pair.count, view.game.words.unit)
    spread = max(spread_of(pair), stakes(view, rng))
    return Weighed(made, named(view, best), lost, error, spread, pair.count, view.game.words.unit)


def stakes(view: View, rng: np.random.Generator) -> float:
    """The spread of what the hand may bring as its seat saw it at its first choice: what was to be won and lost."""
    seen = view.history
    own = np.flatnonzero(seen.actors == view.seat)
    if not len(own):
        return 0.0
    first = int(own[0])
    then = History(seen.views[: first + 1], seen.actors[:first], seen.actions[:first])
    search = Search(view.game.mind, then, rng, (int(seen.actions[first]),) * 2)
    search.difference(LOOKED)
    return spread_of(search)


def spread_of(search: Search) -> float:
    """The standard deviation of what its first choice brings, from deal to deal."""
    return deviation(search.values[: search.count, 0], search.values[: search.count, 1])


def deviation(weights: Values, values: Values) -> float:
    """The standard deviation of weighted values; 0 of none."""
    if not len(values):
        return 0.0
    shares = weights / weights.sum()
    return float(np.sqrt(shares @ (values - shares @ values) ** 2))
