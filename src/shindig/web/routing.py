"""Routing: every request passes the guard and is matched once; moves and streams skip the framework's middleware.

The direct routes are FastAPI's own: their functions are called without its layers. All other requests, and those whose
table is another server's, go to the framework's router.
"""

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
from .security import Guard, shields

Handler = Callable[[Request, Exception], Awaitable[Response]]
DIRECT = (api.move, api.stream, tables.move, tables.stream)
QUERY = re.compile(rb"(?:after=\d{1,15})?")
"""The queries of direct requests: where a stream goes on. Others are for the framework."""
MATCH = "shindig.match"
"""The key in a scope of the direct route that was found, or None."""


class DirectRoute:
    """A route whose function takes the request, parts of the path, and perhaps a body.

    Parts of the path match what a table's id may be; requests with others go to the framework.
    """

    def __init__(self, route: APIRoute) -> None:
        needs, field = route.dependant, route.body_field
        assert not needs.dependencies, f"{route.path} asks for more"
        path = re.sub(r"{(\w+)}", r"(?P<\1>[a-z0-9]{1,32})", route.path_format)
        self.pattern = re.compile(f"(?:{'|'.join(route.methods or ())}) {path}")
        self.call, self.status = route.endpoint, route.status_code or 200
        self.request = needs.request_param_name or ""
        self.body = (field.name, cast(type[BaseModel], field.field_info.annotation)) if field else None

    async def answer(self, request: Request, parts: dict[str, str]) -> Response:
        """Call the route's function. Raises what it raises, and RequestValidationError."""
        given: dict[str, Any] = {self.request: request, **parts}
        if self.body is not None:
            name, kind = self.body
            given[name] = await read_body(request, kind)
        made = await self.call(**given)
        return made if isinstance(made, Response) else Json(made, self.status)


async def read_body(request: Request, kind: type[BaseModel]) -> BaseModel:
    """Read the body of a request as the framework would. Raises RequestValidationError."""
    try:
        return kind.model_validate_json(await whole(request.receive))
    except ValidationError as error:
        found = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        raise RequestValidationError(found) from None


class Match(NamedTuple):
    """A direct route, and the parts of the path that it was found by."""

    route: DirectRoute
    parts: dict[str, str]

    @property
    def table(self) -> str:
        return self.parts["table"]


def direct_routes(routes: Iterable[BaseRoute]) -> list[DirectRoute]:
    """Find the direct ones among routes."""
    return [DirectRoute(route) for route in routes if isinstance(route, APIRoute) and route.endpoint in DIRECT]


class Dispatcher:
    """Calls the function of a direct route, and has the framework answer all else. `handlers` answer errors."""

    def __init__(self, framework: ASGIApp, handlers: dict[type[Exception], Handler]) -> None:
        self.framework, self.handlers = framework, handlers
        self.routes = direct_routes([*api.router.routes, *tables.router.routes])

    def find(self, method: str, path: str, query: bytes) -> Match | None:
        """Find the direct route of a request."""
        if not QUERY.fullmatch(query):
            return None
        asked = f"{method} {path}"
        for route in self.routes:
            if match := route.pattern.fullmatch(asked):
                return Match(route, match.groupdict())
        return None

    def match(self, scope: Scope) -> Match | None:
        """Find the direct route of a request, once."""
        if MATCH not in scope:
            http = scope["type"] == "http"
            scope[MATCH] = self.find(scope["method"], scope["path"], scope["query_string"]) if http else None
        return cast(Match | None, scope[MATCH])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = self.match(scope)
        if match is None:
            await self.framework(self._as_get(scope), receive, send)
        else:
            response = await self.answer(match, scope, receive)
            await response(scope, receive, send)

    async def answer(self, match: Match, scope: Scope, receive: Receive) -> Response:
        """Answer a direct request, be it with a refusal."""
        request = Request(scope, receive)
        return await self.handled(match.route.answer(request, match.parts), request)

    async def handled(self, answering: Awaitable[Response], request: Request) -> Response:
        """Await an answer; an error becomes its refusal."""
        try:
            return await answering
        except Exception as error:
            return await self._handler(error)(request, error)

    async def refuse(self, error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the refusal of an error."""
        request = Request(scope, receive)
        response = await self._handler(error)(request, error)
        await response(scope, receive, send)

    def _as_get(self, scope: Scope) -> Scope:
        """Answer a HEAD as a GET, whose body the connection keeps back; not for streams, which have no end."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            return scope
        return scope if self.find("GET", scope["path"], b"") else {**scope, "method": "GET"}

    def _handler(self, error: Exception) -> Handler:
        return next(self.handlers[kind] for kind in type(error).__mro__ if kind in self.handlers)


class Entrance:
    """The guard before everything. Direct requests for a table of this server are then answered at once."""

    def __init__(self, dispatcher: Dispatcher, guard: Guard, keeper: Callable[[], Keeper]) -> None:
        self.dispatcher, self.guard, self.keeper = dispatcher, guard, keeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = self.dispatcher.match(scope)
        if match is None or not self.keeper().ours(match.table):
            await self.guard(scope, receive, send)
            return
        response = self.guard.stop(scope)
        if response is None:
            response = await self.dispatcher.answer(match, scope, receive)
        await shielded(response, scope)(scope, receive, send)


def shielded(response: Response, scope: Scope) -> Response:
    """Add the security headers of every answer."""
    response.raw_headers += shields(scope["path"], response.raw_headers)
    return response
