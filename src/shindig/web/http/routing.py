"""Routing: every request passes the guard and is looked up once. Moves and streams skip the framework's middleware.

The routes are FastAPI's own. The functions of direct routes are called without its layers; its router calls all others.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from inspect import unwrap
from typing import Any, NamedTuple, cast

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from shindig.server.tables.table_registry import TableRegistry

from ..api import table_protocol
from ..cluster.forwarding import read_whole_body
from ..pages import table_pages
from .error_responses import JsonResponse
from .request_guard import Guard, make_security_headers

Handler = Callable[[Request, Exception], Awaitable[Response]]
DIRECT_HANDLERS = (
    *(table_protocol.move, table_protocol.stream),
    *(table_pages.play_move, table_pages.stream_page, table_pages.answer_heartbeat),
)
DIRECT_QUERY = re.compile(rb"(?:after=\d{1,15})?")
"""Queries of direct requests: the event after which a stream continues. Others are left to the framework."""
MATCH_KEY = "shindig.match"
"""Key in a scope of the route that was found, or None."""
TABLE_ID = re.compile(r"[a-z0-9]{1,32}")
"""Table ids of direct requests. Others are left to the framework."""
ANY_PART = "{"
"""Wildcard in the table of routes: any last part of a path."""


class DirectRoute:
    """A route whose function takes the request, parts of the path, and perhaps a body."""

    def __init__(self, route: APIRoute) -> None:
        needs, field = route.dependant, route.body_field
        assert not needs.dependencies, f"{route.path} asks for more"
        self.call, self.status = route.endpoint, route.status_code or 200
        self.request = needs.request_param_name or ""
        self.body = (field.name, cast(type[BaseModel], field.field_info.annotation)) if field else None

    async def answer(self, request: Request, parts: dict[str, str]) -> Response:
        """Call the route's function. Raises its errors, and RequestValidationError."""
        given: dict[str, Any] = {self.request: request, **parts}
        if self.body is not None:
            name, kind = self.body
            given[name] = await read_body(request, kind)
        made = await self.call(**given)
        return made if isinstance(made, Response) else JsonResponse(made, self.status)


async def read_body(request: Request, kind: type[BaseModel]) -> BaseModel:
    """Read the body of a request as the framework would. Raises RequestValidationError."""
    try:
        return kind.model_validate_json(await read_whole_body(request.receive))
    except ValidationError as error:
        found = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        raise RequestValidationError(found) from None


class RouteMatch(NamedTuple):
    """A route, with the parts of the path. It may take other methods."""

    route: Route
    parts: dict[str, str]
    direct: DirectRoute | None = None
    """The direct route, if it is one."""

    @property
    def table(self) -> str:
        return self.parts["table"]


class Routes:
    """All routes, by the first and the last part of their paths and by how many parts there are."""

    def __init__(self, routes: Iterable[BaseRoute]) -> None:
        self._table: dict[tuple[str, int, str], list[Route]] = {}
        for route in routes:
            assert isinstance(route, Route)
            self._table.setdefault(_make_key(route), []).append(route)

    def find(self, method: str, path: str) -> RouteMatch | None:
        """Return the route of a request; else one with its path that takes other methods."""
        parts, other = path.split("/"), None
        first, count = parts[:2][-1], len(parts)
        for key in ((first, count, parts[-1]), (first, count, ANY_PART), (first, 0, ANY_PART)):
            for route in self._table.get(key, ()):
                if match := route.path_regex.match(path):
                    found = RouteMatch(route, match.groupdict())
                    if method in (route.methods or ()):
                        return found
                    other = other or found
        return other


def _make_key(route: Route) -> tuple[str, int, str]:
    """Return the key of a route in the table."""
    parts = route.path.split("/")
    assert "{" not in parts[1], f"{route.path} has no name of its own"
    if ":path}" in route.path:
        return parts[1], 0, ANY_PART
    return parts[1], len(parts), ANY_PART if "{" in parts[-1] else parts[-1]


def find_direct_routes(routes: Iterable[BaseRoute]) -> dict[Callable[..., Any], DirectRoute]:
    """Find the direct routes, by their functions."""
    return {
        one.endpoint: DirectRoute(one)
        for one in routes
        if isinstance(one, APIRoute) and unwrap(one.endpoint) in DIRECT_HANDLERS
    }


