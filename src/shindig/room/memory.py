"""What a table's server remembers beside the log: who was there, how long they took, what was drawn and answered."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence

from .around import Around, Presence
from .clock import Clock, Pace
from .events import Acted, Committed, Event
from .fair import fresh_secret
from .replies import Replies
from .state import TableState, Turn

DECISIONS = 20
"""The latest of people's decisions whose times are remembered."""


class Memory:
    """All that a moment is made of, for one table."""

    def __init__(self, clock: Clock, pace: Pace, chance: random.Random, replies: Replies) -> None:
        self.presence = Presence(clock.now())
        self.replies = replies
        self._clock, self._pace, self._chance = clock, pace, chance
        self._thinking: deque[float] = deque(maxlen=DECISIONS)
        self._luck: tuple[Turn, float] | None = None
        self._fresh = fresh_secret().hex()

    def around(self, state: TableState) -> Around:
        """The moment."""
        turn = state.turn
        if self._luck is None or self._luck[0] != turn:
            self._luck = turn, self._chance.random()
        return Around(
            now=self._clock.now(),
            pace=self._pace,
            presence=self.presence,
            thinking=self._thinking,
            luck=self._luck[1],
            fresh=self._fresh,
            reply=self.replies.of(turn),
        )

    def note(self, events: Sequence[Event], took: float) -> None:
        """Something happened, in a turn that had run so long."""
        for event in events:
            if isinstance(event, Acted) and event.by == "person":
                self._thinking.append(took)
            elif isinstance(event, Committed):
                self._fresh = fresh_secret().hex()
