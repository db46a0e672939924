"""Moves, the busiest requests of all: one that has come whole is judged and put to its table at once.

Whatever is unusual about one, or wrong with it, has it go the way of all other requests, from its first byte: nothing
has been done by then. So does what the table refuses, which is told with much beside.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from ..room.commands import Choice, Move
from ..room.errors import LateError, RoomError
from ..room.people import Person
from ..room.room import stale
from ..room.table import Table
from ..room.told import Answer
from ..room.wire import encode
from . import api, tables
from .below import at, inside
from .busy import BusyFirst, shielded
from .connections import Connection
from .cycle import lines
from .reading import posted
from .refusals import wants_json
from .security import NO_STORE, SHIELDS, Buckets, misled, token_of
from .session import PLAIN_FORM, Site, plain_form


class Served(Protocol):
    """What has a room, once it is open."""

    site: Site


T = TypeVar("T")
LOG = logging.getLogger(__name__)
READ = TypeAdapter(api.NewMove).validator.validate_json
SHIELDED = lines([*SHIELDS, NO_STORE])
Said = tuple[Choice, str, str | None]
"""An action, the token of the turn, the key."""
Refused = Callable[[Request, str, Person, Exception], Awaitable[Response]]


class Kind(NamedTuple):
    """A way in which moves are asked for."""

    path: str
    said: Callable[[Mapping[str, str], bytes], Said | None]
    """What a request says; None where another way is to be asked. Raises ValueError, RoomError."""
    status: bytes
    told: Callable[[Answer], tuple[bytes, bytes]]
    """What an answer is: lines of its head, and its body."""
    refused: Refused
    """What is told where the table refuses. May raise the error itself."""


def _by_protocol(_: Mapping[str, str], body: bytes) -> Said:
    said = READ(body)
    return said.action, said.token, said.key


def _by_page(headers: Mapping[str, str], body: bytes) -> Said | None:
    """What was touched, where the page's script asks."""
    if not headers.get("content-type", "").startswith(PLAIN_FORM) or not wants_json("", headers):
        return None
    return tables.said(plain_form(body))


def _as_json(answer: Answer) -> tuple[bytes, bytes]:
    body = encode(answer)
    return b"content-length: %d\r\ncontent-type: application/json\r\n" % len(body), body


def _with_nothing(_: Answer) -> tuple[bytes, bytes]:
    return b"", b""


async def _raised(_request: Request, _table: str, _person: Person, error: Exception) -> Response:
    raise error


KINDS = (
    Kind("/api/tables/{}/moves", _by_protocol, STATUS_LINE[201], _as_json, _raised),
    Kind("/t/{}/move", _by_page, STATUS_LINE[204], _with_nothing, tables.refused),
)


class Asked:
    """A move that a table was asked for, which says what comes of it here as it would to a future."""

    __slots__ = ("_refused", "kind", "line", "person", "table")

    def __init__(self, line: Connection, kind: Kind, table: Table, person: Person, refused: Refusing) -> None:
        self.line, self.kind, self.table, self.person, self._refused = line, kind, table, person, refused

    def done(self) -> bool:
        return False

    def set_result(self, answer: Answer) -> None:
        self._tell(self._told, answer)

    def set_exception(self, error: Exception) -> None:
        self._tell(self.line.answer_by, partial(self._refused, self, error))

    def _tell(self, how: Callable[[T], None], what: T) -> None:
        """A fault of ours ends the connection, and stops no table."""
        try:
            how(what)
        except Exception:
            LOG.exception("a move is not answered")
            self.line.cut()

    def _told(self, answer: Answer) -> None:
        more, body = self.kind.told(answer)
        self.line.answer(self.kind.status, more + SHIELDED, body)


Refusing = Callable[[Asked, Exception, Scope, Receive, Send], Awaitable[None]]


class Moves:
    """What takes them, where a room has their tables; what is unusual is left to `busy` and its application."""

    def __init__(self, app: Served, buckets: Buckets, busy: BusyFirst) -> None:
        self._app, self._buckets, self._busy = app, buckets, busy
        ways = "|".join(kind.path.format("([a-z0-9]{1,32})") for kind in KINDS)
        self._way = re.compile(f"(?:{re.escape(at(''))})?(?:{ways})")

    def take(self, line: Connection, data: bytes) -> bool:
        """Whether what has come is a move, and put to its table; the line is told of what comes of it."""
        found = posted(data)
        way = self._way.fullmatch(found[0]) if found is not None else None
        if found is None or way is None or way.lastindex is None:
            return False
        try:
            return self._put(line, KINDS[way.lastindex - 1], way[way.lastindex], *found[1:])
        except (RoomError, ValueError):
            return False

    def _put(self, line: Connection, kind: Kind, name: str, headers: Mapping[str, str], body: bytes) -> bool:
        room, token = self._app.site.room, token_of(headers)
        table, person, said = room.keeper.at_hand(name), room.people.fresh(token), kind.said(headers, body)
        if table is None or person is None or said is None or misled("POST", headers, line.scheme or ""):
            return False
        room.check_open(table, person)
        if self._buckets.take(token):
            return False
        table.ask(Move(person, *said), Asked(line, kind, table, person, self._refused))
        return True

    async def _refused(self, asked: Asked, error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer for what a table refuses."""
        scope = inside(scope)
        scope["app"] = self._app
        if isinstance(error, LateError):
            error = stale(asked.table, asked.person, error)
        request = Request(scope, receive)
        telling = asked.kind.refused(request, asked.table.state.id, asked.person, error)
        response = shielded(await self._busy.told(telling, request), scope)
        await response(scope, receive, send)
