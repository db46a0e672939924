"""The event store: on disk before it is answered, once, by the owner of the epoch; on SQLite and PostgreSQL alike."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from shindig.server.accounts.accounts import Accounts, PeopleError
from shindig.server.cluster import lease_store
from shindig.server.cluster.lease_store import Server
from shindig.server.schemas import Answer
from shindig.server.storage.database import StoreError, make_engine
from shindig.server.storage.event_store import AnsweredError, Append, EventStore, LostTableError
from shindig.server.storage.migrations import NEWEST, find_schema
from shindig.server.storage.schema import metadata
from tests.kits.server.databases import database

YOU = Server(id="you")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as found:
        yield found


def run(url: str, work: Callable[[EventStore], Awaitable[None]]) -> None:
    """Open a store, work, close it."""

    async def whole() -> None:
        store = EventStore.open(url)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(whole())


def step(seq: int, *lines: str, table: str = "oak", epoch: int = 1, key: str | None = None, answer: str = "") -> Append:
    return Append(table, epoch, seq, lines, key, Answer(seq + len(lines) - 1, answer) if key else None)


def test_a_log_is_read_back_in_another_store(url: str) -> None:
    async def write(store: EventStore) -> None:
        await store.store_table("oak", "tall-card", True, "me", 1.0)
        await store.append(step(1, "a", "b"))
        await store.append(step(3, "c", key="ann:1", answer="done"))

    async def read(store: EventStore) -> None:
        assert await store.load_log("oak") == ["a", "b", "c"]
        assert await store.load_log("oak", after=2) == ["c"]
        assert await store.load_last_seq("oak") == 3
        assert await store.find_answer("oak", "ann:1") == (3, "done")
        assert await store.find_answer("oak", "ann:2") is None

    run(url, write)
    run(url, read)


def test_a_sequence_number_is_written_once(url: str) -> None:
    async def work(store: EventStore) -> None:
        await store.store_table("oak", "tall-card", True, "me", 1.0)
        await store.append(step(1, "first"))
        with pytest.raises(LostTableError, match="another owner wrote"):
            await store.append(step(1, "second"))
        assert await store.load_log("oak") == ["first"]

    run(url, work)


def test_only_the_latest_owner_writes(url: str) -> None:
    async def work(store: EventStore) -> None:
        assert await store.store_table("oak", "tall-card", True, "me", 1.0) == 1
        await store.write(partial(lease_store.register_server, server=YOU))
        assert await store.write(partial(lease_store.claim_table, mine=YOU.id, table="oak", epoch=1))
        with pytest.raises(LostTableError, match="has another owner"):
            await store.append(step(1, "mine"))
        await store.append(step(1, "yours", epoch=2))
        assert await store.load_log("oak") == ["yours"]
        for epoch in (1, 2):
            assert not await store.write(partial(lease_store.claim_table, mine="me", table="oak", epoch=epoch)), (
                "it is owned"
            )

    run(url, work)


def test_one_bad_step_spoils_no_other_of_its_batch(url: str) -> None:
    async def work(store: EventStore) -> None:
        for table in ("oak", "elm", "ash"):
            await store.store_table(table, "tall-card", True, "me", 1.0)
        await store.append(step(1, "x", key="ann:1"))
        steps = [step(1, "twice"), step(1, "elm", table="elm"), step(1, "old", table="ash", epoch=7), step(2, "y")]
        steps.append(step(3, "z", key="ann:1"))
        results = await asyncio.gather(*map(store.append, steps), return_exceptions=True)
        failed = [LostTableError, type(None), LostTableError, type(None), AnsweredError]
        assert [type(result) for result in results] == failed
        assert [await store.load_log(table) for table in ("oak", "elm", "ash")] == [["x", "y"], ["elm"], []]

    run(url, work)


def test_a_step_is_all_or_nothing(url: str) -> None:
    async def work(store: EventStore) -> None:
        await store.store_table("oak", "tall-card", True, "me", 1.0)
        await store.append(step(1, "a", key="ann:1", answer="one"))
        with pytest.raises(AnsweredError, match="has its answer already"):
            await store.append(step(2, "b", "c", key="ann:1", answer="two"))
        with pytest.raises(LostTableError, match="another owner wrote"):
            await store.append(step(1, "b", key="ann:1", answer="two"))
        assert await store.load_log("oak") == ["a"]
        assert await store.find_answer("oak", "ann:1") == (1, "one")

    run(url, work)


def test_many_writers_lose_nothing(url: str) -> None:
    names = [f"t{n}" for n in range(20)]

    async def work(store: EventStore) -> None:
        for name in names:
            await store.store_table(name, "tall-card", True, "me", 1.0)

        async def play(name: str) -> None:
            for seq in range(1, 26):
                await store.append(step(seq, f"{name} {seq}", table=name))

        await asyncio.gather(*map(play, names))
        for name in names:
            assert await store.load_log(name) == [f"{name} {seq}" for seq in range(1, 26)]

    run(url, work)


def test_two_owners_at_once_write_one_log(url: str) -> None:
    """Whoever claims last wins; what the other had acknowledged before stays."""

    async def work(store: EventStore) -> None:
        other = EventStore(url)
        await store.store_table("oak", "tall-card", True, "me", 1.0)
        acknowledged: list[str] = []

        async def claimed(mine: EventStore, name: str) -> int:
            """The epoch under which a table is owned that all others know as free."""
            epoch = 1
            while not await mine.write(partial(lease_store.claim_table, mine=name, table="oak", epoch=epoch)):
                row = await mine.find_table("oak")
                assert row is not None
                epoch = row.epoch
            return epoch + 1

        async def play(mine: EventStore, name: str) -> None:
            epoch = await claimed(mine, name)
            seq = await mine.load_last_seq("oak")
            for turn in range(1, 30):
                await mine.append(step(seq + turn, f"{name} {turn}", epoch=epoch))
                acknowledged.append(f"{name} {turn}")

        results = await asyncio.gather(play(store, "me"), play(other, "you"), return_exceptions=True)
        lost = [result for result in results if result is not None]
        assert len(lost) <= 1, "one may be done before the other claims"
        assert all(isinstance(result, LostTableError) for result in lost)
        assert await store.load_log("oak") == acknowledged
        await other.close()

    run(url, work)


def test_open_tables_are_claimed_together_and_closed_ones_left(url: str) -> None:
    async def work(store: EventStore) -> None:
        for table in ("oak", "elm"):
            await store.store_table(table, "tall-card", True, "me", 1.0)
        await store.append(Append("elm", 1, 1, ("end",), closed=True))
        await store.write(partial(lease_store.register_server, server=YOU))
        assert await store.write(partial(lease_store.claim_free_tables, mine=YOU.id, most=9)) == {"oak": 2}
        assert await store.write(partial(lease_store.claim_free_tables, mine="me", most=9)) == {}, "it is owned"
        row = await store.find_table("elm")
        assert row is not None
        assert (row.closed, row.owner, row.epoch) == (True, "me", 1)
        assert await store.find_table("ash") is None

    run(url, work)


def test_the_schema_is_what_the_migrations_build(url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def work(store: EventStore) -> None:
        assert await store.read(differences) == []
        assert await store.read(find_schema) == NEWEST

    run(url, work)


def test_commits_reach_the_disk_and_sqlite_wants_a_file(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path}/room.db", write=True)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA page_size").scalar() == 1024
    engine.dispose()
    with pytest.raises(StoreError, match="expected a file"):
        make_engine("sqlite://", write=True)


def test_a_guest_is_known_by_token_and_not_by_name(url: str) -> None:
    async def work(store: EventStore) -> None:
        ann, token = await Accounts(store).create_guest("  Ann   Lee ")
        assert ann.name == "Ann Lee"
        assert ann.login is None
        other, _ = await Accounts(store).create_guest("Ann Lee")
        assert other.id != ann.id
        for people in (Accounts(store), Accounts(store)):
            assert await people.find_person(token) == ann
            assert await people.find_person("Ann Lee") is None

    run(url, work)


def test_a_guest_becomes_an_account_and_keeps_the_history(url: str) -> None:
    async def work(store: EventStore) -> None:
        people = Accounts(store)
        ann, _ = await people.create_guest("Ann")
        await store.store_table("oak", "talon", True, "me", 1.0)
        await store.append(Append("oak", 1, 1, ("sit",), seated=(ann.id, 2, 5.0)))
        await store.append(Append("oak", 1, 2, ("sit",), seated=(ann.id, 3, 6.0)))
        account, token = await people.register(ann, "Ann", "correct horse")
        assert await people.find_person(token) == account
        again, second = await Accounts(store).login("ann", "correct horse")
        assert again == account
        assert second != token
        assert await store.load_history(again.id) == [("oak", "talon", 3, 6.0, 1, 2)]
        assert (await people.rename(account, "Annie")).name == "Annie"
        await people.logout(second)
        assert await Accounts(store).find_person(second) is None

    run(url, work)


def test_wrong_passwords_and_taken_logins_are_refused(url: str) -> None:
    async def work(store: EventStore) -> None:
        people = Accounts(store)
        ann, _ = await people.create_guest("Ann")
        bob, _ = await people.create_guest("Bob")
        account, _ = await people.register(ann, "ann", "correct horse")
        for login, password in (("ann", "wrong horse"), ("bob", "correct horse")):
            with pytest.raises(PeopleError, match="don’t match"):
                await people.login(login, password)
        with pytest.raises(PeopleError, match="is taken"):
            await people.register(bob, "ANN", "another horse")
        with pytest.raises(PeopleError, match="Pick a password of 8 to 128"):
            await people.register(bob, "bob", "short")
        with pytest.raises(PeopleError, match="Pick a username of 3 to 32"):
            await people.register(bob, "b b", "long enough")
        with pytest.raises(PeopleError, match="already have an account"):
            await people.register(account, "ann2", "long enough")
        for name in ("", "x" * 25, "a\x00b"):
            with pytest.raises(PeopleError, match="Pick a name of 1 to 24"):
                await people.create_guest(name)

    run(url, work)
