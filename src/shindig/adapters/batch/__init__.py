"""Many matches of a game at once, stepped in compiled code."""

from .match_batch import Batch, Observed, batch

__all__ = ["Batch", "Observed", "batch"]
