"""Worlds in which everything goes wrong, from a seed, and what must hold in them in spite of it."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from sqlalchemy import Connection

from shindig.bots import random_policy
from shindig.server.broadcast.event_buffer import BufferedEvent
from shindig.server.errors import RoomError
from shindig.server.fairness.fair_shuffle import VALUE_BYTES, make_seal
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.schemas import Agreement, CutInfo, LogEntry, Settings
from shindig.server.storage.database import StoreError
from shindig.server.storage.event_store import Append, EventStore
from shindig.server.table_log.events import Acted, Answered, Event, Ordered, Sealed, Started, Unsealed, decode
from shindig.server.table_log.shared_match_snapshot import MatchSnapshot
from shindig.server.table_log.table_state import TableState
from shindig.server.tables.table_actor import TableActor
from tests.kits.server.room_kit import QUICK, HandClock, InlineBots

PACE = replace(QUICK, together=1.0)
"""What is asked of several at once waits for their answers."""
AGREEMENTS: tuple[Agreement, ...] = ("next", "reveal", "rematch")
GAMES = {"tall-card": {"stack": 60}, "talon": {}, "tall-cards": {}, "royal-pokebacc": {}, "merchants-bank": {}}


class KilledError(Exception):
    """The server is no more; whoever asked gets no answer."""


UNANSWERED = (KilledError, RoomError, StoreError)
"""What a client gets instead of an answer."""


@dataclass
class Faults:
    """What goes wrong, from a seed."""

    seed: int
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    def happens(self, kind: str, chance: float) -> bool:
        if self.rng.random() >= chance:
            return False
        self.counts[kind] += 1
        return True


class FaultyStore(EventStore):
    """A store that commits in the caller's turn, so that a seed tells the whole story, and that may die of it."""

    def __init__(self, url: str, faults: Faults) -> None:
        super().__init__(url)
        self.faults = faults
        self.dead = False

    async def append(self, step: Append) -> None:
        await asyncio.sleep(0)
        if self.dead or self.faults.happens("killed before a commit", 0.02):
            self.dead = True
            raise KilledError
        if self.faults.happens("refused by the database", 0.02):
            raise StoreError("no room on the disk")
        error = self._write([step])[0]
        if self.faults.happens("killed after a commit", 0.02):
            self.dead = True
            raise KilledError
        if error is not None:
            raise error

    async def read(self, work: Callable[[Connection], Any]) -> Any:
        await asyncio.sleep(0)
        return self._run_transaction(self._read_engine, work)

    async def write(self, work: Callable[[Connection], Any]) -> Any:
        await asyncio.sleep(0)
        return self._run_transaction(self._write_engine, work)


@dataclass
class Request:
    """A move as a client sends it, and sends it again until it is answered."""

    action: int
    token: str
    key: str


class Client:
    """A player behind a bad network, who follows the table by a stream."""

    def __init__(self, world: World, person: Person, seed: int) -> None:
        self.world, self.person = world, person
        self.rng = np.random.default_rng(seed)
        self.pending: Request | None = None
        self.sent: list[Request] = []
        self.mute: set[int] = set()
        """Cuts in which our device says nothing more."""
        self.acknowledged: dict[str, tuple[int, str]] = {}
        self.told: dict[int, LogEntry] = {}
        self.seq: int | None = None
        self.following: asyncio.Task[None] | None = None

    async def act(self) -> None:
        """One try: send what is unanswered, or a new move if it is our turn."""
        faults, room = self.world.faults, await self.world.reach()
        if self.pending is None:
            self.pending = await self._choose(room)
        if self.sent and faults.happens("an old request again", 0.05):
            await self._send(room, faults.rng.choice(self.sent))
        if self.pending is not None and len(self.sent) > 1 and faults.happens("an old key for a new move", 0.03):
            await self._send(room, replace(self.pending, key=faults.rng.choice(self.sent[:-1]).key))
        if faults.happens("an agreement", 0.03):
            await room.agree(self.world.table, self.person, faults.rng.choice(AGREEMENTS))
        if self.pending is None or faults.happens("a request lost", 0.04):
            return
        if faults.happens("a request twice", 0.04):
            await asyncio.gather(self._send(room, self.pending), self._send(room, self.pending))
        else:
            await self._send(room, self.pending)

    async def _choose(self, room: GameServer) -> Request | None:
        news = await room.build_bare_snapshot(self.world.table, self.person)
        if news.info.cut is not None and news.info.you in news.info.cut.asked:
            await self._take_part(room, news.info.cut)
        if news.info.state == "over":
            await room.agree(self.world.table, self.person, "rematch")
        if news.view is None or not news.view.my_turn or news.info.token is None:
            return None
        request = Request(random_policy(news.view, self.rng), news.info.token, f"k{len(self.sent)}")
        self.sent.append(request)
        return request

    async def _take_part(self, room: GameServer, cut: CutInfo) -> None:
        """Do a device's part in a cut, well or badly."""
        faults, table = self.world.faults, self.world.table
        if cut.number in self.mute or faults.happens("a device mute for a cut", 0.02):
            self.mute.add(cut.number)
            return
        value = f"{self.person.name} {cut.number}".encode().ljust(VALUE_BYTES)
        if faults.happens("another value than was sealed", 0.03):
            value = b"x" * VALUE_BYTES
        for _ in range(1 + faults.happens("a part in a cut twice", 0.03)):
            with suppress(RoomError):
                if cut.stage == "sealing":
                    await room.seal_cut_value(table, self.person, cut.number, make_seal(value).hex())
                else:
                    await room.open_cut_value(table, self.person, cut.number, value.hex())

    async def _send(self, room: GameServer, request: Request) -> None:
        try:
            answer = await room.move(self.world.table, self.person, request.action, request.token, request.key)
        except RoomError as error:
            if error.status == 409 and self.pending is request:
                self.pending = None
            return
        if self.world.faults.happens("an answer lost", 0.04):
            return
        known = self.acknowledged.setdefault(request.key, (answer.seq, answer.do))
        assert known == (answer.seq, answer.do), "the same key got two answers"
        if self.pending is request:
            self.pending = None

    async def follow(self) -> None:
        """Read the stream of some room; what is told follows on what was told, and is never told otherwise."""
        room = await self.world.reach()
        async for news in room.stream_updates(self.world.table, self.person, self.seq, device=True):
            for update in news.updates:
                assert news.fresh or self.seq is None or update.seq == self.seq + 1
                self.seq = update.seq
                known = self.told.setdefault(update.seq, update)
                assert (known.kind, known.do, known.lines) == (update.kind, update.do, update.lines)
            self.seq = news.seq
            if self.world.faults.happens("a stream cut off", 0.002):
                return


