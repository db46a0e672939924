"""The streams: what changed at a table, as server-sent events; for pages region by region, for programs as news."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import perf_counter

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..room.feed import Feed
from ..room.measures import TOLD
from ..room.store import StoreError
from ..room.told import BusyError, News
from ..room.wire import encode, news_json
from .limits import Place
from .render import left_of, log_items, patch, regions, turn_of
from .security import address_of, token_of
from .session import person_of, site_of

BEAT = 15.0
"""Seconds without news after which a stream shows that it lives; also how often it is asked whose it is."""
BEATS = b": still here\n\n"
SOON, LATE = b"retry: 500\n\n", b"retry: 60000\n\n"
"""After how many milliseconds a browser comes back when its stream ends; later where the table is closed."""

Teller = Callable[[News], bytes]
"""Makes the event that tells a reader the news."""


async def streamed(request: Request, table: str, tell: Teller, device: bool = False) -> Response:
    """What happens at a table, to whoever asks. Raises BusyError where too many look on."""
    site, person = site_of(request), await person_of(request)
    if person is not None and await site.room.seated(table, person):
        place = site.places.seated(person.id)
    else:
        place = site.places.onlooker(address_of(request.scope), table)
    try:
        feed = await site.room.feed(table, person, after_of(request), device and person is not None)
    except BaseException:
        place.give_up()
        raise

    async def still() -> bool:
        """Whether the session goes on; while the database is out it does."""
        with suppress(StoreError, BusyError):
            return person is None or await site.room.people.who(token_of(request.headers)) is not None
        return True

    return EventStream(feed, tell, place, still)


class EventStream(Response):
    """A feed as server-sent events, until the table, the reader, the place or the session is gone."""

    media_type = "text/event-stream"

    def __init__(self, feed: Feed, tell: Teller, place: Place, still: Callable[[], Awaitable[bool]]) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._feed, self._tell, self._place, self._still = feed, tell, place, still
        self._told, self._quiet, self._asked = True, False, True
        place.wake = feed.wake

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        tasks = [asyncio.ensure_future(self._send_all(send)), asyncio.ensure_future(_gone(receive))]
        self._alarm = asyncio.get_running_loop().call_later(BEAT, self._beat)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._alarm.cancel()
            self._feed.close()
            self._place.give_up()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _send_all(self, send: Send) -> None:
        """A reader who takes nothing holds up nobody else: what it misses meanwhile, it gets as a snapshot."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": SOON, "more_body": True})
        while not (self._feed.over or self._place.over) and (self._asked or await self._known()):
            news = self._feed.take()
            if news is not None:
                self._told = True
                asked = self._feed.asked
                await send({"type": "http.response.body", "body": self._tell(news), "more_body": True})
                if asked is not None and news.updates and not news.fresh:
                    TOLD.observe(perf_counter() - asked)
            elif self._quiet:
                self._quiet = False
                await send({"type": "http.response.body", "body": BEATS, "more_body": True})
            else:
                await self._feed.wait()
        await send({"type": "http.response.body", "body": LATE if self._feed.closed else b"", "more_body": False})

    async def _known(self) -> bool:
        """Whether it is still the stream of somebody known; asked once a beat."""
        self._asked = True
        return await self._still()

    def _beat(self) -> None:
        """Now and then: ask whose the stream is; where nothing was told since the last time, say that it lives."""
        self._quiet, self._asked, self._told = not self._told, False, False
        self._feed.wake()
        self._alarm = asyncio.get_running_loop().call_later(BEAT, self._beat)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def event(name: str, data: bytes, seq: int) -> bytes:
    """One server-sent event; its data is JSON, which holds no line break."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (seq, name.encode(), data)


def after_of(request: Request) -> int | None:
    """Where a stream is to go on: the browser's Last-Event-ID, else `after`; None for a snapshot."""
    for text in (request.headers.get("last-event-id", ""), request.query_params.get("after", "")):
        if text.isascii() and text.isdigit() and len(text) < 16:
            return int(text)
    return None


def news_event(news: News) -> bytes:
    """The event that brings a program up to date."""
    return event("news", news_json(news), news.seq)


class Page:
    """What a page shows: the regions are unknown at first, so that the first event brings all of them."""

    def __init__(self) -> None:
        self.shown: dict[str, str] = {}

    def event(self, news: News) -> bytes:
        """The event that brings the page up to date."""
        now = regions(news)
        data = {
            "html": patch(self.shown, now),
            "log": log_items(news),
            "fresh": news.fresh,
            "left": left_of(news),
            "you": news.info.you,
            "turn": turn_of(news.info),
            "state": news.info.state,
        }
        self.shown = now
        return event("patch", encode(data), news.seq)
