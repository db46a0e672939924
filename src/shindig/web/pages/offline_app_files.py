"""Offline use: manifest, the service worker, and lessons as data."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator
from pathlib import Path

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig import __version__
from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit import game_ids, games
from shindig.gamekit.table_scene import Amount
from shindig.lesson import Lesson, has_lesson
from shindig.messages import format_text, say

from ..html.asset_urls import FOLDER, STATIC, faces_version, looks_version, make_asset_url, make_style_sheet_url
from ..html.branding import PRODUCT, get_brand
from ..html.page_diff import render_log
from ..html.templating import encode_json_text, render_template
from ..http.sessions import find_visitor
from ..reader_language import get_language
from ..url_prefix import add_prefix
from .card_and_static_files import make_compressed_response
from .coached_table_page import render_coach_regions as regions_of
from .lesson_coach_panel import build_first_position, get_prompt
from .lesson_pages import require_lesson

router = APIRouter(include_in_schema=False)
SHEET, GROUND = "#fffaf0", "#f3ece0"
SIZES = (192, 512)
REVALIDATE = {"cache-control": "no-cache"}
"""Headers of content that browsers revalidate each time."""


@router.get("/manifest.webmanifest")
async def get_manifest() -> Response:
    """Return the web app manifest."""
    icons = [{"src": make_asset_url("icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    for size in SIZES:
        one = {"sizes": f"{size}x{size}", "type": "image/png"}
        icons += [
            {"src": make_asset_url(f"icons/{size}.png")} | one,
            {"src": make_asset_url(f"icons/cut-{size}.png"), "purpose": "maskable"} | one,
        ]
    told = {
        "name": get_brand().name if get_brand().name != PRODUCT else "shindig, a card room",
        "short_name": get_brand().name,
        "description": "Card games from imagined worlds, with bots and with friends.",
        "id": add_prefix("/"),
        "start_url": add_prefix("/"),
        "scope": add_prefix("/"),
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": SHEET,
        "icons": icons,
    }
    return Response(encode_json_text(told), media_type="application/manifest+json", headers=REVALIDATE)


@router.get("/offline")
async def show_offline_page(request: Request) -> Response:
    """Show the page for content that needs the server."""
    learnt = [one for one in games() if has_lesson(one)]
    return HTMLResponse(
        render_template("offline.html", {"person": await find_visitor(request), "games": games(), "learnt": learnt})
    )


@cached(1)
def list_offline_pages() -> tuple[str, ...]:
    """List pages that are equal for everybody, as unknown people see them."""
    taught = [one.id for one in games() if has_lesson(one)]
    return (
        *("/offline", "/rules", "/fairness", "/fairness/protocol", "/manifest.webmanifest"),
        *(f"/rules/{one}" for one in game_ids()),
        *(f"/learn/{one}{part}" for one in taught for part in ("", "/whole.json")),
    )


@cached(1)
def list_offline_assets() -> tuple[str, ...]:
    """List the addresses of style sheets and scripts."""
    files = (path.relative_to(STATIC).as_posix() for path in sorted(STATIC.rglob("*.*")) if path.suffix != ".png")
    return (
        *(make_asset_url(name) for name in files if name != "worker.js"),
        *map(make_style_sheet_url, ("all", *game_ids())),
    )


@cached(1)
def make_offline_version() -> str:
    """Return a hash of everything that a device caches."""
    ours = [path for part in ("templates", "pages", "static") for path in (FOLDER / part).rglob("*") if path.is_file()]
    theirs = [path for one in games() if one.services.folder for path in find_page_sources(one.services.folder)]
    known = hashlib.sha256(" ".join((__version__, looks_version(), faces_version(), *list_offline_pages())).encode())
    for path in sorted({*ours, *theirs}):
        known.update(path.read_bytes())
    return known.hexdigest()[:12]


def find_page_sources(folder: Path) -> Iterator[Path]:
    """Yield the files of a game's package from which its pages are made."""
    return (path for path in (folder / "rules.md", *(folder / "lesson").glob("*")) if path.is_file())


@router.get("/worker.js")
async def get_worker(request: Request) -> Response:
    """Return the service worker with its list of content. It changes whenever the content does."""
    return make_compressed_response(
        request, await asyncio.to_thread(build_worker, get_language()), "text/javascript", REVALIDATE
    )


@cached(RULE_PARTS)
def build_worker(language: str) -> bytes:
    """Build the service worker with its list of content, and its texts in a language."""
    kept = {
        "texts": {
            "advice": format_text(say("offline-advice"), language=language),
            "lesson": format_text(say("offline-lesson"), language=language),
        },
        "version": make_offline_version(),
        "root": add_prefix(""),
        "pages": tuple(map(add_prefix, list_offline_pages())),
        "shell": list_offline_assets(),
    }
    return f"const KEPT = {encode_json_text(kept)};\n{(STATIC / 'worker.js').read_text(encoding='utf-8')}".encode()


# A lesson as data


@router.get("/learn/{game_id}/whole.json")
async def get_whole_lesson(request: Request, game_id: str) -> Response:
    """Return a lesson's first hand as data: every moment as its page, and the reply to every choice."""
    await asyncio.to_thread(require_lesson, game_id)
    return make_compressed_response(
        request, await asyncio.to_thread(encode_whole_lesson, game_id, get_language()), "application/json", REVALIDATE
    )


@cached(RULE_PARTS)
def encode_whole_lesson(game_id: str, language: str) -> bytes:
    """Encode this for a guest, once for each language. Repeated texts are stored once and referred to by number."""
    lesson = require_lesson(game_id, language)
    texts: dict[str, int] = {}
    moments = [build_moment(lesson, at, texts) for at in range(len(lesson.moments))]
    return encode_json_text({"texts": list(texts), "moments": moments}).encode()


def build_moment(lesson: Lesson, at: int, texts: dict[str, int]) -> dict[str, object]:
    """Build a moment: its regions and log, and the coach's replies to each legal action."""
    stand = build_first_position(lesson, at, None)
    told: dict[str, object] = {
        "html": {
            name: texts.setdefault(html, len(texts)) for name, html in regions_of(stand.news, stand.coach).items()
        },
        "log": [(seq, texts.setdefault(html, len(texts))) for seq, html in render_log(stand.news)],
        "turn": 0 if stand.news.info.token else None,
    }
    right = lesson.moments[at].right
    return told | build_replies(lesson, at, right.action, texts) if right else told


def build_replies(lesson: Lesson, at: int, right: int, texts: dict[str, int]) -> dict[str, object]:
    """Build the replies to each choice of a moment. Amounts count from the control's first action."""
    view = lesson.view(at)

    def coach(said: str, show: bool = False) -> int:
        return texts.setdefault(build_first_position(lesson, at, None, said, show).coach, len(texts))

    actions = (action for first, last in view.legal.ranges for action in range(first, last + 1))
    prompt = get_prompt(view)
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
