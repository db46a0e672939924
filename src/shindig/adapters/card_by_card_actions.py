"""Actions offered to a learner: the numbers of flat_actions.py, or fewer, if cards are picked one by one.

A game may have thousands of actions that differ in the cards they stand for (`Rules.picks`). With `pick`, each card is
a number instead, and one more number ends the selection, so several small choices of a seat make one action. Cards are
picked in ascending order, and only if a legal action contains them. If only one action is left and all its cards are
picked, it is played without the ending number.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..core.layout_and_views import Records
from ..gamekit import Game, GameError
from .flat_actions import SLOTS, Actions

Cards = tuple[int, ...]


class Chooser:
    """Choices of the seat to act in one match, one number after another."""

    def __init__(self, game: Game, fresh: Records, slots: int = SLOTS, pick: bool = False) -> None:
        """Assign numbers to the choices. Raises GameError if `pick` is set and the game has no actions to pick."""
        self.game, self.actions, self.picked = game, Actions(game, slots), Cards()
        self._families = game.rules.picks if pick else ()
        if pick and not self._families:
            raise GameError(f"{game.name} has no actions that are picked card by card")
        self.kinds = max((self._kinds(fresh, family.of) for family in self._families), default=0)
        """Number of kinds of card that may be picked. An observation has this many entries for the picked cards."""
        self._kept = [one for one in range(self.actions.count) if not any(one in family for family in self._families)]
        self._place = {number: place for place, number in enumerate(self._kept)}
        self._first, self._done = len(self._kept), len(self._kept) + self.kinds
        self.count = self._done + bool(self._families)
        """Number of choices."""

    def _kinds(self, fresh: Records, of: str) -> int:
        return len(self.game.item_codes(fresh[0], self.game.rules.orders.index(of)))

    def begin(self) -> None:
        """Clear the picked cards."""
        self.picked = Cards()

    def legal(self, match: Records) -> list[int]:
        """Return the legal numbers, ascending."""
        ranges = self.game.legal_ranges(match)
        numbers = self.actions.legal(ranges) if not self.picked else []
        ways = self._list_ways(match, ranges)
        cards = {cards[len(self.picked)] for cards in ways if len(cards) > len(self.picked)}
        found = [self._place[number] for number in numbers if number in self._place]
        return [*found, *(self._first + card for card in sorted(cards)), *[self._done] * (self.picked in ways)]

    def mask(self, match: Records) -> npt.NDArray[np.int8]:
        """Return int8[count]: 1 for each legal number."""
        mask = np.zeros(self.count, np.int8)
        mask[self.legal(match)] = 1
        return mask

    def take(self, match: Records, number: int) -> int | None:
        """Return the game's action that is complete with this number, or None if more is to be picked. Raises
        GameError."""
        chosen = self.choose(match, number)
        return None if chosen is None else self.actions.action(self.game.legal_ranges(match), chosen)

    def choose(self, match: Records, number: int) -> int | None:
        """Return the number of `Actions` that is complete with this choice, or None if more is to be picked.

        Raises GameError if the choice is illegal.
        """
        if 0 <= number < self._first and not self.picked:
            return self._kept[number]
        if number not in self.legal(match):
            raise GameError(f"{number} is not legal now; legal are {self.legal(match)}")
        if number < self._done:
            self.picked += (number - self._first,)
        ways = self._list_ways(match, self.game.legal_ranges(match))
        if number < self._done and set(ways) != {self.picked}:
            return None
        action = ways[self.picked]
        self.begin()
        return action

    def encode_picked(self) -> npt.NDArray[np.float32]:
        """Return float32[kinds]: 1 for each card that is already picked, as part of the observation."""
        entries = np.zeros(self.kinds, np.float32)
        entries[list(self.picked)] = 1
        return entries

    def _list_ways(self, match: Records, ranges: list[tuple[int, int]]) -> dict[Cards, int]:
        """Return the legal actions that begin with the picked cards, by their cards."""
        found = {
            tuple(sorted(family.cards(match[0], action))): action
            for family in self._families
            for first, last in ranges
            for action in range(max(first, family.first), min(last, family.last) + 1)
        }
        return {cards: action for cards, action in found.items() if cards[: len(self.picked)] == self.picked}
