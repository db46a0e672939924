"""Backups and the way to a database, in one process: what is written, what is refused, and what is said of it."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import Connection, Engine, NullPool, create_engine, event, make_url, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from shindig.server.accounts.accounts import Accounts
from shindig.server.schemas import Answer
from shindig.server.storage import backup, database
from shindig.server.storage.backup import KIND, back_up, restore
from shindig.server.storage.database import (
    EXPECTED,
    OUTAGE,
    QUIET,
    OutageLog,
    StoreError,
    describe_database,
    describe_error,
    make_engine,
    prepare_database,
    translate_errors,
)
from shindig.server.storage.event_store import Append, EventStore
from shindig.server.storage.migrations import NEWEST, STEPS, find_schema, upgrade
from shindig.server.storage.schema import PASSING, metadata
from tests.kits.server.databases import postgres_database

TABLES = [one.name for one in metadata.sorted_tables]
PEOPLE = 7


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A room's database with people, a table, its log and its answers."""
    where = f"sqlite:///{tmp_path}/room.db"

    async def work() -> None:
        store = EventStore.open(where)
        for number in range(PEOPLE):
            await Accounts(store).create_guest(f"Zoë {number}")
        await store.store_table("oak", "tall-card", True, "me", 1.5)
        await store.append(Append("oak", 1, 1, ("a", "b"), "k", Answer(2, "call")))
        await store.close()

    asyncio.run(work())
    return where


