"""Policies under their name of release 1.0, for packages written for it."""

from ..gamekit.policies import EXPERT, GENTLE, STEADY
from ..gamekit.release_1_names import Minds

__all__ = ["EXPERT", "GENTLE", "STEADY", "Minds"]
