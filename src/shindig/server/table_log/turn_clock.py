"""Time: a clock that can be asked and told to wake somebody, and how long a turn may take."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from .single_player import reading_time, tempo_of
from .table_state import TableState

LIVE = 600
"""Up to so many seconds for a decision, players are expected to be there."""


class Alarm(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Seconds that nobody sets, by which all is decided; the date, which is only shown and stored; and alarms."""

    def now(self) -> float: ...

    def date(self) -> float:
        """Seconds since 1970, as the machine is set."""
        ...

    def call_at(self, when: float, wake: Callable[[], None]) -> Alarm: ...


class SystemClock:
    """The machine's clocks, and the alarms of the running event loop."""

    now = staticmethod(time.monotonic)
    date = staticmethod(time.time)

    def call_at(self, when: float, wake: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0.0, when - time.monotonic()), wake)


class TableClock:
    """A table's own time: the seconds for which it was served so far, on whatever machine.

    Its log is written in it, so a log says how far each turn has come, and no date decides anything.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock, self._origin = clock, clock.now()
        self.date = clock.date

    def go_on(self, at: float) -> None:
        """Go on from where a log ends."""
        self._origin = self._clock.now() - at

    def now(self) -> float:
        return self._clock.now() - self._origin

    def call_at(self, when: float, wake: Callable[[], None]) -> Alarm:
        return self._clock.call_at(when + self._origin, wake)


@dataclass(frozen=True)
class Pace:
    """How long the room takes over what it does itself, in seconds."""

    least: float = 0.8
    most: float = 2.4
    """Between these a bot takes its time, or the room where all see that a seat has no choice."""
    rest: float = 8.0
    """Between hands, while the result lies on the table."""
    device: float = 2.0
    """For the devices of connected players, at each stage of a cut."""
    returns: float = 10.0
    """For pages to come back after a restart, before a cut goes on without them."""
    together: float = 1.0
    """Part of the time that a game gives for what all are asked at once."""
    bot: float = 6.0
    """After this a bot that did not answer has the mildest action played for it."""
    absent: float = 20.0
    """On the turn of somebody who is not connected: then a bot holds the seat."""
    idle: float = 3600.0
    """A table without a match closes after this time without anybody connected."""


def deadline(state: TableState, seat: int) -> tuple[float, float]:
    """When the decision's time ends, and when the time bank too is gone: never for who is alone with bots."""
    if state.single_player == seat:
        return math.inf, math.inf
    ends = state.since + state.settings.seconds
    return ends, ends + state.seats[seat].bank


def simultaneous_deadline(state: TableState, pace: Pace) -> float:
    """When all answers to what is asked at once count: fixed when it is asked, whoever answers when."""
    gathering = state.gathering
    assert gathering is not None
    if gathering.begun:
        return state.since
    if state.single_player is not None:
        return state.since if state.question_of(state.single_player) is None else math.inf
    live = state.settings.seconds <= LIVE
    return state.since + (gathering.group.seconds * pace.together if live else state.settings.seconds)


def next_hand_time(state: TableState, pace: Pace) -> float:
    """When the next hand begins by itself: once the result has been read; it waits for who is alone with bots."""
    usual = pace.rest * tempo_of(state).rest
    return state.since + (usual * reading_time(state) if usual else 0.0)


def remaining_bank(state: TableState, seat: int, now: float) -> float:
    """What is left of a seat's time bank if it acts now."""
    bank, over = state.seats[seat].bank, now - (state.since + state.settings.seconds)
    return bank if over <= 0.0 or state.single_player == seat else round(max(0.0, bank - over), 3)
