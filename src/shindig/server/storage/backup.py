"""Backup of a database in one file, taken during use, and restoring from it: SQLite, PostgreSQL, or across.

The file is gzip of JSON Lines: a head with the number of the schema, then for each table its name and one list per row.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, MetaData, Table, func, insert, select

from .database import FAILURES, NAME_IT, StoreError, describe_engine, describe_error, make_engine, prepare_database
from .database_url import make_private_file
from .migrations import NEWEST, STEPS, find_schema, migrate, upgrade
from .schema import PASSING, metadata

MANY = 500
"""Number of rows written at once."""
KIND = "shindig backup"
BROKEN = (EOFError, gzip.BadGzipFile, zlib.error, StopIteration, KeyError, TypeError, ValueError, RecursionError)
"""Errors of a damaged file, or of a file that is no backup."""


def back_up(url: str, file: Path) -> int:
    """Write all rows of one moment; return their number. Raises StoreError, OSError; an older file stays whole.

    A database without rows raises StoreError too, since it is hardly the one that was meant.
    """
    prepare_database(url, new=False)
    engine, part = make_engine(url, write=False), file.with_name(file.name + ".part")
    try:
        part.unlink(missing_ok=True)
        make_private_file(part)
        with engine.connect() as connection, gzip.open(part, "wt", encoding="utf-8") as out:
            count = _write_rows(_begin_snapshot(connection), out)
        if not count:
            raise StoreError(f"{describe_engine(engine)} holds nothing to back up; {NAME_IT}")
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(file)
        return count
    except FAILURES as error:
        raise StoreError(f"the database cannot be read: {describe_error(error)}") from None
    finally:
        part.unlink(missing_ok=True)
        engine.dispose()


def _begin_snapshot(connection: Connection) -> Connection:
    """Make all reads see one snapshot. SQLite does so anyway."""
    if connection.dialect.name == "sqlite":
        return connection
    return connection.execution_options(isolation_level="REPEATABLE READ", stream_results=True)


def _write_rows(connection: Connection, out: IO[str]) -> int:
    count = 0
    _write_line(out, {"kind": KIND, "schema": NEWEST})
    for table in (one for one in metadata.sorted_tables if one.name not in PASSING):
        _write_line(out, {"table": table.name, "columns": [column.name for column in table.columns]})
        for row in connection.execute(select(table)):
            _write_line(out, list(row))
            count += 1
    _write_line(out, {"rows": count})
    return count


def _write_line(out: IO[str], data: object) -> None:
    out.write(json.dumps(data, ensure_ascii=False) + "\n")


def restore(url: str, file: Path, at_once: int = MANY) -> int:
    """Restore a backup into an empty database, and return the number of rows, which are written so many `at_once`.

    Raises StoreError without any change.
    """
    engine = make_engine(url, write=True)
    if engine.dialect.name == "sqlite":
        make_private_file(Path(str(engine.url.database)))
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines, engine.connect() as connection:
            read = map(json.loads, lines)
            _prepare_schema(connection, _read_schema(file, next(read)))
            count = _restore_rows(connection, file, read, at_once)
            connection.commit()
        migrate(engine)
        return count
    except BROKEN:
        raise StoreError(f"{file} is no whole backup of a room") from None
    except FAILURES as error:
        raise StoreError(f"the database cannot be written: {describe_error(error)}") from None
    finally:
        engine.dispose()


def _read_schema(file: Path, head: Any) -> str:
    """Return the schema of a backup."""
    if not isinstance(head, dict) or head.get("kind") != KIND:
        raise StoreError(f"{file} is no backup of a room")
    if head.get("schema") not in STEPS:
        raise StoreError(f"{file} has schema {head.get('schema')!r}; expected a newer shindig")
    return str(head["schema"])


def _prepare_schema(connection: Connection, step: str) -> None:
    """Bring an empty database to the schema of a backup."""
    if find_schema(connection) is None:
        upgrade(connection, step)
    people, tables = (metadata.tables[name] for name in ("people", "tables"))
    if find_schema(connection) != step or any(
        connection.scalar(select(func.count()).select_from(one)) for one in (people, tables)
    ):
        raise StoreError("this database holds a room already; expected an empty one")


def _restore_rows(connection: Connection, file: Path, entries: Iterator[Any], at_once: int) -> int:
    """Write the rows table by table, and compare their number with the last line."""
    known, count = MetaData(), 0
    rows: list[dict[str, Any]] = []
    head: dict[str, Any] = {}
    for entry in entries:
        if isinstance(entry, dict):
            count += _insert_rows(connection, known, head, rows)
            head, rows = entry, []
        else:
            rows.append(dict(zip(head["columns"], entry, strict=True)))
            if len(rows) == at_once:
                count += _insert_rows(connection, known, head, rows)
                rows = []
    if head.get("rows") != count:
        raise StoreError(f"{file} is no whole backup of a room")
    return count


def _insert_rows(connection: Connection, known: MetaData, head: dict[str, Any], rows: list[dict[str, Any]]) -> int:
    """Write rows of one table, as this database has it."""
    if rows:
        connection.execute(insert(Table(head["table"], known, autoload_with=connection)), rows)
    return len(rows)
