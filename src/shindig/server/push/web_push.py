"""Web Push (RFC 8030, 8291, 8292): addresses of browsers, and messages to them."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import itertools
import logging
import ssl
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import orjson
from sqlalchemy import Connection, delete, insert, select

from shindig.messages import ENGLISH, Text, format_text

from ..background_tasks import BackgroundTasks
from ..errors import BusyError, RoomError
from ..person import Person
from ..storage.database import StoreError
from ..storage.event_store import EventStore
from ..storage.schema import push_addresses
from ..storage.server_keys import load_server_key
from ..worker_threads import Workers
from .safe_post import UnsafeAddressError, check_endpoint, pick_public_address, post

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
MOST_AT_ONCE = 50
"""Largest number of requests to push services that run together."""
Send = Callable[[str, bytes, dict[str, str]], Awaitable[int]]
"""(address, body, headers) -> status. Raises UnsafeAddressError, OSError, ValueError."""


class WebPush:
    """Web Push for the people of a store. `now` gives seconds since 1970."""

    def __init__(self, store: EventStore, now: Callable[[], float], send: Send | None = None) -> None:
        self._store, self._now, self._send = store, now, send or self._post
        self._keys = Workers("shindig-push-keys", 1, MOST_WAITING, "too many messages wait")
        self._resolvers = Workers("shindig-push-resolve", 2, MOST_WAITING, "too many messages wait")
        self._running = asyncio.Semaphore(MOST_AT_ONCE)
        self._context: ssl.SSLContext | None = None
        self._tasks = BackgroundTasks()
        self._key: str | None = None
        self.contact = CONTACT

    async def close(self) -> None:
        await self._tasks.close()
        for workers in (self._keys, self._resolvers):
            await asyncio.to_thread(workers.close)

    async def load_public_key(self) -> str:
        """Return the key by which browsers know this server, in base64url."""
        return await self._keys.run(partial(describe_public_key, await self._load_key()))

    async def _load_key(self) -> str:
        """Return the private key in PEM, made once for all servers of the database."""
        if self._key is None:
            fresh = await self._keys.run(make_private_key)
            self._key = await load_server_key(self._store, KEY_NAME, fresh)
        return self._key

    async def add_address(self, person: Person, endpoint: str, p256dh: str, auth: str, language: str = ENGLISH) -> None:
        """Store the address of a person's browser, which shows messages in a language.

        Raises RoomError for an address to which nothing is sent.
        """
        try:
            check_endpoint(endpoint)
        except UnsafeAddressError as error:
            raise RoomError(str(error)) from None
        if decoded_length(p256dh) != 65 or decoded_length(auth) != 16:
            raise RoomError("expected the keys of a browser's subscription")
        data = {"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}, "language": language}
        row = {"id": hash_endpoint(endpoint), "person": person.id, "created": self._now()}
        await self._store.write(partial(store_address, {**row, "data": orjson.dumps(data).decode()}))

    async def remove_address(self, person: Person, endpoint: str) -> None:
        """Delete an address of a person."""
        mine = (push_addresses.c.id == hash_endpoint(endpoint)) & (push_addresses.c.person == person.id)
        await self._store.write(lambda connection: connection.execute(delete(push_addresses).where(mine)))

    def tell_later(self, persons: Sequence[str], message: Mapping[str, Text]) -> None:
        """Send a message to people in the background, as far as they have addresses."""
        self._tasks.start(self.tell(persons, message), "push")

    async def tell(self, persons: Sequence[str], message: Mapping[str, Text]) -> None:
        """Send a message to people. Addresses that no longer exist are deleted; other failures are logged."""
        query = select(push_addresses).where(push_addresses.c.person.in_([*persons]))
        try:
            rows = await self._store.read(lambda connection: connection.execute(query).all())
            if not rows:
                return
            key = await self._load_key()
            devices = defaultdict[str, list[Any]](list)
            for row in rows:
                devices[row.person].append(row)
            told = await asyncio.gather(*(self._tell_person(key, one, message) for one in devices.values()))
            gone = [*itertools.chain(*told)]
            if gone:
                mine = delete(push_addresses).where(push_addresses.c.id.in_(gone))
                await self._store.write(lambda connection: connection.execute(mine))
        except (StoreError, RoomError) as error:
            LOG.warning("a message could not be sent: %s", error)

    async def _tell_person(self, key: str, devices: Sequence[Any], message: Mapping[str, Text]) -> list[str]:
        """Send a message to a person's devices, one after the other, and return the addresses that are gone.

        So a person with slow push services keeps one request of MOST_AT_ONCE, however many devices they have.
        """
        gone = []
        for row in devices:
            async with self._running:
                if await self._send_one(key, row.data, message) in GONE:
                    gone.append(row.id)
        return gone

    async def _send_one(self, key: str, data: str, message: Mapping[str, Text]) -> int:
        """Write a message in the language of one address, encrypt and send it. Returns the status, or 0 for a
        failure."""
        subscription = orjson.loads(data)
        language = subscription.pop("language", ENGLISH)
        body = orjson.dumps({name: format_text(text, language=language) for name, text in message.items()})
        try:
            encrypted, headers = await self._keys.run(partial(seal, key, subscription, body, self.contact))
            return await self._send(subscription["endpoint"], encrypted, headers)
        except (UnsafeAddressError, OSError, ValueError, BusyError) as error:
            LOG.info("a push service could not be reached: %s", type(error).__name__)
            return 0

    async def _post(self, address: str, body: bytes, headers: dict[str, str]) -> int:
        """Send a message to a push service. Only resolving needs a thread."""
        to = check_endpoint(address)
        if self._context is None:
            self._context = await self._keys.run(ssl.create_default_context)
        chosen = await self._resolvers.run(partial(pick_public_address, *to[:2]))
        return await post(to, chosen, body, headers, self._context)


def seal(key: str, subscription: dict[str, Any], body: bytes, contact: str) -> tuple[bytes, dict[str, str]]:
    """Return a message, encrypted for a browser, and the headers that its push service expects."""
    return encrypt(subscription, body), sign(key, subscription["endpoint"], contact)


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
