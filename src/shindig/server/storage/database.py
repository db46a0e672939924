"""Database engines for SQLite and PostgreSQL, and clear errors for unusable databases."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

from shindig.messages import Text, say

from ..metrics import DATABASE_ERRORS
from .database_url import make_private_file, parse_url
from .migrations import NEWEST, describe_unknown, find_schema, migrate

LOG = logging.getLogger(__name__)
OUTAGE = say("busy-database")
EXPECTED = "expected a database such as sqlite:///room.db or postgresql://host/name"
NAME_IT = "name the one of `shindig serve` with --database or SHINDIG_DATABASE, or its file with --config"
WAIT = 10
"""Seconds that SQLite waits for another writer, unless its URL has a `timeout`."""
PRAGMAS = ("page_size=1024", "journal_mode=WAL", "wal_autocheckpoint=4000", "synchronous=FULL", "foreign_keys=ON")
"""Pragmas of SQLite. A commit writes whole pages, some for each table in it, so a new file has small ones."""
POSTGRES: dict[str, Any] = {
    "client_encoding": "utf8",
    "connect_timeout": 5,
    "tcp_user_timeout": 15_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "options": "-c lock_timeout=10s -c statement_timeout=60s",
}
"""Options of PostgreSQL. A server silent for so long counts as down, even if its machine vanished."""
QUIET = 10.0
"""Seconds between two log lines during an outage."""
FAILURES = (SQLAlchemyError, sqlite3.Error)


class StoreError(Exception):
    """A failed request to the store. Nothing was written. `text` is for people, a message or plain text."""

    status = 503

    def __init__(self, text: Text = "") -> None:
        super().__init__(str(text))
        self.text = text


class UnreachableError(StoreError):
    """A database that does not answer, or belongs to another server. It may work later."""


class OutageLog:
    """Log and count of database errors. During an outage it logs now and then, not for each request."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now, self._again = now, 0.0

    def log_error(self, error: Exception) -> None:
        """Count an error, and log it if the last line is long enough ago."""
        DATABASE_ERRORS.inc()
        now = self._now()
        if now >= self._again:
            self._again = now + QUIET
            LOG.error("the database does not do what it should: %s", describe_error(error))


COMPLAINTS = OutageLog()


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate database errors to StoreError with a public text; the original goes to the log.

    An IntegrityError passes through, since it is an answer.
    """
    try:
        yield
    except IntegrityError:
        raise
    except FAILURES as error:
        COMPLAINTS.log_error(error)
        raise StoreError(OUTAGE) from None


def describe_error(error: Exception) -> str:
    """Return the error of the database's driver on one line."""
    said = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(str(said).split())[:300] or type(said).__name__


def make_engine(url: str, write: bool) -> Engine:
    """Make an engine; SQLite in WAL mode, synced at each commit, with serialized writers. Raises StoreError for a bad
    URL."""
    try:
        return _make_engine(_parse_url(url), write)
    except (ArgumentError, NoSuchModuleError, ImportError, ValueError):
        raise StoreError(EXPECTED) from None


def _parse_url(url: str) -> URL:
    try:
        return parse_url(url)
    except (ArgumentError, ValueError):
        raise StoreError(EXPECTED) from None


