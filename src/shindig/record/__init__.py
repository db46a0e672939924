"""A match as text: JSON Lines out, JSON Lines in, replay and verification."""

from .json_lines import MAX_LINE, RecordError, Replay, dumps, loads

__all__ = ["MAX_LINE", "RecordError", "Replay", "dumps", "loads"]
