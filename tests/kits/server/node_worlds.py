"""Worlds of several servers on one PostgreSQL: killed, paused, cut off, slow, each with a clock of its own."""

from __future__ import annotations

import asyncio
import random
import select
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection, Engine, NullPool, create_engine, text

from shindig.server.cluster import lease_store
from shindig.server.cluster.lease_store import Server
from shindig.server.cluster.ownership import BEAT, LEASE, LeasedOwner
from shindig.server.errors import BusyError
from shindig.server.game_server import GameServer
from shindig.server.storage import event_store
from shindig.server.storage.database import StoreError, make_engine
from shindig.server.storage.event_store import Append
from tests.kits.server.fault_worlds import PACE, Client, FaultyStore, KilledError, World, kill
from tests.kits.server.room_kit import InlineBots

SILENCE = LEASE + 4 * BEAT
"""Seconds after which the tables of a dead server are elsewhere."""


class NodeStore(FaultyStore):
    """A store that may be cut off, that stands still with its server, and that tells under which epoch it wrote."""

    def __init__(self, world: NodeWorld) -> None:
        with patch.object(event_store, "make_engine", lambda *_, **__: world.engine):
            super().__init__(world.url, world.faults)
        self.cut: bool = False
        self.goes_on: asyncio.Event = asyncio.Event()
        self.goes_on.set()
        self.written = world.written

    async def append(self, step: Append) -> None:
        if self.faults.happens("a slow disk", 0.02):
            await asyncio.sleep(self.faults.rng.uniform(0, 2 * LEASE))
        await self._reached()
        await super().append(step)
        await self.goes_on.wait()

    def _write(self, steps: Sequence[Append]) -> list[StoreError | None]:
        errors = super()._write(steps)
        self.written += [(step.epoch, step.seq) for step, error in zip(steps, errors, strict=True) if error is None]
        return errors

    async def read(self, work: Callable[[Connection], Any]) -> Any:
        await self._reached()
        return await super().read(work)

    async def write(self, work: Callable[[Connection], Any]) -> Any:
        await self._reached()
        found = await super().write(work)
        self.written += [(epoch, 0) for epoch in claimed(work, found)]
        await self.goes_on.wait()
        return found

    async def write_unqueued(self, work: Callable[[Connection], Any]) -> Any:
        return await self.write(work)

    async def _reached(self) -> None:
        """The database, where the server runs and is not cut off."""
        await self.goes_on.wait()
        if self.dead:
            raise KilledError
        if self.cut:
            raise StoreError("cut off")


def claimed(work: Callable[[Connection], Any], found: Any) -> list[int]:
    """The epoch under which a transaction had a table claimed, if it did."""
    if isinstance(work, partial) and work.func is lease_store.claim_free_tables:
        return [*found.values()]
    if isinstance(work, partial) and work.func is lease_store.claim_table and found:
        return [work.keywords["epoch"] + 1]
    return []


class Node:
    """A server, and what is wrong with it."""

    def __init__(self, world: NodeWorld) -> None:
        self.world = world
        self.store = NodeStore(world)
        self.ahead = world.faults.rng.uniform(0, 1e6)
        """Of its steady clock."""
        time = asyncio.get_running_loop().time
        self.leased = LeasedOwner(self.store, Server("/node"), lambda: time() + self.ahead, by_itself=False)

    async def begin(self) -> Node:
        bots = InlineBots(self.world.faults.rng.randrange(1000))
        self.room = await GameServer.from_store(self.store, self.world.clock, PACE, bots, random.Random(1), self.leased)
        self._beating = asyncio.create_task(self._beat_on())
        return self

    @property
    def hears(self) -> bool:
        return self.store.goes_on.is_set() and not self.store.dead

    async def kill(self) -> None:
        self.store.dead = True
        self.store.goes_on.set()
        self._beating.cancel()
        await kill(self.room)

    async def _beat_on(self) -> None:
        while not self.store.dead:
            await asyncio.sleep(BEAT)
            with suppress(StoreError, BusyError, KilledError):
                await self.leased.renew_lease()


@dataclass(frozen=True)
class Trouble:
    """What happens to a server."""

    chance: float
    """How likely it is, each time that something may happen."""
    begins: Callable[[Node], None]
    here: Callable[[Node], bool] = lambda _: False
    """Whether the server is in this trouble already."""
    ends: Callable[[Node], None] = lambda _: None


def ran_ahead(node: Node) -> None:
    node.ahead += node.world.faults.rng.uniform(0, 2 * LEASE)


