"""Card faces and backs as SVG documents, drawn by the artist of the deck's game, or plain ones.

If an artist fails, it is named once in the log, and the card is plain.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from xml.etree import ElementTree

from ..cards import Deck
from ..cards.faces import plain
from ..cards.faces.paper import card
from . import game_registry
from .game_spec import Game
from .package_errors import note, told

BACK = "a face-down card"


@cache
def face(deck_name: str, code: str) -> str:
    """Return the face of a card as SVG. Raises GameError for an unknown deck, CardError for an unknown card."""
    deck, game = game_registry.drawn_by(deck_name)
    kind = deck.card(code)
    name = deck.names[kind]
    drawn = _drawn(game, deck, name, lambda artist: artist.body(deck_name, deck.codes[kind]))
    return drawn or card(name, plain.body(deck, kind), plain.STYLE)


@cache
def back(deck_name: str) -> str:
    """Return the back of a deck's cards as SVG. Raises GameError for an unknown deck."""
    deck, game = game_registry.drawn_by(deck_name)
    drawn = _drawn(game, deck, BACK, lambda artist: artist.back(deck_name))
    return drawn or card(BACK, plain.back(deck), plain.STYLE)


def _drawn(game: Game, deck: Deck, title: str, draw: Callable[[ModuleType], str]) -> str:
    """Let the artist of a game draw a card. Returns an empty text if there is none or it fails."""
    package, artist = game_registry.registry().package(game.id), game.table.look.faces
    try:
        module = import_module(artist) if artist else None
        drawn = card(title, draw(module), module.STYLE) if module else ""
        if drawn and package != game_registry.OURS:
            ElementTree.fromstring(drawn)
    except Exception as error:
        note(f"{package}: {artist} does not draw the cards of {deck.name} ({told(error)}); they are plain. Mend it.")
        return ""
    return drawn
