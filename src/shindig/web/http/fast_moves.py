"""Fast path of moves, the most frequent requests: they go to their table without a task and an ASGI scope.

They come behind the one parser, routes and guard of all requests. An unusual move, or one refused before its table sees
it, goes the way of all other requests; nothing has been done by then. The application also answers what the table
itself refuses.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import NamedTuple, Protocol

from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from shindig.server.broadcast.protocol_versions import encode, encode_2
from shindig.server.errors import LateError, RoomError
from shindig.server.game_server import build_stale_error
from shindig.server.person import Person
from shindig.server.schemas import Answer
from shindig.server.tables.commands import PlayMove
from shindig.server.tables.table_actor import TableActor

from ..api import table_protocol, version_2
from ..pages import table_pages
from ..reader_language import find_language, set_language
from ..url_prefix import strip_prefix, strip_scope_prefix
from .connection import Connection
from .error_responses import wants_json
from .request_cycle import STATUS_LINES, encode_headers
from .request_guard import NO_STORE, SHIELDS, Guard, decode_headers, find_header_token
from .request_head import RequestHead
from .routing import Dispatcher, add_security_headers
from .sessions import PLAIN_FORM, Site, parse_plain_form


class OpenApplication(Protocol):
    """An application with an open game server."""

    site: Site


LOG = logging.getLogger(__name__)
VALIDATE_MOVE_JSON = TypeAdapter(table_protocol.NewMove).validator.validate_json
VALIDATE_MOVE_2_JSON = TypeAdapter(version_2.make_body(table_protocol.NewMove)).validator.validate_json
SHIELD_LINES = encode_headers([*SHIELDS, NO_STORE])
JSON_SHIELD_LINES = encode_headers([(b"content-type", b"application/json"), *SHIELDS, NO_STORE])
FORWARDED_HEADERS = {"x-forwarded-for", "x-forwarded-proto"}
"""Headers of a proxy about the client. The application checks whether the proxy is trusted."""
RefusalHandler = Callable[[Request, str, Person, Exception], Awaitable[Response]]


class MoveRoute(NamedTuple):
    """A route of moves."""

    fits: Callable[[Mapping[str, str]], bool]
    """Return True if a request with these headers takes the fast path."""
    said: Callable[[Person, bytes], PlayMove]
    """Read the body. Raises ValueError, RoomError."""
    told: Callable[[Answer], tuple[bytes, bytes, bytes]]
    """Encode an answer: first line, further header lines, body."""
    refused: RefusalHandler
    """Answer a refusal of the table. May raise the error itself."""


def _accept_all(_: Mapping[str, str]) -> bool:
    return True


def _is_from_script(headers: Mapping[str, str]) -> bool:
    """Return True for a request of the page's script."""
    return headers.get("content-type", "").startswith(PLAIN_FORM) and wants_json("", headers)


def _read_protocol_move(validate: Callable[[bytes], table_protocol.NewMove], person: Person, body: bytes) -> PlayMove:
    said = validate(body)
    return PlayMove(person, said.action, said.token, said.key)


def _read_page_move(person: Person, body: bytes) -> PlayMove:
    return PlayMove(person, *table_pages.read_move(parse_plain_form(body)))


def _encode_answer(encoder: Callable[[Answer], bytes], answer: Answer) -> tuple[bytes, bytes, bytes]:
    body = encoder(answer)
    return STATUS_LINES[201], b"content-length: %d\r\n" % len(body) + JSON_SHIELD_LINES, body


def _encode_no_content(_: Answer) -> tuple[bytes, bytes, bytes]:
    return STATUS_LINES[204], SHIELD_LINES, b""


async def _raise_error(_request: Request, _table: str, _person: Person, error: Exception) -> Response:
    raise error


MOVE_ROUTES = {
    "/api/tables/{table}/moves": MoveRoute(
        _accept_all, partial(_read_protocol_move, VALIDATE_MOVE_JSON), partial(_encode_answer, encode), _raise_error
    ),
    "/api/2/tables/{table}/moves": MoveRoute(
        _accept_all, partial(_read_protocol_move, VALIDATE_MOVE_2_JSON), partial(_encode_answer, encode_2), _raise_error
    ),
    "/t/{table}/move": MoveRoute(_is_from_script, _read_page_move, _encode_no_content, table_pages.answer_refusal),
}
"""Routes by their path."""


class PendingMove:
    """A move that waits for its table, with the interface of a future.

    A fault of ours in the answer closes the connection, and does not stop the table.
    """

    __slots__ = ("_refused", "connection", "kind", "person", "table")

    def __init__(
        self, connection: Connection, kind: MoveRoute, table: TableActor, person: Person, refused: RefusalAnswer
    ) -> None:
        self.connection, self.kind, self.table, self.person, self._refused = connection, kind, table, person, refused

    def done(self) -> bool:
        return False

    def set_result(self, answer: Answer) -> None:
        try:
            self.connection.write_answer(*self.kind.told(answer))
        except Exception:
            self._end_connection()

    def set_exception(self, error: Exception) -> None:
        try:
            self.connection.start_answer(partial(self._refused, self, error))
        except Exception:
            self._end_connection()

    def _end_connection(self) -> None:
        LOG.exception("a move is not answered")
        self.connection.cut()


RefusalAnswer = Callable[[PendingMove, Exception, Scope, Receive, Send], Awaitable[None]]


class FastMoves:
    """Fast path for moves at this server's tables."""

    def __init__(self, app: OpenApplication, guard: Guard, dispatcher: Dispatcher) -> None:
        self._app, self._guard, self._dispatcher = app, guard, dispatcher

    def take_move(self, connection: Connection, head: RequestHead, body: bytes) -> bool:
        """Send a whole request to its table, if it is an ordinary move. The connection gets the outcome."""
        path = strip_prefix(head.path)
        match = self._dispatcher.find_route(head.method, path, head.query)
        kind = MOVE_ROUTES.get(match.route.path) if match is not None and match.direct is not None else None
        if match is None or kind is None or not head.keep_alive:
            return False
        headers = decode_headers(head.headers)
        if not FORWARDED_HEADERS.isdisjoint(headers) or not kind.fits(headers):
            return False
        if self._guard.find_flaw(head.method, path, headers, "http", head.query):
            return False
        try:
            return self._put_to_table(connection, kind, match.table, find_header_token(headers), body)
        except (RoomError, ValueError):
            return False

    def _put_to_table(self, connection: Connection, kind: MoveRoute, name: str, token: str, body: bytes) -> bool:
        room = self._app.site.room
        table, person = room.table_registry.table_at_hand(name), room.accounts.sessions.find_cached(token)
        if table is None or person is None:
            return False
        move = kind.said(person, body)
        room.check_open(table, person)
        if self._guard.entry.find_ban(connection.address) or self._guard.requests.take_token(
            person.id, connection.address
        ):
            return False
        table.ask(move, PendingMove(connection, kind, table, person, self._answer_refusal))
        return True

    async def _answer_refusal(
        self, asked: PendingMove, error: Exception, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Answer a refusal of a table."""
        scope = strip_scope_prefix(scope)
        scope["app"] = self._app
        set_language(find_language(scope["headers"]))
        if isinstance(error, LateError):
            error = build_stale_error(asked.table, asked.person, error)
        request = Request(scope, receive)
        answering = asked.kind.refused(request, asked.table.state.id, asked.person, error)
        response = add_security_headers(await self._dispatcher.await_answer(answering, request), scope)
        await response(scope, receive, send)
