"""Results of the hands of a match for statistics and ratings: owner of each hand and payoff. Viewers never get them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

MIXED, PEOPLE = "mixed", "people"
"""Opponents: bots of several levels, or people (perhaps with bots)."""


class Booked(NamedTuple):
    """Result of a finished hand."""

    dealt: tuple[str, ...]
    """By seat, the id of the person who was dealt the hand; empty for a bot."""
    bots: tuple[str, ...]
    """By seat, the bot that played at the end of the hand."""
    brought: tuple[int, ...]
    """By seat, the payoff in the unit of the match's scores."""
    dealer: int | None
    """Seat of the dealer, if the game's facts name one."""

    def against(self, seat: int) -> str:
        """Return the opponents of a seat: a bot's level, MIXED or PEOPLE."""
        others = [other for other in range(len(self.dealt)) if other != seat]
        if any(self.dealt[other] for other in others):
            return PEOPLE
        return common_name(self.bots[other] for other in others)


def common_name(names: Iterable[str]) -> str:
    """Return the name that all share, or MIXED."""
    found = set(names)
    return found.pop() if len(found) == 1 else MIXED
