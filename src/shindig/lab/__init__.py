"""The laboratory: many matches at once, bots against bots, exact odds."""

from .arena import Arena, Standing, arena
from .simulate import Played, simulate

__all__ = ["Arena", "Played", "Standing", "arena", "simulate"]
