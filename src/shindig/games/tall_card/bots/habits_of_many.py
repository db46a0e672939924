"""Habits of rivals at tables of more than two: those of `expert-1`, counted by research/five_cards/count_habits.py.

It bluffs, and folds to raises, more often than the policy.
"""

from __future__ import annotations

from pathlib import Path

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.rival_habits import bind_habits, load_habits
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.state import TallCard
from .bets import amount_of, is_betting, is_second, raise_by
from .equity import hope_of
from .policy import policy

DIGEST = "c0a1cb79ace691ad701de9c8c652d6a7928769ba43b38bcee26f1005dde7c1b1"
"""SHA-256 of habits_of_many.npz, so that the compile cache never reuses code with other habits."""
FILE = Path(__file__).with_name("habits_of_many.npz")
HABITUAL = 0.5
"""Probability that a rival acts by the habits. Else it is careful, and goes on by the policy."""
SIZES, BOUNDS = (0.25, 0.7, 1.0), (0.35, 0.9)
"""Usual bets as parts of the largest, and the bounds between them."""

HABITS = load_habits(FILE)


@kernel
def reference_bet(m: TallCard) -> float:
    """Return the largest bet, in which bets are measured."""
    return float(m.max_bet)


find_cell, find_habit, choose_by_habits, likely_bet, likely_careless_bet = bind_habits(
    "tall_card",
    table=HABITS,
    habitual=HABITUAL,
    sizes=SIZES,
    bounds=BOUNDS,
    is_betting=is_betting,
    is_second=is_second,
    reference_bet=reference_bet,
    amount_of=amount_of,
    raise_by=raise_by,
    hope_of=hope_of,
)


@kernel
def policy_of_rivals(m: TallCard, ranges: Ranges, rng: Generator) -> int:
    """Choose an action as rivals are taken to: among more than two at times by habits, else by the policy."""
    if m.seats > 2 and is_betting(m) and rng.random() < HABITUAL:
        return int(choose_by_habits(m, hope_of(m, m.actor), rng))
    return int(policy(m, ranges, rng))
