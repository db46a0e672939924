"""A match as text: JSON Lines out, JSON Lines in, replay and verification."""

from .text import RecordError, dumps, loads, read

__all__ = ["RecordError", "dumps", "loads", "read"]
