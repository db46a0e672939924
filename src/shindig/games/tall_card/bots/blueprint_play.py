"""Play of the strategy for two: a choice by its probability, never a rare one, and never a fold of the best hand."""

from __future__ import annotations

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers, Records
from shindig.gamekit.betting.equity_betting import count_prize, find_call_cost
from shindig.gamekit.betting.state import CALL
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.state import TallCard
from .blueprint import CHOICES, GIVE_UP, action_of, situation
from .equity import hope_of

RARE = 0.02
"""Probability below which a choice is not taken."""
BEST, CHEAP = 0.97, 0.06
"""Equity with which it never folds, and price, as a part of the prize, to which it never folds."""
NONE = -1


@kernel
def choose_at(matches: Records, i: int, table: Numbers, line: int, rng: Generator) -> int:
    """Return the strategy's action for the actor of record i, of two players; NONE if it knows nothing."""
    m = matches[i]
    hope = hope_of(m, m.actor)
    choice = draw_choice(table, situation(m, m.actor, hope, line), m, rng)
    if choice < 0:
        return NONE
    return CALL if choice == GIVE_UP and keeps_on(m, hope) else action_of(m, choice)


@kernel
def keeps_on(m: TallCard, hope: float) -> bool:
    """Return True if folding is out of the question."""
    return bool(hope >= BEST or is_cheap(m))


@kernel
def is_cheap(m: TallCard) -> bool:
    """Return True if the price is so small that nobody folds."""
    return bool(find_call_cost(m, m.actor) < CHEAP * count_prize(m, m.actor))


@kernel
def draw_choice(table: Numbers, at: int, m: TallCard, rng: Generator) -> int:
    """Draw a legal choice by the probabilities of a situation; NONE if they are unknown."""
    shares = np.zeros(CHOICES)
    for c in range(CHOICES):
        shares[c] = share_of(table, at, c, m)
    return drawn(shares, rng)


@kernel
def drawn(chances: Numbers, rng: Generator) -> int:
    """Draw an index by its part of all chances, float64[n]; NONE if they are all 0."""
    total = chances.sum()
    if total <= 0:
        return NONE
    left, chosen = rng.random() * total, NONE
    for place in range(len(chances)):
        if chances[place] > 0 and left >= 0:
            chosen = place
            left -= chances[place]
    return int(chosen)


@kernel
def share_of(table: Numbers, at: int, choice: int, m: TallCard) -> float:
    """Return a choice's probability, 0 for a rare or illegal one."""
    chance = int(table[at, choice]) / 255.0
    if chance < RARE or action_of(m, choice) < 0:
        return 0.0
    return float(chance)
