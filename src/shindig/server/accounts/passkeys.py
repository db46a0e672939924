"""Passkeys of accounts: a device signs a challenge in place of a password."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from shindig.messages import say

from ..errors import RoomError
from ..fair_queue import Bounds, FairWorkers
from ..person import Person
from ..storage.event_store import EventStore
from ..storage.schema import answered_challenges, passkeys, people
from ..storage.server_keys import SigningKey
from . import passkey_answers as answers
from .accounts import Accounts
from .name_and_password_rules import clean_password
from .new_password import KeptWays
from .passkey_answers import PasskeyError, hash_credential
from .passkey_challenges import ChallengeScope, PasskeyHost, Purpose, find_end, make_challenge
from .standing_proofs import require_session

MOST = 10
"""Largest number of passkeys of one account."""
MOST_NAME = 40
KEY_NAME = "challenges"
BOUNDS = Bounds(64, 10, 10)
"""Largest numbers of waiting answers: in all, of an address and of a person."""
FULL = say("busy-passwords")


class Passkey(NamedTuple):
    """A passkey as its owner sees it."""

    id: str
    name: str
    host: str
    """Name of the room under which it works."""
    created: float
    used: float | None


class Passkeys:
    """Passkeys of the accounts in a store. `room` is the name that devices show."""

    def __init__(self, store: EventStore, accounts: Accounts, now: Callable[[], float], room: str) -> None:
        self._store, self._accounts, self._now, self._room = store, accounts, now, room
        self._workers = FairWorkers("shindig-passkeys", 1, BOUNDS, FULL)
        self._key = SigningKey(store, KEY_NAME)

    def close(self) -> None:
        """Stop the thread that verifies answers."""
        self._workers.close()

    async def list_passkeys(self, person: Person) -> list[Passkey]:
        """Return a person's passkeys, the oldest first."""
        columns = (passkeys.c.id, passkeys.c.name, passkeys.c.host, passkeys.c.created, passkeys.c.used)
        query = select(*columns).where(passkeys.c.person == person.id).order_by(passkeys.c.created, passkeys.c.id)
        return await self._store.read(lambda connection: [Passkey(*row) for row in connection.execute(query)])

    async def remove(self, person: Person, passkey: str, password: str) -> None:
        """Remove a passkey of an account, if it has this one. Raises PeopleError for a wrong password.

        The password is required, since a passkey may be the only way back in for an owner who has lost it.
        """
        mine = delete(passkeys).where(passkeys.c.id == passkey, passkeys.c.person == person.id)
        await self._accounts.write_proven(person, password, lambda connection: connection.execute(mine))

    async def begin_adding(self, person: Person, host: PasskeyHost, browser: str) -> dict[str, Any]:
        """Return options by which a browser makes a passkey of an account. Raises RoomError."""
        login = _require_login(person)
        known = await self._load_credentials(person)
        if len(known) >= MOST:
            raise RoomError(say("refuse-passkeys-full", most=MOST))
        challenge = await self._make_challenge(ChallengeScope(Purpose.ADD, host, browser, person.id))
        build = answers.build_creation_options
        return await self._workers.run(partial(build, host, self._room, (person.id, login), challenge, known))

    async def add(self, person: Person, host: PasskeyHost, browser: str, answer: str, name: str = "") -> None:
        """Store the passkey that a browser has made. Raises PasskeyError, RoomError.

        `browser` is the hash of the person's token; its session must still run, else this raises ForbiddenError.
        """
        _require_login(person)
        challenge = await self._take_challenge(ChallengeScope(Purpose.ADD, host, browser, person.id), answer)
        made = await self._workers.run(partial(answers.verify_new_passkey, answer, host, challenge))
        row = {
            "id": hash_credential(made.credential),
            "person": person.id,
            "credential": made.credential,
            "public_key": made.public_key,
            "host": host.name,
            "uses": made.uses,
            "name": clean_passkey_name(name),
            "created": self._now(),
        }
        try:
            await self._store.write(partial(store_passkey, row, browser))
        except IntegrityError:  # the device has given out this credential before
            raise PasskeyError(say("refuse-passkey-wrong")) from None

    async def begin_sign_in(self, host: PasskeyHost, browser: str) -> dict[str, Any]:
        """Return options by which a browser signs in with any of its passkeys."""
        challenge = await self._make_challenge(ChallengeScope(Purpose.SIGN_IN, host, browser))
        return await self._workers.run(partial(answers.build_request_options, host, challenge))

    async def sign_in(
        self, host: PasskeyHost, browser: str, answer: str, guest: Person | None = None
    ) -> tuple[Person, str]:
        """Sign in by a passkey, and merge the guest into the account. Raises PasskeyError, BannedError."""
        row, used = await self._check_use(ChallengeScope(Purpose.SIGN_IN, host, browser), answer)
        entered = await self._accounts.enter_account(row.person, guest, partial(self._count_use, row.id, used.uses))
        if entered is None:
            raise PasskeyError(say("refuse-passkey-copied"))
        return entered

    async def begin_setting_password(self, person: Person, host: PasskeyHost, browser: str) -> dict[str, Any]:
        """Return options by which a browser proves one of the account's passkeys and its owner."""
        _require_login(person)
        known = await self._load_credentials(person)
        challenge = await self._make_challenge(ChallengeScope(Purpose.SET_PASSWORD, host, browser, person.id))
        build = partial(answers.build_request_options, host, challenge, known, verified=True)
        return await self._workers.run(build)

    async def set_password(
        self, person: Person, token: str, host: PasskeyHost, browser: str, answer: str, password: str
    ) -> str:
        """Set a new password by a passkey in place of the old password. All other ways in end.

        The session of `token` stays; without one, a new session begins. Returns its token. Raises PeopleError.
        """
        clean_password(password)
        row, used = await self._check_use(
            ChallengeScope(Purpose.SET_PASSWORD, host, browser, person.id), answer, owner=person.id
        )
        count = partial(self._count_use, row.id, used.uses)
        still = select(passkeys.c.id).where(passkeys.c.id == row.id, passkeys.c.person == person.id).exists()
        if not await self._store.write(count):
            raise PasskeyError(say("refuse-passkey-copied"))
        kept = await self._accounts.replace_password(person, token, password, still, KeptWays(passkey=row.id))
        if kept is None:
            raise PasskeyError(say("refuse-passkey-copied"))
        return kept

    async def _check_use(self, scope: ChallengeScope, answer: str, owner: str = "") -> tuple[Any, answers.UsedPasskey]:
        """Verify the use of a passkey, of the owner if one is given. Returns its row. Raises PasskeyError."""
        challenge = await self._take_challenge(scope, answer)
        credential = await self._workers.run(partial(answers.read_credential, answer))
        query = select(passkeys).where(passkeys.c.id == hash_credential(credential))
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if row is None or owner not in ("", row.person) or row.host != scope.host.name:
            raise PasskeyError(say("refuse-passkey-wrong"))
        verify = partial(answers.verify_use, verified=scope.purpose is Purpose.SET_PASSWORD)
        work = partial(verify, answer, scope.host, challenge, row.public_key, row.person)
        return row, await self._workers.run(work)

    def _count_use(self, passkey: str, uses: int, connection: Connection) -> bool:
        """Store the sign counter of a passkey. Returns False if it did not grow, as that of a copy."""
        grown = passkeys.c.uses < uses if uses else passkeys.c.uses == 0  # many devices count nothing
        mine = update(passkeys).where(passkeys.c.id == passkey, grown)
        return connection.execute(mine.values(uses=uses, used=self._now())).rowcount == 1

    async def _load_credentials(self, person: Person) -> list[str]:
        query = select(passkeys.c.credential).where(passkeys.c.person == person.id).order_by(passkeys.c.created)
        return await self._store.read(lambda connection: [str(one) for one in connection.execute(query).scalars()])

    async def _make_challenge(self, scope: ChallengeScope) -> bytes:
        return make_challenge(await self._key.load(), scope, self._now())

    async def _take_challenge(self, scope: ChallengeScope, answer: str) -> bytes:
        """Return the challenge of an answer, if it is ours, in time and answered for the first time.

        Raises PasskeyError.
        """
        challenge = await self._workers.run(partial(answers.read_challenge, answer))
        end, now = find_end(await self._key.load(), scope, challenge), self._now()
        if end <= now:
            raise PasskeyError(say("refuse-passkey-late"))
        row = {"challenge_hash": hashlib.sha256(challenge).hexdigest(), "expires": end}

        def work(connection: Connection) -> None:
            connection.execute(delete(answered_challenges).where(answered_challenges.c.expires <= now))
            connection.execute(insert(answered_challenges).values(row))

        try:
            await self._store.write(work)
        except IntegrityError:
            raise PasskeyError(say("refuse-passkey-late")) from None
        return challenge


def store_passkey(row: dict[str, Any], session: str, connection: Connection) -> None:
    """Store a passkey of an account that has few, if its session still runs. Raises RoomError."""
    require_session(connection, row["person"], session)
    mine = select(people.c.id).where(people.c.id == row["person"], people.c.login.is_not(None))
    if connection.execute(mine).one_or_none() is None:
        raise RoomError(say("refuse-passkey-guest"))
    known = connection.scalar(select(func.count()).where(passkeys.c.person == row["person"])) or 0
    if known >= MOST:
        raise RoomError(say("refuse-passkeys-full", most=MOST))
    connection.execute(insert(passkeys).values(row))


def clean_passkey_name(text: str) -> str:
    """Return a tidy name of a passkey, which only its owner sees; empty for none."""
    return " ".join("".join(letter for letter in text if letter.isprintable()).split())[:MOST_NAME]


def _require_login(person: Person) -> str:
    """Return the login of an account. Raises RoomError for a guest."""
    if person.login is None:
        raise RoomError(say("refuse-passkey-guest"))
    return person.login
