"""Habits of rivals at tables of more than two: those of `expert-1`, counted by research/five_cards/count_habits.py.

It bluffs, and folds to raises, more often than the policy.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.equity_betting import choose_raise_action
from shindig.gamekit.betting.rival_habits import bind_habits
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.state import BET, FIRST_BETS, RAISE, SECOND_BETS, TallCard
from .equity import hope_of
from .policy import policy

DIGEST = "c0a1cb79ace691ad701de9c8c652d6a7928769ba43b38bcee26f1005dde7c1b1"
"""SHA-256 of habits_of_many.npz, so that the compile cache never reuses code with other habits."""
FILE = Path(__file__).with_name("habits_of_many.npz")
HABITUAL = 0.5
"""Probability that a rival acts by the habits. Else it is careful, and goes on by the policy."""
SIZES, BOUNDS = (0.25, 0.7, 1.0), (0.35, 0.9)
"""Usual bets as parts of the largest, and the bounds between them."""

with np.load(FILE) as _found:
    HABITS = _found["habits"].astype(np.float64)
    """float64[2, 3, 6, 12, 6]: probabilities of habits (`bind_habits`)."""
AVERAGES = HABITS.mean(axis=3)


@kernel
def is_betting(m: TallCard) -> bool:
    return bool(m.phase == FIRST_BETS or m.phase == SECOND_BETS)


@kernel
def is_second(m: TallCard) -> int:
    return 1 if m.phase == SECOND_BETS else 0


@kernel
def unit(m: TallCard) -> float:
    """Return the largest bet, in which bets are measured."""
    return float(m.max_bet)


@kernel
def amount_of(action: int) -> int:
    """Return the amount of a bet or raise."""
    return int(action - RAISE + 1 if action >= RAISE else action - BET + 1)


@kernel
def raise_by(m: TallCard, wanted: int) -> int:
    """Return the bet or raise of an amount, limited to what is legal."""
    return choose_raise_action(m, wanted, m.min_bet, m.max_bet, BET, RAISE)


find_cell, find_habit, compute_habit_likelihood, compute_habit_average, choose_by_habits = bind_habits(
    "tall_card",
    table=HABITS,
    averages=AVERAGES,
    habitual=HABITUAL,
    sizes=SIZES,
    bounds=BOUNDS,
    is_second=is_second,
    unit=unit,
    amount_of=amount_of,
    raise_by=raise_by,
)


@kernel
def policy_of_rivals(m: TallCard, ranges: Ranges, rng: Generator) -> int:
    """Choose an action as rivals are taken to: among more than two at times by habits, else by the policy."""
    if m.seats > 2 and is_betting(m) and rng.random() < HABITUAL:
        return int(choose_by_habits(m, hope_of(m, m.actor), rng))
    return int(policy(m, ranges, rng))
