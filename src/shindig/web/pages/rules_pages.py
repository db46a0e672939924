"""Rules pages from the Markdown of game packages: every clause is an anchor, every hand is shown as cards."""

from __future__ import annotations

import re
from base64 import b64encode
from contextlib import suppress
from functools import reduce
from hashlib import sha256
from html import unescape

from fastapi import APIRouter
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.cards import CardError, Deck
from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit import Game, game, game_ids, games
from shindig.gamekit.game_registry import get_registry
from shindig.lesson import has_lesson
from shindig.messages import ENGLISH, format_text, say
from shindig.server.errors import MissingError

from ..html.asset_urls import FOLDER
from ..html.sentence_html import build_clause_pattern
from ..html.templating import get_macro, render_template
from ..http.sessions import find_visitor
from ..reader_language import get_language
from ..url_prefix import add_prefix

router = APIRouter(include_in_schema=False)
DOCS = (FOLDER / "docs", FOLDER.parents[2] / "docs")
"""Folders of docs pages: in a wheel, and in a checkout."""
CHECKER_LINK = "`docs/verify-cut.html`"
"""Text in the fairness page that becomes the link to the second verifier."""
INLINE_PARTS = re.compile(r"<(script|style)[^>]*>(.*?)</\1>", re.DOTALL)
"""Inline scripts and styles of a page."""
IN_BOXES = (
    ("<table>", '<div class="wide" tabindex="0"><table>'),
    ("</table>", "</table></div>"),
    ("<pre>", '<pre tabindex="0">'),
    ("<th></th>", "<td></td>"),
)
"""Replacements: wide content scrolls by keys; an empty table head is no heading."""
_CODE = re.compile(r"<code>([^<]+)</code>")
_ONLY_CODE = re.compile(r"<td><code>([^<]+)</code></td>")
"""A cell of a table that is nothing but an example hand."""
_ELSEWHERE = re.compile(r"\[([^\]]+)\]\([\w-]+\.md[^)]*\)")
"""Links to documents that are not pages of the server."""
_TITLE = re.compile("<h1>.*?</h1>")
"""The title of a page: games that share their rules have each its own."""
_OPTION = re.compile(r"(?<!\w)([Oo])ption\s+`([a-z_]+)`")
"""An option under the name that programs use."""
_HEADING = re.compile(r"<h([23])>(.*?)</h\1>")


def read_rules(rules: Game, language: str = ENGLISH) -> str:
    """Read the Markdown of a game's rules, in a language if they are there; a sentence if its package has none."""
    if rules.services.folder is not None:
        for name in (f"rules.{language}.md", "rules.md"):
            with suppress(OSError, UnicodeDecodeError):
                return (rules.services.folder / name).read_text(encoding="utf-8")
    return (
        f"# {rules.name}\n\n{rules.blurb}\n\nThe package {get_registry().find_package(rules.id)} has no "
        f"`rules.md` to read."
    )


@cached(RULE_PARTS)
def render_rules(game_id: str, language: str = ENGLISH) -> tuple[Markup, tuple[tuple[str, str], ...]]:
    """Render the rules of a game as HTML with card pictures, and its headings as (anchor, text)."""
    rules = game(game_id)
    markdown = read_rules(rules, language)
    spoken = language if markdown != read_rules(rules) else ENGLISH
    body, headings = render_markdown(name_options(markdown, rules, spoken), rules.table.decks[0])
    title = f"<h1>{escape(rules.name)}</h1>"
    return Markup(_TITLE.sub(title, body, count=1)), headings


def name_options(markdown: str, rules: Game, language: str) -> str:
    """Write the options of rules under the names that players see."""
    labels = {one.name: format_text(one.label, language=language) for one in rules.rules.options}

    def write(found: re.Match[str]) -> str:
        if found[2] not in labels:
            return found[0]
        text = format_text(say("rules-option", option=labels[found[2]]), language=language)
        return text[:1].upper() + text[1:] if found[1] == "O" else text

    return _OPTION.sub(write, markdown)


@cached(RULE_PARTS)
def render_markdown(markdown: str, deck: Deck | None = None) -> tuple[Markup, tuple[tuple[str, str], ...]]:
    """Render Markdown as HTML, and its headings as (anchor, text)."""
    from markdown_it import MarkdownIt

    html = str(MarkdownIt("commonmark", {"html": False}).enable(["table"]).render(markdown))
    html = reduce(lambda told, pair: told.replace(*pair), IN_BOXES, add_clause_anchors(html))
    if deck is not None:
        html = _ONLY_CODE.sub(lambda found: f"<td>{render_cards(found[1], deck, least=1)}</td>", html)
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
    """Turn each clause into an anchor at its definition, and into a link elsewhere."""
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


def render_cards(text: str, deck: Deck, least: int = 2) -> str:
    """Render a hand of `least` cards or more in code format as cards; anything else unchanged."""
    words = unescape(text).split()
    try:
        cards = [deck.card(word) for word in words] if len(words) >= least else []
    except CardError:
        cards = []
    return get_macro("cards.html", "inline_cards")(deck, cards) if cards else f"<code>{text}</code>"


@router.get("/rules")
async def show_index(request: Request) -> Response:
    """List all games."""
    return HTMLResponse(render_template("rules_index.html", {"person": await find_visitor(request), "games": games()}))


@router.get("/rules/{game_id}")
async def show_rules(request: Request, game_id: str) -> Response:
    """Show the rules of a game."""
    if game_id not in game_ids():
        raise MissingError(say("refuse-no-game"))
    body, headings = render_rules(game_id, get_language())
    about = {"game": game(game_id), "taught": has_lesson(game(game_id)), "body": body, "headings": headings}
    return HTMLResponse(render_template("rules.html", {"person": await find_visitor(request), **about}))


@router.get("/fairness")
async def show_fairness(request: Request) -> Response:
    """Show in a few sentences how the server and the devices shuffle, and what people can check."""
    return HTMLResponse(render_template("fairness.html", {"person": await find_visitor(request)}))


@router.get("/fairness/protocol")
async def show_protocol(request: Request) -> Response:
    """Show the whole protocol of the fair cut, for programmers."""
    text = read_docs_page("fairness.md").replace(CHECKER_LINK, f"[this page]({add_prefix('/fairness/verify.html')})")
    body, headings = render_markdown(_ELSEWHERE.sub(r"\1", text))
    values = {"person": await find_visitor(request), "game": None, "body": body, "headings": headings}
    return HTMLResponse(render_template("rules.html", values))


@router.get("/fairness/verify.html")
async def show_verifier() -> Response:
    """Return the second verifier of cuts: one file that also works offline. It may run its own script, and send
    nothing."""
    text = read_docs_page("verify-cut.html")
    return HTMLResponse(text, headers={"content-security-policy": make_own_parts_policy(text)})


def read_docs_page(name: str) -> str:
    """Read a page of the docs."""
    return next(folder / name for folder in DOCS if (folder / name).exists()).read_text(encoding="utf-8")


def make_own_parts_policy(html: str) -> str:
    """Build the content security policy of a page that needs only its own inline script and style."""
    hashes = {kind: b64encode(sha256(text.encode()).digest()).decode() for kind, text in INLINE_PARTS.findall(html)}
    parts = "; ".join(f"{kind}-src 'sha256-{digest}'" for kind, digest in hashes.items())
    return f"default-src 'none'; {parts}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
