"""Luck of the draws in one match, measured during play."""

from __future__ import annotations

from typing import Any

import numpy as np

from shindig.gamekit import Game, GameError
from shindig.gamekit.error_attribution import format_error
from shindig.gamekit.luck_adjustment import compile_luck
from shindig.match import Match


class LuckTally:
    """Accumulator of each seat's luck. It has random numbers of its own, shared by no bot and no order."""

    def __init__(self, rules: Game, seats: int, seed: int, taken: bool) -> None:
        """Begin a match. Without `taken`, or if the game measures none, luck stays 0."""
        self.luck = np.zeros(seats)
        self._work, self._rng = rules.rules.layout.empty(), np.random.default_rng(seed)
        self._rules, self._taken = rules, taken and rules.luck is not None

    def capture_state(self, match: Match) -> Any:
        """Return the state of a match that is needed after an action."""
        return match.array.copy() if self._taken else None

    def add_action_luck(self, match: Match, before: Any, action: int) -> None:
        """Add the luck of an action. Raises GameError if the game's kernels fail or give no number."""
        if not self._taken:
            return
        try:
            compile_luck(self._rules)(before, match.array.copy(), self._work, action, self._rng, self.luck)
        except Exception as error:
            raise GameError(f"the luck of {self._rules.id} failed ({format_error(error)})") from error
        if not np.isfinite(self.luck).all():
            raise GameError(f"the luck of {self._rules.id} is no number, but {self.luck.tolist()}")
