"""Backs of the three Pokebacc decks."""

from __future__ import annotations

from math import cos, pi, sin

from shindig.cards.faces.pips import circle, path, place_markup

from .deck_designs import BACK_LEFT, CARD, LOOKS, DeckStyle, dark_frame
from .elements import BRONZE, ELEMENTS, GOLD, symbol
from .jewels import JEWELS, mark

MIDDLE_X, MIDDLE_Y = 125, 175

EAR = (
    "M0 40V-30M0 30q-16-2-16-18q14 2 16 18q2-16 16-18q0 16-16 18M0 8q-16-2-16-18q14 2 16 18"
    "q2-16 16-18q0 16-16 18M0-14q-16-2-16-18q14 2 16 18q2-16 16-18q0 16-16 18"
)
QUATREFOIL = "M-30-30A44 44 0 1 1 30-30A44 44 0 1 1 30 30A44 44 0 1 1-30 30A44 44 0 1 1-30-30Z"


def _both_ways(markup: str) -> str:
    """Draw `markup`, and again turned upside down, round 0,0."""
    return markup + f'<g transform="rotate(180)">{markup}</g>'


def _palace(look: DeckStyle) -> str:
    """Draw purple silk with a quatrefoil of the elements between two crowns."""
    silk = "".join(f"M{x} 27{'l14 24.5-14 24.5' * 6}M{x + 28} 27{'l-14 24.5 14 24.5' * 6}" for x in range(27, 210, 28))
    lobes = "".join(
        place_markup(symbol(element), x, y, 0.56)
        for element, x, y in zip(ELEMENTS.values(), (0, 61, 0, -61), (-61, 0, 61, 0), strict=True)
    )
    middle = (
        path(QUATREFOIL, "#fbf3dc", look.thread, 5)
        + lobes
        + circle(0, 0, 17, "#4b2358", look.metal, 3)
        + path("M0-12L4-4 12 0 4 4 0 12-4 4-12 0-4-4Z", look.thread)
    )
    crowns = _both_ways(place_markup(path(look.emblem, look.thread), 0, -127, 0.56))
    return (
        path(CARD, "#4b2358")
        + f'<g opacity=".5">{path(silk, "none", "#8a5c9c", 1.2)}</g>'
        + place_markup(place_markup(middle, 0, 0, 0.92) + crowns, MIDDLE_X, MIDDLE_Y)
    )


def _engraved(distance: float, radius: float, count: int) -> str:
    """Draw circles round a circle, like an engraving machine."""
    turns = (2 * pi * i / count for i in range(count))
    return "".join(circle(round(distance * cos(turn), 1), round(distance * sin(turn), 1), radius) for turn in turns)


def _bank(look: DeckStyle) -> str:
    """Draw a banknote's rosette with the four jewels round a coin."""
    turned = _engraved(58, 37, 24) + _engraved(24, 24, 18)
    lines = f'<g stroke="{look.thread}" stroke-width=".8">{turned}</g>'
    jewels = "".join(
        place_markup(mark(kind), x, y, 0.95)
        for kind, x, y in zip(JEWELS, (0, 60, 0, -60), (-60, 0, 60, 0), strict=True)
    )
    coin = circle(0, 0, 31, GOLD) + path(look.emblem, BRONZE)
    waves = "".join(f"M27 {y}q12.25-9 24.5 0{'t24.5 0' * 7}" for y in range(38, 330, 10))
    return (
        path(CARD, look.shade)
        + f'<g opacity=".35">{path(waves, "none", look.thread, 0.8)}</g>'
        + place_markup(circle(0, 0, 98, look.shade, look.thread, 2.5) + lines + jewels + coin, MIDDLE_X, MIDDLE_Y)
    )


def _tavern(look: DeckStyle) -> str:
    """Draw planks with a porthole in which two fish go round, wheat above and below."""
    planks = "".join(f"M8 {y}H242" for y in (46, 89, 132, 175, 218, 261, 304))
    nails = "".join(f"M{x} {y}v.1" for y in (57, 121, 186, 250, 293) for x in (31, 219))
    fish = (
        path(look.emblem, "#f0d9a8")
        + circle(-28, -3, 3.4, "#123a5c")
        + path("M-14-13Q-6 0-14 13M2-12Q8 0 2 12", "none", "#b98a4a", 2.4)
    )
    sea = "".join(f"M{-w} {y}q7-7 14 0{'t14 0' * (w // 7 - 1)}" for y, w in ((-54, 35), (0, 56), (54, 35)))
    rope = circle(0, 0, 78, "#16507a", look.shade, 13) + circle(0, 0, 78, "none", look.metal, 10)
    pen = f'fill="none" stroke="{look.shade}" stroke-width="5" stroke-dasharray="2 6.17"'
    strands = "".join(f'<circle r="{r}" stroke-dashoffset="{start}"/>' for r, start in ((80.5, 0), (75.5, 3)))
    wheat = (
        place_markup(path(EAR, "none", "#e5b654", 4), -26, -116, 0.6, -38)
        + place_markup(path(EAR, "none", "#e5b654", 4), 26, -116, 0.6, 38)
        + place_markup(path(EAR, "none", "#f4d27e", 4), 0, -122, 0.62)
    )
    round_about = _both_ways(place_markup(fish, 0, -30, 0.92) + wheat)
    return (
        path(CARD, "#6d4525")
        + path(planks, "none", "#4a2c14", 2.5)
        + path(nails, "none", "#3a2412", 5)
        + place_markup(
            rope + f"<g {pen}>{strands}</g>" + path(sea, "none", "#3f86b5", 2.4) + round_about, MIDDLE_X, MIDDLE_Y
        )
    )


_BACKS = {
    "royal-pokebacc": (_palace, "#bd8f2c"),
    "merchants-bank": (_bank, "#7fb394"),
    "farmers-and-fishermen": (_tavern, "#b5472c"),
}


def back(deck_name: str) -> str:
    """Draw the back of a deck's cards."""
    look = LOOKS[deck_name]
    draw, rule = _BACKS[deck_name]
    return draw(look) + dark_frame(look, rule, BACK_LEFT)
