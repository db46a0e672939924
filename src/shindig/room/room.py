"""The room: everything a server does, for the pages and the protocol to call. `docs/room.md` shows how."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from ..games import game as game_by_id
from ..games.record import ONLOOKER
from ..match import Match
from . import archive, autopilot, commands, facts, wire
from .bots_link import BotsLink, PipeLink
from .clock import Clock, Pace, WallClock
from .events import Event, Opened, Seated
from .feed import Feed
from .people import People, Person, new_id
from .settings import checked
from .state import TableState
from .store import Store, StoreError
from .table import House, Table
from .told import (
    Agreement,
    Answer,
    BusyError,
    ForbiddenError,
    MissingError,
    News,
    RefusedError,
    ReplayStep,
    RoomError,
    Settings,
    TableCard,
)

P = ParamSpec("P")
T = TypeVar("T")

LOG = logging.getLogger(__name__)
MAX_TABLES = 5_000
MAX_HOSTED = 20
MAX_READERS = 500
"""At one table."""
MANY_EVENTS = 2_000
"""To recover more than these, load the compiled rules first."""


class Room:
    """Tables and people over one database."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.people = People(house.store)
        self.wire = wire
        self._owner = new_id()
        self._tables: dict[str, Table] = {}
        self._loading = asyncio.Lock()
        self._compiling: dict[str, asyncio.Task[None]] = {}
        self._one_compiles = asyncio.Lock()

    @classmethod
    async def start(
        cls,
        url: str,
        clock: Clock | None = None,
        pace: Pace | None = None,
        bots: BotsLink | None = None,
        chance: random.Random | None = None,
    ) -> Room:
        """Open the database, take its open tables over and go on where they were."""
        store = await asyncio.to_thread(Store.open, url)
        return await cls.over(store, clock, pace, bots, chance)

    @classmethod
    async def over(
        cls,
        store: Store,
        clock: Clock | None = None,
        pace: Pace | None = None,
        bots: BotsLink | None = None,
        chance: random.Random | None = None,
    ) -> Room:
        """A room over a store that is open."""
        link = bots or PipeLink()
        house = House(store, link, clock or WallClock(), pace or Pace(), chance or random.SystemRandom())
        room = cls(house)
        if isinstance(link, PipeLink):
            link.compiled = room._load_compiled
        await room._recover()
        return room

    def dismiss(self) -> None:
        """Let all readers go: the room is about to close."""
        for table in self._tables.values():
            table.history.dismiss()

    async def close(self) -> None:
        """Finish what has begun and let the database go."""
        await asyncio.gather(*(table.stop() for table in self._tables.values()))
        await asyncio.gather(*self._compiling.values(), return_exceptions=True)
        await self.house.bots.close()
        await self.house.store.close()

    async def _recover(self) -> None:
        epochs = dict(await self.house.store.claim_open(self._owner))
        await self.people.recall()
        logs = await self.house.store.open_logs()
        if sum(map(len, logs.values())) > MANY_EVENTS:
            games = await self.house.store.open_games()
            await asyncio.gather(*(asyncio.to_thread(game_by_id(game_id).compile) for game_id in games))
        for table, lines in logs.items():
            if table in epochs:
                self._restore(table, lines, epochs[table])
                await asyncio.sleep(0)

    def _restore(self, table: str, lines: list[str], epoch: int) -> None:
        """Serve a table again. One that cannot be stays in the database, and keeps no other from being served."""
        try:
            self._serve(Table.load(self.house, table, lines, epoch))
        except Exception:
            LOG.exception("table %s could not be restored", table)

    def _serve(self, table: Table) -> None:
        self._tables[table.state.id] = table
        table.start().add_done_callback(lambda _: self._forget(table))

    def _forget(self, table: Table) -> None:
        """Keep no table that has ended; who asks for it gets it from the store."""
        if self._tables.get(table.state.id) is table:
            del self._tables[table.state.id]

    def _load_compiled(self, game_id: str) -> None:
        """The bots' process has compiled a game: load the machine code here too."""
        if game_id not in self._compiling:
            self._compiling[game_id] = asyncio.create_task(self._compile(game_id))

    async def _compile(self, game_id: str) -> None:
        """One at a time, so that tables are served meanwhile."""
        async with self._one_compiles:
            await asyncio.to_thread(game_by_id(game_id).compile)

    # Tables.

    def lobby(self) -> list[TableCard]:
        """Public tables that are not closed, the newest first."""
        shown = [table.state for table in self._tables.values() if table.state.settings.public and not table.lost]
        return [facts.card(state) for state in reversed(shown) if state.state != "closed"]

    async def open_table(
        self,
        person: Person,
        game: str,
        seats: int,
        options: Mapping[str, object] | None = None,
        settings: Settings | None = None,
        client: str = "",
    ) -> str:
        """A new table; the person sits at seat 0 and is the host. Raises GameError for what no game offers."""
        return await self._open(person, game, seats, options, settings, client)

    async def play_now(
        self,
        person: Person,
        game: str,
        seats: int,
        options: Mapping[str, object] | None = None,
        settings: Settings | None = None,
        client: str = "",
        device: bool = False,
    ) -> str:
        """A new table at which a match against bots begins at once; with `device`, its first cut awaits the page."""
        chosen = settings or Settings(public=False)
        return await self._open(person, game, seats, options, chosen, client, begin=True, device=device)

    async def _open(
        self,
        person: Person,
        game_id: str,
        seats: int,
        options: Mapping[str, object] | None,
        settings: Settings | None,
        client: str,
        begin: bool = False,
        device: bool = False,
    ) -> str:
        rules, chosen = game_by_id(game_id), checked(settings or Settings())
        match = Match(rules, seats, options)
        hosted = sum(table.state.host == person.id and not table.state.closed for table in self._tables.values())
        if hosted >= MAX_HOSTED:
            raise RefusedError(f"you are the host of {hosted} tables already; close one first")
        if len(self._tables) >= MAX_TABLES:
            raise BusyError(f"the room holds {MAX_TABLES} tables and is full; please try again later")
        state = TableState(new_id())
        opened = Opened(rules.id, rules.version, seats, match.options, asdict(chosen), person.id)
        events: list[Event] = [opened, Seated(0, commands.plain(person.name), person.id, "", client)]
        events.append(autopilot.commitment(state))
        await self.house.store.open_table(state.id, rules.id, chosen.public, self._owner, self.house.clock.now())
        table = Table(self.house, state, 1)
        await table.write(*events)
        if device:
            table.expect(0)
        if begin:
            await table.write(*commands.beginning(table))
        self._serve(table)
        await self.house.bots.compile(rules.id)
        return state.id

    async def _find(self, table: str) -> Table:
        """The table, claimed from the store where this room does not have it. Raises MissingError."""
        known = self._tables.get(table)
        if known is not None and not known.ended:
            return known
        async with self._loading:
            known = self._tables.get(table)
            return known if known is not None and not known.ended else await self._load(table)

    async def _load(self, table: str) -> Table:
        row = await self.house.store.known(table) if len(table) <= 32 else None
        if row is None:
            raise MissingError(f"there is no table {table[:32]!r}; perhaps the link is incomplete")
        try:
            epoch = row.epoch if row.closed else await self.house.store.claim(table, self._owner)
        except StoreError as error:
            raise BusyError(str(error)) from None
        loaded = Table.load(self.house, table, await self.house.store.log(table), epoch)
        if not row.closed:
            self._serve(loaded)
        return loaded

    async def _do(
        self,
        command: Callable[Concatenate[Table, P], Awaitable[T]],
        table: str,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Have a command done in the table's turn."""
        found = await self._find(table)
        if found.state.closed:
            raise RefusedError("this table is closed")
        return await found.do(partial(command, found, *args, **kwargs))

    async def sit(self, table: str, person: Person, seat: int | None = None, client: str = "") -> int:
        return await self._do(commands.sit, table, person, seat, client)

    async def add_bot(self, table: str, person: Person, seat: int | None = None, bot: str | None = None) -> int:
        return await self._do(commands.add_bot, table, person, seat, bot)

    async def start_match(self, table: str, person: Person) -> None:
        await self._do(commands.start_match, table, person)

    async def leave(self, table: str, person: Person) -> None:
        await self._do(commands.leave, table, person)

    async def back(self, table: str, person: Person) -> None:
        await self._do(commands.back, table, person)

    async def pause(self, table: str, person: Person) -> None:
        await self._do(commands.pause, table, person)

    async def resume(self, table: str, person: Person) -> None:
        await self._do(commands.resume, table, person)

    async def hold(self, table: str, person: Person, seat: int) -> None:
        await self._do(commands.hold, table, person, seat)

    async def remove(self, table: str, person: Person, seat: int) -> None:
        await self._do(commands.remove, table, person, seat)

    async def agree(self, table: str, person: Person, to: Agreement) -> None:
        await self._do(commands.agree, table, person, to)

    async def say(self, table: str, person: Person, text: str) -> None:
        await self._do(commands.say, table, person, text)

    async def close_table(self, table: str, person: Person) -> None:
        await self._do(commands.close_table, table, person)

    async def move(self, table: str, person: Person, action: str | int, token: str, key: str | None = None) -> Answer:
        """Play an action. Raises StaleError, RefusedError with the clause, RoomError for what is no action."""
        return await self._do(commands.move, table, person, action, token, key)

    async def seal(self, table: str, person: Person, cut: int, sealed: str) -> None:
        """A device's seal for the next cut, in hexadecimal."""
        await self._do(commands.seal, table, person, cut, _bytes(sealed))

    async def reveal(self, table: str, person: Person, cut: int, value: str) -> None:
        """The value that was sealed, in hexadecimal."""
        await self._do(commands.reveal, table, person, cut, _bytes(value))

    # Watching.

    async def look(self, table: str, person: Person | None = None) -> News:
        """A snapshot."""
        return await self._look(table, person, whole=True)

    async def glance(self, table: str, person: Person | None = None) -> News:
        """A snapshot without the events that led there."""
        return await self._look(table, person, whole=False)

    async def _look(self, table: str, person: Person | None, whole: bool) -> News:
        found = await self._find(table)
        viewer = found.viewer(person.id if person else None)
        found.seen(viewer)
        return facts.news(found, viewer, None if whole else found.state.seq)

    async def stream(
        self, table: str, person: Person | None = None, after: int | None = None, device: bool = False
    ) -> AsyncIterator[News]:
        """What happens at the table, from after event `after` on; it ends when the table closes or moves away."""
        with await self.feed(table, person, after, device) as feed:
            while not feed.over:
                news = feed.take()
                if news is not None:
                    yield news
                else:
                    await feed.wait()

    async def feed(
        self, table: str, person: Person | None = None, after: int | None = None, device: bool = False
    ) -> Feed:
        """The same for who waits in a way of their own. To be closed."""
        found = await self._find(table)
        if len(found.history.readers) >= MAX_READERS:
            raise BusyError("too many people look on here; please try again later")
        return Feed(found, person.id if person else None, after, device)

    # Afterwards.

    async def history(self, person: Person) -> list[TableCard]:
        """Tables where the person sat, the latest first."""
        cards = []
        for table, _, _, at in await self.house.store.history(person.id, 50):
            found = self._tables.get(table)
            with suppress(RefusedError):
                state = found.state if found else await self._fold(table)
                cards.append(facts.card(state, person.id, at))
        return cards

    async def _fold(self, table: str) -> TableState:
        return await asyncio.to_thread(TableState.replay, table, await self.house.store.log(table))

    async def record(self, table: str, person: Person | None, match: int) -> str:
        """A match that is over and open, as a record with its cuts."""
        played = await self._played(table, person, match)
        if not played.open:
            raise ForbiddenError(
                "this record holds every card; it opens when the table's settings or all players say so"
            )
        return await asyncio.to_thread(archive.record, played)

    async def replay(self, table: str, person: Person | None, match: int) -> list[ReplayStep]:
        """A match step by step, from one's own view; from all views where it is open."""
        return await asyncio.to_thread(archive.replay, await self._played(table, person, match))

    async def proofs(self, table: str, person: Person | None, match: int) -> dict[str, Any]:
        """What lets a person check the cuts of a match that is over: proofs for own and shown cards, or all."""
        return await asyncio.to_thread(archive.proofs, await self._played(table, person, match))

    async def _played(self, table: str, person: Person | None, match: int) -> archive.Played:
        found = await self._find(table)
        lines = await self.house.store.log(table)
        played = await asyncio.to_thread(archive.played, table, lines, match, person.id if person else None)
        if played is None:
            raise MissingError(f"no match {match} was played to its end here")
        if set(played.viewers) == {ONLOOKER} and not found.state.settings.watch and not played.open:
            raise ForbiddenError("only those who played may see this match again")
        return played


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text[:200])
    except ValueError:
        raise RoomError(f"expected hexadecimal digits, got {text[:20]!r}") from None
