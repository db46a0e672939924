"""Card faces and backs as SVG documents, drawn by the artist of the deck's game, or plain ones.

If an artist fails, it is named once in the log, and the card is plain.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from xml.etree import ElementTree

from shindig.core.caches import RULE_PARTS, cached

from ..cards import Deck
from ..cards.faces import plain_cards
from ..cards.faces.card_frame import draw_card
from . import game_registry
from .error_attribution import format_error, log_once
from .game_spec import Game

BACK = "a face-down card"


@cached(RULE_PARTS)
def draw_face(deck_name: str, code: str) -> str:
    """Return the face of a card as SVG. Raises GameError for an unknown deck, CardError for an unknown card."""
    deck, game = game_registry.find_deck_artist(deck_name)
    kind = deck.card(code)
    name = deck.names[kind]
    drawn = _draw_by_artist(game, deck, name, lambda artist: artist.body(deck_name, deck.codes[kind]))
    return drawn or draw_card(name, plain_cards.draw_body(deck, kind), plain_cards.STYLE)


@cached(RULE_PARTS)
def draw_back(deck_name: str) -> str:
    """Return the back of a deck's cards as SVG. Raises GameError for an unknown deck."""
    deck, game = game_registry.find_deck_artist(deck_name)
    drawn = _draw_by_artist(game, deck, BACK, lambda artist: artist.back(deck_name))
    return drawn or draw_card(BACK, plain_cards.draw_back(deck), plain_cards.STYLE)


def _draw_by_artist(game: Game, deck: Deck, title: str, draw: Callable[[ModuleType], str]) -> str:
    """Let the artist of a game draw a card. Returns an empty text if there is none or it fails."""
    package, artist = game_registry.get_registry().find_package(game.id), game.table.look.faces
    try:
        module = import_module(artist) if artist else None
        drawn = draw_card(title, draw(module), module.STYLE) if module else ""
        if drawn and package != game_registry.OURS:
            ElementTree.fromstring(drawn)
    except Exception as error:
        log_once(
            f"{package}: {artist} does not draw the cards of {deck.name} ({format_error(error)}); they are "
            f"plain. Mend it."
        )
        return ""
    return drawn
