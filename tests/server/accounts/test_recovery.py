"""Recovery codes: the way back into an account, once, for whoever has the code."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import Connection, insert, select

from shindig.server.accounts.accounts import Accounts
from shindig.server.accounts.name_and_password_rules import PeopleError
from shindig.server.accounts.recovery import WRONG, Recovery
from shindig.server.admin import admin_actions
from shindig.server.errors import BannedError
from shindig.server.storage.event_store import EventStore
from shindig.server.storage.schema import identities, people
from tests.kits.server.databases import database, with_newest_schema

PASSWORD, FRESH = "correct horse", "another horse"


T = TypeVar("T")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as found:
        yield found


def run(url: str, work: Callable[[Accounts, Recovery], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = EventStore.open(with_newest_schema(url))
        accounts = Accounts(store)
        try:
            await work(accounts, Recovery(store, accounts))
        finally:
            await store.close()

    asyncio.run(whole())


async def in_store(url: str, work: Callable[[Connection], T]) -> T:
    """Do something in the database, as an admin does."""
    store = EventStore.open(with_newest_schema(url))
    try:
        return await store.write(work)
    finally:
        await store.close()


def test_a_code_sets_a_new_password_once_and_ends_all_sessions(url: str) -> None:
    async def work(accounts: Accounts, recovery: Recovery) -> None:
        guest, _ = await accounts.create_guest("Ann")
        ann, _ = await accounts.register(guest, "ann", PASSWORD)
        _, token = await accounts.login("ann", PASSWORD)
        code = await recovery.issue_code(ann)
        assert re.fullmatch("([a-z2-9]{4}-){4}[a-z2-9]{4}", code)
        back, fresh = await recovery.reset_password("ANN", code.upper().replace("-", " "), FRESH)
        assert (back.id, back.login) == (ann.id, "ann")
        assert await accounts.find_person(fresh) == back
        assert await accounts.find_person(token) is None, "who had the old password is logged out at once"
        with pytest.raises(PeopleError):
            await accounts.login("ann", PASSWORD)
        with pytest.raises(PeopleError, match=str(WRONG)):
            await recovery.reset_password("ann", code, PASSWORD)

    run(url, work)


def test_a_wrong_code_and_an_unknown_login_are_refused_alike(tmp_path: Path) -> None:
    async def work(accounts: Accounts, recovery: Recovery) -> None:
        guest, _ = await accounts.create_guest("Ann")
        ann, _ = await accounts.register(guest, "ann", PASSWORD)
        first = await recovery.issue_code(ann)
        second = await recovery.issue_code(ann)
        for login, code in (("ann", first), ("bob", second), ("ann", ""), ("", second)):
            with pytest.raises(PeopleError, match=str(WRONG)):
                await recovery.reset_password(login, code, FRESH)
        await accounts.login("ann", PASSWORD)

    run(f"sqlite:///{tmp_path}/room.sqlite3", work)


def test_a_code_ends_with_the_password_that_it_could_replace(tmp_path: Path) -> None:
    """Who saw the code of somebody else is shut out by a new password."""
    url = f"sqlite:///{tmp_path}/room.sqlite3"

    async def work(accounts: Accounts, recovery: Recovery) -> None:
        guest, _ = await accounts.create_guest("Ann")
        ann, token = await accounts.register(guest, "ann", PASSWORD)
        code = await recovery.issue_code(ann)
        await accounts.change_password(ann, token, PASSWORD, FRESH)
        with pytest.raises(PeopleError, match=str(WRONG)):
            await recovery.reset_password("ann", code, PASSWORD)
        code = await recovery.issue_code(ann)
        await in_store(url, lambda connection: admin_actions.reset_password(connection, ann.id))
        with pytest.raises(PeopleError, match=str(WRONG)):
            await recovery.reset_password("ann", code, PASSWORD)

    run(url, work)


@pytest.mark.attack
def test_a_banned_person_sets_no_new_password(url: str) -> None:
    """It would end the link to a provider, whose identity could then make another account."""

    async def work(accounts: Accounts, recovery: Recovery) -> None:
        ann, token = await accounts.create_account("ann", PASSWORD)
        code = await recovery.issue_code(ann)
        row = {"issuer": "https://id.example.org", "subject": "ann-1", "person": ann.id}

        def ban(connection: Connection) -> None:
            connection.execute(insert(identities).values(row))
            admin_actions.ban_value(connection, "login", "ann")

        await in_store(url, ban)
        with pytest.raises(BannedError):
            await recovery.reset_password("ann", code, FRESH)
        with pytest.raises(BannedError):
            await accounts.change_password(ann, token, PASSWORD, FRESH)
        kept = select(people.c.recovery).where(people.c.id == ann.id)
        assert await in_store(url, lambda connection: connection.scalar(kept))
        assert await in_store(url, lambda connection: connection.scalar(select(identities.c.person))) == ann.id

    run(url, work)


def test_guests_have_no_code(tmp_path: Path) -> None:
    async def work(accounts: Accounts, recovery: Recovery) -> None:
        guest, _ = await accounts.create_guest("Ann")
        with pytest.raises(PeopleError, match="You have no account"):
            await recovery.issue_code(guest)

    run(f"sqlite:///{tmp_path}/room.sqlite3", work)
