"""Streams of server-sent events: for pages as changed regions, for programs as updates.

Packages for such streams send what a generator yields, one task for each client. Here the turn of a table writes into
the connections itself, and a client that is slow gets one update for all that it missed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import suppress
from types import coroutine
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from shindig.server.background_tasks import end_tasks
from shindig.server.broadcast.protocol_versions import encode
from shindig.server.broadcast.table_broadcast import Broadcast
from shindig.server.errors import BusyError
from shindig.server.schemas import TableUpdate
from shindig.server.storage.database import StoreError
from shindig.server.tables.subscription import Subscription, wake_nobody

from ..html.page_diff import PageState, find_time_left, find_timed_seat, find_waits, render_log_entries
from .client_timing import USUAL, ClientTiming
from .connection import Connection
from .error_responses import describe_error
from .request_cycle import wait_for_disconnect
from .request_guard import find_request_token, get_client_address
from .sessions import find_person, site_of
from .stream_slots import StreamSlot

LOG = logging.getLogger(__name__)

CHECKED = 2
"""Each heartbeat of so many checks the session too."""
BEATS = b": still here\n\n"
"""Sign of life for programs, if nothing was sent for a while."""
BEAT_EVENT = b"event: beat\ndata: %b\n\n"
"""Heartbeat for pages. They answer it, and reconnect if two are missing. A page whose person has acted gets none."""
RETRY_SOON, RETRY_LATE = b"retry: 500\n\n", b"retry: 60000\n\n"
"""Milliseconds before a browser reconnects after the end of a stream; more for a closed table."""

REPLACED_EVENT = RETRY_LATE + b"event: replaced\ndata: {}\n\n"
"""Last event of a stream that another one replaces. Its page reconnects on a touch."""
FAULT_EVENT = RETRY_LATE + b"event: fault\ndata: %b\n\n"
"""Last event of a stream that a fault ends. It names the package at fault, since a retry would fail as well."""

EventEncoder = Callable[[Broadcast, int, int | None], bytes]
"""Encodes a viewer's update after an event."""


async def open_stream(request: Request, table: str, tell: EventEncoder, device: bool = False) -> Response:
    """Stream a table to a client. Raises BusyError with too many onlookers."""
    site, person = site_of(request), await find_person(request)
    seated = person is not None and await site.room.is_seated(table, person)
    place = site.places.take_slot(person.id if person else "", get_client_address(request.scope), table, seated)
    try:
        after, browser = read_resume_point(request), request.query_params.get("browser", "")[:32]
        feed = await site.room.subscribe(table, person, after, device and person is not None, browser)
    except BaseException:
        place.release()
        raise

    async def still() -> bool:
        """Return True if the session is valid, or the database is down; False for a banned address."""
        if site.room.access.find_address_ban(get_client_address(request.scope)) is not None:
            return False
        with suppress(StoreError, BusyError):
            return person is None or await site.room.accounts.find_person(find_request_token(request.scope)) is not None
        return True

    return EventStream(feed, tell, place, still, site.timing, page=device)


