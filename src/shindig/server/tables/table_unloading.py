"""Tables that nobody has visited for a while: unloaded, until somebody looks or their next deadline comes."""

from __future__ import annotations

from dataclasses import dataclass

from ..broadcast import player_view
from ..schemas import TableCard
from ..table_log.turn_clock import Alarm, TableClock
from .decision_inputs import Presence
from .table_actor import TableActor

REST = 1_800.0
"""Seconds without anybody after which a table is unloaded."""


@dataclass
class UnloadedTable:
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


def keep_volatile_state(table: TableActor) -> UnloadedTable:
    """Keep of a table what its log does not hold."""
    state = table.state
    card = player_view.build_table_card(state) if state.settings.public else None
    return UnloadedTable(
        table.epoch, table.clock, table.memory.presence, state.host, state.is_counted, table.address, card
    )
