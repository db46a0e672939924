"""A guest logs in to an account: all that is the guest's becomes the account's, in one transaction, once.

Logs of tables go on to name the guest; who the account `was` is found under that id (`people.known_by`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Table, and_, delete, select, update

from ..matches.exercises import move_exercises
from .schema import lessons, people, reports, results, seatings, sessions

Move = Callable[[Connection, str, str], None]
"""(connection, guest, account): have rows of the guest's be the account's."""


def merge_account(connection: Connection, guest: str, account: str) -> bool:
    """Have a guest be the account from now on; False where that was done, or who it is has an account."""
    mine = update(people).where(people.c.id == guest, people.c.login.is_(None), people.c.became.is_(None))
    if guest == account or connection.execute(mine.values(became=account)).rowcount == 0:
        return False
    connection.execute(delete(sessions).where(sessions.c.person == guest))
    for move in MOVES:
        move(connection, guest, account)
    return True


def merge_avatar(connection: Connection, guest: str, account: str) -> None:
    """The guest's face, where the account has none."""
    worn = select(people.c.face).where(people.c.id == guest).scalar_subquery()
    connection.execute(update(people).where(people.c.id == account, people.c.face == "").values(face=worn))


def merge_lessons(connection: Connection, guest: str, account: str) -> None:
    """Of two lessons of one game the one that came further."""
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
    """A move of rows whose key is the person and what else: where the account has such a row, that one stays."""
    others = [column for column in table.primary_key if column.name != "person"]

    def move(connection: Connection, guest: str, account: str) -> None:
        twin = table.alias()
        same = and_(*(table.c[column.name] == twin.c[column.name] for column in others))
        has = select(twin.c.person).where(twin.c.person == account, same).exists()
        connection.execute(update(table).where(table.c.person == guest, ~has).values(person=account))
        connection.execute(delete(table).where(table.c.person == guest))

    return move


MOVES: tuple[Move, ...] = (
    make_row_move(seatings),
    make_row_move(results),
    make_row_move(reports),
    merge_lessons,
    move_exercises,
    merge_avatar,
)
"""All that a guest may have. Days and ratings are for accounts alone."""


def find_account(connection: Connection, person: str) -> str:
    """Whose the rows of a person are that a log names: their own, or the account's that they became."""
    became = connection.execute(select(people.c.became).where(people.c.id == person)).scalar()
    return became or person
