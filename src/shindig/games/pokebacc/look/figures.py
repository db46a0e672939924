"""Royals of the Pokebacc decks: king, queen, consort, prince and princess, dressed in their element."""

from __future__ import annotations

from typing import NamedTuple

from shindig.cards.faces.pips import place_markup

from .elements import Element, picture, symbol


class Figure(NamedTuple):
    """A royal round x = 0, and the position of the element's symbol: x, y, scale."""

    name: str
    emblem: tuple[float, float, float]
    emblem_light: bool
    """True if the symbol is on dark cloth."""


HEM = 320
FIGURES = {
    "K": Figure("King", (-48, 126, 0.34), False),
    "Q": Figure("Queen", (50, 140, 0.36), False),
    "C": Figure("Consort", (0, 262, 0.36), True),
    "P": Figure("Prince", (33, 258, 0.38), True),
    "S": Figure("Princess", (0, 167, 0.17), True),
}


def figure(element: Element, rank: str) -> str:
    """Draw the royal of this rank and element round x = 0, standing on HEM."""
    royal = FIGURES[rank]
    inks = (element.tint, element.deep) if royal.emblem_light else (element.main, element.tint)
    return picture(royal.name.lower(), **vars(element)) + place_markup(symbol(element, *inks), *royal.emblem)
