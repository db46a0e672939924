"""Hands of a match that have ended, as they lay on the table before the next one was dealt."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .games import Game
from .games.facts import told
from .games.layout import ONLOOKER, Records


@dataclass(frozen=True, eq=False)
class Finished:
    """A hand that has ended."""

    game: Game = field(repr=False)
    number: int
    """Which hand of the match it was, from 1."""
    payoffs: tuple[int, ...]
    """What it brought each seat, in the unit of the match's scores."""
    array: Records = field(repr=False)
    """The record as it lay then: for the referee only."""

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the hand was, by the names of its facts: words, numbers, None; a list where there is one a seat."""
        return told(self.game, self.array)

    @cached_property
    def result(self) -> str:
        """How it came out, as all were told."""
        public = self.game.view(self.array, ONLOOKER)
        return self.game.words.result(self.game.rules.layout.plain(public))


def ended(game: Game, match: Records, last: int) -> Finished | None:
    """The hand that lies finished on the table, where it is another than number `last`."""
    hand, m = game.rules.hand, match[0]
    if not hand.ended(m) or int(hand.number(m)) == last:
        return None
    payoffs = tuple(int(hand.payoff(m, seat)) for seat in range(int(m.seats)))
    return Finished(game, int(hand.number(m)), payoffs, match.copy())
