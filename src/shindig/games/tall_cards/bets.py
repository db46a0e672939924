"""Both betting steps, TF-12, TF-13 and TF-17, over the shared betting kernels."""

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
)
from ..kernels import kernel
from .record import BANK, BET, DRAW, FIRST_BETS, RAISE
from .showdown import begin_showdown, last_one


@kernel
def begin_bets(m: Any, phase: int) -> None:
    """Open a betting step; it is skipped where nobody could bet."""
    m.phase = phase
    open_step(m)
    if m.actor == NOBODY:
        end_bets(m)


@kernel
def highest(m: Any) -> int:
    """The most that may be bet or raised by: the limit, or anything (TF-12)."""
    return int(m.limit) if m.limit > 0 else BANK


@kernel
def legal_steps(m: Any, ranges: Any) -> int:
    """Check, bet; call, raise, from the ante up (TF-4); and always fold (TF-12)."""
    return int(legal_bets(m, ranges, BET, RAISE, m.ante, highest(m), True))


@kernel
def apply_bet(m: Any, action: int) -> None:
    """Play a betting action and give the turn on."""
    if action <= FOLD:
        check_call_fold(m, action)
    else:
        add_to_bet(m, action - (BET if action < RAISE else RAISE) + 1, m.ante)
    m.actor = next_bettor(m, m.actor)
    if m.actor == NOBODY:
        end_bets(m)


@kernel
def end_bets(m: Any) -> None:
    """On to the draw, the showdown, or, with one player left, the end of the hand (TF-19)."""
    close_step(m)
    if count_in(m) == 1:
        last_one(m)
    elif m.phase == FIRST_BETS:
        m.phase = DRAW
        m.actor = next_in(m, m.dealer)
    else:
        begin_showdown(m)
