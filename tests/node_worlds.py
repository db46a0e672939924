"""Worlds of several servers on one PostgreSQL: killed, paused, cut off, slow, each with a clock of its own."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from fault_worlds import PACE, Faults, FaultyStore, World, kill
from room_kit import InlineBots
from sqlalchemy import Connection, text

from shindig.room import leases
from shindig.room.database import engine_for
from shindig.room.leases import Server
from shindig.room.owners import BEAT, LEASE, Leased
from shindig.room.room import Room
from shindig.room.store import Append, StoreError
from shindig.room.told import BusyError

SILENCE = LEASE + 4 * BEAT
"""Seconds after which the tables of a dead server are elsewhere."""


class NodeStore(FaultyStore):
    """A store that may be cut off, that stands still with its server, and that tells under which epoch it wrote."""

    def __init__(self, url: str, faults: Faults, written: list[tuple[int, int]]) -> None:
        super().__init__(url, faults)
        self.cut = False
        self.goes_on = asyncio.Event()
        self.goes_on.set()
        self.written = written

    async def append(self, step: Append) -> None:
        for _ in range(self.faults.rng.randrange(30) if self.faults.happens("a slow disk", 0.02) else 0):
            await asyncio.sleep(0)
        await self._reached()
        await super().append(step)
        self.written.append((step.epoch, step.seq))
        await self.goes_on.wait()

    async def read(self, work: Callable[[Connection], Any]) -> Any:
        await self._reached()
        return await super().read(work)

    async def write(self, work: Callable[[Connection], Any]) -> Any:
        await self._reached()
        return await super().write(work)

    async def beat(self, work: Callable[[Connection], Any]) -> Any:
        return await self.write(work)

    async def _reached(self) -> None:
        """The database, where the server runs and is not cut off."""
        await self.goes_on.wait()
        if self.cut:
            raise StoreError("cut off")


class Node:
    """A server, and what is wrong with it."""

    def __init__(self, world: NodeWorld) -> None:
        self.world = world
        self.store = NodeStore(world.url, world.faults, world.written)
        offset = world.faults.rng.uniform(0, 1e6)
        self.leased = Leased(self.store, Server("/node"), lambda: world.now + offset, by_itself=False)

    async def begin(self) -> Node:
        bots = InlineBots(self.world.faults.rng.randrange(1000))
        self.room = await Room.over(self.store, self.world.clock, PACE, bots, random.Random(1), self.leased)
        return self

    @property
    def hears(self) -> bool:
        return self.store.goes_on.is_set() and not self.store.dead

    async def kill(self) -> None:
        self.store.goes_on.set()
        await kill(self.room)

    async def beat(self) -> None:
        """What a server does by itself."""
        if self.hears:
            with suppress(StoreError, BusyError):
                await self.leased.beat()
                await self.room.keeper.take()


FAULTS: dict[str, tuple[float, Callable[[Node], None]]] = {
    "paused": (0.02, lambda node: node.store.goes_on.clear()),
    "goes on": (0.1, lambda node: node.store.goes_on.set()),
    "cut off": (0.02, lambda node: setattr(node.store, "cut", True)),
    "connected again": (0.1, lambda node: setattr(node.store, "cut", False)),
    "killed between commits": (0.02, lambda node: setattr(node.store, "dead", True)),
    "the database ended all connections": (0.005, lambda node: end_connections(node.world.url)),
}
"""What happens to a server, and how likely it is in a turn."""


class NodeWorld(World):
    """One table, its clients, and two to five servers. A request reaches any of them, which passes it on."""

    def __init__(self, url: str, game: str, seed: int) -> None:
        super().__init__(url, game, seed)
        self.now = 0.0
        self.nodes: list[Node] = []
        self.written: list[tuple[int, int]] = []
        """(epoch, seq) of every step, in the order in which they were committed."""
        self.most = 2 + seed % 4

    async def start_server(self) -> None:
        node = await Node(self).begin()
        self.nodes.append(node)
        self.rooms.append(node.room)

    async def reach(self) -> Room:
        able = [node for node in self.nodes if node.hears]
        if not able:
            raise BusyError("nobody answers")
        node = self.faults.rng.choice(able)
        keeper = node.room.keeper
        owner = await keeper.whose(self.table) if not node.store.cut else keeper._known.get(self.table)
        if owner is None:
            return node.room
        found = next((other for other in able if other.leased.me.id == owner.id), None)
        if found is None:
            keeper.forget(self.table)
            raise BusyError("its owner does not answer")
        if found.room.keeper.here(self.table) is None:
            keeper.forget(self.table)
        return found.room

    async def change_servers(self) -> None:
        while len(self.nodes) < self.most:
            await self.start_server()
        node = self.faults.rng.choice(self.nodes)
        for what, (chance, change) in FAULTS.items():
            if self.faults.happens(what, chance):
                change(node)
        self.now += self.faults.rng.uniform(0, 2 * BEAT)
        for one in self.nodes:
            await one.beat()

    async def bury(self) -> None:
        for node in [node for node in self.nodes if node.store.dead]:
            self.nodes.remove(node)
            self.rooms.remove(node.room)
            await node.kill()
            if self.nodes and self.faults.rng.random() < 0.5:  # its process ended, and somebody saw it
                self.nodes[0].store.at_once(partial(leases.leave, mine=node.leased.me.id))

    async def last_server(self) -> None:
        for node in self.nodes:
            await node.kill()
        self.nodes, self.rooms = [], []
        await self.start_server()
        for _ in range(round(SILENCE / BEAT)):
            self.now += BEAT
            await self.nodes[0].beat()


def end_connections(url: str) -> None:
    """What a restart of the database does to whoever is connected."""
    engine = engine_for(url, write=True)
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    with engine.begin() as connection:
        connection.execute(text(f"{others} AND pid <> pg_backend_pid()"))
    engine.dispose()
