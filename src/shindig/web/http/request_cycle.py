"""One request and its answer in ASGI: what the application receives and sends."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from typing import Any, Protocol

from starlette.types import ASGIApp, Message, Receive, Scope

from ..cluster.peer_client import RawHeaders

LOG = logging.getLogger(__name__)
STATUS_LINES = {status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() for status in HTTPStatus}
UNKNOWN_LENGTH = 1 << 62
"""Bytes that are left of a body of unknown length."""
LAST_CHUNK = b"0\r\n\r\n"
CHUNKED, CLOSE = (b"transfer-encoding", b"chunked"), (b"connection", b"close")
BODILESS = (204, 304)
"""Statuses whose answers have no body and no length."""
BODY_BUFFER = 65_536
"""Bytes of a body that may wait for the application before the connection stops reading."""
FAILURE_HEADERS: RawHeaders = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"21"), CLOSE]


class CycleConnection(Protocol):
    """The connection of a request, as its cycle uses it."""

    transport: asyncio.Transport
    write_paused: bool

    @property
    def default_lines(self) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def read_body(self) -> None: ...

    async def drain(self) -> None: ...

    def end_request(self, keep_alive: bool) -> None: ...


class RequestCycle:
    """One request on its connection. The head of the answer leaves with the first part of its body."""

    def __init__(self, scope: Scope, connection: CycleConnection, keep_alive: bool, awaits_continue: bool) -> None:
        self.scope, self.connection, self.keep_alive = scope, connection, keep_alive
        self.body = bytearray()
        self.more_body = True
        self.disconnected = self.started = self.complete = self.chunked = False
        self._awaits_continue = awaits_continue
        self._news = asyncio.Event()
        """Set when more of the body has come, when the client has gone, or when the answer is complete."""
        self._mute = scope["method"] == "HEAD"
        self._head = b""
        """The head of the answer, until the first part of its body is written."""
        self._left = UNKNOWN_LENGTH

    def feed(self, data: bytes, more: bool) -> None:
        """Take a part of the body."""
        if not self.complete:
            self.body += data
        self.more_body = more
        self._news.set()

    def disconnect(self) -> None:
        """Tell the application that the client has gone."""
        self.disconnected = True
        self._news.set()

    async def run(self, app: ASGIApp) -> None:
        """Run an application. Its faults are logged and close the connection."""
        try:
            result: Any = await app(self.scope, self.receive, self.send)  # type: ignore[func-returns-value]
            if result is not None or not (self.complete or self.disconnected):
                raise RuntimeError("the application returned without a whole answer")
        except BaseException as error:
            LOG.error("%s %s", self.scope["method"], self.scope["path"], exc_info=error)
            await self._fail()

    async def _fail(self) -> None:
        if self.complete:
            return
        if self.started:
            self.connection.transport.close()
            return
        await self.send({"type": "http.response.start", "status": 500, "headers": FAILURE_HEADERS})
        await self.send({"type": "http.response.body", "body": b"Internal Server Error"})

    async def receive(self) -> Message:
        """Wait for the next part of the body, or for the client to go."""
        if self._awaits_continue:
            self._awaits_continue = False
            self.connection.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        if not (self.disconnected or self.complete):
            self.connection.read_body()
            await self._news.wait()
            self._news.clear()
        if self.disconnected or self.complete:
            return {"type": "http.disconnect"}
        body, self.body = bytes(self.body), bytearray()
        return {"type": "http.request", "body": body, "more_body": self.more_body}

    async def send(self, message: Message) -> None:
        """Write a part of the answer, once there is space for it."""
        if self.connection.write_paused and not self.disconnected:
            await self.connection.drain()
        if self.disconnected:
            return
        if message["type"] == "http.response.start":
            self._start_answer(message["status"], message.get("headers", ()))
        else:
            self._write_body(message.get("body", b""), message.get("more_body", False))

    def _start_answer(self, status: int, headers: RawHeaders) -> None:
        if self.started:
            raise RuntimeError("an answer starts once")
        self.started, self._awaits_continue = True, False
        given = dict(headers)
        sized = b"content-length" in given or status in BODILESS
        old = self.scope["http_version"] == "1.0"
        self.chunked = not (sized or old)
        self._left = int(given.get(b"content-length", b"0")) if sized else UNKNOWN_LENGTH
        closes = b"close" in given.get(b"connection", b"").lower()
        more = [CHUNKED] * (self.chunked and not self._mute) + [CLOSE] * (not self.keep_alive and not closes)
        self.keep_alive = self.keep_alive and not closes
        self._head = STATUS_LINES[status] + self.connection.default_lines + encode_headers([*headers, *more]) + b"\r\n"

    def _write_body(self, body: bytes, more: bool) -> None:
        if not self.started or self.complete:
            raise RuntimeError("a body follows its head, and ends once")
        self._left -= len(body)
        exact = self._mute or self._left > UNKNOWN_LENGTH // 2
        if self._left < 0 or (self._left and not (more or exact)):
            raise RuntimeError("a body is as long as its head says")
        if self._mute:
            body = b""
        elif self.chunked:
            body = (b"%x\r\n%b\r\n" % (len(body), body) if body else b"") + (b"" if more else LAST_CHUNK)
        if self._head or body:
            self.connection.write(self._head + body)
            self._head = b""
        if not more:
            self.complete = True
            self._news.set()
            self.connection.end_request(self.keep_alive)


def encode_headers(headers: RawHeaders) -> bytes:
    """Write the lines of a head. Raises RuntimeError for a header with a line break in it."""
    found = b"".join([b"%s: %s\r\n" % header for header in headers])
    if found.count(b"\n") != len(headers) or found.count(b"\r") != len(headers):
        raise RuntimeError("a header is one line")
    return found


async def wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def wait_forever() -> Message:
    """Receive nothing more."""
    await asyncio.Event().wait()
    raise AssertionError
