"""Habits of rivals: how often they fold, stay and bet each size, by equity, price and number of rivals.

A game ships a table of them. Sampled worlds are weighted by it, and rollouts let the others play so.

Kernel templates: `bind_habits` binds them to a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shindig.core.kernel_compiler import bind_in_turn, kernel, unbound

from ..policies.policy_spec import Generator
from .equity_betting import compute_bet_likelihood, count_others_in, count_pot, find_call_cost, may_raise
from .state import CALL, CHECK, FOLD, Betting

PRICES = (0.15, 0.35, 0.7, 1.3)
"""Upper ends of the classes of a price, in parts of the pot. Class 0 has nothing to pay."""
EQUITIES = (0.15, 0.25, 0.33, 0.41, 0.5, 0.58, 0.66, 0.75, 0.85, 0.93, 0.98)
"""Lower ends of the equity bins but the first. The equity is that against one rival."""
MOST_RIVALS = 3
"""Number of rivals from which on all habits are alike."""
FOLDING, STAYING, BETTING = range(3)
"""First entries of the habits. The last one is all-in."""
CAREFUL_SIZE = 0.3
"""Probability of the size of a careful rival's bet, whatever it is."""
KERNELS = "find_cell", "find_habit", "compute_habit_likelihood", "compute_habit_average", "choose_by_habits"

is_second = unit = amount_of = raise_by = unbound
table: Any = unbound
averages: Any = unbound
sizes: Any = unbound
bounds: Any = unbound
habitual: Any = unbound


@kernel
def find_price_class(m: Betting) -> int:
    """Return the class of what the actor has to pay."""
    owed, found = find_call_cost(m, m.actor), 1
    if owed <= 0:
        return 0
    for price in PRICES:
        found += owed > price * max(1, count_pot(m))
    return int(found)


@kernel
def find_equity_bin(equity: float) -> int:
    """Return the bin of an equity against one rival."""
    found = 0
    for edge in EQUITIES:
        found += equity >= edge
    return int(found)


@kernel
def find_cell(m: Betting, hope: float) -> tuple[int, int, int, int]:
    """Return the place of the actor's habits in the table, with this equity against all others in."""
    others = max(1, count_others_in(m, m.actor))
    bin = find_equity_bin(hope ** (1.0 / others))
    return is_second(m), min(others, MOST_RIVALS) - 1, find_price_class(m), bin


@kernel
def find_habit(m: Betting, action: int) -> int:
    """Return the habit of an action."""
    if action <= FOLD:
        return FOLDING if action == FOLD else STAYING
    amount, found = amount_of(action), BETTING
    if amount >= m.chips[m.actor] - (m.bet - m.step_paid[m.actor]):
        return BETTING + len(sizes)
    for bound in bounds:
        found += amount > bound * unit(m)
    return int(found)


@kernel
def compute_habit_likelihood(m: Betting, action: int, hope: float) -> float:
    """Return the likelihood that the actor checks, calls, bets or raises so with this equity."""
    careful = compute_bet_likelihood(m, action, hope) * (CAREFUL_SIZE if action > FOLD else 1.0)
    step, others, price, bin = find_cell(m, hope)
    usual = table[step, others, price, bin, find_habit(m, action)]
    return float(habitual * usual + (1 - habitual) * careful)


@kernel
def compute_habit_average(m: Betting, action: int) -> float:
    """Return the mean probability that the actor does this, over all equity bins."""
    step, others, price, _ = find_cell(m, 1.0)
    return float(averages[step, others, price, find_habit(m, action)])


@kernel
def choose_by_habits(m: Betting, hope: float, rng: Generator) -> int:
    """Draw an action of the actor by its habits."""
    step, others, price, bin = find_cell(m, hope)
    left, habit = rng.random(), STAYING
    for one in range(BETTING + len(sizes) + 1):
        chance = table[step, others, price, bin, one]
        if 0 <= left < chance:
            habit = one
        left -= chance
    owes = m.bet > m.step_paid[m.actor]
    if habit == FOLDING and owes:
        return FOLD
    if habit >= BETTING and may_raise(m):
        wanted = int(m.chips[m.actor])
        if habit < BETTING + len(sizes):
            wanted = int(sizes[habit - BETTING] * unit(m) + 0.5)
        return int(raise_by(m, wanted))
    return CALL if owes else CHECK


def bind_habits(suffix: str, **names: Any) -> tuple[Callable[..., Any], ...]:
    """Bind the kernels to a game, and return those named in KERNELS.

    `table`, float64[2, MOST_RIVALS, prices, equities, habits], has the probabilities before and after the draw,
    `averages` their means over the equities. A rival acts by them with the probability `habitual`, else it is careful,
    so that a bet they never make tells of its hand. `sizes` are the usual bets, in units of `unit(m)`, and `bounds`
    those between neighbours. `is_second(m)` is 1 after the draw, `amount_of(action)` a bet's amount. `raise_by(m,
    wanted)` is the bet or raise of an amount, limited to what is legal.
    """
    bound = bind_in_turn(
        suffix,
        names,
        find_cell=find_cell,
        find_habit=find_habit,
        compute_habit_likelihood=compute_habit_likelihood,
        compute_habit_average=compute_habit_average,
        choose_by_habits=choose_by_habits,
    )
    return tuple(bound[name] for name in KERNELS)
