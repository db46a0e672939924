"""HTTP/1.1 connections: framing, one request at a time, and time limits.

A connection that waits for its client is idle, or half of a request is missing. Nobody loses anything when it ends.
So where no more are allowed, a new connection takes the place of a waiting one. It is the one that has waited longest,
of the address with most of them.

uvicorn's own connections start a task for each request, have one limit for all clients, and stay in their process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, cast
from weakref import ref

from starlette.types import ASGIApp, Scope
from uvicorn.server import ServerState

from .client_timing import ClientTiming
from .connection_limit import ConnectionLimit
from .error_responses import encode_last_answer
from .flow_control import READ, UNSENT, FlowControl
from .request_cycle import BODY_BUFFER, CLOSE, RequestCycle, encode_headers
from .request_guard import RECORD_LIMIT, find_network
from .request_head import HEAD_END, HEAD_LIMIT, HeadError, RequestHead, check_lines, parse_head

FRESH = 0.5
"""Seconds in which a new connection may still send its request when the server ends."""
CONNECTION = "shindig.connection"
"""Key in a scope of a weak reference to the connection."""
BUFFER = memoryview(bytearray(READ))
"""Read buffer of all connections. Its content is taken out before the next read."""

FULL_ANSWER = encode_last_answer("503 Service Unavailable", "The room is full just now; please try again later.")
LATE_ANSWER = encode_last_answer("408 Request Timeout", "The request did not come to its end in time.")


class DirectMoves(Protocol):
    """Answers moves without a task and an ASGI scope."""

    def take_move(self, connection: Connection, head: RequestHead, body: bytes) -> bool:
        """Take a whole request, to be answered by `write_answer` or `start_answer`. Returns False, with nothing done,
        for others."""
        ...


class ConnectionSettings(Protocol):
    """Settings of a server, as its connections use them."""

    loaded: bool
    loaded_app: Any
    timeout_keep_alive: int
    crowd: ConnectionLimit
    timing: ClientTiming
    moves: DirectMoves | None

    def load(self) -> None: ...


class Connection(FlowControl):
    """An HTTP/1.1 connection."""

    cycle: RequestCycle | None = None
    """Request that the application is answering."""
    first = b""
    """Bytes that another server read before the handover, until they are answered."""
    address = ""
    _head: RequestHead | None = None
    """Head of the current request, until its answer and the end of its body."""
    _direct = b""
    """Body of the move on the fast path."""
    _answering = _body_left = 0
    """True until the answer is complete; and bytes of the body still to come."""
    _counted = _busy = False
    """True if the limit counts it; and if it waits for the server rather than its client."""
    _checked = 0
    """Number of these bytes that were checked."""
    _fresh = True
    """True before the first answer."""
    _last = b""
    """Connection header of the last answer."""
    _idle_since = _began = 0.0
    _arrived = 0
    """Bytes since `_began`."""
    _deadline: asyncio.TimerHandle | None = None
    _idle: asyncio.TimerHandle | None = None

    def __init__(
        self, config: ConnectionSettings, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None
    ) -> None:
        if not config.loaded:
            config.load()
        self.setup, self.state, self.app_state = config, server_state, app_state
        self.app, self.crowd = cast(ASGIApp, config.loaded_app), config.crowd
        self.loop = asyncio.get_running_loop()

    @staticmethod
    def find(scope: Scope) -> Connection | None:
        """Return the connection of a request; None if it came another way."""
        known: Callable[[], Connection | None] | None = scope.get(CONNECTION)
        return known() if known else None

    # Beginning and end.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport, self._closing = transport, transport.is_closing
        self.state.connections.add(cast(Any, self))
        self.client, self.server = _read_end_point(transport, "peername"), _read_end_point(transport, "sockname")
        self.address = find_network(self.client[0]) if self.client else "local"
        transport.set_write_buffer_limits(UNSENT)
        self._counted = self.crowd.enter(self)
        if not self._counted:
            self._end(FULL_ANSWER)
            return
        self._await_request()
        if self.first:
            self.data_received(self.first)

    def connection_lost(self, _error: Exception | None) -> None:
        self._leave_limit()
        self.state.connections.discard(cast(Any, self))
        if self.cycle is not None:
            self.cycle.disconnect()
        self._wake()

    def eof_received(self) -> None:
        """Let the transport close: the client sends nothing more."""

    def cut(self) -> None:
        """Close at once, since another connection takes the place."""
        self._leave_limit()
        self.transport.abort()

    def shutdown(self) -> None:
        """Close with the server, after answering a request that was sent or is about to be."""
        self._last = encode_headers([CLOSE])
        if self._fresh and self._head is None:
            self.loop.call_later(FRESH, self._close_when_answered)
        else:
            self._close_when_answered()

    def _close_when_answered(self) -> None:
        if self._head is None:
            self.transport.close()
        elif self.cycle is not None:
            self.cycle.keep_alive = False

    def _leave_limit(self) -> None:
        for alarm in (self._deadline, self._stuck, self._idle, self._crowded):
            if alarm is not None:
                alarm.cancel()
        self._unread = b""
        if self._counted:
            self._counted = False
            self.crowd.leave(self, self._busy)

    def _end(self, answer: bytes = b"") -> None:
        """Close with a last answer, if the client takes it."""
        if answer:
            self.write(answer)
        self._unread = b""
        self.transport.close()
        self._abort_if_stuck()

    def _abort_if_stuck(self) -> None:
        self._stuck = self._stuck or self.loop.call_later(self.setup.timing.stuck, self.transport.abort)

    # Framing: one request at a time.

    def get_buffer(self, _sizehint: int) -> memoryview:
        return BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(BUFFER[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Handle received bytes. Those behind the current request wait; with many, reading pauses."""
        if self._closing():
            return
        self._arrived += len(data)
        if self._body_left:
            data = self._take_body(data)
        if data:
            self._unread = self._unread + data if self._unread else data
            self._begin_next()
        self._await_rest()

    def _begin_next(self) -> None:
        """Begin the next request, if there is one and nothing blocks it."""
        if self._closing():
            return
        if self._head is not None or self.write_paused:
            self._pause_if_crowded()
            return
        self.resume_reading()
        try:
            head = self._take_head()
        except HeadError as error:
            self._end(encode_last_answer(error.status, error.text))
            return
        if head is not None:
            self._begin_request(head)

    def _take_head(self) -> RequestHead | None:
        """Take the next head from the received bytes, once it is whole. Raises HeadError."""
        if self._unread.startswith(b"\r\n") and len(self._unread) > 2:  # one empty line may stand before a request
            self._unread, self._checked = self._unread[2:], 0
        data, start = self._unread, self._checked
        found = data.find(HEAD_END, max(0, start - len(HEAD_END)))
        end = found + len(HEAD_END) if found >= 0 else len(data) - data.endswith(b"\r")
        check_lines(data[start:end])
        if max(end, len(data) * (found < 0)) > HEAD_LIMIT:
            raise HeadError(f"Expected at most {HEAD_LIMIT} bytes of headers.", "431 Request Header Fields Too Large")
        if found < 0:
            self._checked = end
            return None
        self._unread, self._checked = data[end:], 0
        return parse_head(data[:end])

    def _begin_request(self, head: RequestHead) -> None:
        """Begin a request after its head."""
        self._head, self._answering, self._body_left = head, True, head.length
        moves, data = self.setup.moves, self._unread
        if moves is not None and head.method == "POST" and head.length <= len(data) and not self._last:
            self._direct, self._unread, self._body_left = data[: head.length], data[head.length :], 0
            self._mark_busy()
            if moves.take_move(self, head, self._direct):
                self._pause_if_crowded()
            else:
                self.start_answer(self.app)
            return
        self._start_application(self.app)
        self._unread = self._take_body(self._unread)
        self._pause_if_crowded()

    def _start_application(self, app: ASGIApp) -> None:
        """Start the application on the request."""
        assert self._head is not None
        head = self._head
        self.cycle = cycle = RequestCycle(
            self._make_scope(head), self, head.keep_alive and not self._last, head.awaits_continue and head.length > 0
        )
        task = self.loop.create_task(cycle.run(app))
        self.state.tasks.add(task)
        task.add_done_callback(self.state.tasks.discard)

    def _make_scope(self, head: RequestHead) -> Scope:
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": head.version,
            "server": self.server,
            "client": self.client,
            "scheme": "http",
            "root_path": "",
            "method": head.method,
            "path": head.path,
            "raw_path": head.raw_path,
            "query_string": head.query,
            "headers": head.headers,
            "state": self.app_state.copy(),
            CONNECTION: ref(self),
        }

    def _take_body(self, data: bytes) -> bytes:
        """Give the application its part of the received bytes. Returns the rest."""
        part, rest = data[: self._body_left], data[self._body_left :]
        self._body_left -= len(part)
        assert self.cycle is not None
        self.cycle.feed(part, self._body_left > 0)
        if self._body_left == 0:
            self._handle_body_end()
        elif len(self.cycle.body) > BODY_BUFFER:
            self.stop_reading()
        return rest

    def _handle_body_end(self) -> None:
        if self._answering:
            self._mark_busy()
        else:
            self._finish_request()

    def read_body(self) -> None:
        """Resume reading for an application that waits for a body."""
        if self._body_left:
            self.resume_reading()

    def end_request(self, keep_alive: bool) -> None:
        """End the answer. The rest of the body is read and dropped."""
        self._answering, self.first = False, b""
        self.state.total_requests += 1
        if self._closing():
            return
        if not keep_alive or self._last:
            self._end()
        elif self._body_left:
            self.resume_reading()
        else:
            self._finish_request()

    def _finish_request(self) -> None:
        """End the request: rest, or go on with received bytes after other connections had a turn."""
        self._head = self.cycle = None
        self._fresh, self._idle_since = False, self.loop.time()
        self._cancel_deadline()
        if self._busy and self._counted:
            self._busy = False
            self.crowd.mark_waiting(self)
        if self._idle is None:
            self._idle = self.loop.call_later(self.setup.timeout_keep_alive, self._end_idle)
        if self._unread:
            self.loop.call_soon(self._begin_waiting)
        else:
            self.resume_reading()

    def _begin_waiting(self) -> None:
        if self._unread and self._head is None:
            self._begin_next()
            self._await_rest()

    # Answers past the application.

    @property
    def default_lines(self) -> bytes:
        """Header lines of every answer: the date."""
        return encode_headers(self.state.default_headers)

    def write_answer(self, status: bytes, head: bytes, body: bytes) -> None:
        """Answer a move: first line, further header lines, body."""
        self._direct = b""
        self.write(b"".join((status, self.default_lines, head, self._last, b"\r\n", body)))
        self.end_request(True)

    def start_answer(self, app: ASGIApp) -> None:
        """Let an application answer the move that was taken."""
        body, self._direct = self._direct, b""
        if not self._closing():
            self._start_application(app)
            cast(RequestCycle, self.cycle).feed(body, False)
            self._pause_if_crowded()

    @property
    def is_chunked(self) -> bool:
        """True if the current answer is chunked, so that `put` may write to it."""
        return self.cycle is not None and self.cycle.chunked

    def write_chunk(self, data: bytes) -> bool:
        """Write a chunk. Returns False if it has to wait."""
        if self.write_paused:
            return False
        self.write(b"%x\r\n%b\r\n" % (len(data), data))
        return True

    # Handing over to another server.

    @property
    def can_hand_over(self) -> bool:
        """True if there is exactly one whole, unanswered request, and the connection was not just handed over."""
        if self.first or self._unread or self.transport.get_write_buffer_size() or self._closing():
            return False
        return self.cycle is not None and self._answering > 0 and not self._body_left and not self.cycle.started

    @property
    def descriptor(self) -> int:
        return int(self.transport.get_extra_info("socket").fileno())

    def release_socket(self) -> None:
        """Forget a connection that was handed over, and leave its socket open."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        self.transport.abort()

    # Time limits.

    def _mark_busy(self) -> None:
        """Cancel the time limit: the request is whole."""
        if self._counted and not self._busy:
            self._busy = True
            self.crowd.mark_busy(self)
        self._cancel_deadline()

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _await_rest(self) -> None:
        """Set the time limit for the missing part of a request."""
        if self._deadline is None and (self._body_left or (self._head is None and self._unread)):
            self._await_request()

    def _await_request(self) -> None:
        if not self._closing():
            self._began, self._arrived = self.loop.time(), 0
            self._deadline = self.loop.call_later(self.setup.timing.begin, self._check_deadline)

    def _check_deadline(self) -> None:
        """Close, unless the missing part is coming fast enough."""
        self._deadline = None
        timing = self.setup.timing
        given = timing.begin + min(self._arrived, RECORD_LIMIT) / timing.slowest
        left = self._began + given - self.loop.time()
        if left > 0.01:
            self._deadline = self.loop.call_later(left, self._check_deadline)
        elif not self.write_paused:
            told = self._head is not None and self.cycle is not None and self.cycle.started
            self._end(b"" if told else LATE_ANSWER)

    def _end_idle(self) -> None:
        """Close an idle connection. Requests since then have set no alarm of their own."""
        self._idle = None
        left = self._idle_since + self.setup.timeout_keep_alive - self.loop.time()
        if self._head is not None or self._unread or self._closing():
            return
        if left > 0.01:
            self._idle = self.loop.call_later(left, self._end_idle)
        else:
            self._end()


def _read_end_point(transport: asyncio.BaseTransport, name: str) -> tuple[str, int] | None:
    """Return host and port of an end of the connection; None for a Unix socket."""
    found = transport.get_extra_info(name)
    return (str(found[0]), int(found[1])) if isinstance(found, tuple) and len(found) > 1 else None
