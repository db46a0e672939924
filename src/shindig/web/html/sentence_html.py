"""Sentences as HTML: messages and plain texts, with names, faces, links and times in them.

These parts are marks within a sentence, so they are made here, and not by templates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from markupsafe import Markup, escape

from shindig.bots import name_level
from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit import games
from shindig.messages import Argument, Message, SeatNames, Text, find_seats, format_text, name_seats, say
from shindig.messages.catalog import FIRST_NAME, has_message
from shindig.messages.formatting import FIRST_CLAUSE, LAST_CLAUSE, mark_plain, mark_text
from shindig.messages.locale_formats import write_moment

from ..url_prefix import add_prefix

CACHED = 1024
"""Size of each cache of rendered HTML: enough for the parts that many pages share."""


@cached(1)
def build_clause_pattern() -> str:
    """Return a regular expression for the clause ids of all games."""
    letters = {re.escape(prefix) for game in games() for prefix in game.services.clauses}
    return rf"(?:{'|'.join(sorted(letters))})-\d+" if letters else r"(?!)"


def name_order(order: str, language: str) -> str:
    """Return what players call an order of the rules. An order that only one package knows keeps its own name."""
    known = has_message(f"proofs-order-{order}")
    return format_text(say(f"proofs-order-{order}"), language=language) if known else order


ENTITIES = {ord(sign): str(escape(sign)) for sign in "&<>'\""}
"""Escapes for `translate`, for texts that will hardly come again."""


@cached(4 * CACHED)
def escape_text(text: str) -> str:
    """Escape a text that will probably come again, with a cache."""
    return str(escape(text))


def write_words(names: SeatNames, id: str, /, **args: Argument) -> str:
    """Write a message of the page itself, escaped."""
    return escape_text(names.write(say(id, **args))) if args else _write_fixed(id, names.language)


@cached(RULE_PARTS)
def _write_fixed(id: str, language: str) -> Markup:
    """Write a message without arguments, escaped."""
    return escape(format_text(say(id), language=language))


def keep_used_names(names: SeatNames, *texts: Text) -> SeatNames:
    """Return the names if texts mention seats, else none, so that rendered texts are shared by all tables."""
    return names if any(map(find_seats, texts)) else name_seats(names.language)


def fill_names(text: Text, names: SeatNames) -> Markup:
    """Write a text as HTML, with the names of the seats.

    A message that names seats is written for each of them and for all others, unless one seat alone reads it. The page
    shows the right one (`base.css`).
    """
    return _fill_names(text, keep_used_names(names, text))


@cached(4 * CACHED)
def _fill_names(text: Text, names: SeatNames) -> Markup:
    if isinstance(text, str):
        return Markup(mark_plain(text).translate(_get_marks(names)))
    others = _write_form(text, names, names.you)
    if names.you is not None:
        return Markup(others)
    forms = {seat: _write_form(text, names, seat) for seat in sorted(find_seats(text))}
    own = {seat: form for seat, form in forms.items() if form != others}
    if not own:
        return Markup(others)
    hidden = " ".join([f"not-{seat}" for seat in own])
    yours = "".join([f'<span class="as-{seat}">{form}</span>' for seat, form in own.items()])
    return Markup(f'<span class="{hidden}">{others}</span>{yours}')


def _write_form(message: Message, names: SeatNames, you: int | None) -> str:
    """Write a message as HTML for the reader on a seat, or for all others."""
    written = mark_text(message, names.language, you).translate(_get_marks(names))
    return _CLAUSE.sub(_link_clause, written) if FIRST_CLAUSE in written else written


@cached(CACHED)
def _get_marks(names: SeatNames) -> dict[int, str]:
    """Return the HTML for each character that stands for a name, and the escapes."""
    return {**ENTITIES, **{FIRST_NAME + seat: f"<b>{escape(names[seat])}</b>" for seat in range(MOST_SEATS)}}


MOST_SEATS = 64
_CLAUSE = re.compile(f"{FIRST_CLAUSE}(.*?){LAST_CLAUSE}")


def _link_clause(found: re.Match[str]) -> str:
    """Return the link to a clause."""
    game_id = next((one.id for one in games() if found[1].partition("-")[0] in one.services.clauses), "")
    return f'<a href="{add_prefix("/rules")}/{game_id}#{found[1]}">{found[1]}</a>'


def fill_with_short_form(text: Text, names: SeatNames) -> Markup:
    """Write a text with its short form, if its message has one (`.short`). The page shows one of them, by its width."""
    whole = fill_names(text, names)
    if isinstance(text, str) or not has_message(f"{text.id}.short"):
        return whole
    short = escape_text(names.write(Message(f"{text.id}.short", text.args)))
    return Markup(f'<span class="whole">{whole}</span><span class="brief" aria-hidden="true">{short}</span>')


def fill_names_with_faces(text: Text, names: SeatNames) -> Markup:
    """Write a text with the seats' portraits for their names, for narrow places."""
    return _fill_names_with_faces(text, keep_used_names(names, text))


