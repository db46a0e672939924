"""Web Push (RFC 8030, 8291, 8292): addresses of browsers, and messages to them."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import http.client
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import orjson
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from ..errors import RoomError
from ..person import Person
from ..storage.database import StoreError
from ..storage.event_store import EventStore
from ..storage.schema import push_addresses, server_keys
from ..worker_threads import Workers
from .safe_post import UnsafeAddressError, check_endpoint, post

LOG = logging.getLogger(__name__)
MOST = 8
"""Largest number of addresses of one person, the latest ones."""
KEY_NAME = "vapid"
LIFETIME = 12 * 3600
"""Seconds for which a push service keeps a message for a sleeping device."""
GONE = (404, 410)
"""Statuses of addresses that no longer exist."""
MOST_WAITING = 500
CONTACT = "mailto:nobody@localhost.invalid"
"""Contact in signatures, if none is set."""
Send = Callable[[str, bytes, dict[str, str]], int]
"""(address, body, headers) -> status."""


class WebPush:
    """Web Push for the people of a store. `now` gives seconds since 1970."""

    def __init__(self, store: EventStore, now: Callable[[], float], send: Send = post) -> None:
        self._store, self._now, self._send = store, now, send
        self._workers = Workers("shindig-push", 2, MOST_WAITING, "too many messages wait")
        self._tasks = set[asyncio.Task[None]]()
        self._key: str | None = None
        self.contact = CONTACT

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._workers.close)

    async def load_public_key(self) -> str:
        """Return the key by which browsers know this server, in base64url."""
        return await self._workers.run(partial(describe_public_key, await self._load_key()))

    async def _load_key(self) -> str:
        """Return the private key in PEM, made once for all servers of the database."""
        if self._key is None:
            fresh = await self._workers.run(make_private_key)
            try:
                self._key = await self._store.write(partial(find_or_store_key, fresh))
            except IntegrityError:  # another server was quicker
                self._key = await self._store.write(partial(find_or_store_key, fresh))
        return self._key

    async def add_address(self, person: Person, endpoint: str, p256dh: str, auth: str) -> None:
        """Store the address of a person's browser. Raises RoomError for one to which nothing is sent."""
        try:
            check_endpoint(endpoint)
        except UnsafeAddressError as error:
            raise RoomError(str(error)) from None
        if decoded_length(p256dh) != 65 or decoded_length(auth) != 16:
            raise RoomError("expected the keys of a browser's subscription")
        data = {"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}}
        row = {"id": hash_endpoint(endpoint), "person": person.id, "created": self._now()}
        await self._store.write(partial(store_address, {**row, "data": orjson.dumps(data).decode()}))

    async def remove_address(self, person: Person, endpoint: str) -> None:
        """Delete an address of a person."""
        mine = (push_addresses.c.id == hash_endpoint(endpoint)) & (push_addresses.c.person == person.id)
        await self._store.write(lambda connection: connection.execute(delete(push_addresses).where(mine)))

    def tell_later(self, persons: Sequence[str], message: dict[str, str]) -> None:
        """Send a message to people in the background, as far as they have addresses."""
        task = asyncio.create_task(self.tell(persons, message), name="push")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def tell(self, persons: Sequence[str], message: dict[str, str]) -> None:
        """Send a message to people. Addresses that no longer exist are deleted; other failures are logged."""
        query = select(push_addresses.c.id, push_addresses.c.data).where(push_addresses.c.person.in_([*persons]))
        try:
            rows = await self._store.read(lambda connection: connection.execute(query).all())
            if not rows:
                return
            key, body = await self._load_key(), orjson.dumps(message)
            results = await asyncio.gather(
                *(self._workers.run(partial(self._send_one, key, row.data, body)) for row in rows),
                return_exceptions=True,
            )
            gone = [row.id for row, status in zip(rows, results, strict=True) if status in GONE]
            if gone:
                mine = delete(push_addresses).where(push_addresses.c.id.in_(gone))
                await self._store.write(lambda connection: connection.execute(mine))
        except (StoreError, RoomError) as error:
            LOG.warning("a message could not be sent: %s", error)

    def _send_one(self, key: str, data: str, body: bytes) -> int:
        """Encrypt and send a message to one address. Returns the status, or 0 for a failure."""
        subscription = orjson.loads(data)
        try:
            encrypted, headers = encrypt(subscription, body), sign(key, subscription["endpoint"], self.contact)
            return self._send(subscription["endpoint"], encrypted, headers)
        except (UnsafeAddressError, OSError, http.client.HTTPException, ValueError) as error:
            LOG.info("a push service could not be reached: %s", type(error).__name__)
            return 0


def encrypt(subscription: dict[str, Any], body: bytes) -> bytes:
    """Encrypt a message for a browser."""
    from pywebpush import WebPusher

    encoded: Any = WebPusher(subscription).encode(body, content_encoding="aes128gcm")
    return bytes(encoded["body"])


def sign(key: str, endpoint: str, contact: str) -> dict[str, str]:
    """Return the headers of a request to a push service, signed by the server's key."""
    from py_vapid import Vapid02

    parts = urlsplit(endpoint)
    signed = Vapid02.from_pem(key.encode()).sign({"sub": contact, "aud": f"{parts.scheme}://{parts.netloc}"})
    return {**signed, "content-encoding": "aes128gcm", "ttl": str(LIFETIME), "urgency": "normal"}


def make_private_key() -> str:
    """Make a private key in PEM."""
    from py_vapid import Vapid02

    made = Vapid02()
    made.generate_keys()
    return str(made.private_pem().decode())


def describe_public_key(key: str) -> str:
    """Return the public key of a private one, as browsers take it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    public = Vapid02.from_pem(key.encode()).public_key
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def find_or_store_key(fresh: str, connection: Connection) -> str:
    """Return the stored key, or store a fresh one."""
    known = connection.execute(select(server_keys.c.data).where(server_keys.c.name == KEY_NAME)).scalar()
    if known is None:
        connection.execute(insert(server_keys).values(name=KEY_NAME, data=fresh))
    return known or fresh


def store_address(row: dict[str, Any], connection: Connection) -> None:
    """Store an address, and delete the oldest of many."""
    connection.execute(delete(push_addresses).where(push_addresses.c.id == row["id"]))
    connection.execute(insert(push_addresses).values(row))
    mine = select(push_addresses.c.id).where(push_addresses.c.person == row["person"])
    extra = connection.execute(mine.order_by(push_addresses.c.created.desc()).offset(MOST)).scalars().all()
    if extra:
        connection.execute(delete(push_addresses).where(push_addresses.c.id.in_(extra)))


def hash_endpoint(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode(errors="replace")).hexdigest()


def decoded_length(text: str) -> int:
    """Return the number of bytes of a base64url text, or -1 for another text."""
    try:
        return len(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except ValueError:
        return -1
