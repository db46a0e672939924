"""What a game offers for strong bots, and what is made of it: rollouts, and search over sampled worlds."""

from .parts import Minds

STEADY, EXPERT = (f"{__name__}.bots:{name}" for name in ("steady", "expert"))
"""Where the bots of a game with minds are, for its `house.bots`."""

__all__ = ["EXPERT", "STEADY", "Minds"]
