"""Both betting steps, TF-12, TF-13 and TF-17, over the shared betting kernels; layers of pots: TF-40, TF-41."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.steps import ask_round, close_step, count_in, legal_bets, open_step, play_bet

from .showdown import begin_showdown, last_one
from .state import BANK, BET, DRAW, FIRST_BETS, RAISE, TallCards


@kernel
def begin_bets(m: TallCards, phase: int) -> None:
    """Open a betting step (TF-12, after the draw TF-17), or skip it if nobody can bet."""
    if not open_step(m, phase):
        end_bets(m)


@kernel
def highest(m: TallCards) -> int:
    """Return the largest bet or raise: the limit, or any amount (TF-12)."""
    return int(m.limit) if m.limit > 0 else BANK


@kernel
def smallest(m: TallCards) -> int:
    """Return the smallest full bet or raise: the ante, unless the table has set another (TF-4)."""
    return int(m.min_bet) if m.min_bet > 0 else int(m.ante)


@kernel
def legal_steps(m: TallCards, ranges: Ranges) -> int:
    """Write check and bet, or call and raise, from the smallest bet up (TF-4, TF-13), and always fold (TF-12)."""
    return int(legal_bets(m, ranges, BET, RAISE, smallest(m), highest(m), True))


@kernel
def apply_bet(m: TallCards, action: int) -> None:
    """Play a betting action and set the next actor."""
    if not play_bet(m, action, BET, RAISE, smallest(m)):
        end_bets(m)


@kernel
def end_bets(m: TallCards) -> None:
    """Go on to the draw, the showdown, or, with one player left, the end of the hand (TF-19)."""
    close_step(m)
    if count_in(m) == 1:
        last_one(m)
    elif m.phase == FIRST_BETS:
        ask_round(m, DRAW)
    else:
        begin_showdown(m)
