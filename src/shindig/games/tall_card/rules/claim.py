"""The Tall step: claim or decline, TC-12."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.steps import next_in
from shindig.gamekit.turn_and_range_kernels import write_range

from .bets import begin_bets
from .state import DECLINE, FIRST_BETS, TAKE, TallCard


@kernel
def legal_claims(m: TallCard, ranges: Ranges) -> int:
    """Write claim and decline; the Dealer, asked last, must claim."""
    return write_range(ranges, TAKE, TAKE if m.actor == m.dealer else DECLINE)


@kernel
def apply_claim(m: TallCard, action: int) -> None:
    """Claim, which ends the step, or ask the next player."""
    if action == DECLINE:
        m.actor = next_in(m, m.actor)
        return
    m.claimer = m.actor
    m.forced = m.actor == m.dealer
    begin_bets(m, FIRST_BETS)
