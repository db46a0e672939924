"""Choice of the language of all pages, kept in a cookie."""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from shindig.messages import list_languages
from shindig.server.errors import RoomError

from ..http.sessions import read_form, read_text, set_cookie
from ..reader_language import LANGUAGE_COOKIE
from ..url_prefix import add_prefix

router = APIRouter(include_in_schema=False)


@router.post("/language")
async def choose_language(request: Request) -> Response:
    """Set the language, and return to the page that asked."""
    language = read_text(await read_form(request), "language")
    if language not in list_languages():
        raise RoomError(f"expected one of {', '.join(list_languages())}")
    response = RedirectResponse(find_last_page(request), 303)
    set_cookie(response, request, LANGUAGE_COOKIE, language)
    return response


def find_last_page(request: Request) -> str:
    """Return the page of ours from which a form came, or else the lobby."""
    try:
        came = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return add_prefix("/")
    if came.netloc != request.url.netloc or not came.path.startswith("/") or came.path.startswith("//"):
        return add_prefix("/")
    return came.path + (f"?{came.query}" if came.query else "")
