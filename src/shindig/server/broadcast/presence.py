"""Presence at a table: its subscribers, their devices, and the times at which people were last there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from shindig.core.layout_and_views import ONLOOKER

from ..table_log.seat_occupants import Occupant
from .event_buffer import Subscriber


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

    def read_by(self, readers: Iterable[Subscriber[Any]]) -> None:
        """Store the current subscribers."""
        self.viewers = frozenset(reader.viewer for reader in readers)
        self.watchers = len({reader.identity for reader in readers if reader.viewer == ONLOOKER})
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
