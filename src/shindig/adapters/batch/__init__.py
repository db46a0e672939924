"""Many matches of a game at once, stepped in compiled code."""

from .batch_creation import batch
from .match_batch import Batch, Observed

__all__ = ["Batch", "Observed", "batch"]