def rows(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All that a backup is to keep."""
    engine = make_engine(url, write=False)
    with engine.connect() as connection:
        found = {
            table.name: sorted(map(tuple, connection.execute(select(table))))
            for table in metadata.sorted_tables
            if table.name not in PASSING
        }
    engine.dispose()
    return found


def packed(folder: Path, *lines: object) -> Path:
    """A backup that holds these."""
    file = folder / "made.backup"
    text = "".join(json.dumps(line) + "\n" for line in lines)
    file.write_bytes(gzip.compress(text.encode()))
    return file


def at(url: str) -> str | None:
    """The schema of a database."""
    engine = make_engine(url, write=False)
    with engine.connect() as connection:
        found = find_schema(connection)
    engine.dispose()
    return found


HEAD = {"kind": KIND, "schema": NEWEST}


def test_what_is_backed_up_is_all_that_is_restored_however_many_rows_go_at_once(url: str, tmp_path: Path) -> None:
    copy, file = f"sqlite:///{tmp_path}/copy.db", tmp_path / "room.backup"
    kept = rows(url)
    count = sum(map(len, kept.values()))
    assert count == 2 * PEOPLE + 1 + 2 + 1
    assert back_up(url, file) == count
    for many in (1, PEOPLE, PEOPLE + 1):
        Path(f"{tmp_path}/copy.db").unlink(missing_ok=True)
        assert restore(copy, file, many) == count
        assert rows(copy) == kept
    put: list[int] = []

    def counted(_connection: object, _cursor: object, statement: str, given: Any, _context: object, many: bool) -> None:
        if statement.startswith("INSERT INTO people"):
            put.append(len(given) if many else 1)

    Path(f"{tmp_path}/copy.db").unlink()
    event.listen(Engine, "before_cursor_execute", counted)
    try:
        restore(copy, file, 2)
    finally:
        event.remove(Engine, "before_cursor_execute", counted)
    assert put == [2] * (PEOPLE // 2) + [1], "no more at once than one may"


def test_a_backup_is_json_lines_with_a_head_a_table_after_another_and_their_count(url: str, tmp_path: Path) -> None:
    file = tmp_path / "room.backup"
    count = back_up(url, file)
    head, *lines, last = map(json.loads, gzip.decompress(file.read_bytes()).splitlines())
    assert head == HEAD
    assert last == {"rows": count}
    heads = [line for line in lines if isinstance(line, dict)]
    assert [one["table"] for one in heads] == [name for name in TABLES if name not in PASSING]
    assert heads[0]["columns"] == [column.name for column in metadata.tables[heads[0]["table"]].columns]
    assert sum(isinstance(line, list) for line in lines) == count
    assert "Zoë" in gzip.decompress(file.read_bytes()).decode(), "as people write it"


def test_a_backup_is_on_the_disk_before_it_takes_the_place_of_the_older_one(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, synced = tmp_path / "room.backup", list[bytes]()
    file.write_bytes(b"older")
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(file.read_bytes()))
    back_up(url, file)
    assert synced[-1:] == [b"older"]
    assert file.read_bytes() != b"older"
    assert not [*tmp_path.glob("*.part")]


def test_a_backup_that_breaks_off_leaves_the_older_one_and_nothing_beside(url: str, tmp_path: Path) -> None:
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        connection.execute("ALTER TABLE events RENAME COLUMN data TO text")
    file = tmp_path / "room.backup"
    file.write_bytes(b"older")
    with pytest.raises(StoreError, match=r"^the database cannot be read: no such column: events.data$"):
        back_up(url, file)
    assert file.read_bytes() == b"older"
    assert not [*tmp_path.glob("*.part")]


def test_what_is_opened_is_let_go(url: str, tmp_path: Path) -> None:
    made, gone = set[Engine](), set[Engine]()

    def opened(connection: Connection) -> None:
        made.add(connection.engine)

    def closed(engine: Engine) -> None:
        gone.add(engine)

    file = tmp_path / "room.backup"
    event.listen(Engine, "engine_connect", opened)
    event.listen(Engine, "engine_disposed", closed)
    try:
        back_up(url, file)
        assert len(made) == 2
        restore(f"sqlite:///{tmp_path}/copy.db", file)
        describe_database(url)
    finally:
        event.remove(Engine, "engine_connect", opened)
        event.remove(Engine, "engine_disposed", closed)
    assert len(made) == 4
    assert made == gone


def test_all_reads_of_a_backup_see_one_moment() -> None:
    class Connection:
        def __init__(self, name: str) -> None:
            self.dialect, self.options = SimpleNamespace(name=name), dict[str, object]()

        def execution_options(self, **options: object) -> Connection:
            self.options = options
            return self

    found = {name: backup._begin_snapshot(Connection(name)).options for name in ("sqlite", "postgresql")}  # type: ignore
    assert found == {"sqlite": {}, "postgresql": {"isolation_level": "REPEATABLE READ", "stream_results": True}}


def test_a_database_of_a_room_takes_no_backup(url: str, tmp_path: Path) -> None:
    kept = rows(url)
    file = packed(tmp_path, HEAD, {"rows": 0})
    with pytest.raises(StoreError, match=r"^this database holds a room already; expected an empty one$"):
        restore(url, file)
    assert rows(url) == kept


@pytest.mark.parametrize("filled", ["people", "tables"])
def test_one_person_or_one_table_is_a_room(filled: str, tmp_path: Path) -> None:
    where = f"sqlite:///{tmp_path}/room.db"

    async def work() -> None:
        store = EventStore.open(where)
        if filled == "people":
            await Accounts(store).create_guest("Ann")
        else:
            await store.store_table("oak", "tall-card", True, "me", 1.0)
        await store.close()

    asyncio.run(work())
    with pytest.raises(StoreError, match="holds a room already"):
        restore(where, packed(tmp_path, HEAD, {"rows": 0}))


def test_a_database_that_was_only_opened_takes_one_of_its_own_schema(tmp_path: Path) -> None:
    where = f"sqlite:///{tmp_path}/room.db"
    prepare_database(where)
    assert restore(where, packed(tmp_path, HEAD, {"rows": 0})) == 0
    with pytest.raises(StoreError, match="holds a room already"):
        restore(where, packed(tmp_path, HEAD | {"schema": STEPS[0]}, {"rows": 0}))


def test_a_backup_of_an_older_room_is_brought_to_the_newest_schema(tmp_path: Path) -> None:
    where = f"sqlite:///{tmp_path}/room.db"
    columns = ["id", "name", "created"]
    file = packed(
        tmp_path,
        HEAD | {"schema": STEPS[0]},
        {"table": "people", "columns": columns},
        ["a", "Ann", 1.0],
        {"rows": 1},
    )
    assert restore(where, file) == 1
    assert at(where) == NEWEST
    assert [row[:2] for row in rows(where)["people"]] == [("a", "Ann")]


PERSON = {"table": "people", "columns": ["id", "name", "created", "face"]}
ANN = ["a", "Ann", 1.0, ""]
DAMAGED: dict[str, tuple[list[object], str]] = {
    "no object at its head": ([[1]], "{file} is no backup of a room"),
    "a head of something else": ([HEAD | {"kind": "a cake"}], "{file} is no backup of a room"),
    "a head without a kind": ([{"schema": NEWEST}], "{file} is no backup of a room"),
    "a newer schema": ([HEAD | {"schema": "9999"}], "{file} has schema '9999'; expected a newer shindig"),
    "no schema": ([{"kind": KIND}], "{file} has schema None; expected a newer shindig"),
    "no end": ([HEAD, PERSON, ANN], "{file} is no whole backup of a room"),
    "a row too few": ([HEAD, PERSON, ANN, {"rows": 2}], "{file} is no whole backup of a room"),
    "a row too many": ([HEAD, PERSON, ANN, {"rows": 0}], "{file} is no whole backup of a room"),
    "a short row": ([HEAD, PERSON, ANN[:3], {"rows": 1}], "{file} is no whole backup of a room"),
    "a row of no table": ([HEAD, ANN, {"rows": 1}], "{file} is no whole backup of a room"),
    "somebody twice": ([HEAD, PERSON, ANN, ANN, {"rows": 2}], "the database cannot be written: UNIQUE constraint"),
    "another table": ([HEAD, {"table": "cakes", "columns": ["id"]}, ["a"], {"rows": 1}], "the database cannot be "),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_what_is_no_backup_is_refused_and_nothing_of_it_is_kept(name: str, tmp_path: Path) -> None:
    lines, said = DAMAGED[name]
    file, where = packed(tmp_path, *lines), f"sqlite:///{tmp_path}/room.db"
    with pytest.raises(StoreError) as refused:
        restore(where, file)
    assert str(refused.value).startswith(said.format(file=file))
    assert at(where) is None


# The way to a database.


@pytest.mark.parametrize("wrong", ["", "room.db", "nosql://room", "sqlite://", "postgresql://host:port/name"])
def test_what_names_no_database_is_refused_with_what_was_expected(wrong: str) -> None:
    with pytest.raises(StoreError, match=r"^expected a "):
        make_engine(wrong, write=False)


def test_only_a_file_will_do() -> None:
    for wrong in ("sqlite://", "sqlite:///:memory:"):
        with pytest.raises(StoreError, match=r"^expected a file for the SQLite database, as in sqlite:///room\.db$"):
            make_engine(wrong, write=False)
    for wrong in ("nosql://room", "?"):
        with pytest.raises(StoreError, match=f"^{EXPECTED}$"):
            make_engine(wrong, write=False)


def test_a_look_tells_what_would_become_of_a_database(url: str, tmp_path: Path) -> None:
    new, old, empty = (tmp_path / f"{name}.db" for name in ("new", "old", "empty"))
    empty.touch()
    engine = make_engine(f"sqlite:///{old}", write=True)
    with engine.connect() as connection:
        upgrade(connection, STEPS[0])
        connection.commit()
    engine.dispose()
    assert describe_database(url) == f"The database {tmp_path}/room.db has schema {NEWEST}."
    assert describe_database(f"sqlite:///{new}") == f"The database {new} would be made."
    assert not new.exists()
    with pytest.raises(StoreError, match=r"nowhere/room\.db cannot be made: the folder .*/nowhere is not there$"):
        describe_database(f"sqlite:///{tmp_path}/nowhere/room.db")
    assert describe_database(f"sqlite:///{empty}") == f"The database {empty} is empty."
    assert (
        describe_database(f"sqlite:///{old}") == f"The database {old} has schema {STEPS[0]}, to be brought to {NEWEST}."
    )
    assert at(f"sqlite:///{old}") == STEPS[0], "and nothing is changed"


def strange(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE cakes (name TEXT)")


def newer(file: Path) -> None:
    prepare_database(f"sqlite:///{file}")
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def torn(file: Path) -> None:
    prepare_database(f"sqlite:///{file}")
    with sqlite3.connect(file) as connection:
        connection.execute("DROP TABLE tries")


def foreign(file: Path) -> None:
    file.write_bytes(b"no database at all, but long enough to be looked at as one" * 20)


def scratched(file: Path) -> None:
    """A page in the middle is lost."""
    prepare_database(f"sqlite:///{file}")
    with sqlite3.connect(file) as connection:
        connection.execute("INSERT INTO tables VALUES ('oak', 'talon', 0, 0, 0, 'me', 1)")
        connection.executemany("INSERT INTO events VALUES ('oak', ?, ?)", [(seq, "x" * 500) for seq in range(1, 99)])
    connection.close()
    whole = file.read_bytes()
    place = whole.rindex(b"x" * 400)
    file.write_bytes(whole[: place - 2000] + b"\xff" * 4000 + whole[place + 2000 :])


UNFIT: list[tuple[Callable[[Path], None], str]] = [
    (strange, "the database {} is not a card room's: it holds cakes"),
    (newer, f"the database {{}} has schema '9999', and this version knows '{STEPS[0]}' to '{NEWEST}'"),
    (torn, "the database {} is not whole: it has no tries"),
    (scratched, "the database {} is damaged: "),
    (foreign, "the database {} cannot be used: file is not a database"),
]


@pytest.mark.parametrize(("make", "said"), UNFIT, ids=[make.__name__ for make, _ in UNFIT])
@pytest.mark.parametrize("way", [prepare_database, describe_database])
def test_a_database_that_cannot_be_used_is_refused_in_a_sentence(
    way: Callable[[str], object], make: Callable[[Path], None], said: str, tmp_path: Path
) -> None:
    make(tmp_path / "room.db")
    with pytest.raises(StoreError) as refused:
        way(f"sqlite:///{tmp_path}/room.db")
    assert str(refused.value).startswith(said.format(f"{tmp_path}/room.db"))


@pytest.mark.parametrize("way", [prepare_database, describe_database])
def test_a_database_that_cannot_store_every_letter_is_refused(way: Callable[[str], object]) -> None:
    with postgres_database(empty=True) as url:
        parsed = make_url(url)
        name = f"{parsed.database}_ascii"
        with create_engine(parsed, isolation_level="AUTOCOMMIT", poolclass=NullPool).connect() as connection:
            made = f"CREATE DATABASE {name} ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
            connection.execute(text(made))
            try:
                with pytest.raises(StoreError, match="has the encoding SQL_ASCII; expected UTF8"):
                    way(parsed.set(database=name).render_as_string(hide_password=False))
            finally:
                connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


def test_a_database_is_named_without_its_password() -> None:
    engine = make_engine("postgresql://ann:secret@host/room", write=False)
    assert engine.url.drivername == "postgresql+psycopg"
    assert database.describe_engine(engine) == "the database postgresql+psycopg://ann:***@host/room"
    assert database.describe_engine(make_engine("sqlite:///a.db", write=False)) == "the database a.db"


def test_what_went_wrong_is_the_drivers_words_on_one_line() -> None:
    driver = sqlite3.OperationalError("disk\n  full")
    assert describe_error(OperationalError("SELECT secret", {}, driver)) == "disk full"
    assert describe_error(driver) == "disk full"
    assert describe_error(ValueError()) == "ValueError"
    assert describe_error(ValueError("x" * 300)) == describe_error(ValueError("x" * 301)) == "x" * 300


def test_what_the_database_says_is_for_the_log_and_an_answer_goes_through() -> None:
    before = REGISTRY.get_sample_value("shindig_database_errors_total") or 0.0
    fault = OperationalError("SELECT secret", {}, sqlite3.OperationalError("disk full"))
    with pytest.raises(StoreError, match=f"^{OUTAGE}$"), translate_errors():
        raise fault
    assert REGISTRY.get_sample_value("shindig_database_errors_total") == before + 1, "and the log has it"
    with pytest.raises(IntegrityError), translate_errors():
        raise IntegrityError("INSERT", {}, sqlite3.IntegrityError("twice"))
    with pytest.raises(KeyError), translate_errors():
        raise KeyError


def test_an_outage_is_told_to_the_log_now_and_then(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    times = [100.0, 100.0 + QUIET - 0.1, 100.0 + QUIET, 100.0 + 2 * QUIET - 0.1, 100.0 + 2 * QUIET]
    complaints, told = OutageLog(iter(times).__next__), []
    for _ in times:
        complaints.log_error(ValueError("out"))
        told.append(len(caplog.records))
    assert told == [1, 1, 2, 2, 3]
    assert caplog.records[0].getMessage() == "the database does not do what it should: out"


def test_who_writes_takes_the_lock_first_and_who_reads_does_not(url: str) -> None:
    """A write that began as a read would fail where another has written meanwhile."""
    writer, reader, other = (make_engine(url, write) for write in (True, False, True))
    with writer.connect() as one, reader.connect() as two:
        one.exec_driver_sql("SELECT 1")
        assert len(two.execute(select(metadata.tables["people"])).all()) == PEOPLE, "readers are held up by nobody"
        three = sqlite3.connect(url.removeprefix("sqlite:///"), timeout=0)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            three.execute("BEGIN IMMEDIATE")
        three.close()
    with other.connect() as one:
        found = {name: one.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")}
        assert found == {"journal_mode": "wal", "synchronous": 2}
        assert one.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    for engine in (writer, reader, other):
        engine.dispose()
