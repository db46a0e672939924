"""Designs of the three Pokebacc decks: a palace, a counting house, a harbour tavern."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from shindig.cards.faces.pips import circle, path

# The card inside its edge, and the spine, which is the visible part of an overlapped card.
CARD = (
    "M21 4.5H229A16.5 16.5 0 0 1 245.5 21V329A16.5 16.5 0 0 1 229 345.5H21"
    "A16.5 16.5 0 0 1 4.5 329V21A16.5 16.5 0 0 1 21 4.5Z"
)
SPINE = "M21 4.5H74V345.5H21A16.5 16.5 0 0 1 4.5 329V21A16.5 16.5 0 0 1 21 4.5Z"
PANEL_X = 160
FRAME_LEFT, BACK_LEFT = 85, 15


class FrameColours(NamedTuple):
    """Colours of a frame: its metal, the darker side of it, and a rule of the affined suit."""

    metal: str
    shade: str
    rule: str


@dataclass(frozen=True)
class DeckStyle:
    """Design of one deck: its materials, ground, frame and spine."""

    wash: str
    """Colour laid over the paper."""
    wash_strength: float
    metal: str
    """Colour of frame and trimmings."""
    thread: str
    """Lighter colour for the spine."""
    shade: str
    """Darker side of the metal."""
    ground: str
    """Path of thin lines over the ground."""
    ground_pen: float
    frame: Callable[[FrameColours, int], str]
    """(inks, left edge) -> markup of the frame."""
    trim: str
    """Path down the edge of the spine."""
    trim_pen: float
    trim_dash: str
    emblem: str
    """Emblem of the house, about -45..45 wide round 0,0."""
    skyline: str
    """Skyline that a Disaster strikes: a silhouette 170 wide, standing on 0."""
    niche: str = ""
    """Outline of the niche in which figures stand on 320; empty for a deck without figures."""
    view: str = ""
    """View in the niche behind them."""


def _lattice() -> str:
    """Return the path of a silk of lozenges."""
    there, back = "l22 26-22 26" * 6, "l-22 26 22 26" * 6
    return "".join(f"M{x} 19{there}M{x + 44} 19{back}" for x in (94, 138, 182))


def _ledger() -> str:
    """Return the path of fine engraved waves as on a banknote."""
    return "".join(f"M92 {y}q17-13 34 0t34 0t34 0t34 0" for y in range(36, 330, 12))


def _boards() -> str:
    """Return the path of planks with a little grain."""
    planks = "".join(f"M86 {y}H234" for y in (66, 121, 176, 231, 286))
    grain = "".join(
        f"M{x} {y}q18-5 36 0t30 0" for x, y in ((98, 44), (150, 92), (104, 148), (158, 204), (96, 258), (146, 312))
    )
    return planks + grain


def _palace_frame(inks: FrameColours, left: int) -> str:
    """Draw two gilt rules with hollow corners and a bead in each."""
    a, b = left + 13, left + 18
    outer = f"M{a} 15H222A14 14 0 0 0 235 28V322A14 14 0 0 0 222 335H{a}A14 14 0 0 0 {left} 322V28A14 14 0 0 0 {a} 15Z"
    inner = (
        f"M{b} 21H217A18 18 0 0 0 229 33V317A18 18 0 0 0 217 329H{b}A18 18 0 0 0 {left + 6} 317V33A18 18 0 0 0 {b} 21Z"
    )
    beads = "".join(circle(x, y, 3.2, inks.metal) for x in (left + 2, 233) for y in (17, 333))
    return path(outer, "none", inks.metal, 2.6) + path(inner, "none", inks.rule, 1.4) + beads


def _waves(x: float, y: float, along: int, count: int, down: bool) -> str:
    """Return two strings of `count` arcs plaited along a side, each arc `along` long, from x, y on."""
    first = f"q6 {along / 2:g} 0 {along}" if down else f"q{along / 2:g} 6 {along} 0"
    second = f"q-6 {along / 2:g} 0 {along}" if down else f"q{along / 2:g}-6 {along} 0"
    link = f"t0 {along}" if down else f"t{along} 0"
    return "".join(f"M{x:g} {y:g}{turn}{link * (count - 1)}" for turn in (first, second))


def _bank_frame(inks: FrameColours, left: int) -> str:
    """Draw an engine-turned border with a rosette in each corner and a rule inside."""
    across, middle = (219 - left) // 14, left + 4
    start = (middle + 231 - across * 14) / 2
    sides = "".join(_waves(start, y, 14, across, False) for y in (19, 331))
    sides += "".join(_waves(x, 31, 12, 24, True) for x in (middle, 231))
    rosettes = "".join(
        circle(x, y, 9, "none", inks.metal, 1.4) + circle(x, y, 5.5, inks.metal) + circle(x, y, 2.4, inks.rule)
        for x in (middle, 231)
        for y in (19, 331)
    )
    rule = f"M{left + 17} 26H218M{left + 17} 324H218M{left + 11} 32V318M224 32V318"
    return path(sides, "none", inks.metal, 1.6) + path(rule, "none", inks.rule, 1.4) + rosettes


# The strands of a rope: inset, width, dashes.
_STRANDS = ((0, 8, ""), (0, 6, ""), (1.6, 3, "1.8 5.2"), (-1.6, 3, "1.8 5.2"))


def _tavern_frame(inks: FrameColours, left: int) -> str:
    """Draw a rope all round, seized near the corners with twine."""
    rope, x0 = "", left + 2
    for (inset, pen, dash), colour in zip(_STRANDS, (inks.shade, inks.metal, inks.shade, inks.shade), strict=True):
        twist = f' stroke-dasharray="{dash}" stroke-dashoffset="{inset}"' if dash else ""
        rope += (
            f'<rect x="{x0 + inset}" y="{17 + inset}" width="{233 - x0 - 2 * inset}" height="{316 - 2 * inset}" '
            f'rx="{12 - inset}" fill="none" stroke="{colour}" stroke-width="{pen}"{twist}/>'
        )
    twine = "".join(f"M{x - 5} {y - 4}h10m-10 4h10m-10 4h10" for x in (x0, 233) for y in (46, 304))
    twine += "".join(f"M{x - 4} {y - 5}v10m4-10v10m4-10v10" for x in (x0 + 29, 204) for y in (17, 333))
    return rope + path(twine, "none", inks.rule, 3)


LOOKS = {
    "royal-pokebacc": DeckStyle(
        wash="#f3dfae",
        wash_strength=0.3,
        metal="#bd8f2c",
        thread="#e3bb5c",
        shade="#7c5a12",
        ground=_lattice(),
        ground_pen=1,
        frame=_palace_frame,
        trim="M74 4.5V345.5",
        trim_pen=3.5,
        trim_dash="",
        skyline="M0 0V-40h8v-14l6-16 6 16v14h8v-30c-8-8-4-18 6-26 10 8 14 18 6 26v30h10v-50h-3c-10-12-4-26 13-40"
        " 17 14 23 28 13 40h-3v50h10v-22c-8-8-4-18 6-26 10 8 14 18 6 26v22h8v-34l7-18 7 18v34h8v-18"
        "h8v-8h8v8h8v18h24V0Z",
        niche="M97 320V96C97 66 130 62 148 48C156 42 159 36 160 28C161 36 164 42 172 48C190 62 223 66 223 96V320Z",
        view="M97 320V90C99 78 108 70 118 64C128 96 116 140 99 176C112 200 118 260 118 320Z"
        "M223 320V90C221 78 212 70 202 64C192 96 204 140 221 176C208 200 202 260 202 320Z",
        emblem="M-34 20L-44-26L-20-6L0-38L20-6L44-26L34 20Q0 10-34 20ZM-34 26Q0 16 34 26V32Q0 22-34 32Z",
    ),
    "merchants-bank": DeckStyle(
        wash="#a9d3b4",
        wash_strength=0.3,
        metal="#3f7a58",
        thread="#c9ead4",
        shade="#1f4a34",
        ground=_ledger(),
        ground_pen=0.8,
        frame=_bank_frame,
        trim="M71 9V341",
        trim_pen=4,
        trim_dash="0 8",
        skyline="M0 0V-46h6v-8h6v-8h6v-8h6v8h6v8h6v8h4v-22l17-20 17 20v6h4v-14h6v-10h7v-9h8v9h7v10h6v26h4v-8l18-26"
        " 18 26v10h4v-8h8V0Z",
        emblem="M0-32A32 32 0 1 1 0 32A32 32 0 1 1 0-32ZM0-26A26 26 0 1 0 0 26A26 26 0 1 0 0-26Z"
        "M0-21A21 21 0 1 1 0 21A21 21 0 1 1 0-21ZM-9-9V9H9V-9Z",
    ),
    "farmers-and-fishermen": DeckStyle(
        wash="#cf9f62",
        wash_strength=0.34,
        metal="#d0aa6c",
        thread="#e8cf9f",
        shade="#7b5427",
        ground=_boards(),
        ground_pen=1.1,
        frame=_tavern_frame,
        trim="M70 10V340",
        trim_pen=2.4,
        trim_dash="8 6",
        skyline="M0 0V-22l16-16 16 16v4h8v-72h3v12l20 30h-20v4l-3 26h14v-14l14-12 14 12v10h8v-60l4-12h10l4 12v60h8v-92"
        "h3v16l22 36h-22v40h8v-18l13-10 14 10v8h16V0Z",
        niche="M98 320V90A62 62 0 0 1 222 90V320Z",
        view="M98 214q10-8 20.7 0t20.7 0t20.6 0t20.7 0t20.7 0t20.6 0V320H98ZM102 200h26l-6 10h-14zM113 196V160l16 34z"
        "M192 202h24l-6 9h-12zM206 198V170l-14 26z",
        emblem="M-46 0C-34-22 0-26 26-6L46-20Q40 0 46 20L26 6C0 26-34 22-46 0Z",
    ),
}


def ground(look: DeckStyle) -> str:
    """Draw the paper of the deck under everything else."""
    wash = f'<path d="{CARD}" fill="{look.wash}" opacity="{look.wash_strength}"/>'
    return f'{wash}<g opacity=".22">{path(look.ground, "none", look.metal, look.ground_pen)}</g>'


def frame(look: DeckStyle, rule: str) -> str:
    """Draw the frame of the panel, with a rule of its own colour."""
    return look.frame(FrameColours(look.metal, look.shade, rule), FRAME_LEFT)


def dark_frame(look: DeckStyle, rule: str, left: int = FRAME_LEFT) -> str:
    """Draw the frame over a dark picture or a back."""
    return look.frame(FrameColours(look.thread, look.shade, rule), left)


def spine(look: DeckStyle, colour: str) -> str:
    """Draw the broad band at the left, which stays visible on an overlapped card."""
    dash = f' stroke-dasharray="{look.trim_dash}"' if look.trim_dash else ""
    edge = path(look.trim, "none", look.thread, look.trim_pen)
    return path(SPINE, colour) + f"<g{dash}>{edge}</g>"
