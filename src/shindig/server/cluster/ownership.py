"""Ownership: whether this server may answer for its tables, and which other servers exist.

No two machines' clocks are compared. A server is dead if it has not renewed its lease for `LEASE` seconds, by the
monotonic clock of the observer. By its own clock, it has stopped answering before then.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from sqlalchemy import Connection

from ..background_tasks import end_tasks
from ..errors import BusyError
from ..storage.database import StoreError
from ..storage.event_store import EventStore
from ..storage.server_signals import NoticeHandler, Notifications
from . import lease_store
from .lease_store import Server

LOG = logging.getLogger(__name__)
LEASE = 2.0
"""Seconds without renewal after which a server is dead,"""
MARGIN = 0.4
"""and the margin before that in which it answers for no table."""
BEAT = 0.4
"""Seconds between renewals."""
GAP = 2 * BEAT
"""Longest time between two looks that counts as silence: when nobody could look, nobody could renew."""
GIVE_UP = 3.0
"""Seconds after the end of a lease in which the database may come back unnoticed."""
HUNG = 10.0
"""Seconds for which a server may be too busy to handle its own renewals."""
LOOK = 10
"""Renewals between looks for free tables without a notification."""
MOMENT = 0.1
"""Seconds before the owner of a table that changes owners is looked up again."""


def read_steady_clock() -> float:
    """Return monotonic seconds that include the machine's sleep, if the system provides them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class TableOwner(Protocol):
    """Owner of the tables of this server."""

    def claim_freed_tables(self) -> None:
        """Look for free tables."""

    def lose_tables(self) -> None:
        """Give up all tables, since they may have other owners."""


class Owners(Protocol):
    """The servers of a database, as one of them sees them."""

    me: Server
    batch: int
    """Number of tables claimed at once."""
    shared: bool
    """True if other servers may want to know about this server's tables."""

    def has_lease(self) -> bool:
        """Return True if this server certainly owns its tables."""
        ...

    async def start(self, keeping: TableOwner, heard: Mapping[str, NoticeHandler]) -> None:
        """Begin to serve. Raises StoreError."""

    async def wait_until_gone(self, server: str) -> None:
        """Wait until another server has ended."""

    async def stop(self) -> None:
        """Stop serving."""


class SoleOwner:
    """The only server of its database. It replaces any earlier one, and needs no lease."""

    batch = 1_000
    shared = False

    def __init__(self, store: EventStore) -> None:
        self._store, self.me = store, Server()

    def has_lease(self) -> bool:
        return True

    async def start(self, keeping: TableOwner, heard: Mapping[str, NoticeHandler]) -> None:
        assert keeping
        assert heard
        await self._store.write(partial(lease_store.register_only_server, server=self.me))

    async def wait_until_gone(self, server: str) -> None:
        assert server
        await asyncio.Event().wait()

    async def stop(self) -> None:
        with suppress(StoreError, BusyError):
            await self._store.write(partial(lease_store.unregister_server, mine=self.me.id))


