"""Connections: none waits for ever for what its client does not send or take, and there is room for one more.

A connection whose client has the word, because half of a request is still to come or because it rests between two,
costs nobody anything when it ends. So where there are as many as there may be, the next one takes the place of such a
one: of the address that has most of them, the one that has waited longest.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import unquote
from weakref import ref

import httptools
import uvicorn
from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .cycle import Cycle
from .refusals import AGAIN
from .security import RECORD_LIMIT, network_of

BEGIN = 20.0
"""Seconds for a request to arrive."""
SLOWEST = 16_384
"""Bytes a second at which it gets more."""
LONGEST = BEGIN + RECORD_LIMIT / SLOWEST
STUCK = 60.0
"""Seconds for which an answer waits for a client that takes nothing."""
HEAD_LIMIT = 64 * 1024
"""Bytes of a request before its body."""
FRESH = 0.5
"""Seconds in which a connection that has just begun may still say what it wants when the server ends."""
KNOWN = 0.25
"""The part of all connections that is kept for people who are known."""
LINE = "shindig.line"
"""In a request's scope, the connection on which it came, held by nothing else."""
OWN = 80
"""Descriptors for the room's own files, database and bots."""


def _plain(status: str, text: str) -> bytes:
    """A whole answer, after which the connection ends."""
    body = b'{"error":"%s"}' % text.encode()
    head = f"HTTP/1.1 {status}\r\nconnection: close\r\nretry-after: {AGAIN}\r\ncontent-type: application/json\r\n"
    return head.encode() + b"content-length: %d\r\n\r\n" % len(body) + body


FULL = _plain("503 Service Unavailable", "The room is full just now; please try again later.")
LATE = _plain("408 Request Timeout", "The request did not come to its end in time.")
LONG = _plain("431 Request Header Fields Too Large", f"Expected at most {HEAD_LIMIT} bytes of headers.")


