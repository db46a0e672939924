"""Guests, accounts and sessions. The credential is a secret token, never a name; only its hash is stored."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from shindig.core.caches import cached
from shindig.messages import say

from ..access.bans import Ban, find_ban
from ..errors import BannedError, BusyError
from ..person import Person
from ..storage.database import StoreError
from ..storage.event_store import EventStore
from ..storage.schema import people, seatings, sessions, tables
from ..storage.server_signals import notify_servers
from . import avatars
from .account_merge import merge_account
from .name_and_password_rules import MAX_NAME, PASSWORD_LENGTHS, clean_login, clean_name, clean_password, fold_login
from .name_and_password_rules import PeopleError as PeopleError
from .new_password import NOTHING, KeptWays, store_new_password
from .passwords import PasswordThread
from .standing_proofs import lock_person
from .talk_moderation import UNWANTED, Moderation

CACHED_SESSIONS = 10_000
DAY = 86_400.0
IDLE = 90 * DAY
"""Lifetime of an unused session, in seconds."""
LIFE = 365 * DAY
"""Lifetime of a used session, in seconds."""
FRESH = 3.0
"""Seconds for which a token's owner stays in the cache. A session ended by another server may work that long."""
LATELY, TOGETHER = 15.0, 500
"""Sessions used within so many seconds are refreshed together, at most so many at once."""
STALE = 60.0
"""Seconds for which cached sessions stay valid while the database is down."""
WRONG = say("refuse-login-wrong")

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
"""Prepared statements: the owners of some tokens, and the people at open tables, the latest first."""


def make_id(length: int = 12) -> str:
    """Make an unguessable id: 5 bits a letter, without lookalike letters."""
    return "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(length))


