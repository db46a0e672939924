"""Inputs of a decision that no log holds: the time, the people present, random numbers and bots' replies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from shindig.core.record_layout import ONLOOKER

from ..broadcast.event_buffer import Subscriber
from ..table_log.seat_occupants import Occupant
from ..table_log.simultaneous_answers import OpenQuestion
from ..table_log.turn_clock import Pace


@dataclass
class Presence:
    """Subscribers of a table, and the times at which people were last present."""

    quiet_since: float = 0.0
    """Time since which nobody is connected."""
    viewers: frozenset[int] = frozenset()
    """Seats with a subscriber, and ONLOOKER if there are onlookers."""
    watchers: int = 0
    """Number of onlookers."""
    devices: frozenset[int] = frozenset()
    """Seats with a page that takes part in cuts."""
    last_seen: dict[int, float] = field(default_factory=dict)
    """Time at which a seat's person last looked, moved or was connected."""
    expected: dict[int, float] = field(default_factory=dict)
    """Seats whose page is loading, with the time until which a cut waits for it."""

    def begin(self, seats: int, now: float) -> None:
        """Begin to serve the table: players have time to come back."""
        self.quiet_since = now
        self.last_seen = dict.fromkeys(range(seats), now)

    def read_by(self, readers: Iterable[Subscriber]) -> None:
        """Store the current subscribers."""
        self.viewers = frozenset(reader.viewer for reader in readers)
        self.watchers = len({reader.who or reader.name for reader in readers if reader.viewer == ONLOOKER})
        self.devices = frozenset(one.viewer for one in readers if one.device and one.viewer != ONLOOKER)

    def until(self, time: float) -> float:
        """Return the end of a stage of a cut: `time`, or when the last loading page should be there."""
        return max(time, *self.expected.values()) if self.expected else time

    def in_cuts(self, seats: Sequence[Occupant], now: float) -> frozenset[int]:
        """Return the seats whose page takes part in cuts, loading ones included."""
        if not self.devices and not self.expected:
            return self.devices
        coming = {seat for seat, until in self.expected.items() if now < until and seats[seat].person}
        return frozenset(seat for seat in self.devices | coming if not seats[seat].held)


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