TROUBLES = {
    "paused": Trouble(
        0.05,
        lambda node: node.store.goes_on.clear(),
        lambda node: not node.store.goes_on.is_set(),
        lambda node: node.store.goes_on.set(),
    ),
    "cut off": Trouble(
        0.05,
        lambda node: setattr(node.store, "cut", True),
        lambda node: node.store.cut,
        lambda node: setattr(node.store, "cut", False),
    ),
    "killed between commits": Trouble(0.04, lambda node: setattr(node.store, "dead", True)),
    "a steady clock ran ahead": Trouble(0.01, ran_ahead),
    "the database ended all connections": Trouble(0.01, lambda node: end_connections(node.world.engine)),
}
MOMENT = 0.4
"""Seconds in which something happens, at most."""
OVER = 0.08
"""How likely a trouble ends, each time that something may happen."""
PATIENT = 20.0
"""Seconds after which a client gives a request up."""


class NodeWorld(World):
    """One table, its clients, and two to five servers. A request reaches any of them, which passes it on."""

    def __init__(self, url: str, game: str, seed: int) -> None:
        super().__init__(url, game, seed)
        self.engine: Engine = make_engine(url, write=True)
        """Of all servers, which use it one after another."""
        self.engine.dialect.do_ping = open_still  # type: ignore[method-assign, assignment]
        self.nodes: list[Node] = []
        self.written: list[tuple[int, int]] = []
        """(epoch, seq) of every step, and (epoch, 0) of every claim, in the order in which they were committed."""
        self.most = 2 + seed % 4

    async def start_server(self) -> None:
        node = await Node(self).begin()
        self.nodes.append(node)
        self.rooms.append(node.room)

    async def reach(self) -> GameServer:
        able = [node for node in self.nodes if node.hears]
        if not able:
            raise BusyError("nobody answers")
        node = self.faults.rng.choice(able)
        keeper = node.room.table_registry
        owner = await keeper.find_owner(self.table) if not node.store.cut else keeper._known.get(self.table)
        if owner is None:
            return node.room
        found = next((other for other in self.nodes if other.hears and other.leased.me.id == owner.id), None)
        if found is None:
            keeper.forget(self.table)
            raise BusyError("its owner does not answer")
        if found.room.table_registry.owned_table(self.table) is None:
            keeper.forget(self.table)
        return found.room

    async def run(self, faults: int) -> None:
        weather = asyncio.create_task(self._weather())
        await super().run(faults)
        weather.cancel()
        await asyncio.gather(weather, return_exceptions=True)

    async def act(self, client: Client) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENT):
                await client.act()

    async def change_servers(self) -> None:
        await asyncio.sleep(self.faults.rng.uniform(0, MOMENT))

    async def bury(self) -> None:
        """That is done all the time."""

    async def _weather(self) -> None:
        """Something happens to the servers, whatever else is under way."""
        while True:
            await asyncio.sleep(self.faults.rng.uniform(0, MOMENT))
            await self._bury()
            while len(self.nodes) < self.most:
                await self.start_server()
            for node in self.nodes:
                self._relieve(node)
            self._trouble(self.faults.rng.choice(self.nodes))

    def _relieve(self, node: Node) -> None:
        for trouble in TROUBLES.values():
            if trouble.here(node) and self.faults.rng.random() < OVER:
                trouble.ends(node)

    def _trouble(self, node: Node) -> None:
        for what, trouble in TROUBLES.items():
            if not trouble.here(node) and self.faults.happens(what, trouble.chance):
                trouble.begins(node)

    async def _bury(self) -> None:
        for node in [node for node in self.nodes if node.store.dead]:
            self.nodes.remove(node)
            self.rooms.remove(node.room)
            await node.kill()
            if self.nodes and self.faults.rng.random() < 0.5:  # its process ended, and somebody saw it
                self.nodes[0].store.write_now(partial(lease_store.unregister_server, mine=node.leased.me.id))

    async def last_server(self) -> None:
        for node in self.nodes:
            await node.kill()
        self.nodes, self.rooms = [], []
        await self.start_server()
        await asyncio.sleep(SILENCE)


def open_still(connection: Any) -> bool:
    """Whether the database has not ended a connection, without asking it."""
    return not select.select([connection], [], [], 0)[0]


def end_connections(engine: Engine) -> None:
    """What a restart of the database does to whoever is connected."""
    others = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database()"
    with create_engine(engine.url, poolclass=NullPool).begin() as connection:
        connection.execute(text(f"{others} AND pid <> pg_backend_pid()"))
