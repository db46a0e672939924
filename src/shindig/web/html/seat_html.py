"""HTML of seats: the plates of others, and the viewer's own. They are written in Python, which is faster.

docs/architecture.md ("What is fixed, and why") has the figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from shindig.bots import name_level
from shindig.core.caches import cached
from shindig.gamekit.table_scene import Pile, Plate
from shindig.messages import SeatNames, Text, name_seats, say
from shindig.server.schemas import SeatInfo

from .asset_urls import make_portrait_url
from .sentence_html import (
    CACHED,
    ENTITIES,
    escape_text,
    fill_names,
    fill_names_with_faces,
    fill_plain_names,
    fill_with_short_form,
    fit_name,
    fit_short_form,
    keep_used_names,
    write_words,
)
from .templating import render_chips, render_pile

AWAY = ("folded", "out")
"""States of a seat that plays no more."""
UNIT = say("unit-chips")


class PlateFacts(NamedTuple):
    """Content of a plate beside the scene."""

    table: str
    can_sit: bool
    unit: Text
    hand: Text
    """The game's word for a hand."""


# The others


def render_plate(seat: Plate | None, info: SeatInfo, facts: PlateFacts, names: SeatNames) -> str:
    """Render a seat with its cards; only the plate before a match."""
    state = (f" {escape_text(seat.state)}" if seat else "") + (" empty" if info.kind == "empty" else "")
    nobody = name_seats(names.language)
    who, kind, spoken = render_plate_front(info, nobody)
    label = spoken + describe_seat(seat, facts, names) if seat else spoken
    content = render_seat_content(seat, info.name, names) if seat else ""
    return (
        f'<article id="seat-{info.seat}" class="plate s{info.seat}{state}" aria-label="{label}">\n'
        f"{who}{render_seat_chips(seat, names.language, ' ')}{kind}"
        f"{render_sit_form(seat, info, facts, nobody)}{content}</article>"
    )


@cached(4 * CACHED)
def render_plate_front(info: SeatInfo, nobody: SeatNames) -> tuple[str, str, str]:
    """Render the front of a plate in two parts, between which the money goes, and who sits there in words."""
    name = fit_name(info.name or write_words(nobody, "seat-free"))
    who = (
        f'<header>\n{render_face(info, info.name or "+", render_presence(info))}\n<span class="who">'
        f'{name}\n<span class="under">'
    )
    words: list[Text] = [info.name or say("seat-empty", number=info.seat + 1)]
    words += [name_bot(info)] if info.kind == "bot" else []
    words += [say("tools-preparing")] if info.preparing else []
    spoken = ", ".join([fill_plain_names(word, nobody) for word in words])
    return who, f"{render_tag(info, nobody)}</span></span>\n</header>\n", escape_text(spoken)


def describe_seat(seat: Plate, facts: PlateFacts, names: SeatNames) -> str:
    """Describe what a seat has and did for screen readers, as HTML."""
    money = describe_money(seat.chips, seat.bet, seat.state, facts.unit, names.language)
    said = [f", {fill_plain_names(word, names)}" for word in (*seat.badges, seat.said) if word]
    return money + "".join(said).translate(ENTITIES)


@cached(4 * CACHED)
def describe_money(chips: int | None, bet: int, state: str, unit: Text, language: str) -> str:
    """Describe the money of a seat, and that it plays no more, as HTML."""
    words: list[Text] = [] if chips is None else [say("seat-chips", amount=chips, unit=unit or UNIT)]
    words += [say("seat-bet", amount=bet)] if bet else []
    words += [say(f"reveal-{state}")] if state in AWAY else []
    return "".join([f", {name_seats(language).write(word)}" for word in words]).translate(ENTITIES)


def render_presence(info: SeatInfo) -> str:
    """Render the presence of a person."""
    if info.kind != "person":
        return ""
    return f'<i class="{"here" if info.here and not info.held else "away"}"></i>'


def render_tag(info: SeatInfo, nobody: SeatNames) -> str:
    """Render the note about an unusual player of a seat."""
    if info.newcomer:
        return fit_short_form(say("seat-newcomer"), nobody, "tag")
    if info.held:
        return fit_short_form(say("seat-held"), nobody, "tag")
    if info.kind == "bot":
        return f'<span class="tag kind">{escape_text(fill_plain_names(name_bot(info), nobody))}</span>'
    return f'<span class="tag kind">{write_words(nobody, "seat-host")}</span>' if info.host else ""


def name_bot(info: SeatInfo) -> Text:
    """Return the words for a bot, with its level if it has one."""
    return say("seat-bot", level=name_level(info.bot)) if info.bot else say("seat-bot-plain")


def render_sit_form(seat: Plate | None, info: SeatInfo, facts: PlateFacts, nobody: SeatNames) -> str:
    """Render the form that takes the seat, if the viewer may."""
    if not facts.can_sit:
        return ""
    midway, button = ' class="midway"' if seat else "", f'<button name="seat" value="{info.seat}" class="quiet">'
    label = write_words(nobody, "seat-sit")
    return f'<form method="post" action="/t/{escape_text(facts.table)}/sit"{midway}>{button}{label}</button></form>'


