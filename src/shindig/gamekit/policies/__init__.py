"""Policies of a game, and the bots made of them: rollouts, and search over sampled worlds."""

from .policy_spec import Plans, PolicySpec

GENTLE, STEADY, EXPERT = (f"shindig.policy_bots:{name}" for name in ("gentle", "steady", "expert"))
"""Import paths of the bots of a game with policies, for its `services.bots`."""

__all__ = ["EXPERT", "GENTLE", "STEADY", "Plans", "PolicySpec"]
