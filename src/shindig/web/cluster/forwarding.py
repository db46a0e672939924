"""Forwarding of requests for tables that another server owns; the client notices nothing.

A forwarded stream follows its table from owner to owner. Only whole events go to the client, and a new owner continues
after the last one.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from hmac import compare_digest
from time import monotonic

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shindig.messages import say
from shindig.server.background_tasks import end_tasks
from shindig.server.cluster.lease_store import Server
from shindig.server.cluster.ownership import MOMENT
from shindig.server.errors import BusyError, RoomError
from shindig.server.storage.database import StoreError
from shindig.server.tables.table_actor import MOVED
from shindig.server.tables.table_registry import PATIENCE, TableRegistry

from ..http.connection import Connection
from ..http.request_cycle import wait_for_disconnect, wait_forever
from .client_connection_handover import hand_over_connection
from .peer_client import AwayError, BrokenError, PeerClient, PeerConnection, RawHeaders, encode_request

LOG = logging.getLogger(__name__)
TABLE_PATH = re.compile(r"(?:/t|/api(?:/2)?/tables)/([a-z0-9]{1,32})(/.*)?")
"""Paths of a table."""
STREAM = "/stream"
SECRET, CLIENT, SCHEME = b"x-shindig-secret", b"x-shindig-client", b"x-shindig-scheme"
"""Headers between servers, accepted from no one else."""
PEER_HEADERS = (SECRET, CLIENT, SCHEME)
HOP_HEADERS = {
    b"connection",
    b"keep-alive",
    b"transfer-encoding",
    b"te",
    b"trailer",
    b"upgrade",
    b"expect",
    b"content-length",
    b"date",
}
"""Headers of a single connection, which are not forwarded."""
MISDIRECTED = 421
SAFE_METHODS = ("GET", "HEAD")
LOST_ANSWER = say("busy-lost-answer")
RESUME_HEADER = b"last-event-id"
ErrorAnswer = Callable[[Exception, Scope, Receive, Send], Awaitable[None]]


class MisdirectedError(Exception):
    """The other server does not own the table."""


class Forwarding:
    """Forwarder of requests. `keeper()` returns the table registry, `refuse` answers errors."""

    def __init__(self, app: ASGIApp, keeper: Callable[[], TableRegistry], refuse: ErrorAnswer) -> None:
        self.app, self.keeper, self.refuse = app, keeper, refuse
        self.peers = PeerClient(lambda server: keeper().owners.wait_until_gone(server))
        self._following: set[asyncio.Future[None]] = set()

    def end_streams(self) -> None:
        """End all streams, since the server is closing."""
        for following in self._following:
            following.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = TABLE_PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        line = Connection.find(scope)
        if asked is not None and line is not None and line.first:
            self.keeper().forget(asked[1])  # who gave it to us may know better whose the table is
        try:
            if asked is not None and (owner := await self.keeper().find_owner(asked[1])) is not None:
                await self._hand_over(asked, owner, scope, receive, send)
                return
        except Exception as error:
            await self.refuse(error, scope, receive, send)
            return
        await self.app(scope, receive, send)

    async def _hand_over(self, asked: re.Match[str], owner: Server, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the connection to the owner; forward the request if that is impossible."""
        streams = (scope["method"], asked[2]) == ("GET", STREAM)
        body = b"" if streams else await read_whole_body(receive)
        if hand_over_connection(owner, scope, body):
            return
        if streams:
            await self._forward_stream(asked[1], owner, scope, receive, send)
        else:
            await self._forward(asked[1], owner, scope, body, send)

    async def _forward(self, table: str, owner: Server | None, scope: Scope, body: bytes, send: Send) -> None:
        """Let the table's present owner answer. Raises BusyError."""
        ends = monotonic() + PATIENCE
        while monotonic() < ends:
            if owner is None:
                await self.app(scope, make_receive(body), send)
                return
            try:
                line = await self._ask_owner(owner, encode_forwarded(scope, owner, body))
                try:
                    answer = (
                        line.status,
                        filter_headers(line.headers),
                        b"" if scope["method"] == "HEAD" else await line.read_body(),
                    )
                finally:
                    self.peers.give_back(owner, line)
                await send_answer(send, *answer)
                return
            except (AwayError, MisdirectedError):
                pass
            except BrokenError:
                if scope["method"] not in SAFE_METHODS:
                    raise BusyError(LOST_ANSWER) from None
            owner = await self._find_next_owner(table)
        LOG.warning("the server at %s does not answer; on another machine, it needs --address", owner and owner.address)
        raise BusyError(MOVED)

    async def _ask_owner(self, owner: Server, request: bytes) -> PeerConnection:
        """Return the owner's answer. Raises AwayError, BrokenError, MisdirectedError."""
        line = await self.peers.send_request(owner, request)
        if line.status == MISDIRECTED:
            self.peers.give_back(owner, line)
            raise MisdirectedError
        return line

    async def _find_next_owner(self, table: str) -> Server | None:
        """Return the table's owner a moment later. Raises BusyError."""
        keeper = self.keeper()
        keeper.forget(table)
        await asyncio.sleep(MOMENT)
        return await keeper.find_owner(table)

    async def _forward_stream(
        self, table: str, owner: Server | None, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Forward a stream until it ends, or its client is gone."""
        events = ForwardedEvents(send)
        following = asyncio.ensure_future(self._follow_owners(table, owner, scope, events))
        gone = asyncio.ensure_future(wait_for_disconnect(receive))
        self._following.add(following)
        try:
            await asyncio.wait({following, gone}, return_when=asyncio.FIRST_COMPLETED)
            if following.cancelled():
                await events.end()
            elif following.done():
                following.result()
        finally:
            self._following.discard(following)
            await end_tasks(following, gone)

    async def _follow_owners(self, table: str, owner: Server | None, scope: Scope, events: ForwardedEvents) -> None:
        ends = monotonic() + PATIENCE
        while monotonic() < ends:
            ended, before = (
                await self._forward_owner_stream(owner, make_resumed_scope(scope, events.last), events),
                owner,
            )
            if ended is not None:
                ends = monotonic() + PATIENCE
            try:
                owner = await self._find_next_owner(table)
            except (RoomError, StoreError):
                if not events.begun:
                    raise
                break
            if events.refused or (ended and owner == before):
                break
        await events.end()

    async def _forward_owner_stream(self, owner: Server | None, scope: Scope, events: ForwardedEvents) -> bool | None:
        """Forward the events of one owner. Returns True at the stream's end, False if the owner changed, None if it was
        unreachable."""
        if owner is None:
            await self.app(scope, wait_forever, events.send_message)
            return True
        try:
            line = await self._ask_owner(owner, encode_forwarded(scope, owner, b""))
        except (AwayError, BrokenError, MisdirectedError):
            return None
        try:
            await events.begin(line.status, filter_headers(line.headers))
            async for part in line.read_parts():
                await events.send_part(part)
        except BrokenError:
            return False
        finally:
            self.peers.give_back(owner, line)
        return True


class ForwardedEvents:
    """Events of a stream on their way to its client, whole ones only. A refusal passes unchanged."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._part = b""
        self.begun = self.refused = False
        self.last = b""
        """Id of the last event."""

    async def send_message(self, message: Message) -> None:
        """Handle a message of an ASGI application."""
        if message["type"] == "http.response.start":
            await self.begin(message["status"], [*message.get("headers", ())])
        else:
            await self.send_part(message.get("body", b""))

    async def begin(self, status: int, headers: RawHeaders) -> None:
        """Handle the head of an owner's answer."""
        self._part = b""
        self.refused = status != 200
        if not self.begun:
            self.begun = True
            self._plain = self.refused
            await self._send({"type": "http.response.start", "status": status, "headers": headers})

    async def send_part(self, data: bytes) -> None:
        """Handle a part of an owner's answer. After events, a refusal is dropped."""
        told = self._take_whole_events(data) if not self.refused else data if self._plain else b""
        if told:
            await self._send({"type": "http.response.body", "body": told, "more_body": True})

    def _take_whole_events(self, data: bytes) -> bytes:
        """Return the events that are whole by now."""
        events, end, self._part = (self._part + data).rpartition(b"\n\n")
        at = events.rfind(b"id: ")
        if at >= 0:
            self.last = events[at + 4 :].split(b"\n", 1)[0]
        return events + end

    async def end(self) -> None:
        await self.begin(503, [])
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})