class World:
    """One table, its clients, and the servers that come and go."""

    def __init__(self, url: str, game: str, seed: int) -> None:
        self.url, self.game = url, game
        self.faults = Faults(seed)
        self.clock = HandClock()
        self.rooms: list[GameServer] = []
        self.clients: list[Client] = []
        self.table = ""

    async def reach(self) -> GameServer:
        """The server that answers a client's request. Raises RoomError where none does."""
        return self.faults.rng.choice(self.rooms)

    async def start_server(self) -> None:
        """One more server on the same database; it takes the table over."""
        store = FaultyStore(self.url, self.faults)
        bots = InlineBots(self.faults.rng.randrange(1000))
        self.rooms.append(await GameServer.from_store(store, self.clock, PACE, bots, random.Random(1)))

    async def bury(self) -> None:
        """Take dead servers away, as a kill would: nothing of theirs runs on."""
        for room in [room for room in self.rooms if _dead(room)]:
            self.rooms.remove(room)
            await kill(room)
        if not self.rooms:
            await self.start_server()

    async def open(self) -> None:
        await self.start_server()
        room = self.rooms[0]
        store = room.services.store
        assert isinstance(store, FaultyStore)
        held, self.faults.happens = self.faults.happens, lambda *_: False  # type: ignore[method-assign]
        self.table, people = await self.begin(room)
        self.faults.happens = held  # type: ignore[method-assign]
        self.clients = [Client(self, person, seed) for seed, person in enumerate(people)]

    async def begin(self, room: GameServer) -> tuple[str, list[Person]]:
        """The table, and who plays there."""
        people = [(await room.accounts.create_guest(name))[0] for name in ("Ann", "Bob", "Cyd")]
        return await gathered(room, people, self.game, Settings(misses=3)), people

    async def run(self, faults: int) -> None:
        """Play until so many faults have been injected."""
        while self.faults.counts.total() < faults:
            client = self.faults.rng.choice(self.clients)
            with suppress(*UNANSWERED):
                await self.act(client)
            await self._turn(client)

    async def act(self, client: Client) -> None:
        await client.act()

    async def _turn(self, client: Client) -> None:
        if client.following is None or client.following.done():
            if client.following is not None:
                with suppress(*UNANSWERED):
                    client.following.result()
            client.following = asyncio.create_task(client.follow())
        await self.change_servers()
        if self.faults.happens("a long silence", 0.01):
            self.clock.advance(self.faults.rng.uniform(0, 300))
        if self.faults.happens("the date set otherwise", 0.01):
            self.clock.set_by += self.faults.rng.uniform(-7200, 7200)
        self.clock.advance(self.faults.rng.uniform(0, 2))
        for _ in range(20):
            await asyncio.sleep(0)
        await self.bury()

    async def change_servers(self) -> None:
        """Something happens to the servers."""
        if len(self.rooms) < 2 and self.faults.happens("two owners", 0.02):
            await self.start_server()
        elif len(self.rooms) == 2 and self.faults.happens("killed between commits", 0.2):
            await kill(self.rooms.pop(0))

    async def last_server(self) -> None:
        """All servers are killed, and one begins."""
        for room in self.rooms:
            await kill(room)
        self.rooms = []
        await self.start_server()

    async def end(self) -> TableActor:
        """No more faults: one server, every client answered and up to date."""
        self.faults.happens = lambda *_: False  # type: ignore[method-assign]
        await self.last_server()
        for client in self.clients:
            if client.pending is not None:
                await client._send(self.rooms[0], client.pending)
            if client.following is not None:
                client.following.cancel()
                with suppress(asyncio.CancelledError, *UNANSWERED):
                    await client.following
            client.following = asyncio.create_task(client.follow())
        for _ in range(200):
            await asyncio.sleep(0)
        return self.rooms[0].table_registry.tables[self.table]

    async def close(self) -> None:
        for client in self.clients:
            if client.following is not None:
                client.following.cancel()
                with suppress(asyncio.CancelledError):
                    await client.following
        for room in self.rooms:
            await kill(room)


