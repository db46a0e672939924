"""Policies under their name of release 1.0, for packages written for it."""

from ..gamekit.policies import EXPERT, GENTLE, STEADY
from ..gamekit.renamed_since_release_1 import Minds

__all__ = ["EXPERT", "GENTLE", "STEADY", "Minds"]
