"""The laboratory: many matches at once, bots against bots, exact odds."""

from .analyse.bot_gains import Arena, Standing
from .run.arena import arena
from .run.simulation import Played, simulate

__all__ = ["Arena", "Played", "Standing", "arena", "simulate"]
