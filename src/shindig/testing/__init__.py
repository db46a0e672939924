"""Test suite for games: `check(game)` reports all faults of a game and how to mend them."""

from .check import check
from .check_report import CheckError

__all__ = ["CheckError", "check"]
