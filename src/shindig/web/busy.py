"""Moves and streams, the busiest requests of all, past the framework's layers: the same functions, called at once."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from . import api, tables
from .refusals import Json

Busy = Callable[[Request, str], Awaitable[Response]]
Handler = Callable[[Request, Exception], Awaitable[Response]]


async def protocol_move(request: Request, table: str) -> Response:
    """`api.move`, whose body is read as the framework would."""
    try:
        body = api.NewMove.model_validate_json(await request.body())
    except ValidationError as error:
        found = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        raise RequestValidationError(found) from None
    return Json(await api.move(request, table, body), 201)


BUSY: tuple[tuple[re.Pattern[str], Busy], ...] = tuple(
    (re.compile(pattern.replace("TABLE", "([a-z0-9]{1,32})")), busy)
    for pattern, busy in (
        ("POST /api/tables/TABLE/moves", protocol_move),
        ("POST /t/TABLE/move", tables.move),
        ("GET /t/TABLE/stream", tables.stream),
    )
)


class BusyFirst:
    """What takes these past everything else; `handlers` answer for all errors, by their kind."""

    def __init__(self, app: ASGIApp, handlers: dict[type[Exception], Handler]) -> None:
        self.app, self.handlers = app, handlers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        busy = self._busy(scope)
        if busy is None:
            await self.app(scope, receive, send)
            return
        function, table = busy
        request = Request(scope, receive)
        try:
            response = await function(request, table)
        except Exception as error:
            response = await self._handler(error)(request, error)
        await response(scope, receive, send)

    @staticmethod
    def _busy(scope: Scope) -> tuple[Busy, str] | None:
        if scope["type"] != "http":
            return None
        asked = f"{scope['method']} {scope['path']}"
        matches = ((pattern.fullmatch(asked), busy) for pattern, busy in BUSY)
        return next(((busy, match[1]) for match, busy in matches if match), None)

    def _handler(self, error: Exception) -> Handler:
        return next(self.handlers[kind] for kind in type(error).__mro__ if kind in self.handlers)
