"""E-mail addresses of accounts: confirmed by a link, and used to set a new password by another link.

Only the hashes of links are stored. A link works once and ends. No answer tells whether an address belongs to an
account: what depends on that happens after the answer.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from shindig.messages import say

from ..background_tasks import BackgroundTasks
from ..errors import BusyError, MissingError
from ..person import Person
from ..storage.database import StoreError
from ..storage.event_store import EventStore
from ..storage.schema import contacts, mail_tokens, people
from .accounts import Accounts
from .email_sender import FULL, EmailSender, Letter
from .name_and_password_rules import PeopleError, clean_password
from .new_password import KeptWays, store_new_password
from .passwords import PasswordThread
from .session_cache import hash_token
from .standing_proofs import lock_person

CONFIRM, RESET = "confirm", "reset"
"""Kinds of links: to confirm an address, and to set a new password."""
LIVES = {CONFIRM: 24 * 3600.0, RESET: 3600.0}
"""Seconds for which a link works."""
MOST_LINKS = 3
"""Largest number of links of one kind for a person that work at once. Links of others do not count, since they could
block an address for its owner."""
MOST_LETTERS, MOST_LOCAL = 254, 64
MOST_WAITING = 200
WRONG_LINK = say("refuse-mail-link")
TAKEN = say("refuse-mail-taken")
NO_MAIL = say("refuse-no-mail")
BAD_EMAIL = say("refuse-mail-address")

WriteLetter = Callable[[str, str], tuple[str, str]]
"""(login, secret of the link) -> subject and text."""


def clean_email(email: str) -> str:
    """Return an address in normal form. Raises PeopleError for what is none."""
    known = email.strip().lower()
    local, mark, domain = known.rpartition("@")
    plain = known.isascii() and known.isprintable() and not any(sign in known for sign in ' "(),:;<>[]\\')
    parts = domain.split(".")
    if not (mark and plain and 0 < len(local) <= MOST_LOCAL and "@" not in local and len(known) <= MOST_LETTERS):
        raise PeopleError(BAD_EMAIL)
    if len(parts) < 2 or not all(part.replace("-", "").isalnum() and part.strip("-") == part for part in parts):
        raise PeopleError(BAD_EMAIL)
    return known


def find_mailbox(email: str) -> str:
    """Return the mailbox of an address in normal form: without what follows a plus, which most servers ignore."""
    local, _, domain = email.rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}"


class EmailAddresses:
    """E-mail addresses of the accounts in a store. `now` gives seconds since 1970."""

    def __init__(self, store: EventStore, accounts: Accounts, now: Callable[[], float]) -> None:
        self._store, self._accounts, self._now = store, accounts, now
        self._passwords = PasswordThread()
        self.sender: EmailSender | None = None
        """None if the room sends no e-mails."""
        self._sending = BackgroundTasks()

    @property
    def can_send(self) -> bool:
        return self.sender is not None

    def require_sender(self) -> EmailSender:
        """Return the sender. Raises MissingError in a room without e-mail."""
        if self.sender is None:
            raise MissingError(NO_MAIL)
        return self.sender

    async def load_address(self, person: Person) -> str:
        """Return the confirmed address of an account, or ""."""
        mine = select(contacts.c.email).where(contacts.c.person == person.id, contacts.c.confirmed)
        return await self._store.read(lambda connection: connection.scalar(mine)) or ""

    async def request_confirmation(
        self, person: Person, password: str, email: str, write: WriteLetter, admit: Callable[[str], bool]
    ) -> None:
        """Send a link that confirms an address of an account. Raises PeopleError for a wrong password or address.

        The password is required, since a link to the address can set a new one. `admit` counts the letter last: so
        what is refused anyway uses up nothing of a mailbox. It returns False for a mailbox that had many, and the
        answer does not tell, or it would tell that others asked for some.
        """
        self.require_sender()
        if person.login is None:
            raise PeopleError(say("refuse-mail-guest", name=person.name))
        to = clean_email(email)
        checked = await self._accounts.check_password(person, password)
        if not admit(to):
            return
        mine = select(people.c.id, people.c.login).where(people.c.id == person.id, people.c.password == checked)
        mine = mine.with_for_update()
        self._start(self._send_link(CONFIRM, mine, to, write))

    def request_reset(self, email: str, write: WriteLetter) -> None:
        """Send a link for a new password, if an account has this address. Raises PeopleError for no address.

        It returns at once, so its time tells nothing either.
        """
        self.require_sender()
        to = clean_email(email)
        owner = select(people.c.id, people.c.login).join(contacts, contacts.c.person == people.c.id)
        mine = owner.where(contacts.c.email == to, contacts.c.confirmed)
        self._start(self._send_link(RESET, mine, to, write))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin to send a letter, after the answer. Raises BusyError if many wait."""
        if len(self._sending) >= MOST_WAITING:
            work.close()
            raise BusyError(FULL)
        self._sending.start(work, "e-mail")

    async def _send_link(self, kind: str, owner: Select[Any], to: str, write: WriteLetter) -> None:
        """Store a new link and send it, unless there are many."""
        secret = secrets.token_urlsafe(32)

        def work(connection: Connection) -> str | None:
            row = connection.execute(owner).one_or_none()
            if row is None or row.login is None:
                return None
            now = self._now()
            mine = (mail_tokens.c.person == row.id) & (mail_tokens.c.kind == kind)
            working = select(func.count()).where(mine, mail_tokens.c.expires > now)
            if (connection.scalar(working) or 0) >= MOST_LINKS:
                return None
            made = {"token_hash": hash_token(secret), "person": row.id, "kind": kind, "email": to}
            connection.execute(insert(mail_tokens).values(**made, expires=now + LIVES[kind]))
            return str(row.login)

        with suppress(StoreError, BusyError):
            login = await self._store.write(work)
            if login is not None:
                subject, text = write(login, secret)
                await self.require_sender().send(Letter(to, subject, text))

    async def is_valid_link(self, kind: str, secret: str) -> bool:
        """Return True if a link still works."""
        link = (mail_tokens.c.token_hash == hash_token(secret)) & (mail_tokens.c.kind == kind)
        mine = select(mail_tokens.c.person).where(link, mail_tokens.c.expires > self._now())
        return await self._store.read(lambda connection: connection.execute(mine).first()) is not None

    def _use_link(self, connection: Connection, kind: str, secret: str) -> tuple[str, str]:
        """Use a link, in the transaction of what it allows. Returns person and address. Raises PeopleError."""
        link = (mail_tokens.c.token_hash == hash_token(secret)) & (mail_tokens.c.kind == kind)
        lock_person(connection, connection.scalar(select(mail_tokens.c.person).where(link)) or "")
        used = delete(mail_tokens).where(link, mail_tokens.c.expires > self._now())
        row = connection.execute(used.returning(mail_tokens.c.person, mail_tokens.c.email)).one_or_none()
        if row is None:
            raise PeopleError(WRONG_LINK)
        return row.person, row.email

    async def confirm(self, secret: str) -> None:
        """Confirm an address by a link. It replaces the former one of the account. Raises PeopleError."""

        def work(connection: Connection) -> None:
            person, email = self._use_link(connection, CONFIRM, secret)
            other = select(contacts.c.person).where(contacts.c.email == email, contacts.c.person != person)
            if connection.execute(other).first() is not None:
                raise PeopleError(TAKEN)
            remove_address(connection, person)
            connection.execute(insert(contacts).values(person=person, email=email, confirmed=True))

        try:
            await self._store.write(work)
        except IntegrityError:  # another account has just confirmed it
            raise PeopleError(TAKEN) from None

    async def remove(self, person: Person, password: str) -> None:
        """Remove the address of an account. Raises PeopleError for a wrong password."""
        await self._accounts.write_proven(person, password, partial(remove_address, person=person.id))

    async def reset_password(self, secret: str, password: str, guest: Person | None = None) -> tuple[Person, str]:
        """Set a new password by a link, end all other ways in, and log in. The address stays.

        Raises PeopleError, BannedError.
        """
        hashed = await self._passwords.hash(clean_password(password))

        def work(connection: Connection) -> tuple[str, str]:
            person, email = self._use_link(connection, RESET, secret)
            still = select(contacts.c.person).where(contacts.c.person == person, contacts.c.email == email)
            if connection.execute(still).first() is None:
                raise PeopleError(WRONG_LINK)
            self._accounts.refuse_banned_account(connection, person)
            store_new_password(connection, person, hashed, kept=KeptWays(email=email))
            return person, str(connection.scalar(select(people.c.login).where(people.c.id == person)))

        account, login = await self._store.write(work)
        self._accounts.sessions.forget([account])
        return await self._accounts.login(login, password, guest)

    async def close(self) -> None:
        """Let running letters end, and start no others."""
        await self._sending.close()
        if self.sender is not None:
            self.sender.close()


def remove_address(connection: Connection, person: str) -> None:
    """Remove the address of a person, and links for a new password that were sent to it."""
    connection.execute(delete(contacts).where(contacts.c.person == person))
    connection.execute(delete(mail_tokens).where(mail_tokens.c.person == person, mail_tokens.c.kind == RESET))