def load_guests(connection: Connection, accounts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the guests that were merged into these accounts, the latest first."""
    mine = select(people.c.became, people.c.id).where(people.c.became.in_([*accounts]))
    found: dict[str, tuple[str, ...]] = {}
    for account, guest in connection.execute(mine.order_by(people.c.created.desc())):
        found[account] = (*found.get(account, ()), guest)
    return found


def build_person(row: Any, guests: Mapping[str, tuple[str, ...]]) -> Person:
    """Build a person from a row with id, name, login and face."""
    return Person(row.id, row.name, row.login, row.face, guests.get(row.id, ()))


@cached(CACHED_SESSIONS)
def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


@dataclass(eq=False)
class CachedSession:
    """Cached owner of a token."""

    person: Person
    since: float
    """Time of the last answer of the database."""
    used: float
    """Time of the last use."""


def admit_all(_: Connection) -> None:
    """Admit every new account."""


def refuse_banned(ban: Ban | None) -> None:
    """Raise BannedError for a ban."""
    if ban is not None:
        raise BannedError(ban.text)


def refuse_banned_login(connection: Connection, login: str, now: float) -> None:
    """Raise PeopleError for a new login that is banned."""
    if find_ban(connection, now, login=login) is not None:
        raise PeopleError(say("refuse-login-unwanted"))


def write_account(connection: Connection, guest: Person | None, fresh: Mapping[str, object]) -> None:
    """Store an account: as a `fresh` row, or a guest's row with its login and password, whose sessions end.

    Raises PeopleError if the guest has an account by now.
    """
    if guest is None:
        connection.execute(insert(people).values(fresh))
        return
    mine = update(people).where(people.c.id == guest.id, people.c.login.is_(None))
    if not connection.execute(mine.values(login=fresh["login"], password=fresh.get("password"))).rowcount:
        raise PeopleError(say("refuse-has-account"))
    connection.execute(delete(sessions).where(sessions.c.person == guest.id))
    notify_servers(connection, "person", guest.id)


class Accounts:
    """Accounts of a store. `now` gives seconds since 1970, `ticks` monotonic seconds."""

    def __init__(
        self,
        store: EventStore,
        now: Callable[[], float] = time.time,
        ticks: Callable[[], float] = time.monotonic,
        passwords: PasswordThread | None = None,
        cached_sessions: int = CACHED_SESSIONS,
    ) -> None:
        self._store, self._now, self._ticks = store, now, ticks
        self._manners, self._passwords = Moderation(store, now), passwords or PasswordThread()
        self._most_sessions = cached_sessions
        self._sessions: OrderedDict[str, CachedSession] = OrderedDict()
        """Cache of token owners, the most recently used last."""
        self._asking: dict[str, asyncio.Task[None]] = {}
        """Tokens for which a query is running."""
        self.knows_guests = True
        """False in a room without guests: only people with an account are found by their token."""

    async def create_guest(self, name: str) -> tuple[Person, str]:
        """Create a guest and the token that proves it. Raises PeopleError for a bad name."""
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
        """Return the owner of a token; None for an unknown token or an ended session.

        The cache is valid for `FRESH` seconds. While the database is down, cached owners stay valid for `STALE`
        seconds; after that this raises StoreError.
        """
        person = await self.find_owner(token)
        return person if person is not None and self._is_known(person) else None

    def _is_known(self, person: Person) -> bool:
        return self.knows_guests or person.login is not None

    async def find_owner(self, token: str) -> Person | None:
        """Return the owner of a token as `find_person` does, also a guest in a room without guests."""
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
        """Return the cached owner of a token; None if the database must be asked."""
        known = self._sessions.get(hashed := hash_token(token))
        if known is None:
            return None
        self._sessions.move_to_end(hashed)
        known.used = now = self._ticks()
        return known.person if now - known.since < FRESH and self._is_known(known.person) else None

    def _start_query(self, hashed: str, known: CachedSession | None) -> asyncio.Task[None]:
        """Ask the database for the owner of a token, and for other recent ones in one query."""
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
        """Return recent owners whose cache entry will soon expire."""
        now, found = self._ticks(), dict[str, CachedSession]()
        for hashed, known in reversed(self._sessions.items()):
            if now - known.used > LATELY or len(found) >= TOGETHER:
                break
            if now - known.since >= FRESH / 2 and hashed not in self._asking:
                found[hashed] = known
        return found

    async def _load_sessions(self, hashed: str, asked: Mapping[str, CachedSession | None]) -> None:
        """Store the database's answer in the cache. Changes made to other entries meanwhile stay."""
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
        """Extend the lifetime of used sessions."""
        now = self._now()

        def work(connection: Connection) -> None:
            for row in rows:
                mine = update(sessions).where(sessions.c.token_hash == row.token_hash)
                connection.execute(mine.values(expires=min(now + IDLE, row.created + LIFE)))

        if rows:
            with suppress(StoreError, BusyError):  # another time will do
                await self._store.write(work)

    async def load_ids(self, person: str) -> tuple[str, ...]:
        """Return all ids under which tables know a person, from the database."""
        guests = await self._store.read(lambda connection: load_guests(connection, [person]))
        return (person, *guests.get(person, ()))

    async def load_people(self, ids: Sequence[str]) -> list[Person]:
        """Return people by id, in this order: accounts for guests that became them. Unknown ids are left out."""

        def work(connection: Connection) -> list[Person]:
            query = select(people.c.id, people.c.name, people.c.login, people.c.face, people.c.became)
            rows = {row.id: row for row in connection.execute(query.where(people.c.id.in_([*ids])))}
            became = {row.became for row in rows.values() if row.became}
            rows |= {row.id: row for row in connection.execute(query.where(people.c.id.in_(became)))}
            found = [rows[rows[one].became or one] for one in ids if one in rows and (rows[one].became or one) in rows]
            guests = load_guests(connection, {row.id for row in found if row.login})
            return [build_person(row, guests) for row in found]

        return await self._store.read(work)

    async def load_seated(self) -> None:
        """Load the people at open tables into the cache, since all come back at once after a restart."""
        asked = {"now": self._now()}

        def work(connection: Connection) -> tuple[Any, dict[str, tuple[str, ...]]]:
            rows = connection.execute(AT_TABLES, asked).all()
            return rows, load_guests(connection, {row.id for row in rows if row.login})

        rows, guests = await self._store.read(work)
        for row in reversed(rows):
            self._cache_session(row.token_hash, build_person(row, guests))

    def find_cached_id(self, token: str) -> str:
        """Return the id of a token's recent owner, else "". This asks no database."""
        person = self.find_cached_owner(token)
        return person.id if person is not None else ""

    def find_cached_owner(self, token: str) -> Person | None:
        """Return a token's recent owner, perhaps by an old name; None if it is not cached. This asks no database."""
        known = self._sessions.get(hash_token(token))
        return known.person if known is not None else None

    def note_changed(self, person: str) -> None:
        """Clear the cache for a person who changed on another server; for everybody without a name."""
        for hashed, known in self._sessions.items():
            if person in ("", known.person.id):
                self._sessions[hashed] = replace(known, since=min(known.since, self._ticks() - FRESH))
                self._asking.pop(hashed, None)

    async def register(
        self, person: Person, login: str, password: str, admit: Callable[[Connection], None] = admit_all
    ) -> tuple[Person, str]:
        """Turn a guest into an account that keeps seats and history, and return its new token. Raises PeopleError.

        The guest's sessions end, so a stolen token does not open the account. `admit` runs in the transaction, and may
        refuse.
        """
        if person.login is not None:
            raise PeopleError(say("refuse-has-account"))
        return await self._create_account(person, login, password, admit)

    async def create_account(
        self, login: str, password: str, admit: Callable[[Connection], None] = admit_all
    ) -> tuple[Person, str]:
        """Create an account without a guest before it, and its token. Raises PeopleError.

        `admit` is a part of the transaction, and may refuse.
        """
        return await self._create_account(None, login, password, admit)

    async def _create_account(
        self, guest: Person | None, login: str, password: str, admit: Callable[[Connection], None]
    ) -> tuple[Person, str]:
        name = await self._check_name(clean_login(login))
        hashed = await self._passwords.hash(clean_password(password))
        if guest is None:
            person = Person(make_id(), await self._check_name(clean_name(login[:MAX_NAME])), name)
        else:
            person = replace(guest, login=name)
        fresh = {"id": person.id, "name": person.name, "login": name, "password": hashed, "created": self._now()}
        token, session = self._build_session(person.id)

        def work(connection: Connection) -> None:
            refuse_banned_login(connection, name, self._now())
            admit(connection)
            write_account(connection, guest, fresh)
            connection.execute(insert(sessions).values(session))

        try:
            await self._store.write(work)
        except IntegrityError:
            raise PeopleError(say("refuse-login-taken", login=name)) from None
        self.forget_sessions([person.id])
        return self._cache_session(hash_token(token), person), token

    async def login(self, login: str, password: str, guest: Person | None = None) -> tuple[Person, str]:
        """Log in to an account and merge the guest into it.

        Raises PeopleError; the message does not reveal whether the login exists.
        """
        row = await self._load_account(people.c.login == fold_login(login))
        if not await self._is_password(row.password if row else None, password) or row is None:
            raise PeopleError(WRONG)
        same = select(people.c.id).where(people.c.id == row.id, people.c.password == row.password).with_for_update()

        def is_same(connection: Connection) -> bool:
            return connection.execute(same).one_or_none() is not None

        entered = await self.enter_account(row.id, guest, is_same)
        if entered is None:  # the password was changed meanwhile
            raise PeopleError(WRONG)
        return entered

    async def enter_account(
        self, account: str, guest: Person | None, prove: Callable[[Connection], bool]
    ) -> tuple[Person, str] | None:
        """Open a session of an account and merge the guest into it.

        `prove` is a part of the transaction, in which nobody else sets a new password; without a proof this returns
        None. Raises BannedError.
        """
        token, session = self._build_session(account)
        mine = select(people.c.id, people.c.name, people.c.login).where(people.c.id == account)

        def work(connection: Connection) -> Person | None:
            connection.execute(delete(sessions).where(sessions.c.expires <= self._now()))
            lock_person(connection, account)
            row = connection.execute(mine).one_or_none() if prove(connection) else None
            if row is None or row.login is None:
                return None
            refuse_banned(find_ban(connection, self._now(), row.id, row.login))
            connection.execute(insert(sessions).values(session))
            if guest is not None:
                merge_account(connection, guest.id, row.id)
            face = connection.execute(select(people.c.face).where(people.c.id == row.id)).scalar_one()
            return Person(row.id, row.name, row.login, face, load_guests(connection, [row.id]).get(row.id, ()))

        person = await self._store.write(work)
        if person is None:
            return None
        self.forget_sessions(person.was)
        return self._cache_session(hash_token(token), person), token

    async def change_password(self, person: Person, token: str, old: str, new: str) -> str:
        """Change an account's password, which ends all other ways in. Raises PeopleError.

        The session of `token` stays; without one, a new session begins. Returns its token.
        """
        row = await self._load_account(people.c.id == person.id)
        if row is None or row.login is None:
            raise PeopleError(say("refuse-no-account"))
        clean_password(new)
        if not await self._is_password(row.password, old):
            raise PeopleError(say("refuse-old-password"))
        same = people.c.password == row.password
        kept = await self.replace_password(person, token, new, same)
        if kept is None:
            raise PeopleError(say("refuse-password-changed"))
        return kept

    async def replace_password(
        self, person: Person, token: str, new: str, same: ColumnElement[bool], kept: KeptWays = NOTHING
    ) -> str | None:
        """Set an account's password if a condition holds. Returns None otherwise.

        All other ways in end, except those that are kept, and the session of `token`; without one, a new session
        begins. Returns the token.
        """
        hashed = await self._passwords.hash(clean_password(new))
        made, session = self._build_session(person.id)
        kept = kept._replace(session=hash_token(token or made))

        def work(connection: Connection) -> bool:
            self.refuse_banned_account(connection, person.id)
            if not store_new_password(connection, person.id, hashed, same, kept):
                return False
            if not token:
                connection.execute(insert(sessions).values(session))
            return True

        if not await self._store.write(work):
            return None
        self.forget_sessions([person.id], kept.session)
        if not token:
            self._cache_session(kept.session, person)
        return token or made

    async def check_password(self, person: Person, password: str) -> str:
        """Return the hash that a password matches; "" for a guest, who has none. Raises PeopleError for a wrong one.

        The check takes a while, so the caller writes only if the account still has this hash.
        """
        row = await self._load_account(people.c.id == person.id)
        if row is None or row.login is None:
            return ""
        if not await self._is_password(row.password, password):
            raise PeopleError(say("refuse-password"))
        return str(row.password)

    def refuse_banned_account(self, connection: Connection, account: str) -> None:
        """Raise BannedError for a banned account, before a new password ends its other ways in.

        Otherwise a banned person could cut the link to a provider, and make another account of that identity.
        """
        login = connection.scalar(select(people.c.login).where(people.c.id == account))
        refuse_banned(find_ban(connection, self._now(), account, login))

    async def has_password(self, person: Person) -> bool:
        """Return True for an account with a password. One that signs in at an OpenID provider may have none."""
        row = await self._load_account(people.c.id == person.id)
        return row is not None and row.password is not None

    async def is_acceptable(self, name: str) -> bool:
        """Return True for a name without an unwanted word."""
        return await self._manners.is_acceptable(name)

    async def _load_account(self, whose: ColumnElement[bool]) -> Any:
        """Return a person's row (id, name, login, password), or None."""
        query = select(people.c.id, people.c.name, people.c.login, people.c.password).where(whose)
        return await self._store.read(lambda connection: connection.execute(query).one_or_none())

    async def _is_password(self, hashed: str | None, password: str) -> bool:
        return await self._passwords.is_match(hashed, password[: PASSWORD_LENGTHS[-1]])

    async def logout(self, token: str) -> None:
        """End a session. A guest cannot come back."""
        hashed = hash_token(token)
        gone = delete(sessions).where(sessions.c.token_hash == hashed).returning(sessions.c.person)

        def work(connection: Connection) -> None:
            for person in connection.execute(gone).scalars().all():
                notify_servers(connection, "person", person)

        await self._store.write(work)
        self._sessions.pop(hashed, None)

    async def rename(self, person: Person, name: str) -> Person:
        """Change the name shown at tables joined from now on. Raises PeopleError."""
        renamed = replace(person, name=await self._check_name(clean_name(name)))
        mine = update(people).where(people.c.id == person.id).values(name=renamed.name)

        def work(connection: Connection) -> None:
            connection.execute(mine)
            notify_servers(connection, "person", person.id)

        await self._store.write(work)
        return self._update_cached(renamed)

    async def set_avatar(self, person: Person, face: str) -> Person:
        """Change the avatar; empty for none. Raises PeopleError."""
        faced = replace(person, face=avatars.check_avatar(face))
        mine = update(people).where(people.c.id == person.id).values(face=faced.face)
        await self._store.write(lambda connection: connection.execute(mine))
        return self._update_cached(faced)

    async def _check_name(self, name: str) -> str:
        """Return the name if it has no unwanted word. Raises PeopleError."""
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

    def forget_sessions(self, gone: Iterable[str], kept: str = "") -> None:
        """Remove people from the cache, since their id changed or their sessions ended, except for one session."""
        ids = {*gone}
        for hashed in [hashed for hashed, known in self._sessions.items() if known.person.id in ids]:
            self._asking.pop(hashed, None)
            if hashed != kept:
                del self._sessions[hashed]

    def _cache_person(self, hashed: str, person: Person) -> CachedSession:
        """Store an owner in the cache."""
        now, known = self._ticks(), self._sessions.get(hashed)
        self._sessions[hashed] = made = CachedSession(person, now, known.used if known is not None else now)
        return made

    def _cache_session(self, hashed: str, person: Person) -> Person:
        self._cache_person(hashed, person).used = self._ticks()
        self._sessions.move_to_end(hashed)
        if len(self._sessions) > self._most_sessions:
            self._sessions.popitem(last=False)
        return person
