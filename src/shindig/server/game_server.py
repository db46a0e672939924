"""The room: everything a server does, for the pages and the protocol to call. `docs/room.md` shows how."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from ..bots.advice import Advice
from ..bots.bot_protocol import BotError
from ..core.record_layout import ONLOOKER
from ..gamekit import Game
from ..gamekit import game as game_by_id
from ..match import Match
from ..observations import History
from ..record.json_lines import NO_RECORD
from .accounts.accounts import People, Person, new_id
from .accounts.moderation import Manners, Spoken
from .accounts.personal_data import PersonalData
from .async_cache import Shared
from .bot_pool.interface import BotsLink, What
from .bot_pool.process_pool import Pool
from .bot_pool.rules_compilation import compile_rules
from .broadcast import player_view, static_info
from .cluster.lease_store import Server
from .cluster.ownership import Owners, owners_of
from .errors import AsleepError, BusyError, ForbiddenError, LateError, MissingError, RefusedError, RoomError, StaleError
from .fair_queue import ASKING
from .fairness.daily_secret import Daily
from .matches import archive
from .matches.continue_match import Again
from .matches.daily_attempts import Trying
from .matches.daily_deals import Days
from .matches.exercises import Exercises
from .matches.lesson_progress import Lessons
from .matches.match_cache import Past
from .matches.person_views import Sight
from .matches.player_results import Results
from .matches.ratings import Ladders
from .matches.reviews import Review, Reviews
from .public_tables import Lobby
from .schemas import PHRASES, Agreement, Answer, News, Opening, ReplayStep, Settings, TableCard
from .storage.database import OUTAGE
from .storage.event_store import Store
from .table_log.table_state import TableState
from .table_log.turn_clock import Clock, Pace, SystemClock
from .table_log.unavailable_tables import awake, readable
from .tables import commands
from .tables.advice import unadvised
from .tables.commands import Choice, Personal
from .tables.subscription import Feed
from .tables.table_actor import Services, Table
from .tables.table_registry import Keeper
from .tables.table_settings import checked

T = TypeVar("T")

LOG = logging.getLogger(__name__)
MAX_TABLES = 5_000
MAX_HOSTED, MAX_AT_ADDRESS = 20, 200
"""Open tables of one host, and those that were opened from one address, loaded or not."""
CARDS = 5_000
"""Of tables that are closed, in somebody's history."""
MAX_ONLOOKERS = 500
"""Who read along at one table without a seat."""


