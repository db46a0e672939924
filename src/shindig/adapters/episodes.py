"""Matches of a batch as episodes: rewards that add up to each seat's result, truncation, and what begins next."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..gamekit import GameError
from .batch import Batch
from .batch.pass_kernels import ACT

MAX_MOVES = 1000
"""Default number of steps after which an episode is truncated."""
Rows = npt.NDArray[np.bool_]


class Episodes:
    """The episodes in the rows of a batch that does not reset itself.

    A hand's payoffs are the rewards of the step in which it ends. Payoffs of hands that end before the first step of a
    match come with that step. The last rewards add all other changes of the scores.
    """

    def __init__(self, many: Batch, max_moves: int) -> None:
        if max_moves < 1:
            raise GameError(f"expected max_moves from 1 on, not {max_moves}")
        self.many, self.max_moves = many, max_moves
        n, fresh = many.n, many.new_match()
        self._start = np.array(many.rules.words.outcome(fresh).scores, np.float64)
        self.moves = np.zeros(n, np.int64)
        """int64[n]: steps of each episode."""
        self.rewards = np.zeros((n, many.players))
        """float64[n, players]: rewards of all seats in the last step."""
        self.terminated, self.truncated = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self._won, self._carried = np.zeros((n, many.players)), np.zeros((n, many.players))
        self._note_begun(np.ones(n, np.bool_))

    @property
    def done(self) -> Rows:
        """bool[n]: the episodes that have ended."""
        return self.terminated | self.truncated

    def begin(self, which: Rows, numbers: npt.NDArray[np.int64] | None = None) -> None:
        """Begin the next match in some rows, or matches by their numbers of the seed."""
        self.many.reset(which, numbers)
        self._note_begun(which)

    def step(self, actions: npt.ArrayLike, resets: bool) -> None:
        """Play an action in each row. With `resets`, rows whose episode has ended begin the next match instead.

        Raises GameError if an action is illegal, and then does nothing.
        """
        done, many = self.done, self.many
        if done.any() and not resets:
            raise GameError(
                f"the episode in row {done.argmax()} has ended; reset(options={{'reset_mask': ...}}) begins another"
            )
        many.play(np.where(done, many.state["number"] + many.n, ACT), actions)
        self.rewards[:] = many.rewards
        self._won += self.rewards
        self.rewards += self._carried
        self._carried[:] = 0
        self.moves += 1
        if done.any():
            self._note_begun(done)
        self.terminated = many.actor < 0
        self.truncated = (self.moves >= self.max_moves) & ~self.terminated
        self._settle(self.done)

    def _note_begun(self, which: Rows) -> None:
        """Set the counts of rows that have just begun."""
        self.rewards[which], self.moves[which] = 0, 0
        self._won[which] = self._carried[which] = self.many.rewards[which]
        self.terminated[which], self.truncated[which] = self.many.actor[which] < 0, False

    def _settle(self, ended: Rows) -> None:
        """Add what is in the scores and in no payoff to the rewards of rows that have ended."""
        for row in np.flatnonzero(ended):
            scores = self.many.rules.words.outcome(self.many.state["match"][row]).scores
            self.rewards[row] += scores - self._start - self._won[row]


def make_mask(many: Batch) -> npt.NDArray[np.int8]:
    """Return int8[n, actions]: 1 for each legal number; all 0 once a match is over."""
    return np.unpackbits(many.mask, 1, many.actions.count, "little").view(np.int8)


def check_reset_mask(mask: Any, n: int) -> Rows:
    """Return the rows to reset: bool[n]. Raises GameError unless some are."""
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (n,) or not mask.any():
        raise GameError(f"reset_mask is an array of {n} truth values, some of them true, not {mask!r}")
    return mask
