"""First model of opponents' bets, frozen for the first experts: the size of a bet tells nothing."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel

from .equity_betting import compute_logistic
from .state import CALL, CHECK

BET_AT, CALL_AT = 0.55, 0.35
"""Equities at which opponents begin to bet and to call."""


@kernel
def compute_first_bet_likelihood(action: int, hope: float) -> float:
    """Return the likelihood that a player with this equity checks, calls, bets or raises, if that is legal."""
    if action == CALL:
        return compute_logistic(hope, CALL_AT)
    bets = compute_logistic(hope, BET_AT)
    return 1 - bets if action == CHECK else bets
