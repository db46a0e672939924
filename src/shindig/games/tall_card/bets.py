"""Both betting steps, TC-13, TC-14 and TC-16, over the shared betting kernels."""

from __future__ import annotations

from typing import Any

from ..betting import (
    FOLD,
    NOBODY,
    add_to_bet,
    check_call_fold,
    close_step,
    count_in,
    legal_bets,
    next_bettor,
    next_in,
    open_step,
    take_all,
)
from ..kernels import kernel
from .deal import end_round
from .record import BET, DRAW, FIRST_BETS, RAISE
from .reveal import begin_reveal


@kernel
def begin_bets(m: Any, phase: int) -> None:
    """Open a betting step; it is skipped where nobody could bet."""
    m.phase = phase
    open_step(m)
    if m.actor == NOBODY:
        end_bets(m)


@kernel
def legal_steps(m: Any, ranges: Any) -> int:
    """Check, bet; call, raise, fold. No fold while there is nothing to call."""
    return int(legal_bets(m, ranges, BET, RAISE, m.min_bet, m.max_bet, False))


@kernel
def apply_bet(m: Any, action: int) -> None:
    """Play a betting action and give the turn on."""
    if action <= FOLD:
        check_call_fold(m, action)
    elif action < RAISE:
        add_to_bet(m, action - BET + 1, m.min_bet)
    else:
        add_to_bet(m, action - RAISE + 1, m.min_bet)
    m.actor = next_bettor(m, m.actor)
    if m.actor == NOBODY:
        end_bets(m)


@kernel
def end_bets(m: Any) -> None:
    """On to the draw, the reveal, or, with one player left, the next round (TC-14)."""
    close_step(m)
    if count_in(m) == 1:
        take_all(m, next_in(m, m.dealer))
        end_round(m)
    elif m.phase == FIRST_BETS:
        m.phase = DRAW
        m.actor = next_in(m, m.dealer)
    else:
        begin_reveal(m)
