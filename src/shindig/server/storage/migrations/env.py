"""Run by Alembic: migrate over the connection that `upgrade` hands in."""

from __future__ import annotations

from alembic import context

from shindig.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
