"""Templates: one Jinja environment with autoescaping, and the filters of all templates."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from importlib import resources
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from shindig.bots import name_level
from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit import Game, game, game_ids, games
from shindig.gamekit.amount_format import format_amount
from shindig.gamekit.card_faces import draw_face
from shindig.gamekit.error_attribution import format_error, log_once
from shindig.gamekit.game_registry import get_registry
from shindig.gamekit.table_scene import Card, Pile, Scene, SeatScene
from shindig.messages import (
    ENGLISH,
    Argument,
    Message,
    SeatNames,
    Text,
    find_seats,
    format_text,
    list_languages,
    name_seats,
    say,
)
from shindig.messages.catalog import FIRST_NAME, find_locale, has_message
from shindig.messages.formatting import FIRST_CLAUSE, LAST_CLAUSE, isolate, mark_plain, mark_text
from shindig.messages.locale_formats import write_day, write_moment, write_month
from shindig.server.accounts import avatars as people_looks
from shindig.server.broadcast.protocol_versions import encode

from ..reader_language import get_language
from ..url_prefix import add_prefix, install_prefix
from .branding import get_announcements, get_brand, name_room
from .script_texts import render_script_texts

FOLDER = Path(str(resources.files("shindig.web")))
STATIC = FOLDER / "static"
CACHED = 1024
"""Size of each cache of rendered HTML: enough for the parts that many pages share."""


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


def get_seating(game_id: str) -> str:
    """Return the arrangement of a game's seats."""
    return game(game_id).table.look.seating


def has_weighing_bots(game_id: str) -> bool:
    """Return True if a game is installed and has bots that review choices."""
    return game_id in game_ids() and game(game_id).policies is not None


