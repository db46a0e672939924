"""Unloading of tables without visitors. A visitor or the next deadline loads them again."""

from __future__ import annotations

from dataclasses import dataclass

from ..broadcast import player_view
from ..broadcast.presence import Presence
from ..schemas import TableCard
from ..table_log.turn_clock import Alarm, TableClock
from .table_actor import TableActor

REST = 1_800.0
"""Seconds without people after which a table is unloaded."""


@dataclass
class UnloadedTable:
    """State of an unloaded table that stays in memory."""

    epoch: int
    clock: TableClock
    """Clock of the table. It runs on, so deadlines still come."""
    presence: Presence
    host: str
    counts: bool
    address: str
    card: TableCard | None
    """Card in the lobby, or None for a private table."""
    alarm: Alarm | None = None

    def cancel(self) -> None:
        if self.alarm is not None:
            self.alarm.cancel()


def keep_volatile_state(table: TableActor) -> UnloadedTable:
    """Keep the state of a table that its log does not hold."""
    state = table.state
    card = player_view.build_table_card(state) if state.settings.public else None
    return UnloadedTable(
        table.epoch, table.clock, table.memory.presence, state.host, state.is_counted, table.address, card
    )
