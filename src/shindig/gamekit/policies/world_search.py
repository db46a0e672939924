"""Search over sampled worlds: each action is tried in each world and played on by the policy.

Worlds are paired: all actions are tried in equal worlds. The budget is spent in rounds of equal cost, and after each
the better half of the actions goes on. This is sequential halving (Karnin, Koren, Somekh: Almost optimal exploration in
multi-armed bandits, ICML 2013). An action that is clearly worse than the best is dropped early. The search ends when
one action is left.
"""

from __future__ import annotations

from math import ceil, log2
from time import thread_time
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from shindig.core.kernel_compiler import kernel, unbound
from shindig.core.layout_and_views import Items, Numbers, Ranges, Records

from .policy_spec import MOST_CHOICES, Actions, Actors, Generator

if TYPE_CHECKING:
    from shindig.observations import Budget, Observations

    from .policy_spec import CompiledPolicies, Plans

CHUNK = 8
"""Number of worlds between two tests for clearly worse actions."""
MOST_WORLDS = 4096
CLEAR, SOONEST = 2.6, 16
"""Standard errors behind the best at which an action is dropped, and the number of worlds before the first test."""
Values = npt.NDArray[np.float64]


update_beliefs = sample_world = candidate_actions = apply = play_on = plan = unbound


@kernel
def update_beliefs_at(views: Records, actors: Actors, actions: Actions, knowns: Records) -> bool:
    return bool(update_beliefs(views, actors, actions, knowns[0]))


@kernel
def sample_world_at(
    knowns: Records,
    views: Records,
    actors: Actors,
    actions: Actions,
    worlds: Records,
    i: int,
    ranges: Ranges,
    rng: Generator,
) -> float:
    """Make record i a world and return its weight."""
    return float(sample_world(knowns[0], views, actors, actions, worlds, i, ranges, rng))


@kernel
def candidate_actions_at(matches: Records, i: int, ranges: Ranges, rng: Generator, choices: Actions) -> int:
    return int(candidate_actions(matches[i], ranges, rng, choices))


@kernel
def explore(
    knowns: Records,
    views: Records,
    actors: Actors,
    actions: Actions,
    worlds: Records,
    choices: Actions,
    alive: Numbers,
    values: Numbers,
    kept: Records,
    ranges: Ranges,
    items: Items,
    rng: Generator,
    first: int,
    count: int,
    guesses: bool,
) -> int:
    """Sample `count` worlds, try every action that is `alive` in each, and return the number of valid worlds.

    `values`, float64[worlds, 1 + choices], gets the weight of each world and the viewer's result of each action there.
    If `kept` has room, worlds are stored there and none are `alive`. Then a call with `count` 0 compares all choices by
    a plan.
    """
    seat = int(views[0].viewer)
    row = first
    for _ in range(count):
        weight = sample_world(knowns[0], views, actors, actions, worlds, 0, ranges, rng)
        if weight > 0:
            values[row, 0] = weight
            if row < len(kept):
                kept[row] = worlds[0]
            for c in range(len(alive)):
                worlds[1] = worlds[0]
                apply(worlds[1], int(choices[alive[c]]))
                values[row, 1 + alive[c]] = play_on(worlds, 1, seat, knowns, ranges, items, rng, guesses)
            row += 1
    if len(kept) and not count:
        plan(knowns[0], kept, first, choices, values, ranges, rng)
    return row - first


