"""The stream of a table's page: what changed, region by region, as server-sent events."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress

from starlette.requests import Request
from starlette.responses import StreamingResponse

from ..room.people import Person
from ..room.told import News, RoomError
from .render import log_items, names_of, patch, regions
from .session import house_of

BEAT = 15.0
"""Seconds without news after which the stream shows that it lives."""
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


def event(name: str, data: object, seq: int | None = None) -> str:
    """One server-sent event; its data is JSON, which holds no line break."""
    number = f"id: {seq}\n" if seq is not None else ""
    return f"{number}event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


def after_of(request: Request) -> int | None:
    """Where a stream is to go on: the browser's Last-Event-ID, else `after`; None for a snapshot."""
    for text in (request.headers.get("last-event-id", ""), request.query_params.get("after", "")):
        if text.isascii() and text.isdigit() and len(text) < 12:
            return int(text)
    return None


def page_event(news: News, shown: dict[str, str]) -> tuple[str, dict[str, str]]:
    """The event that brings a page up to date which shows the regions `shown`, and what it shows then."""
    now = regions(news)
    log = log_items(news.updates, names_of(news.info))
    data = {
        "html": patch(shown, now),
        "log": log,
        "fresh": news.fresh,
        "now": time.time(),
        "you": news.info.you,
        "turn": news.info.token is not None,
        "state": news.info.state,
    }
    return event("patch", data, news.seq), now


async def page_events(request: Request, table: str, person: Person | None, after: int | None) -> AsyncIterator[str]:
    """A page's stream. The regions that it shows are unknown at first, so the first event brings all of them."""
    shown: dict[str, str] = {}
    source = house_of(request).room.stream(table, person, after, device=person is not None)
    async for news in beating(source):
        if news is None:
            yield ": still here\n\n"
        else:
            text, shown = page_event(news, shown)
            yield text


async def beating(source: AsyncIterator[News]) -> AsyncIterator[News | None]:
    """News, and None whenever there was none for a while."""
    waiting: asyncio.Task[News] | None = None
    try:
        while True:
            waiting = waiting or asyncio.ensure_future(anext(source))
            done, _ = await asyncio.wait({waiting}, timeout=BEAT)
            if not done:
                yield None
                continue
            finished, waiting = waiting, None
            try:
                news = finished.result()
            except StopAsyncIteration:
                return
            yield news
    finally:
        if waiting is not None:
            waiting.cancel()
            with suppress(asyncio.CancelledError, StopAsyncIteration, RoomError):
                await waiting
        await source.aclose()  # type: ignore[attr-defined]


async def closing(events: AsyncIterator[str]) -> AsyncIterator[str]:
    """The events, their source let go when the reader is gone; a refusal ends the stream with its reason."""
    async with aclosing(events) as open_events:  # type: ignore[type-var]
        try:
            async for text in open_events:
                yield text
        except RoomError as error:
            yield event("refused", {"error": str(error)})


def streaming(events: AsyncIterator[str]) -> StreamingResponse:
    return StreamingResponse(closing(events), media_type="text/event-stream", headers=HEADERS)
