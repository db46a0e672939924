"""Recovery codes: the way back into an account whose password is lost. Each is shown once and works once."""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import Connection, select, update

from shindig.messages import say

from ..person import Person
from ..storage.event_store import EventStore
from ..storage.schema import people
from .accounts import Accounts
from .name_and_password_rules import PeopleError, clean_password, fold_login
from .new_password import store_new_password
from .passwords import PasswordThread
from .standing_proofs import require_password

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters without lookalikes."""
GROUPS, GROUP = 5, 4
"""A code has five groups of four letters: 99 bits."""
WRONG = say("refuse-recovery")


def make_code() -> str:
    """Make an unguessable code, `k7fm-2bxr-...`."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def hash_code(code: str) -> str:
    """Return the hash of a typed code. Case, and signs between its letters, do not matter.

    A code has more entropy than any password, so a fast hash is enough.
    """
    letters = "".join(letter for letter in code.lower() if letter in LETTERS)
    return hashlib.sha256(letters.encode()).hexdigest()


class Recovery:
    """Recovery codes of the accounts in a store."""

    def __init__(self, store: EventStore, accounts: Accounts) -> None:
        self._store, self._accounts, self._passwords = store, accounts, PasswordThread()

    async def issue_code(self, person: Person, checked: str | None = None) -> str:
        """Make a new code for an account and forget the old one. Raises PeopleError for a guest.

        `checked` is the hash of the password that the owner has proved, and has not replaced since.
        """
        code = make_code()
        mine = update(people).where(people.c.id == person.id, people.c.login.is_not(None))

        def work(connection: Connection) -> bool:
            if checked:
                require_password(connection, person.id, checked)
            return connection.execute(mine.values(recovery=hash_code(code))).rowcount == 1

        if not await self._store.write(work):
            raise PeopleError(say("refuse-no-account-code"))
        return code

    async def reset_password(
        self, login: str, code: str, password: str, guest: Person | None = None
    ) -> tuple[Person, str]:
        """Set a new password by a code, end all other ways in, and log in. Raises PeopleError, BannedError.

        The message does not reveal whether the login exists.
        """
        hashed = await self._passwords.hash(clean_password(password))
        right = (people.c.login == fold_login(login)) & (people.c.recovery == hash_code(code))

        def work(connection: Connection) -> str:
            person = connection.scalar(select(people.c.id).where(right))
            if person is None:
                raise PeopleError(WRONG)
            self._accounts.refuse_banned_account(connection, person)
            if not store_new_password(connection, person, hashed, right):
                raise PeopleError(WRONG)
            return str(person)

        self._accounts.sessions.forget([await self._store.write(work)])
        return await self._accounts.login(login, password, guest)
