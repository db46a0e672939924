"""Habits of rivals at tables of more than two: those of `expert-1`, counted by research/five_cards/count_habits.py.

It bluffs, and folds to raises, more often than the policy.
"""

from __future__ import annotations

from pathlib import Path

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.equity_betting import count_pot
from shindig.gamekit.betting.rival_habits import bind_habits, load_habits
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.state import TallCards
from .bets import amount_of, is_betting, is_second, raise_by
from .equity import hope_of
from .first_policy import policy as first_policy

DIGEST = "11da0c890a36c18a06cb40ce43fd3137ffe65664e834471debcc051d6d09b22d"
"""SHA-256 of habits_of_many.npz, so that the compile cache never reuses code with other habits."""
FILE = Path(__file__).with_name("habits_of_many.npz")
HABITUAL = 0.8
"""Probability that a rival has acted by the habits. Else it was careful."""
SIZES, BOUNDS = (0.4, 0.75, 1.0, 2.5), (0.55, 0.88, 1.7)
"""Usual bets as parts of the pot after the call, and the bounds between them."""

HABITS = load_habits(FILE)


@kernel
def reference_bet(m: TallCards) -> float:
    """Return the pot after the call, in which bets are measured."""
    return float(max(1, count_pot(m) + m.bet - m.step_paid[m.actor]))


find_cell, find_habit, choose_by_habits, likely_bet, likely_careless_bet = bind_habits(
    "tall_cards",
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
def policy_of_rivals(m: TallCards, ranges: Ranges, rng: Generator) -> int:
    """Choose an action as rivals are taken to: among more than two by habits, else by the first policy."""
    if m.seats > 2 and is_betting(m):
        return int(choose_by_habits(m, hope_of(m, m.actor), rng))
    return int(first_policy(m, ranges, rng))