@cached(CACHED)
def _fill_names_with_faces(text: Text, names: SeatNames) -> Markup:
    parts = _MARK.split(mark_plain(text) if isinstance(text, str) else mark_text(text, names.language, None))
    shown = [_dot(ord(part) - FIRST_NAME, names) if at % 2 else _words(part) for at, part in enumerate(parts)]
    return Markup("").join(shown)


_MARK = re.compile(f"([{chr(FIRST_NAME)}-{chr(FIRST_NAME + MOST_SEATS - 1)}])")


def _words(text: str) -> Markup:
    return Markup('<span class="words">{}</span>').format(text) if text.strip() else escape(text)


def _dot(seat: int, names: SeatNames) -> Markup:
    name = names[seat]
    face = '<b class="dot s{}" title="{}"><span class="sr">{}</span><span aria-hidden="true">{}</span></b>'
    return Markup(face).format(seat, name, name, shorten_name(seat, names.names) or name[:1])


def fill_plain_names(text: Text, names: SeatNames) -> str:
    """Write a text without markup, for attributes."""
    return format_text(text, names.names, names.language, names.you)


def shorten_name(seat: int, names: Sequence[str]) -> str:
    """Return the first letter of a seat's name, or two letters if the name of another seat begins with it too."""
    name = names[seat] if 0 <= seat < len(names) else ""
    if not any(other[:1] == name[:1] for at, other in enumerate(names) if at != seat):
        return name[:1]
    second = name.partition(" ")[2] or name[1:]
    return name[:1] + second[:1]


MOST_INITIAL = 2
"""Length of a second word that an initial with its point does not shorten."""


def fit_name(name: str, style: str = "name") -> Markup:
    """Write a name so that the page shows "Gentle M." where "Gentle Marten" has no space (`table.css`)."""
    first, _, rest = name.partition(" ")
    return fit_text(name, f"{first} {rest[:1]}." if len(rest) > MOST_INITIAL else "", style)


def fit_short_form(text: Text, names: SeatNames, style: str) -> Markup:
    """Write a text so that the page shows its short form (`.short`) where the whole has no space."""
    short = ""
    if not isinstance(text, str) and has_message(f"{text.id}.short"):
        short = names.write(Message(f"{text.id}.short", text.args))
    return fit_text(fill_names(text, names), short, style)


def fit_text(whole: str, short: str, style: str) -> Markup:
    """Write a text with its short form, if it has one, of which the page shows what fits."""
    if not short:
        return Markup('<span class="{}">{}</span>').format(style, whole)
    return Markup('<span class="{} fit" data-short="{}"><span>{}</span></span>').format(style, short, whole)


def render_moment(language: str, seconds: float) -> Markup:
    """Render a time, in seconds since 1970: in UTC, until `times.js` writes it in the browser's time zone."""
    time = datetime.fromtimestamp(int(seconds), UTC).isoformat()
    return Markup('<time datetime="{}" data-local>{} UTC</time>').format(time, write_moment(seconds, language))


def link_clauses(text: str, game_id: str, word: str = "") -> Markup:
    """Link every clause in a text to its place in the rules. The links show a word, if one is given."""

    def link(found: re.Match[str]) -> str:
        return f'<a href="{add_prefix("/rules")}/{game_id}#{found[0]}" title="{found[0]}">{word or found[0]}</a>'

    return Markup(re.sub(rf"\b{build_clause_pattern()}\b", link, str(escape(text))))


def write_level(language: str, bot: str) -> str:
    """Write the name of a bot's level for people; a bot without a level keeps its own."""
    name = name_level(bot)
    return name.capitalize() if isinstance(name, str) else read_text(language, name)


def write_message(language: str, id: str, /, **args: Argument) -> Markup:
    """Write a message in a template. Arguments that are Markup, such as links, stay as they are."""
    if not args:
        return _write_fixed(id, language)
    links = {name: value for name, value in args.items() if isinstance(value, Markup)}
    marks = {name: chr(FIRST_LINK + at) for at, name in enumerate(links)}
    written = escape(format_text(say(id, **{**args, **marks}), language=language))
    return Markup(written.translate({ord(mark): links[name] for name, mark in marks.items()}))


FIRST_LINK = 0xE200
"""Character that stands for the first piece of HTML in a message."""


def describe_players(language: str, seats: range) -> str:
    """Write the number of players: `2 to 7 players`."""
    if len(seats) == 1:
        return read_text(language, say("lobby-players-exact", count=seats[0]))
    return read_text(language, say("lobby-players", number=min(seats), total=max(seats)))


def read_text(language: str, text: Text) -> str:
    """Write a text that names no seats."""
    return format_text(text, language=language)
