"""Inputs of a decision that no log holds: the time, the people present, random numbers and bots' replies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ..broadcast.presence import Presence
from ..table_log.simultaneous_answers import OpenQuestion
from ..table_log.turn_clock import Pace


class DecisionInputs(Protocol):
    """Inputs of a decision. Rarely used ones may be computed on demand."""

    @property
    def now(self) -> float:
        """Seconds for which the table has been served."""
        ...

    @property
    def pace(self) -> Pace: ...

    @property
    def presence(self) -> Presence: ...

    @property
    def luck(self) -> float:
        """Random number in [0, 1) of the turn, for the length of pauses."""
        ...

    @property
    def next_secret(self) -> str:
        """Random secret for the next cut but one, in hexadecimal."""
        ...

    @property
    def reply(self) -> int | None:
        """Reply of the bot of the seat to act, or None."""
        ...

    @property
    def date(self) -> float:
        """Seconds since 1970, for display; no decision depends on it."""
        ...

    @property
    def answers(self) -> Mapping[OpenQuestion, int]:
        """Replies of bots to simultaneous questions."""
        ...
