"""Second steady bot, frozen for comparison: it takes a bet without a draw at face value."""

from __future__ import annotations

import numpy as np

from shindig import policy_bots
from shindig.core.kernel_compiler import compile_kernel, kernel
from shindig.core.record_layout import Records
from shindig.gamekit.betting.equity_betting import MORE, choose_by_equity, count_pot
from shindig.gamekit.policies.policy_spec import Generator
from shindig.match import View

from ..rules.state import FIRST_BETS, SECOND_BETS
from .policy import more
from .values import hope_of


def act(view: View, rng: np.random.Generator) -> int:
    """Claim and draw as the policy does, and bet as it did."""
    if view.record.phase not in (FIRST_BETS, SECOND_BETS):
        return policy_bots.steady(view, rng)
    bets = compile_kernel(bet_at) if view.game.compiled_policies.ready else bet_at
    return int(bets(view.array, 0, rng))


@kernel
def bet_at(matches: Records, i: int, rng: Generator) -> int:
    """Check, bet, call, raise or fold for the actor of record i."""
    m = matches[i]
    found = choose_by_equity(m, hope_of(m, m.actor), m.max_bet, m.phase == SECOND_BETS, rng)
    return int(more(m, count_pot(m)) if found == MORE else found)