def find_sample_cards(game: Game) -> list[str]:
    """Return the addresses of a few cards for a game's picture: its own choice, else five of its first deck."""
    deck = game.table.decks[0]
    chosen = [code for code in game.table.look.sample if code in deck.codes]
    codes = chosen or deck.codes[:: -(-len(deck.codes) // 5)]
    return [make_card_url(deck.name, code) for code in codes]


@cached(1)
def build_clause_pattern() -> str:
    """Return a regular expression for the clause ids of all games."""
    letters = {re.escape(prefix) for game in games() for prefix in game.services.clauses}
    return rf"(?:{'|'.join(sorted(letters))})-\d+" if letters else r"(?!)"


def make_asset_url(path: str) -> str:
    """Return the address of a static file."""
    return add_prefix(f"/static/{static_version()}/{path}")


def make_card_url(deck: str, code: str | None) -> str:
    """Return the address of a card's face, or of its back."""
    return add_prefix(f"/faces/{faces_version()}/{deck}/{quote(code or 'back', safe='')}.svg")


Decks = tuple[str, ...]
"""Names of the decks on a table, for games with several decks that write other cards alike."""


@cached(RULE_PARTS)
def _has_ambiguous_codes(game_id: str) -> bool:
    """Return True if two decks of a game write different cards alike."""
    decks = game(game_id).table.decks
    return len({one for deck in decks for one in zip(deck.codes, deck.names, strict=True)}) > len(
        {code for deck in decks for code in deck.codes}
    )


def find_decks(game_id: str, scene: Scene) -> Decks:
    """Return the decks by which a table's texts are read; none if all decks of the game agree."""
    if not _has_ambiguous_codes(game_id):
        return ()
    piles = [*scene.centre, *(pile for plate in scene.seats for pile in plate.piles)]
    return tuple(sorted({card.deck for pile in piles for card in pile.cards}))


def find_own_decks(game_id: str, decks: Decks, own: SeatScene) -> Decks:
    """Return the decks for a seat that sees more cards of its own."""
    if not _has_ambiguous_codes(game_id):
        return ()
    return tuple(sorted({*decks, *(card.deck for pile in (*own.piles, *(own.centre or ())) for card in pile.cards)}))


@cached(RULE_PARTS)
def _compile_card_pattern(game_id: str, decks: Decks) -> tuple[re.Pattern[str], dict[str, tuple[str, str]]]:
    """Compile the pattern of a game's cards in texts; for each code, its deck and name. Bare numbers are no cards."""
    ordered = sorted(game(game_id).table.decks, key=lambda deck: deck.name not in decks)
    meant = {
        code: (deck.name, name) for deck in reversed(ordered) for code, name in zip(deck.codes, deck.names, strict=True)
    }
    codes = sorted((code for code in meant if len(code) > 1 and not code.isdigit()), key=len, reverse=True)
    one = f"(?:{'|'.join(map(re.escape, codes))})" if codes else "(?!)"
    return re.compile(rf"(?<![\w{{]){one}(?: {one})*(?![\w}}])"), meant


@cached(CACHED)
def name_cards(text: Text, game_id: str, decks: Decks) -> Text:
    """Replace the codes of cards in a game's plain text by their names. A message names them itself."""
    if not isinstance(text, str):
        return text
    written, meant = _compile_card_pattern(game_id, decks)
    return written.sub(lambda found: ", ".join(meant[code][1] for code in found[0].split()), text)


def describe_order(codes: Sequence[str], game_id: str, decks: Decks) -> str:
    """Return the names of the cards of an order; other items unchanged."""
    meant = _compile_card_pattern(game_id, decks)[1]
    return ", ".join(code if code.isdigit() else meant.get(code, ("", code))[1] for code in codes)


def name_order(order: str, language: str) -> str:
    """Return what players call an order of the rules. An order that only one package knows keeps its own name."""
    known = has_message(f"proofs-order-{order}")
    return format_text(say(f"proofs-order-{order}"), language=language) if known else order


@cached(CACHED)
def render_card_row(text: Text, game_id: str, decks: Decks) -> Markup:
    """Render a text that consists of cards as small pictures; empty for any other."""
    if not isinstance(text, str):
        return Markup("")
    written, meant = _compile_card_pattern(game_id, decks)
    if not written.fullmatch(text):
        return Markup("")
    return get_macro("cards.html", "pictured")([(meant[code][0], code, meant[code][1]) for code in text.split()])


ENTITIES = {ord(sign): str(escape(sign)) for sign in "&<>'\""}
"""Escapes for `translate`, for texts that will hardly come again."""


@cached(4 * CACHED)
def escape_text(text: str) -> str:
    """Escape a text that will probably come again, with a cache."""
    return str(escape(text))


# Texts for people


def write_words(names: SeatNames, id: str, /, **args: Argument) -> str:
    """Write a message of the page itself, escaped."""
    return escape_text(names.write(say(id, **args))) if args else _write_fixed(id, names.language)


@cached(RULE_PARTS)
def _write_fixed(id: str, language: str) -> str:
    """Write a message without arguments, escaped."""
    return str(escape(format_text(say(id), language=language)))


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
    return Markup(face).format(seat, name, name, name[:1])


def fill_plain_names(text: Text, names: SeatNames) -> str:
    """Write a text without markup, for attributes."""
    return format_text(text, names.names, names.language, names.you)


def render_card(card: Card, names: SeatNames) -> Markup:
    """Render a card as a picture. Its marks become classes and words; `{2}` in a mark names the card's owner."""
    return _render_card(card, keep_used_names(names, card.name, *card.marks))


@cached(4 * CACHED)
def _render_card(card: Card, names: SeatNames) -> Markup:
    marks = [mark for mark in card.marks if not mark.startswith("{")]
    return get_macro("cards.html", "card", names.language)(card, marks, describe_card(card, names))


def describe_card(card: Card, names: SeatNames) -> str:
    """Name a card with its marks."""
    marks = [say(f"card-mark-{mark}") if mark in CARD_MARKS else mark for mark in card.marks]
    return ", ".join([fill_plain_names(text, names) for text in (card.label, *marks)])


CARD_MARKS = ("tall", "ranked", "counts", "wild")
"""Marks of cards that have a message."""


def render_pile(shown: Pile, names: SeatNames, extra: str = "", caption: str = "", key: str = "") -> Markup:
    """Render a pile of cards with its caption. `key` is the id of cards that keep their own place."""
    texts = [text for card in shown.cards for text in (card.name, *card.marks)]
    return _render_pile(shown, keep_used_names(names, *texts), extra, caption, key)


@cached(4 * CACHED)
def _render_pile(shown: Pile, names: SeatNames, extra: str, caption: str, key: str) -> Markup:
    top = shown.cards[-1:] if shown.shape == "stack" else shown.cards
    backs = bool(top) and not any(card.code for card in top)
    size = len(shown.cards) if shown.size is None else shown.size
    return get_macro("cards.html", "pile", names.language)(shown, top, backs, size, names, extra, caption, key)


@cached(CACHED)
def render_chips(amount: int) -> Markup:
    """Render an amount with its chip."""
    return get_macro("cards.html", "chips")(amount)


@cached(RULE_PARTS)
def get_macro(template: str, name: str = "region", language: str = ENGLISH) -> Callable[..., Markup]:
    """Return a macro of a template. It is faster than a template of its own, for parts rendered at every move."""
    found: Callable[..., Markup] = getattr(get_environment(language).get_template(template).module, name)
    return found


@cached(1)
def portraits_version() -> str:
    """Return a hash of all portraits."""
    return hashlib.sha256(f"{people_looks.FIGURES}{people_looks.COLOURS}".encode()).hexdigest()[:12]


def make_portrait_url(person: str) -> str:
    """Return the address of a portrait."""
    return add_prefix(f"/portraits/{portraits_version()}/{person}.svg")


def format_gain(amount: int) -> str:
    """Format a whole gain: `+35`, `−1 200`, `0`."""
    return f"+{format_amount(amount)}" if amount > 0 else format_amount(amount)


def render_moment(language: str, seconds: float, kind: str = "local") -> Markup:
    """Render a time, in seconds since 1970: in UTC, until `times.js` writes it in the browser's time zone.

    The kind is `local`, or `until` after a word such as "until".
    """
    written = f"{write_moment(seconds, language)} UTC"
    return Markup('<time datetime="{}" data-{}>{}</time>').format(
        datetime.fromtimestamp(int(seconds), UTC).isoformat(), kind, written
    )


def link_clauses(text: str, game_id: str, word: str = "") -> Markup:
    """Link every clause in a text to its place in the rules. The links show a word, if one is given."""

    def link(found: re.Match[str]) -> str:
        return f'<a href="{add_prefix("/rules")}/{game_id}#{found[0]}" title="{found[0]}">{word or found[0]}</a>'

    return Markup(re.sub(rf"\b{build_clause_pattern()}\b", link, str(escape(text))))


def write_level(language: str, bot: str) -> str:
    """Write the name of a bot's level for people; a bot without a level keeps its own."""
    name = name_level(bot)
    return name.capitalize() if isinstance(name, str) else read_text(language, name)


def encode_json_text(value: object) -> str:
    return encode(value).decode()


@cached(RULE_PARTS)
def get_environment(language: str = ENGLISH) -> Environment:
    """Return the environment of all templates in a language. There `say` writes a message, and `read` a text."""
    env = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.globals.update(
        asset=make_asset_url,
        card_src=make_card_url,
        look_src=make_style_sheet_url,
        sample_of=find_sample_cards,
        sample_of_id=lambda game_id: find_sample_cards(game(game_id)),
        seating_of=get_seating,
        weighs=has_weighing_bots,
        language=language,
        say=partial(write_message, language),
        script_texts=partial(render_script_texts, language),
        read=partial(read_text, language),
        players_of=partial(describe_players, language),
        seats_in=find_seats,
        languages=name_languages,
        code=Markup("<code>{}</code>").format,
        bold=Markup("<b>{}</b>").format,
        link=make_link,
        brand=get_brand,
        announced=get_announcements,
        figures=tuple(people_looks.FIGURES),
        colours=tuple(people_looks.COLOURS),
    )
    install_prefix(env)
    # Filters are called at once, functions by way of a context.
    env.filters.update(
        card=render_card,
        room_named=name_room,
        isolate=isolate,
        pile=render_pile,
        chips=render_chips,
        named=fill_names,
        faced=fill_names_with_faces,
        short=fill_with_short_form,
        spoken=fill_plain_names,
        money=format_amount,
        with_clauses=link_clauses,
        as_json=encode_json_text,
        carded=name_cards,
        card_names=describe_order,
        order_name=partial(name_order, language=language),
        pictured=render_card_row,
        date=partial(render_moment, language),
        until=partial(render_moment, language, kind="until"),
        day=partial(write_day, language=language),
        month=partial(write_month, language=language),
        gain=format_gain,
        portrait_src=make_portrait_url,
        level=partial(write_level, language),
    )
    return env


def write_message(language: str, id: str, /, **args: Argument) -> Markup:
    """Write a message in a template. Arguments that are Markup, such as links, stay as they are."""
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


@cached(1)
def name_languages() -> tuple[tuple[str, str], ...]:
    """Return the languages of the pages, each with its own name for itself."""
    return tuple((one, str(find_locale(one).get_display_name(one)).capitalize()) for one in list_languages())


def make_link(address: str, text: str) -> Markup:
    """Return a link as an argument of a message."""
    return Markup('<a href="{}">{}</a>').format(add_prefix(address), text)


def read_text(language: str, text: Text) -> str:
    """Write a text that names no seats."""
    return format_text(text, language=language)


def render_template(template: str, values: Mapping[str, object], language: str = "") -> Markup:
    """Render a template in a language, by default the reader's."""
    return Markup(get_environment(language or get_language()).get_template(template).render(values))
