"""Moves, the busiest requests: judged and put to their table at once, without a task and an ASGI scope.

They come behind the one parser, by the routes of all requests and past the same guard. A move that is unusual, or that
is refused before its table sees it, goes the way of all other requests: nothing has been done by then. What the table
itself refuses is answered by the application too.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol

from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from shindig.server.accounts.accounts import Person
from shindig.server.broadcast.json_encoding import encode
from shindig.server.errors import LateError, RoomError
from shindig.server.game_server import stale
from shindig.server.schemas import Answer
from shindig.server.tables.commands import Move
from shindig.server.tables.table_actor import Table

from ..api import table_protocol
from ..pages import table_pages
from ..url_prefix import inside, local_path
from .connection import Connection
from .error_responses import wants_json
from .request_cycle import STATUS_LINES, lines
from .request_guard import NO_STORE, SHIELDS, Guard, named, token_of
from .request_head import RequestHead
from .routing import Dispatcher, shielded
from .sessions import PLAIN_FORM, Site, plain_form


class Served(Protocol):
    """An application whose room is open."""

    site: Site


LOG = logging.getLogger(__name__)
READ = TypeAdapter(table_protocol.NewMove).validator.validate_json
SHIELDED = lines([*SHIELDS, NO_STORE])
SHIELDED_JSON = lines([(b"content-type", b"application/json"), *SHIELDS, NO_STORE])
FORWARDED = {"x-forwarded-for", "x-forwarded-proto"}
"""Headers with which a proxy says who asks: the application looks whether it is trusted."""
Refused = Callable[[Request, str, Person, Exception], Awaitable[Response]]


class Kind(NamedTuple):
    """A route by which moves come."""

    fits: Callable[[Mapping[str, str]], bool]
    """Whether a request with these headers is answered directly."""
    said: Callable[[Person, bytes], Move]
    """Reads the body. Raises ValueError, RoomError."""
    told: Callable[[Answer], tuple[bytes, bytes, bytes]]
    """Writes an answer: its first line, further lines of its head, and its body."""
    refused: Refused
    """Answers what the table refuses. May raise the error itself."""


def _anyhow(_: Mapping[str, str]) -> bool:
    return True


def _by_script(headers: Mapping[str, str]) -> bool:
    """Whether the page's script asks."""
    return headers.get("content-type", "").startswith(PLAIN_FORM) and wants_json("", headers)


def _by_protocol(person: Person, body: bytes) -> Move:
    said = READ(body)
    return Move(person, said.action, said.token, said.key)


def _by_page(person: Person, body: bytes) -> Move:
    return Move(person, *table_pages.said(plain_form(body)))


def _as_json(answer: Answer) -> tuple[bytes, bytes, bytes]:
    body = encode(answer)
    return STATUS_LINES[201], b"content-length: %d\r\n" % len(body) + SHIELDED_JSON, body


def _with_nothing(_: Answer) -> tuple[bytes, bytes, bytes]:
    return STATUS_LINES[204], SHIELDED, b""


async def _raised(_request: Request, _table: str, _person: Person, error: Exception) -> Response:
    raise error


KINDS: dict[Callable[..., Any], Kind] = {
    table_protocol.move: Kind(_anyhow, _by_protocol, _as_json, _raised),
    table_pages.move: Kind(_by_script, _by_page, _with_nothing, table_pages.refused),
}
"""By the function of the route."""


class Asked:
    """A move that a table was asked for. The table tells it the outcome, as it would tell a future.

    A fault of ours in that ends the connection, and stops no table.
    """

    __slots__ = ("_refused", "connection", "kind", "person", "table")

    def __init__(self, connection: Connection, kind: Kind, table: Table, person: Person, refused: Refusing) -> None:
        self.connection, self.kind, self.table, self.person, self._refused = connection, kind, table, person, refused

    def done(self) -> bool:
        return False

    def set_result(self, answer: Answer) -> None:
        try:
            self.connection.answer(*self.kind.told(answer))
        except Exception:
            self._fail()

    def set_exception(self, error: Exception) -> None:
        try:
            self.connection.answer_with(partial(self._refused, self, error))
        except Exception:
            self._fail()

    def _fail(self) -> None:
        LOG.exception("a move is not answered")
        self.connection.cut()


Refusing = Callable[[Asked, Exception, Scope, Receive, Send], Awaitable[None]]


class Moves:
    """Takes moves for tables of this server's room."""

    def __init__(self, app: Served, guard: Guard, dispatcher: Dispatcher) -> None:
        self._app, self._guard, self._dispatcher = app, guard, dispatcher

    def take(self, connection: Connection, head: RequestHead, body: bytes) -> bool:
        """Put a whole request to its table, if it is a usual move; the connection is told the outcome."""
        path = local_path(head.path)
        match = self._dispatcher.find(head.method, path, head.query)
        kind = KINDS.get(match.direct.call) if match is not None and match.direct is not None else None
        if match is None or kind is None or not head.keep_alive:
            return False
        headers = named(head.headers)
        if not FORWARDED.isdisjoint(headers) or not kind.fits(headers):
            return False
        if self._guard.unfit(head.method, path, headers, "http", head.query):
            return False
        try:
            return self._put(connection, kind, match.table, token_of(headers), body)
        except (RoomError, ValueError):
            return False

    def _put(self, connection: Connection, kind: Kind, name: str, token: str, body: bytes) -> bool:
        room = self._app.site.room
        table, person = room.keeper.at_hand(name), room.people.fresh(token)
        if table is None or person is None:
            return False
        move = kind.said(person, body)
        room.check_open(table, person)
        if self._guard.requests.take(person.id, connection.address):
            return False
        table.ask(move, Asked(connection, kind, table, person, self._refused))
        return True

    async def _refused(self, asked: Asked, error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer for what a table refuses."""
        scope = inside(scope)
        scope["app"] = self._app
        if isinstance(error, LateError):
            error = stale(asked.table, asked.person, error)
        request = Request(scope, receive)
        answering = asked.kind.refused(request, asked.table.state.id, asked.person, error)
        response = shielded(await self._dispatcher.handled(answering, request), scope)
        await response(scope, receive, send)
