"""What a device keeps to work without the room: manifest, icons, the service worker, and lessons as data to walk."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig import __version__
from shindig.gamekit import game_ids, games
from shindig.gamekit.table_scene import Amount
from shindig.lesson import Lesson, has_lesson

from ..html.page_diff import log_items
from ..html.templating import (
    FOLDER,
    STATIC,
    as_json,
    asset,
    faces_version,
    look_src,
    looks_version,
    render,
    static_version,
)
from ..http.sessions import person_of
from ..url_prefix import at
from .app_icons import drawn
from .card_assets import FOREVER, packed
from .coach_page import drawn as regions_of
from .coach_panel import first_stand, shown_of
from .lesson_pages import lesson_or_missing

router = APIRouter(include_in_schema=False)
SHEET, GROUND = "#fffaf0", "#f3ece0"
SIZES = (192, 512)
LATER = {"cache-control": "no-cache"}
"""Asked for anew each time, and small where nothing has changed."""


def icon_src(size: int, cut: bool = False) -> str:
    """The address of an icon; `cut` leaves a margin, for devices that cut icons into a shape of their own."""
    return at(f"/icons/{static_version()}/{'cut-' if cut else ''}{size}.png")


@router.get("/icons/{version}/{name}.png")
async def icon(version: str, name: str) -> Response:  # noqa: ARG001
    """The room's icon in one of the sizes that devices ask for."""
    cut, size = name.startswith("cut-"), name.removeprefix("cut-")
    wanted = int(size) if size in ("180", *map(str, SIZES)) else SIZES[0]
    content = await asyncio.to_thread(drawn, wanted, cut)
    return Response(content, media_type="image/png", headers=FOREVER)


@router.get("/manifest.webmanifest")
async def manifest() -> Response:
    """What makes the room a program of its own on a device."""
    icons = [{"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    for size in SIZES:
        one = {"sizes": f"{size}x{size}", "type": "image/png"}
        icons += [{"src": icon_src(size)} | one, {"src": icon_src(size, cut=True), "purpose": "maskable"} | one]
    told = {
        "name": "shindig, a card room",
        "short_name": "shindig",
        "description": "Card games from imagined worlds, with bots and with friends.",
        "id": at("/"),
        "start_url": at("/"),
        "scope": at("/"),
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": SHEET,
        "icons": icons,
    }
    return Response(as_json(told), media_type="application/manifest+json", headers=LATER)


@router.get("/offline")
async def offline(request: Request) -> Response:
    """What is shown in place of a page that only the room has."""
    learnt = [one for one in games() if has_lesson(one)]
    return HTMLResponse(
        render("offline.html", {"person": await person_of(request), "games": games(), "learnt": learnt})
    )


@cache
def pages() -> tuple[str, ...]:
    """Pages that are the same for everybody, as they look to who has no name here."""
    taught = [one.id for one in games() if has_lesson(one)]
    return (
        *("/offline", "/rules", "/fairness", "/manifest.webmanifest"),
        *(f"/rules/{one}" for one in game_ids()),
        *(f"/learn/{one}{part}" for one in taught for part in ("", "/whole.json")),
    )


@cache
def shell() -> tuple[str, ...]:
    """Style sheets and scripts, by their addresses."""
    files = (path.relative_to(STATIC).as_posix() for path in sorted(STATIC.rglob("*")) if path.is_file())
    return (*(asset(name) for name in files if name != "worker.js"), *map(look_src, ("all", *game_ids())))


@cache
def version() -> str:
    """Changes when anything does that a device keeps."""
    ours = [path for part in ("templates", "pages", "static") for path in (FOLDER / part).rglob("*") if path.is_file()]
    theirs = [path for one in games() if one.house.folder for path in told_in(one.house.folder)]
    known = hashlib.sha256(" ".join((__version__, looks_version(), faces_version(), *pages())).encode())
    for path in sorted({*ours, *theirs}):
        known.update(path.read_bytes())
    return known.hexdigest()[:12]


def told_in(folder: Path) -> Iterator[Path]:
    """Files of a game's package from which its pages are made."""
    return (path for path in (folder / "rules.md", *(folder / "lesson").glob("*")) if path.is_file())


@router.get("/worker.js")
async def worker(request: Request) -> Response:
    """The service worker, with what it is to keep; another one as soon as any of that changes."""
    return packed(request, await asyncio.to_thread(worker_text), "text/javascript", LATER)


@cache
def worker_text() -> bytes:
    kept = {"version": version(), "root": at(""), "pages": tuple(map(at, pages())), "shell": shell()}
    return f"const KEPT = {as_json(kept)};\n{(STATIC / 'worker.js').read_text(encoding='utf-8')}".encode()


# A lesson as data


@router.get("/learn/{game_id}/whole.json")
async def whole(request: Request, game_id: str) -> Response:
    """A lesson's first hand as data: every moment as the page shows it, and what is answered to every choice."""
    await asyncio.to_thread(lesson_or_missing, game_id)
    return packed(request, await asyncio.to_thread(whole_text, game_id), "application/json", LATER)


@cache
def whole_text(game_id: str) -> bytes:
    """The same for everybody: the learner is a guest. A text that comes again stands there once, named by number."""
    lesson = lesson_or_missing(game_id)
    texts: dict[str, int] = {}
    moments = [moment_of(lesson, at, texts) for at in range(len(lesson.moments))]
    return as_json({"texts": list(texts), "moments": moments}).encode()


def moment_of(lesson: Lesson, at: int, texts: dict[str, int]) -> dict[str, object]:
    """A moment: its regions and log, and where something is asked, the coach's replies to each legal action."""
    stand = first_stand(lesson, at, None)
    told: dict[str, object] = {
        "html": {
            name: texts.setdefault(html, len(texts)) for name, html in regions_of(stand.news, stand.coach).items()
        },
        "log": [(seq, texts.setdefault(html, len(texts))) for seq, html in log_items(stand.news)],
        "turn": 0 if stand.news.info.token else None,
    }
    right = lesson.moments[at].right
    return told | asked_at(lesson, at, right.action, texts) if right else told


def asked_at(lesson: Lesson, at: int, right: int, texts: dict[str, int]) -> dict[str, object]:
    """What follows on each choice of a moment; amounts of a control count from its first action."""
    view = lesson.view(at)

    def coach(said: str, show: bool = False) -> int:
        return texts.setdefault(first_stand(lesson, at, None, said, show).coach, len(texts))

    actions = (action for first, last in view.legal.ranges for action in range(first, last + 1))
    prompt = shown_of(view)
    return {
        "right": right,
        "wrong": {str(action): coach(lesson.answer(at, action).said) for action in actions if action != right},
        "shown": coach("", show=True),
        "amounts": {
            str(number): (control.first, control.low)
            for number, control in enumerate(prompt.controls)
            if isinstance(control, Amount)
        },
    }
