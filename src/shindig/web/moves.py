"""Moves, the busiest requests of all: one that has come whole is judged and put to its table at once.

Whatever is unusual about one, or wrong with it, has it go the way of all other requests, from its first byte: nothing
has been done by then. So does what the table refuses, which is told with much beside.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import NamedTuple, Protocol

from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from ..room.commands import Move
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
from .reading import BLANK, posted
from .refusals import wants_json
from .security import NO_STORE, SHIELDS, Rate, misled, token_of
from .session import PLAIN_FORM, Site, plain_form


class Served(Protocol):
    """What has a room, once it is open."""

    site: Site


LOG = logging.getLogger(__name__)
READ = TypeAdapter(api.NewMove).validator.validate_json
MOST_HEADS = 8
"""Heads that are remembered of a connection: those of one table's moves differ by how long a body they announce."""
LONGEST_HEAD = 2048
"""Bytes of one that is remembered. Longer ones are read anew, lest a connection at rest hold much."""
SHIELDED = lines([*SHIELDS, NO_STORE])
SHIELDED_JSON = lines([(b"content-type", b"application/json"), *SHIELDS, NO_STORE])
Refused = Callable[[Request, str, Person, Exception], Awaitable[Response]]


class Kind(NamedTuple):
    """A way in which moves are asked for."""

    path: str
    fits: Callable[[Mapping[str, str]], bool]
    """Whether headers are those of this way, or another is to be asked."""
    said: Callable[[Person, bytes], Move]
    """What somebody's body says. Raises ValueError, RoomError."""
    told: Callable[[Answer], tuple[bytes, bytes, bytes]]
    """What an answer is: the first line and others of its head, and its body."""
    refused: Refused
    """What is told where the table refuses. May raise the error itself."""


class Head(NamedTuple):
    """What a request says before its body."""

    kind: Kind
    table: str
    token: str
    length: int
    """Of the body."""


def _anyhow(_: Mapping[str, str]) -> bool:
    return True


def _by_script(headers: Mapping[str, str]) -> bool:
    """Whether the page's script asks."""
    return headers.get("content-type", "").startswith(PLAIN_FORM) and wants_json("", headers)


def _by_protocol(person: Person, body: bytes) -> Move:
    said = READ(body)
    return Move(person, said.action, said.token, said.key)


def _by_page(person: Person, body: bytes) -> Move:
    return Move(person, *tables.said(plain_form(body)))


def _as_json(answer: Answer) -> tuple[bytes, bytes, bytes]:
    body = encode(answer)
    return STATUS_LINE[201], b"content-length: %d\r\n" % len(body) + SHIELDED_JSON, body


def _with_nothing(_: Answer) -> tuple[bytes, bytes, bytes]:
    return STATUS_LINE[204], SHIELDED, b""


async def _raised(_request: Request, _table: str, _person: Person, error: Exception) -> Response:
    raise error


KINDS = (
    Kind("/api/tables/{}/moves", _anyhow, _by_protocol, _as_json, _raised),
    Kind("/t/{}/move", _by_script, _by_page, _with_nothing, tables.refused),
)


class Asked:
    """A move that a table was asked for, which says what comes of it here as it would to a future.

    A fault of ours in that ends the connection, and stops no table.
    """

    __slots__ = ("_refused", "head", "line", "person", "table")

    def __init__(self, line: Connection, head: Head, table: Table, person: Person, refused: Refusing) -> None:
        self.line, self.head, self.table, self.person, self._refused = line, head, table, person, refused

    def done(self) -> bool:
        return False

    def set_result(self, answer: Answer) -> None:
        try:
            self.line.answer(*self.head.kind.told(answer))
        except Exception:
            self._fail()

    def set_exception(self, error: Exception) -> None:
        try:
            self.line.answer_by(partial(self._refused, self, error))
        except Exception:
            self._fail()

    def _fail(self) -> None:
        LOG.exception("a move is not answered")
        self.line.cut()


Refusing = Callable[[Asked, Exception, Scope, Receive, Send], Awaitable[None]]


def _remember(heads: dict[bytes, Head], said: bytes, head: Head) -> None:
    """Keep what a head says with which somebody who is known has moved; of others and of long ones nothing is kept."""
    if len(said) > LONGEST_HEAD:
        return
    if len(heads) >= MOST_HEADS:
        heads.clear()
    heads[said] = head


class Moves:
    """What takes them, where a room has their tables; what is unusual is left to `busy` and its application."""

    def __init__(self, app: Served, requests: Rate, busy: BusyFirst) -> None:
        self._app, self._requests, self._busy = app, requests, busy
        ways = "|".join(kind.path.format("([a-z0-9]{1,32})") for kind in KINDS)
        self._way = re.compile(f"(?:{re.escape(at(''))})?(?:{ways})")

    def take(self, line: Connection, data: bytes) -> bool:
        """Whether what has come is a move, and put to its table; the line is told of what comes of it."""
        said, blank, body = data.partition(BLANK)
        known = line.heads.get(said)
        head = known or self._read(line, data)
        if head is None or not blank or len(body) != head.length:
            return False
        try:
            put = self._put(line, head, body)
        except (RoomError, ValueError):
            return False
        if put and known is None:
            _remember(line.heads, said, head)
        return put

    def _read(self, line: Connection, data: bytes) -> Head | None:
        """What a head says that is not remembered, if it is a usual one of a move."""
        found = posted(data)
        way = self._way.fullmatch(found[0]) if found is not None else None
        if found is None or way is None or way.lastindex is None:
            return None
        kind, (_, headers, body) = KINDS[way.lastindex - 1], found
        if not kind.fits(headers) or misled("POST", headers, line.scheme or ""):
            return None
        return Head(kind, way[way.lastindex], token_of(headers), len(body))

    def _put(self, line: Connection, head: Head, body: bytes) -> bool:
        room = self._app.site.room
        table, person = room.keeper.at_hand(head.table), room.people.fresh(head.token)
        if table is None or person is None:
            return False
        move = head.kind.said(person, body)
        room.check_open(table, person)
        if self._requests.take(person.id, line.address):
            return False
        table.ask(move, Asked(line, head, table, person, self._refused))
        return True

    async def _refused(self, asked: Asked, error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer for what a table refuses."""
        scope = inside(scope)
        scope["app"] = self._app
        if isinstance(error, LateError):
            error = stale(asked.table, asked.person, error)
        request = Request(scope, receive)
        telling = asked.head.kind.refused(request, asked.table.state.id, asked.person, error)
        response = shielded(await self._busy.told(telling, request), scope)
        await response(scope, receive, send)
