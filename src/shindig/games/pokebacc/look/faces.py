"""Card faces of the three Pokebacc decks, PB-1: a broad spine of the suit's colour beside a framed picture."""

from __future__ import annotations

from shindig.cards.faces.pips import LAYOUTS, circle, index, path, place_markup

from .backs import back
from .deck_designs import LOOKS, PANEL_X, DeckStyle, dark_frame, frame, ground, spine
from .disasters import DISASTERS, Disaster, scene, sign
from .elements import ELEMENTS, WHITE, Element, cloth, glory, symbol
from .figures import FIGURES, HEM, figure
from .jewels import JEWELS, gem, mark

__all__ = ["STYLE", "back", "body"]

STYLE = "@media(max-width:109px){.name{display:none}}"
"""A name that would be too small to read is left out."""

MIDDLE_Y = 175
INDEX_X, MARK_Y, SYMBOL_Y = 38, 48, 112
# Scale of a pip by the number of pips, and its largest distance from the middle of the panel.
PIP_SCALES = {1: 0.7, 2: 0.84, 3: 0.76, 4: 0.62, 5: 0.6, 6: 0.58, 7: 0.56, 8: 0.54, 9: 0.48, 10: 0.5}
REACH_X, REACH_Y = 67, 142


def _ace(look: DeckStyle, element: Element) -> str:
    """Draw a glory between two emblems of the house."""
    emblem = path(look.emblem, look.metal, look.shade, 1.5)
    emblems = place_markup(emblem, 0, -110, 0.6) + place_markup(emblem, 0, 110, 0.6, 180)
    return place_markup(glory(element, 44, element.tint, element.pale) + emblems, PANEL_X, MIDDLE_Y)


def _pips(look: DeckStyle, element: Element, count: int) -> str:
    """Draw as many symbols as the card's value, PB-3."""
    pip, scale = symbol(element), PIP_SCALES[count]
    across, down = REACH_X - 50 * scale, REACH_Y - 50 * scale
    medal = _ace(look, element) if count == 1 else ""
    return medal + "".join(
        place_markup(pip, PANEL_X + x * across, MIDDLE_Y + y * down, scale) for x, y in LAYOUTS[count]
    )


def _royal(look: DeckStyle, element: Element, rank: str) -> str:
    """Draw a figure before a niche, with the element breaking out behind its head."""
    niche = path(look.niche, element.sky, look.metal, 2)
    view = f'<path d="{look.view}" fill="{element.main}" opacity=".3"/>'
    light = place_markup(glory(element, 37, WHITE, element.tint), PANEL_X, 108)
    return (
        niche
        + view
        + light
        + place_markup(figure(element, rank), PANEL_X, 0)
        + path(f"M96 {HEM}H224", "none", look.shade, 3)
    )


def _jewel(look: DeckStyle, element: Element, kind: str) -> str:
    """Draw a stone set in its element, with the symbol above and below."""
    setting = circle(0, 0, 62, element.main, look.metal, 3) + glory(element, 36, element.tint, element.deep)
    signs = "".join(place_markup(symbol(element), 0, y, 0.46) for y in (-106, 106))
    return place_markup(setting + signs + place_markup(gem(kind), 0, JEWELS[kind].drop * 0.8, 0.8), PANEL_X, MIDDLE_Y)


def _word(word: str, colour: str) -> str:
    """Draw a name that runs up the spine."""
    setting = f'transform="translate({INDEX_X + 8} 330)rotate(-90)" font-size="23" letter-spacing="2.5"'
    return f'<text class="name" {setting} fill="{colour}">{word}</text>'


def _suited(look: DeckStyle, element: Element, rank: str, picture: str, foot: str) -> str:
    """Draw a card of one suit; the rule of its frame is of the affined suit, PB-2."""
    rule = ELEMENTS[element.affined].main
    suit = place_markup(symbol(element, WHITE, element.tint), INDEX_X, SYMBOL_Y, 0.52) + _kin(element)
    return ground(look) + frame(look, rule) + picture + spine(look, element.main) + foot + rank + suit


def _kin(element: Element) -> str:
    """Draw the shape that affined suits share (PB-2): a ring round Air and Water, a square round Fire and Metal."""
    if element.letter in "AW":
        return circle(INDEX_X, SYMBOL_Y, 32, "none", element.tint, 2.5)
    return path(f"M{INDEX_X - 29} {SYMBOL_Y - 30}h58v60h-58Z", "none", element.tint, 2.5)


def _disaster(look: DeckStyle, disaster: Disaster) -> str:
    """Draw a full picture, with the sign of the Disaster for an index."""
    picture = scene(disaster, look.skyline) + dark_frame(look, disaster.light)
    foot = _word(disaster.name, disaster.light)
    return picture + spine(look, disaster.spine) + foot + place_markup(sign(disaster), INDEX_X, MARK_Y + 6, 0.6)


def body(deck_name: str, code: str) -> str:
    """Draw the face of a card of one of the three decks, without its paper."""
    look = LOOKS[deck_name]
    if code in DISASTERS:
        return _disaster(look, DISASTERS[code])
    rank, element = code[:-1], ELEMENTS[code[-1]]
    if rank in FIGURES:
        foot = _word(FIGURES[rank].name, element.tint)
        return _suited(look, element, index(rank, WHITE, INDEX_X), _royal(look, element, rank), foot)
    if rank in JEWELS:
        stone = place_markup(mark(rank), INDEX_X, MARK_Y + JEWELS[rank].drop * 0.3)
        return _suited(look, element, stone, _jewel(look, element, rank), _word(JEWELS[rank].stone, element.tint))
    return _suited(look, element, index(rank, WHITE, INDEX_X), _pips(look, element, int(rank)), cloth(element))