async def gathered(room: GameServer, people: list[Person], game: str, settings: Settings) -> str:
    """A table for four at which people have begun a match."""
    table = await room.open_table(people[0], game, 4, GAMES[game], settings)
    for person in people[1:]:
        await room.sit(table, person)
    await room.start_match(table, people[0])
    return table


def _dead(room: GameServer) -> bool:
    return isinstance(room.services.store, FaultyStore) and room.services.store.dead


async def kill(room: GameServer) -> None:
    """Nothing of it goes on, and it says nothing."""
    await room.table_registry._tasks.close()
    await room.public_tables._tasks.close()
    for table in list(room.table_registry.tables.values()):
        tasks = [*table.memory.replies.tasks, *([table._worker] if table._worker else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        table.lost = True
        table.history.notify_all()
    await room.services.store.close()


def news_of(lines: list[str]) -> list[Event]:
    """The events that have a number in the news."""
    return [event for event, _ in map(decode, lines) if event.told]


def moves_in(lines: list[str]) -> list[int]:
    """The number of each move of a person; what is answered together with others has the number of the event before."""
    seq, found = 0, list[int]()
    for event, _ in map(decode, lines):
        seq += event.told
        if isinstance(event, Answered) or (isinstance(event, Acted) and event.by == "person"):
            found.append(seq)
    return found


def check_moves(clients: list[Client], lines: list[str], stored: dict[str, tuple[int, str]]) -> None:
    """Every acknowledged move is in the log, once, and as it was acknowledged."""
    assert sorted(seq for seq, _ in stored.values()) == moves_in(lines)
    for client in clients:
        for key, answer in client.acknowledged.items():
            assert stored[f"{client.person.id}:{key}"] == answer


def check_chips(table: str, lines: list[str]) -> list[BufferedEvent]:
    """Nothing is lost or made at any step; the entries of the whole log on the way."""
    state, entries, held = TableState(table), list[BufferedEvent](), None
    frame: MatchSnapshot | None = None
    for line in lines:
        event, at = decode(line)
        state.add(event, at)
        if not event.told:
            continue
        if state.match is not None:
            if isinstance(event, Started):
                frame, held = None, None
            before, frame = frame, MatchSnapshot(state.game, state.match.array.tobytes())
            entries.append(BufferedEvent(state.seq, event, state.names, frame if before is None else before, frame))
            now = state.game.rules.conserved(state.match.record)
            assert held in (None, now)
            held = now
        else:
            entries.append(BufferedEvent(state.seq, event, state.names, None, None))
    return entries


def check_state(live: TableActor, lines: list[str]) -> None:
    """The log replayed is the state."""
    replayed = TableState.replay(live.state.id, lines)
    left, right = vars(live.state).copy(), vars(replayed).copy()
    for state in (left, right):
        state["cutting"] = replace(state["cutting"], due=None)
        for name in ("since", "frame"):  # the downtime was credited
            state.pop(name)
        match = state.pop("match")
        state["record"] = match.array.tobytes()
        start = state.pop("hand_start")
        state["start"] = start and (start.point.steps, start.point.match.array.tobytes(), start.transcript.steps)
        state["past"] = [(before.steps, before.match.array.tobytes()) for before in state["past"]]
    assert left == right


def check_cuts(lines: list[str]) -> None:
    """What a device sealed is in its cut, and what it told after that too; nothing is in it that no device sealed."""
    sealed, told = set[str](), set[str]()
    for event, _ in map(decode, lines):
        if isinstance(event, Sealed):
            sealed.add(event.seal)
        elif isinstance(event, Unsealed):
            told.add(event.value)
        elif isinstance(event, Ordered) and event.index == 0:
            voices = [voice for voice in event.voices if voice["sealed"]]
            assert {voice["sealed"] for voice in voices} == sealed
            assert {voice["value"] for voice in voices if voice["said"] == "given"} == told
            sealed, told = set(), set()


def check_told(clients: list[Client], entries: list[BufferedEvent], live: TableActor) -> None:
    """Nothing was told that is not in the log, and every client ended in the same place."""
    for client in clients:
        seat = live.viewer_of(client.person)
        assert client.seq == live.state.seq == len(entries)
        for seq, update in client.told.items():
            stored = entries[seq - 1].build_log_entry(seat)
            assert (stored.kind, stored.do, stored.lines) == (update.kind, update.do, update.lines)
