"""Whether a game keeps what games promise: `check(game)` says all that is wrong with it, and how to mend it."""

from .check import check
from .report import CheckError

__all__ = ["CheckError", "check"]
