"""Checks of the laboratory's arguments. Each refusal says what was expected."""

from __future__ import annotations

from math import inf
from numbers import Integral

from shindig.gamekit import GameError
from shindig.observations import Budget

PROCESSES = 256
MATCHES = 1_000_000_000
DEALS = 10_000_000
"""Largest number of deals in an arena, which keeps a row per deal in memory."""
WORLDS = 1_000_000
"""Largest number of sampled deals around a hand."""
SEED = 1 << 64
SHORTEST = 0.01
"""Shortest time limit in seconds."""


def check_whole(value: object, what: str, least: int, most: int) -> int:
    """Check a whole number. Raises GameError outside the limits."""
    if isinstance(value, bool) or not isinstance(value, Integral) or not least <= int(value) <= most:
        raise GameError(f"expected {what}, a whole number from {least:,} to {most:,}, not {value!r}")
    return int(value)


def check_seconds(value: float, what: str) -> float:
    """Check a finite time. Raises GameError."""
    if not 0 <= value < inf:
        raise GameError(f"expected {what} in seconds, from 0, not {value!r}")
    return value


def check_patience(value: float) -> float:
    """Check the time limit for an answer. Raises GameError."""
    if not SHORTEST <= value < inf:
        raise GameError(f"expected time to wait for an answer, {SHORTEST} seconds or more, not {value!r}")
    return value


def check_budget(given: Budget) -> Budget:
    """Check a bot's budget. Raises GameError."""
    check_seconds(given.seconds, "time for a decision")
    if given.iterations is not None:
        check_whole(given.iterations, "worlds for a decision", 1, MATCHES)
    return given
