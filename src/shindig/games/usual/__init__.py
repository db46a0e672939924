"""What a game says and shows by default, made from its rules and the fields of its record."""

from .table import table
from .words import words

__all__ = ["table", "words"]
