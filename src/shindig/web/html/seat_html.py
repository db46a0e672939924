"""Seats as HTML: plates of the others, and the viewer's own. Written here: at every move some are drawn again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from shindig.gamekit.table_scene import Pile, Plate
from shindig.server.schemas import SeatInfo

from .templating import CACHED, ENTITIES, chips, escaped, faced, named, pile, portrait_src, spoken, whom

LONG = 16
"""Letters of a name that find room beside what lies at one's own seat."""
AWAY = {"folded": '<span class="b-folded">folded</span>', "out": '<span class="b-folded">out</span>'}
"""How it is said that a seat plays no more."""


class PlateFacts(NamedTuple):
    """What a plate shows beside the scene."""

    table: str
    can_sit: bool
    unit: str
    hand: str
    """What the game calls a hand."""


# The others


def plate(seat: Plate | None, info: SeatInfo, facts: PlateFacts, names: tuple[str, ...]) -> str:
    """A seat with what lies there, nothing before a match."""
    state = (f" {escaped(seat.state)}" if seat else "") + (" empty" if info.kind == "empty" else "")
    label, (who, kind) = seat_label(seat, info, facts, names).translate(ENTITIES), front(info, facts)
    return (
        f'<article id="seat-{info.seat}" class="plate s{info.seat}{state}" aria-label="{label}">\n'
        f"{who}{money(seat, ' ')}{kind}"
        f"{sit(seat, info, facts)}{lying(seat, names) if seat else ''}</article>"
    )


@lru_cache(4 * CACHED)
def front(info: SeatInfo, facts: PlateFacts) -> tuple[str, str]:
    """Who sits at a seat, but for the money that stands between."""
    name = f'<span class="name">{escaped(info.name or "Free")}</span>'
    who = f'<header>\n{face(info, info.name or "+", presence(info))}\n<span class="who">{name}\n<span class="under">'
    return who, f"{tag(info, facts)}</span></span>\n</header>\n"


def seat_label(seat: Plate | None, info: SeatInfo, facts: PlateFacts, names: Sequence[str]) -> str:
    """A seat as a sentence for a screen reader."""
    words = [info.name or f"Seat {info.seat + 1}, empty"]
    words += [f"{info.bot} bot"] if info.kind == "bot" else []
    words += ["getting ready"] if info.preparing else []
    if seat is not None:
        words += [f"{seat.chips} {facts.unit or 'chips'}"] if seat.chips is not None else []
        words += [f"bet {seat.bet}"] if seat.bet else []
        words += [seat.state] if seat.state != "in" else []
        words += [*seat.badges, seat.said]
    return spoken(", ".join([word for word in words if word]), names)


def presence(info: SeatInfo) -> str:
    """Whether a person is here."""
    if info.kind != "person":
        return ""
    return f'<i class="{"here" if info.here and not info.held else "away"}"></i>'


def tag(info: SeatInfo, facts: PlateFacts) -> str:
    """Who plays there, where that is not as usual."""
    if info.newcomer:
        return f'<span class="tag">from the next {escaped(facts.hand)}</span>'
    if info.held:
        return '<span class="tag">a bot plays on</span>'
    if info.kind == "bot":
        return f'<span class="tag kind">{escaped(info.bot)} bot</span>'
    return '<span class="tag kind">host</span>' if info.host else ""


def sit(seat: Plate | None, info: SeatInfo, facts: PlateFacts) -> str:
    """What takes the seat, where one may."""
    if not facts.can_sit:
        return ""
    midway, button = ' class="midway"' if seat else "", f'<button name="seat" value="{info.seat}" class="quiet">'
    return f'<form method="post" action="/t/{escaped(facts.table)}/sit"{midway}>{button}Sit here</button></form>'


