"""Second steady bot, frozen for comparison: it takes a bet without a draw at face value.

The first expert for more than two searches with its policy.
"""

from __future__ import annotations

import numpy as np

from shindig import policy_bots
from shindig.core.kernel_compiler import bind, compile_kernel, kernel
from shindig.core.layout_and_views import Ranges, Records
from shindig.gamekit.betting.equity_betting import MORE, choose_by_equity, count_pot
from shindig.gamekit.five_cards.bets import choose_with_alternatives
from shindig.gamekit.policies.policy_spec import Generator
from shindig.match import View

from ..rules.state import SECOND_BETS, TallCard
from .bets import is_betting, raise_by
from .equity import hope_of
from .policy import add_alternatives
from .policy import policy as current_policy


def act(view: View, rng: np.random.Generator) -> int:
    """Claim and draw as the policy does, and bet as it did."""
    if not is_betting(view.record):
        return policy_bots.steady(view, rng)
    bets = compile_kernel(bet_at) if view.game.compiled_policies.ready else bet_at
    return int(bets(view.array, 0, rng))


@kernel
def policy(m: TallCard, ranges: Ranges, rng: Generator) -> int:
    """Choose an action as this bot does."""
    return bet(m, rng) if is_betting(m) else current_policy(m, ranges, rng)


choose = bind(choose_with_alternatives, "tall_card_2", policy=policy, add_alternatives=add_alternatives)


@kernel
def bet_at(matches: Records, i: int, rng: Generator) -> int:
    """Check, bet, call, raise or fold for the actor of record i."""
    return bet(matches[i], rng)


@kernel
def bet(m: TallCard, rng: Generator) -> int:
    """Check, bet, call, raise or fold."""
    found = choose_by_equity(m, hope_of(m, m.actor), m.max_bet, m.phase == SECOND_BETS, rng)
    return int(raise_by(m, count_pot(m)) if found == MORE else found)
