"""Groups of people who play together: members, talk, the game to be played next, and the tables of an evening."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from typing import Any, NamedTuple, Protocol

from shindig.gamekit import game as game_by_id
from shindig.match import Match
from shindig.messages import say

from ..accounts.accounts import Accounts, make_id
from ..accounts.name_and_password_rules import SELECTORS, is_visible, pick_fresh_name
from ..accounts.talk_moderation import Moderation
from ..errors import BusyError, ForbiddenError, MissingError, RefusedError, RoomError
from ..person import Person
from ..schemas import Settings
from ..storage.database import StoreError
from ..tables import commands
from ..tables.decide.decision import without_braces
from ..tables.table_actor import TableActor, TableServices
from ..tables.table_registry import TableRegistry
from ..tables.table_settings_check import check_settings
from . import group_store
from .group_log import GroupState, GroupTable, HouseRules, LogLine
from .group_store import GroupStore
from .spoken_codes import clean_code, make_code
from .standings import GroupMatch, Standing, compute_standings, month_of, split_evenings

LOG = logging.getLogger(__name__)
MOST_FOUNDED, MOST_JOINED, MOST_MEMBERS = 20, 50, 100
"""Largest numbers: groups that a person founds, groups of a person, members of a group."""
NAME_LENGTH, SAID_LENGTH = 40, 200
MOST_OF_EVENING = 60
"""Number of latest matches that are searched for an evening."""
HERE = 15.0
"""Seconds after a look at the group's page for which a member counts as here."""
NOTED = 5.0
"""Seconds between two stored looks of a member."""
JUST_NOW = 10.0
"""Seconds after a start in which a second start returns the first one's table."""
ATTEMPTS = 8
"""Number of attempts to append to a log that other servers write too."""
Decide = Callable[[GroupState], tuple[list[LogLine], list[Any]]]
"""Returns the events of a command, and further writes of its transaction."""


class CodeError(ForbiddenError):
    """A code that is not the group's."""


class GroupMember(NamedTuple):
    """A member as a page shows them."""

    person: str
    name: str
    face: str
    here: bool
    playing: bool
    """They are at the group's table, and so not on its page."""
    founder: bool


class GroupInfo(NamedTuple):
    """A group as a member sees it."""

    id: str
    name: str
    code: str
    you: str | None
    """Id under which the viewer is a member, or None."""
    founder: bool
    members: tuple[GroupMember, ...]
    talk: tuple[tuple[str, str, float], ...]
    """Name, text and time of each line, the latest last."""
    chosen: HouseRules | None
    tables: tuple[GroupTable, ...]
    """Tables that are still open, the latest first."""


class Evening(NamedTuple):
    """Matches of an evening or a month, with the standings after them."""

    matches: tuple[GroupMatch, ...]
    standings: tuple[Standing, ...]


class GroupServer(Protocol):
    """The parts of a server that groups need."""

    services: TableServices
    accounts: Accounts
    moderation: Moderation
    table_registry: TableRegistry

    async def create_table(
        self, opening: commands.Open, match: commands.Begin | None = None, device: bool = False
    ) -> str: ...

    async def sit(
        self, table: str, person: Person, seat: int | None = None, client: str = "", device: bool = False
    ) -> int: ...

    async def start_match(self, table: str, person: Person) -> None: ...

    async def close_table(self, table: str, person: Person) -> None: ...


