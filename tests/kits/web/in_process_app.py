"""The application without a server: requests are handed to it in the same process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shindig.server.game_server import GameServer
from shindig.server.settings.room_settings import RoomSettings
from shindig.web.app import Application, create_app
from shindig.web.http.request_guard import Limits
from tests.kits.server.databases import sqlite_database
from tests.kits.server.room_kit import QUICK, HandClock, InlineBots

PASSWORDS = {"login_rate", "login_burst", "address_rate", "address_burst"}
FREELY: dict[str, Any] = {
    one.name: 1e6 for one in fields(Limits) if one.name.endswith(("rate", "burst")) and one.name not in PASSWORDS
}
FREE = Limits(**FREELY)
"""No limits of how often, but for passwords."""


@asynccontextmanager
async def application(
    folder: Path, limits: Limits = FREE, settings: RoomSettings | None = None, **more: Any
) -> AsyncIterator[tuple[Application, GameServer]]:
    """The application over a fresh room, its clock moved by hand."""
    options: dict[str, Any] = {"clock": HandClock(), "pace": QUICK, "bots": InlineBots()} | more
    app = create_app(sqlite_database(folder / "room.db"), limits, settings=settings, **options)
    async with app.router.lifespan_context(app):
        yield app, app.room


def frameworks_way(app: Application) -> ASGIApp:
    """The same application without what stands before the framework's layers."""

    async def whole(scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = app
        await FastAPI.__call__(app, scope, receive, send)

    return whole


def client(app: ASGIApp, token: str, address: str = "127.0.0.1") -> httpx.AsyncClient:
    """A program with its token."""
    headers = {"authorization": f"Bearer {token}", "accept": "application/json"}
    return httpx.AsyncClient(transport=_transport(app, address), base_url="http://room", headers=headers)


def browser(app: ASGIApp, address: str = "127.0.0.1") -> httpx.AsyncClient:
    """A browser, which keeps its cookie."""
    headers = {"accept": "text/html", "origin": "http://room"}
    return httpx.AsyncClient(transport=_transport(app, address), base_url="http://room", headers=headers)


def _transport(app: ASGIApp, address: str) -> httpx.ASGITransport:
    return httpx.ASGITransport(app=app, raise_app_exceptions=False, client=(address, 1))


def listen(app: ASGIApp, path: str, token: str, told: Callable[[], None]) -> asyncio.Future[None]:
    """Read a stream, and call `told` at every event of it."""

    async def receive() -> Message:
        await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if b"data: " in message.get("body", b""):
            told()

    headers = [(b"host", b"room"), (b"authorization", f"Bearer {token}".encode())]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers, "scheme": "http"}
    return asyncio.ensure_future(app(scope, receive, send))
