"""The Tall step: claim or decline, TC-12."""

from __future__ import annotations

from typing import Any

from ..betting import next_in
from ..kernels import kernel
from .bets import begin_bets
from .record import DECLINE, FIRST_BETS, TAKE


@kernel
def legal_claims(m: Any, ranges: Any) -> int:
    """Claim or decline; the Dealer, asked last, must claim."""
    ranges[0, 0] = TAKE
    ranges[0, 1] = TAKE if m.actor == m.dealer else DECLINE
    return 1


@kernel
def apply_claim(m: Any, action: int) -> None:
    """The first claim ends the step."""
    if action == DECLINE:
        m.actor = next_in(m, m.actor)
        return
    m.claimer = m.actor
    m.forced = m.actor == m.dealer
    begin_bets(m, FIRST_BETS)
