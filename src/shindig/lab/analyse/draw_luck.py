"""The luck of the draws of one match, as it is played."""

from __future__ import annotations

from typing import Any

import numpy as np

from shindig.gamekit import Game, GameError
from shindig.gamekit.luck_adjustment import compile_luck
from shindig.gamekit.package_errors import format_error
from shindig.match import Match


class LuckTally:
    """Adds up each seat's luck: by its own chance, which no bot and no order shares."""

    def __init__(self, rules: Game, seats: int, seed: int, taken: bool) -> None:
        """Where luck is not `taken` out, or the game tells none, it stays 0."""
        self.luck = np.zeros(seats)
        self._work, self._rng = rules.rules.layout.empty(), np.random.default_rng(seed)
        self._rules, self._taken = rules, taken and rules.luck is not None

    def capture_state(self, match: Match) -> Any:
        """What is to be kept of a match before an action."""
        return match.array.copy() if self._taken else None

    def add_action_luck(self, match: Match, before: Any, action: int) -> None:
        """An action was played. Raises GameError where the game's kernels fail, or tell what is no number."""
        if not self._taken:
            return
        try:
            compile_luck(self._rules)(before, match.array.copy(), self._work, action, self._rng, self.luck)
        except Exception as error:
            raise GameError(f"the luck of {self._rules.id} failed ({format_error(error)})") from error
        if not np.isfinite(self.luck).all():
            raise GameError(f"the luck of {self._rules.id} is no number, but {self.luck.tolist()}")
