"""HTTP/1.1 connections: framing, one request at a time, and time limits.

A connection that waits for its client, because half of a request is missing or because it is idle, costs nobody
anything when it ends. So where there are as many as there may be, a new one takes the place of such a one: of the
address with most of them, the one that has waited longest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast
from weakref import ref

from starlette.types import ASGIApp, Scope
from uvicorn.server import ServerState

from ..refusals import last_word
from ..security import RECORD_LIMIT, network_of
from .flow_control import READ, STUCK, UNSENT, FlowControl
from .request_cycle import BODY_BUFFER, CLOSE, RequestCycle, lines
from .request_head import END, HEAD_LIMIT, HeadError, RequestHead, check_lines, parse_head

if TYPE_CHECKING:
    from .setup import Setup

BEGIN = 20.0
"""Seconds for a request to arrive."""
SLOWEST = 16_384
"""Bytes a second at which it gets more time."""
LONGEST = BEGIN + RECORD_LIMIT / SLOWEST
FRESH = 0.5
"""Seconds in which a new connection may still send its request when the server ends."""
CONNECTION = "shindig.connection"
"""The key in a scope of a weak reference to the connection."""
BUFFER = memoryview(bytearray(READ))
"""Shared by all connections: what is read into it is taken out before anything else is read."""

FULL = last_word("503 Service Unavailable", "The room is full just now; please try again later.")
LATE = last_word("408 Request Timeout", "The request did not come to its end in time.")


class Connection(FlowControl):
    """One connection."""

    cycle: RequestCycle | None = None
    """The request that the application answers."""
    first = b""
    """What another server has read of it, before it was handed over: until that is answered."""
    address = ""
    _head: RequestHead | None = None
    """Of the request under way: from its head to its answer and the end of its body."""
    _direct = b""
    """The body of a move that is answered directly, while it is."""
    _answering = _body_left = 0
    """Whether the answer is still to come, and bytes of the body that are."""
    _counted = _busy = False
    """Whether the crowd counts it, and whether it waits for the room rather than for its client."""
    _checked = 0
    """Bytes of it that were checked."""
    _fresh = True
    """Whether nothing was answered on it."""
    _last = b""
    """The header of the last answer."""
    _idle_since = _began = 0.0
    _arrived = 0
    """Bytes since `_began`."""
    _deadline: asyncio.TimerHandle | None = None
    _idle: asyncio.TimerHandle | None = None

    def __init__(self, config: Setup, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None) -> None:
        if not config.loaded:
            config.load()
        self.setup, self.state, self.app_state = config, server_state, app_state
        self.app, self.crowd = cast(ASGIApp, config.loaded_app), config.crowd
        self.loop = asyncio.get_running_loop()

    @staticmethod
    def of(scope: Scope) -> Connection | None:
        """Find the connection of a request; None where it came in another way."""
        known: Callable[[], Connection | None] | None = scope.get(CONNECTION)
        return known() if known else None

    # Beginning and end.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport, self._closing = transport, transport.is_closing
        self.state.connections.add(cast(Any, self))
        self.client, self.server = _end_point(transport, "peername"), _end_point(transport, "sockname")
        self.address = network_of(self.client[0]) if self.client else "local"
        transport.set_write_buffer_limits(UNSENT)
        self._counted = self.crowd.enter(self)
        if not self._counted:
            self._end(FULL)
            return
        self._await_request()
        if self.first:
            self.data_received(self.first)

    def connection_lost(self, _error: Exception | None) -> None:
        self._forget()
        self.state.connections.discard(cast(Any, self))
        if self.cycle is not None:
            self.cycle.disconnect()
        self._wake()

    def eof_received(self) -> None:
        """The client sends nothing more: the transport closes."""

    def cut(self) -> None:
        """End at once: another connection takes the place."""
        self._forget()
        self.transport.abort()

    def shutdown(self) -> None:
        """End with the server: a request that was sent is answered, and one that is about to be sent."""
        self._last = lines([CLOSE])
        if self._fresh and self._head is None:
            self.loop.call_later(FRESH, self._shut)
        else:
            self._shut()

    def _shut(self) -> None:
        if self._head is None:
            self.transport.close()
        elif self.cycle is not None:
            self.cycle.keep_alive = False

    def _forget(self) -> None:
        for alarm in (self._deadline, self._stuck, self._idle, self._crowded):
            if alarm is not None:
                alarm.cancel()
        self._unread = b""
        if self._counted:
            self._counted = False
            self.crowd.leave(self, self._busy)

    def _end(self, answer: bytes = b"") -> None:
        """End with a last answer; where the client does not take even that, without."""
        if answer:
            self.write(answer)
        self._unread = b""
        self.transport.close()
        self._stuck = self._stuck or self.loop.call_later(STUCK, self.transport.abort)

    # Framing: one request at a time.

    def get_buffer(self, _sizehint: int) -> memoryview:
        return BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(BUFFER[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Take what has come. What is beyond the request under way waits; where it is much, nothing more is read."""
        if self._closing():
            return
        self._arrived += len(data)
        if self._body_left:
            data = self._take_body(data)
        if data:
            self._unread = self._unread + data if self._unread else data
            self._next()
        self._await_rest()

    def _next(self) -> None:
        """Begin the next request, if there is one and nothing is in its way."""
        if self._closing():
            return
        if self._head is not None or self.write_paused:
            self._pause_if_crowded()
            return
        self._resume()
        try:
            head = self._take_head()
        except HeadError as error:
            self._end(last_word(error.status, error.text))
            return
        if head is not None:
            self._begin(head)

    def _take_head(self) -> RequestHead | None:
        """Take the next head out of what has come, once it is whole. Raises HeadError."""
        if self._unread.startswith(b"\r\n") and len(self._unread) > 2:  # one empty line may stand before a request
            self._unread, self._checked = self._unread[2:], 0
        data, start = self._unread, self._checked
        found = data.find(END, max(0, start - len(END)))
        end = found + len(END) if found >= 0 else len(data) - data.endswith(b"\r")
        check_lines(data[start:end])
        if max(end, len(data) * (found < 0)) > HEAD_LIMIT:
            raise HeadError(f"Expected at most {HEAD_LIMIT} bytes of headers.", "431 Request Header Fields Too Large")
        if found < 0:
            self._checked = end
            return None
        self._unread, self._checked = data[end:], 0
        return parse_head(data[:end])

    def _begin(self, head: RequestHead) -> None:
        """Begin a request whose head has come."""
        self._head, self._answering, self._body_left = head, True, head.length
        moves, data = self.setup.moves, self._unread
        if moves is not None and head.method == "POST" and head.length <= len(data) and not self._last:
            self._direct, self._unread, self._body_left = data[: head.length], data[head.length :], 0
            self._wait_for_room()
            if moves.take(self, head, self._direct):
                self._pause_if_crowded()
            else:
                self.answer_with(self.app)
            return
        self._start(self.app)
        self._unread = self._take_body(self._unread)
        self._pause_if_crowded()

    def _start(self, app: ASGIApp) -> None:
        """Start the application on the request."""
        assert self._head is not None
        head = self._head
        self.cycle = cycle = RequestCycle(
            self._scope(head), self, head.keep_alive and not self._last, head.awaits_continue and head.length > 0
        )
        task = self.loop.create_task(cycle.run(app))
        self.state.tasks.add(task)
        task.add_done_callback(self.state.tasks.discard)

    def _scope(self, head: RequestHead) -> Scope:
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
        """Give the application its part of what has come; return the rest."""
        part, rest = data[: self._body_left], data[self._body_left :]
        self._body_left -= len(part)
        assert self.cycle is not None
        self.cycle.feed(part, self._body_left > 0)
        if self._body_left == 0:
            self._body_ended()
        elif len(self.cycle.body) > BODY_BUFFER:
            self._pause()
        return rest

    def _body_ended(self) -> None:
        if self._answering:
            self._wait_for_room()
        else:
            self._finish()

    def read_body(self) -> None:
        """Read on, for an application that waits for a body."""
        if self._body_left:
            self._resume()

    def end_request(self, keep_alive: bool) -> None:
        """The application has answered. A body that is still on its way is read and dropped."""
        self._answering, self.first = False, b""
        self.state.total_requests += 1
        if self._closing():
            return
        if not keep_alive or self._last:
            self._end()
        elif self._body_left:
            self._resume()
        else:
            self._finish()

    def _finish(self) -> None:
        """The request is over: rest, or go on with what has come meanwhile, after others have had their turn."""
        self._head = self.cycle = None
        self._fresh, self._idle_since = False, self.loop.time()
        self._cancel_deadline()
        if self._busy and self._counted:
            self._busy = False
            self.crowd.wait(self)
        if self._idle is None:
            self._idle = self.loop.call_later(self.setup.timeout_keep_alive, self._end_idle)
        if self._unread:
            self.loop.call_soon(self._go_on)
        else:
            self._resume()

    def _go_on(self) -> None:
        if self._unread and self._head is None:
            self._next()
            self._await_rest()

    # Answers past the application.

    @property
    def default_lines(self) -> bytes:
        """The lines with which every answer begins: the date."""
        return lines(self.state.default_headers)

    def answer(self, status: bytes, head: bytes, body: bytes) -> None:
        """Answer a move: the first line, further lines of the head, and the body."""
        self._direct = b""
        self.write(b"".join((status, self.default_lines, head, self._last, b"\r\n", body)))
        self.end_request(True)

    def answer_with(self, app: ASGIApp) -> None:
        """Have an application answer the move that was taken."""
        body, self._direct = self._direct, b""
        if not self._closing():
            self._start(app)
            cast(RequestCycle, self.cycle).feed(body, False)
            self._pause_if_crowded()

    @property
    def in_pieces(self) -> bool:
        """Whether the answer whose head was sent goes in chunks, which `put` writes as long as it goes on."""
        return self.cycle is not None and self.cycle.chunked

    def put(self, data: bytes) -> bool:
        """Write a chunk; False where it has to wait."""
        if self.write_paused:
            return False
        self.write(b"%x\r\n%b\r\n" % (len(data), data))
        return True

    # Handing over to another server.

    @property
    def may_go(self) -> bool:
        """Whether one whole request, not answered yet, is all there is on it, and it was not handed to us just now."""
        if self.first or self._unread or self.transport.get_write_buffer_size() or self._closing():
            return False
        return self.cycle is not None and self._answering > 0 and not self._body_left and not self.cycle.started

    @property
    def descriptor(self) -> int:
        return int(self.transport.get_extra_info("socket").fileno())

    def rest(self) -> None:
        """Read nothing more."""
        self._pause()

    def go_on(self) -> None:
        self._resume()

    def let_go(self) -> None:
        """Forget a connection that another server has now, and leave its socket open."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        self.transport.abort()

    # Time limits.

    def _wait_for_room(self) -> None:
        """The request is whole: the client has nothing more to send."""
        if self._counted and not self._busy:
            self._busy = True
            self.crowd.ask(self)
        self._cancel_deadline()

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _await_rest(self) -> None:
        """Give the client its time where a part of a request is missing."""
        if self._deadline is None and (self._body_left or (self._head is None and self._unread)):
            self._await_request()

    def _await_request(self) -> None:
        if not self._closing():
            self._began, self._arrived = self.loop.time(), 0
            self._deadline = self.loop.call_later(BEGIN, self._late)

    def _late(self) -> None:
        """Give up, unless what is missing comes fast enough."""
        self._deadline = None
        left = self._began + min(BEGIN + self._arrived / SLOWEST, LONGEST) - self.loop.time()
        if left > 0.01:
            self._deadline = self.loop.call_later(left, self._late)
        elif not self.write_paused:
            told = self._head is not None and self.cycle is not None and self.cycle.started
            self._end(b"" if told else LATE)

    def _end_idle(self) -> None:
        """End a connection that has been idle for long. Requests since then have set no alarm of their own."""
        self._idle = None
        left = self._idle_since + self.setup.timeout_keep_alive - self.loop.time()
        if self._head is not None or self._unread or self._closing():
            return
        if left > 0.01:
            self._idle = self.loop.call_later(left, self._end_idle)
        else:
            self._end()


def _end_point(transport: asyncio.BaseTransport, name: str) -> tuple[str, int] | None:
    """Read the host and port of an end of the connection; None for a Unix socket."""
    found = transport.get_extra_info(name)
    return (str(found[0]), int(found[1])) if isinstance(found, tuple) and len(found) > 1 else None