def lying(seat: Plate, names: tuple[str, ...]) -> str:
    """What lies at a seat, and what is said of it."""
    said = f'<p class="said">{named(seat.said, names)}</p>' if seat.said else ""
    bet = f'<p class="bet">{chips(seat.bet)}</p>' if seat.bet else ""
    words = AWAY.get(seat.state, "") + badges(seat, names)
    return (
        f'<div class="before">{held(seat.piles, names)}{bet}</div>\n{laid(seat, "", names)}'
        f'<div class="foot" data-whole><p class="badges">{words}</p>\n{said}</div>\n'
    )


def held(piles: Sequence[Pile], names: tuple[str, ...]) -> str:
    """A hand, and stacks beside it."""
    if not piles:
        return ""
    beside = [pile(one, names, "held tally", caption(one.name)) for one in piles[1:] if one.shape == "stack"]
    return "".join([pile(piles[0], names, "held"), *beside])


# One's own


def mine(seat: Plate | None, info: SeatInfo | None, names: tuple[str, ...]) -> str:
    """The viewer's own seat, but for the hand; empty for who has none."""
    if info is None:
        return '<div id="r-mine">\n</div>'
    has, lies = (having(seat, names), laid(seat, " own", names)) if seat else ("", "")
    return f'<div id="r-mine">\n{own_front(info)}{has}</header>\n{lies}</div>'


@lru_cache(CACHED)
def own_front(info: SeatInfo) -> str:
    long = " long" if len(info.name) > LONG else ""
    name = f'<span class="name{long}">{escaped(info.name)}</span>'
    return f'<header class="mine s{info.seat}">\n{face(info, info.name)}\n<span class="who">{name}</span>\n'


def having(seat: Plate, names: tuple[str, ...]) -> str:
    """What the viewer has, in one line."""
    said = f'<span class="said">{named(seat.said, names)}</span>' if seat.said else ""
    bet = f'<span class="bet">{chips(seat.bet)}</span>' if seat.bet else ""
    folded = AWAY["folded"] if seat.state == "folded" else ""
    stacks = "".join([tally(one) for one in seat.piles[1:] if one.shape == "stack"])
    return f'{money(seat)}<span class="badges">{folded}{badges(seat, names)}</span>\n{said}{stacks}{bet}'


def tally(one: Pile) -> str:
    size = len(one.cards) if one.size is None else one.size
    return f'<span class="own-tally">{escaped(one.name)} <b>{size}</b></span>'


# Both


def face(info: SeatInfo, name: str, presence: str = "") -> str:
    """A portrait, or the first letter of a name."""
    portrait = f'<img src="{escaped(portrait_src(info.face))}" alt="">' if info.face else ""
    return f'<span class="face {info.kind}" aria-hidden="true">{portrait}<b>{escaped(name[0])}</b>{presence}</span>'


def money(seat: Plate | None, after: str = "") -> str:
    return f"{chips(seat.chips)}{after}" if seat and seat.chips is not None else ""


def badges(seat: Plate, names: tuple[str, ...]) -> str:
    """Short words about a seat; that it has folded is said before them."""
    return "".join([badge(one, whom(names, one)) for one in seat.badges if one != "folded"])


@lru_cache(CACHED)
def badge(text: str, names: tuple[str, ...]) -> str:
    """One of them, with its first word for its style."""
    return f'<span class="b-{escaped(text.split(" ")[0].strip(","))}">{named(text, names)}</span>'


def laid(seat: Plate, own: str, names: tuple[str, ...]) -> str:
    """What lies before a seat, side by side."""
    piles = [one for one in seat.piles[1:] if one.shape != "stack"]
    if not piles:
        return ""
    drawn = "".join(pile(one, names, "", caption(one.name, one.note, names)) for one in piles)
    return f'<div class="laid{own} m{len(piles)}">{drawn}</div>'


def caption(name: str, note: str = "", names: tuple[str, ...] = ()) -> Markup:
    """What stands under a pile."""
    told = f" <b>{faced(note, names)}</b>" if note else ""
    return Markup(f"<figcaption>{escaped(name)}{told}</figcaption>")
