"""Connections: none waits for ever for what its client does not send or take, and there is room for one more.

A connection whose client has the word, because half of a request is still to come or because it rests between two,
costs nobody anything when it ends. So where there are as many as there may be, the next one takes the place of such a
one: of the address that has most of them, the one that has waited longest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, cast
from urllib.parse import unquote
from weakref import ref

import httptools
import uvicorn
from starlette.types import ASGIApp, Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .crowd import Crowd
from .cycle import CLOSE, Cycle, lines
from .outlet import Outlet
from .peers import RawHeaders
from .refusals import last_word
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
LINE = "shindig.line"
"""In a request's scope, the connection on which it came, held by nothing else."""
OWN = 80
"""Descriptors for the room's own files, database and bots."""


FULL = last_word("503 Service Unavailable", "The room is full just now; please try again later.")
LATE = last_word("408 Request Timeout", "The request did not come to its end in time.")
LONG = last_word("431 Request Header Fields Too Large", f"Expected at most {HEAD_LIMIT} bytes of headers.")


class Quick(Protocol):
    """What takes busy requests past everything else."""

    def take(self, line: Connection, data: bytes) -> bool:
        """Whether all that has come is one, and the line will be told `answer` or `answer_by`; else nothing is done."""
        ...


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
        self.quick: Quick | None = getattr(app, "moves", None)
        self._dates: RawHeaders = []
        self._dated = b""
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

    def dated(self, headers: RawHeaders) -> bytes:
        """The first lines of every answer, which the server changes with each second."""
        if headers is not self._dates:
            self._dates, self._dated = headers, lines(headers)
        return self._dated


class Connection(HttpToolsProtocol):
    """One connection."""

    setup: Setup
    crowd: Crowd
    address = ""
    _busy = _inside = False
    """Whether the room has the word, and whether the connection counts."""
    _rests = False
    """Whether nothing is under way with the parser: no answer, and no part of a request."""
    _begun = False
    """Whether a part of a request is with the parser."""
    _quick = b""
    """What is answered past everything else,"""
    _later = b""
    """and what has come meanwhile."""
    heads: dict[bytes, Any]
    """What is remembered of heads that came so, byte by byte."""
    _instead: ASGIApp | None = None
    """What answers in the application's place."""
    _new = False
    """Whether nothing was answered on it."""
    _last = b""
    """What an answer says after which there is none."""
    _since = 0.0
    """When it began to rest."""
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

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        assert isinstance(self.config, Setup)
        self.setup, self.crowd, self._new, self.heads = self.config, self.config.crowd, True, {}
        self.transport = cast(asyncio.Transport, Outlet(transport))
        self._write, self._closing = transport.write, transport.is_closing
        self.address = network_of(self.client[0]) if self.client else "local"
        self._inside = self._rests = self.crowd.enter(self)
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

    @property
    def in_pieces(self) -> bool:
        """Whether the answer whose head was sent comes in pieces, which may be `put` as long as it goes on."""
        return bool((self._answered or self.cycle).chunked_encoding)

    def put(self, data: bytes) -> bool:
        """Write such a piece; False where it has to wait."""
        if self.flow.write_paused:
            return False
        if not self._closing():
            self._write(b"%x\r\n%b\r\n" % (len(data), data))
        return True

    def shutdown(self) -> None:
        """The server ends: what is asked already is answered, and what is about to be."""
        self._last = lines([CLOSE])
        if self._new and self.cycle is None and not self._quick:
            self.loop.call_later(FRESH, self._shut)
        else:
            self._shut()

    def _shut(self) -> None:
        if not self._quick:
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
        for alarm in (self._deadline, self._stuck, self.timeout_keep_alive_task):
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
        if self._quick:
            self._later += data
            self.flow.pause_reading()
        elif not (self._rests and self._taken(data)):
            self._parse(data)

    def _parse(self, data: bytes) -> None:
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

    # Past everything else.

    def _taken(self, data: bytes) -> bool:
        """Whether what has come is answered so."""
        quick, unread = self.setup.quick, self.flow.write_paused or self._closing()
        if quick is None or unread or not quick.take(self, data):
            return False
        self._quick = data
        self._to_room()
        return True

    def answer(self, status: bytes, head: bytes, body: bytes) -> None:
        """A whole answer: the first line and others of its head, and its body."""
        server = self.server_state
        server.total_requests += 1
        self._quick = self.first = b""
        if not self._inside or self._closing():
            return
        dated = self.setup.dated(server.default_headers)
        self._write(b"".join((status, dated, head, self._last, b"\r\n", body)))
        self._to_client()
        if self._last:
            self.transport.close()
        else:
            self._rest()

    def _rest(self) -> None:
        """Nothing is under way, unless more has come meanwhile."""
        self._new, self._since = False, self.loop.time()
        if self.timeout_keep_alive_task is None:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        if self._later:
            self._go_on_later()

    def _go_on_later(self) -> None:
        data, self._later = self._later, b""
        self.flow.resume_reading()
        self.data_received(data)

    def answer_by(self, app: ASGIApp) -> None:
        """Have this answer instead, by the way of all others."""
        data, self._quick, self._instead = self._quick, b"", app
        if not self.transport.is_closing():
            self._parse(data)
            self.cycle.keep_alive = self.cycle.keep_alive and not self._last
        self._instead = None
        if self._later and not self.transport.is_closing():
            self._go_on_later()

    # By the parser and the application.

    def on_message_begin(self) -> None:
        self._begun = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """A request begins: it is answered at once, or after those that came before it."""
        self._headed = True
        before, self.cycle = cast(Cycle | None, self.cycle), self._asked()
        if before is None or before.response_complete:
            self._start_asgi_task(self.cycle, cast(Any, self._instead or self.app))
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
        self._head, self._headed, self._begun = 0, False, False

    def on_response_complete(self) -> None:
        self.first = b""
        following = cast(Cycle, self.pipeline[-1][0]) if self.pipeline else None
        super().on_response_complete()
        self._answered, self._new = following, False
        self._turn()

    def _turn(self) -> None:
        """See who has the word."""
        answered = self.cycle is None or self.cycle.response_complete
        self._rests = self._inside and answered and not self._begun
        busy = not answered and not self.cycle.more_body
        if self._inside and busy != self._busy:
            self._to_room() if busy else self._to_client()

    def _to_room(self) -> None:
        """The word goes to the room."""
        self._busy = True
        self.crowd.ask(self)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _to_client(self) -> None:
        self._busy = False
        self.crowd.wait(self)

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
        """End a connection that has rested for long. What was asked meanwhile may have set no alarm of its own."""
        self.timeout_keep_alive_task = None
        left = self._since + self.timeout_keep_alive - self.loop.time()
        if self._quick or self.transport.is_closing():
            return
        if left > 0.01:
            self.timeout_keep_alive_task = self.loop.call_later(left, self.timeout_keep_alive_handler)
        else:
            self._end()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self._stuck or self.loop.call_later(STUCK, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None and not self.transport.is_closing():
            self._stuck.cancel()
            self._stuck = None
