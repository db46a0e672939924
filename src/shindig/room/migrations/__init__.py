"""Alembic's steps from an empty database to the newest schema."""
