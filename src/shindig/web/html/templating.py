"""Templates: one Jinja environment with autoescaping, and the filters of all templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit import game, game_ids, games
from shindig.gamekit.amount_format import format_amount, format_gain
from shindig.gamekit.table_scene import Card, Pile
from shindig.messages import ENGLISH, SeatNames, Text, find_seats, has_message, join, list_languages, say
from shindig.messages.catalog import find_locale
from shindig.messages.formatting import isolate
from shindig.messages.locale_formats import write_day, write_month
from shindig.server.accounts import avatars as people_looks
from shindig.server.broadcast.protocol_versions import encode

from ..reader_language import get_language
from ..url_prefix import add_prefix, install_prefix
from .asset_urls import (
    FOLDER,
    find_sample_cards,
    make_asset_url,
    make_card_url,
    make_portrait_url,
    make_style_sheet_url,
)
from .branding import get_announcements, get_brand, name_room
from .card_texts import Decks, describe_order, name_cards, split_cards
from .script_texts import render_script_texts
from .sentence_html import (
    CACHED,
    describe_players,
    fill_names,
    fill_names_with_faces,
    fill_plain_names,
    fill_with_short_form,
    fit_name,
    fit_short_form,
    keep_used_names,
    link_clauses,
    name_order,
    read_text,
    render_moment,
    write_level,
    write_message,
)


def get_seating(game_id: str) -> str:
    """Return the arrangement of a game's seats."""
    return game(game_id).table.look.seating


def has_weighing_bots(game_id: str) -> bool:
    """Return True if a game is installed and has bots that review choices."""
    return game_id in game_ids() and game(game_id).policies is not None


@cached(CACHED)
def render_card_row(text: Text, game_id: str, decks: Decks) -> Markup:
    """Render a text that consists of cards as small pictures; empty for any other."""
    cards = split_cards(text, game_id, decks)
    return get_macro("cards.html", "pictured")(cards) if cards else Markup("")


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


CARD_MARKS = ("tall", "ranked", "counts", "wild", "better", "worse")
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
def render_chips(amount: int, language: str = ENGLISH) -> Markup:
    """Render an amount with its chip."""
    return get_macro("cards.html", "chips", language)(amount)


@cached(RULE_PARTS)
def get_macro(template: str, name: str = "region", language: str = ENGLISH) -> Callable[..., Markup]:
    """Return a macro of a template. It is faster than a template of its own, for parts rendered at every move."""
    found: Callable[..., Markup] = getattr(get_environment(language).get_template(template).module, name)
    return found


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
        outside=make_outside_link,
        brand=get_brand,
        has_message=has_message,
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
        chips=partial(render_chips, language=language),
        named=fill_names,
        faced=fill_names_with_faces,
        short=fill_with_short_form,
        fit_name=fit_name,
        fit_short=fit_short_form,
        spoken=fill_plain_names,
        money=partial(format_amount, language=language),
        with_clauses=link_clauses,
        as_json=encode_json_text,
        carded=name_cards,
        card_names=describe_order,
        order_name=partial(name_order, language=language),
        joined=join,
        pictured=render_card_row,
        date=partial(render_moment, language),
        day=partial(write_day, language=language),
        month=partial(write_month, language=language),
        gain=partial(format_gain, language=language),
        portrait_src=make_portrait_url,
        level=partial(write_level, language),
    )
    return env


@cached(1)
def name_languages() -> tuple[tuple[str, str], ...]:
    """Return the languages of the pages, each with its own name for itself."""
    return tuple((one, str(find_locale(one).get_display_name(one)).capitalize()) for one in list_languages())


def make_link(address: str, text: str) -> Markup:
    """Return a link as an argument of a message."""
    return Markup('<a href="{}">{}</a>').format(add_prefix(address), text)


def make_outside_link(address: str, text: str) -> Markup:
    """Return a link to another site as an argument of a message; only its text without an address."""
    return Markup('<a href="{}">{}</a>').format(address, text) if address else escape(text)


def render_template(template: str, values: Mapping[str, object], language: str = "") -> Markup:
    """Render a template in a language, by default the reader's. There `name_of` has the names of all games."""
    names = {one.id: one.name for one in games()}
    return Markup(get_environment(language or get_language()).get_template(template).render(values, name_of=names))