class PeerWatch:
    """Detection of dead servers by their beats."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[int, float]] = {}
        """By server, its last beat and its silence since then in seconds."""
        self._at = 0.0

    def find_dead(self, beats: Mapping[str, int], begun: float, ended: float) -> list[str]:
        """Return the servers that have been silent for a lease. The beats were read between `begun` and `ended`."""
        before, self._seen = self._seen, {}
        passed, self._at = max(0.0, min(begun - self._at, GAP)), ended
        for who, last in beats.items():
            known, silent = before.get(who, (-1, 0.0))
            self._seen[who] = last, silent + passed if known == last else 0.0
        return [who for who, (_, silent) in self._seen.items() if silent > LEASE]


@dataclass
class LeaseCheck:
    """Rows that a server read when it renewed its lease."""

    me: Server
    begun: float
    beats: dict[str, int] | None
    """Beats by server; None if the lease was lost."""
    ended: float = 0.0


class LeasedOwner:
    """One of several servers on a PostgreSQL, with a lease that it renews."""

    batch = 20
    shared = True

    def __init__(
        self,
        store: EventStore,
        me: Server | None = None,
        ticks: Callable[[], float] = read_steady_clock,
        by_itself: bool = True,
    ) -> None:
        self.me, self._by_itself = me or Server(), by_itself
        self._store, self._ticks = store, ticks
        self._until = self._alive = -1.0
        """End of the certain lease, and time of the last look at the beats."""
        self._former: list[str] = []
        """Former ids of this server that may still be in the database."""
        self._watch = PeerWatch()
        self._others: set[str] = set()
        self._gone: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._looks = 0
        self._beating: asyncio.Task[None] | None = None
        self._notices: Notifications | None = None

    def has_lease(self) -> bool:
        return self._ticks() < self._until

    async def start(self, keeping: TableOwner, heard: Mapping[str, NoticeHandler]) -> None:
        self._keeping = keeping
        await self._register()
        if self._by_itself:
            self._notices = Notifications(self._store.engine, heard)
            self._beating = asyncio.create_task(self._follow_checks(), name="lease")

    async def wait_until_gone(self, server: str) -> None:
        await self._gone[server].wait()

    async def stop(self) -> None:
        self._until = -1.0
        if self._notices is not None:
            await self._notices.close()
        await end_tasks(self._beating)
        with suppress(StoreError, BusyError):
            await self._store.write_unqueued(partial(lease_store.unregister_server, mine=self.me.id))

    async def _follow_checks(self) -> None:
        """Handle the results of the renewing thread. It renews for a while even if this loop is busy."""
        looks, stop, loop = asyncio.Queue[LeaseCheck](), threading.Event(), asyncio.get_running_loop()

        def beat_on() -> None:
            while not stop.wait(BEAT):
                if self._ticks() - self._alive < HUNG:
                    with suppress(StoreError, RuntimeError):  # the loop may be closed
                        loop.call_soon_threadsafe(
                            looks.put_nowait, self._extend_lease(self._store.write_now(self._check_lease))
                        )

        threading.Thread(target=beat_on, name="shindig-lease", daemon=True).start()
        try:
            while True:
                self._alive = self._ticks()
                with suppress(StoreError, BusyError):
                    await self._handle_next_check(looks)
        finally:
            stop.set()

    async def _handle_next_check(self, looks: asyncio.Queue[LeaseCheck]) -> None:
        """Handle the next result. Without a successful renewal for long, begin anew."""
        try:
            async with asyncio.timeout(BEAT):  # wait_for of Python 3.11 may swallow the cancellation of this task
                look = await looks.get()
        except TimeoutError:
            if 0 < self._until < self._ticks() - GIVE_UP:
                await self._start_over()
        else:
            await self._handle_check(look)

    async def renew_lease(self) -> None:
        """Renew the lease, and read the other servers' beats. Raises StoreError, BusyError."""
        await self._handle_check(self._extend_lease(await self._store.write_unqueued(self._check_lease)))

    def _check_lease(self, connection: Connection) -> LeaseCheck:
        """Renew the lease in a transaction. Returns what was read."""
        me, begun = self.me, self._ticks()
        return LeaseCheck(me, begun, lease_store.renew_lease(connection, me.id))

    def _extend_lease(self, look: LeaseCheck) -> LeaseCheck:
        """Take over a committed result: the lease counts from the time of the request."""
        look.ended = self._ticks()
        if look.beats is not None and look.me is self.me:
            self._until = look.begun + LEASE - MARGIN
        return look

    async def _handle_check(self, look: LeaseCheck) -> None:
        if look.me is not self.me:
            return
        if look.beats is None:
            await self._start_over()
        else:
            await self._handle_beats(look)

    async def _register(self) -> None:
        begun = self._ticks()
        await self._store.write_unqueued(partial(lease_store.register_server, server=self.me, former=self._former))
        self._until = begun + LEASE - MARGIN
        self._former = []
        self._keeping.claim_freed_tables()

    async def _start_over(self) -> None:
        """Begin anew under another id that owns nothing, since others may have declared this server dead."""
        LOG.warning("this server has lost its lease, and all tables with it")
        self._until = -1.0
        self._keeping.lose_tables()
        self._former.append(self.me.id)
        self.me = Server(self.me.address, self.me.machine, self.me.process)
        await self._register()

    async def _handle_beats(self, look: LeaseCheck) -> None:
        """Handle the beats of other servers."""
        beats = {who: last for who, last in (look.beats or {}).items() if who != self.me.id}
        self._looks += 1
        for who in self._watch.find_dead(beats, look.begun, look.ended):
            LOG.warning("server %s beats no more; its tables go to others", who)
            await self._store.write_unqueued(partial(lease_store.remove_server, dead=who, last=beats[who]))
        for who in [who for who in self._gone if who not in beats]:
            self._gone.pop(who).set()
        if self._others - beats.keys() or self._looks % LOOK == 0:
            self._keeping.claim_freed_tables()
        self._others = {*beats}


def make_owners(store: EventStore, me: Server | None = None) -> Owners:
    """Return the ownership of a store: one server on SQLite, many on PostgreSQL."""
    return SoleOwner(store) if store.engine.dialect.name == "sqlite" else LeasedOwner(store, me)
