"""The database's schema, step by step, by Alembic: one module of `versions` a step."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect

NEWEST = "0001"
"""The newest step."""


def migrate(engine: Engine) -> None:
    """Bring a database to the newest schema. Alembic is loaded only where that takes a step."""
    with engine.connect() as connection:
        if schema(connection) != NEWEST:
            upgrade(connection)
            connection.commit()


def schema(connection: Connection) -> str | None:
    """The step that a database has reached; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar())


def upgrade(connection: Connection) -> None:
    """Take the steps that are missing."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