class Groups:
    """Groups of a server."""

    def __init__(self, server: GroupServer) -> None:
        self._server = server
        self.store = GroupStore(server.services.store)
        self._noted: dict[tuple[str, str], float] = {}
        """Time of the last stored look by group and person."""

    # Members.

    async def found(self, person: Person, name: str) -> str:
        """Found a group, with the person as its first member. Returns its id. Raises RoomError, RefusedError."""
        name = without_braces(name)
        if not 1 <= len(name) <= NAME_LENGTH or not is_visible(name):
            raise RoomError(say("refuse-name", count=NAME_LENGTH))
        await self._server.moderation.check_texts(name)
        await self._check_count(person, founding=True)
        group, code, now = make_id(), make_code(), self._now()
        row = {"id": group, "code": code, "founder": person.id, "created": now}
        lines = [
            {"k": "found", "at": now, "person": person.id, "name": name, "code": code},
            _build_join(person, now),
        ]
        writes = partial(group_store.insert_group, row), partial(group_store.insert_member, group, person.id, now)
        if not await self.store.append(GroupState(group), lines, *writes):
            raise BusyError(say("busy-again"))
        return group

    async def _check_count(self, person: Person, founding: bool = False) -> None:
        """Raise RefusedError for a person with too many groups."""
        founded, joined = await self._server.services.store.read(partial(group_store.count_groups, person.id))
        if founding and founded >= MOST_FOUNDED:
            raise RefusedError(say("refuse-founded", count=founded))
        if joined >= MOST_JOINED:
            raise RefusedError(say("refuse-joined", count=joined))

    async def join(self, group: str, person: Person, code: str) -> None:
        """Become a member by the group's code, which its link has too.

        Raises MissingError, RefusedError, ForbiddenError; CodeError for a code that is not, or no longer, the group's.
        """
        state = await self._load(group)
        if state.find_member(person.ids) is not None:
            return
        await self._check_count(person)
        now = self._now()

        def decide(state: GroupState) -> tuple[list[LogLine], list[Any]]:
            if state.find_member(person.ids) is not None:
                return [], []
            if clean_code(code) != state.code:
                raise CodeError(say("refuse-group-code"))
            if not state.removed.isdisjoint(person.ids):
                raise ForbiddenError(say("refuse-group-removed"))
            if len(state.members) >= MOST_MEMBERS:
                raise RefusedError(say("refuse-group-full", count=MOST_MEMBERS))
            names = [one.name for one in state.members.values()]
            return [_build_join(person, now, names)], [partial(group_store.insert_member, group, person.id, now)]

        await self._run(group, decide)

    async def leave(self, group: str, person: Person) -> None:
        """Stop being a member."""

        def decide(state: GroupState) -> tuple[list[LogLine], list[Any]]:
            self._require_member(state, person)
            return self._drop(state, person.ids, removed=False)

        await self._run(group, decide)

    async def remove(self, group: str, person: Person, member: str) -> None:
        """Remove a member, under all ids of that person. Founder only."""
        found = await self._server.accounts.load_people([member])
        ids = (member, *(found[0].ids if found else ()))

        def decide(state: GroupState) -> tuple[list[LogLine], list[Any]]:
            self._require_member(state, person)
            if state.founder not in person.ids or not {*ids}.isdisjoint(person.ids):
                raise ForbiddenError(say("refuse-group-founder"))
            if member not in state.members:
                raise MissingError(say("refuse-group-member"))
            return self._drop(state, ids, removed=True)

        await self._run(group, decide)

    def _drop(self, state: GroupState, ids: Sequence[str], removed: bool) -> tuple[list[LogLine], list[Any]]:
        """Return the events by which a person is no member any more, under any of their ids."""
        gone = [one for one in dict.fromkeys(ids) if one in state.members]
        lines: list[LogLine] = [{"k": "leave", "at": self._now(), "person": one, "removed": removed} for one in gone]
        return lines, [partial(group_store.delete_member, state.id, ids)]

    async def renew_code(self, group: str, person: Person) -> str:
        """Make another code, so that the old one and the old link lead nowhere. Any member may."""
        code = make_code()

        def decide(state: GroupState) -> tuple[list[LogLine], list[Any]]:
            self._require_member(state, person)
            return [{"k": "code", "at": self._now(), "code": code}], [partial(group_store.change_code, group, code)]

        await self._run(group, decide)
        return code

    async def find_by_code(self, text: str) -> str | None:
        """Return the group of a code that somebody typed, or None."""
        code = clean_code(text)
        return await self.store.find_by_code(code) if code else None

    async def load_groups(self, person: Person) -> list[GroupInfo]:
        """Return the groups of a person, those they looked at last first; merged guests may have brought more."""
        found = await self.store.load_groups_of(person.id, MOST_JOINED)
        return [await self.load_info(group, person) for group in found]

    async def load_info(self, group: str, person: Person | None, looks: bool = False) -> GroupInfo:
        """Return a group as a person sees it; to others only its name. A member who `looks` is here.

        Raises MissingError.
        """
        state = await self._load(group)
        me = state.find_member(person.ids) if person else None
        if me is None:
            return GroupInfo(group, state.name, "", None, False, (), (), None, ())
        if looks and person is not None:
            await self._note_look(group, person.id)
        seen, now, playing = await self.store.load_seen(group), self._now(), self._find_players(state)
        members = tuple(
            GroupMember(
                one,
                who.name,
                who.face,
                now - seen.get(row := self._row_id(one, me, person), 0.0) < HERE,
                not playing.isdisjoint((one, row)),
                one == state.founder,
            )
            for one, who in state.members.items()
        )
        talk = tuple((line.name, line.text, line.at) for line in state.talk)
        open_tables = await self.store.find_open_tables([one.table for one in state.tables])
        tables = tuple(one for one in reversed(state.tables) if one.table in open_tables)
        return GroupInfo(group, state.name, state.code, me, me == state.founder, members, talk, state.chosen, tables)

    @staticmethod
    def _row_id(member: str, me: str, person: Person | None) -> str:
        """Return the id of a member's row. A guest's row moved to the account that the guest became."""
        return person.id if person is not None and member == me else member

    async def _note_look(self, group: str, person: str) -> None:
        now = self._now()
        if now - self._noted.get((group, person), 0.0) >= NOTED:
            if len(self._noted) > group_store.CACHED * MOST_MEMBERS:
                self._noted.clear()
            self._noted[group, person] = now
            await self.store.note_seen(group, person, now)

    # Talk and games.

    async def say(self, group: str, person: Person, text: str) -> None:
        """Say something to the group. Raises RoomError."""
        said = without_braces(text.translate(SELECTORS))
        if not 1 <= len(said) <= SAID_LENGTH or not is_visible(said):
            raise RoomError(say("refuse-words", count=SAID_LENGTH))
        await self._server.moderation.check_texts(said)

        def decide(state: GroupState) -> tuple[list[LogLine], list[Any]]:
            me = self._require_member(state, person)
            name = state.members[me].name
            return [{"k": "say", "at": self._now(), "person": me, "name": name, "text": said}], []

        await self._run(group, decide)

    async def choose(
        self,
        group: str,
        person: Person,
        game: str,
        seats: int = 0,
        options: Mapping[str, object] | None = None,
        settings: Settings | None = None,
        level: str = "",
    ) -> HouseRules:
        """Choose the game to be played next, with its house rules. Without options, those of last time hold.

        `level` is of the bots where nothing else names one. Raises GameError, RoomError.
        """
        one = game_by_id(game)

        def decide(state: GroupState) -> tuple[list[LogLine], list[Any]]:
            self._require_member(state, person)
            rules = self._build_rules(state, one.id, seats, options, settings, level)
            return [{"k": "choose", "at": self._now(), "person": person.id, **rules._asdict()}], []

        state = await self._run(group, decide)
        assert state.chosen is not None
        return state.chosen

    async def load_rules(self, group: str, person: Person, game: str) -> HouseRules | None:
        """Return the house rules of a game as they were chosen last, or None. Members only."""
        state = await self._load(group)
        self._require_member(state, person)
        return state.rules.get(game)

    @staticmethod
    def _build_rules(
        state: GroupState,
        game: str,
        seats: int,
        options: Mapping[str, object] | None,
        settings: Settings | None,
        level: str,
    ) -> HouseRules:
        """Return checked house rules. Those of last time fill in what is not given."""
        one, last = game_by_id(game), state.rules.get(game)
        if options is None and settings is None and not seats and last is not None:
            return last
        known = [option.name for option in one.rules.options]
        kept = {name: value for name, value in (last.options if last else {}).items() if name in known}
        match = Match(one, seats or one.rules.usual_players, kept if options is None else options)
        wanted = settings or Settings()
        chosen = check_settings(replace(wanted, public=False, rated=False, bot=wanted.bot or level), one)
        return HouseRules(game, seats, match.options, asdict(chosen))

    async def start(self, group: str, person: Person, game: str = "", client: str = "", level: str = "") -> str:
        """Begin a match of the chosen game, or of another one by its house rules, and seat all who are here.

        `level` is of the bots where a game has no house rules yet.
        Everybody at the group's last table goes along. Returns the new table; if another member started just before,
        also on another server, theirs. Raises RefusedError, GameError.
        """
        state = await self._load(group)
        self._require_member(state, person)
        if game and (state.chosen is None or state.chosen.game != game):
            await self.choose(group, person, game, level=level)
            state = await self._load(group)
        if state.chosen is None:
            raise RefusedError(say("refuse-choose-game"))
        before = _find_latest(state)
        last = await self._find_last_table(state)
        if last is not None and self._is_running(last, state.tables[-1].at):
            return before
        removed = last.state.removed if last is not None else {}
        if not removed.keys().isdisjoint(person.ids):
            raise ForbiddenError(say("refuse-removed"))
        company = await self._find_company(state, person, last)
        barred = tuple((one, name, device) for one, (name, device) in removed.items())
        table = await self._open_table(state.chosen, group, person, len(company) + 1, client, barred)
        seated = [person.id]
        for one in company:
            with suppress(RoomError):
                await self._server.sit(table, one, device=True)
                seated.append(one.id)
        begun = GroupTable(table, state.chosen.game, self._now(), tuple(seated))
        latest = await self._claim_start(group, before, begun)
        if latest != table:
            with suppress(RoomError):  # who began it may have led all to it, and so closed this one
                await self._server.close_table(table, person)
            return latest
        await self._server.start_match(table, person)
        await self.lead(group)
        return table

    async def _claim_start(self, group: str, before: str, begun: GroupTable) -> str:
        """Store that a table follows the one before, unless another one does already. Returns the one that does."""

        def decide(state: GroupState) -> tuple[list[LogLine], list[Any]]:
            return ([{"k": "begin", **begun._asdict()}], []) if _find_latest(state) == before else ([], [])

        return _find_latest(await self._run(group, decide))

    def _is_running(self, last: TableActor, since: float) -> bool:
        """Return True if the latest table began just now, since two members may start at once.

        Raises RefusedError while people play there.
        """
        if last.state.state not in ("waiting", "playing"):
            return False
        if self._now() - since < JUST_NOW:
            return True
        if last.state.playing and any(seat in last.memory.presence.viewers for seat in last.state.people):
            raise RefusedError(say("refuse-group-playing"))
        return False

    async def _find_company(self, state: GroupState, person: Person, last: TableActor | None) -> list[Person]:
        """Return the other members who are here or at the group's last table.

        Those whom its host has removed are left out. Those who sat there keep their neighbours: they come in the order
        of their seats, from the person's left on. The others follow in the order of their joining.
        """
        seen, now = await self.store.load_seen(state.id), self._now()
        here = {one for one, at in seen.items() if now - at < HERE} | _find_readers(last)
        wanted = [one for one in state.members if one in here and one not in person.ids]
        if last is not None:
            seats, removed = last.state.places, last.state.removed
            wanted = [one for one in wanted if one not in removed]
            first = next((seats[one] for one in person.ids if one in seats), 0)
            wanted.sort(key=lambda one: (seats[one] - first) % len(last.state.seats) if one in seats else len(seats))
        return await self._server.accounts.load_people(wanted)

    def _find_players(self, state: GroupState) -> set[str]:
        """Return the persons who are connected to the group's latest table, if this server has it in memory."""
        return _find_readers(self._server.table_registry.tables.get(_find_latest(state)))

    async def _find_last_table(self, state: GroupState) -> TableActor | None:
        """Return the group's latest table, or None. Loads it."""
        with suppress(RoomError, StoreError):
            return await self._server.table_registry.find(_find_latest(state)) if state.tables else None
        return None

    async def _open_table(
        self,
        rules: HouseRules,
        group: str,
        person: Person,
        count: int,
        client: str,
        barred: tuple[tuple[str, str, str], ...],
    ) -> str:
        one = game_by_id(rules.game)
        most = one.rules.seats[-1]
        seats = min(most, max(count, rules.seats or one.rules.usual_players, one.rules.seats[0]))
        settings = replace(check_settings(replace(rules.read_settings(), group=""), one), group=group)
        options = Match(one, seats, dict(rules.options)).options
        opening = commands.Open(person, one, seats, options, settings, client, barred=barred)
        return await self._server.create_table(opening, device=True)

    async def find_group_of_table(self, table: str, person: Person) -> str:
        """Return the group of a table. Raises MissingError for a table without one, ForbiddenError for strangers."""
        group = (await self._server.table_registry.find(table)).state.settings.group
        if not group:
            raise MissingError(say("refuse-table-no-group"))
        self._require_member(await self._load(group), person)
        return group

    async def lead(self, group: str) -> None:
        """Lead everybody at finished tables of a group, which this server owns, to its latest table.

        A table that is not yet in the group's log is just being opened.
        """
        state = await self.store.load(group)
        if state is None or not state.tables:
            return
        *earlier, latest = (one.table for one in state.tables)
        for table in self._server.table_registry.list_group_tables(group):
            if table.state.id in earlier and not table.state.playing and not table.state.closed:
                with suppress(RoomError):
                    await table.do(commands.Lead(latest))

    # Standings.

    async def load_evenings(self, group: str, person: Person) -> list[Evening]:
        """Return the evenings of a group, the latest first. Members only."""
        matches = await self._load_matches(group, person)
        return [_build_evening(one) for one in split_evenings(matches)]

    async def load_evening(self, group: str, person: Person) -> Evening | None:
        """Return the latest evening of a group, or None. Members only."""
        self._require_member(await self._load(group), person)
        evenings = split_evenings(await self.store.load_matches(group, MOST_OF_EVENING))
        return _build_evening(evenings[0]) if evenings else None

    async def load_month(self, group: str, person: Person, month: str) -> Evening:
        """Return the standings of a month, `2026-11`, in UTC. Members only."""
        return _build_evening([one for one in await self._load_matches(group, person) if month_of(one.ended) == month])

    async def load_months(self, group: str, person: Person) -> list[str]:
        """Return the months in which a group has played, the latest first."""
        months = dict.fromkeys(month_of(one.ended) for one in await self._load_matches(group, person))
        return [*months][::-1]

    async def _load_matches(self, group: str, person: Person) -> list[GroupMatch]:
        self._require_member(await self._load(group), person)
        return await self.store.load_matches(group)

    # The log.

    async def _load(self, group: str) -> GroupState:
        possible = len(group) <= 32 and group.isascii() and group.isalnum()
        state = await self.store.load(group) if possible else None
        if state is None:
            raise MissingError(say("refuse-group-missing"))
        return state

    async def _run(self, group: str, decide: Decide) -> GroupState:
        """Append what a command decides, again from the newest state if another server was quicker."""
        for _ in range(ATTEMPTS):
            state = await self._load(group)
            lines, writes = decide(state)
            if not lines:
                return state
            if await self.store.append(state, lines, *writes):
                return await self._load(group)
        raise BusyError(say("busy-group"))

    def _require_member(self, state: GroupState, person: Person) -> str:
        """Return the id under which a person is a member. Raises ForbiddenError."""
        me = state.find_member(person.ids)
        if me is None:
            raise ForbiddenError(say("refuse-group-strangers"))
        return me

    def _now(self) -> float:
        return round(self._server.services.clock.date(), 3)


def _find_latest(state: GroupState) -> str:
    """Return the latest table of a group, or ""."""
    return state.tables[-1].table if state.tables else ""


def _find_readers(table: TableActor | None) -> set[str]:
    """Return the persons who are connected to a table, seated or not."""
    return {reader.who for reader in table.history.subscribers if reader.who} if table is not None else set()


def _build_join(person: Person, now: float, names: Iterable[str] = ()) -> LogLine:
    """Build the event of a new member, under a name that looks unlike those of the others."""
    name = pick_fresh_name(without_braces(person.name), names)
    return {"k": "join", "at": now, "person": person.id, "name": name, "face": person.face}


def _build_evening(matches: list[GroupMatch]) -> Evening:
    return Evening(tuple(matches), tuple(compute_standings(matches)))
