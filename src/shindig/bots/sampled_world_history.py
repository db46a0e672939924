"""Reconstruction of a hand in a sampled world: its first record and steps, which lead to the world byte for byte.

With them all seats of a world have a history of the hand, as searching bots need. Others' secret actions and the orders
of chance are searched among those that the seat's views allow. If the search fails, no seat has a history.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np

from ..core.layout_and_views import REFEREE, Items, Records, See, copy_records
from ..gamekit.game_spec import Game
from ..observations import GIVEN, SECRET, HandStep, Observations, take_step

MOST_TRIED = 3_000
"""Number of steps to try before the search gives up."""
FEW = 6
"""Largest order whose permutations are all tried if no field of the record keeps its items."""


def replay_hand(game: Game, seat: int, history: Observations, world: Records) -> tuple[Records, list[HandStep]] | None:
    """Search for the record before the hand and its steps. Returns None if they are not found."""
    for first in list_beginnings(game, history, world):
        found = HandReplay(game, seat, history, world).find_steps(first, 0)
        if found is not None:
            return first, found
    return None


def list_beginnings(game: Game, history: Observations, world: Records) -> Iterator[Records]:
    """Yield candidates for the record before the hand, with hidden fields from the world, then blank."""
    blank = copy_records(history.views[:1])
    blank["viewer"] = REFEREE
    lain = copy_records(blank)
    for one in game.rules.layout.fields:
        if one.see is See.NOBODY:
            lain[one.name] = world[one.name]
    yield from (lain, blank)


@dataclass
class HandReplay:
    """Search for the steps of a hand that explain a seat's history."""

    game: Game
    seat: int
    history: Observations
    world: Records
    tried: int = field(default=0)

    def find_steps(self, record: Records, at: int) -> list[HandStep] | None:
        """Return the steps from a record to the world, or None if there are none."""
        if at == len(self.history):
            return [] if record.tobytes() == self.world.tobytes() else None
        for step in self.list_steps(record, at):
            self.tried += 1
            if self.tried > MOST_TRIED:
                return None
            after = copy_records(record)
            take_step(self.game, after, 0, step)
            if self.agrees_with_view(after, at + 1) and (rest := self.find_steps(after, at + 1)) is not None:
                return [step, *rest]
        return None

    def agrees_with_view(self, record: Records, at: int) -> bool:
        """Return True if the seat's view of the record equals the one in its history."""
        return self.game.view(record, self.seat).tobytes() == self.history.views[at : at + 1].tobytes()

    def list_steps(self, record: Records, at: int) -> Iterator[HandStep]:
        """Yield the steps that may have been taken."""
        action = int(self.history.actions[at])
        if action == GIVEN:
            yield from self.list_orders(record)
        elif action == SECRET:
            ranges = self.game.legal_ranges(record)
            legal = (one for first, last in ranges for one in range(first, last + 1))
            yield from (one for one in legal if self.game.rules.secret(one))
        else:
            yield action

    def list_orders(self, record: Records) -> Iterator[Items]:
        """Yield the orders that chance may have given, from the world's fields, or all orders of few items."""
        items = self.game.engine.scratch()[1]
        wanted = items[: self.game.engine.chance_items(record, 0, items)].copy()
        of = self.game.rules.orders[int(record["asks"][0])]
        for one in self.game.rules.layout.fields:
            lies = self.world[one.name][0]
            if one.cards and one.cards.of == of and lies.ndim == 1 and len(lies) >= len(wanted):
                given = lies[: len(wanted)].astype(np.int16)
                if np.array_equal(np.sort(given), wanted):
                    yield given
        if len(wanted) <= FEW:
            yield from (np.array(one, np.int16) for one in permutations(wanted.tolist()))
