"""Mistakes kept as exercises, which come back after days."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "exercises",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("step", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("weighed", sa.Text, nullable=False),
        sa.Column("cost", sa.Float, nullable=False),
        sa.Column("box", sa.Integer, nullable=False),
        sa.Column("due", sa.Integer, nullable=False),
        sa.Index("exercises_by_day", "person", "game", "due"),
    )
