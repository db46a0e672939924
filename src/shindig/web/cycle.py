"""One request and its answer on a connection: the answer's head leaves with what comes first of its body."""

from __future__ import annotations

from starlette.types import Message
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from .peers import RawHeaders

ENDLESS = 1 << 62
"""Bytes that are left of a body of unknown length."""
LAST = b"0\r\n\r\n"
"""The chunk that ends a body."""
CHUNKED, CLOSE = (b"transfer-encoding", b"chunked"), (b"connection", b"close")
BODILESS = (204, 304)
"""Statuses whose answers have no body, and say no length."""


class Cycle(RequestResponseCycle):
    """What the application receives and sends; a body of unknown length goes in chunks."""

    _mute = False
    """Whether the head alone is told."""
    _head = b""
    """What waits for the body's first part."""
    _left = ENDLESS
    """Bytes of the body that are still to come."""

    async def send(self, message: Message) -> None:  # type: ignore[override]
        if self.flow.write_paused and not self.disconnected:
            await self.flow.drain()
        if self.disconnected:
            return
        if message["type"] == "http.response.start":
            self._begin(message["status"], message.get("headers", ()))
        else:
            self._go_on(message.get("body", b""), message.get("more_body", False))

    def _begin(self, status: int, headers: RawHeaders) -> None:
        if self.response_started:
            raise RuntimeError("an answer begins once")
        self.response_started, self.waiting_for_100_continue = True, False
        self._mute, told = self.scope["method"] == "HEAD", dict(headers)
        self.chunked_encoding = b"content-length" not in told and status not in BODILESS
        self._left = ENDLESS if self.chunked_encoding else int(told.get(b"content-length", b"0"))
        ends = b"close" in told.get(b"connection", b"").lower()
        more = [CHUNKED] * (self.chunked_encoding and not self._mute) + [CLOSE] * (not self.keep_alive and not ends)
        self.keep_alive = self.keep_alive and not ends
        self._head = STATUS_LINE[status] + lines([*self.default_headers, *headers, *more]) + b"\r\n"

    def _go_on(self, body: bytes, more: bool) -> None:
        if not self.response_started or self.response_complete:
            raise RuntimeError("a body comes after its head, and ends once")
        self._left -= len(body)
        if self._left < 0 or (self._left and not (more or self.chunked_encoding or self._mute)):
            raise RuntimeError("a body is as long as its head says")
        if self._mute:
            body = b""
        elif self.chunked_encoding:
            body = (b"%x\r\n%b\r\n" % (len(body), body) if body else b"") + (b"" if more else LAST)
        if self._head or body:
            self.transport.write(self._head + body)
            self._head = b""
        if not more:
            self._end()

    def _end(self) -> None:
        self.response_complete = True
        self.message_event.set()
        if not self.keep_alive:
            self.transport.close()
        self.on_response()


def lines(headers: RawHeaders) -> bytes:
    """The lines of a head. Raises RuntimeError where one would be several."""
    found = b"".join([b"%s: %s\r\n" % header for header in headers])
    if found.count(b"\n") != len(headers) or found.count(b"\r") != len(headers):
        raise RuntimeError("a header is one line")
    return found
