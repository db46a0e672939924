"""Default words and table of a game, made from its rules and the fields of its record."""

from .table import table
from .words import words

__all__ = ["table", "words"]
