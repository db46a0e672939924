"""Options that keep the matches of tests short, by game and option; a game that has none of them plays as it is."""

from __future__ import annotations

from shindig.gamekit import Game

SHORT: dict[str, object] = {"deals_each": 1, "hands": 1, "hands_to_win": 1, "gifts": "never"}


def options(game: Game) -> dict[str, object]:
    """The short options that a game has."""
    return {option.name: SHORT[option.name] for option in game.rules.options if option.name in SHORT}
