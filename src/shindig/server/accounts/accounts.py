"""Guests and accounts. A secret token is the credential, never a name; only its hash is stored."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ..errors import BusyError
from ..storage.account_merge import merge_account
from ..storage.event_store import EventStore, StoreError
from ..storage.notifications import notify_servers
from ..storage.schema import people, seatings, sessions, tables
from . import avatars
from .moderation import UNWANTED, Moderation
from .name_rules import PASSWORD_LENGTHS, clean_login, clean_name, clean_password, fold_login
from .name_rules import PeopleError as PeopleError
from .passwords import PasswordThread

CACHED_SESSIONS = 10_000
DAY = 86_400.0
IDLE = 90 * DAY
"""A session ends when it was not used for so long."""
LIFE = 365 * DAY
"""It ends after this even so."""
FRESH = 3.0
"""Seconds for which the database is not asked again whose a token is: so late a server knows what another has ended."""
LATELY, TOGETHER = 15.0, 500
"""Who was here within so many seconds is asked about along with others, so many at once."""
STALE = 60.0
"""Seconds for which somebody stays known while the database is out."""
WRONG = "this login and password do not belong together"

WHO = (
    select(people.c.id, people.c.name, people.c.login, people.c.face, sessions)
    .join(sessions, sessions.c.person == people.c.id)
    .where(sessions.c.token_hash.in_(bindparam("tokens", expanding=True)), sessions.c.expires > bindparam("now"))
)
AT_TABLES = (
    select(sessions.c.token_hash, people.c.id, people.c.name, people.c.login, people.c.face)
    .join(people, people.c.id == sessions.c.person)
    .where(people.c.id.in_(select(seatings.c.person).join(tables).where(tables.c.closed.is_(False))))
    .where(sessions.c.expires > bindparam("now"))
    .order_by(sessions.c.created.desc())
    .limit(CACHED_SESSIONS)
)
"""Statements made once: who has some tokens, and who sits at tables that are open, the latest first."""


@dataclass(frozen=True)
class Person:
    """Somebody who may sit at tables."""

    id: str
    name: str
    login: str | None = None
    """None for a guest."""
    face: str = ""
    """What they look like, in a word of `faces`; empty for who has chosen none."""
    was: tuple[str, ...] = ()
    """The guests who logged in to this account: tables where they sat know them by these."""

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids by which tables know them."""
        return (self.id, *self.was)

    def find_known_id(self, ids: Container[str]) -> str:
        """The id by which they are known where these are: their own, or a guest's who they were."""
        return next((one for one in self.ids if one in ids), self.id)


def make_id(length: int = 12) -> str:
    """An id that cannot be guessed: 5 bits a letter, no letter that looks like another."""
    return "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(length))