class Search:
    """One decision of the seat of a history, among the choices worth comparing or the given ones."""

    def __init__(
        self, mind: CompiledPolicies, history: Observations, rng: Generator, choices: tuple[int, ...] = ()
    ) -> None:
        self._mind, self._history, self._rng = mind, history, rng
        self._told = history.views, history.actors, history.actions
        self._known = np.zeros(1, mind.known_type)
        self._worlds = mind.game.rules.layout.empty(2 + mind.spec.depth)
        self._ranges, self._items = mind.scratch()
        self.choices = np.array(choices, np.int32) if choices else self._choices()
        self.alive = np.arange(len(self.choices))
        self.values = np.zeros((MOST_WORLDS, 1 + len(self.choices)))
        self.count = self._tried = 0
        self._guesses, self._caution = False, 0.0
        self._kept = self._worlds[:0]

    def _choices(self) -> Actions:
        choices = np.empty(MOST_CHOICES, np.int32)
        views = self._history.views
        return choices[: self._mind.candidate_actions(views, len(views) - 1, self._ranges, self._rng, choices)]

    def best(self, budget: Budget, guesses: bool = False) -> int:
        """Return the best action within the budget; the policy's if no world can be sampled.

        With `guesses`, rollouts stop at the game's learnt estimates, if it has them. Near the end one plan is made for
        all worlds, if the game has plans. The policy's action stays unless another is ahead by the game's `caution`.
        """
        self._guesses, plans = guesses, self._mind.spec.endgame_plans
        self._caution = self._mind.spec.caution
        if self._begin():
            if guesses and plans and plans.is_near(self._told[0][-1]):
                self._plan(plans, budget)
            else:
                self._run(budget)
        return self._best()

    def compare(self, worlds: int) -> int:
        """Return the best action after trying each in so many worlds, or until it is clearly behind."""
        if self._begin():
            self._try(worlds)
        return self._best()

    def _begin(self) -> bool:
        """Prepare the search. Returns False with a single choice, or if no worlds can be sampled."""
        return len(self.choices) > 1 and bool(self._mind.update_beliefs(*self._told, self._known))

    def _best(self) -> int:
        if not self.count:
            return int(self.choices[0])
        best = int(np.argmax(self.means))
        if self._keeps_policy():
            lead, error = (float(values[0]) for values in self._compute_deficits())
            best = 0 if lead < self._caution * error else best
        return int(self.choices[self.alive[best]])

    def _keeps_policy(self) -> bool:
        """Return True if the policy's action is favored, and not clearly behind."""
        return self._caution > 0 and self.alive[0] == 0

    def difference(self, worlds: int) -> tuple[float, float]:
        """Return the mean lead of the first choice over the second, over so many worlds, and its standard error."""
        if self._mind.update_beliefs(*self._told, self._known):
            self.count = self._explore(min(worlds, MOST_WORLDS))
        if not self.count:
            return 0.0, 0.0
        weights, values = self._collect_results()
        weights = weights / weights.sum()
        more = values[:, 0] - values[:, 1]
        mean = weights @ more
        return float(mean), float(np.sqrt((weights**2) @ (more - mean) ** 2))

    def warm(self) -> None:
        """Compile all that a decision calls."""
        self._mind.update_beliefs(*self._told, self._known)
        self._explore(0)

    def _run(self, budget: Budget) -> None:
        """Run rounds in which ever fewer actions are tried in ever more worlds."""
        rounds = max(1, ceil(log2(len(self.choices))))
        began, most = thread_time(), min(budget.iterations or MOST_WORLDS, MOST_WORLDS)
        for number in range(1, rounds + 1):
            if budget.iterations is None:
                self._try_until(began + budget.seconds * number / rounds)
            else:
                self._try(ceil(most * (2**number - 1) / (2**rounds - 1)))
            self._halve()

    def _plan(self, plans: Plans, budget: Budget) -> None:
        """Sample worlds for half of the time, and compare the actions by one plan for all of them."""
        end, most = thread_time() + budget.seconds / 2, min(budget.iterations or plans.max_worlds, plans.max_worlds)
        self._kept, every = self._mind.game.rules.layout.empty(plans.records_per_world * most), self.alive
        self.alive = every[:0]
        while self._tried < most and (budget.iterations or thread_time() < end):
            self._deal(min(CHUNK, most - self._tried))
        if self.count:
            self._explore(0)
        self.alive = every

    def _try_until(self, end: float) -> None:
        """Try worlds while there is processor time and more than one action."""
        before = now = thread_time()
        while self._tried < MOST_WORLDS and len(self.alive) > 1 and 2 * now - before < end:
            before = now
            self._try(self._tried + CHUNK)
            now = thread_time()

    def _try(self, upto: int) -> None:
        """Try worlds up to a number of them, or until one action is left."""
        while self._tried < min(upto, MOST_WORLDS) and len(self.alive) > 1:
            self._deal(min(CHUNK, upto - self._tried, MOST_WORLDS - self._tried))
            self._give_up()

    def _deal(self, chunk: int) -> None:
        self.count += self._explore(chunk)
        self._tried += chunk

    def _halve(self) -> None:
        """Keep the better half of the actions, two at least, in their order, and a favored one."""
        if self.count and len(self.alive) > 2:
            better = np.argsort(-self.means, kind="stable")[: (len(self.alive) + 1) // 2]
            if self._keeps_policy():
                better = np.append(better, 0)
            self.alive = self.alive[np.unique(better)]

    def _explore(self, chunk: int) -> int:
        work = self._worlds, self.choices, self.alive, self.values, self._kept, self._ranges, self._items, self._rng
        return int(self._mind.explore(self._known, *self._told, *work, self.count, chunk, self._guesses))

    @property
    def means(self) -> Values:
        """Mean result of each action that is alive."""
        weights, values = self._collect_results()
        return np.asarray(weights @ values / weights.sum())

    def _collect_results(self) -> tuple[Values, Values]:
        return self.values[: self.count, 0], self.values[: self.count, 1 + self.alive]

    def _give_up(self) -> None:
        """Drop the actions that are clearly behind the best."""
        if self.count < SOONEST:
            return
        mean, error = self._compute_deficits()
        self.alive = self.alive[mean <= CLEAR * error]

    def _compute_deficits(self) -> tuple[Values, Values]:
        """Return the mean deficit of each action that is alive to the best, paired by world, and its standard error."""
        weights, values = self._collect_results()
        weights = weights / weights.sum()
        behind = values[:, [np.argmax(self.means)]] - values
        mean = weights @ behind
        return mean, np.sqrt((weights**2) @ (behind - mean) ** 2)

    def rank_actions(self) -> list[tuple[int, float, float]]:
        """Return (action, mean deficit to the best, its standard error) of those not dropped, best first."""
        mean, error = self._compute_deficits()
        return [(int(self.choices[self.alive[i]]), float(mean[i]), float(error[i])) for i in np.argsort(mean)]
