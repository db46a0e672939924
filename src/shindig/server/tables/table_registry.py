"""Registry of the tables that a server owns: found, claimed, restored from logs, lost and handed over."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Row

from shindig.messages import say

from ..background_tasks import BackgroundTasks
from ..cluster import lease_store
from ..cluster.lease_store import OPENED, Server
from ..cluster.ownership import MOMENT, Owners
from ..errors import AsleepError, BusyError, ElsewhereError, MissingError, RoomError
from ..metrics import SERVED_TABLES
from ..recent_cache import RecentCache
from ..storage.database import StoreError
from ..storage.server_signals import NoticeHandler
from ..table_log.table_state import TableState
from ..table_log.unavailable_tables import game_version, refuse_unreadable
from ..warm_up import WarmUp
from .closed_tables import ClosedTables
from .table_actor import MOVED, TableActor, TableServices
from .table_unloading import REST, UnloadedTable, keep_volatile_state

LOG = logging.getLogger(__name__)
MANY_EVENTS = 2_000
"""Number of events from which restoring runs in the background, while rules are compiled."""
PORTION = 20
"""Number of tables restored between two checks for games that are ready."""
PATIENCE = 6.0
"""Seconds for which a request waits for a table's new owner."""
MANY_KNOWN = 20_000
"""Largest number of other servers' tables in the cache."""
SWEEP = 60.0
"""Seconds between checks for unused tables."""
LOOK = 2.0
"""Seconds between checks for logs that a command has changed."""
AGAIN = 1.0
"""Seconds before a failed claim is repeated."""
BALANCE = 10.0
"""Seconds between checks for servers that own fewer tables than this one."""
UNEVEN, UNEVEN_SHARE = 10, 0.1
"""Difference that two servers may have in tables: a number, and a share of the larger number."""


