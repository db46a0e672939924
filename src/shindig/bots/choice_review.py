"""Review of a choice against the best one, by the seat's information at that time, not by the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..gamekit.game_spec import UNIT
from ..gamekit.policies.world_search import Search
from ..match import View
from ..messages import Text, pack_text, say, unpack_text
from ..observations import Budget, Observations
from .advice import WITHIN, name_action
from .amounts import count_wins, describe_amount, is_share
from .choice_wording import DID, DOING, put_in_form, say_done
from .world_sampling import seed_generator

LOOKED, WEIGHED = 256, 512
"""Number of deals in which the best choice is searched, and of others in which it is compared with the actual one."""
CLOSER = 8
"""Factor of the deals for a choice that may be a mistake within the error."""
MISTAKE = 0.1
FEWEST_WINS = 2
"""Fewest wins in 100 hands that a choice may cost, where hands are won or lost: less counts as nothing."""
GRADES = ((0.3, "blunder"), (MISTAKE, "mistake"), (0.0, "inaccuracy"))
"""Smallest loss of each grade, as a part of the hand's stakes."""
GOOD, BEST, UNSURE = "good", "best", "unsure"
"""Grades of a choice within the error of the best, of the best choice or the only one worth comparing, and of one that
no deals can judge."""


class ReviewedChoice(NamedTuple):
    """A reviewed choice: its loss and the evidence."""

    made: Text
    """The choice in words, with card names."""
    best: Text
    """The best choice in words; empty if no deals can judge the choice."""
    lost: float = 0.0
    """Mean loss against the best choice, in the unit of the match's scores; 0 if within the error."""
    error: float = 0.0
    """Standard error of the loss."""
    spread: float = 0.0
    """Stakes: the standard deviation of the hand's result over deals, now or at the seat's first choice, whichever is
    larger."""
    worlds: int = 0
    """Number of deals in which the choices were compared; 0 if no comparison was needed."""
    unit: Text = UNIT
    """Plural of the unit of the loss."""
    best_action: int | None = None
    """The best choice as a number; None in exercises that earlier versions stored."""

    @classmethod
    def from_json(cls, told: Sequence[Any]) -> ReviewedChoice:
        """Make a reviewed choice from its JSON form."""
        made, best, lost, error, spread, worlds, unit, *action = told
        return cls(unpack_text(made), unpack_text(best), lost, error, spread, worlds, unpack_text(unit), *action)

    def to_json(self) -> list[Any]:
        """Return the reviewed choice as JSON data."""
        made, best, *rest, unit, action = self
        return [pack_text(made), pack_text(best), *rest, pack_text(unit), action]

    @property
    def grade(self) -> str:
        """Grade of the loss."""
        if not self.best:
            return UNSURE
        if self.made == self.best:
            return BEST
        if self.lost == 0:
            return GOOD
        return next(grade for part, grade in GRADES if self.lost >= part * self.spread)

    @property
    def made_sentence(self) -> Text:
        """The choice in a sentence."""
        return say_done("review-made", self.made, DID)

    @property
    def sentence(self) -> Text:
        """The evidence in one sentence; empty if nothing was lost."""
        return self._say_cost("review-gain", "review-gain-chance", self.best, DOING) if self.lost else ""

    @property
    def answer_sentence(self) -> Text:
        """The verdict on a choice that lost nothing."""
        if not self.best:
            return say("exercise-unsure")
        if self.made == self.best:
            return say_done("exercise-best", self.best, DOING)
        return say_done("exercise-as-good", self.made, DOING, best=put_in_form(self.best, DOING) or self.best)

    @property
    def past_sentence(self) -> Text:
        """The choice as one of an earlier day, with its cost."""
        return self._say_cost("exercise-then", "exercise-then-chance", self.made, DID)

    def _say_cost(self, amount: str, chance: str, choice: Text, form: str) -> Text:
        """Say what the choice has lost: an amount, or where hands are won or lost, the wins in 100 hands."""
        if is_share(self.lost, self.unit):
            return say_done(chance, choice, form, wins=count_wins(self.lost), unit=self.unit)
        return say_done(amount, choice, form, amount=describe_amount(self.lost, self.unit))


def review_choice(view: View, action: int, looked: int = LOOKED, weighed: int = WEIGHED) -> ReviewedChoice:
    """Review a choice of this view's seat. The game's policies must be compiled."""
    rng, policies = seed_generator(view), view.game.compiled_policies
    search = Search(policies, view.history, rng)
    best = search.best(Budget(iterations=looked))
    found = ReviewedChoice(name_action(view, action), name_action(view, best), best_action=best)
    unsure = found._replace(best="", best_action=None)
    if best == action:
        return found if search.count or len(search.choices) == 1 else unsure
    for worlds in (weighed, CLOSER * weighed):
        pair = Search(policies, view.history, rng, (best, action))
        (lost, error), spread = pair.difference(worlds), measure_spread(pair)
        if lost > WITHIN * error or lost + WITHIN * error <= MISTAKE * spread:
            break
    spread = max(spread, estimate_stakes(view, rng))
    if lost <= WITHIN * error:
        lost, found = 0.0, unsure if not pair.count or WITHIN * error > MISTAKE * spread else found
    elif is_share(lost, view.game.words.unit) and count_wins(lost) < FEWEST_WINS:
        lost = 0.0
    return found._replace(lost=lost, error=error, spread=spread, worlds=pair.count, unit=view.game.words.unit)


def estimate_stakes(view: View, rng: np.random.Generator) -> float:
    """Estimate the hand's stakes: the spread of its result at the seat's first choice."""
    seen = view.history
    own = np.flatnonzero(seen.actors == view.seat)
    if not len(own):
        return 0.0
    first = int(own[0])
    then = Observations(seen.views[: first + 1], seen.actors[:first], seen.actions[:first])
    search = Search(view.game.compiled_policies, then, rng, (int(seen.actions[first]),) * 2)
    search.difference(LOOKED)
    return measure_spread(search)


def measure_spread(search: Search) -> float:
    """Return the standard deviation, over deals, of the result of a search's first choice; 0 without deals."""
    weights, values = search.values[: search.count, :2].T
    shares = weights / (weights.sum() or 1.0)
    return float(np.sqrt(shares @ (values - shares @ values) ** 2))
