"""Keys that all servers of a database share. The first server that needs one makes it."""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from .event_store import EventStore
from .schema import server_keys


async def load_server_key(store: EventStore, name: str, fresh: str) -> str:
    """Return the stored key of a name, or store a fresh one."""
    try:
        return await store.write(partial(_find_or_store_key, name, fresh))
    except IntegrityError:  # another server was quicker
        return await store.write(partial(_find_or_store_key, name, fresh))


def _find_or_store_key(name: str, fresh: str, connection: Connection) -> str:
    known = connection.execute(select(server_keys.c.data).where(server_keys.c.name == name)).scalar()
    if known is None:
        connection.execute(insert(server_keys).values(name=name, data=fresh))
    return known or fresh
