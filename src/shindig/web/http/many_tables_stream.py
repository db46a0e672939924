"""Streams of several tables as one response, for the tabs of one browser.

Over HTTP/1.1 a browser opens only six connections to a server, for all its tabs. Each part is an ordinary request for
the stream of its table, so guard, limits, sessions and forwarding to other servers hold as for any other.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import NamedTuple

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shindig.server.background_tasks import end_tasks

from .connection import CONNECTION
from .request_cycle import wait_for_disconnect, wait_forever

MOST_TABLES = 32
PART = re.compile(r"([a-z0-9]{1,32})\.(\d{1,15})")
"""A table and the event after which its stream continues."""
USUAL_RETRY = 500
RETRY = re.compile(rb"retry: (\d+)")
EVENT = re.compile(rb"^event: ", re.MULTILINE)


class StreamPart(NamedTuple):
    """A table, and the event after which its stream continues."""

    table: str
    after: int


def read_parts(given: Sequence[str]) -> list[StreamPart]:
    """Read the tables of a shared stream; those that are none are left out."""
    found = [match for one in given[:MOST_TABLES] if (match := PART.fullmatch(one))]
    return [StreamPart(match[1], int(match[2])) for match in found]


class SharedStream(Response):
    """The streams of several tables. An event `patch` of table `oak` is named `oak.patch`; the end is `oak.end`."""

    media_type = "text/event-stream"

    def __init__(self, app: ASGIApp, parts: Sequence[StreamPart]) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._app, self._parts = app, parts
        self._turn = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._send = send
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await self._put(b": together\n\n")
        gone = asyncio.ensure_future(wait_for_disconnect(receive))
        running = {asyncio.ensure_future(self._run(part, scope)) for part in self._parts}
        left = running
        try:
            while left and not gone.done():
                _, left = await asyncio.wait({gone, *left}, return_when=asyncio.FIRST_COMPLETED)
                left -= {gone}
        finally:
            await end_tasks(gone, *running)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _put(self, data: bytes) -> None:
        """Send whole events, one part after another."""
        async with self._turn:
            await self._send({"type": "http.response.body", "body": data, "more_body": True})

    async def _run(self, part: StreamPart, scope: Scope) -> None:
        """Send the stream of one table, and how it ended: its status, and after how long to ask again."""
        reader = PartReader(self, part.table.encode())
        await self._app(build_part_scope(scope, part), wait_forever, reader.take)
        told = b'{"status":%d,"retry":%d}' % (reader.status, reader.retry)
        await self._put(b"event: %b.end\ndata: %b\n\n" % (reader.table, told))


class PartReader:
    """Reader of the stream of one table, which names its events after the table."""

    def __init__(self, stream: SharedStream, table: bytes) -> None:
        self.table, self.status, self.retry = table, 500, USUAL_RETRY
        self._stream, self._rest = stream, b""

    async def take(self, message: Message) -> None:
        """Take a message of the stream."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif self.status == 200:
            *whole, self._rest = (self._rest + message.get("body", b"")).split(b"\n\n")
            for event in whole:
                if (found := RETRY.search(event)) is not None:
                    self.retry = int(found[1])
                if EVENT.search(event):
                    await self._stream._put(EVENT.sub(b"event: %b." % self.table, event) + b"\n\n")
                elif event.startswith(b":"):
                    await self._stream._put(event + b"\n\n")


def build_part_scope(scope: Scope, part: StreamPart) -> Scope:
    """Return the scope of the request for one table. It has no connection of its own to give away."""
    path = f"/t/{part.table}/stream"
    kept = {name: value for name, value in scope.items() if name not in (CONNECTION, "shindig.match")}
    return kept | {"path": path, "raw_path": path.encode(), "query_string": b"after=%d" % part.after}