class EventStream(Response):
    """A subscription as server-sent events, until the table, client, place or session ends.

    Updates go from the table's turn into the connection. A slow client delays nobody: what it misses while its
    connection is full comes as one update.
    """

    media_type = "text/event-stream"

    def __init__(
        self,
        feed: Subscription,
        tell: EventEncoder,
        place: StreamSlot,
        still: Callable[[], Awaitable[bool]],
        timing: ClientTiming = USUAL,
        page: bool = False,
    ) -> None:
        """Begin a stream; a `page` answers heartbeats."""
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._feed, self._tell, self._place, self._still = feed, tell, place, still
        self._timing, self._page, self._beats = timing, page, 0
        self._quiet, self._fault = False, b""
        self._full: asyncio.Task[None] | None = None
        """Write that waits for space in the connection."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._send = send
        self._ended = asyncio.get_running_loop().create_future()
        gone = asyncio.ensure_future(wait_for_disconnect(receive))
        gone.add_done_callback(self._end)
        try:
            await self._send_stream(gone, Connection.find(scope))
        finally:
            self._feed.close()
            self._place.release()
            await end_tasks(gone, self._full)

    async def _send_stream(self, gone: asyncio.Future[None], line: Connection | None) -> None:
        await self._send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await self._send({"type": "http.response.body", "body": RETRY_SOON, "more_body": True})
        self._put = line.write_chunk if line is not None and line.is_chunked else _take_nothing
        self._place.wake = self._send_and_listen
        self._send_and_listen()
        while not await self._has_ended_within(self._find_wait()) and await self._goes_on():
            self._send_heartbeat()
        self._end()
        if gone.done():
            return
        if self._full is not None:
            await self._full
        last = self._fault or (REPLACED_EVENT if self._place.over else RETRY_LATE if self._feed.is_closed else b"")
        await self._send({"type": "http.response.body", "body": last, "more_body": False})

    async def _has_ended_within(self, wait: float) -> bool:
        await asyncio.wait([self._ended], timeout=wait)
        return self._ended.done()

    def _end(self, *_: object) -> None:
        self._feed.listen(wake_nobody)
        if not self._ended.done():
            self._ended.set_result(None)

    def _send_and_listen(self) -> None:
        """Send what is new and listen for more, unless the connection is full or the stream has ended."""
        if self._full is not None or self._ended.done():
            return
        self._feed.listen(self._send_update)
        self._send_update(None)
        if self._place.over:
            self._end()

    def _send_update(self, moment: Broadcast | None) -> None:
        """Send an update. A fault ends this stream with its reason; table and other streams go on."""
        try:
            moment = moment or self._feed.moment()
            if moment is not None:
                self._quiet = False
                data = self._feed.take_from(moment, self._tell)
                if not self._put(data):
                    self._send_or_wait(data)
            if self._feed.over:
                self._end()
        except Exception as error:
            LOG.exception("a stream ends")
            self._fault = FAULT_EVENT % encode({"error": describe_error(error)})
            self._end()

    def _find_wait(self) -> float:
        """Return the seconds until the next heartbeat, or until a page counts as gone."""
        beat = self._timing.beat
        return min(beat, max(self._timing.silence - self._feed.silence, 0.0)) if self._page else beat

    async def _goes_on(self) -> bool:
        """Return False for a page that no longer answers, and every now and then for a session that has ended."""
        self._beats += 1
        if self._page and self._feed.silence >= self._timing.silence:
            self._feed.is_silent = True
            return False
        return self._beats % CHECKED > 0 or await self._still()

    def _send_heartbeat(self) -> None:
        """Send a heartbeat to a page; a sign of life to a program if nothing was sent since the last one."""
        if self._page:
            if self._full is None and self._feed.silence > self._timing.beat / 2:
                self._send_or_wait(BEAT_EVENT % encode({"every": self._timing.beat, "of": self._feed.name}))
        elif self._beats % CHECKED == 0:
            if self._quiet and self._full is None:
                self._send_or_wait(BEATS)
            self._quiet = True

    def _send_or_wait(self, data: bytes) -> None:
        """Send through a task, which waits for space in the connection."""
        rest = run_until_blocked(self._send({"type": "http.response.body", "body": data, "more_body": True}))
        if rest is not None:
            self._feed.listen(wake_nobody)
            self._full = asyncio.ensure_future(self._catch_up(rest))

    async def _catch_up(self, rest: Awaitable[None]) -> None:
        await rest
        self._full = None
        self._send_and_listen()


def _take_nothing(_: bytes) -> bool:
    """Refuse, so that everything is sent through the application."""
    return False


def run_until_blocked(work: Awaitable[None]) -> Awaitable[None] | None:
    """Run a coroutine as far as it goes without waiting. Returns the rest, or None if it is done."""
    steps = work.__await__()
    try:
        awaited = next(steps)
    except StopIteration:
        return None
    return _finish_steps(awaited, steps)


@coroutine
def _finish_steps(awaited: Any, steps: Generator[Any, None, None]) -> Generator[Any, None, None]:
    yield awaited
    yield from steps


def read_resume_point(request: Request) -> int | None:
    """Return the event after which a stream continues: the Last-Event-ID, else `after`; None for a snapshot."""
    for text in (request.headers.get("last-event-id", ""), request.query_params.get("after", "")):
        if text.isascii() and text.isdigit() and len(text) < 16:
            return int(text)
    return None


class PageStream:
    """State of a page: first all regions are sent, then changed ones."""

    def __init__(self) -> None:
        self._look = PageState()

    def encode_broadcast(self, moment: Broadcast, viewer: int, after: int | None) -> bytes:
        """Encode a viewer's update after an event."""
        return self.encode_update(moment.build_update(viewer, after))

    def encode_update(self, news: TableUpdate) -> bytes:
        """Encode the update that brings the page up to date."""
        html = b",".join([part.piece for part in self._look.apply_update(news)])
        told = {
            "log": render_log_entries(news, self._look.decks, self._look.language),
            "fresh": news.fresh,
            "left": find_time_left(news),
            "waits": find_waits(news),
            "you": news.own.you,
            "turn": find_timed_seat(news),
            "state": news.public.moving.state,
            "led": news.public.furniture.fields.get("led", ""),
        }
        return b'id: %d\nevent: patch\ndata: {"html":{%b},%b\n\n' % (news.seq, html, encode(told)[1:])
