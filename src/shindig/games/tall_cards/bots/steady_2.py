"""Second steady bot, frozen for comparison: what others have paid before tells it nothing of their hands."""

from __future__ import annotations

import numpy as np

from shindig import policy_bots
from shindig.core.kernel_compiler import compile_kernel
from shindig.match import View

from .bets import is_betting
from .first_policy import bet_at


def act(view: View, rng: np.random.Generator) -> int:
    """Claim and draw as the policy does, and bet as it did."""
    if not is_betting(view.record):
        return policy_bots.steady(view, rng)
    bets = compile_kernel(bet_at) if view.game.compiled_policies.ready else bet_at
    return int(bets(view.array, 0, rng))