class Crowd:
    """All connections of a server, at most `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._waiting: dict[str, OrderedDict[Connection, None]] = {}
        """Those whose clients have the word, by address, who has waited longest first."""
        self._count = 0
        self._busy = 0

    @property
    def crowded(self) -> bool:
        """Whether only people who are known find a place."""
        return self._busy >= self.most * (1 - KNOWN)

    def enter(self, connection: Connection) -> bool:
        """A connection begins, and its client has the word. False where there is no place for it."""
        if self._count >= self.most and not self._made_room():
            return False
        self._count += 1
        self._waiting.setdefault(connection.address, OrderedDict())[connection] = None
        return True

    def leave(self, connection: Connection, busy: bool) -> None:
        """A connection ends."""
        self._count -= 1
        if busy:
            self._busy -= 1
        else:
            self._done_waiting(connection)

    def turn(self, connection: Connection, busy: bool) -> None:
        """The word goes from the client to the room, which is busy with a request, or back."""
        self._busy += 1 if busy else -1
        if busy:
            self._done_waiting(connection)
        else:
            self._waiting.setdefault(connection.address, OrderedDict())[connection] = None

    def _done_waiting(self, connection: Connection) -> None:
        waiting = self._waiting[connection.address]
        del waiting[connection]
        if not waiting:
            del self._waiting[connection.address]

    def _made_room(self) -> bool:
        if not self._waiting:
            return False
        most = max(self._waiting.values(), key=len)
        next(iter(most)).cut()
        return True


class Setup(uvicorn.Config):
    """How a server is run: whom it trusts to say who asks, and how many connections it has.

    One that is `shared` has as many again to other servers, for what it passes on, and from them.
    """

    def __init__(
        self, app: Any, descriptors: int, trusted: tuple[str, ...] = (), shared: bool = False, **more: Any
    ) -> None:
        backlog = min(2048, descriptors // 8)
        self.crowd = Crowd(max(descriptors - backlog - OWN, descriptors // 2) // (3 if shared else 1))
        app.crowd = self.crowd
        super().__init__(
            app,
            http=Connection,
            backlog=backlog,
            log_level="error",
            access_log=False,
            server_header=False,
            ws="none",
            proxy_headers=bool(trusted),
            forwarded_allow_ips=[*trusted],
            **more,
        )


class Outlet:
    """A transport that has no room any more once it is closing: what is written then is lost, whatever the loop.

    Between the loss of a connection and the moment at which we are told, uvloop's own would raise.
    """

    __slots__ = ("_transport", "is_closing")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport, self.is_closing = transport, transport.is_closing

    def write(self, data: bytes) -> None:
        if not self.is_closing():
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class Connection(HttpToolsProtocol):
    """One connection."""

    address = ""
    _busy = _inside = False
    """Whether the room has the word, and whether the connection counts."""
    _head = _body = 0
    """Bytes of a head that has not come to its end, and bytes since `_began`."""
    _headed = False
    """Whether a head came to its end, and the request has not."""
    _began = 0.0
    _deadline: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None
    _answered: Cycle | None = None
    """Where several requests have come, the one that is being answered; `cycle` is the last of them."""
    first = b""
    """What another server has read of it, before it came here: until that is answered."""

    @staticmethod
    def of(scope: Scope) -> Connection | None:
        """The one on which something is asked; None where that was not asked on one of ours."""
        known: Callable[[], Connection | None] | None = scope.get(LINE)
        return known() if known else None

    @property
    def crowd(self) -> Crowd:
        assert isinstance(self.config, Setup)
        return self.config.crowd

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.transport = cast(asyncio.Transport, Outlet(transport))
        self.address = network_of(self.client[0]) if self.client else "local"
        self._inside = self.crowd.enter(self)
        if self._inside:
            self._await_request()
        else:
            self._end(FULL)
        if self.first and self._inside:
            self.data_received(self.first)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        if self._answered is not None:
            self._answered.disconnected = True
            self._answered.message_event.set()
        super().connection_lost(exc)

    def put(self, data: bytes) -> bool:
        """Write a piece of the answer that is streamed; False where it has to wait, or is not sent in pieces."""
        cycle = self._answered or self.cycle
        if self.flow.write_paused or cycle.response_complete or not cycle.chunked_encoding:
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(data), data))
        return True

    def shutdown(self) -> None:
        """The server ends: what is asked already is answered, and what is about to be."""
        if self.cycle is None:
            self.loop.call_later(FRESH, super().shutdown)
        else:
            super().shutdown()

    # Given to another server.

    @property
    def may_go(self) -> bool:
        """Whether there is nothing on it but one request, whole and not answered, nor given to us just now.

        Of what was answered before nothing may be left here: it would go with what is forgotten.
        """
        if self.first or self.transport.get_write_buffer_size():
            return False
        whole = self.cycle.scope is self.scope and not self.cycle.more_body and not self.pipeline
        return whole and not self.cycle.response_started and not self.transport.is_closing()

    @property
    def descriptor(self) -> int:
        return int(self.transport.get_extra_info("socket").fileno())

    def rest(self) -> None:
        """Take nothing more."""
        self.transport.pause_reading()

    def go_on(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def let_go(self) -> None:
        """It is another's: forget it, and leave it open."""
        self.cycle.disconnected = True
        self.transport.abort()

    def cut(self) -> None:
        """End at once: another takes the place."""
        self._forget()
        self.transport.abort()

    def _forget(self) -> None:
        for alarm in (self._deadline, self._stuck):
            if alarm is not None:
                alarm.cancel()
        if self._inside:
            self._inside = False
            self.crowd.leave(self, self._busy)

    def _end(self, answer: bytes = b"") -> None:
        """End with a last word; where the client does not take even that, without."""
        if answer:
            self.transport.write(answer)
        self.transport.close()
        self._stuck = self._stuck or self.loop.call_later(STUCK, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        self._head += len(data)
        self._body += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        self._turn()
        if self._head > HEAD_LIMIT and not self._headed:
            self._end(LONG)
        elif not self._busy and self._deadline is None:
            self._await_request()

    def on_headers_complete(self) -> None:
        """A request begins: it is answered at once, or after those that came before it."""
        self._headed = True
        before, self.cycle = cast(Cycle | None, self.cycle), self._asked()
        if before is None or before.response_complete:
            self._start_asgi_task(self.cycle, self.app)
            return
        self.flow.pause_reading()
        self.pipeline.appendleft((self.cycle, self.app))
        self._answered = self._answered or before

    def _asked(self) -> Cycle:
        url, version = httptools.parse_url(self.url), self.parser.get_http_version()
        path = url.path.decode("ascii")
        cast(dict[str, Any], self.scope).update(
            {
                "method": self.parser.get_method().decode("ascii"),
                "http_version": version,
                "path": unquote(path) if "%" in path else path,
                "raw_path": url.path,
                "query_string": url.query or b"",
                LINE: ref(self),
            }
        )
        return Cycle(
            scope=self.scope,
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=False,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=self.expect_100_continue,
            keep_alive=version != "1.0" and self.parser.should_keep_alive(),
            on_response=self.on_response_complete,
        )

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._head, self._headed = 0, False

    def on_response_complete(self) -> None:
        self.first = b""
        following = cast(Cycle, self.pipeline[-1][0]) if self.pipeline else None
        super().on_response_complete()
        self._answered = following
        self._turn()

    def _turn(self) -> None:
        """See who has the word."""
        busy = self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body
        if not self._inside or busy == self._busy:
            return
        self._busy = busy
        self.crowd.turn(self, busy)
        if busy and self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _await_request(self) -> None:
        self._began, self._body = self.loop.time(), 0
        self._deadline = self.loop.call_later(BEGIN, self._late)

    def _late(self) -> None:
        """Give up, unless what is missing comes fast enough."""
        allowed = min(BEGIN + self._body / SLOWEST, LONGEST)
        left = self._began + allowed - self.loop.time()
        if left > 0.01:
            self._deadline = self.loop.call_later(left, self._late)
            return
        cycle = self.cycle
        told = cycle is not None and cycle.response_started and (self._headed or not cycle.response_complete)
        self._end(b"" if told else LATE)

    def timeout_keep_alive_handler(self) -> None:
        if not self.transport.is_closing():
            self._end()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self._stuck or self.loop.call_later(STUCK, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None and not self.transport.is_closing():
            self._stuck.cancel()
            self._stuck = None
