"""The laboratory: many matches at once, bots against bots, exact odds."""

from .analyse.bot_gains import Arena, BotGain
from .run.arena import arena
from .run.exploit import Holes, StrategyGain, find_holes
from .run.simulation import SimulationResult, simulate

__all__ = ["Arena", "BotGain", "Holes", "SimulationResult", "StrategyGain", "arena", "find_holes", "simulate"]
