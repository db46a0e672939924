"""Matches that are over: what is made of one is made once for all who ask, off the event loop, and kept for a while."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from ..async_cache import Shared
from ..card_proofs.card_knowledge import Viewers
from ..fair_queue import Bounds, FairWorkers
from ..schemas import ReplayStep
from ..storage.event_store import Store
from ..table_log.unavailable_tables import readable
from . import archive
from .archive import Played
from .person_views import Sight

MOST, OF_ADDRESS, OF_PERSON = 24, 8, 4
"""Pieces of work that are done, one after another, or wait: in all, of an address and of a person."""
KEPT = 24
"""What was made latest, or asked for again, is kept."""
FULL = "too many people look at matches that are over just now; please try again"


class Past:
    """What is known of matches that are over."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._workers = FairWorkers("shindig-past", 1, Bounds(MOST, OF_ADDRESS, OF_PERSON), FULL)
        self._shared = Shared(KEPT)

    async def match(self, table: str, number: int, final: bool, epoch: int) -> Played:
        """A match of a table's log, which is `final` where the table is closed. Raises MissingError, BusyError.

        With another epoch of the table it is read anew: names may have been forgotten.
        """
        return await self._shared.of(("match", table, number, final, epoch), partial(self._read, table, number, epoch))

    async def _read(self, table: str, number: int, epoch: int) -> Played:
        lines = await self._store.log(table)
        with readable(table):
            found = await self._workers.do(partial(archive.played, table, lines, number))
        found.epoch = epoch
        return found

    async def replay(self, found: Played, number: int, sight: Sight, open_to_all: bool) -> list[ReplayStep]:
        """A match step by step, as a person saw it. Raises BusyError."""
        work = partial(self._workers.do, partial(archive.replay, found, sight, open_to_all))
        key = "replay", found.table, found.epoch, number, sight, open_to_all
        steps: list[ReplayStep] = await self._shared.of(key, work)
        return steps

    async def proofs(self, found: Played, number: int, seats: Viewers, open_to_all: bool) -> dict[str, Any]:
        """What lets somebody who had these seats check the cuts of a match. Raises BusyError."""
        key = found.table, number
        if open_to_all:
            return await self._shared.of(("opened", *key), partial(self._workers.do, partial(archive.opened, found)))
        known = await self._shared.of(("known", *key), partial(self._workers.do, partial(archive.known, found)))
        work = partial(archive.proofs, found, known, seats)
        return await self._shared.of(("proofs", *key, seats), partial(self._workers.do, work))

    async def record(self, found: Played) -> str:
        """The record of a match. Raises BusyError."""
        return await self._workers.do(partial(archive.record, found))

    async def close(self) -> None:
        """End when what has begun is finished."""
        await self._shared.close()
        await asyncio.to_thread(self._workers.close)
