"""The games, by id. A game is one package that offers `GAME`, or `GAMES` where one package holds several."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from .game import Game, GameError, IllegalAction

PACKAGES = {
    "tall-card": "tall_card",
    "tall-cards": "tall_cards",
    "talon": "talon",
    "royal-pokebacc": "pokebacc",
    "merchants-bank": "pokebacc",
    "farmers-and-fishermen": "pokebacc",
}
"""Which package offers a game; the order is that of the lobby."""


@cache
def game(game_id: str) -> Game:
    """A game by its id. Raises GameError."""
    if game_id not in PACKAGES:
        raise GameError(f"there is no game {game_id!r}; there are {', '.join(PACKAGES)}")
    package = import_module(f".{PACKAGES[game_id]}", __name__)
    found: Game = package.GAMES[game_id] if hasattr(package, "GAMES") else package.GAME
    return found


def games() -> list[Game]:
    """All games, in the order of the lobby."""
    return [game(game_id) for game_id in PACKAGES]


__all__ = ["PACKAGES", "Game", "GameError", "IllegalAction", "game", "games"]
