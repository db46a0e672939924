"""State of a running cut: seals, then their frozen list, then values, the cutter's last."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from shindig.messages import Message, say

from ..schemas import Stage
from .fair_shuffle import VALUE_BYTES, FairnessError, Said, Secret, Voice, is_hash, list_entries, make_seal
from .frozen_cut_inputs import FrozenList, SealEntry

MOST_LEFT = 50
"""Largest number of people who seal for a cut and leave. All of them must fit into a line of the record."""
FOLLOWING: dict[Stage, Stage] = {"sealing": "opening", "opening": "cutting"}


@dataclass
class CutState:
    """Cut `number`, for the seats of a table. Sealing opens when the server publishes its commitment."""

    number: int
    stage: Stage = "sealing"
    due: float | None = None
    """End of the stage for silent devices; None before an order is needed."""
    seals: dict[int, bytes] = field(default_factory=dict)
    values: dict[int, bytes] = field(default_factory=dict)
    cutter: int | None = None
    parted: list[Voice] = field(default_factory=list)
    """Voices of people who sealed and gave up their seat."""
    sealed_by: dict[str, bytes] = field(default_factory=dict)
    """Seal of each person's device; the person may have changed seats."""
    version: int = 2
    """Version of the protocol: 1 for a cut that release 1.0 began."""
    frozen: FrozenList | None = None
    """Frozen list, from the moment at which the first value may be opened."""
    gone: set[int] = field(default_factory=set)
    """Seats on the frozen list that changed hands later. Their new people are not asked."""

    def add_seal(self, seat: int, sealed: bytes, person: str) -> None:
        """Take a seal. A person who returns to a seat repeats the seal given there; a seal at another seat counts as
        left."""
        self.parted = [voice for voice in self.parted if (voice.seat, voice.sealed) != (seat, sealed)]
        self.seals[seat] = self.sealed_by[person] = sealed

    def free_seat(self, seat: int) -> None:
        """Free a seat. Its seal stays in the cut, and the next person may seal too.

        A frozen list stays unchanged, and so do opened values.
        """
        if self.frozen is not None:
            self.gone.add(seat)
        elif seat in self.seals:
            self.parted.append(self._build_voice(seat, "left"))
            del self.seals[seat]
            self.values.pop(seat, None)

    def restart_sealing(self) -> None:
        """Give devices the whole time again, as the order is not needed any more. Opened values stay opened."""
        if self.stage == "sealing":
            self.due = None

    def resume(self, paused: float) -> None:
        """Add the length of a pause to the time for the stage."""
        if self.due is not None:
            self.due += paused

    def is_new_seal(self, seat: int, sealed: bytes, person: str) -> bool:
        """Return True if a seal is new; a repeat is no fault. Raises FairnessError.

        A person seals one value per cut, so coming and going adds no more seals.
        """
        if not is_hash(sealed):
            raise FairnessError(say("fair-seal-form"))
        if self.seals.get(seat) == sealed:
            return False
        if why := self._find_refusal(seat, sealed, person):
            raise FairnessError(why)
        return True

    def _find_refusal(self, seat: int, sealed: bytes, person: str) -> Message | None:
        """Return why a new seal is refused; None if it is taken."""
        if self.stage != "sealing":
            return say("fair-seal-late", cut=self.number)
        if seat in self.seals:
            return say("fair-seal-other", seat=seat, cut=self.number)
        if self.sealed_by.get(person, sealed) != sealed:
            return say("fair-seal-again", cut=self.number)
        if any(sealed == theirs for one, theirs in self.sealed_by.items() if one != person):
            return say("fair-seal-theirs")
        if len(self.parted) >= MOST_LEFT and (seat, sealed) not in {(one.seat, one.sealed) for one in self.parted}:
            return say("fair-seal-many", count=MOST_LEFT, cut=self.number)
        return None

    def is_new_value(self, seat: int, value: bytes) -> bool:
        """Return True if an opened value is new. Raises FairnessError."""
        if len(value) != VALUE_BYTES or make_seal(value) != self.seals.get(seat):
            raise FairnessError(say("fair-open-wrong", seat=seat, cut=self.number))
        if self.values.get(seat) == value:
            return False
        if seat not in self._find_opening_seats():
            raise FairnessError(say("fair-open-time", seat=seat, cut=self.number))
        return True

    def _find_opening_seats(self) -> Collection[int]:
        if self.stage == "opening":
            return self.seals.keys() - {self.cutter} - self.gone
        return {self.cutter} - self.gone if self.stage == "cutting" and self.cutter is not None else ()

    def find_awaited_seats(self, devices: Collection[int]) -> tuple[int, ...]:
        """Return the connected seats whose device is to send something now: a seal, or its value."""
        if self.stage == "sealing":
            return tuple(sorted(set(devices) - self.seals.keys()))
        return tuple(sorted(seat for seat in self._find_opening_seats() if seat not in self.values))

    def find_stage_end(self, now: float, devices: Collection[int]) -> float:
        """Return the end of the stage: now, if every connected device has answered."""
        return now if self.due is None or set(self.find_awaited_seats(devices)).isdisjoint(devices) else self.due

    def find_next_stage(self, devices: Collection[int]) -> Stage | None:
        """Return the next stage, now that an order is needed; None if the cut can be made.

        Sealing waits for devices without a seal; without any it ends. With one seal the cutter opens at once.
        """
        if self.due is None and self.find_awaited_seats(devices):
            return "sealing"
        if self.stage == "sealing" and len(self.seals) == 1:
            return "cutting"
        return FOLLOWING.get(self.stage) if self.seals else None

    @property
    def who_cuts(self) -> int:
        """Seat that opens last: in turn, among the seats with a seal."""
        return sorted(self.seals)[self.number % len(self.seals)]

    def list_entries(self) -> tuple[SealEntry, ...]:
        """Return the seals of a list that is frozen now."""
        return list_entries(self.list_voices([*self.seals]))

    def list_voices(self, seats: Sequence[int]) -> list[Voice]:
        """Return each seat's voice, by seat and seal.

        In cuts that release 1.0 began, those who left come first and the cutter last.
        """
        if self.version > 1:
            return sorted([*self.parted, *map(self._build_voice, seats)], key=lambda voice: (voice.seat, voice.sealed))
        last = sorted(seats, key=lambda seat: (seat == self.cutter, seat))
        return [*self.parted, *(self._build_voice(seat) for seat in last)]

    def _build_voice(self, seat: int, missed: Said = "withheld") -> Voice:
        """Return a seat's voice; `missed` names the status of an unopened seal."""
        if seat in self.values:
            return Voice(seat, "given", self.seals[seat], self.values[seat])
        return Voice(seat, missed, self.seals[seat]) if seat in self.seals else Voice(seat)


@dataclass
class MadeCut:
    """A finished cut. Further orders may come from it until somebody acts."""

    secret: Secret
    told: list[dict[str, object]]
    """Voices as published."""
    frozen: FrozenList | None = None
    """Frozen list, or None for a cut that release 1.0 began."""
    orders: list[dict[str, object]] = field(default_factory=list)

    @property
    def voices(self) -> list[Voice]:
        return [Voice.from_json(voice) for voice in self.told]

    def build_published(self) -> dict[str, object]:
        """Return the published part of the cut. Pages compare it with what they saw before."""
        return {
            "cut": self.secret.number,
            "commitment": self.secret.commitment.hex(),
            **({} if self.frozen is None else {"frozen": self.frozen.build_head()}),
            "voices": self.told,
            "orders": [*self.orders],
        }
