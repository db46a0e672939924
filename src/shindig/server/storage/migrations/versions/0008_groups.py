"""Groups with their logs, members and results; addresses for Web Push and its key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "groups",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(32), nullable=False, unique=True),
        sa.Column("founder", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_groups_founder", "groups", ["founder"])
    op.create_table(
        "group_events",
        sa.Column("group_id", sa.String(32), sa.ForeignKey("groups.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    _members_and_results()
    op.create_table(
        "push_addresses",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_push_addresses_person", "push_addresses", ["person"])
    op.create_table("server_keys", sa.Column("name", sa.String(32), primary_key=True), sa.Column("data", sa.Text))


def _members_and_results() -> None:
    op.create_table(
        "group_members",
        sa.Column("group_id", sa.String(32), sa.ForeignKey("groups.id"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("joined", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_index("group_members_by_person", "group_members", ["person", "seen"])
    op.create_table(
        "group_results",
        sa.Column("group_id", sa.String(32), sa.ForeignKey("groups.id"), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_index("group_results_by_time", "group_results", ["group_id", "ended"])
