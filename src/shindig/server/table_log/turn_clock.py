"""Clocks and time limits of turns."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from .single_player import reading_time, tempo_of
from .table_state import LIVE as LIVE
from .table_state import TableState

PAUSE_LIMIT = 600.0
"""Seconds after which a paused match continues, so that nobody can freeze a table."""


class Alarm(Protocol):
    """A scheduled call that can be cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """A clock: monotonic seconds for decisions, the date for display and storage, and alarms."""

    def now(self) -> float: ...

    def date(self) -> float:
        """Return seconds since 1970 by the machine's clock."""
        ...

    def call_at(self, when: float, wake: Callable[[], None]) -> Alarm: ...


class SystemClock:
    """The machine's clocks, and alarms of the running event loop."""

    now = staticmethod(time.monotonic)
    date = staticmethod(time.time)

    def call_at(self, when: float, wake: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0.0, when - time.monotonic()), wake)


class TableClock:
    """Time of a table: the seconds for which any server has served it.

    The log uses this time, so it says how long each turn has run, and no date decides anything.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock, self._origin = clock, clock.now()
        self.date = clock.date

    def go_on(self, at: float) -> None:
        """Continue from the end of a log."""
        self._origin = self._clock.now() - at

    def now(self) -> float:
        return self._clock.now() - self._origin

    def call_at(self, when: float, wake: Callable[[], None]) -> Alarm:
        return self._clock.call_at(when + self._origin, wake)


@dataclass(frozen=True)
class Pace:
    """Durations of the server's own actions, in seconds."""

    least: float = 0.4
    most: float = 1.2
    """Longest pause of a bot. It is shorter where all see that a seat has no choice, and before a public fold or pass.
    """
    rest: float = 8.0
    """Rest between hands, while the result is on the table."""
    device: float = 2.0
    """Time for the devices of connected players at each stage of a cut."""
    returns: float = 10.0
    """Time for pages to reconnect after a restart, before a cut continues without them."""
    together: float = 1.0
    """Fraction of the game's time limit for simultaneous questions."""
    bot: float = 6.0
    """Time after which a bot without an answer plays the timeout action."""
    absent: float = 15.0
    """Time after which a bot plays for a disconnected person."""
    host: float = 15.0
    """Time after which an absent host is followed by another person."""
    idle: float = 3600.0
    """Time after which a table without a match and without people closes."""


def deadline(state: TableState, seat: int) -> tuple[float, float]:
    """Return when the decision time ends, and when the time bank ends too: never for a person alone with bots, or at a
    table without a clock."""
    if state.single_player == seat or not state.settings.seconds:
        return math.inf, math.inf
    ends = state.since + state.settings.seconds + added_time(state)
    return ends, ends + state.seats[seat].bank


def added_time(state: TableState) -> int:
    """Return the seconds that all agreed to add to this turn."""
    turn, seconds = state.extra
    return seconds if turn == state.turn else 0


def simultaneous_deadline(state: TableState, pace: Pace) -> float:
    """Return when all simultaneous answers count. It is fixed when the questions open."""
    gathering = state.gathering
    assert gathering is not None
    if gathering.begun:
        return state.since
    if state.single_player is not None:
        return state.since if state.question_of(state.single_player) is None else math.inf
    if not gathering.group.secret:
        limit = state.settings.seconds or math.inf
        return state.since + limit if state.awaited_seats else state.since
    return state.since + (state.settings.seconds if state.has_days else gathering.group.seconds * pace.together)


def next_hand_time(state: TableState, pace: Pace) -> float:
    """Return when the next hand begins. It waits for a person alone with bots."""
    usual = pace.rest * tempo_of(state).rest
    return state.since + (usual * reading_time(state) if usual else 0.0)


def remaining_bank(state: TableState, seat: int, now: float) -> float:
    """Return the rest of a seat's time bank if it acts now, in seconds."""
    bank, over = state.seats[seat].bank, now - deadline(state, seat)[0]
    return bank if over <= 0.0 else round(max(0.0, bank - over), 3)
