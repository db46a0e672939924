"""Plain cards made from a deck's names, for decks that no artist draws.

`8 of Cups`, or `Cups 8`, is the rank 8 in the suit Cups: eight emblems of the suit. Any other rank, and a card without
a suit, has its code as a monogram in a rosette. Each suit has its own ink and emblem; in a deck without suits each card
has.
"""

from __future__ import annotations

import re
from html import escape
from math import cos, pi, sin
from zlib import crc32

from ..deck import Deck
from .pips import (
    INDEX_FONT,
    INDEX_SYMBOL_Y,
    INDEX_X,
    LAYOUTS,
    MIDDLE_X,
    MIDDLE_Y,
    both_ends,
    circle,
    format_length,
    index,
    pips,
    place_markup,
    ring_of,
)

STYLE = ""
INKS = ("#8a2432", "#1f3a5f", "#2c5a3b", "#7a4a12", "#4a2a63", "#155e63", "#6d2a55", "#3d4550")
BACKS = ("#22344f", "#4f2230", "#23452f", "#3d2b55", "#4a3616", "#1c4649")
GOLD = "#d8c48c"
CORNERS = ((0, 0), (28, 0), (0, 28), (28, 28))
NUMBERED = re.compile(r".*\D [0-9]{1,3}")
"""Pattern of a suit followed by a number."""
LETTERS = 9
"""Longest name that is not squeezed."""


def star(points: int, inner: float) -> str:
    """Return the path of a star with its tip up; `inner` is the distance of its notches from the middle."""
    corners = ((48 if i % 2 == 0 else inner, pi * i / points) for i in range(2 * points))
    return "M" + "L".join(f"{format_length(r * sin(a))} {format_length(-r * cos(a))}" for r, a in corners) + "z"


EMBLEMS = (
    "M0-48C10-22 20-10 34 0 20 10 10 22 0 48-10 22-20 10-34 0-20-10-10-22 0-48z",
    "M0-48C30-18 38 0 38 14a38 34 0 0 1-76 0C-38 0-30-18 0-48z",
    "M0-46a21 21 0 0 1 19 30 21 21 0 1 1-13 37L13 46H-13L-6 21A21 21 0 1 1-19-16 21 21 0 0 1 0-46z",
    star(5, 20),
    "M14-46A47 47 0 1 0 14 46 38 38 0 1 1 14-46z",
    "M-14-46H14V-14H46V14H14V46H-14V14H-46V-14H-14z",
    star(8, 30),
    "M-44-18Q-22-48 0-18T44-18V18Q22 48 0 18T-44 18z",
)


def draw_body(deck: Deck, kind: int) -> str:
    """Draw the face of a card: its rank in the corners, and its emblems or its monogram in a frame."""
    rank, suit = split_name(deck, kind)
    nth = list_suits(deck).index(suit) if suit else kind
    ink, emblem = INKS[nth % len(INKS)], f'<path d="{get_emblem(nth)}"/>'
    code = _rank_of(deck.codes[kind], rank) if suit else deck.codes[kind]
    corners = both_ends(index(escape(code), ink) + place_markup(emblem, INDEX_X, INDEX_SYMBOL_Y, 0.42))
    count = int(rank) if suit and rank.isdecimal() and int(rank) in LAYOUTS else 0
    middle = (
        _smaller(pips(count, emblem)) if count else _monogram(code, emblem, ink) + both_ends(_name(deck.names[kind]))
    )
    return f'<g fill="{ink}">{corners}{_frame(ink)}{middle}</g>'


