"""A card room for games from imagined worlds."""

from .adapters.batch import batch
from .gamekit import Game, GameError, IllegalAction, game
from .match import Match, View, new

__version__ = "2.0.0.dev0"
__all__ = ["Game", "GameError", "IllegalAction", "Match", "View", "batch", "game", "new"]
