"""The laboratory: many matches at once, bots against bots, exact odds."""

from .arena import arena
from .simulate import Played, simulate
from .standings import Arena, Standing

__all__ = ["Arena", "Played", "Standing", "arena", "simulate"]