def draw_back(deck: Deck) -> str:
    """Draw interlaced rings under a rosette, in a colour chosen by the deck's name."""
    ground = BACKS[crc32(deck.name.encode()) % len(BACKS)]
    ring = circle(14, 14, 13, "none", GOLD, 1) + "".join(circle(x, y, 13, "none", GOLD, 1) for x, y in CORNERS)
    rosette = circle(0, 0, 66, ground, GOLD, 2) + _rosette(GOLD, 58) + circle(0, 0, 12, ground, GOLD, 2)
    pattern = f'<pattern id="p" x="13" y="7" width="28" height="28" patternUnits="userSpaceOnUse">{ring}</pattern>'
    return (
        f"<defs>{pattern}</defs>"
        f'<rect x="13" y="13" width="224" height="324" rx="12" fill="{ground}"/>'
        f'<rect x="21" y="21" width="208" height="308" rx="8" fill="url(#p)" stroke="{GOLD}" stroke-width="2"/>'
        f"{place_markup(rosette, MIDDLE_X, MIDDLE_Y)}"
    )


def split_name(deck: Deck, kind: int) -> tuple[str, str]:
    """Split a card's name into rank and suit; the suit is empty if it has none."""
    first, _, last = deck.names[kind].partition(" of ")
    if not last and NUMBERED.fullmatch(first):
        last, _, first = first.rpartition(" ")
    return first, last


def _rank_of(code: str, rank: str) -> str:
    """Return the rank part of the code of a card with a suit: all but the suit's letter at either end."""
    if rank.isdecimal() and code.endswith(rank):
        return rank
    return code[:-1] or code


def list_suits(deck: Deck) -> list[str]:
    """Return the suits of a deck in order."""
    return list(dict.fromkeys(suit for kind in range(len(deck.codes)) if (suit := split_name(deck, kind)[1])))


def get_emblem(nth: int) -> str:
    """Return the path of the nth suit's emblem: a drawn one, or a star for later suits."""
    return EMBLEMS[nth] if nth < len(EMBLEMS) else star(6 + nth % 7, 20 + nth // 7 % 3 * 8)


def _smaller(pips: str) -> str:
    """Scale pips to fit into the frame."""
    return place_markup(place_markup(pips, -MIDDLE_X, -MIDDLE_Y), MIDDLE_X, MIDDLE_Y, 0.8)


def _frame(ink: str) -> str:
    """Draw a double line round the middle of the card."""
    return "".join(
        f'<rect x="{68 + gap}" y="{26 + gap}" width="{114 - 2 * gap}" height="{298 - 2 * gap}" rx="{13 - gap}" '
        f'fill="none" stroke="{ink}" stroke-width="{width}" opacity=".5"/>'
        for gap, width in ((0, 2.5), (5, 1))
    )


def _rosette(ink: str, radius: float) -> str:
    """Draw petals round 0,0."""
    petal = (
        f'<ellipse cy="{format_length(-radius / 2)}" rx="{format_length(radius / 4)}" '
        f'ry="{format_length(radius / 2)}"/>'
    )
    return f'<g fill="none" stroke="{ink}" stroke-width="1.2">{ring_of(petal, 18)}</g>'


def _monogram(code: str, emblem: str, ink: str) -> str:
    """Draw the code in a rosette, with an emblem above and below."""
    size = 56 if len(code) == 1 else 40
    pressed = ' textLength="54" lengthAdjust="spacingAndGlyphs"' if len(code) > 2 else ""
    letter = (
        f'<text y="{format_length(size * 0.35)}" font-size="{size}" text-anchor="middle" '
        f'style="font-family:{INDEX_FONT};font-weight:700"{pressed}>{escape(code)}</text>'
    )
    medal = _rosette(ink, 55) + circle(0, 0, 36, "var(--paper)", ink, 2) + circle(0, 0, 31, "none", ink, 0.8)
    return place_markup(medal + letter, MIDDLE_X, MIDDLE_Y) + both_ends(place_markup(emblem, MIDDLE_X, 84, 0.5))


def _name(name: str) -> str:
    """Draw a card's name, small, at the foot of the frame."""
    pressed = ' textLength="94" lengthAdjust="spacingAndGlyphs"' if len(name) > LETTERS else ""
    return (
        f'<text x="{format_length(MIDDLE_X)}" y="304" font-size="17" text-anchor="middle" letter-spacing=".5"{pressed}>'
        f"{escape(name)}</text>"
    )