def load_guests(connection: Connection, accounts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The guests who became these accounts, the latest first."""
    mine = select(people.c.became, people.c.id).where(people.c.became.in_([*accounts]))
    found: dict[str, tuple[str, ...]] = {}
    for account, guest in connection.execute(mine.order_by(people.c.created.desc())):
        found[account] = (*found.get(account, ()), guest)
    return found


def build_person(row: Any, guests: Mapping[str, tuple[str, ...]]) -> Person:
    """Somebody from a row with id, name, login and face."""
    return Person(row.id, row.name, row.login, row.face, guests.get(row.id, ()))


@lru_cache(CACHED_SESSIONS)
def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


@dataclass(eq=False)
class CachedSession:
    """Who has a token."""

    person: Person
    since: float
    """When the database said so."""
    used: float
    """When they were here last."""


class Accounts:
    """The people of a store. `now` gives seconds since 1970, `ticks` seconds that nobody sets back."""

    def __init__(
        self, store: EventStore, now: Callable[[], float] = time.time, ticks: Callable[[], float] = time.monotonic
    ) -> None:
        self._store, self._now, self._ticks = store, now, ticks
        self._manners, self._passwords = Moderation(store, now), PasswordThread()
        self._sessions: OrderedDict[str, CachedSession] = OrderedDict()
        """Who has a token, whoever was here last at the end."""
        self._asking: dict[str, asyncio.Task[None]] = {}
        """Tokens about which the database is being asked."""

    async def create_guest(self, name: str) -> tuple[Person, str]:
        """A new guest and the token that proves it. Raises PeopleError for a bad name."""
        person = Person(make_id(), await self._check_name(clean_name(name)))
        row = {"id": person.id, "name": person.name, "created": self._now()}
        token, session = self._build_session(person.id)

        def work(connection: Connection) -> None:
            connection.execute(insert(people).values(row))
            connection.execute(insert(sessions).values(session))

        await self._store.write(work)
        self._cache_session(hash_token(token), person)
        return person, token

    async def find_person(self, token: str) -> Person | None:
        """Whose token this is; None where it is nobody's, or the session has ended, here or on another server.

        The database is asked again after `FRESH` seconds. While it is out, who was known stays known for `STALE`
        seconds; after that this raises StoreError.
        """
        if (person := self.find_cached(token)) is not None:
            return person
        hashed = hash_token(token)
        known, now = self._sessions.get(hashed), self._ticks()
        try:
            await asyncio.shield(self._asking.get(hashed) or self._start_query(hashed, known))
        except (StoreError, BusyError):
            if known is None or now - known.since >= STALE:
                raise
            return known.person
        return self._sessions[hashed].person if hashed in self._sessions else None

    def find_cached(self, token: str) -> Person | None:
        """The same without a wait; None where the database is to be asked."""
        known = self._sessions.get(hashed := hash_token(token))
        if known is None:
            return None
        self._sessions.move_to_end(hashed)
        known.used = now = self._ticks()
        return known.person if now - known.since < FRESH else None

    def _start_query(self, hashed: str, known: CachedSession | None) -> asyncio.Task[None]:
        """Ask the database who has a token, and at once about others who were here lately and will be again."""
        asked = {hashed: known, **(self._find_recent() if known is not None else {})}
        asking = asyncio.create_task(self._load_sessions(hashed, asked))
        self._asking.update(dict.fromkeys(asked, asking))
        asking.add_done_callback(partial(self._end_query, asked))
        return asking

    def _end_query(self, about: Iterable[str], asking: asyncio.Task[None]) -> None:
        for hashed in about:
            if self._asking.get(hashed) is asking:
                del self._asking[hashed]
        if not asking.cancelled():
            asking.exception()  # who waits is told of it

    def _find_recent(self) -> dict[str, CachedSession]:
        """Those who were here lately, and about whom the database was not asked just now."""
        now, found = self._ticks(), dict[str, CachedSession]()
        for hashed, known in reversed(self._sessions.items()):
            if now - known.used > LATELY or len(found) >= TOGETHER:
                break
            if now - known.since >= FRESH / 2 and hashed not in self._asking:
                found[hashed] = known
        return found

    async def _load_sessions(self, hashed: str, asked: Mapping[str, CachedSession | None]) -> None:
        """Who has these tokens, says the database. What was learnt meanwhile of others than the first, stays."""
        now = self._now()

        def work(connection: Connection) -> tuple[dict[str, Any], dict[str, tuple[str, ...]]]:
            rows = connection.execute(WHO, {"tokens": [*asked], "now": now}).all()
            return {row.token_hash: row for row in rows}, load_guests(connection, {row.id for row in rows if row.login})

        rows, guests = await self._store.read(work)
        for one in [one for one, known in asked.items() if one == hashed or self._sessions.get(one) is known]:
            if one in rows:
                self._cache_person(one, build_person(rows[one], guests))
            else:
                self._sessions.pop(one, None)
        await self._prolong_sessions(
            [row for row in rows.values() if min(now + IDLE, row.created + LIFE) - row.expires > DAY]
        )

    async def _prolong_sessions(self, rows: Sequence[Any]) -> None:
        """These sessions are used, and last longer."""
        now = self._now()

        def work(connection: Connection) -> None:
            for row in rows:
                mine = update(sessions).where(sessions.c.token_hash == row.token_hash)
                connection.execute(mine.values(expires=min(now + IDLE, row.created + LIFE)))

        if rows:
            with suppress(StoreError, BusyError):  # another time will do
                await self._store.write(work)

    async def load_ids(self, person: str) -> tuple[str, ...]:
        """Return all ids by which tables know somebody, as the database has them now."""
        guests = await self._store.read(lambda connection: load_guests(connection, [person]))
        return (person, *guests.get(person, ()))

    async def load_seated(self) -> None:
        """Know those at open tables before they ask: after a restart they all come at once."""
        asked = {"now": self._now()}

        def work(connection: Connection) -> tuple[Any, dict[str, tuple[str, ...]]]:
            rows = connection.execute(AT_TABLES, asked).all()
            return rows, load_guests(connection, {row.id for row in rows if row.login})

        rows, guests = await self._store.read(work)
        for row in reversed(rows):
            self._cache_session(row.token_hash, build_person(row, guests))

    def find_cached_id(self, token: str) -> str:
        """Return the id of the person with a token who was here lately, else ""; asks no database."""
        known = self._sessions.get(hash_token(token))
        return known.person.id if known is not None else ""

    def note_changed(self, person: str) -> None:
        """Something of a person's has changed on another server, of anybody's where none is named: ask again."""
        for hashed, known in self._sessions.items():
            if person in ("", known.person.id):
                self._sessions[hashed] = replace(known, since=min(known.since, self._ticks() - FRESH))
                self._asking.pop(hashed, None)

    async def register(self, person: Person, login: str, password: str) -> Person:
        """Make a guest an account: same person, same seats, same history. Raises PeopleError."""
        if person.login is not None:
            raise PeopleError(f"{person.name} has an account already, {person.login}")
        name = await self._check_name(clean_login(login))
        hashed = await self._passwords.hash(clean_password(password))
        mine = update(people).where(people.c.id == person.id, people.c.login.is_(None))

        def work(connection: Connection) -> int:
            notify_servers(connection, "person", person.id)
            return connection.execute(mine.values(login=name, password=hashed)).rowcount

        try:
            done = await self._store.write(work)
        except IntegrityError:
            raise PeopleError(f"the login {name!r} is taken; expected another") from None
        if not done:
            raise PeopleError(f"{person.name} has an account already")
        return self._update_cached(replace(person, login=name))

    async def login(self, login: str, password: str, guest: Person | None = None) -> tuple[Person, str]:
        """A session of an account, into which all moves that is a guest's.

        Raises PeopleError; the message does not say whether the login exists.
        """
        row = await self._load_account(people.c.login == fold_login(login))
        if not await self._is_password(row.password if row else None, password) or row is None:
            raise PeopleError(WRONG)
        token, session = self._build_session(row.id)
        same = select(people.c.id).where(people.c.id == row.id, people.c.password == row.password).with_for_update()

        def work(connection: Connection) -> Person | None:
            connection.execute(delete(sessions).where(sessions.c.expires <= self._now()))
            if connection.execute(same).one_or_none() is None:
                return None
            connection.execute(insert(sessions).values(session))
            if guest is not None:
                merge_account(connection, guest.id, row.id)
            face = connection.execute(select(people.c.face).where(people.c.id == row.id)).scalar_one()
            return Person(row.id, row.name, row.login, face, load_guests(connection, [row.id]).get(row.id, ()))

        person = await self._store.write(work)
        if person is None:  # the password was changed meanwhile
            raise PeopleError(WRONG)
        self._forget_sessions(person.was)
        return self._cache_session(hash_token(token), person), token

    async def change_password(self, person: Person, token: str, old: str, new: str) -> None:
        """Another password for an account; every session but the token's ends. Raises PeopleError."""
        row = await self._load_account(people.c.id == person.id)
        if row is None or row.login is None:
            raise PeopleError(f"{person.name} has no account, and so no password")
        clean_password(new)
        if not await self._is_password(row.password, old):
            raise PeopleError("the old password is another; expected the one that you log in with")
        hashed, kept = await self._passwords.hash(new), hash_token(token)
        mine = update(people).where(people.c.id == row.id, people.c.password == row.password).values(password=hashed)
        others = delete(sessions).where(sessions.c.person == row.id, sessions.c.token_hash != kept)

        def work(connection: Connection) -> bool:
            changed = connection.execute(mine).rowcount == 1
            if changed:
                connection.execute(others)
                notify_servers(connection, "person", row.id)
            return changed

        if not await self._store.write(work):
            raise PeopleError("the password was changed elsewhere at the same time")
        for hashed, known in [*self._sessions.items()]:
            if known.person.id == row.id and hashed != kept:
                del self._sessions[hashed]

    async def check_password(self, person: Person, password: str) -> None:
        """Raise PeopleError where a password is not that of a person's account. A guest has none."""
        row = await self._load_account(people.c.id == person.id)
        if row is not None and row.login is not None and not await self._is_password(row.password, password):
            raise PeopleError("the password is another; expected the one that you log in with")

    async def _load_account(self, whose: ColumnElement[bool]) -> Any:
        """The row (id, name, login, password) of somebody; None where there is nobody."""
        query = select(people.c.id, people.c.name, people.c.login, people.c.password).where(whose)
        return await self._store.read(lambda connection: connection.execute(query).one_or_none())

    async def _is_password(self, hashed: str | None, password: str) -> bool:
        return await self._passwords.is_match(hashed, password[: PASSWORD_LENGTHS[-1]])

    async def logout(self, token: str) -> None:
        """End a session. A guest who does so cannot come back."""
        hashed = hash_token(token)
        gone = delete(sessions).where(sessions.c.token_hash == hashed).returning(sessions.c.person)

        def work(connection: Connection) -> None:
            for person in connection.execute(gone).scalars().all():
                notify_servers(connection, "person", person)

        await self._store.write(work)
        self._sessions.pop(hashed, None)

    async def rename(self, person: Person, name: str) -> Person:
        """Another name to show at tables joined from now on. Raises PeopleError."""
        renamed = replace(person, name=await self._check_name(clean_name(name)))
        mine = update(people).where(people.c.id == person.id).values(name=renamed.name)

        def work(connection: Connection) -> None:
            connection.execute(mine)
            notify_servers(connection, "person", person.id)

        await self._store.write(work)
        return self._update_cached(renamed)

    async def set_avatar(self, person: Person, face: str) -> Person:
        """Another face, or none where it is empty. Raises PeopleError."""
        faced = replace(person, face=avatars.check_avatar(face))
        mine = update(people).where(people.c.id == person.id).values(face=faced.face)
        await self._store.write(lambda connection: connection.execute(mine))
        return self._update_cached(faced)

    async def _check_name(self, name: str) -> str:
        """The name, if it has no word that is not wanted. Raises PeopleError."""
        if not await self._manners.is_acceptable(name):
            raise PeopleError(UNWANTED)
        return name

    def _build_session(self, person: str) -> tuple[str, dict[str, object]]:
        token, now = secrets.token_urlsafe(32), self._now()
        return token, {"token_hash": hash_token(token), "person": person, "created": now, "expires": now + IDLE}

    def _update_cached(self, person: Person) -> Person:
        for hashed, known in self._sessions.items():
            if known.person.id == person.id:
                self._sessions[hashed] = replace(known, person=person)
        return person

    def _forget_sessions(self, gone: Iterable[str]) -> None:
        """Know these no more: they are somebody else now."""
        for hashed in [hashed for hashed, known in self._sessions.items() if known.person.id in set(gone)]:
            del self._sessions[hashed]

    def _cache_person(self, hashed: str, person: Person) -> CachedSession:
        """The database has said just now who has a token."""
        now, known = self._ticks(), self._sessions.get(hashed)
        self._sessions[hashed] = made = CachedSession(person, now, known.used if known is not None else now)
        return made

    def _cache_session(self, hashed: str, person: Person) -> Person:
        self._cache_person(hashed, person).used = self._ticks()
        self._sessions.move_to_end(hashed)
        if len(self._sessions) > CACHED_SESSIONS:
            self._sessions.popitem(last=False)
        return person
