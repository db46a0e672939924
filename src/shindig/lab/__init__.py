"""The laboratory: many matches at once, bots against bots, exact odds."""

from .analyse.bot_gains import Arena, BotGain
from .run.arena import arena
from .run.simulation import SimulationResult, simulate

__all__ = ["Arena", "BotGain", "SimulationResult", "arena", "simulate"]