class Room:
    """Tables and people over one database."""

    def __init__(self, services: Services, owners: Owners) -> None:
        self.services = services
        self.people = People(services.store)
        self.manners = Manners(services.store, services.clock.date)
        self.past = Past(services.store)
        self.exercises = Exercises(services.store, services.clock.date)
        self.results = Results(services.store, services.clock.date)
        self.reviews = Reviews(services.bots, self.exercises, self.results)
        self.again = Again(self)
        self.lessons = Lessons(services.store, services.bots, services.clock.date)
        self.ladders = Ladders(services.store)
        self.days = Days(services.store, services.clock.date)
        self.trying = Trying(self.days, self._open_try, self._find)
        self.personal = PersonalData(self)
        self.keeper = Keeper(services, owners, self.people.recall)
        self._tables = self.keeper.tables
        self._lobby = Lobby(self.keeper)
        self._cards = Shared(CARDS)
        self._late = asyncio.Lock()
        self._closed = False
        self.most_hosted, self.most_at_address = MAX_HOSTED, MAX_AT_ADDRESS
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
        me: Server | None = None,
    ) -> Room:
        """Open the database, take its tables that nobody serves, and go on where they were; `me` is for others."""
        store = await asyncio.to_thread(Store.open, url)
        return await cls.over(store, clock, pace, bots, chance, owners_of(store, me))

    @classmethod
    async def over(
        cls,
        store: Store,
        clock: Clock | None = None,
        pace: Pace | None = None,
        bots: BotsLink | None = None,
        chance: random.Random | None = None,
        owners: Owners | None = None,
    ) -> Room:
        """A room over a store that is open."""
        link = bots or Pool()
        services = Services(store, link, clock or SystemClock(), pace or Pace(), chance or random.SystemRandom())
        room = cls(services, owners or owners_of(store))
        link.begin(room._compiled)
        heard = {"person": room.people.heard, "cards": room._lobby.heard}
        await room.keeper.begin(heard, at_once=not room.keeper.owners.me.address)  # others come: listen first
        room._lobby.begin()
        return room

    def dismiss(self) -> None:
        """Let all readers go: the room is about to close."""
        for table in self._tables.values():
            table.history.dismiss()

    async def close(self) -> None:
        """Finish what has begun and let the database go; once."""
        if self._closed:
            return
        self._closed = True
        await self._lobby.close()
        await self.keeper.close()
        await asyncio.gather(*self._compiling.values(), return_exceptions=True)
        await self.reviews.close()
        await self.past.close()
        await self._cards.close()
        await self.services.bots.close()
        await self.services.store.close()

    def _compiled(self, what: What, game_id: str) -> None:
        """A game's rules are compiled: load the machine code here too. Or its minds: the tables' pages say so."""
        if what == "mind":
            for table in self._tables.values():
                if table.state.game_id == game_id:
                    table.history.changed()
        elif game_id not in self._compiling:
            self._compiling[game_id] = asyncio.create_task(self._compile(game_id))

    async def _compile(self, game_id: str) -> None:
        """One at a time, so that tables are served meanwhile."""
        async with self._one_compiles:
            await asyncio.to_thread(compile_rules, game_id)

    # Tables.

    def lobby(self) -> list[TableCard]:
        """Public tables that are not closed, on whatever server, the newest first, those that are asleep last."""
        return self._lobby.cards(ASKING.get().address)

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
        return await self.begin(self._opening(person, game_by_id(game), seats, options, settings or Settings(), client))

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
        opening = self._opening(person, game_by_id(game), seats, options, settings or Settings(public=False), client)
        return await self.begin(opening, commands.Begin(person), device)

    async def _open_try(self, person: Person, daily: Daily, settings: Settings, client: str) -> str:
        terms = daily.terms
        opening = self._opening(person, awake(terms.game, terms.rules), terms.seats, {}, settings, client)
        return await self.begin(replace(opening, daily=daily), commands.Begin(person))

    @staticmethod
    def _opening(
        person: Person, game: Game, seats: int, options: Mapping[str, object] | None, settings: Settings, client: str
    ) -> commands.Open:
        match = Match(game, seats, options)
        return commands.Open(person, game, seats, match.options, checked(settings, game), client)

    async def begin(self, opening: commands.Open, match: commands.Begin | None = None, device: bool = False) -> str:
        """A new table, and its match where it begins at once. Raises RefusedError, BusyError."""
        self._check_limits(opening.person)
        await self.manners.check(opening.settings.title, opening.settings.unit)
        if not self.keeper.owners.sure():
            raise BusyError(OUTAGE)
        game, table = opening.game, Table(self.services, TableState(new_id()), 1)
        table.address = ASKING.get().address
        await self.services.store.open_table(
            table.state.id, game.id, opening.settings.public, self.keeper.owners.me.id, self.services.clock.date()
        )
        await table.carry_out(opening)
        if device:
            table.expect(opening.seat)
        if match is not None:
            await table.carry_out(match)
        self.keeper.serve(table)
        await self.services.bots.compile(game.id)
        return table.state.id

    def trials(self, person: Person) -> list[str]:
        """Tables that a person plays at which count for nothing, the oldest first."""
        resting = self.keeper.resting
        unloaded = [one for one, kept in resting.items() if kept.host == person.id and not kept.counts]
        states = [table.state for table in self._tables.values()]
        return unloaded + [one.id for one in states if one.host == person.id and not one.counts and not one.closed]

    def _check_limits(self, person: Person) -> None:
        """Raise RefusedError for a person or an address with too many open tables, BusyError where the room is full."""
        resting = [(kept.host, kept.address) for kept in self.keeper.resting.values()]
        states = [(one.state, one.address) for one in self._tables.values()]
        tables = [*resting, *((state.host, address) for state, address in states if not state.closed)]
        hosted = sum(host in (person.id, *person.was) for host, _ in tables)
        if hosted >= self.most_hosted:
            raise RefusedError(f"you are the host of {hosted} tables already; close one of your open tables first")
        address = ASKING.get().address
        there = sum(one == address for _, one in tables) if address else 0
        if there >= self.most_at_address:
            raise RefusedError(f"{there} tables are open from your address; close one of your open tables first")
        if len(self._tables) >= MAX_TABLES:
            raise BusyError(f"the room holds {MAX_TABLES} tables and is full; please try again later")

    async def _find(self, table: str) -> Table:
        """The table. Raises MissingError, AsleepError, and ElsewhereError where another server has it."""
        return await self.keeper.find(table)

    async def _enter(self, table: str, person: Person | None) -> Table:
        """The table, for somebody who may look at it. Raises MissingError, ForbiddenError."""
        found = self.keeper.here(table) or await self._find(table)
        self._admit(found, person)
        return found

    def _admit(self, found: Table, person: Person | None) -> None:
        if found.state.drawing is not None:
            sat = {one for accord in found.state.accords.values() for one in accord.seats}
            self.days.admit(found.state.drawing.daily, sat | {found.state.host}, person)

    async def _watch(self, table: str, person: Person | None) -> tuple[Table, int]:
        """The table, and as whom somebody sees what is played and said there. Raises ForbiddenError."""
        found = await self._enter(table, person)
        viewer = found.viewer(person)
        if not player_view.may_watch(found.state, viewer):
            raise ForbiddenError("this table is not open to onlookers")
        return found, viewer

    async def _do(self, table: str, command: Personal[T]) -> T:
        """Have a command done in the table's turn."""
        return await (await self._open_one(table, command.person)).do(command)

    async def _open_one(self, table: str, person: Person) -> Table:
        found = self.keeper.here(table) or await self._find(table)
        self.check_open(found, person)
        return found

    def check_open(self, found: Table, person: Person) -> None:
        """Whether somebody may ask for something at a table. Raises ForbiddenError, RefusedError."""
        state = found.state
        if state.drawing is not None:
            self._admit(found, person)
        if state.closed:
            raise RefusedError("this table is closed")
        if state.drawing is not None:
            self.days.check_running(state)

    async def sit(
        self, table: str, person: Person, seat: int | None = None, client: str = "", device: bool = False
    ) -> int:
        """The seat; with `device`, a cut awaits its page, which loads itself again."""
        found = await self._open_one(table, person)
        taken = await found.do(commands.Sit(person, seat, client))
        if device:
            found.expect(taken)
        return taken

    async def add_bot(self, table: str, person: Person, seat: int | None = None, bot: str | None = None) -> int:
        return await self._do(table, commands.AddBot(person, seat, bot))

    async def start_match(self, table: str, person: Person) -> None:
        await self._do(table, commands.Begin(person))

    async def leave(self, table: str, person: Person) -> None:
        await self._do(table, commands.Leave(person))

    async def back(self, table: str, person: Person) -> None:
        await self._do(table, commands.Back(person))

    async def pause(self, table: str, person: Person) -> None:
        await self._do(table, commands.Pause(person))

    async def resume(self, table: str, person: Person) -> None:
        await self._do(table, commands.Resume(person))

    async def hold(self, table: str, person: Person, seat: int) -> None:
        await self._do(table, commands.Hold(person, seat))

    async def remove(self, table: str, person: Person, seat: int) -> None:
        await self._do(table, commands.Remove(person, seat))

    async def agree(self, table: str, person: Person, to: Agreement, match: int | None = None) -> None:
        """Say yes; to opening the hands of a match also after one has left, and after the table has closed."""
        command, found = commands.Agree(person, to, match), await self._enter(table, person)
        if to == "reveal" and found.state.closed:
            await self._agree_late(table, command)
        else:
            await self._do(table, command)

    async def _agree_late(self, table: str, command: commands.Agree) -> None:
        """At a table that is closed and has no turn: one after another, each from the log as it is then."""
        async with self._late:
            await (await self.keeper.load(table)).carry_out(command)

    async def show(self, table: str, person: Person) -> None:
        """Show one's hand of the deal that has just ended. Raises RefusedError."""
        await self._do(table, commands.Show(person))

    async def ease(self, table: str, person: Person, on: bool) -> None:
        await self._do(table, commands.Ease(person, on))

    async def set_tempo(self, table: str, person: Person, tempo: str) -> None:
        await self._do(table, commands.SetTempo(person, tempo))

    async def nudge(self, table: str, person: Person) -> None:
        await self._do(table, commands.Nudge(person))

    async def take_back(self, table: str, person: Person, token: str) -> None:
        await self._do(table, commands.TakeBack(person, token))

    async def say(self, table: str, person: Person, text: str, key: str | None = None) -> None:
        """Say something to the table; a repeat with the same key says it no second time."""
        if text not in PHRASES:
            await self.manners.check(text)
        await self._do(table, commands.Say(person, text, key))

    async def spoken(self, table: str, person: Person | None) -> list[Spoken]:
        """Who said something at a table in words of their own, and what last. Raises ForbiddenError for strangers."""
        await self._watch(table, person)
        return await self.manners.spoken(table)

    async def report(self, table: str, person: Person, number: int, why: str) -> None:
        """Tell whoever runs the room what the one with this number of `spoken` said."""
        await self.spoken(table, person)
        await self.manners.report(table, person, number, why)

    async def close_table(self, table: str, person: Person) -> None:
        await self._do(table, commands.Close(person))

    async def move(self, table: str, person: Person, choice: Choice, token: str, key: str | None = None) -> Answer:
        """Play an action. Raises StaleError, RefusedError with the clause, RoomError for what is no action."""
        found = await self._open_one(table, person)
        try:
            return await found.do(commands.Move(person, choice, token, key))
        except LateError as late:
            raise stale(found, person, late) from None

    async def seal(self, table: str, person: Person, cut: int, sealed: str) -> None:
        """A device's seal for the next cut, in hexadecimal."""
        await self._do(table, commands.Seal(person, cut, _bytes(sealed)))

    async def reveal(self, table: str, person: Person, cut: int, value: str) -> None:
        """The value that was sealed, in hexadecimal."""
        await self._do(table, commands.Reveal(person, cut, _bytes(value)))

    # Watching.

    async def look(self, table: str, person: Person | None = None) -> News:
        """A snapshot."""
        return await self._look(table, person, whole=True)

    async def glance(self, table: str, person: Person | None = None) -> News:
        """A snapshot without the events that led there."""
        return await self._look(table, person, whole=False)

    async def hand(self, table: str, person: Person | None = None) -> tuple[Game, Sequence[History]]:
        """The game, and what somebody has seen in the hand under way, part by part. Raises RoomError."""
        found, viewer = await self._watch(table, person)
        return found.state.game, player_view.hand(found.state, viewer)

    async def advise(self, table: str, person: Person) -> Advice | None:
        """Advice for a person's own turn; None where it is not theirs.

        Raises ForbiddenError for who has no seat, RefusedError where nobody is advised, BusyError.
        """
        found = await self._open_one(table, person)
        state, viewer = found.state, found.viewer(person)
        if viewer == ONLOOKER:
            raise ForbiddenError("who has a seat is advised; you have none at this table")
        if not state.advised:
            raise RefusedError(unadvised(state))
        view, token = player_view.choosing(state, viewer), player_view.own(state, viewer).token
        if view is None:
            return None
        try:
            return await found.advisor.advise(viewer, (token, state.since), view)
        except BotError as error:
            raise BusyError(f"there is no advice just now: the adviser {error}") from None

    async def _look(self, table: str, person: Person | None, whole: bool) -> News:
        found = await self._enter(table, person)
        viewer = found.viewer(person)
        found.seen(viewer)
        return found.news(viewer, None if whole else found.state.seq)

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

    async def seated(self, table: str, person: Person) -> bool:
        """Whether somebody has a seat there."""
        return (await self._enter(table, person)).viewer(person) != ONLOOKER

    async def feed(
        self, table: str, person: Person | None = None, after: int | None = None, device: bool = False
    ) -> Feed:
        """The same for who waits in a way of their own. To be closed."""
        found = await self._enter(table, person)
        looking = sum(reader.viewer == ONLOOKER for reader in found.history.readers)
        if looking >= MAX_ONLOOKERS and found.viewer(person) == ONLOOKER:
            raise BusyError("too many people look on here; please try again later")
        return Feed(found, person, after, device)

    # Afterwards.

    async def history(self, person: Person) -> list[TableCard]:
        """Tables where the person sat, the latest first."""
        cards = []
        for table, _, _, at, epoch in await self.services.store.history(person.id, 50):
            live = self._tables.get(table)
            cards.append(
                card_of(live.state, person, at) if live else replace(await self._card(table, person, epoch), at=at)
            )
        return cards

    async def _card(self, table: str, person: Person, epoch: int) -> TableCard:
        """A table that is not served here; once it is closed, it is read once."""
        key = table, person.id, person.was, epoch
        card = await self._cards.of(key, partial(self._read_card, table, person))
        if card.state != "closed" or card.why:
            self._cards.forget(key)
        return card

    async def _read_card(self, table: str, person: Person) -> TableCard:
        return card_of(await self._fold(table), person)

    async def _fold(self, table: str) -> TableState:
        lines = await self.services.store.log(table)
        try:
            with readable(table):
                return await asyncio.to_thread(TableState.replay, table, lines)
        except AsleepError as error:
            return TableState.asleep(table, lines, str(error))

    async def record(self, table: str, person: Person | None, match: int) -> str:
        """A match that is over and open, as a record with its cuts."""
        played, _, everybody = await self.played(table, person, match)
        if not everybody:
            raise ForbiddenError(
                "this record holds every card; it opens when the table's settings say so, or all who played in it"
            )
        return await self.past.record(played)

    async def opening(self, table: str, person: Person | None, match: int) -> Opening:
        """Who of those who sat in a match that is over agree that its hands be opened. Raises MissingError."""
        state = (await self._enter(table, person)).state
        if not state.finished(match):
            raise _unplayed(match)
        if state.drawing is not None:
            return Opening(match, self.days.over(state.drawing.daily.day), ())
        return static_info.opening(state, match, person.ids if person else ())

    async def replay(self, table: str, person: Person | None, match: int) -> list[ReplayStep]:
        """A match step by step, from one's own view; from all views where it is open."""
        played, sight, everybody = await self.played(table, person, match)
        return await self.past.replay(played, match, sight, everybody)

    async def review(self, table: str, person: Person, match: int) -> Review | None:
        """A person's own choices in a match that is over, weighed as far as that has come; None while bots get ready.

        Raises ForbiddenError for who did not sit there, RefusedError where a game has nothing to weigh by.
        """
        key = table, match, person.id
        if (known := self.reviews.known(key)) is not None:
            return known
        played, sight, _ = await self.played(table, person, match)
        self.days.check_open(played.daily)
        return await self.reviews.of(key, played, sight)

    async def proofs(self, table: str, person: Person | None, match: int) -> dict[str, Any]:
        """What lets a person check the cuts of a match that is over: proofs for own and shown cards, or all."""
        played, sight, everybody = await self.played(table, person, match)
        self.days.check_open(played.daily)
        if played.origin is not None:
            return {"table": table, "open": False, "cuts": [], "why": NO_RECORD}
        return await self.past.proofs(played, match, sight.seats(), everybody)

    async def played(self, table: str, person: Person | None, match: int) -> tuple[archive.Played, Sight, bool]:
        """A match, the seats that the person held in it, and whether it is open to all."""
        live, epoch = await self._serving(table)
        if live is not None and not live.state.finished(match):
            raise _unplayed(match)
        played = await self.past.match(table, match, final=live is None, epoch=epoch)
        sight = played.sight([person.known_by(played.sat)] if person else [])
        self.days.admit(played.daily, played.sat, person)
        watch, everybody = played.watch, played.open
        if played.daily is not None:
            everybody = self.days.over(played.daily.day)
        elif live is not None:
            watch, everybody = live.state.settings.watch, match in live.state.opened
        if not sight.sat and not watch and not everybody:
            raise ForbiddenError("only those who played may see this match again")
        return played, sight, everybody

    async def _serving(self, table: str) -> tuple[Table | None, int]:
        """The table, None where it is closed and its log is final, and its epoch. Raises MissingError."""
        if table not in self._tables:
            row, _ = await self.keeper.row(table)
            if row.closed:
                return None, int(row.epoch)
        found = await self._find(table)
        return None if found.state.closed else found, found.epoch


def stale(found: Table, person: Person, late: LateError) -> StaleError:
    """What is said to who has missed the turn: how the table stands now."""
    return StaleError(str(late), found.news(found.viewer(person), None))


def card_of(state: TableState, person: Person, at: float = 0.0) -> TableCard:
    """A table in the history of somebody."""
    return player_view.card(state, state.known(person).id, at)


def _unplayed(match: int) -> MissingError:
    return MissingError(f"no match {match} was played to its end here")


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text[:200])
    except ValueError:
        raise RoomError(f"expected hexadecimal digits, got {text[:20]!r}") from None
