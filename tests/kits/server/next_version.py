"""The next version of the server: this one with one more step of the schema, as `migrations/__init__.py` allows it.

`python -m tests.kits.server.next_version serve ...` is its command.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from sqlalchemy import Column, Connection, Integer, String, Table

from shindig import cli
from shindig.server.storage import database, migrations, schema

PRESENT = migrations.NEWEST
NEXT = f"{int(PRESENT) + 1:04}"
STEP = f'''
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "{NEXT}", "{PRESENT}", None, None


def upgrade():
    op.create_table("next_things", sa.Column("id", sa.String(32), primary_key=True))
    op.add_column("people", sa.Column("next_word", sa.String(32)))
    op.add_column("tables", sa.Column("next_number", sa.Integer, nullable=False, server_default="7"))
    op.create_index("ix_tables_next_number", "tables", ["next_number"])
'''
"""What a step may do while servers of the version before run: add a table, a column that needs no value, an index."""


def upgrade(connection: Connection, to: str = NEXT) -> None:
    """Take the steps of this version, and the next one's."""
    from alembic import command
    from alembic.config import Config

    folder = Path(migrations.__file__).parent
    with tempfile.TemporaryDirectory() as own:
        (Path(own) / f"{NEXT}_next.py").write_text(STEP)
        config = Config()
        config.set_main_option("script_location", str(folder))
        config.set_main_option("path_separator", "newline")
        config.set_main_option("version_locations", f"{folder / 'versions'}\n{own}")
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def become_next() -> None:
    """Turn this process into the next version."""
    Table("next_things", schema.metadata, Column("id", String(32), primary_key=True))
    schema.people.append_column(Column("next_word", String(32)))
    schema.tables.append_column(Column("next_number", Integer, nullable=False, server_default="7", index=True))
    for module in (migrations, database):
        vars(module)["NEWEST"] = NEXT
    vars(migrations).update(upgrade=upgrade, STEPS=(*migrations.STEPS, NEXT))
    migrations.ADDED[NEXT] = {"next_things"}


if __name__ == "__main__":
    become_next()
    sys.argv[0] = "shindig"
    cli.main()
