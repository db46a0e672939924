"""Rank of a hand, as people compare it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, order=True)
class Rank:
    """Rank of a hand. Ranks compare by strength alone, better is greater; equal ones split a pot."""

    strength: int
    """Number that orders all hands under one set of rules; its size has no other meaning."""
    number: int = field(compare=False)
    """Place of the Rank in the game's list, 1 the lowest."""
    name: str = field(compare=False)
    cards: str = field(compare=False)
    """The cards that count, the most important first."""

    def __str__(self) -> str:
        return f"{self.name} ({self.cards})"
