"""Proofs of a person that must still hold in the transaction of what they allow.

A session or password is checked first, and what it allows is written later. Meanwhile the owner may have set a new
password, which ends both.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from shindig.messages import say

from ..errors import ForbiddenError
from ..storage.schema import people, sessions
from .name_and_password_rules import PeopleError


def lock_person(connection: Connection, person: str) -> str | None:
    """Lock a person's row until the transaction ends, so that no new password is set. Returns the password's hash."""
    return connection.scalar(select(people.c.password).where(people.c.id == person).with_for_update())


def require_session(connection: Connection, person: str, token_hash: str) -> None:
    """Raise ForbiddenError if a session of a person has ended."""
    lock_person(connection, person)
    mine = select(sessions.c.person).where(sessions.c.token_hash == token_hash, sessions.c.person == person)
    if connection.execute(mine).first() is None:
        raise ForbiddenError(say("refuse-nobody"))


def require_guest(connection: Connection, person: str) -> None:
    """Raise PeopleError for somebody who has an account by now, and so has to prove more than a session."""
    lock_person(connection, person)
    if connection.scalar(select(people.c.login).where(people.c.id == person)) is not None:
        raise PeopleError(say("refuse-password"))


def require_password(connection: Connection, person: str, hashed: str) -> None:
    """Raise PeopleError if a person has another password than the one that was checked."""
    if lock_person(connection, person) != hashed:
        raise PeopleError(say("refuse-password-changed"))
