"""The luck of the draws of one match, as it is played."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..games import Game
from ..games.luck import luck_entry
from ..match import Match


class Fortune:
    """Adds up each seat's luck: by its own chance, which no bot and no order shares."""

    def __init__(self, rules: Game, seats: int, seed: int, taken: bool) -> None:
        """Where luck is not `taken` out, or the game tells none, it stays 0."""
        self.luck = np.zeros(seats)
        self._work, self._rng = rules.rules.layout.empty(), np.random.default_rng(seed)
        self._entry: Any = luck_entry(rules) if taken and rules.luck else None

    def before(self, match: Match) -> Any:
        """What is to be kept of a match before an action."""
        return match.array.copy() if self._entry else None

    def after(self, match: Match, before: Any, action: int) -> None:
        """An action was played."""
        if self._entry:
            self._entry(before, match.array, self._work, action, self._rng, self.luck)
