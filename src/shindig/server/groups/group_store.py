"""Storage of groups: their logs, members and results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ..recent_cache import RecentCache
from ..storage.event_store import EventStore
from ..storage.merged_guests import find_account
from ..storage.schema import group_events, group_members, group_results, groups, people, tables
from ..storage.server_signals import notify_servers
from .group_log import GroupState, LogLine
from .standings import GroupMatch, decode_match

MOST_MATCHES = 500
"""Number of latest matches of a group that standings look at."""


class GroupStore:
    """Groups in a database."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._states: RecentCache[str, GroupState] = RecentCache("groups", CACHED)
        """Cache of states. Each is brought up to date when it is used."""

    async def load(self, group: str) -> GroupState | None:
        """Return the present state of a group, or None."""
        known = self._states.find(group)
        after = known.seq if known is not None else 0
        query = select(group_events.c.data).where(group_events.c.group_id == group, group_events.c.seq > after)
        lines = await self._store.read(
            lambda connection: [*connection.execute(query.order_by(group_events.c.seq)).scalars()]
        )
        if known is None and not lines:
            return None
        state = known or GroupState(group)
        if state.seq == after:
            for line in lines:
                state.add(line)
        elif known is not None:
            return await self.load(group)
        self._states.keep(group, state)
        return state

    def forget(self, person: str = "") -> None:
        """Drop cached states, since logs were rewritten: those of a person's groups, or all."""
        for one in [one for one, state in self._states.items() if not person or person in state.people]:
            del self._states[one]

    async def append(self, state: GroupState, lines: Sequence[LogLine], *more: Any) -> bool:
        """Append events to a group's log, with further writes. Returns False if another server was quicker."""
        rows = [
            {"group_id": state.id, "seq": state.seq + number, "data": orjson.dumps(line).decode()}
            for number, line in enumerate(lines, 1)
        ]

        def work(connection: Connection) -> None:
            for write in more:
                write(connection)
            connection.execute(insert(group_events), rows)
            notify_servers(connection, "group", state.id)

        try:
            await self._store.write(work)
        except IntegrityError:
            return False
        return True

    async def find_by_code(self, code: str) -> str | None:
        """Return the group with a code, or None."""
        query = select(groups.c.id).where(groups.c.code == code)
        return await self._store.read(lambda connection: connection.execute(query).scalar())

    async def load_groups_of(self, person: str, most: int) -> list[str]:
        """Return the groups of a member, those seen last first."""
        query = select(group_members.c.group_id).where(group_members.c.person == person)
        ordered = query.order_by(group_members.c.seen.desc(), group_members.c.group_id).limit(most)
        return await self._store.read(lambda connection: [*connection.execute(ordered).scalars()])

    async def load_seen(self, group: str) -> dict[str, float]:
        """Return when each member last looked, in seconds since 1970."""
        query = select(group_members.c.person, group_members.c.seen).where(group_members.c.group_id == group)
        return await self._store.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    async def note_seen(self, group: str, person: str, now: float) -> None:
        """Store that a member looks at a group."""
        mine = (group_members.c.group_id == group) & (group_members.c.person == person)
        await self._store.write(
            lambda connection: connection.execute(update(group_members).where(mine).values(seen=now))
        )

    async def find_open_tables(self, names: Sequence[str]) -> set[str]:
        """Return those of some tables that are open."""
        query = select(tables.c.id).where(tables.c.id.in_(names), tables.c.closed.is_(False))
        return await self._store.read(lambda connection: {str(one) for one in connection.execute(query).scalars()})

    async def load_matches(self, group: str, most: int = MOST_MATCHES) -> list[GroupMatch]:
        """Return the latest matches of a group, in order of their ends."""
        row = group_results.c
        query = select(row.table_id, row.match, row.game, row.ended, row.data).where(row.group_id == group)
        latest = query.order_by(row.ended.desc(), row.table_id, row.match.desc()).limit(most)

        def work(connection: Connection) -> list[GroupMatch]:
            matches = [decode_match(*one) for one in reversed(connection.execute(latest).all())]
            ids = {seat.person for match in matches for seat in match.seats if seat.person}
            became = select(people.c.id, people.c.became).where(people.c.id.in_(ids), people.c.became.is_not(None))
            accounts = {str(guest): str(account) for guest, account in connection.execute(became)}
            return [credit_accounts(match, accounts) for match in matches]

        return await self._store.read(work)


CACHED = 500


def credit_accounts(match: GroupMatch, accounts: Mapping[str, str]) -> GroupMatch:
    """Return a match in which guests have the ids of the accounts that they became."""
    seats = [seat._replace(person=accounts.get(seat.person, seat.person)) for seat in match.seats]
    return match._replace(seats=tuple(seats))


def insert_group(row: dict[str, Any], connection: Connection) -> None:
    connection.execute(insert(groups).values(row))


def insert_member(group: str, person: str, now: float, connection: Connection) -> None:
    """Store a member, or nothing if they are one."""
    mine = (group_members.c.group_id == group) & (group_members.c.person == person)
    if connection.execute(update(group_members).where(mine).values(seen=now)).rowcount == 0:
        connection.execute(insert(group_members).values(group_id=group, person=person, joined=now, seen=now))


def delete_member(group: str, persons: Iterable[str], connection: Connection) -> None:
    mine = (group_members.c.group_id == group) & group_members.c.person.in_([*persons])
    connection.execute(delete(group_members).where(mine))


def change_code(group: str, code: str, connection: Connection) -> None:
    connection.execute(update(groups).where(groups.c.id == group).values(code=code))


def count_groups(person: str, connection: Connection) -> tuple[int, int]:
    """Return how many groups a person has founded, and of how many they are a member."""
    founded = select(func.count()).where(groups.c.founder == person)
    joined = select(func.count()).where(group_members.c.person == person)
    return connection.scalar(founded) or 0, connection.scalar(joined) or 0


def store_result(row: dict[str, Any], connection: Connection) -> None:
    """Store the result of a match, once, with accounts instead of the guests that became them."""
    seats = [one | {"person": find_account(connection, one["person"]) if one["person"] else ""} for one in row["seats"]]
    key = {name: row[name] for name in ("group_id", "table_id", "match")}
    same = select(group_results.c.game).filter_by(**key)
    if connection.execute(same).first() is None:
        data = orjson.dumps({"seats": seats, "moment": row["moment"]}).decode()
        connection.execute(insert(group_results).values(**key, game=row["game"], ended=row["ended"], data=data))
