"""Suits: a symbol and three colours each. Symbols fill -50..50 round 0,0."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from shindig.cards.faces.drawings import read_drawing

PAPER, GOLD = "#fffdf6", "#d9a441"
drawing = partial(read_drawing, Path(__file__).with_name("drawings"))
"""(name, colours) -> a symbol or a beast."""


@dataclass(frozen=True)
class Suit:
    """A suit. `ink` writes the value and outlines, `base` fills, `pale` lights, `accent` is for horns and ornaments."""

    symbol: str
    ink: str
    base: str
    pale: str
    accent: str = GOLD

    def draw(self, name: str) -> str:
        """Draw a beast in the colours of the suit, on the whole card."""
        return drawing(name, **vars(self))


BAMBOO = Suit(drawing("bamboo"), "#1d6a40", "#2f8450", "#cfe6cb")
PLUM = Suit(drawing("plum"), "#672a7e", "#8a49a3", "#e8d3ee")
DIAMOND = Suit(drawing("diamond"), "#bf3320", "#d8452e", "#f8d3c4")
WAN = Suit(drawing("wan"), "#93600a", "#c58413", "#f6e2b5", "#a8442a")
SPADE = Suit(drawing("spade"), "#1b1d2b", "#4a5070", "#d4d7e3")
SWORDS = Suit(drawing("swords"), "#1d5487", "#3f86c4", "#cfe2f2")

PEACH = Suit(drawing("peach"), "#c93a63", "#ee7f95", "#fbd9dc")
ORANGE = Suit(drawing("orange"), "#d05f06", "#ee8a2a", "#fde0b8", "#7c9b34")
APPLE = Suit(drawing("apple"), "#397a1f", "#6fae35", "#dcedc0")
APRICOT = Suit(drawing("apricot"), "#7a421a", "#c4701f", "#f5d3a6", "#5f8f4a")
BANANA = Suit(drawing("banana"), "#927000", "#e8b90f", "#f9ebae", "#5f8f4a")

STANDARD = {"b": BAMBOO, "p": PLUM, "d": DIAMOND}
EXPANDED = STANDARD | {"w": WAN, "s": SPADE, "x": SWORDS}
FRUIT = {"p": PLUM, "h": PEACH, "o": ORANGE, "a": APPLE, "r": APRICOT, "b": BANANA}
