"""Guests and accounts. A secret token is the credential, never a name; only its hash is stored."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from .schema import people, seatings, sessions, tables
from .store import Store

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MAX_NAME = 24
LOGIN_LENGTHS = range(3, 33)
PASSWORD_LENGTHS = range(8, 129)
CACHED_SESSIONS = 10_000

WHO = (
    select(people.c.id, people.c.name, people.c.login)
    .join(sessions, sessions.c.person == people.c.id)
    .where(sessions.c.token_hash == bindparam("token"))
)
AT_TABLES = (
    select(sessions.c.token_hash, people.c.id, people.c.name, people.c.login)
    .join(people, people.c.id == sessions.c.person)
    .where(people.c.id.in_(select(seatings.c.person).join(tables).where(tables.c.closed.is_(False))))
    .order_by(sessions.c.created.desc())
    .limit(CACHED_SESSIONS)
)
"""Statements made once: who has a token, and who sits at tables that are open, the latest first."""


class PeopleError(ValueError):
    """A name, login, password or token that will not do; the message says what was expected."""


@dataclass(frozen=True)
class Person:
    """Somebody who may sit at tables."""

    id: str
    name: str
    login: str | None = None
    """None for a guest."""


def new_id(length: int = 12) -> str:
    """An id that cannot be guessed: 5 bits a letter, no letter that looks like another."""
    return "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(length))


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def clean_name(text: str) -> str:
    """A name fit to show. Raises PeopleError."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
        raise PeopleError(f"expected a name of 1 to {MAX_NAME} letters, got {text[:40]!r}")
    return name


def _clean_login(text: str) -> str:
    login = unicodedata.normalize("NFKC", text.strip()).casefold()
    if len(login) not in LOGIN_LENGTHS or not login.isprintable() or " " in login:
        low, high = LOGIN_LENGTHS[0], LOGIN_LENGTHS[-1]
        raise PeopleError(f"expected a login of {low} to {high} letters without spaces, got {text[:40]!r}")
    return login


def _clean_password(text: str) -> str:
    if len(text) not in PASSWORD_LENGTHS:
        low, high = PASSWORD_LENGTHS[0], PASSWORD_LENGTHS[-1]
        raise PeopleError(f"expected a password of {low} to {high} letters, got {len(text)}")
    return text


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _nobodys_hash() -> str:
    """Checked where there is no such login, so that the time tells nothing."""
    return _hasher().hash(secrets.token_urlsafe())


def _matches(hashed: str | None, password: str) -> bool:
    from argon2.exceptions import VerificationError

    try:
        return _hasher().verify(hashed or _nobodys_hash(), password) and hashed is not None
    except VerificationError:
        return False


class People:
    """The people of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sessions: OrderedDict[str, Person] = OrderedDict()

    async def guest(self, name: str) -> tuple[Person, str]:
        """A new guest and the token that proves it. Raises PeopleError for a bad name."""
        person = Person(new_id(), clean_name(name))
        row = {"id": person.id, "name": person.name, "created": time.time()}
        token, session = _new_session(person.id)

        def work(connection: Connection) -> None:
            connection.execute(insert(people).values(row))
            connection.execute(insert(sessions).values(session))

        await self._store.write(work)
        self._remember(token_hash(token), person)
        return person, token

    async def who(self, token: str) -> Person | None:
        """Whose token this is; None where it is nobody's."""
        hashed = token_hash(token)
        if hashed in self._sessions:
            self._sessions.move_to_end(hashed)
            return self._sessions[hashed]
        row = await self._store.read(lambda connection: connection.execute(WHO, {"token": hashed}).one_or_none())
        return self._remember(hashed, Person(*row)) if row else None

    async def recall(self) -> None:
        """Know those at open tables before they ask: after a restart they all come at once."""
        rows = await self._store.read(lambda connection: connection.execute(AT_TABLES).all())
        for hashed, *person in reversed(rows):
            self._remember(hashed, Person(*person))

    def knows(self, token: str) -> bool:
        """Whether the token is somebody's who was here lately; asks no database."""
        return token_hash(token) in self._sessions

    async def register(self, person: Person, login: str, password: str) -> Person:
        """Make a guest an account: same person, same seats, same history. Raises PeopleError."""
        if person.login is not None:
            raise PeopleError(f"{person.name} has an account already, {person.login}")
        folded, hashed = _clean_login(login), await asyncio.to_thread(_hasher().hash, _clean_password(password))
        mine = update(people).where(people.c.id == person.id).values(login=folded, password=hashed)
        try:
            await self._store.write(lambda connection: connection.execute(mine))
        except IntegrityError:
            raise PeopleError(f"the login {folded!r} is taken; expected another") from None
        return self._changed(replace(person, login=folded))

    async def login(self, login: str, password: str) -> tuple[Person, str]:
        """A session of an account. Raises PeopleError; the message does not say whether the login exists."""
        folded = unicodedata.normalize("NFKC", login[: LOGIN_LENGTHS[-1]].strip()).casefold()
        query = select(people.c.id, people.c.name, people.c.login, people.c.password).where(people.c.login == folded)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        short = password[: PASSWORD_LENGTHS[-1]]
        if not await asyncio.to_thread(_matches, row.password if row else None, short) or row is None:
            raise PeopleError("this login and password do not belong together")
        token, session = _new_session(row.id)
        await self._store.write(lambda connection: connection.execute(insert(sessions).values(session)))
        return self._remember(token_hash(token), Person(row.id, row.name, row.login)), token

    async def logout(self, token: str) -> None:
        """End a session. A guest who does so cannot come back."""
        hashed = token_hash(token)
        self._sessions.pop(hashed, None)
        gone = delete(sessions).where(sessions.c.token_hash == hashed)
        await self._store.write(lambda connection: connection.execute(gone))

    async def rename(self, person: Person, name: str) -> Person:
        """Another name to show at tables joined from now on. Raises PeopleError."""
        renamed = replace(person, name=clean_name(name))
        mine = update(people).where(people.c.id == person.id).values(name=renamed.name)
        await self._store.write(lambda connection: connection.execute(mine))
        return self._changed(renamed)

    def _changed(self, person: Person) -> Person:
        for hashed, known in self._sessions.items():
            if known.id == person.id:
                self._sessions[hashed] = person
        return person

    def _remember(self, hashed: str, person: Person) -> Person:
        self._sessions[hashed] = person
        if len(self._sessions) > CACHED_SESSIONS:
            self._sessions.popitem(last=False)
        return person


def _new_session(person: str) -> tuple[str, dict[str, object]]:
    token = secrets.token_urlsafe(32)
    return token, {"token_hash": token_hash(token), "person": person, "created": time.time()}
