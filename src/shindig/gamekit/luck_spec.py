"""Specification of a game's luck: the kernels that separate the luck of draws from play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .picklable_game_parts import GamePart


@dataclass(frozen=True, eq=False)
class Luck(GamePart):
    """Kernels that separate luck from play. Whether an action draws must not depend on the cards drawn."""

    left: Callable[[Any], int]
    """(m) -> number of items of the last order that nobody has drawn or seen; a step that reduces it has drawn."""
    mix: Callable[[Any, Any], None]
    """(m, rng): put these, and nothing else, into another order, all equally likely."""
    value: Callable[[Any, int], float]
    """(m, seat) -> estimated value of the hand for a seat, of a full record after a draw, in the unit of payoffs. Any
    fixed function keeps gains unbiased; a good one narrows their intervals."""
