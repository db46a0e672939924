"""Card faces and backs as SVG documents, drawn by one module a deck."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ..decks import DECKS

# Which module draws a deck: it offers `body(deck_name, code) -> str` and `back(deck_name) -> str`, both SVG markup
# inside the paper, and a `STYLE` that its markup needs.
ARTISTS = {
    "tall-card": "tall_card",
    "tall-card-tall": "tall_card",
    "fruit": "tall_cards",
    "fruit-tall": "tall_cards",
    "expanded-72": "tall_cards",
    "expanded-96": "tall_cards",
    "expanded-tall": "tall_cards",
    "talon": "talon",
    "royal-pokebacc": "pokebacc",
    "merchants-bank": "pokebacc",
    "farmers-and-fishermen": "pokebacc",
}


@cache
def face(deck_name: str, code: str) -> str:
    """The face of a card as an SVG document. Raises KeyError for an unknown deck, CardError for an unknown card."""
    from .paper import card

    deck = DECKS[deck_name]
    kind = deck.card(code)
    artist = import_module(f".{ARTISTS[deck_name]}", __name__)
    return card(deck.names[kind], artist.body(deck_name, deck.codes[kind]), artist.STYLE)


@cache
def back(deck_name: str) -> str:
    """The back of a deck's cards as an SVG document. Raises KeyError for an unknown deck."""
    from .paper import card

    artist = import_module(f".{ARTISTS[deck_name]}", __name__)
    return card("a face-down card", artist.back(deck_name), artist.STYLE)
