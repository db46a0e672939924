"""The application: a room, its pages and its protocol."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from .. import __version__
from ..games import GameError
from ..room.people import PeopleError
from ..room.room import Room
from ..room.told import RoomError
from ..room.wire import status
from . import afterwards, api, assets, lobby, rules, tables
from .busy import BusyFirst, Handler
from .picking import PickError
from .refusals import refusal, sentence
from .security import Buckets, Guard, Limits
from .session import House

LOG = logging.getLogger(__name__)


class Application(FastAPI):
    """The framework's application, with what is ours before all of its layers."""

    def __init__(self, limits: Limits, **options: Any) -> None:
        super().__init__(**options)
        self._first = Guard(BusyFirst(super().__call__, HANDLERS), limits, self._known)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = self
        await self._first(scope, receive, send)

    def _known(self, token: str) -> bool:
        """Whether a token is somebody's who was here lately."""
        return bool(self.state.house.room.people.knows(token))


def create_app(database_url: str, limits: Limits | None = None, **room_options: Any) -> Application:
    """The application over a database; further options are those of `Room.start`."""
    allowed = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        room = await Room.start(database_url, **room_options)
        app.state.house = House(room, Buckets(allowed.guest_rate, allowed.guest_burst, allowed.clients))
        yield
        await room.close()

    app = Application(
        allowed,
        title="shindig",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    for error, handler in HANDLERS.items():
        app.add_exception_handler(error, handler)
    for part in (api, assets, lobby, rules, afterwards, tables):
        app.include_router(part.router)
    return app


async def refused(request: Request, error: Exception) -> Response:
    """What the room, people or games refuse."""
    clause = getattr(error, "clause", None)
    text = f"{error} ({clause})" if clause and clause not in str(error) else str(error)
    return refusal(status(error), sentence(text), request.url.path, request.headers, error=error)


async def malformed(request: Request, error: Exception) -> Response:
    """A request whose parts are not of the kind that was expected."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return refusal(400, f"{where}: {first['msg']}", request.url.path, request.headers)


async def answered(request: Request, error: Exception) -> Response:
    """What HTTP refuses: no such page, no such method, too large a body."""
    assert isinstance(error, HTTPException)
    texts = {404: "There is no such page.", 405: "This address expects another kind of request."}
    text = texts.get(error.status_code, str(error.detail))
    return refusal(error.status_code, text, request.url.path, request.headers, dict(error.headers or {}))


async def failed(request: Request, error: Exception) -> Response:
    """A fault of ours: logged, told without detail."""
    LOG.error("%s %s", request.method, request.url.path, exc_info=error)
    return refusal(500, "Something went wrong on our side. Nothing was lost.", request.url.path, request.headers)


HANDLERS: dict[type[Exception], Handler] = {
    **dict.fromkeys((RoomError, PeopleError, GameError, PickError), refused),
    RequestValidationError: malformed,
    HTTPException: answered,
    Exception: failed,
}
"""Who answers for what is refused."""
