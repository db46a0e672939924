"""Cache of finished matches. Each result is computed once, off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

from shindig.messages import say

from ..async_cache import AsyncCache
from ..broadcast.match_view_of_person import SeatHistory
from ..card_proofs.seen_cards import Viewers
from ..fair_queue import Bounds, FairWorkers
from ..schemas import ReplayStep
from ..storage.event_store import EventStore
from ..table_log.unavailable_tables import refuse_unreadable
from . import archive
from .archive import ArchivedMatch

T = TypeVar("T")

MOST, OF_ADDRESS, OF_PERSON = 24, 8, 4
"""Largest number of running and waiting computations: in all, for one address, for one person."""
KEPT = 24
"""Number of results in the cache, the latest or most recently used."""
FULL = say("busy-matches")


class MatchCache:
    """Cache of finished matches and what is computed from them."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._workers = FairWorkers("shindig-past", 1, Bounds(MOST, OF_ADDRESS, OF_PERSON), FULL)
        self._shared = AsyncCache("finished matches", KEPT)

    async def load_match(self, table: str, number: int, final: bool, epoch: int) -> ArchivedMatch:
        """Return a match of a table's log, which is `final` if the table is closed. Raises MissingError, BusyError.

        A new epoch of the table reloads it, since names may have been deleted.
        """
        return await self._shared.get(
            ("match", table, number, final, epoch), partial(self._read_match, table, number, epoch)
        )

    async def _read_match(self, table: str, number: int, epoch: int) -> ArchivedMatch:
        lines = await self._store.load_log(table)
        with refuse_unreadable(table):
            found = await self._workers.run(partial(archive.read_match, table, lines, number))
        found.epoch = epoch
        return found

    async def build_replay(
        self, found: ArchivedMatch, number: int, sight: SeatHistory, open_to_all: bool
    ) -> list[ReplayStep]:
        """Return a match step by step, as a person saw it. Raises BusyError."""
        key = "replay", found.table, found.epoch, number, sight, open_to_all
        return await self._compute(key, partial(archive.build_replay, found, sight, open_to_all))

    async def build_proofs(
        self, found: ArchivedMatch, number: int, seats: Viewers, open_to_all: bool
    ) -> dict[str, Any]:
        """Return the proofs of the cuts of a match for a person with these seats. Raises BusyError."""
        key = found.table, number
        if open_to_all:
            return await self._compute(("opened", *key), partial(archive.build_opened_cuts, found))
        known = await self._compute(("known", *key), partial(archive.track_cards, found))
        return await self._compute(("proofs", *key, seats), partial(archive.build_proofs, found, known, seats))

    async def _compute(self, key: Hashable, work: Callable[[], T]) -> T:
        """Return a cached result, or compute it. Raises BusyError."""
        return await self._shared.get(key, partial(self._workers.run, work))

    async def build_record(self, found: ArchivedMatch) -> str:
        """Return the record of a match. Raises BusyError."""
        return await self._workers.run(partial(archive.build_record, found))

    async def render(self, work: Callable[[], T]) -> T:
        """Return what is rendered of a finished match, in the context of the request. Raises BusyError.

        Pages of long matches have thousands of steps, and are rendered at every look.
        """
        return await self._workers.run(partial(copy_context().run, work))

    async def close(self) -> None:
        """Stop after running computations."""
        await self._shared.close()
        await asyncio.to_thread(self._workers.close)
