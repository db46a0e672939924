"""A cut under way: seals, then values, the cutter's last. Not stored: after a restart devices are asked again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from .fair import VALUE_BYTES, FairnessError, Voice, is_hash, seal
from .told import Stage


@dataclass
class Cutting:
    """Cut `number`, for the seats of a table. Sealing is open from the moment the house committed itself."""

    number: int
    stage: Stage = "sealing"
    due: float | None = None
    """When the stage ends for those who are silent; None while no order is needed yet."""
    seals: dict[int, bytes] = field(default_factory=dict)
    values: dict[int, bytes] = field(default_factory=dict)
    cutter: int | None = None

    def seal(self, seat: int, sealed: bytes) -> None:
        """Take a device's seal; the same again is no fault. Raises FairnessError."""
        if not is_hash(sealed):
            raise FairnessError("a seal is a hash of 32 bytes, written as 64 hexadecimal digits")
        if self.seals.get(seat) == sealed:
            return
        if self.stage != "sealing":
            raise FairnessError(f"cut {self.number} is being opened: it takes no more seals")
        if seat in self.seals:
            raise FairnessError(f"seat {seat} has sealed another value for cut {self.number}")
        self.seals[seat] = sealed

    def open(self, seat: int, value: bytes) -> None:
        """Take the value that a device sealed. Raises FairnessError."""
        if len(value) != VALUE_BYTES or seal(value) != self.seals.get(seat):
            raise FairnessError(f"this is not the value that seat {seat} sealed for cut {self.number}")
        if self.values.get(seat) == value:
            return
        if seat not in self._opening():
            raise FairnessError(f"cut {self.number}: it is not yet, or no more, time for seat {seat} to open its seal")
        self.values[seat] = value

    def _opening(self) -> Collection[int]:
        if self.stage == "opening":
            return self.seals.keys() - {self.cutter}
        return {self.cutter} if self.stage == "cutting" and self.cutter is not None else ()

    def asked(self, devices: Collection[int]) -> tuple[int, ...]:
        """Seats whose device is to send something now: of the connected ones to seal, of those who sealed to open."""
        if self.stage == "sealing":
            return tuple(sorted(set(devices) - self.seals.keys()))
        return tuple(sorted(seat for seat in self._opening() if seat not in self.values))

    def advance(self, now: float, time: float, devices: Collection[int]) -> bool:
        """Go on as far as the answers and the time allow, an order being needed. True when the cut can be made."""
        if self.due is None:
            self.due = now + time
        while now >= self.due or not set(self.asked(devices)) & set(devices):
            if self.stage == "cutting" or not self.seals:
                return True
            self.stage = "opening" if self.stage == "sealing" else "cutting"
            self.due = now + time
            if self.stage == "opening":
                self.cutter = sorted(self.seals)[self.number % len(self.seals)]
        return False

    def voices(self, seats: Sequence[int]) -> list[Voice]:
        """What each seat gave, the cutter's voice the last."""
        last = sorted(seats, key=lambda seat: (seat == self.cutter, seat))
        return [self._voice(seat) for seat in last]

    def _voice(self, seat: int) -> Voice:
        if seat in self.values:
            return Voice(seat, "given", self.seals[seat], self.values[seat])
        return Voice(seat, "withheld", self.seals[seat]) if seat in self.seals else Voice(seat)