class Dispatcher:
    """Calls the function of a direct route, and the framework for all others. `handlers` answer errors."""

    def __init__(
        self, framework: ASGIApp, handlers: dict[type[Exception], Handler], routes: Iterable[BaseRoute], router: Router
    ) -> None:
        self.framework, self.handlers, self.router = framework, handlers, router
        every = [*routes]
        self.routes, self.direct = Routes(every), find_direct_routes(every)
        self._begin, router.middleware_stack = router.middleware_stack, self.call_route

    def find_route(self, method: str, path: str, query: bytes) -> RouteMatch | None:
        """Find the route of a request. A HEAD is a GET, but for streams, which have no end."""
        found = self.routes.find("GET" if method == "HEAD" else method, path)
        if found is None or found.route.endpoint not in self.direct:
            return found
        if method not in (found.route.methods or ()) or not DIRECT_QUERY.fullmatch(query):
            return found
        return found._replace(direct=self.direct[found.route.endpoint]) if TABLE_ID.fullmatch(found.table) else found

    def find_scope_route(self, scope: Scope) -> RouteMatch | None:
        """Find the route of a request, once."""
        if MATCH_KEY not in scope:
            http = scope["type"] == "http"
            scope[MATCH_KEY] = self.find_route(scope["method"], scope["path"], scope["query_string"]) if http else None
        return cast(RouteMatch | None, scope[MATCH_KEY])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = self.find_scope_route(scope)
        if match is None or match.direct is None:
            await self.framework(self._treat_head_as_get(scope, match), receive, send)
        else:
            response = await self.answer(match.direct, match.parts, scope, receive)
            await response(scope, receive, send)

    async def call_route(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the route that was found, inside the framework's router."""
        if scope["type"] != "http":
            await self._begin(scope, receive, send)
            return
        scope.setdefault("router", self.router)
        match = self.find_scope_route(scope)
        if match is None:
            await self.router.default(scope, receive, send)
        else:
            scope.update(route=match.route, endpoint=match.route.endpoint, path_params=match.parts)
            await match.route.handle(scope, receive, send)

    async def answer(self, direct: DirectRoute, parts: dict[str, str], scope: Scope, receive: Receive) -> Response:
        """Answer a direct request, possibly with a refusal."""
        request = Request(scope, receive)
        return await self.await_answer(direct.answer(request, parts), request)

    async def await_answer(self, answering: Awaitable[Response], request: Request) -> Response:
        """Await an answer; an error becomes its refusal."""
        try:
            return await answering
        except Exception as error:
            return await self._find_handler(error)(request, error)

    async def refuse(self, error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the refusal of an error."""
        request = Request(scope, receive)
        response = await self._find_handler(error)(request, error)
        await response(scope, receive, send)

    def _treat_head_as_get(self, scope: Scope, match: RouteMatch | None) -> Scope:
        """Answer a HEAD as a GET. The connection drops the body."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            return scope
        streams = match is not None and match.route.endpoint in self.direct
        return scope if streams else {**scope, "method": "GET"}

    def _find_handler(self, error: Exception) -> Handler:
        return next(self.handlers[kind] for kind in type(error).__mro__ if kind in self.handlers)


class Entrance:
    """First layer of the application: the guard. Direct requests for a table of this server are answered at once."""

    def __init__(self, dispatcher: Dispatcher, guard: Guard, keeper: Callable[[], TableRegistry]) -> None:
        self.dispatcher, self.guard, self.keeper = dispatcher, guard, keeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = self.dispatcher.find_scope_route(scope)
        if match is None or match.direct is None or not self.keeper().is_ours(match.table):
            await self.guard(scope, receive, send)
            return
        response = self.guard.find_refusal(scope)
        if response is None:
            response = await self.dispatcher.answer(match.direct, match.parts, scope, receive)
        await add_security_headers(response, scope)(scope, receive, send)


def add_security_headers(response: Response, scope: Scope) -> Response:
    """Add the security headers of every answer."""
    response.raw_headers += make_security_headers(scope["path"], response.raw_headers)
    return response
