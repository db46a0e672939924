"""Card faces of the Talon deck: four suits with their courts, the trumps and the Fool."""

from __future__ import annotations

from shindig.cards.faces.card_frame import HEIGHT, WIDTH
from shindig.cards.faces.pips import (
    INDEX_X,
    MIDDLE_X,
    MIDDLE_Y,
    both_ends,
    circle,
    index,
    line,
    path,
    pips,
    place_markup,
    rays,
    star,
)

from .courts import HANDS, court
from .palette import ARCH, DUSK, GOLD, NIGHT, PALE_GOLD, PLUM, WINDOW_X, WINDOW_Y, layers
from .suits import SUITS, SuitColours, symbol
from .trumps import trump

STYLE = "@media(max-width:99px){.roman{display:none}}@media(max-width:139px){.ribbon{display:none}}"
"""A numeral or a name that would be too small to read is left out."""

SYMBOL_Y, SYMBOL_SCALE = 112, 0.62
STEM = f"M{INDEX_X} 172V318"
STEM_KNOT = star(4, 9, 4, INDEX_X, 245)

# Scale of a pip by the number of pips; an ace stands in a ring of rays.
PIP_SCALES = (0, 1.3, 0.74, 0.72, 0.68, 0.66, 0.64, 0.6, 0.58, 0.52, 0.5)
ACE_RAYS = rays(32, 68, 76, 2) + rays(32, 68, 72, 1.5, 5.6)

ACE_KNOTS = star(4, 10, 4, 0, -112) + star(4, 10, 4, 0, 112)
ACE_STEMS = "M0-138V-86M0 138V86"

CRESCENT = "M-16-6A17 17 0 1 0 16-6A19 19 0 0 1-16-6Z"
LATTICE = "".join(f"M{x} 22L{x + 306} 328M{x} 328L{x + 306} 22" for x in range(-256, 220, 34))
BUDS = "".join(f"M{x + y % 34} {y}h0" for y in range(22, 330, 17) for x in range(16, 240, 34))


def body(_deck_name: str, code: str) -> str:
    """Draw the face of the card written `code`."""
    if code[0] == "T":
        return _ground(NIGHT) + trump(int(code[1:])) + _stem(PLUM, GOLD)
    rank, suit = code[:-1], code[-1]
    colours = SUITS[suit]
    return layers(
        _ground(colours.pale),
        court(rank, suit) if rank in HANDS else _number(int(rank), suit, colours),
        index(rank, colours.main),
        place_markup(symbol(suit), INDEX_X, SYMBOL_Y, SYMBOL_SCALE),
        _stem(colours.light, colours.main),
    )


def back(_deck_name: str) -> str:
    """Draw a star among moons."""
    return layers(
        _ground(NIGHT),
        '<svg x="22" y="22" width="206" height="306" viewBox="22 22 206 306">'
        + line(LATTICE, PLUM, 2)
        + line(BUDS, DUSK, 5)
        + "</svg>",
        f'<rect x="17" y="17" width="{WIDTH - 34}" height="{HEIGHT - 34}" rx="9" fill="none" stroke="{GOLD}" '
        'stroke-width="3"/>',
        place_markup(_medallion(), MIDDLE_X, MIDDLE_Y),
        both_ends(_corner()),
    )


def _medallion() -> str:
    return layers(
        circle(0, 0, 92, NIGHT, GOLD, 3),
        path(rays(32, 62, 86, 3), GOLD),
        circle(0, 0, 62, PLUM, GOLD, 2),
        path(star(8, 58, 22), GOLD) + path(star(8, 36, 15), PALE_GOLD),
        circle(0, 0, 8, NIGHT),
    )


def _corner() -> str:
    return layers(
        place_markup(circle(0, 0, 20, NIGHT, GOLD, 2) + path(CRESCENT, PALE_GOLD), MIDDLE_X, 52),
        place_markup(path(star(4, 17, 6), GOLD), 40, 44) + place_markup(path(star(4, 17, 6), GOLD), WIDTH - 40, 44),
    )


def _ground(colour: str) -> str:
    return f'<rect x="4.5" y="4.5" width="{WIDTH - 9}" height="{HEIGHT - 9}" rx="16.5" fill="{colour}"/>'


def _stem(thread: str, knot: str) -> str:
    return line(STEM, thread, 2) + path(STEM_KNOT, knot)


def _number(count: int, suit: str, colours: SuitColours) -> str:
    frame = place_markup(path(ARCH, "var(--paper)", colours.light, 2.5), WINDOW_X, WINDOW_Y)
    ornament = _ace(colours) if count == 1 else ""
    return frame + ornament + place_markup(pips(count, symbol(suit), PIP_SCALES[count]), WINDOW_X - MIDDLE_X, 0)


def _ace(colours: SuitColours) -> str:
    drawing = path(ACE_RAYS, colours.light) + line(ACE_STEMS, colours.light, 2) + path(ACE_KNOTS, colours.main)
    return place_markup(drawing, WINDOW_X, MIDDLE_Y)
