"""Both betting steps, TC-13, TC-14 and TC-16, over the shared betting kernels; all-in, uncalled money: TC-33, TC-34."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.pots import give_all_to
from shindig.gamekit.betting.steps import ask_round, close_step, count_in, legal_bets, next_in, open_step, play_bet

from .deal import end_round
from .reveal import begin_reveal
from .state import BET, DRAW, FIRST_BETS, RAISE, TallCard


@kernel
def begin_bets(m: TallCard, phase: int) -> None:
    """Open a betting step (TC-13, after the draw TC-16), or skip it if nobody can bet."""
    if not open_step(m, phase):
        end_bets(m)


@kernel
def legal_steps(m: TallCard, ranges: Ranges) -> int:
    """Write check and bet, or call, raise and fold. There is no fold without a bet (TC-13)."""
    return int(legal_bets(m, ranges, BET, RAISE, m.min_bet, m.max_bet, False))


@kernel
def apply_bet(m: TallCard, action: int) -> None:
    """Play a betting action and set the next actor."""
    if not play_bet(m, action, BET, RAISE, m.min_bet):
        end_bets(m)


@kernel
def end_bets(m: TallCard) -> None:
    """Go on to the draw, the reveal, or, with one player left, the next round (TC-14)."""
    close_step(m)
    if count_in(m) == 1:
        give_all_to(m, next_in(m, m.dealer))
        end_round(m)
    elif m.phase == FIRST_BETS:
        ask_round(m, DRAW)
    else:
        begin_reveal(m)
