"""What a table's server knows of the moment, and no log holds: the time, who is there, what chance and bots said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from shindig.core.record_layout import ONLOOKER

from ..broadcast.event_buffer import Subscriber
from ..table_log.seating import Occupant
from ..table_log.simultaneous_answers import OpenQuestion
from ..table_log.turn_clock import Pace


@dataclass
class Presence:
    """Who reads along at a table, and who was seen there."""

    quiet_since: float = 0.0
    """Since when nobody is connected."""
    viewers: frozenset[int] = frozenset()
    """Seats from which somebody reads along, and ONLOOKER where somebody looks on."""
    watchers: int = 0
    """How many look on."""
    devices: frozenset[int] = frozenset()
    """Seats with a page that takes part in cuts."""
    last_seen: dict[int, float] = field(default_factory=dict)
    """When a seat's person last looked, moved or was connected."""
    expected: dict[int, float] = field(default_factory=dict)
    """Seats whose page is on its way, and until when a cut waits for it."""

    def begin(self, seats: int, now: float) -> None:
        """The table is served from now on: whoever played here has time to come back."""
        self.quiet_since = now
        self.last_seen = dict.fromkeys(range(seats), now)

    def read_by(self, readers: Iterable[Subscriber]) -> None:
        """These read along now."""
        self.viewers = frozenset(reader.viewer for reader in readers)
        self.watchers = sum(reader.viewer == ONLOOKER for reader in readers)
        self.devices = frozenset(one.viewer for one in readers if one.device and one.viewer != ONLOOKER)

    def until(self, time: float) -> float:
        """When a stage of a cut ends: then, or when the last page that is on its way should be there."""
        return max(time, *self.expected.values()) if self.expected else time

    def in_cuts(self, seats: Sequence[Occupant], now: float) -> frozenset[int]:
        """Seats of persons whose page takes part in cuts: it is there, or about to be."""
        if not self.devices and not self.expected:
            return self.devices
        coming = {seat for seat, until in self.expected.items() if now < until and seats[seat].person}
        return frozenset(seat for seat in self.devices | coming if not seats[seat].held)


class DecisionInputs(Protocol):
    """The moment in which something is decided. What is rarely asked for may be found only then."""

    @property
    def now(self) -> float:
        """Seconds for which the table was served so far."""
        ...

    @property
    def pace(self) -> Pace: ...

    @property
    def presence(self) -> Presence: ...

    @property
    def luck(self) -> float:
        """Drawn for the turn, from 0 up to 1: what a pause is made of."""
        ...

    @property
    def next_secret(self) -> str:
        """Drawn for the next cut but one: the house's secret, in hexadecimal."""
        ...

    @property
    def reply(self) -> int | None:
        """What the bot of the seat to act answered."""
        ...

    @property
    def date(self) -> float:
        """Seconds since 1970: to be shown, and to decide nothing."""
        ...

    @property
    def answers(self) -> Mapping[OpenQuestion, int]:
        """What bots answered to what is asked at once."""
        ...
