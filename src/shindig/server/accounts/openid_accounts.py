"""Accounts that sign in at an OpenID provider: found by their identity, made of a guest, or linked to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, select
from sqlalchemy.exc import IntegrityError

from shindig.messages import say

from ..person import Person
from ..storage.event_store import EventStore
from ..storage.schema import identities, people, sessions
from ..storage.server_keys import SigningKey
from .accounts import Accounts, make_id, refuse_banned_login, write_account
from .name_and_password_rules import LOGIN_LENGTHS, MAX_NAME, PeopleError, clean_name, fold_login
from .new_password import KeptWays
from .openid_provider import Identity, OpenIdProvider, refuse_sign_in
from .session_cache import hash_token
from .standing_proofs import require_session

TAKEN = say("refuse-openid-taken")
NO_LOGIN = say("refuse-openid-login")
FALLBACK = "member"
KEY_NAME = "openid-attempts"
TRIES = 50
"""Logins that are tried: ann, ann2, ann3, ..."""
NO_LETTER = re.compile(r"[^\w.-]")


def make_logins(username: str) -> list[str]:
    """Return logins for a new account, the best first."""
    plain = NO_LETTER.sub("", fold_login(username.partition("@")[0]))[: LOGIN_LENGTHS[-1] - 3]
    base = plain if plain.isascii() and len(plain) >= LOGIN_LENGTHS[0] else FALLBACK
    return [base, *(f"{base}{number}" for number in range(2, TRIES))]


def select_account(identity: Identity) -> Select[Any]:
    """Return the query for the id of the account of an identity."""
    return select(identities.c.person).where(
        identities.c.issuer == identity.issuer, identities.c.subject == identity.subject
    )


def require_identity(connection: Connection, person: str, identity: Identity, token_hash: str) -> None:
    """Raise PeopleError if an identity is not a person's, ForbiddenError if their session has ended."""
    require_session(connection, person, token_hash)
    if connection.scalar(select_account(identity)) != person:
        raise refuse_sign_in()


class OpenIdAccounts:
    """Accounts of a store with identities of a provider. `now` gives seconds since 1970."""

    def __init__(
        self, store: EventStore, accounts: Accounts, provider: OpenIdProvider | None, now: Callable[[], float]
    ) -> None:
        self._store, self._accounts, self._now, self.provider = store, accounts, now, provider
        self.key = SigningKey(store, KEY_NAME)
        """Key of what browsers keep of a sign-in."""

    async def find_person(self, identity: Identity) -> str | None:
        """Return the id of the account of an identity, or None."""
        return await self._store.read(lambda connection: connection.scalar(select_account(identity)))

    async def log_in(self, identity: Identity, account: str, guest: Person | None) -> str:
        """Open a session of an identity's account, and merge the guest into it. Returns its token.

        Raises PeopleError if the account is not the identity's any more, BannedError.
        """
        entered = await self._accounts.enter_account(
            account, guest, lambda connection: connection.scalar(select_account(identity)) == account
        )
        if entered is None:
            raise refuse_sign_in()
        return entered[1]

    async def is_linked(self, person: Person) -> bool:
        """Return True if an account can sign in at the provider."""
        mine = select(identities.c.person).where(identities.c.person == person.id)
        return await self._store.read(lambda connection: connection.execute(mine).first()) is not None

    async def link(self, person: Person, identity: Identity, token: str) -> None:
        """Link an identity to an account. Raises PeopleError if it is another account's.

        `token` is the person's, whose session still runs; else this raises ForbiddenError.
        """
        row = {"issuer": identity.issuer, "subject": identity.subject, "person": person.id}

        def work(connection: Connection) -> None:
            require_session(connection, person.id, hash_token(token))
            connection.execute(insert(identities).values(row))

        try:
            await self._store.write(work)
        except IntegrityError:
            if await self.find_person(identity) != person.id:
                raise PeopleError(TAKEN) from None

    async def unlink(self, person: Person, password: str) -> None:
        """Remove the identities of an account that has a password to sign in with. Raises PeopleError."""
        mine = delete(identities).where(identities.c.person == person.id)
        await self._accounts.write_proven(person, password, lambda connection: connection.execute(mine))

    async def is_owner(self, person: Person, identity: Identity) -> bool:
        """Return True if an identity is linked to an account."""
        return await self.find_person(identity) == person.id

    async def set_first_password(self, person: Person, subject: str, session: str, password: str) -> str | None:
        """Set the password of an account that has none, and begin a new session. Returns its token.

        `subject` is the identity by which the owner has just signed in at the provider, in a session of this hash. It
        returns None if one of the two has ended, or the account has a password by now. Raises PeopleError.
        """
        mine = select(identities.c.person).where(identities.c.person == people.c.id, identities.c.subject == subject)
        running = select(sessions.c.person).where(sessions.c.person == people.c.id, sessions.c.token_hash == session)
        still = people.c.password.is_(None) & mine.exists() & running.exists()
        return await self._accounts.replace_password(person, "", password, still, KeptWays(subject=subject))

    async def create(self, identity: Identity, guest: Person | None, admit: Callable[[Connection], None]) -> Person:
        """Make an account of an identity, from a guest if there is one. Raises PeopleError.

        It has no password and no session, since those of the guest end. `admit` is a part of the transaction, and may
        refuse.
        """
        logins = [one for one in make_logins(identity.username) if await self._accounts.is_acceptable(one)]
        if not logins:
            logins = make_logins("")
        name = await self._choose_name(identity, logins[0])
        row = {"issuer": identity.issuer, "subject": identity.subject}

        def work(connection: Connection) -> Person:
            taken = {*connection.scalars(select(people.c.login).where(people.c.login.in_(logins)))}
            login = next((one for one in logins if one not in taken), None)
            if login is None:
                raise PeopleError(NO_LOGIN)
            refuse_banned_login(connection, login, self._now())
            admit(connection)
            person = Person(guest.id if guest else make_id(), guest.name if guest else name, login)
            fresh = {"id": person.id, "name": name, "login": login, "created": self._now()}
            write_account(connection, guest, fresh)
            connection.execute(insert(identities).values(**row, person=person.id))
            return person

        try:
            person = await self._store.write(work)
        except IntegrityError:  # the login, or the identity, was taken meanwhile
            raise PeopleError(NO_LOGIN) from None
        self._accounts.sessions.forget([person.id])
        return person

    async def _choose_name(self, identity: Identity, login: str) -> str:
        """Return the name that the provider tells, if it is one that others may see."""
        try:
            name = clean_name(identity.name[:MAX_NAME])
        except PeopleError:
            return login[:MAX_NAME]
        return name if await self._accounts.is_acceptable(name) else login[:MAX_NAME]

    async def close(self) -> None:
        if self.provider is not None:
            self.provider.close()
