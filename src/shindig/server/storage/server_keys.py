"""Keys that all servers of a database share. The first server that needs one makes it."""

from __future__ import annotations

import secrets
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


class SigningKey:
    """A random key of 32 bytes, by which servers of a database sign what they read again later."""

    def __init__(self, store: EventStore, name: str) -> None:
        self._store, self._name, self._key = store, name, b""

    async def load(self) -> bytes:
        """Return the key, read or made at the first call."""
        if not self._key:
            self._key = bytes.fromhex(await load_server_key(self._store, self._name, secrets.token_hex(32)))
        return self._key


def _find_or_store_key(name: str, fresh: str, connection: Connection) -> str:
    known = connection.execute(select(server_keys.c.data).where(server_keys.c.name == name)).scalar()
    if known is None:
        connection.execute(insert(server_keys).values(name=name, data=fresh))
    return known or fresh
