"""Addresses of style sheets, scripts, cards and portraits. A hash in each names its version, so browsers may cache
them for good."""

from __future__ import annotations

import hashlib
from importlib import resources
from pathlib import Path
from urllib.parse import quote

from shindig.core.caches import cached
from shindig.gamekit import Game, games
from shindig.gamekit.card_faces import draw_face
from shindig.gamekit.error_attribution import format_error, log_once
from shindig.gamekit.game_registry import get_registry
from shindig.server.accounts import avatars as people_looks

from ..url_prefix import add_prefix

FOLDER = Path(str(resources.files("shindig.web")))
STATIC = FOLDER / "static"


@cached(1)
def static_version() -> str:
    """Return a hash of all static files. It is part of their addresses, so browsers may cache them for good."""
    contents = b"".join(path.read_bytes() for path in sorted(STATIC.rglob("*")) if path.is_file())
    return hashlib.sha256(contents).hexdigest()[:12]


@cached(1)
def faces_version() -> str:
    """Return a hash of all card drawings."""
    drawn = (draw_face(name, code) for name, (deck, _) in get_registry().decks.items() for code in deck.codes)
    return hashlib.sha256("".join(drawn).encode()).hexdigest()[:12]


@cached(1)
def build_style_sheets() -> dict[str, bytes]:
    """Return the style sheet of each game's table by its id, and of all together as `all`."""
    common = (STATIC / "looks.css").read_text()
    sheets = {game.id: build_style_sheet(game) for game in games()}
    return {name: (common + sheet).encode() for name, sheet in {**sheets, "all": "".join(sheets.values())}.items()}


def build_style_sheet(game: Game) -> str:
    """Return a game's colours, followed by its own style sheet, if it is readable."""
    inner, outer = game.table.look.cloth
    return f'[data-look="{game.id}"] {{ --cloth: {inner}; --cloth-2: {outer}; }}\n{read_own_sheet(game)}'


def read_own_sheet(game: Game) -> str:
    """Return a game's own style sheet, or an empty text. One with an unclosed brace would swallow all that follow."""
    if not game.services.folder or not game.table.look.sheet:
        return ""
    try:
        sheet = (game.services.folder / game.table.look.sheet).read_text(encoding="utf-8")
        if sheet.count("{") != sheet.count("}"):
            raise ValueError("its braces do not match")
    except (OSError, ValueError) as error:
        package = get_registry().find_package(game.id)
        log_once(f"{package}: the style sheet {game.table.look.sheet} is left out ({format_error(error)}). Mend it.")
        return ""
    return sheet


@cached(1)
def looks_version() -> str:
    """Return a hash of all games' style sheets."""
    return hashlib.sha256(build_style_sheets()["all"]).hexdigest()[:12]


def make_style_sheet_url(name: str) -> str:
    """Return the address of the style sheet of a game's table, or of `all`."""
    return add_prefix(f"/looks/{looks_version()}/{name if name in build_style_sheets() else 'all'}.css")


def find_sample_cards(game: Game) -> list[str]:
    """Return the addresses of a few cards for a game's picture: its own choice, else five of its first deck."""
    deck = game.table.decks[0]
    chosen = [code for code in game.table.look.sample if code in deck.codes]
    codes = chosen or deck.codes[:: -(-len(deck.codes) // 5)]
    return [make_card_url(deck.name, code) for code in codes]


def make_asset_url(path: str) -> str:
    """Return the address of a static file."""
    return add_prefix(f"/static/{static_version()}/{path}")


def make_card_url(deck: str, code: str | None) -> str:
    """Return the address of a card's face, or of its back."""
    return add_prefix(f"/faces/{faces_version()}/{deck}/{quote(code or 'back', safe='')}.svg")


@cached(1)
def portraits_version() -> str:
    """Return a hash of all portraits."""
    return hashlib.sha256(f"{people_looks.FIGURES}{people_looks.COLOURS}".encode()).hexdigest()[:12]


def make_portrait_url(person: str) -> str:
    """Return the address of a portrait."""
    return add_prefix(f"/portraits/{portraits_version()}/{person}.svg")
