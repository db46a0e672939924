"""Moves and streams, the busiest requests of all, past the framework's layers: its own routes, called at once."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple, cast

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from ..room.keeping import Keeper
from . import api, tables
from .passing import whole
from .refusals import Json
from .security import Guard, bounded, shields

Handler = Callable[[Request, Exception], Awaitable[Response]]
BUSY = (api.move, api.stream, tables.move, tables.stream)
QUERY = re.compile(rb"(?:after=\d{1,15})?")
"""What a busy request may ask beside its path: where a stream goes on."""


class Busy:
    """A route whose function takes the request, parts of the path, and perhaps a body.

    Parts of the path are what a table's id may be; with others, or another query, a request goes the framework's way.
    """

    def __init__(self, route: APIRoute) -> None:
        needs, field = route.dependant, route.body_field
        assert not needs.dependencies, f"{route.path} asks for more"
        path = re.sub(r"{(\w+)}", r"(?P<\1>[a-z0-9]{1,32})", route.path_format)
        self.asked = re.compile(f"(?:{'|'.join(route.methods or ())}) {path}")
        self.call, self.status = route.endpoint, route.status_code or 200
        self.request = needs.request_param_name or ""
        self.body = (field.name, cast(type[BaseModel], field.field_info.annotation)) if field else None

    async def answer(self, request: Request, parts: dict[str, str]) -> Response:
        """What the route's function says. Raises what it raises, and RequestValidationError."""
        given: dict[str, Any] = {self.request: request, **parts}
        if self.body is not None:
            name, kind = self.body
            given[name] = await read(request, kind)
        made = await self.call(**given)
        return made if isinstance(made, Response) else Json(made, self.status)


async def read(request: Request, kind: type[BaseModel]) -> BaseModel:
    """The body of a request, as the framework would read it. Raises RequestValidationError."""
    try:
        return kind.model_validate_json(await whole(request.receive))
    except ValidationError as error:
        found = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        raise RequestValidationError(found) from None


def busy_ones(routes: Iterable[BaseRoute]) -> list[Busy]:
    """Those of some routes that are busy."""
    return [Busy(route) for route in routes if isinstance(route, APIRoute) and route.endpoint in BUSY]


class Asked(NamedTuple):
    """A busy request."""

    busy: Busy
    parts: dict[str, str]
    """Of its path."""

    @property
    def table(self) -> str:
        return self.parts["table"]


class BusyFirst:
    """What takes these past everything else; `handlers` answer for all errors, by their kind."""

    def __init__(self, app: ASGIApp, handlers: dict[type[Exception], Handler]) -> None:
        self.app, self.handlers = app, handlers
        self.busy = busy_ones([*api.router.routes, *tables.router.routes])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = self.find(scope)
        if asked is None:
            await self.app(self._as_get(scope), receive, send)
        else:
            response = await self.answer(asked, scope, receive)
            await response(scope, receive, send)

    async def answer(self, asked: Asked, scope: Scope, receive: Receive) -> Response:
        """What a busy request is answered, be it a refusal."""
        request = Request(scope, receive)
        return await self.told(asked.busy.answer(request, asked.parts), request)

    async def told(self, telling: Awaitable[Response], request: Request) -> Response:
        """What somebody is told, or the refusal of it."""
        try:
            return await telling
        except Exception as error:
            return await self._handler(error)(request, error)

    async def refuse(self, error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer for an error."""
        request = Request(scope, receive)
        response = await self._handler(error)(request, error)
        await response(scope, receive, send)

    def find(self, scope: Scope) -> Asked | None:
        """The busy route that a request asks for, and the parts of its path."""
        if scope["type"] != "http" or not QUERY.fullmatch(scope["query_string"]):
            return None
        asked = f"{scope['method']} {scope['path']}"
        for busy in self.busy:
            if match := busy.asked.fullmatch(asked):
                return Asked(busy, match.groupdict())
        return None

    def _as_get(self, scope: Scope) -> Scope:
        """A HEAD is answered as a GET, whose body the server keeps back; not so a stream's, which has no end."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            return scope
        asked = f"GET {scope['path']}"
        return scope if any(busy.asked.fullmatch(asked) for busy in self.busy) else {**scope, "method": "GET"}

    def _handler(self, error: Exception) -> Handler:
        return next(self.handlers[kind] for kind in type(error).__mro__ if kind in self.handlers)


class AtOnce:
    """Busy requests for a table that is here, guarded and answered with nothing between; all others go the long way."""

    def __init__(self, busy: BusyFirst, guard: Guard, keeper: Callable[[], Keeper]) -> None:
        self.busy, self.guard, self.keeper = busy, guard, keeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = self.busy.find(scope)
        if asked is None or not self.keeper().ours(asked.table):
            await self.guard(scope, receive, send)
            return
        response = self.guard.stop(scope)
        if response is None:
            response = await self.busy.answer(asked, scope, bounded(scope, receive))
        await shielded(response, scope)(scope, receive, send)


def shielded(response: Response, scope: Scope) -> Response:
    """With what every answer says beside its own headers."""
    response.raw_headers += shields(scope["path"], response.raw_headers)
    return response
