"""The mark of attempts at daily deals that guests began. All earlier ones are of accounts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("tries", sa.Column("ranked", sa.Boolean, nullable=False, server_default=sa.true()))
