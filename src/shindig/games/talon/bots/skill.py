"""What a hand is worth to a seat that plays better than the policy, by which it is played on."""

from __future__ import annotations

from ...kernels import kernel
from ..rules.hand import ended
from ..rules.score import points_each
from ..rules.state import ATTACK, SHEET_EACH, SHEET_HALF, SHEET_ROWS, Talon
from .endgame import share
from .knows import Knows


@kernel
def value(k: Knows, m: Talon, seat: int) -> float:
    """What a settled hand brings a seat whose side wins more half points than here, as its search is better.

    The record's score sheet is changed by it.
    """
    paid = float(m.paid[seat])
    more = int(k.skill) if m.side[seat] == ATTACK else -int(k.skill)
    if more == 0 or m.tokens or not ended(m):
        return paid
    row = m.sheet[(m.scored - 1) % SHEET_ROWS]
    each = int(row[SHEET_EACH])
    row[SHEET_HALF] += more
    return paid + share(m, seat) * (points_each(row) - each)