class TableRegistry:
    """Tables that this server owns."""

    def __init__(self, services: TableServices, owners: Owners, recall: Callable[[], Awaitable[None]]) -> None:
        self.services, self.owners, self._recall = services, owners, recall
        """`recall` loads the people at open tables into the cache, since all of them come back at once."""
        self.tables: dict[str, TableActor] = {}
        self.asleep: dict[str, TableState] = {}
        """Open tables of games that are not installed."""
        self.resting: dict[str, UnloadedTable] = {}
        """Unloaded open tables that this server owns."""
        self.closed = ClosedTables(services.store)
        self._asleep_since: dict[str, int] = {}
        """Epochs of unavailable tables at loading."""
        self.leaving = False
        """True while tables are handed over and none is claimed."""
        self._known: RecentCache[str, Server] = RecentCache("owners of tables", MANY_KNOWN)
        """Cache of the owners of other tables."""
        self._giving = set[str]()
        """Tables that are about to go to another server."""
        self._claiming = asyncio.Lock()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Lock of each table that is being restored."""
        self.warm_up = WarmUp(services.bots)
        self._owed: dict[str, int] = {}
        """Claimed tables that are not served yet, with their epochs."""
        self._games: dict[str, str] = {}
        """Games of claimed tables."""
        self._free, self._given = asyncio.Event(), asyncio.Event()
        self._tasks = BackgroundTasks()

    async def begin(self, heard: Mapping[str, NoticeHandler] | None = None, at_once: bool = True) -> None:
        """Serve all tables without an owner, now and whenever some are freed; those in `at_once` first.

        With many events they are restored in the background, and each on demand. `heard` gets the notifications of
        other servers.
        """
        handlers = {"free": lambda _: self.claim_freed_tables(), "given": self._note_given, **(heard or {})}
        await self.owners.start(self, handlers)
        if at_once:
            if await self._has_many_events():
                self.claim_freed_tables()
            else:
                await self.claim_free_tables()
        self._tasks.start(self._take_on(), "take tables")
        self._tasks.start(self._refresh_on(), "refresh tables")
        self._tasks.start(self._balance_on(), "balance tables")
        self._tasks.start(self._sweep(), "unload tables")

    async def _has_many_events(self) -> bool:
        return await self.services.store.count_open_events() > MANY_EVENTS

    def claim_freed_tables(self) -> None:
        self._free.set()

    def lose_tables(self) -> None:
        for table in [*self.tables.values()]:
            table.lose()
        self._cancel_alarms()
        self.asleep.clear()
        self._owed.clear()

    async def _take_on(self) -> None:
        while True:
            await self._free.wait()
            try:
                await self.claim_free_tables()
            except (StoreError, BusyError):
                await asyncio.sleep(AGAIN)
                self.claim_freed_tables()

    def _note_given(self, to: str) -> None:
        """Look for tables that another server has given to this one."""
        if to == self.owners.me.id:
            self._given.set()

    async def _refresh_on(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._given.wait()
            self._given.clear()
            with suppress(StoreError, BusyError):
                await self.refresh()

    async def refresh(self) -> None:
        """Serve tables that another server has given to this one. Reload those whose log a command has changed (`admin
        forget`, `admin close`), as their new epoch shows."""
        me, here, asleep = self.owners.me, {**self.tables}, {**self._asleep_since}
        epochs = await self.services.store.read(partial(lease_store.load_epochs, mine=me.id))
        if me is not self.owners.me or self.leaving:
            return
        changed = [one for one, table in here.items() if not table.has_ended and epochs.get(one) != table.epoch]
        for one in changed:
            here[one].lose()
        for one in [one for one, kept in self.resting.items() if epochs.get(one, 0) > kept.epoch or one not in epochs]:
            self.resting.pop(one).cancel()
            changed.append(one)
        changed += [one for one, epoch in asleep.items() if one in self.asleep and epochs.get(one) != epoch]
        for one in changed:
            await self._read_anew(one, epochs.get(one))
        self._owe_given(epochs)

    def _owe_given(self, epochs: Mapping[str, int]) -> None:
        """Note which tables of ours another server has served until now. One that is being opened is none of them."""
        known = self.tables.keys() | self.resting.keys() | self.asleep.keys() | self._giving
        given = {one: epoch for one, epoch in epochs.items() if epoch > OPENED and one not in known}
        if given:
            self._owed.update(given)
            self.claim_freed_tables()

    async def _read_anew(self, table: str, epoch: int | None) -> None:
        """Reload a table from its log, if it is still open and ours."""
        async with self._loading(table):
            self.asleep.pop(table, None)
            self._asleep_since.pop(table, None)
            known = self.tables.get(table)
            if epoch is None or (known is not None and not known.has_ended):
                return
            await self._restore(table, await self.services.store.load_log(table), epoch)

    async def claim_free_tables(self) -> None:
        """Claim free tables and serve them, some at a time, so that other servers get their part."""
        self._free.clear()
        async with self._claiming:
            if await self._more():
                await self._recall()
            while await self._more():
                await self._restore_all()

    async def _more(self) -> bool:
        """Return True if there are tables to restore."""
        return not self.leaving and self.owners.has_lease() and (bool(self._owed) or await self._claim_some())

    async def _claim_some(self) -> bool:
        me, store = self.owners.me, self.services.store
        claimed = await store.write(partial(lease_store.claim_free_tables, mine=me.id, most=self.owners.batch))
        if me is self.owners.me:
            self._owed.update(claimed)
        return bool(claimed)

    async def _restore_all(self) -> None:
        """Serve the claimed tables, beginning with games that are ready. A table without events was never opened."""
        self._games = await self.services.store.load_games([*self._owed])
        if await self._has_many_events():
            self.warm_up.prepare_games(self._games.values())
        while self._owed:
            await self._restore_some(self._next_tables())

    def _next_tables(self) -> list[str]:
        """Return the next tables to restore."""
        waiting = set(self.warm_up.unready_games)
        order = sorted(self._owed, key=lambda table: self._games.get(table) in waiting)
        return order[:PORTION]

    async def _restore_some(self, tables: list[str]) -> None:
        logs = await self.services.store.load_logs(tables)
        if empty := [table for table, lines in logs.items() if not lines]:
            await self.services.store.write(partial(lease_store.close_unbegun_tables, names=empty))
        for table, lines in logs.items():
            async with self._loading(table):
                epoch, known = self._owed.pop(table, None), self.tables.get(table)
                if epoch is not None and lines and (known is None or known.has_ended):
                    await self._restore(table, lines, epoch)
            await asyncio.sleep(0)

    def _loading(self, table: str) -> asyncio.Lock:
        """Return the lock under which a table is restored, so that it is served once."""
        return self._locks.setdefault(table, asyncio.Lock())

    async def _restore(self, table: str, lines: list[str], epoch: int) -> None:
        """Serve a table again. One that fails is listed as unavailable, and the others go on."""
        me = self.owners.me
        try:
            with refuse_unreadable(table):
                loaded = await TableActor.load(self.services, table, lines, epoch)
        except AsleepError as error:
            LOG.warning("table %s could not be restored: %s", table, error)
            self.asleep[table], self._asleep_since[table] = TableState.unavailable(table, lines, error.text), epoch
            return
        if me is self.owners.me and not self.leaving:
            self.serve(loaded)

    @property
    def waiting_to_restore(self) -> int:
        """Number of claimed tables that are not served yet. A request for one of them restores it at once."""
        return len(self._owed)

    def serve(self, table: TableActor) -> None:
        self.tables[table.state.id] = table
        SERVED_TABLES.set(len(self.tables))
        table.start().add_done_callback(lambda _: self._forget(table))

    def _forget(self, table: TableActor) -> None:
        """Drop a table that has ended. Later requests read it from the store."""
        if self.tables.get(table.state.id) is table:
            del self.tables[table.state.id]
            SERVED_TABLES.set(len(self.tables))

    # Tables that nobody visits.

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.unload_quiet()

    async def unload_quiet(self) -> None:
        """Unload all tables that nobody has visited for a while."""
        for table in [*self.tables.values()]:
            if table.is_quiet(REST):
                await self._unload(table)

    async def _unload(self, table: TableActor) -> None:
        """Stop a table in good order. Its log and its volatile state can restore it."""
        name = table.state.id
        async with self._loading(name):
            rings = table.next_alarm
            if self.leaving or not self.owners.has_lease() or not table.is_quiet(REST):
                return
            await table.stop()
            if table.state.closed or table.lost:
                return
            self._forget(table)
            kept = self.resting[name] = keep_volatile_state(table)
            if rings < math.inf:
                kept.alarm = kept.clock.call_at(rings, partial(self._wake, name))

    def _wake(self, table: str) -> None:
        """Load a table whose deadline has come."""
        self._tasks.start(self._load_again(table), f"wake {table}")

    async def _load_again(self, table: str) -> None:
        try:
            await self.find(table)
        except (RoomError, StoreError) as error:
            LOG.warning("table %s could not be woken: %s", table, error)
            if (kept := self.resting.get(table)) is not None:
                kept.alarm = kept.clock.call_at(kept.clock.now() + AGAIN, partial(self._wake, table))

    def _cancel_alarms(self) -> None:
        """Cancel the alarms of unloaded tables."""
        for kept in self.resting.values():
            kept.cancel()
        self.resting.clear()

    # One table.

    def owned_table(self, table: str) -> TableActor | None:
        """Return a table that this server certainly owns, or None."""
        known = self.tables.get(table)
        served = known is not None and not known.has_ended and table not in self._giving
        return known if served and self.owners.has_lease() else None

    def list_group_tables(self, group: str) -> list[TableActor]:
        """Return the tables of a group that this server serves."""
        return [one for one in self.tables.values() if one.state.settings.group == group and not one.has_ended]

    def table_at_hand(self, table: str) -> TableActor | None:
        """Return a table that this server serves, without asking the database; it may have ended. None otherwise."""
        moves = self.leaving or table in self._giving or not self.owners.has_lease()
        return None if moves else self.tables.get(table)

    async def find(self, table: str) -> TableActor:
        """Return a table, claimed if it has no owner. Raises MissingError, AsleepError, ElsewhereError, BusyError."""
        if (known := self.owned_table(table)) is not None:
            return known
        async with self._loading(table):
            if (known := self.owned_table(table)) is not None:
                return known
            row, owner = await self.find_row(table)
            if row.closed:
                return await self.closed.find(table, row.epoch, partial(self._load_row, row, owner))
            return await self._load_row(row, owner)

    async def load(self, table: str) -> TableActor:
        """Load a table from its log, also a closed one that is in the cache. The caller holds the table's lock."""
        return await self._load_row(*await self.find_row(table))

    async def _load_row(self, row: Row[Any], owner: Server | None) -> TableActor:
        me, table = self.owners.me, str(row.id)
        game_version(row.game)
        epoch = row.epoch if row.closed else await self._epoch(row, owner)
        lines = await self.services.store.load_log(table)
        if me is not self.owners.me:
            raise BusyError(MOVED)
        with refuse_unreadable(table):
            loaded = await TableActor.load(self.services, table, lines, epoch)
        if me is not self.owners.me or (self.leaving and not row.closed):
            raise BusyError(MOVED)
        if (kept := self.resting.pop(table, None)) is not None:
            kept.cancel()
            loaded.address = kept.address
            loaded.resume(kept.clock, kept.presence)
        if not row.closed:
            self.serve(loaded)
        return loaded

    async def _epoch(self, row: Row[Any], owner: Server | None) -> int:
        """Return the epoch under which this server owns an open table, claimed if it is free."""
        if self.leaving or row.id in self._giving or not self.owners.has_lease():
            raise BusyError(MOVED)
        if row.owner == self.owners.me.id:
            return int(row.epoch)
        work = partial(lease_store.claim_table, mine=self.owners.me.id, table=row.id, epoch=row.epoch)
        if owner is None and await self.services.store.write(work):
            return int(row.epoch) + 1
        now, _ = await self.find_row(row.id)
        if now.owner != self.owners.me.id:
            raise ElsewhereError(MOVED)
        return int(now.epoch)  # claimed by `take` in the meantime

    async def find_row(self, table: str) -> tuple[Row[Any], Server | None]:
        """Return a table's row, and the server that owns it. Raises MissingError."""
        possible = len(table) <= 32 and table.isascii() and table.isalnum()
        row = await self.services.store.find_table(table) if possible else None
        if row is None:
            raise MissingError(say("refuse-table-missing"))
        return row, None if row.address is None else Server(
            row.address, row.machine, row.process, row.owner, row.secret
        )

    # Others.

    def is_ours(self, table: str) -> bool:
        """Return True if this server answers for a table."""
        return not self.owners.shared or (not self.leaving and self.owned_table(table) is not None)

    async def find_owner(self, table: str) -> Server | None:
        """Return the server that owns a table; None for this one, a closed table or a missing one.

        Waits for a table that changes owners. Raises BusyError after a while, StoreError.
        """
        if self.is_ours(table):
            return None
        return self._known.find(table) or await self._look_for(table)

    def forget(self, table: str) -> None:
        """Forget the cached owner of a table."""
        self._known.pop(table, None)

    async def _look_for(self, table: str) -> Server | None:
        loop = asyncio.get_running_loop()
        ends = loop.time() + PATIENCE
        while loop.time() < ends:
            with suppress(MissingError):
                row, owner = await self.find_row(table)
                if not row.closed and owner is not None and owner.address and owner.id != self.owners.me.id:
                    return self._remember(table, owner)
                if not row.closed and (self.leaving or table in self._giving or not self.owners.has_lease()):
                    await asyncio.sleep(MOMENT)
                    continue
            return None
        raise BusyError(MOVED)

    def _remember(self, table: str, owner: Server) -> Server:
        self._known.keep(table, owner)
        return owner

    async def _balance_on(self) -> None:
        while self.owners.shared:
            await asyncio.sleep(BALANCE)
            with suppress(StoreError, BusyError):
                await self.give_surplus()

    async def give_surplus(self) -> None:
        """Give some tables to the server with the fewest, until both own about as many."""
        me, store = self.owners.me, self.services.store
        counts = await store.read(lease_store.count_tables)
        if me.id not in counts or self.leaving or self._owed or not self.owners.has_lease():
            return
        least = min(counts, key=lambda server: counts[server])
        surplus = counts[me.id] - counts[least]
        if surplus > max(UNEVEN, UNEVEN_SHARE * counts[me.id]):
            await self._give(self._choose_quiet_tables(min(surplus // 2, self.owners.batch)), least)

    def _choose_quiet_tables(self, most: int) -> list[str]:
        """Return tables to give away: those that nobody looks at first."""
        served = sorted(self.tables, key=lambda table: len(self.tables[table].history.subscribers))
        return [*self.resting, *served][:most]

    async def _give(self, names: Sequence[str], to: str) -> None:
        """Stop tables in good order, and give them to another server. Requests for them wait meanwhile.

        Raises StoreError, BusyError, and serves them again.
        """
        me = self.owners.me
        epochs = {one: (self.tables.get(one) or self.resting[one]).epoch for one in names}
        self._giving.update(names)
        try:
            for one in names:
                if (kept := self.resting.pop(one, None)) is not None:
                    kept.cancel()
            await self._stop_tables(names)
            await self.services.store.write(partial(lease_store.give_tables, mine=me.id, given=names, to=to))
        except (StoreError, BusyError):
            self._owed.update(epochs)
            self.claim_freed_tables()
            raise
        finally:
            self._giving.difference_update(names)

    async def _stop_tables(self, names: Sequence[str]) -> None:
        """Stop tables in good order: commands that have begun are finished."""
        await asyncio.gather(*(self.tables[one].stop() for one in names if one in self.tables))

    async def hand_over(self) -> None:
        """Hand over all tables in good order, some at a time. Commands that have begun are finished."""
        if not self.owners.shared:
            return
        self.leaving = True
        names = [*self.tables, *self.resting]
        self._cancel_alarms()
        for first in range(0, len(names), self.owners.batch):
            some = names[first : first + self.owners.batch]
            await self._stop_tables(some)
            await self.services.store.write(partial(lease_store.release_tables, mine=self.owners.me.id, given=some))

    async def close(self) -> None:
        """Stop serving."""
        self.leaving = True
        self._cancel_alarms()
        await self._tasks.close()
        await self.warm_up.close()
        await asyncio.gather(*(table.stop() for table in [*self.tables.values()]))
        await self.owners.stop()
