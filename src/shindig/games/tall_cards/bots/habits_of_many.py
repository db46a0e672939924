"""Habits of rivals at tables of more than two: those of `expert-1`, counted by research/five_cards/count_habits.py.

It bluffs, and folds to raises, more often than the policy.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.equity_betting import choose_raise_action, count_pot
from shindig.gamekit.betting.rival_habits import bind_habits
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.bets import highest, smallest
from ..rules.state import BET, FIRST_BETS, RAISE, SECOND_BETS, TallCards
from .equity import hope_of
from .first_policy import policy as first_policy

DIGEST = "11da0c890a36c18a06cb40ce43fd3137ffe65664e834471debcc051d6d09b22d"
"""SHA-256 of habits_of_many.npz, so that the compile cache never reuses code with other habits."""
FILE = Path(__file__).with_name("habits_of_many.npz")
HABITUAL = 0.8
"""Probability that a rival has acted by the habits. Else it was careful."""
SIZES, BOUNDS = (0.4, 0.75, 1.0, 2.5), (0.55, 0.88, 1.7)
"""Usual bets as parts of the pot after the call, and the bounds between them."""

with np.load(FILE) as _found:
    HABITS = _found["habits"].astype(np.float64)
    """float64[2, 3, 6, 12, 7]: probabilities of habits (`bind_habits`)."""
AVERAGES = HABITS.mean(axis=3)


@kernel
def is_betting(m: TallCards) -> bool:
    return bool(m.phase == FIRST_BETS or m.phase == SECOND_BETS)


@kernel
def is_second(m: TallCards) -> int:
    return 1 if m.phase == SECOND_BETS else 0


@kernel
def unit(m: TallCards) -> float:
    """Return the pot after the call, in which bets are measured."""
    return float(max(1, count_pot(m) + m.bet - m.step_paid[m.actor]))


@kernel
def amount_of(action: int) -> int:
    """Return the amount of a bet or raise."""
    return int(action - RAISE + 1 if action >= RAISE else action - BET + 1)


@kernel
def raise_by(m: TallCards, wanted: int) -> int:
    """Return the bet or raise of an amount, limited to what is legal."""
    return choose_raise_action(m, wanted, smallest(m), highest(m), BET, RAISE)


find_cell, find_habit, compute_habit_likelihood, compute_habit_average, choose_by_habits = bind_habits(
    "tall_cards",
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
def policy_of_rivals(m: TallCards, ranges: Ranges, rng: Generator) -> int:
    """Choose an action as rivals are taken to: among more than two by habits, else by the first policy."""
    if m.seats > 2 and is_betting(m):
        return int(choose_by_habits(m, hope_of(m, m.actor), rng))
    return int(first_policy(m, ranges, rng))