def render_seat_content(seat: Plate, name: str, names: SeatNames) -> str:
    """Render the cards at a seat, and the remarks about it."""
    said = f'<p class="said">{fill_with_short_form(seat.said, names)}</p>' if seat.said else ""
    bet = f'<p class="bet">{render_chips(seat.bet, names.language)}</p>' if seat.bet else ""
    deals = f'<p class="b-dealer">{render_dealer(names)}</p>' if is_dealer(seat) else ""
    words = render_away_badge(seat.state, names) + render_badges(seat, names)
    laid = render_laid_piles(seat, "", name, names)
    return (
        f'{deals}<div class="before">{render_held_piles(seat.piles, names)}</div>\n{laid}'
        f'<div class="foot" data-whole>{bet}<p class="badges">{words}</p>\n{said}</div>\n'
    )


def render_held_piles(piles: Sequence[Pile], names: SeatNames) -> str:
    """Render a hand, and the stacks beside it."""
    if not piles:
        return ""
    stacks = [one for one in piles[1:] if one.shape == "stack"]
    beside = [render_pile(one, names, "held tally", render_caption(one.name, "", names)) for one in stacks]
    return "".join([render_pile(piles[0], names, "held"), *beside])


# One's own


def render_own_seat(seat: Plate | None, info: SeatInfo | None, names: SeatNames) -> str:
    """Render the viewer's own seat without the hand; empty for onlookers."""
    if info is None:
        return '<div id="r-mine">\n</div>'
    money = render_seat_chips(seat, names.language)
    deals = f'<span class="b-dealer">{render_dealer(names)}</span>' if seat and is_dealer(seat) else ""
    has = render_own_status(seat, names) if seat else ""
    lies = render_laid_piles(seat, " own", info.name, names) if seat else ""
    return f'<div id="r-mine">\n{render_own_front(info)}{deals}{money}</p>\n{has}</header>\n{lies}</div>'


@cached(CACHED)
def render_own_front(info: SeatInfo) -> str:
    face, name = render_face(info, info.name), fit_name(info.name)
    return f'<header class="mine s{info.seat}">\n<p class="line">{face}\n<span class="who">{name}</span>\n'


def render_own_status(seat: Plate, names: SeatNames) -> str:
    """Render what is said of the viewer's seat, in one line."""
    said = f'<span class="said">{fill_names(seat.said, names)}</span>' if seat.said else ""
    bet = f'<span class="bet">{render_chips(seat.bet, names.language)}</span>' if seat.bet else ""
    folded = render_away_badge(seat.state, names) if seat.state == "folded" else ""
    stacks = "".join([render_tally(one, names) for one in seat.piles[1:] if one.shape == "stack"])
    return f'<p class="line">{bet}<span class="badges">{folded}{render_badges(seat, names)}</span>\n{said}{stacks}</p>'


def render_tally(one: Pile, names: SeatNames) -> str:
    """Render a stack beside the viewer's hand: its name tells its size."""
    return f'<span class="own-tally">{fill_names(one.name, names)}</span>'


# Both


def render_face(info: SeatInfo, name: str, presence: str = "") -> str:
    """Render a portrait, or the first letter of a name."""
    portrait = f'<img src="{escape_text(make_portrait_url(info.face))}" alt="">' if info.face else ""
    return f'<span class="face {info.kind}" aria-hidden="true">{portrait}<b>{escape_text(name[0])}</b>{presence}</span>'


def render_seat_chips(seat: Plate | None, language: str, after: str = "") -> str:
    return f"{render_chips(seat.chips, language)}{after}" if seat and seat.chips is not None else ""


def render_away_badge(state: str, names: SeatNames) -> str:
    """Render the badge of a seat that plays no more; empty for others."""
    if state not in AWAY:
        return ""
    return f'<span class="b-folded">{write_words(name_seats(names.language), f"reveal-{state}")}</span>'


DEALER = say("badge-dealer")


def is_dealer(seat: Plate) -> bool:
    return DEALER in seat.badges


def render_dealer(names: SeatNames) -> Markup:
    """Render the dealer's disc, which lies at the face."""
    return fill_with_short_form(DEALER, name_seats(names.language))


def render_badges(seat: Plate, names: SeatNames) -> str:
    """Render the badges of a seat but the dealer's, with "folded" first."""
    shown = [one for one in seat.badges if one not in ("folded", DEALER)]
    return "".join([render_badge(one, keep_used_names(names, one)) for one in shown])


@cached(CACHED)
def render_badge(text: Text, names: SeatNames) -> str:
    """Render a badge. The end of its message's id selects the style, `badge-dealer`, or else its first word."""
    style = text.split(" ")[0].strip(",") if isinstance(text, str) else text.id.rpartition("badge-")[2]
    return f'<span class="b-{escape_text(style)}">{fill_with_short_form(text, names)}</span>'


def render_laid_piles(seat: Plate, own: str, name: str, names: SeatNames) -> str:
    """Render the piles before a seat, side by side, with a button over them that shows them large."""
    piles = [one for one in seat.piles[1:] if one.shape != "stack"]
    if not piles:
        return ""
    drawn = "".join(render_pile(one, names, "", render_caption(one.name, one.note, names)) for one in piles)
    label = write_words(name_seats(names.language), "seat-enlarge", name=name)
    enlarge = f'<button type="button" class="enlarge" aria-haspopup="dialog" aria-label="{label}"></button>'
    return f'<div class="laid{own} m{len(piles)}">{drawn}{enlarge}</div>'


def render_caption(name: Text, note: Text, names: SeatNames) -> Markup:
    """Render the caption of a pile."""
    told = f" <b>{fill_names_with_faces(note, names)}</b>" if note else ""
    return Markup(f'<figcaption><span class="kind-of">{fill_names(name, names)}</span>{told}</figcaption>')
