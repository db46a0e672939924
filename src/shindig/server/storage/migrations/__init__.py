"""The database's schema, step by step, by Alembic: one module of `versions` a step."""

from __future__ import annotations

import logging
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect

from ..schema import metadata

LOG = logging.getLogger(__name__)
NEWEST = "0013"
"""The newest step."""
STEPS = ("0007", "0008", "0009", "0010", "0011", "0012", NEWEST)
"""All steps. The first is the schema of release 1.0.0."""
LOCK = 7_446_344
"""Advisory lock of PostgreSQL during an upgrade of the schema, since several servers may start at once."""
ADDED = {
    "0008": {"groups", "group_events", "group_members", "group_results", "push_addresses", "server_keys"},
    "0010": {"bans", "invitations", "announcements", "deeds", "contacts", "mail_tokens", "identities"},
    "0011": {"passkeys", "answered_challenges"},
    "0013": {"coaching"},
}
"""Tables that came with a step after the first."""


def migrate(engine: Engine) -> None:
    """Bring a database to the newest schema. Alembic is loaded only where that takes a step."""
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        if (found := find_schema(connection)) != NEWEST:
            LOG.info("the database is brought from schema %s to %s", found or "none", NEWEST)
            upgrade(connection)
            connection.commit()


def find_schema(connection: Connection) -> str | None:
    """Return the migration step of a database; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return None if found is None else str(found)


def describe_unknown(connection: Connection) -> str:
    """Why a database is none that can be brought to the newest schema; empty where it is one."""
    step, tables = find_schema(connection), set(inspect(connection).get_table_names())
    if step is None:
        return f"is not a card room's: it holds {', '.join(sorted(tables)[:3])}" if tables else ""
    if step not in STEPS:
        wanted = "a newer shindig" if step > NEWEST else "a room of release 1.0 or later"
        return f"has schema {step[:40]!r}, and this version knows {STEPS[0]!r} to {NEWEST!r}; expected {wanted}"
    later = set[str]().union(*(ADDED.get(one, set()) for one in STEPS if one > step))
    missing = set(metadata.tables) - tables - later
    return f"is not whole: it has no {', '.join(sorted(missing))}" if missing else ""


def upgrade(connection: Connection, to: str = NEWEST) -> None:
    """Take the steps that are missing."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
