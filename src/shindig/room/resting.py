"""Tables that nobody has visited for a while: unloaded, until somebody looks or their next deadline comes."""

from __future__ import annotations

from dataclasses import dataclass

from . import tell
from .around import Presence
from .clock import Alarm, TableClock
from .table import Table
from .told import TableCard

REST = 1_800.0
"""Seconds without anybody after which a table is unloaded."""


@dataclass
class Resting:
    """What stays in memory of an unloaded table."""

    epoch: int
    clock: TableClock
    """It runs on, so that deadlines come as at any other table."""
    presence: Presence
    host: str
    counts: bool
    address: str
    card: TableCard | None
    """What the lobby shows of it; None where it is not public."""
    alarm: Alarm | None = None

    def cancel(self) -> None:
        if self.alarm is not None:
            self.alarm.cancel()


def resting(table: Table) -> Resting:
    """Keep of a table what its log does not hold."""
    state = table.state
    card = tell.card(state) if state.settings.public else None
    return Resting(table.epoch, table.clock, table.memory.presence, state.host, state.counts, table.address, card)
