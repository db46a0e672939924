"""Habits of rivals: how often they fold, stay and bet each size, by equity, price and number of rivals.

A game ships a table of them. Sampled worlds are weighted by it, and rollouts let the others play so.

Kernel templates: `bind_habits` binds them to a game.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from shindig.core.kernel_compiler import bind_in_turn, kernel, unbound
from shindig.core.layout_and_views import Numbers

from ..policies.policy_spec import Generator
from .equity_betting import (
    compute_bet_likelihood,
    compute_careless_likelihood,
    count_others_in,
    count_pot,
    find_call_cost,
    may_raise,
)
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

is_betting = is_second = reference_bet = amount_of = raise_by = hope_of = unbound
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
        found += amount > bound * reference_bet(m)
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
            wanted = int(sizes[habit - BETTING] * reference_bet(m) + 0.5)
        return int(raise_by(m, wanted))
    return CALL if owes else CHECK


@kernel
def likely_bet(m: Betting, action: int) -> float:
    """Return the likelihood that a careful actor bets so, among more than two also by habits; 1 outside the bets."""
    if action == FOLD or not is_betting(m):
        return 1.0
    hope = hope_of(m, m.actor)
    if m.seats == 2:
        return compute_bet_likelihood(m, action, hope)
    return float(compute_habit_likelihood(m, action, hope))


@kernel
def likely_careless_bet(m: Betting, action: int) -> float:
    """Return the likelihood that a careless actor bets so, 1 outside the bets."""
    if action == FOLD or not is_betting(m):
        return 1.0
    if m.seats == 2:
        return compute_careless_likelihood(m, max(amount_of(action), 0))
    return float(compute_habit_average(m, action))


def load_habits(file: Path) -> Numbers:
    """Load float64[2, MOST_RIVALS, prices, equities, habits]: probabilities of habits before and after the draw."""
    with np.load(file) as found:
        return np.asarray(found["habits"], np.float64)


def bind_habits(suffix: str, *, table: Numbers, **names: Any) -> tuple[Callable[..., Any], ...]:
    """Bind `find_cell`, `find_habit`, `choose_by_habits`, `likely_bet` and `likely_careless_bet`, and return them.

    `table` is that of `load_habits`. A rival acts by it with the probability `habitual`, else it is careful, so that a
    bet they never make tells of its hand. `sizes` are the usual bets, as parts of `reference_bet(m)`, and `bounds`
    those between neighbours. `hope_of(m, seat)` is an equity. The other names are kernels of `five_cards/bets.py`.
    """
    bound = bind_in_turn(
        suffix,
        {"table": table, "averages": table.mean(axis=3), **names},
        find_cell=find_cell,
        find_habit=find_habit,
        choose_by_habits=choose_by_habits,
        compute_habit_likelihood=compute_habit_likelihood,
        compute_habit_average=compute_habit_average,
        likely_bet=likely_bet,
        likely_careless_bet=likely_careless_bet,
    )
    kernels = find_cell, find_habit, choose_by_habits, likely_bet, likely_careless_bet
    return tuple(bound[one.__name__] for one in kernels)
