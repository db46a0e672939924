"""Merge of a guest into an account at login: all their rows move in one transaction, once.

Logs of tables still name the guest; `Person.known_by` finds the account under that id.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Table, and_, delete, select, update

from ..matches.coaching import merge_coaching
from ..matches.exercises import move_exercises
from ..storage.schema import (
    group_members,
    groups,
    lessons,
    people,
    push_addresses,
    reports,
    results,
    seatings,
    sessions,
    tries,
)

Move = Callable[[Connection, str, str], None]
"""(connection, guest, account): move rows of the guest to the account."""


def merge_account(connection: Connection, guest: str, account: str) -> bool:
    """Merge a guest into an account. Returns False if that was done before, or if the guest has an account."""
    mine = update(people).where(people.c.id == guest, people.c.login.is_(None), people.c.became.is_(None))
    if guest == account or connection.execute(mine.values(became=account)).rowcount == 0:
        return False
    connection.execute(delete(sessions).where(sessions.c.person == guest))
    for move in MOVES:
        move(connection, guest, account)
    return True


def merge_avatar(connection: Connection, guest: str, account: str) -> None:
    """Keep the guest's avatar if the account has none."""
    worn = select(people.c.face).where(people.c.id == guest).scalar_subquery()
    connection.execute(update(people).where(people.c.id == account, people.c.face == "").values(face=worn))


def merge_lessons(connection: Connection, guest: str, account: str) -> None:
    """Keep the further progress of two lessons of one game."""
    mine = _load_lessons(connection, account)
    for game, row in _load_lessons(connection, guest).items():
        if game in mine and _rank_progress(row) > _rank_progress(mine[game]):
            connection.execute(delete(lessons).where(lessons.c.person == account, lessons.c.game == game))
    make_row_move(lessons)(connection, guest, account)


def _load_lessons(connection: Connection, person: str) -> dict[str, Any]:
    found = connection.execute(select(lessons).where(lessons.c.person == person))
    return {row.game: row for row in found}


def _rank_progress(row: Any) -> tuple[bool, bool, int]:
    return bool(row.done), bool(row.second), int(row.moment)


def make_row_move(table: Table) -> Move:
    """Make a merge for rows with the person in their key. An existing row of the account stays."""
    others = [column for column in table.primary_key if column.name != "person"]

    def move(connection: Connection, guest: str, account: str) -> None:
        twin = table.alias()
        same = and_(*(table.c[column.name] == twin.c[column.name] for column in others))
        has = select(twin.c.person).where(twin.c.person == account, same).exists()
        connection.execute(update(table).where(table.c.person == guest, ~has).values(person=account))
        connection.execute(delete(table).where(table.c.person == guest))

    return move


def move_tries(connection: Connection, guest: str, account: str) -> None:
    """Move attempts at daily deals, which stay unranked. So who played a deal as a guest has no other attempt at it.

    If the account has played that day, the guest's attempt stays where it is.
    """
    days = select(tries.c.day).where(tries.c.person == account)
    connection.execute(update(tries).where(tries.c.person == guest, ~tries.c.day.in_(days)).values(person=account))


def move_push_addresses(connection: Connection, guest: str, account: str) -> None:
    connection.execute(update(push_addresses).where(push_addresses.c.person == guest).values(person=account))


def move_groups(connection: Connection, guest: str, account: str) -> None:
    """Count the groups that a guest founded as the account's."""
    connection.execute(update(groups).where(groups.c.founder == guest).values(founder=account))


MOVES: tuple[Move, ...] = (
    make_row_move(seatings),
    make_row_move(results),
    make_row_move(reports),
    make_row_move(group_members),
    move_tries,
    move_push_addresses,
    move_groups,
    merge_lessons,
    merge_coaching,
    move_exercises,
    merge_avatar,
)
"""All rows that a guest may have. Ratings and passkeys are for accounts only."""
