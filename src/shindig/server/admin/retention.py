"""Retention: what is removed when it is old, as settings say. Results and statistics stay as rows without names.

Rows are found first and then removed table by table, each in a transaction of its own, so that servers go on meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, Select, Table, delete, func, select, update

from ..accounts.accounts import make_id
from ..accounts.session_cache import DAY, IDLE
from ..settings.room_settings import RoomSettings
from ..storage.schema import (
    announcements,
    answered_challenges,
    answers,
    bans,
    cards,
    coaching,
    events,
    exercises,
    invitations,
    lessons,
    mail_tokens,
    people,
    ratings,
    reports,
    results,
    seatings,
    sessions,
    tables,
    tries,
)
from ..storage.server_signals import notify_servers
from .admin_actions import GONE, anonymize_logs

BACKUPS = "shindig-*.backup"
"""Names of the backups in the backup folder."""
LOG_TABLES = (answers, exercises, cards, events)
"""Rows that mean nothing without a table's log."""
ENDING = (sessions, bans, invitations, announcements, mail_tokens, answered_challenges)
"""Tables whose rows have an end of their own."""


class OldRows(NamedTuple):
    """Old rows by what they are: a name for people, the ids, and the function that removes one of them."""

    name: str
    ids: Sequence[str]
    remove: Callable[[Connection, str], None]


@dataclass(frozen=True)
class Retention:
    """Days for which things are kept; 0 keeps them for ever."""

    tables: int = 0
    events: int = 0
    guests: int = 0

    @classmethod
    def from_settings(cls, settings: RoomSettings) -> Retention:
        return cls(settings.retain_tables, settings.retain_events, settings.retain_guests)


def find_old_rows(connection: Connection, kept: Retention, now: float) -> Iterator[OldRows]:
    """Yield what is older than it may be, without any change."""
    if kept.events:
        logged = _find_old_tables(now - kept.events * DAY).where(_has(events, events.c.table_id == tables.c.id))
        yield OldRows("logs of closed tables", _load_ids(connection, logged), remove_log)
    if kept.tables:
        sat = _has(seatings, seatings.c.table_id == tables.c.id) | ~_is_counted()
        yield OldRows(
            "closed tables", _load_ids(connection, _find_old_tables(now - kept.tables * DAY).where(sat)), remove_table
        )
    if kept.guests:
        yield OldRows("idle guests", _load_ids(connection, _find_idle_guests(now, kept.guests)), remove_guest)


def prune(
    transaction: Callable[[], AbstractContextManager[Connection]], kept: Retention, now: float, dry: bool = False
) -> dict[str, int]:
    """Remove what is older than it may be. Returns how much that is; with `dry`, nothing is removed."""
    with transaction() as connection:
        found = [*find_old_rows(connection, kept, now)]
        ended = _count_ended(connection, now)
    if not dry:
        for old in found:
            for one in old.ids:
                with transaction() as connection:
                    old.remove(connection, one)
        with transaction() as connection:
            _remove_ended(connection, now)
    return {**{old.name: len(old.ids) for old in found}, "ended sessions, bans, links and announcements": ended}


def _has(table: Table, where: Any) -> Any:
    return select(table.c[0]).where(where).exists()


def _is_counted() -> Any:
    """Return the condition that results or attempts at daily deals refer to a table, whose row stays for them."""
    return _has(results, results.c.table_id == tables.c.id) | _has(tries, tries.c.table_id == tables.c.id)


def _find_old_tables(before: float) -> Select[Any]:
    """Select closed tables at which nobody sat down and no match ended since a time."""
    sat = _has(seatings, (seatings.c.table_id == tables.c.id) & (seatings.c.at >= before))
    ended = _has(results, (results.c.table_id == tables.c.id) & (results.c.ended >= before))
    return select(tables.c.id).where(tables.c.closed.is_(True), tables.c.created < before, ~sat, ~ended)


def _find_idle_guests(now: float, days: int) -> Select[Any]:
    """Select guests with a name who did nothing for some days, and sit at no open table.

    A session ends a fixed time after its last use, so its end tells when that was.
    """
    before = now - days * DAY
    used = _has(sessions, (sessions.c.person == people.c.id) & (sessions.c.expires >= before + IDLE))
    fresh = _has(sessions, (sessions.c.person == people.c.id) & (sessions.c.created >= before))
    opened = select(tables.c.id).where(tables.c.closed.is_(False))
    sits = _has(seatings, (seatings.c.person == people.c.id) & seatings.c.table_id.in_(opened))
    guest = people.c.login.is_(None) & people.c.became.is_(None) & ~people.c.name.startswith(f"{GONE} ")
    return select(people.c.id).where(guest, people.c.created < before, ~used, ~fresh, ~sits)


def _load_ids(connection: Connection, query: Select[Any]) -> list[str]:
    return [str(one) for one in connection.execute(query).scalars()]


def remove_log(connection: Connection, table: str) -> None:
    """Remove a closed table's log: its replays, talk and exercises. Results lose the names of others."""
    for one in LOG_TABLES:
        connection.execute(delete(one).where(one.c.table_id == table))
    rows = connection.execute(
        select(results.c.match, results.c.person, results.c.seats).where(results.c.table_id == table)
    )
    for match, person, told in rows.all():
        nameless = [seat if seat["bot"] else seat | {"name": GONE, "face": ""} for seat in orjson.loads(told)]
        here = (results.c.table_id == table) & (results.c.match == match) & (results.c.person == person)
        connection.execute(update(results).where(here).values(seats=orjson.dumps(nameless).decode()))


def remove_table(connection: Connection, table: str) -> None:
    """Remove a closed table with its log. Its row stays if results or attempts at daily deals refer to it."""
    remove_log(connection, table)
    for one in (seatings, reports):
        connection.execute(delete(one).where(one.c.table_id == table))
    connection.execute(delete(tables).where(tables.c.id == table, ~_is_counted()))


def remove_guest(connection: Connection, guest: str) -> None:
    """Remove a guest's name, words and lessons. The row and its results stay under a pseudonym."""
    pseudonym = f"{GONE} {make_id(4)}"
    anonymize_logs(connection, guest, (guest,), pseudonym)
    connection.execute(update(people).where(people.c.id == guest).values(name=pseudonym, face=""))
    for one in (sessions, lessons, coaching, exercises, ratings, reports):
        connection.execute(delete(one).where(one.c.person == guest))
    connection.execute(update(reports).where(reports.c.accused == guest).values(name=pseudonym, lines="[]"))
    notify_servers(connection, "person", guest)


def _count_ended(connection: Connection, now: float) -> int:
    return sum(
        connection.scalar(select(func.count()).select_from(one).where(one.c.expires < now)) or 0 for one in ENDING
    )


def _remove_ended(connection: Connection, now: float) -> None:
    for one in ENDING:
        connection.execute(delete(one).where(one.c.expires < now))


def find_old_backups(folder: Path, days: int, now: float) -> list[Path]:
    """Return the backups in a folder that are older than some days. The newest one always stays."""
    found = sorted(folder.glob(BACKUPS), key=lambda file: file.stat().st_mtime)
    return [file for file in found[:-1] if days and file.stat().st_mtime < now - days * DAY]
