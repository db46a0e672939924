"""Card faces and static files. Their addresses have a version, so browsers cache them for good."""

from __future__ import annotations

import gzip
import mimetypes
import re

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from shindig.cards import CardError
from shindig.core.caches import cached
from shindig.gamekit import GameError
from shindig.gamekit.card_faces import draw_back, draw_face
from shindig.server.accounts.avatars import is_avatar, render_avatar
from shindig.server.errors import MissingError

from ..html.asset_urls import STATIC, build_style_sheets, looks_version, static_version

router = APIRouter(include_in_schema=False)
CACHE_FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
SVG = "image/svg+xml"


@cached(1024)
def _draw_card(deck: str, code: str) -> bytes:
    return (draw_back(deck) if code == "back" else draw_face(deck, code)).encode()


@cached(1024)
def _compress(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def make_compressed_response(request: Request, content: bytes, kind: str, kept: dict[str, str]) -> Response:
    """Return a public text, compressed if the client accepts that."""
    headers = kept | {"vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(content, media_type=kind, headers=headers)
    return Response(_compress(content), media_type=kind, headers=headers | {"content-encoding": "gzip"})


@router.get("/faces/{version}/{deck}/{code}.svg")
async def get_card(request: Request, version: str, deck: str, code: str) -> Response:  # noqa: ARG001
    """Return a card's face, or its back."""
    try:
        return make_compressed_response(request, _draw_card(deck, code), SVG, CACHE_FOREVER)
    except (GameError, CardError) as error:
        raise MissingError(f"there is no such card: {deck[:20]} {code[:20]}") from error


@router.get("/portraits/{version}/{person}.svg")
async def get_portrait(version: str, person: str) -> Response:  # noqa: ARG001
    """Return a portrait."""
    if not is_avatar(person):
        raise MissingError("there is no such face")
    return Response(render_avatar(person), media_type=SVG, headers=CACHE_FOREVER)


@router.get("/looks/{version}/{name}.css")
async def get_style_sheet(request: Request, version: str, name: str) -> Response:
    """Return the style sheet of a game's table, or of all."""
    if name not in build_style_sheets():
        raise MissingError("there is no such style sheet")
    kept = CACHE_FOREVER if version == looks_version() else {"cache-control": "no-cache"}
    return make_compressed_response(request, build_style_sheets()[name], "text/css", kept)


@cached(1)
def _read_static_files() -> dict[str, tuple[bytes, str]]:
    found = {}
    for path in STATIC.rglob("*"):
        if path.is_file():
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            content = path.read_bytes()
            found[path.relative_to(STATIC).as_posix()] = (STRIPS.get(kind, bytes)(content), kind)
    return found


_CSS_NOTES, _CSS_SPACES = re.compile(rb"/\*.*?\*/", re.DOTALL), re.compile(rb"\s+")


def strip_css(content: bytes) -> bytes:
    """Return a style sheet without its comments and with single spaces, as it travels."""
    return _CSS_SPACES.sub(b" ", _CSS_NOTES.sub(b"", content))


_JS_NOTES = re.compile(rb"^[ \t]*//.*\n|^[ \t]+", re.MULTILINE)


def strip_js(content: bytes) -> bytes:
    """Return a script of ours without comment lines and indentation, as it travels. Its strings have no line breaks."""
    return _JS_NOTES.sub(b"", content)


STRIPS = {"text/css": strip_css, "text/javascript": strip_js}
"""Functions that shorten static files, by media type."""


@router.get("/static/{version}/{path:path}")
async def get_static_file(request: Request, version: str, path: str) -> Response:
    """Return a static file."""
    if path not in _read_static_files():
        raise MissingError("there is no such file")
    content, kind = _read_static_files()[path]
    kept = CACHE_FOREVER if version == static_version() else {"cache-control": "no-cache"}
    return make_compressed_response(request, content, kind, kept)


@router.get("/favicon.ico")
async def get_favicon(request: Request) -> Response:  # noqa: ARG001
    content, kind = _read_static_files()["icon.svg"]
    return Response(content, media_type=kind, headers=CACHE_FOREVER)
