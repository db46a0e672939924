"""Actions of a game as a small fixed range, for learners that want one output per action.

A game's own ids are exact, but its families of amounts hold millions. Here every other action keeps its id, and each
family, in the order of `game.amounts`, becomes `slots` numbers. The meaning of a slot depends on the current legal
amounts, low to high, which the actor knows. If there are at most `slots` of them, slot j is low + j, and slots beyond
high are illegal. If there are more, the slots grow from low to high in equal ratios, rounded, both ends exact, all
different.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from shindig.core.caches import cached

from ..core.kernel_compiler import kernel
from ..gamekit import Game, GameError
from ..gamekit.game_spec import Amounts

SLOTS = 16
"""Default number of slots for a family of amounts."""

Ranges = list[tuple[int, int]]


class Actions:
    """A game's actions as the numbers 0 to `count` - 1. Raises GameError for fewer than two slots."""

    def __init__(self, game: Game, slots: int = SLOTS) -> None:
        if not isinstance(slots, int) or slots < 2:
            raise GameError(f"a family of amounts takes at least 2 slots, the lowest and the highest, not {slots!r}")
        self.game, self.slots = game, slots
        self.plain = min((family.first for family in game.rules.amounts), default=game.rules.num_actions)
        """Number of actions that keep their ids."""
        self.count = self.plain + slots * len(game.rules.amounts)

    def numbers(self, ranges: Ranges) -> Ranges:
        """Return the legal numbers as ascending pairs (first, last), for ascending ranges of legal actions."""
        plain = [(first, min(last, self.plain - 1)) for first, last in ranges if first < self.plain]
        return plain + [
            (first, first + min(high - low + 1, self.slots) - 1) for first, _, low, high in self._families(ranges)
        ]

    def legal(self, ranges: Ranges) -> list[int]:
        """Return the legal numbers, ascending, for ascending ranges of legal actions."""
        return [number for first, last in self.numbers(ranges) for number in range(first, last + 1)]

    def mask(self, ranges: Ranges) -> npt.NDArray[np.int8]:
        """Return int8[count]: 1 for each legal number."""
        mask = np.zeros(self.count, np.int8)
        for first, last in self.numbers(ranges):
            mask[first : last + 1] = 1
        return mask

    def action(self, ranges: Ranges, number: int) -> int:
        """Return the game's action behind a number. Raises GameError if it is not legal now."""
        if 0 <= number < self.plain and any(first <= number <= last for first, last in ranges):
            return int(number)
        for first, family, low, high in self._families(ranges):
            if first <= number < first + min(high - low + 1, self.slots):
                return family.action(spread_amounts(low, high, self.slots)[number - first])
        raise GameError(f"{number} is not legal now; legal are {self.legal(ranges)}")

    def _families(self, ranges: Ranges) -> Iterator[tuple[int, Amounts, int, int]]:
        """Yield each family with a legal action: its first number, and the lowest and highest amount."""
        for place, family in enumerate(self.game.rules.amounts if ranges and ranges[-1][1] >= self.plain else ()):
            for low, high in find_legal_amounts(family, ranges):
                yield self.plain + place * self.slots, family, low, high


def find_legal_amounts(family: Amounts, ranges: Ranges) -> Ranges:
    """Return the legal amounts of a family as (low, high): one pair, or none."""
    found = [(family.amount(first), family.amount(last)) for first, last in ranges if first in family]
    assert len(found) < 2, f"the legal amounts of {family.name} have gaps"
    return found


@cached(4096)
def spread_amounts(low: int, high: int, slots: int) -> tuple[int, ...]:
    """Return at most `slots` whole numbers from low to high, ascending in equal ratios, both ends included, all
    different."""
    numbers = np.empty(slots, np.int64)
    return tuple(int(number) for number in numbers[: write_spread(numbers, low, high, slots)])


@kernel
def write_spread(numbers: npt.NDArray[np.int64], low: int, high: int, slots: int) -> int:
    """Write at most `slots` numbers from low to high, and return the count."""
    if high - low < slots:
        for slot in range(high - low + 1):
            numbers[slot] = low + slot
        return int(high - low + 1)
    number = low
    for slot in range(slots - 1):
        number = low if slot == 0 else max(number + 1, round(low * (high / low) ** (slot / (slots - 1))))
        numbers[slot] = number
    numbers[slots - 1] = high
    return int(slots)
