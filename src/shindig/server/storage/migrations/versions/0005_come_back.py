"""Results, the deal of the day and its tries, ratings; what a guest became, and faces."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("people", sa.Column("became", sa.String(32)))
    op.add_column("people", sa.Column("face", sa.String(32), nullable=False, server_default=""))
    op.create_index("ix_people_became", "people", ["became"])
    _results()
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("secret", sa.String(128), nullable=False),
    )
    _tries()
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ratings_by_game", "ratings", ["game"])


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("gained", sa.Float, nullable=False),
        sa.Column("squares", sa.Float, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("against", sa.String(64), nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("lost", sa.Text, nullable=False),
    )
    op.create_index("results_by_person", "results", ["person", "ended"])


def _tries() -> None:
    op.create_table(
        "tries",
        sa.Column("day", sa.String(10), sa.ForeignKey("days.day"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("ended", sa.Float),
    )
    op.create_index("tries_by_score", "tries", ["day", "score"])
    op.create_index("tries_by_person", "tries", ["person"])
