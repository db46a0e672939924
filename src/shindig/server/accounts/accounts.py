"""Guests and accounts. The credential is a secret token, never a name; only its hash is stored."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from shindig.messages import say

from ..access.bans import Ban, find_ban
from ..errors import BannedError
from ..person import Person
from ..storage.event_store import EventStore
from ..storage.schema import people, sessions
from ..storage.server_signals import notify_servers
from . import avatars
from .account_merge import merge_account
from .name_and_password_rules import MAX_NAME, PASSWORD_LENGTHS, clean_login, clean_name, clean_password, fold_login
from .name_and_password_rules import PeopleError as PeopleError
from .new_password import NOTHING, KeptWays, store_new_password
from .passwords import PasswordThread
from .session_cache import CACHED_SESSIONS, SessionCache, build_person, hash_token, load_guests, load_ids
from .standing_proofs import lock_person, require_password
from .talk_moderation import UNWANTED, Moderation

WRONG = say("refuse-login-wrong")


def make_id(length: int = 12) -> str:
    """Make an unguessable id: 5 bits a letter, without lookalike letters."""
    return "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(length))


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
        self._store, self._now = store, now
        self._manners, self._passwords = Moderation(store, now), passwords or PasswordThread()
        self.sessions = SessionCache(store, now, ticks, cached_sessions)

    async def create_guest(self, name: str) -> tuple[Person, str]:
        """Create a guest and the token that proves it. Raises PeopleError for a bad name."""
        person = Person(make_id(), await self._check_name(clean_name(name)))
        row = {"id": person.id, "name": person.name, "created": self._now()}
        token, session = self.sessions.build_session(person.id)

        def work(connection: Connection) -> None:
            connection.execute(insert(people).values(row))
            connection.execute(insert(sessions).values(session))

        await self._store.write(work)
        self.sessions.cache_session(hash_token(token), person)
        return person, token

    async def find_person(self, token: str) -> Person | None:
        """Return the owner of a token; None for an unknown token or an ended session. Raises StoreError."""
        return await self.sessions.find_person(token)

    async def load_ids(self, person: str) -> tuple[str, ...]:
        """Return all ids under which tables know a person, from the database."""
        return await self._store.read(lambda connection: load_ids(connection, person))

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

    async def register(
        self, person: Person, login: str, password: str, admit: Callable[[Connection], None] = admit_all
    ) -> tuple[Person, str]:
        """Turn a guest into an account that keeps seats and history, and return its new token. Raises PeopleError.

        The guest's sessions end, so a stolen token does not open the account. `admit` runs in the transaction, and may
        refuse.
        """
        if person.login is not None:
            raise PeopleError(say("refuse-has-account"))
        return await self.create_account(login, password, admit, person)

    async def create_account(
        self,
        login: str,
        password: str,
        admit: Callable[[Connection], None] = admit_all,
        guest: Person | None = None,
    ) -> tuple[Person, str]:
        """Create an account, of a guest if there is one, and its token. Raises PeopleError.

        `admit` is a part of the transaction, and may refuse.
        """
        name = await self._check_name(clean_login(login))
        hashed = await self._passwords.hash(clean_password(password))
        if guest is None:
            person = Person(make_id(), await self._check_name(clean_name(login[:MAX_NAME])), name)
        else:
            person = replace(guest, login=name)
        fresh = {"id": person.id, "name": person.name, "login": name, "password": hashed, "created": self._now()}
        token, session = self.sessions.build_session(person.id)

        def work(connection: Connection) -> None:
            refuse_banned_login(connection, name, self._now())
            admit(connection)
            write_account(connection, guest, fresh)
            connection.execute(insert(sessions).values(session))

        try:
            await self._store.write(work)
        except IntegrityError:
            raise PeopleError(say("refuse-login-taken", login=name)) from None
        self.sessions.forget([person.id])
        return self.sessions.cache_session(hash_token(token), person), token

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
        token, session = self.sessions.build_session(account)
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
        self.sessions.forget(person.was)
        return self.sessions.cache_session(hash_token(token), person), token

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
        made, session = self.sessions.build_session(person.id)
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
        self.sessions.forget([person.id], kept.session)
        if not token:
            self.sessions.cache_session(kept.session, person)
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

    async def write_proven(self, person: Person, password: str, work: Callable[[Connection], object]) -> None:
        """Write for the owner of an account, who proves its password; nothing for a guest. Raises PeopleError."""
        checked = await self.check_password(person, password)

        def write(connection: Connection) -> None:
            require_password(connection, person.id, checked)
            work(connection)

        if checked:
            await self._store.write(write)

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
        await self.sessions.end_session(token)

    async def rename(self, person: Person, name: str, face: str | None = None) -> Person:
        """Change the name, and the avatar if one is given, at tables joined from now on. Raises PeopleError."""
        worn = person.face if face is None else avatars.check_avatar(face)
        renamed = replace(person, name=await self._check_name(clean_name(name)), face=worn)
        mine = update(people).where(people.c.id == person.id).values(name=renamed.name, face=worn)

        def work(connection: Connection) -> None:
            connection.execute(mine)
            notify_servers(connection, "person", person.id)

        await self._store.write(work)
        return self.sessions.update_person(renamed)

    async def set_avatar(self, person: Person, face: str) -> Person:
        """Change the avatar; empty for none. Raises PeopleError."""
        faced = replace(person, face=avatars.check_avatar(face))
        mine = update(people).where(people.c.id == person.id).values(face=faced.face)
        await self._store.write(lambda connection: connection.execute(mine))
        return self.sessions.update_person(faced)

    async def _check_name(self, name: str) -> str:
        """Return the name if it has no unwanted word. Raises PeopleError."""
        if not await self._manners.is_acceptable(name):
            raise PeopleError(UNWANTED)
        return name
