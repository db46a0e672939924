"""Figures of a room's database for those who run it."""

from __future__ import annotations

import time
from pathlib import Path

from sqlalchemy import Connection, func, select

from ..accounts.session_cache import DAY, IDLE
from ..storage.schema import events, people, reports, results, sessions, tables


def load_figures(connection: Connection) -> dict[str, str | int]:
    """Return figures of a room by name."""
    now = time.time()

    def count(query: object) -> int:
        return int(connection.scalar(query) or 0)  # type: ignore[call-overload]

    accounts = people.c.login.is_not(None)
    day = sessions.c.expires >= now - DAY + IDLE
    return {
        "open": count(select(func.count()).where(tables.c.closed.is_(False))),
        "closed": count(select(func.count()).where(tables.c.closed.is_(True))),
        "matches": count(select(func.count()).select_from(results)),
        "matches-day": count(select(func.count()).where(results.c.ended >= now - DAY)),
        "accounts": count(select(func.count()).where(accounts)),
        "guests": count(select(func.count()).where(~accounts, people.c.became.is_(None))),
        "people-day": count(select(func.count(sessions.c.person.distinct())).where(day)),
        "reports": count(select(func.count()).where(reports.c.settled.is_(False))),
        "events": count(select(func.count()).select_from(events)),
        "size": format_size(measure_database(connection)),
    }


def measure_database(connection: Connection) -> int:
    """Return the size of a database in bytes."""
    if connection.dialect.name == "postgresql":
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar() or 0)
    file = Path(str(connection.engine.url.database))
    return sum(part.stat().st_size for part in (file, Path(f"{file}-wal")) if part.exists())


def format_size(count: int) -> str:
    """Format a number of bytes for people."""
    size, unit = float(count), "B"
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if size < 1_000 or unit == "TB":
            break
        size /= 1_000
    return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
