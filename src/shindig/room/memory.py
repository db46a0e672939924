"""What a table's server remembers beside the log: who was there, what was drawn, what bots answered."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from .around import NONE, Around, Presence
from .clock import Clock, Pace
from .events import Committed, Event
from .fair import fresh_secret
from .gathering import Asked
from .replies import Replies
from .state import TableState, Turn


class Memory:
    """All that a moment is made of, for one table."""

    def __init__(self, clock: Clock, pace: Pace, chance: random.Random, replies: Replies) -> None:
        self.presence = Presence(clock.now())
        self.replies = replies
        self._clock, self._pace, self._chance = clock, pace, chance
        self._turn: Turn | None = None
        self._luck = 0.0
        """Drawn for the latest turn."""
        self._fresh = fresh_secret().hex()

    def around(self, state: TableState) -> Around:
        """The moment."""
        turn, clock = (state.token, state.since), self._clock
        if turn != self._turn:
            self._turn, self._luck = turn, self._chance.random()
        answers = NONE if state.gathering is None else self._answers(state)
        reply = self.replies.of(turn)
        return Around(clock.now(), self._pace, self.presence, self._luck, self._fresh, reply, clock.date(), answers)

    def _answers(self, state: TableState) -> Mapping[Asked, int]:
        """What bots answer to what is asked at once."""
        if state.asked is None or state.gathering is None:
            return NONE
        replies = {one: self.replies.of((state.token_of(one), state.since)) for one in state.gathering.open}
        return {one: reply for one, reply in replies.items() if reply is not None}

    def note(self, events: Sequence[Event]) -> None:
        """Something happened."""
        if Committed in map(type, events):
            self._fresh = fresh_secret().hex()
