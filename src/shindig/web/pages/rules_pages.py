"""Rules pages, from the Markdown of the package: every clause an anchor, every hand shown as cards."""

from __future__ import annotations

import re
from base64 import b64encode
from contextlib import suppress
from functools import cache, reduce
from hashlib import sha256
from html import unescape

from fastapi import APIRouter
from markdown_it import MarkdownIt
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.cards import CardError, Deck
from shindig.gamekit import Game, game, game_ids, games
from shindig.gamekit.game_registry import get_registry
from shindig.server.errors import MissingError

from ..html.templating import FOLDER, build_clause_pattern, make_card_url, render_template
from ..http.sessions import find_person
from ..url_prefix import add_prefix

router = APIRouter(include_in_schema=False)
DOCS = (FOLDER / "docs", FOLDER.parents[2] / "docs")
"""Where pages from the docs are: in a wheel, and in a checkout."""
CHECKER_LINK = "`docs/verify-cut.html`"
"""Where the page of the fair cut names the second checker of cuts."""
INLINE_PARTS = re.compile(r"<(script|style)[^>]*>(.*?)</\1>", re.DOTALL)
"""Inline script and style of a page."""
IN_BOXES = (
    ("<table>", '<div class="wide" tabindex="0"><table>'),
    ("</table>", "</table></div>"),
    ("<pre>", '<pre tabindex="0">'),
    ("<th></th>", "<td></td>"),
)
"""What is wider than the page scrolls by keys too; a heading that says nothing is none."""
_CODE = re.compile(r"<code>([^<]+)</code>")
_ELSEWHERE = re.compile(r"\[([^\]]+)\]\([\w-]+\.md[^)]*\)")
"""Links to documents that are no pages of the room."""
_HEADING = re.compile(r"<h([23])>(.*?)</h\1>")


def read_rules(rules: Game) -> str:
    """The Markdown of a game's rules, or a sentence where its package has none."""
    if rules.services.folder is not None:
        with suppress(OSError, UnicodeDecodeError):
            return (rules.services.folder / "rules.md").read_text(encoding="utf-8")
    return (
        f"# {rules.name}\n\n{rules.blurb}\n\nThe package {get_registry().find_package(rules.id)} has no "
        f"`rules.md` to read."
    )


@cache
def render_rules(game_id: str) -> tuple[Markup, tuple[tuple[str, str], ...]]:
    """The rules of a game as HTML, its hands as cards, and its headings as (anchor, text)."""
    rules = game(game_id)
    return render_markdown(read_rules(rules), rules.table.decks[0])


@cache
def render_markdown(markdown: str, deck: Deck | None = None) -> tuple[Markup, tuple[tuple[str, str], ...]]:
    """Markdown as HTML, and its headings as (anchor, text)."""
    html = str(MarkdownIt("commonmark", {"html": False}).enable(["table"]).render(markdown))
    html = reduce(lambda told, pair: told.replace(*pair), IN_BOXES, add_clause_anchors(html))
    if deck is not None:
        html = _CODE.sub(lambda found: render_cards(found[1], deck), html)
    headings: list[tuple[str, str]] = []

    def heading(found: re.Match[str]) -> str:
        text = re.sub("<[^>]+>", "", found[2])
        anchor = re.sub(r"[^a-z0-9]+", "-", unescape(text).casefold()).strip("-")
        if found[1] == "2":
            headings.append((anchor, unescape(text)))
        return f'<h{found[1]} id="{anchor}">{found[2]}</h{found[1]}>'

    return Markup(_HEADING.sub(heading, html)), tuple(headings)


def add_clause_anchors(html: str) -> str:
    """Each clause is an anchor where it is told, and a link wherever else it is named."""
    told: set[str] = set()

    def define(found: re.Match[str]) -> str:
        clause = found[2]
        if clause in told:
            return found[0]
        told.add(clause)
        opening = found[1].replace(">", f' id="{clause}">', 1)
        return f'{opening}<a class="clause" href="#{clause}">{clause}</a>'

    clause = build_clause_pattern()
    html = re.sub(rf"(<li>\s*(?:<p>)?|<p>|<td>)(?:<strong>)?({clause})(?:</strong>)?", define, html)
    mentioned = re.compile(rf'(?<![#">\w-])({clause})(?![\w"-])')
    return mentioned.sub(lambda found: f'<a href="#{found[1]}">{found[1]}</a>' if found[1] in told else found[1], html)


def render_cards(text: str, deck: Deck) -> str:
    """A hand written in code as its cards; anything else as it was."""
    words = unescape(text).split()
    try:
        cards = [deck.card(word) for word in words] if len(words) > 1 else []
    except CardError:
        cards = []
    if not cards:
        return f"<code>{text}</code>"
    faces = "".join(
        f'<img src="{make_card_url(deck.name, deck.codes[card])}" alt="{escape(deck.names[card])}" '
        f'title="{escape(deck.names[card])}" width="250" height="350" loading="lazy">'
        for card in cards
    )
    return f'<span class="inline-cards">{faces}</span>'


@router.get("/rules")
async def show_index(request: Request) -> Response:
    """All games."""
    return HTMLResponse(render_template("rules_index.html", {"person": await find_person(request), "games": games()}))


@router.get("/rules/{game_id}")
async def show_rules(request: Request, game_id: str) -> Response:
    """The rules of one game."""
    if game_id not in game_ids():
        raise MissingError(f"there is no game {game_id[:40]!r}; there are {', '.join(game_ids())}")
    body, headings = render_rules(game_id)
    values = {"person": await find_person(request), "game": game(game_id), "body": body, "headings": headings}
    return HTMLResponse(render_template("rules.html", values))


@router.get("/fairness")
async def show_fairness(request: Request) -> Response:
    """How the fair cut works, what it proves and what it does not."""
    text = read_docs_page("fairness.md").replace(CHECKER_LINK, f"[this page]({add_prefix('/fairness/verify.html')})")
    body, headings = render_markdown(_ELSEWHERE.sub(r"\1", text))
    values = {"person": await find_person(request), "game": None, "body": body, "headings": headings}
    return HTMLResponse(render_template("rules.html", values))


@router.get("/fairness/verify.html")
async def show_verifier() -> Response:
    """The second checker of cuts: one file that also works from a disk. It may run its own script, and send nothing."""
    text = read_docs_page("verify-cut.html")
    return HTMLResponse(text, headers={"content-security-policy": make_own_parts_policy(text)})


def read_docs_page(name: str) -> str:
    """Read a page of the docs."""
    return next(folder / name for folder in DOCS if (folder / name).exists()).read_text(encoding="utf-8")


def make_own_parts_policy(html: str) -> str:
    """Write the content security policy of a page that needs its own inline script and style, and nothing else."""
    hashes = {kind: b64encode(sha256(text.encode()).digest()).decode() for kind, text in INLINE_PARTS.findall(html)}
    parts = "; ".join(f"{kind}-src 'sha256-{digest}'" for kind, digest in hashes.items())
    return f"default-src 'none'; {parts}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
