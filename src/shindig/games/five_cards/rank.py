"""A hand's Rank as people compare it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, order=True)
class Rank:
    """What a hand is worth. Ranks compare by strength alone, better is greater; equal ones split a pot."""

    strength: int
    """Orders all hands under the same rules; its size means nothing else."""
    number: int = field(compare=False)
    """The Rank's place in the game's list, 1 the lowest."""
    name: str = field(compare=False)
    cards: str = field(compare=False)
    """The cards that count, the most important first."""

    def __str__(self) -> str:
        return f"{self.name} ({self.cards})"
