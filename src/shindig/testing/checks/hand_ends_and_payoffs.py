"""Checks of a game's hands along a match: their numbers, ends and payoffs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from shindig.core.layout_and_views import Records
from shindig.gamekit.game_spec import Game
from shindig.gamekit.hand_fact_columns import row_type
from shindig.match import View
from shindig.messages import Message

from ..array_overrun_checks import Walk

Scores = tuple[int, ...]
FILLS = (0, 85)
"""Bytes with which a row is filled before `tell` writes it: a column that keeps both is not written."""


@dataclass
class WatchedHands:
    """The hands of one match so far."""

    number: int
    bases: list[Scores]
    """Scores to compare with: those at the end of the hand before, and after each step until the next hand is counted.
    Gifts may come between."""
    told: int = 0
    """Number of the last hand that has ended."""
    rests: bool = True

    @classmethod
    def from_walk(cls, walk: Walk) -> WatchedHands:
        return cls(int(walk.game.rules.hand.number(walk.m)), [get_scores(walk)])

    def watch(self, walk: Walk) -> Iterator[str]:
        """Check one more record of the match."""
        hand = walk.game.rules.hand
        number, ended = int(hand.number(walk.m)), bool(hand.ended(walk.m))
        yield from self._counts(number)
        self.number = number
        if ended and number > self.told:
            self.told = number
            yield from self._brought(walk)
        self._rest(walk, ended)
        if walk.over and self.told < number:
            yield f"the match is over, and hand.ended has not said that hand {number} has ended"

    def _rest(self, walk: Walk, ended: bool) -> None:
        if ended:
            self.bases = [get_scores(walk)]
        elif self.rests or self.number == self.told:
            self.bases.append(get_scores(walk))
        self.rests = ended

    def _counts(self, number: int) -> Iterator[str]:
        """Check that hands are counted one by one, and that each ends before the next begins."""
        if number < self.number:
            yield f"hand.number falls from {self.number} to {number}: it counts the hands that have begun, all of them"
        elif number > self.number + 1:
            yield f"hand.number rises from {self.number} to {number} in one step: hands begin one after another"
        elif number > max(self.number, 1) and self.told < self.number:
            yield f"hand.number rises to {number}, and hand.ended has not said that hand {self.number} has ended"

    def _brought(self, walk: Walk) -> Iterator[str]:
        """Check that a payoff is the change of the scores, without gifts between hands and the match's last changes."""
        now = get_scores(walk)
        payoffs = tuple(int(walk.game.rules.hand.payoff(walk.m, seat)) for seat in range(walk.seats))
        moved = [tuple(after - before for after, before in zip(now, base, strict=True)) for base in self.bases]
        if payoffs not in moved and not (walk.over and any(all(map(int.__le__, payoffs, one)) for one in moved)):
            yield (
                f"hand.payoff gives {payoffs} for hand {self.told}, and words.outcome has moved the scores by "
                f"{moved[0]} "
                "since before it: a payoff is what the hand brought, in the unit of the scores"
            )
        yield from facts_are_written(walk)
        yield from moments_are_told(walk)


def get_scores(walk: Walk) -> Scores:
    return tuple(int(score) for score in walk.game.words.outcome(walk.m).scores)


def make_facts_row(game: Game, fill: int, seats: int) -> Records:
    """Return one row of facts, filled with a byte."""
    dtype = row_type(game.rules.hand.facts, seats)
    return np.ndarray(1, dtype, bytearray([fill] * dtype.itemsize))


def facts_are_written(walk: Walk) -> Iterator[str]:
    """Check that `tell` writes every column and changes nothing else."""
    before, found = walk.array.tobytes(), []
    for fill in FILLS:
        row = make_facts_row(walk.game, fill, walk.seats)
        walk.game.rules.hand.write_facts(walk.m, row[0])
        found.append(row)
    for name in found[0].dtype.names or ():
        if _differs(found[0][name], found[1][name]):
            yield (
                f"hand.write_facts does not write `{name}`: it writes every column of "
                f"{walk.game.rules.hand.facts.__name__}"
            )
    if walk.array.tobytes() != before:
        yield "hand.write_facts changes the record: it writes to the row only"


def moments_are_told(walk: Walk) -> Iterator[str]:
    """Check that `words.highlight` gives a whole number and a text, from public information."""
    tell = walk.game.words.highlight
    told = tell(View(walk.game, walk.game.view(walk.array)).plain) if tell else (0, "")
    if type(told[0]) is not int or not isinstance(told[1], (str, Message)):
        yield f"words.highlight gives {told!r:.80}: it gives a whole number, how much the hand stands out, and a text"


def _differs(one: Any, other: Any) -> bool:
    return bool(np.asarray(one != other).any())