class PeerEntrance:
    """Requests of other servers, for tables of this one. They are authenticated and never forwarded again."""

    def __init__(self, app: ASGIApp, keeper: Callable[[], TableRegistry], refuse: ErrorAnswer) -> None:
        self.app, self.keeper, self.refuse = app, keeper, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        told, asked = dict(scope["headers"]), TABLE_PATH.fullmatch(scope["path"])
        if asked is None or not compare_digest(told.get(SECRET, b""), self.keeper().owners.me.secret.encode()):
            await send_answer(send, MISDIRECTED, [], b"")
            return
        try:
            ours = await self.keeper().find_owner(asked[1]) is None
        except Exception as error:
            await self.refuse(error, scope, receive, send)
            return
        if not ours:
            await send_answer(send, MISDIRECTED, [], b"")
            return
        headers = [(name, value) for name, value in scope["headers"] if name not in PEER_HEADERS]
        client = (told.get(CLIENT, b"").decode(), 0)
        await self.app({**scope, "headers": headers, "client": client, "scheme": told[SCHEME].decode()}, receive, send)


def encode_forwarded(scope: Scope, owner: Server, body: bytes) -> bytes:
    """Encode a request for another server."""
    client = scope["client"][0] if scope.get("client") else "local"
    ours = zip(PEER_HEADERS, (owner.secret.encode(), client.encode(), scope["scheme"].encode()), strict=True)
    return encode_request(
        scope, [*filter_headers(scope["headers"]), *ours, (b"content-length", b"%d" % len(body))], body
    )


def filter_headers(headers: RawHeaders) -> RawHeaders:
    """Return the headers that are forwarded."""
    return [(name, value) for name, value in headers if name not in HOP_HEADERS and name not in PEER_HEADERS]


def make_resumed_scope(scope: Scope, last: bytes) -> Scope:
    """Return the request of a stream that continues after an event."""
    if not last:
        return scope
    return {**scope, "headers": [*((n, v) for n, v in scope["headers"] if n != RESUME_HEADER), (RESUME_HEADER, last)]}


async def read_whole_body(receive: Receive) -> bytes:
    """Read a whole body. Raises ClientDisconnect if it ends early."""
    parts, more = list[bytes](), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)


def make_receive(body: bytes) -> Receive:
    """Return a receive function for a body that was read before."""
    told = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> Message:
        return next(told, None) or await wait_forever()

    return receive


async def send_answer(send: Send, status: int, headers: RawHeaders, body: bytes) -> None:
    length = [] if status == 204 else [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": body})
