"""The coach of people at tables: whether they want it, and what it has explained."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "coaching",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("wanted", sa.Boolean, nullable=False),
        sa.Column("explained", sa.Text, nullable=False),
    )
