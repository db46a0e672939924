"""Responses for errors: a page for people, JSON for programs, with what was expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from starlette.responses import HTMLResponse, Response

from shindig.gamekit import GameError, games
from shindig.gamekit.game_registry import describe_fault
from shindig.messages import format_text, say
from shindig.server.accounts.name_and_password_rules import PeopleError
from shindig.server.broadcast.json_encoding import encode_error
from shindig.server.broadcast.protocol_versions import encode, find_version
from shindig.server.errors import RoomError
from shindig.server.metrics import REFUSED_REQUESTS
from shindig.server.person import Person
from shindig.server.storage.database import StoreError

from ..html.templating import render_template
from ..reader_language import get_language

TITLED = (404, 403, 409, 429)
"""Statuses whose page has a title of its own."""
PATHS_OF_GAMES = ("play", "open", "rules", "learn", "ladder")
"""First parts of paths whose second part is a game. Where it is unknown, the page offers all games."""
RETRY_SECONDS = 5
"""Seconds after which a failed request may be repeated."""


class JsonResponse(Response):
    """A JSON response of plain data and dataclasses."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        return encode(content)


def make_sentence(text: str) -> str:
    """Return an error's text as a sentence for people."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) or not text else ".")


def write_refusal(error: Exception, names: Sequence[str] = ()) -> str:
    """Return a refusal as a sentence in the reader's language, with its clause."""
    told = error.text if isinstance(error, (RoomError, GameError, PeopleError, StoreError)) else str(error)
    text, clause = format_text(told, names, get_language()), getattr(error, "clause", None)
    return make_sentence(f"{text.rstrip('.')} ({clause})" if clause and clause not in text else text)


def describe_error(error: BaseException) -> str:
    """Return the public text of a fault: it names a game's package, or says only that we failed."""
    return make_sentence(describe_fault(error)) or format_text(say("error-ours"), language=get_language())


def wants_json(path: str, headers: Mapping[str, str]) -> bool:
    return path.startswith("/api/") or "application/json" in headers.get("accept", "")


def make_refusal(
    status: int,
    text: str,
    path: str,
    headers: Mapping[str, str],
    extra: Mapping[str, str] | None = None,
    error: Exception | None = None,
    person: Person | None = None,
) -> Response:
    """Build a response that says what was expected, and when a retry may help. The page's header names the person."""
    REFUSED_REQUESTS.labels(status).inc()
    extra = (
        {"retry-after": str(RETRY_SECONDS)} | dict(extra or {}) if status == HTTPStatus.SERVICE_UNAVAILABLE else extra
    )
    if wants_json(path, headers):
        told = encode_error(error, find_version(path)) if error is not None else {"error": text}
        return JsonResponse(told, status, dict(extra or {}))
    return HTMLResponse(render_error_page(status, text, path, person, "cookie" in headers), status, dict(extra or {}))


def render_error_page(status: int, text: str, path: str, person: Person | None, known: bool) -> str:
    """Render the page of an error. `known`: the browser may have a session, although nobody was looked up."""
    table = (
        path.split("/")[2] if path.startswith("/t/") and path.count("/") > 1 and status != HTTPStatus.NOT_FOUND else ""
    )
    way = path.split("/")[1] if status == HTTPStatus.NOT_FOUND and path.count("/") == 2 else ""
    offered = games() if way in PATHS_OF_GAMES else []
    title = format_text(say(f"error-{status if status in TITLED else 'other'}"), language=get_language())
    values = {"status": status, "title": title, "text": text, "table": table, "person": person, "known": known}
    values |= {"way": way, "games": offered}
    return render_template("error.html", values)


def encode_last_answer(status: str, text: str) -> bytes:
    """Encode a whole answer after which the connection closes."""
    body = b'{"error":"%s"}' % text.encode()
    retry = f"retry-after: {RETRY_SECONDS}\r\n" if status[:3] in ("408", "503") else ""
    head = f"HTTP/1.1 {status}\r\nconnection: close\r\n{retry}content-type: application/json\r\n"
    return head.encode() + b"content-length: %d\r\n\r\n" % len(body) + body
