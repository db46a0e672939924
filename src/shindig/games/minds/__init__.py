"""What a game offers for strong bots, and what is made of it: rollouts, and search over sampled worlds."""

from .parts import Minds, Plans

GENTLE, STEADY, EXPERT = (f"{__name__}.bots:{name}" for name in ("gentle", "steady", "expert"))
"""Where the bots of a game with minds are, for its `house.bots`."""

__all__ = ["EXPERT", "GENTLE", "STEADY", "Minds", "Plans"]
