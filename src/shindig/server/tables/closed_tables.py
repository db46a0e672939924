"""Closed tables: those that people look at stay in memory, and others are read from their logs one by one.

A log of thousands of events takes a second to read, and anybody who has the link may look again and again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from shindig.messages import say

from ..fair_queue import Bounds, FairQueue
from ..recent_cache import RecentCache
from ..storage.event_store import EventStore
from .table_actor import TableActor

KEPT = 32
"""Number of closed tables in memory, the latest that were looked at."""
MOST, OF_ADDRESS, OF_PERSON = 24, 8, 4
"""Largest number of closed tables that are read or wait for it: in all, for one address, for one person."""
FULL = say("busy-closed-tables")


class ClosedTable(NamedTuple):
    """A closed table in memory, with the epoch and the last event of its log when it was read."""

    epoch: int
    last: int
    table: TableActor


class ClosedTables:
    """Cache of the closed tables of a store."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: RecentCache[str, ClosedTable] = RecentCache("closed tables", KEPT)
        self._queue = FairQueue(1, Bounds(MOST, OF_ADDRESS, OF_PERSON), FULL)

    async def find(self, table: str, epoch: int, load: Callable[[], Awaitable[TableActor]]) -> TableActor:
        """Return a closed table, read again if its log has changed. Raises BusyError if too many wait.

        A deletion of names changes its epoch, and a late agreement to reveal hands adds an event.
        """
        last = await self._store.load_last_seq(table)
        known = self._kept.find(table)
        if known is None or (known.epoch, known.last) != (epoch, last):
            ticket = self._queue.enter()
            await ticket.wait_turn()
            try:
                known = ClosedTable(epoch, last, await load())
            finally:
                ticket.leave()
            self._kept.keep(table, known)
        return known.table
