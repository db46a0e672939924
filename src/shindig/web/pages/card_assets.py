"""Card faces and static files: addresses with a version in them, kept by browsers for good."""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from shindig.cards import CardError
from shindig.gamekit import GameError
from shindig.gamekit.card_faces import back, face
from shindig.server.accounts.avatars import drawn, known
from shindig.server.errors import MissingError

from ..html.templating import STATIC, looks, looks_version, static_version

router = APIRouter(include_in_schema=False)
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
SVG = "image/svg+xml"


@lru_cache(1024)
def _card(deck: str, code: str) -> bytes:
    return (back(deck) if code == "back" else face(deck, code)).encode()


@router.get("/faces/{version}/{deck}/{code}.svg")
async def card(version: str, deck: str, code: str) -> Response:  # noqa: ARG001
    """A card's face, or its back."""
    try:
        return Response(_card(deck, code), media_type=SVG, headers=FOREVER)
    except (GameError, CardError) as error:
        raise MissingError(f"there is no such card: {deck[:20]} {code[:20]}") from error


@router.get("/portraits/{version}/{person}.svg")
async def portrait(version: str, person: str) -> Response:  # noqa: ARG001
    """A face that somebody chose."""
    if not known(person):
        raise MissingError("there is no such face")
    return Response(drawn(person), media_type=SVG, headers=FOREVER)


@lru_cache(128)
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def packed(request: Request, content: bytes, kind: str, kept: dict[str, str]) -> Response:
    """Text that everybody may see, made small for who can unpack it."""
    headers = kept | {"vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(content, media_type=kind, headers=headers)
    return Response(_packed(content), media_type=kind, headers=headers | {"content-encoding": "gzip"})


@router.get("/looks/{version}/{name}.css")
async def look(request: Request, version: str, name: str) -> Response:
    """The style sheet of a game's table, or of all."""
    if name not in looks():
        raise MissingError("there is no such style sheet")
    kept = FOREVER if version == looks_version() else {"cache-control": "no-cache"}
    return packed(request, looks()[name], "text/css", kept)


@lru_cache(1)
def _files() -> dict[str, tuple[bytes, str]]:
    found = {}
    for path in STATIC.rglob("*"):
        if path.is_file():
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            found[path.relative_to(STATIC).as_posix()] = (path.read_bytes(), kind)
    return found


@router.get("/static/{version}/{path:path}")
async def static(request: Request, version: str, path: str) -> Response:
    """A style sheet, a script, a picture."""
    if path not in _files():
        raise MissingError("there is no such file")
    content, kind = _files()[path]
    kept = FOREVER if version == static_version() else {"cache-control": "no-cache"}
    return packed(request, content, kind, kept)


@router.get("/favicon.ico")
async def favicon(request: Request) -> Response:  # noqa: ARG001
    content, kind = _files()["icon.svg"]
    return Response(content, media_type=kind, headers=FOREVER)
