"""Time that the others wait for an absent person before a bot plays for them."""

from __future__ import annotations

import math

from ..table_log.single_player import PATIENCE
from ..table_log.table_state import TableState
from ..table_log.turn_clock import Pace
from .presence import Presence


def given_up_time(state: TableState, seat: int, pace: Pace, presence: Presence) -> float:
    """Return when the others have waited long enough; never for a present person, or at tables of days."""
    if seat in presence.viewers or state.drawing is not None:
        return math.inf
    alone = state.single_player == seat
    if state.has_days and not alone:
        return math.inf
    waits = max(pace.absent * PATIENCE, float(state.settings.seconds)) if alone else pace.absent
    return max(state.since, presence.last_seen.get(seat, 0.0)) + waits
