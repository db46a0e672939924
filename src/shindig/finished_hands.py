"""Finished hands of a match, each with its final record before the next deal."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .core.layout_and_views import ONLOOKER, Records
from .gamekit import Game
from .gamekit.hand_fact_reading import read_facts


@dataclass(frozen=True, eq=False)
class FinishedHand:
    """A finished hand."""

    game: Game = field(repr=False)
    number: int
    """Number of the hand in the match, from 1."""
    payoffs: tuple[int, ...]
    """Result for each seat, in the unit of the match's scores."""
    array: Records = field(repr=False)
    """The final record of the hand. Only the referee may read it."""

    @cached_property
    def facts(self) -> dict[str, Any]:
        """Facts of the hand by name. A value is a word, a number or None, or a list with one entry per seat."""
        return read_facts(self.game, self.array)

    @cached_property
    def result(self) -> str:
        """The result text that everybody saw."""
        public = self.game.view(self.array, ONLOOKER)
        return str(self.game.words.result(self.game.rules.layout.to_plain(public)))


def find_finished_hand(game: Game, match: Records, last: int) -> FinishedHand | None:
    """Return the hand that has just ended, or None if none has ended since hand number `last`."""
    hand, m = game.rules.hand, match[0]
    if not hand.ended(m) or int(hand.number(m)) == last:
        return None
    payoffs = tuple(int(hand.payoff(m, seat)) for seat in range(int(m.seats)))
    return FinishedHand(game, int(hand.number(m)), payoffs, match.copy())
