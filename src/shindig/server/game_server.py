"""The facade of the server for pages and protocol. `docs/room.md` shows its use."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Concatenate, NoReturn, ParamSpec, TypeVar

from shindig.messages import Text, join, say

from ..bots.advice import Advice
from ..bots.external_bot_json import BotError
from ..core.layout_and_views import ONLOOKER
from ..gamekit import Game
from ..gamekit import game as game_by_id
from ..lesson.coach_notes import DecisionNote
from ..match import Match, View
from ..observations import Observations
from ..record.json_lines import NO_RECORD
from .access.access_rules import AccessRules
from .accounts.accounts import Accounts, make_id
from .accounts.email_addresses import EmailAddresses
from .accounts.email_sender import EmailSender, read_mail_server
from .accounts.openid_accounts import OpenIdAccounts
from .accounts.openid_provider import read_provider
from .accounts.passkeys import Passkeys
from .accounts.recovery import Recovery
from .accounts.talk_moderation import Moderation, Speaker
from .admin.personal_data import PersonalData
from .async_cache import AsyncCache
from .background_tasks import BackgroundTasks
from .bot_pool.pool_interface import BotsLink, CompiledPart
from .bot_pool.process_pool import BotPool
from .bot_pool.rules_compilation import compile_rules
from .broadcast import player_view, static_info
from .broadcast.match_view_of_person import SeatHistory
from .cluster.lease_store import Server
from .cluster.ownership import Owners, make_owners
from .errors import AsleepError, BusyError, ForbiddenError, LateError, MissingError, RefusedError, RoomError, StaleError
from .fair_queue import CURRENT_ASKER
from .fairness.daily_secret import SealedDeal
from .groups.groups import Groups
from .matches import archive
from .matches.coaching import Coaching
from .matches.continue_match import ContinuedMatches
from .matches.daily_attempts import DailyAttempts
from .matches.daily_deals import DailyDeals
from .matches.exercises import Exercises
from .matches.lesson_progress import LessonProgress
from .matches.match_cache import MatchCache
from .matches.player_results import PlayerResults
from .matches.ratings import Ladders
from .matches.reviews import Review, Reviews
from .person import Person
from .public_tables import PublicTables
from .push.web_push import WebPush
from .schemas import PHRASES, Agreement, Answer, ReplayStep, RevealStatus, Settings, TableCard, TableUpdate
from .settings.room_settings import RoomSettings
from .storage.database import OUTAGE
from .storage.event_store import EventStore
from .table_log.table_state import TableState
from .table_log.turn_clock import Clock, Pace, SystemClock
from .table_log.unavailable_tables import game_version, refuse_unreadable
from .tables import commands
from .tables.advice import advice_refusal
from .tables.commands import Choice, Personal
from .tables.subscription import Subscription
from .tables.table_actor import TableActor, TableServices
from .tables.table_registry import TableRegistry
from .tables.table_settings_check import check_settings

P = ParamSpec("P")
T = TypeVar("T")

LOG = logging.getLogger(__name__)
MAX_TABLES = 5_000
MAX_HOSTED, MAX_AT_ADDRESS = 20, 200
"""Largest number of open tables of one host, and of one address, loaded or not."""
CARDS = 5_000
"""Number of cached cards of tables that are not in memory."""
GATHER_SECONDS = 20
"""Seconds for which a person who plays with anybody waits for company before bots join."""
MAX_ONLOOKERS = 500
"""Largest number of onlookers at a table."""


def _make_method(
    command: Callable[Concatenate[Person, P], Personal[T]],
) -> Callable[Concatenate[GameServer, str, Person, P], Coroutine[Any, Any, T]]:
    """Make the method that runs a command of this class at a table."""

    async def run(self: GameServer, table: str, person: Person, /, *given: P.args, **named: P.kwargs) -> T:
        return await self._run_command(table, command(person, *given, **named))

    run.__doc__ = command.__doc__
    return run


class GameServer:
    """Tables and people of one database."""

    def __init__(self, services: TableServices, owners: Owners, settings: RoomSettings | None = None) -> None:
        self.services, self.settings = services, settings or RoomSettings()
        self.access = AccessRules(services.store, self.settings, services.clock.date)
        self.accounts = Accounts(services.store, services.clock.date, services.clock.now)
        self.recovery = Recovery(services.store, self.accounts)
        self.emails = EmailAddresses(services.store, self.accounts, services.clock.date)
        if (mail_server := read_mail_server(self.settings)) is not None:
            self.emails.sender = EmailSender(mail_server.deliver)
        provider = read_provider(self.settings, services.clock.date)
        self.openid_accounts = OpenIdAccounts(services.store, self.accounts, provider, services.clock.date)
        self.passkeys = Passkeys(services.store, self.accounts, services.clock.date, self.settings.brand_name)
        self.accounts.sessions.knows_guests = self.settings.guests
        self.moderation = Moderation(services.store, services.clock.date)
        self.match_cache = MatchCache(services.store)
        self.exercises = Exercises(services.store, services.clock.date)
        self.results = PlayerResults(services.store, services.clock.date)
        self.reviews = Reviews(services.bots, self.exercises, self.results)
        self.continued_matches = ContinuedMatches(self)
        self.lessons = LessonProgress(services.store, services.bots, services.clock.date)
        self.coaching = Coaching(services.store)
        self.ratings = Ladders(services.store)
        self.daily_deals = DailyDeals(services.store, services.clock.date)
        self.groups = Groups(self)
        self.web_push = WebPush(services.store, services.clock.date)
        services.tell_turn = self._tell_turn
        self.table_registry = TableRegistry(services, owners, self.accounts.sessions.load_seated)
        self.personal_data = PersonalData(services.store, self.accounts, self, self._forget_deleted)
        self.daily_attempts = DailyAttempts(self.daily_deals, self._open_attempt, self.table_registry.find)
        self.public_tables = PublicTables(self.table_registry, self.access.is_club)
        self._card_cache = AsyncCache("cards of closed tables", CARDS)
        self._late_agreements = asyncio.Lock()
        self._closed = False
        self._leading = BackgroundTasks()
        self.max_tables, self.max_hosted, self.max_at_address = MAX_TABLES, MAX_HOSTED, MAX_AT_ADDRESS
        self._compiling: dict[str, asyncio.Task[None]] = {}
        self._one_compiles = asyncio.Lock()

    def __reduce__(self) -> NoReturn:
        """Refuse to pickle or to copy. Raises TypeError."""
        raise TypeError("a server has a database and tasks of its own: start another one with GameServer.start(url)")

    @classmethod
    async def start(
        cls,
        url: str,
        clock: Clock | None = None,
        pace: Pace | None = None,
        bots: BotsLink | None = None,
        chance: random.Random | None = None,
        me: Server | None = None,
        settings: RoomSettings | None = None,
    ) -> GameServer:
        """Open the database, claim free tables and resume them. `me` identifies this server to others."""
        store = await asyncio.to_thread(EventStore.open, url)
        return await cls.from_store(store, clock, pace, bots, chance, make_owners(store, me), settings)

    @classmethod
    async def from_store(
        cls,
        store: EventStore,
        clock: Clock | None = None,
        pace: Pace | None = None,
        bots: BotsLink | None = None,
        chance: random.Random | None = None,
        owners: Owners | None = None,
        settings: RoomSettings | None = None,
    ) -> GameServer:
        """Build the facade over an open store."""
        link = bots or BotPool()
        services = TableServices(store, link, clock or SystemClock(), pace or Pace(), chance or random.SystemRandom())
        room = cls(services, owners or make_owners(store), settings)
        link.set_compiled_callback(room._note_compiled)
        heard = {
            "person": room._note_person,
            "cards": room.public_tables.note_changes,
            "group": room._note_group,
            "bans": room.access.note_changes,
        }
        alone = not room.table_registry.owners.me.address  # with other servers, listen before claiming tables
        await room.table_registry.begin(heard, at_once=alone)
        room.public_tables.start_sharing()
        return room

    async def _forget_deleted(self) -> None:
        """Read groups and tables again after a deletion of a person's data."""
        self.groups.store.forget()
        await self.table_registry.refresh()

    def end_subscriptions(self) -> None:
        """End all streams before closing."""
        for table in self.table_registry.tables.values():
            table.history.end_subscriptions()

    async def close(self) -> None:
        """Finish running work and close the database, once."""
        if self._closed:
            return
        self._closed = True
        await self._leading.close()
        await self.access.close()
        await self.emails.close()
        await self.openid_accounts.close()
        await self.public_tables.close()
        await self.table_registry.close()
        await asyncio.gather(*self._compiling.values(), return_exceptions=True)
        await self.web_push.close()
        await asyncio.to_thread(self.passkeys.close)
        await self.reviews.close()
        await self.match_cache.close()
        await self._card_cache.close()
        await self.services.bots.close()
        await self.services.store.close()

    def _tell_turn(self, state: TableState, persons: list[str]) -> None:
        """Tell absent persons that it is their turn. No card is named."""
        others = [who.name for who in state.seats if who.person and who.person not in persons]
        name = state.settings.title or state.game.name
        body: Text = say("push-with", name=name, others=join(others)) if others else name
        message: dict[str, Text] = {"title": say("push-turn"), "body": body, "path": f"/t/{state.id}"}
        self.web_push.tell_later(persons, message)

    def _note_person(self, person: str) -> None:
        """Read anew what a person may have changed on another server."""
        self.accounts.sessions.note_changed(person)
        self.groups.store.forget(person)

    def _note_group(self, group: str) -> None:
        """Lead a group's tables here to the table that another server has opened for it."""
        if group:
            self._leading.start(self.groups.lead(group), f"lead {group}")

    def _note_compiled(self, what: CompiledPart, game_id: str) -> None:
        """Load the compiled rules of a game; or tell its tables that its policies are compiled."""
        if what == "policies":
            for table in self.table_registry.tables.values():
                if table.state.game_id == game_id:
                    table.tell_bots_ready()
        elif game_id not in self._compiling:
            self._compiling[game_id] = asyncio.create_task(self._compile_game(game_id), name=f"compile {game_id}")

    async def _compile_game(self, game_id: str) -> None:
        """Load compiled rules, one game at a time, so that tables are served meanwhile."""
        async with self._one_compiles:
            await asyncio.to_thread(compile_rules, game_id)

    # Tables.

    def list_public_tables(self) -> list[TableCard]:
        """Return open public tables of all servers, the newest first, unavailable ones last."""
        return self.public_tables.list_cards(CURRENT_ASKER.get().address)

    async def open_table(
        self,
        person: Person,
        game: str,
        seats: int,
        options: Mapping[str, object] | None = None,
        settings: Settings | None = None,
        client: str = "",
    ) -> str:
        """Open a table. The person sits at seat 0 and is the host. Raises GameError for an unknown game or option."""
        return await self.create_table(
            self._build_open_command(person, game_by_id(game), seats, options, settings or Settings(), client)
        )

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
        """Open a table and begin a match against bots. With `device`, its first cut waits for the page."""
        opening = self._build_open_command(
            person, game_by_id(game), seats, options, settings or Settings(public=False), client
        )
        return await self.create_table(opening, commands.Begin(person), device)

    async def _open_attempt(self, person: Person, daily: SealedDeal, settings: Settings, client: str) -> str:
        terms = daily.terms
        opening = self._build_open_command(
            person, game_version(terms.game, terms.rules), terms.seats, {}, settings, client
        )
        return await self.create_table(replace(opening, daily=daily), commands.Begin(person))

    @staticmethod
    def _build_open_command(
        person: Person, game: Game, seats: int, options: Mapping[str, object] | None, settings: Settings, client: str
    ) -> commands.Open:
        match = Match(game, seats, options)
        return commands.Open(person, game, seats, match.options, check_settings(settings, game), client)

    async def create_table(
        self, opening: commands.Open, match: commands.Begin | None = None, device: bool = False
    ) -> str:
        """Open a table, and begin its match if it has one. Raises RefusedError, BusyError."""
        self._check_limits(opening.person)
        await self.moderation.check_texts(opening.settings.title, opening.settings.unit)
        if not self.table_registry.owners.has_lease():
            raise BusyError(OUTAGE)
        game, table = opening.game, TableActor(self.services, TableState(make_id()), 1)
        table.address = CURRENT_ASKER.get().address
        await self.services.store.store_table(
            table.state.id,
            game.id,
            opening.settings.public,
            self.table_registry.owners.me.id,
            self.services.clock.date(),
        )
        await table.carry_out(opening)
        if device:
            table.expect_page(opening.seat)
        if match is not None:
            await table.carry_out(match)
        self.table_registry.serve(table)
        await self.services.bots.request_compilation(game.id)
        return table.state.id

    async def play_someone(self, person: Person, game: str, client: str = "") -> tuple[str, bool]:
        """Find a table of a game at which somebody waits for company, or open one.

        Returns the table, and True if it was opened. It begins by itself: when it is full, or after twenty seconds.
        """
        one = game_by_id(game)
        for card in self.list_public_tables():
            if card.gathers and card.game == one.id and card.state == "waiting" and card.free:
                return card.id, False
        settings = Settings(gathers=GATHER_SECONDS)
        table = await self.open_table(person, one.id, one.rules.usual_players, None, settings, client)
        return table, True

    def find_uncounted_tables(self, person: Person) -> list[str]:
        """Return a person's open tables that count for nothing, the oldest first."""
        resting = self.table_registry.resting
        unloaded = [one for one, kept in resting.items() if kept.host == person.id and not kept.counts]
        states = [table.state for table in self.table_registry.tables.values()]
        return unloaded + [one.id for one in states if one.host == person.id and not one.is_counted and not one.closed]

    def _check_limits(self, person: Person) -> None:
        """Raise RefusedError for a person or address with too many open tables, BusyError for a full server."""
        resting = [(kept.host, kept.address) for kept in self.table_registry.resting.values()]
        states = [(one.state, one.address) for one in self.table_registry.tables.values()]
        tables = [*resting, *((state.host, address) for state, address in states if not state.closed)]
        hosted = sum(host in (person.id, *person.was) for host, _ in tables)
        if hosted >= self.max_hosted:
            raise RefusedError(say("refuse-hosted", count=hosted))
        address = CURRENT_ASKER.get().address
        counted = address and not self.access.is_club(address)
        there = sum(one == address for _, one in tables) if counted else 0
        if there >= self.max_at_address:
            raise RefusedError(say("refuse-at-address", count=there))
        if len(self.table_registry.tables) >= self.max_tables:
            raise BusyError(say("busy-tables", count=self.max_tables))

    async def _find_visible_table(self, table: str, person: Person | None) -> TableActor:
        """Return a table that a person may look at. Raises MissingError, ForbiddenError."""
        found = self.table_registry.owned_table(table) or await self.table_registry.find(table)
        self._check_admission(found, person)
        return found

    def _check_admission(self, found: TableActor, person: Person | None) -> None:
        if found.state.drawing is not None:
            sat = {one for accord in found.state.accords.values() for one in accord.seats}
            self.daily_deals.check_admission(found.state.drawing.daily, sat | {found.state.host}, person)

    async def _find_watched_table(self, table: str, person: Person | None) -> tuple[TableActor, int]:
        """Return a table and the seat whose view the person gets. Raises ForbiddenError."""
        found = await self._find_visible_table(table, person)
        viewer = found.viewer_of(person)
        if not player_view.may_watch(found.state, viewer):
            raise ForbiddenError(say("cloth-hidden"))
        return found, viewer

    async def _run_command(self, table: str, command: Personal[T]) -> T:
        """Run a command in the table's turn."""
        return await (await self._find_open_table(table, command.person)).do(command)

    async def _find_open_table(self, table: str, person: Person) -> TableActor:
        found = self.table_registry.owned_table(table) or await self.table_registry.find(table)
        self.check_open(found, person)
        return found

    def check_open(self, found: TableActor, person: Person) -> None:
        """Raise ForbiddenError or RefusedError for a person who may send no commands to a table."""
        self._check_admission(found, person)
        if found.state.closed:
            raise RefusedError(say("refuse-closed"))
        if found.state.drawing is not None:
            self.daily_deals.check_running(found.state)

    async def sit(
        self, table: str, person: Person, seat: int | None = None, client: str = "", device: bool = False
    ) -> int:
        """Take a seat and return it. With `device`, a cut waits for the page, which is loading."""
        found = await self._find_open_table(table, person)
        taken = await found.do(commands.Sit(person, seat, client))
        if device:
            found.expect_page(taken)
        return taken

    add_bot = _make_method(commands.AddBot)

    async def start_match(self, table: str, person: Person, bot: str | None = None) -> None:
        """Begin the match, as host. Empty seats get bots."""
        await self._run_command(table, commands.Begin(person, bot=bot))

    leave = _make_method(commands.Leave)
    come_back = _make_method(commands.Back)
    pause = _make_method(commands.Pause)
    resume = _make_method(commands.Resume)
    hold_seat = _make_method(commands.Hold)
    remove_player = _make_method(commands.Remove)
    readmit_player = _make_method(commands.Readmit)
    mute_player = _make_method(commands.Mute)
    name_host = _make_method(commands.NameHost)
    rename_player = _make_method(commands.Rename)
    poke = _make_method(commands.Poke)
    decline = _make_method(commands.Decline)
    show_hand = _make_method(commands.Show)
    set_eased = _make_method(commands.Ease)
    set_tempo = _make_method(commands.SetTempo)
    nudge = _make_method(commands.Nudge)
    take_back = _make_method(commands.TakeBack)
    close_table = _make_method(commands.Close)

    async def agree(
        self, table: str, person: Person, to: Agreement, match: int | None = None, seat: int | None = None
    ) -> None:
        """Agree to something. Agreement to reveal hands is possible after leaving, and after the table has closed."""
        command, found = commands.Agree(person, to, match, seat), await self._find_visible_table(table, person)
        if to == "reveal" and found.state.closed:
            await self._agree_after_close(table, command)
        else:
            await self._run_command(table, command)

    async def _agree_after_close(self, table: str, command: commands.Agree) -> None:
        """Agree at a closed table, which has no actor. Such commands run one by one on the stored log."""
        async with self._late_agreements:
            await (await self.table_registry.load(table)).carry_out(command)

    async def say(self, table: str, person: Person, text: str, key: str | None = None) -> None:
        """Say something to the table. A second call with its key says nothing more."""
        if text not in PHRASES:
            await self.moderation.check_texts(text)
        await self._run_command(table, commands.Say(person, text, key))

    async def find_speakers(self, table: str, person: Person | None) -> list[Speaker]:
        """Return the speakers of a table with their last lines. Raises ForbiddenError for strangers."""
        await self._find_watched_table(table, person)
        return await self.moderation.load_speakers(table)

    async def report(self, table: str, person: Person, number: int, why: str) -> None:
        """Report a speaker, by number in `spoken`, to the host of the server."""
        await self.find_speakers(table, person)
        await self.moderation.report(table, person, number, why)

    async def move(self, table: str, person: Person, choice: Choice, token: str, key: str | None = None) -> Answer:
        """Play an action. Raises StaleError, RefusedError with the clause, RoomError for no action."""
        found = await self._find_open_table(table, person)
        try:
            return await found.do(commands.PlayMove(person, choice, token, key))
        except LateError as late:
            raise build_stale_error(found, person, late) from None

    async def seal_cut_value(self, table: str, person: Person, cut: int, sealed: str) -> None:
        """Send a device's seal for the next cut, in hexadecimal."""
        await self._run_command(table, commands.Seal(person, cut, _decode_hex(sealed, "seal")))

    async def open_cut_value(self, table: str, person: Person, cut: int, value: str) -> None:
        """Send the sealed value, in hexadecimal."""
        await self._run_command(table, commands.Reveal(person, cut, _decode_hex(value, "value")))

    # Watching.

    async def build_snapshot(self, table: str, person: Person | None = None, whole: bool = True) -> TableUpdate:
        """Return a snapshot; unless `whole`, it is without the latest events."""
        found = await self._find_visible_table(table, person)
        viewer = found.viewer_of(person)
        found.note_presence(viewer)
        return found.update_for(viewer, None if whole else found.state.seq)

    async def build_bare_snapshot(self, table: str, person: Person | None = None) -> TableUpdate:
        """Return a snapshot without the latest events."""
        return await self.build_snapshot(table, person, whole=False)

    async def build_hand_views(self, table: str, person: Person | None = None) -> tuple[Game, Sequence[Observations]]:
        """Return the game, and the person's observations of the current hand, part by part. Raises RoomError."""
        found, viewer = await self._find_watched_table(table, person)
        return found.state.game, player_view.build_hand_views(found.state, viewer)

    async def advise(self, table: str, person: Person) -> Advice | None:
        """Return advice for a person's own turn; None outside it. Raises ForbiddenError without a seat, RefusedError
        for a table without advice, BusyError."""
        found, view, token = await self._find_own_turn(table, person)
        if not found.state.has_advice:
            raise RefusedError(advice_refusal(found.state))
        if view is None:
            return None
        try:
            return await found.advisor.advise(view.seat, (token, found.state.since), view)
        except BotError as error:
            LOG.info("table %s: no advice: the bot %s", table, error)
            raise BusyError(say("busy-advice")) from None

    async def find_coach_notes(self, table: str, person: Person) -> list[DecisionNote]:
        """Return what the coach explains about a person's own turn: kinds of decision that come for the first time.

        Where people may not ask for advice there is no coach. Raises ForbiddenError without a seat.
        """
        decision = await self._find_coached_decision(table, person)
        return await self.coaching.find_notes(person, *decision) if decision else []

    async def note_coached(self, table: str, person: Person, token: str) -> None:
        """Note that a person has read the coach's notes on their turn. A late note changes nothing."""
        decision = await self._find_coached_decision(table, person)
        if decision is not None and decision[1] == f"{table} {token}":
            await self.coaching.note_explained(person, *decision)

    async def stop_coach(self, table: str, person: Person) -> None:
        """Switch the coach of a person off, at all tables of the game."""
        await self.coaching.switch(person, (await self._find_open_table(table, person)).state.game_id, False)

    async def _find_coached_decision(self, table: str, person: Person) -> tuple[View, str] | None:
        """Return the view of a person's own turn, and a name of the turn; None if there is nothing to explain."""
        found, view, token = await self._find_own_turn(table, person)
        return None if view is None or not found.state.has_advice else (view, f"{table} {token}")

    async def _find_own_turn(self, table: str, person: Person) -> tuple[TableActor, View | None, str | None]:
        """Return a table, the view of a person's own turn, and its token. Raises ForbiddenError without a seat."""
        found = await self._find_open_table(table, person)
        state, viewer = found.state, found.viewer_of(person)
        if viewer == ONLOOKER:
            raise ForbiddenError(say("refuse-advice-seat"))
        token = player_view.build_viewer_info(state, viewer).token
        return found, player_view.find_decision_view(state, viewer), token

    async def stream_updates(
        self, table: str, person: Person | None = None, after: int | None = None, device: bool = False
    ) -> AsyncIterator[TableUpdate]:
        """Yield updates of the table after event `after`, until the table closes or moves to another server."""
        with await self.subscribe(table, person, after, device) as feed:
            while not feed.over:
                news = feed.take()
                if news is not None:
                    yield news
                else:
                    await feed.wait()

    async def is_seated(self, table: str, person: Person) -> bool:
        """Return True if a person has a seat at a table."""
        return (await self._find_visible_table(table, person)).viewer_of(person) != ONLOOKER

    async def is_removed(self, table: str, person: Person) -> bool:
        """Return True if the host has removed a person, who then may not sit down at a table."""
        removed = (await self._find_visible_table(table, person)).state.removed
        return not removed.keys().isdisjoint(person.ids)

    def note_answer(self, table: str, person: Person | None, name: str) -> None:
        """Note that a page has answered a heartbeat of its stream."""
        found = self.table_registry.owned_table(table)
        if found is not None:
            found.note_answer(found.viewer_of(person), name)

    async def subscribe(
        self,
        table: str,
        person: Person | None = None,
        after: int | None = None,
        device: bool = False,
        browser: str = "",
    ) -> Subscription:
        """Return a subscription, for readers with their own way of waiting. The caller closes it.

        Readers without a name count once by `browser`.
        """
        found = await self._find_visible_table(table, person)
        looking = sum(reader.viewer == ONLOOKER for reader in found.history.subscribers)
        if looking >= MAX_ONLOOKERS and found.viewer_of(person) == ONLOOKER:
            raise BusyError(say("busy-onlookers"))
        return Subscription(found, person, after, device, browser)

    # Afterwards.

    async def load_history(self, person: Person) -> list[TableCard]:
        """Return tables where the person sat, the latest first."""
        cards = []
        for table, _, _, at, epoch, last in await self.services.store.load_history(person.id, 50):
            live = self.table_registry.tables.get(table)
            cards.append(
                build_history_card(live.state, person, at)
                if live
                else replace(await self._find_card(table, person, epoch, last), at=at)
            )
        return cards

    async def load_turns(self, person: Person) -> list[TableCard]:
        """Return the open tables that wait for a person, then the others with their matches."""
        cards = [card for card in await self.load_history(person) if card.state == "playing" and card.you is not None]
        return sorted(cards, key=lambda card: not card.your_turn)

    async def _find_card(self, table: str, person: Person, epoch: int, last: int) -> TableCard:
        """Return the card of a table that this server does not serve, whose log ends with event `last`.

        Its log is read again once it has grown, or while its game is not installed.
        """
        key = table, person.id, person.was, epoch, last
        card = await self._card_cache.get(key, partial(self._load_card, table, person))
        if card.why:
            self._card_cache.forget(key)
        return card

    async def _load_card(self, table: str, person: Person) -> TableCard:
        return build_history_card(await self._load_state(table), person)

    async def _load_state(self, table: str) -> TableState:
        lines = await self.services.store.load_log(table)
        try:
            with refuse_unreadable(table):
                return await asyncio.to_thread(TableState.replay, table, lines)
        except AsleepError as error:
            return TableState.unavailable(table, lines, error.text)

    async def build_record(self, table: str, person: Person | None, match: int) -> str:
        """Return a finished, revealed match as a record with its cuts."""
        played, _, everybody = await self.load_match(table, person, match)
        if not everybody:
            raise ForbiddenError(say("refuse-record"))
        return await self.match_cache.build_record(played)

    async def build_reveal_status(self, table: str, person: Person | None, match: int) -> RevealStatus:
        """Return which players of a finished match agree to reveal its hands. Raises MissingError."""
        state = (await self._find_visible_table(table, person)).state
        if not state.is_finished(match):
            raise _build_missing_match(match)
        if state.drawing is not None:
            return RevealStatus(match, self.daily_deals.is_over(state.drawing.daily.day), ())
        return static_info.build_reveal_status(state, match, person.ids if person else ())

    async def build_replay(self, table: str, person: Person | None, match: int) -> list[ReplayStep]:
        """Return a match step by step, from the person's view, or from all views if it is revealed."""
        played, sight, everybody = await self.load_match(table, person, match)
        return await self.match_cache.build_replay(played, match, sight, everybody)

    async def review_match(self, table: str, person: Person, match: int) -> Review | None:
        """Return the review of a person's choices in a finished match, as far as it has come; None while bots are
        compiled.

        Raises ForbiddenError for a person who did not sit there, RefusedError for a game without policies.
        """
        key = table, match, person.id
        if (known := self.reviews.find_review(key)) is not None:
            return known
        played, sight, _ = await self.load_match(table, person, match)
        self.daily_deals.check_open(played.daily)
        return await self.reviews.get_review(key, played, sight)

    async def build_proofs(self, table: str, person: Person | None, match: int) -> dict[str, Any]:
        """Return the proofs with which a person checks the cuts of a finished match: for own and shown cards, or for
        all."""
        played, sight, everybody = await self.load_match(table, person, match)
        self.daily_deals.check_open(played.daily)
        if played.origin is not None:
            return {"table": table, "open": False, "cuts": [], "why": NO_RECORD}
        return await self.match_cache.build_proofs(played, match, sight.list_seats(), everybody)

    async def load_match(
        self, table: str, person: Person | None, match: int
    ) -> tuple[archive.ArchivedMatch, SeatHistory, bool]:
        """Return a match, the seats that the person held in it, and whether it is revealed."""
        live, epoch = await self._find_serving(table)
        if live is not None and not live.state.is_finished(match):
            raise _build_missing_match(match)
        played = await self.match_cache.load_match(table, match, final=live is None, epoch=epoch)
        sight = played.build_seat_history([person.find_known_id(played.sat)] if person else [])
        self.daily_deals.check_admission(played.daily, played.sat, person)
        watch, everybody = played.watch, played.open
        if played.daily is not None:
            everybody = self.daily_deals.is_over(played.daily.day)
        elif live is not None:
            watch, everybody = live.state.settings.watch, match in live.state.opened
        if not sight.sat and not watch and not everybody:
            raise ForbiddenError(say("refuse-match-private"))
        return played, sight, everybody

    async def _find_serving(self, table: str) -> tuple[TableActor | None, int]:
        """Return a table (None if it is closed and its log is final) and its epoch. Raises MissingError."""
        if table not in self.table_registry.tables:
            row, _ = await self.table_registry.find_row(table)
            if row.closed:
                return None, int(row.epoch)
        found = await self.table_registry.find(table)
        return None if found.state.closed else found, found.epoch


def build_stale_error(found: TableActor, person: Person, late: LateError) -> StaleError:
    """Build the error of a late move, with the present state of the table."""
    return StaleError(late.text, found.update_for(found.viewer_of(person), None))


def build_history_card(state: TableState, person: Person, at: float = 0.0) -> TableCard:
    """Return the card of a table for a person's history."""
    return player_view.build_table_card(state, state.known_person(person).id, at)


def _build_missing_match(match: int) -> MissingError:
    return MissingError(say("refuse-match-missing", number=match))


def _decode_hex(text: str, name: str) -> bytes:
    try:
        return bytes.fromhex(text[:200])
    except ValueError:
        raise RoomError(f"expected hexadecimal digits for {name}, got {text[:20]!r}") from None
