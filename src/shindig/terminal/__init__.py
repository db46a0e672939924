"""The table in the terminal."""

from .terminal_match import play

__all__ = ["play"]
