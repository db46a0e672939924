"""First model of opponents' bets, frozen for the first experts: the size of a bet tells nothing."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel, unbound

from .equity_betting import compute_logistic
from .state import CALL, CHECK, FOLD, Betting

BET_AT, CALL_AT = 0.55, 0.35
"""Equities at which opponents begin to bet and to call."""

is_betting = hope_of = unbound


@kernel
def compute_first_bet_likelihood(action: int, hope: float) -> float:
    """Return the likelihood that a player with this equity checks, calls, bets or raises, if that is legal."""
    if action == CALL:
        return compute_logistic(hope, CALL_AT)
    bets = compute_logistic(hope, BET_AT)
    return 1 - bets if action == CHECK else bets


@kernel
def likely_first_bet(m: Betting, action: int) -> float:
    """Return the likelihood that the actor bets so, 1 outside the bets. A template: bind `is_betting` and `hope_of`."""
    if action == FOLD or not is_betting(m):
        return 1.0
    return compute_first_bet_likelihood(action, hope_of(m, m.actor))
