"""Courts of the Talon deck: Knave, Knight, Queen and King in four suits, each with the emblem of the suit."""

from __future__ import annotations

from typing import NamedTuple

from shindig.cards.faces.pips import circle, path, place_markup

from .palette import BROWN, CREAM, FAIR, GOLD, PALE_GOLD, STONE, TAN, picture, window
from .suits import SUITS, SYMBOLS, SymbolColours


class CourtFigure(NamedTuple):
    """Colours of a suit's people and horses."""

    skin: str
    hair: str
    grey: str
    horse: str
    mane: str


PEOPLE = {
    "S": CourtFigure(FAIR, "#4a3328", "#dfe3ea", "#e9e6ee", "#8d8aa6"),
    "C": CourtFigure(TAN, "#8a3b1c", "#b0562b", "#b5744a", "#5d2f1c"),
    "P": CourtFigure(BROWN, "#2b1d1c", "#4b3a38", "#4c3630", "#1f1518"),
    "W": CourtFigure(FAIR, "#c98a35", "#f0ead8", "#cfa66a", CREAM),
}

# The hand that holds the emblem, and the emblem in it: the height of its middle above the hand, and its scale.
HANDS = {"J": (38, 262), "N": (42, 250), "Q": (-38, 262), "K": (36, 262)}
GRIPS = {"S": (20, 1.0), "C": (14, 1.0), "P": (44, 0.92), "W": (20, 1.4)}
METAL = {
    "C": SymbolColours(GOLD, "#bd8020", PALE_GOLD),
    "P": SymbolColours(GOLD, "#bd8020", "#fff0c2"),
    "W": SymbolColours("#b5dc9a", "#6fa75a", CREAM),
}

HAND = "M-13-2C-13-12 13-12 13-2V6C13 16-13 16-13 6Z"
LONG_BLADE = "M0-106L9-92V6H-9V-92Z"
LONG_BLADE_SHADE = "M0-106L9-92V6H0Z"
LONG_HILT = "M-24 2Q0 8 24 2V12Q8 14 5 16V36H-5V16Q-8 14-24 12Z"


def held(rank: str, suit: str) -> str:
    """Draw the emblem of the suit in the hand of a figure. A knight wears a glove of steel."""
    (x, y), (above, scale) = HANDS[rank], GRIPS[suit]
    emblem = long_sword() if suit == "S" else SYMBOLS[suit](METAL[suit])
    skin = STONE if rank == "N" else PEOPLE[suit].skin
    return place_markup(emblem, x, y - above, scale) + place_markup(path(HAND, skin), x, y)


def long_sword() -> str:
    """Draw a sword that reaches above the shoulder, point up."""
    blade = path(LONG_BLADE, "#eef2f8") + path(LONG_BLADE_SHADE, "#b4bfd2")
    return blade + path(LONG_HILT, GOLD) + circle(0, 40, 7, PALE_GOLD)


def figure(rank: str, suit: str) -> str:
    """Draw the person of a court card."""
    return picture(rank, **SUITS[suit]._asdict(), **PEOPLE[suit]._asdict()) + held(rank, suit)


def court(rank: str, suit: str) -> str:
    """Draw the picture of a court card in its window."""
    return window(figure(rank, suit), SUITS[suit].pale, GOLD)
