"""The table in the terminal."""

from .play import play

__all__ = ["play"]
