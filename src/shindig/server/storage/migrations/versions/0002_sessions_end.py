"""When a session ends; those there are get the year that their cookies have."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

YEAR = 365 * 86_400


def upgrade() -> None:
    op.add_column("sessions", sa.Column("expires", sa.Float, nullable=False, server_default="0"))
    op.execute(f"UPDATE sessions SET expires = created + {YEAR}")
    op.create_index("sessions_by_end", "sessions", ["expires"])
    op.create_index("sessions_by_person", "sessions", ["person"])
