"""Card faces of Tall Card: three suits, three Dragons, and the Tall Cards."""

from __future__ import annotations

from dataclasses import dataclass

from shindig.cards.faces.pips import MIDDLE_X, circle, corners, path, pips, place_markup
from shindig.gamekit.five_cards.look import suits
from shindig.gamekit.five_cards.look.backs import draw_emblem, draw_framed_back, draw_tall_back, hemp_leaf
from shindig.gamekit.five_cards.look.grounds import draw_field, draw_tall_card
from shindig.gamekit.five_cards.look.suits import GOLD, PAPER, Suit, drawing

STYLE = ""

LACQUER, JADE = "#7c1d24", "#12433a"


@dataclass(frozen=True)
class Dragon:
    """A Dragon: its index letter, its colours with the badge as symbol, its field and moon."""

    letter: str
    suit: Suit
    field: str
    moon: str


STAR = "M-35-35H35V35H-35ZM0-50L50 0 0 50-50 0Z"
WHITE_BADGE = circle(0, 0, 48, "#2d3f78") + drawing("dragon_mark", ink="#ffffff")
GREEN_BADGE = path("M-44-44H44V44H-44Z", "#0f5a41", "#0f5a41", 6) + drawing("dragon_mark", ink="#d9f2c4")
RED_BADGE = path(STAR, "#a3211a", "#a3211a", 5) + drawing("dragon_mark", ink="#ffdf8e")

DRAGONS = {
    "WhD": Dragon("W", Suit(WHITE_BADGE, "#22305a", "#f3f5fb", "#c5d2ea", "#8fb0dc"), "#40558f", "#dfe8fa"),
    "GrD": Dragon("G", Suit(GREEN_BADGE, "#0f4a33", "#2c9460", "#d3efc4"), "#b5dcc2", PAPER),
    "RdD": Dragon("R", Suit(RED_BADGE, "#8a1a14", "#d6362b", "#fbdca4"), "#f6d27c", PAPER),
}


def _dragon(kind: Dragon) -> str:
    suit = kind.suit
    field = draw_field(kind.field, suit.ink, kind.moon)
    return field + suit.draw("dragon") + corners(kind.letter, suit.symbol, suit.ink)


def _tall_dragon(kind: Dragon) -> str:
    head = place_markup(kind.suit.draw("dragon_head"), 20, -6, 1.08)
    face = draw_tall_card(head, kind.suit.ink, kind.suit.accent, kind.field)
    return face + circle(MIDDLE_X, 304, 27, PAPER, GOLD, 4) + place_markup(kind.suit.symbol, MIDDLE_X, 304, 0.4)


def _tall(code: str) -> str:
    if code in DRAGONS:
        return _tall_dragon(DRAGONS[code])
    suit = suits.STANDARD[code]
    return draw_tall_card(place_markup(suit.symbol, 0, 0, 1.35), suit.ink, suit.base)


def body(deck_name: str, code: str) -> str:
    """Draw the face of the card written `code`."""
    if deck_name == "tall-card-tall":
        return _tall(code)
    if code in DRAGONS:
        return _dragon(DRAGONS[code])
    suit = suits.STANDARD[code[-1]]
    return pips(int(code[0]), suit.symbol) + corners(code[0], suit.symbol, suit.ink)


def back(deck_name: str) -> str:
    """Draw the back of a deck's cards."""
    if deck_name == "tall-card-tall":
        return draw_tall_back(hemp_leaf("#4f9483"), JADE)
    emblem = draw_emblem(place_markup(drawing("dragon_mark", ink=LACQUER), 0, 0, 1.3))
    return draw_framed_back(hemp_leaf("#c9704a"), LACQUER, emblem)
