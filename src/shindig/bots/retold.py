"""A hand as it may have been played in a world: its first record and its steps, which lead there byte for byte.

With them all seats of a world remember the hand, as bots must that search. What others did in secret, and how chance
ordered the cards, is looked for among what the seat's views allow; where nothing is found, nobody remembers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np

from ..games.game import Game
from ..games.layout import REFEREE, Items, Records, See, snapshot
from ..history import GIVEN, SECRET, HandStep, History, play

MOST_TRIED = 3_000
"""Steps that are tried before nothing is found."""
FEW = 6
"""Items of an order that nobody keeps, up to which every order is tried."""


def retold(game: Game, seat: int, history: History, world: Records) -> tuple[Records, list[HandStep]] | None:
    """The record before the hand, and its steps; None where they are not found."""
    for first in beginnings(game, history, world):
        found = Telling(game, seat, history, world).from_here(first, 0)
        if found is not None:
            return first, found
    return None


def beginnings(game: Game, history: History, world: Records) -> Iterator[Records]:
    """The record before the hand: what nobody sees lay there as it does in the world, or not at all."""
    blank = snapshot(history.views[:1])
    blank["viewer"] = REFEREE
    lain = snapshot(blank)
    for one in game.rules.layout.fields:
        if one.see is See.NOBODY:
            lain[one.name] = world[one.name]
    yield from (lain, blank)


@dataclass
class Telling:
    """Looks for the steps of a hand, of which a seat has a history."""

    game: Game
    seat: int
    history: History
    world: Records
    tried: int = field(default=0)

    def from_here(self, record: Records, at: int) -> list[HandStep] | None:
        """The steps from a record on to the world; None where there are none."""
        if at == len(self.history):
            return [] if record.tobytes() == self.world.tobytes() else None
        for step in self.steps(record, at):
            self.tried += 1
            if self.tried > MOST_TRIED:
                return None
            after = snapshot(record)
            play(self.game, after, 0, step)
            if self.seen(after, at + 1) and (rest := self.from_here(after, at + 1)) is not None:
                return [step, *rest]
        return None

    def seen(self, record: Records, at: int) -> bool:
        """Whether the seat sees there what it saw."""
        return self.game.view(record, self.seat).tobytes() == self.history.views[at : at + 1].tobytes()

    def steps(self, record: Records, at: int) -> Iterator[HandStep]:
        """What may have been done."""
        action = int(self.history.actions[at])
        if action == GIVEN:
            yield from self.orders(record)
        elif action == SECRET:
            ranges = self.game.legal_ranges(record)
            legal = (one for first, last in ranges for one in range(first, last + 1))
            yield from (one for one in legal if self.game.rules.secret(one))
        else:
            yield action

    def orders(self, record: Records) -> Iterator[Items]:
        """What chance may have given: what lies in the world in just such an order, or any order of few."""
        items = self.game.engine.scratch()[1]
        wanted = items[: self.game.engine.wanted(record, 0, items)].copy()
        of = self.game.rules.orders[int(record["asks"][0])]
        for one in self.game.rules.layout.fields:
            lies = self.world[one.name][0]
            if one.cards and one.cards.of == of and lies.ndim == 1 and len(lies) >= len(wanted):
                given = lies[: len(wanted)].astype(np.int16)
                if np.array_equal(np.sort(given), wanted):
                    yield given
        if len(wanted) <= FEW:
            yield from (np.array(one, np.int16) for one in permutations(wanted.tolist()))
