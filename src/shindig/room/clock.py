"""Time: a clock that can be asked and told to wake somebody, how long a turn may take, and the mildest action."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ..match import Match, View
from .state import TableState


class Alarm(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Seconds since 1970, and alarms."""

    def now(self) -> float: ...

    def call_at(self, when: float, wake: Callable[[], None]) -> Alarm: ...


class WallClock:
    """The clock of the running event loop."""

    def now(self) -> float:
        return time.time()

    def call_at(self, when: float, wake: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0.0, when - time.time()), wake)


@dataclass(frozen=True)
class Pace:
    """How long the room takes over what it does itself, in seconds."""

    least: float = 0.8
    most: float = 2.4
    """Between these a bot, or the room for a seat that has no choice, takes its time."""
    rest: float = 8.0
    """Between hands, while the result lies on the table."""
    device: float = 2.0
    """For the devices of connected players, at each stage of a cut."""
    bot: float = 6.0
    """After this a bot that did not answer has the mildest action played for it."""
    absent: float = 20.0
    """On the turn of somebody who is not connected: then a bot holds the seat."""
    idle: float = 3600.0
    """A table without a match closes after this time without anybody connected."""


def deadline(state: TableState, seat: int) -> tuple[float, float]:
    """When the decision's time ends, and when the time bank too is gone."""
    ends = state.since + state.settings.seconds
    return ends, ends + state.seats[seat].bank


def bank_after(state: TableState, seat: int, now: float) -> float:
    """What is left of a seat's time bank if it acts now."""
    over = max(0.0, now - state.since - state.settings.seconds)
    return round(max(0.0, state.seats[seat].bank - over), 3)


def mildest(seen: Match | View) -> int:
    """The mildest legal action of the seat to act: the game says which; else the first."""
    legal = seen.legal
    return next((action for action in seen.game.house.mild if legal.allows(action)), legal.ranges[0][0])
