"""Card faces of Tall Cards: fruit or the expanded suits, numbers, beasts and Aces."""

from __future__ import annotations

from math import cos, pi, sin

from shindig.cards.faces.pips import MIDDLE_X, MIDDLE_Y, both_ends, circle, corners, line, path, pips, place_markup
from shindig.gamekit.five_cards.look import suits
from shindig.gamekit.five_cards.look.backs import draw_emblem, draw_framed_back, draw_tall_back, trellis, waves
from shindig.gamekit.five_cards.look.grounds import FIELD, INNER_FIELD, draw_field, draw_rays, draw_tall_card
from shindig.gamekit.five_cards.look.suits import PAPER, Suit

STYLE = ""

GARDEN, SEA, WINE, DUSK = "#24502f", "#1c3561", "#6d1f35", "#47305f"

BEASTS: dict[str, tuple[str, ...]] = {"T": ("turtle",), "U": ("unicorn",), "P": ("phoenix",), "D": ("dragon",)}
EMPERORS = BEASTS | {"D": ("dragon", "crown")}

# The suits and the beasts of each deck.
DECKS = {
    "fruit": (suits.FRUIT, BEASTS),
    "fruit-tall": (suits.FRUIT, BEASTS),
    "expanded-72": (suits.EXPANDED, EMPERORS),
    "expanded-96": (suits.EXPANDED, EMPERORS),
    "expanded-tall": (suits.EXPANDED, EMPERORS),
}


FANS = (
    "M200 32A18 18 0 0 0 218 50M184 32A34 34 0 0 0 218 66M168 32A50 50 0 0 0 218 82"
    "M204 82L196 97M190 77L178 89M179 68L164 76M171 57L155 62"
)


def _ace(suit: Suit) -> str:
    """Draw the symbol in a sun on a coloured field."""
    sun = draw_rays(MIDDLE_X, MIDDLE_Y, 62, 84, 32, suit.pale) + circle(MIDDLE_X, MIDDLE_Y, 62, PAPER, suit.accent, 4)
    lace = f'<g opacity=".75">{both_ends(line(FANS, suit.pale, 3))}{line(INNER_FIELD, suit.pale, 1.5)}</g>'
    return path(FIELD, suit.base) + lace + sun + place_markup(suit.symbol, MIDDLE_X, MIDDLE_Y)


def _middle(rank: str, suit: Suit, drawings: dict[str, tuple[str, ...]]) -> str:
    if rank == "A":
        return _ace(suit)
    if rank in drawings:
        return draw_field(suit.pale, suit.ink, PAPER) + "".join(suit.draw(name) for name in drawings[rank])
    return pips(int(rank), suit.symbol)


def body(deck_name: str, code: str) -> str:
    """Draw the face of the card written `code`."""
    of_deck, drawings = DECKS[deck_name]
    suit = of_deck[code[-1]]
    if len(code) == 1:
        return draw_tall_card(place_markup(suit.symbol, 0, 0, 1.35), suit.ink, suit.base)
    return _middle(code[0], suit, drawings) + corners(code[0], suit.symbol, suit.ink)


def _ring(deck: dict[str, Suit]) -> str:
    """Draw the symbols of six suits round 0,0."""
    around = [(33 * sin(turn), -33 * cos(turn)) for turn in (i * pi / 3 for i in range(6))]
    return "".join(place_markup(suit.symbol, x, y, 0.35) for suit, (x, y) in zip(deck.values(), around, strict=True))


def back(deck_name: str) -> str:
    """Draw the back of a deck's cards."""
    if deck_name == "fruit":
        return draw_framed_back(trellis("#6f9c4f", "#f2899b"), GARDEN, draw_emblem(_ring(suits.FRUIT)))
    if deck_name == "fruit-tall":
        return draw_tall_back(trellis("#b9566a", "#f6d28a"), WINE)
    if deck_name == "expanded-tall":
        return draw_tall_back(waves("#9b7fc0", DUSK), DUSK)
    return draw_framed_back(waves("#7fa3cf", SEA), SEA, draw_emblem(suits.drawing("crowned_mark", ink=SEA)))