def _make_engine(parsed: URL, write: bool) -> Engine:
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, pool_pre_ping=True, connect_args=POSTGRES)
    if parsed.database in (None, "", ":memory:"):
        raise StoreError("expected a file for the SQLite database, as in sqlite:///room.db")
    how: dict[str, Any] = {"isolation_level": None, "check_same_thread": False}
    how |= {} if "timeout" in parsed.query else {"timeout": WAIT}
    engine = create_engine(parsed, connect_args=how, paramstyle="named", pool_reset_on_return=None)

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _: object) -> None:
        with closing(connection.cursor()) as cursor:
            for pragma in PRAGMAS:
                cursor.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.connection.cursor().execute("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def prepare_database(url: str, new: bool = True) -> None:
    """Bring a database to the newest schema. Raises StoreError, one sentence, for an unusable one.

    It may be `new`; otherwise it must have been used before, and none is created.
    """
    engine = make_engine(url, write=True)
    try:
        if not new and _is_missing(engine.url):
            raise StoreError(f"there is no database {engine.url.database}; {NAME_IT}")
        if engine.dialect.name == "sqlite":
            make_private_file(Path(str(engine.url.database)))
        with engine.connect() as connection:
            problem = describe_unknown(connection) or _find_damage(connection)
            if not new and find_schema(connection) is None:
                problem = problem or f"is empty; {NAME_IT}"
        if problem:
            raise StoreError(f"{describe_engine(engine)} {problem}")
        migrate(engine)
    except FAILURES as error:
        raise _build_unusable_error(engine, error) from None
    finally:
        engine.dispose()


def _build_unusable_error(engine: Engine, error: Exception) -> StoreError:
    """Build the error of an unusable database."""
    kind = UnreachableError if _is_temporary(engine, error) else StoreError
    return kind(f"{describe_engine(engine)} cannot be used: {describe_error(error)}")


def _is_temporary(engine: Engine, error: Exception) -> bool:
    """Return True if a database may be usable later: a server that is down, a locked file, a full disk."""
    if engine.dialect.name != "sqlite":
        return isinstance(error, (OperationalError, InterfaceError, PoolTimeout))
    return any(word in describe_error(error) for word in ("locked", "full", "I/O"))


def _is_missing(parsed: URL) -> bool:
    """Return True if the database is a missing file."""
    return parsed.get_backend_name() == "sqlite" and not Path(parsed.database or "").exists()


def describe_database(url: str) -> str:
    """Describe a database in a sentence, without any change. Raises StoreError for an unusable one."""
    if _is_missing(parsed := _parse_url(url)):
        folder = Path(parsed.database or "").absolute().parent
        if not os.access(folder, os.W_OK | os.X_OK):
            what = "cannot be written to" if folder.is_dir() else "is not there"
            raise StoreError(f"the database {parsed.database} cannot be made: the folder {folder} {what}")
        return f"The database {parsed.database} would be made."
    engine = make_engine(url, write=False)
    try:
        with engine.connect() as connection:
            problem, step = describe_unknown(connection) or _find_damage(connection), find_schema(connection)
    except FAILURES as error:
        raise _build_unusable_error(engine, error) from None
    finally:
        engine.dispose()
    if problem:
        raise StoreError(f"{describe_engine(engine)} {problem}")
    there = (
        "is empty"
        if step is None
        else f"has schema {step}" + (f", to be brought to {NEWEST}" if step != NEWEST else "")
    )
    return f"{describe_engine(engine)[:1].upper()}{describe_engine(engine)[1:]} {there}."


@contextmanager
def lock_database(url: str) -> Iterator[None]:
    """Lock a SQLite file until the process ends. Raises UnreachableError.

    The lock is on a file beside it, which stays. Commands and backups do not need it. A database without a file needs
    none.
    """
    parsed = _parse_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        yield
        return
    file = Path(parsed.database).resolve()
    beside = file.parent / f"{file.name}.lock"
    make_private_file(beside)
    try:
        lock = beside.open("a")
    except OSError:  # the database says why it cannot be used
        yield
        return
    with lock:
        if not lock_file(lock.fileno()):
            raise UnreachableError(f"another server has the database {parsed.database} open; SQLite has one server")
        yield


def lock_file(descriptor: int) -> bool:
    """Lock a file for this process. Returns False if another has it. The system ends the lock with the process."""
    try:
        import fcntl
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system that has no locks
        LOG.warning("the database's folder has no locks: a second server would not be noticed")
    return True


def _find_damage(connection: Connection) -> str:
    """Return what makes a database unfit, empty if sound: damage of a file, all of which is read, or an encoding."""
    if connection.dialect.name != "sqlite":
        return _describe_encoding(str(connection.exec_driver_sql("SHOW server_encoding").scalar()))
    found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    return "" if found == "ok" else f"is damaged: {' '.join(found.split())[:200]}"


def _describe_encoding(encoding: str) -> str:
    """Return why PostgreSQL cannot store every text, empty if it can."""
    if encoding == "UTF8":
        return ""
    return f"has the encoding {encoding}; expected UTF8, as from `createdb --encoding=UTF8 --template=template0`"


def describe_url(url: str) -> str:
    """Return the name of a database without its password."""
    return describe_engine(make_engine(url, write=False))


def describe_engine(engine: Engine) -> str:
    """Return the name of a database without its password."""
    return f"the database {engine.url.database if engine.dialect.name == 'sqlite' else engine.url.render_as_string()}"
