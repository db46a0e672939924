"""Volatile state of a table, beside its log: presence, random numbers and replies of bots."""

from __future__ import annotations

import random
from collections.abc import Mapping

from ..broadcast.presence import Presence
from ..fairness.fair_shuffle import make_secret
from ..table_log.simultaneous_answers import OpenQuestion
from ..table_log.table_state import TableState, Turn
from ..table_log.turn_clock import Pace, TableClock
from .bot_replies import BotReplies


class VolatileState:
    """Volatile state of one table. It serves as the `DecisionInputs` of the moment that `at` sets."""

    def __init__(
        self, state: TableState, clock: TableClock, pace: Pace, chance: random.Random, replies: BotReplies
    ) -> None:
        self.now, self.pace, self.replies = clock.now(), pace, replies
        self.presence = Presence(self.now)
        self._state, self._clock, self._chance = state, clock, chance
        self._turn: Turn | None = None
        self._luck = 0.0
        """Random number of the turn."""
        self._cuts: int | None = None
        self._fresh = ""
        """Random secret for a later cut."""

    def resume(self, clock: TableClock, presence: Presence) -> None:
        """Restore the values from before unloading."""
        self._clock, self.presence = clock, presence

    def at(self, now: float) -> VolatileState:
        """Return the inputs of a decision at a time."""
        self.now = now
        return self

    @property
    def next_secret(self) -> str:
        """Random secret, drawn again once the log has the last one."""
        cuts = self._state.cuts
        if cuts != self._cuts:
            self._cuts, self._fresh = cuts, make_secret().hex()
        return self._fresh

    @property
    def luck(self) -> float:
        turn = self._state.turn
        if turn != self._turn:
            self._turn, self._luck = turn, self._chance.random()
        return self._luck

    @property
    def date(self) -> float:
        return self._clock.date()

    @property
    def reply(self) -> int | None:
        return self.replies.reply_to(self._state.turn)

    @property
    def answers(self) -> Mapping[OpenQuestion, int]:
        state = self._state
        if state.gathering is None or state.next_question is None:
            return {}
        replies = {one: self.replies.reply_to((state.question_token(one), state.since)) for one in state.gathering.open}
        return {one: reply for one, reply in replies.items() if reply is not None}
