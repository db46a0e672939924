"""A table as its log tells it: a fold over events, with no clock and no chance of its own.

The live table and the one recovered after a crash are both made here, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..games.game import Game
from ..games.layout import CHANCE, ONLOOKER, OVER, snapshot
from ..match import Match, View
from .asleep import awake
from .cutting import Cutting
from .events import (
    Acted,
    Agreed,
    Closed,
    Committed,
    Event,
    Held,
    Left,
    Opened,
    Ordered,
    Paused,
    Resumed,
    Returned,
    Said,
    Sealed,
    Seated,
    Staged,
    Started,
    Unsealed,
    decode,
)
from .fair import Secret, Voice
from .frame import Frame
from .told import Settings, State

Turn = tuple[str, float]
"""The token of a turn, and since when it runs: whoever takes it over begins it anew."""


@dataclass
class Occupant:
    """Who sits there. A seat with neither person nor bot is empty."""

    name: str = ""
    person: str = ""
    bot: str = ""
    client: str = ""
    held: bool = False
    bank: float = 0.0
    misses: int = 0
    """Decisions missed in a row."""
    since: int = 0
    """The event that seated them: what the seat saw before is not theirs to see."""

    @property
    def empty(self) -> bool:
        return not self.person and not self.bot

    @property
    def away(self) -> bool:
        """A bot plays here."""
        return self.held or not self.person


@dataclass
class Cut:
    """A cut that was made: further orders may come from it until somebody acts."""

    secret: Secret
    voices: list[Voice]
    orders: list[dict[str, object]] = field(default_factory=list)

    @cached_property
    def _voices(self) -> list[dict[str, object]]:
        return [voice.as_json() for voice in self.voices]

    def published(self) -> dict[str, object]:
        """What everybody sees of it."""
        return {
            "cut": self.secret.number,
            "commitment": self.secret.commitment.hex(),
            "voices": self._voices,
            "orders": self.orders,
        }


class TableState:
    """Everything that a table is, after `seq` events."""

    def __init__(self, table: str) -> None:
        self.id = table
        self.game_id = ""
        self.why = ""
        """Why it is asleep; empty for a table that is awake."""
        self.seq = 0
        self.at = 0.0
        """Time of the last event."""
        self.since = 0.0
        """Since when the turn, or the rest between hands, runs."""
        self.options: dict[str, int | str] = {}
        self.settings = Settings()
        self.host = ""
        self.seats: list[Occupant] = []
        self.number = 0
        """The number of the match."""
        self.match: Match | None = None
        self.began = 0.0
        """When the match began."""
        self._to_act = CHANCE
        self.steps = 0
        """Orders and actions of the match."""
        self.paused = False
        self.closed = False
        self.secret: Secret | None = None
        """The house's secret for the next cut, when it is committed to."""
        self.cuts = 0
        self.cut: Cut | None = None
        """The latest cut."""
        self.cut_runs = False
        """Whether orders needed now come from the latest cut."""
        self.cutting = Cutting(0)
        """The cut under way, which the log does not hold."""
        self.agreed: dict[str, set[int]] = {}
        self.sat: dict[str, int] = {}
        """Where each person sat in this match: nobody sees two hands of one match."""
        self.deserted = False
        """Whether somebody left during the match, who can agree to nothing more."""
        self.opened: set[int] = set()
        """Matches whose hands are open to all."""
        self._frame: Frame | None = None

    @classmethod
    def replay(cls, table: str, lines: Iterable[str]) -> TableState:
        """The state that a log leads to."""
        state = cls(table)
        for line in lines:
            state.add(*decode(line))
        return state

    @classmethod
    def asleep(cls, table: str, lines: Iterable[str], why: str) -> TableState:
        """What a log tells without its game: who sits there, how many matches have begun, whether it is closed."""
        state = cls(table)
        state.why = why
        for line in lines:
            event, state.at = decode(line)
            state.seq += 1
            state.number += isinstance(event, Started)
            if type(event) in FURNITURE:
                FURNITURE[type(event)](state, event)
        return state

    def add(self, event: Event, at: float) -> None:
        """Take one more event."""
        if event.logged:
            self.seq += 1
            self.at = at
        TAKES[type(event)](self, event)

    @property
    def game(self) -> Game:
        return self._game

    @property
    def state(self) -> State:
        if self.closed or self.why:
            return "closed" if self.closed else "asleep"
        if self.match is None:
            return "waiting"
        return "over" if self._to_act == OVER else "playing"

    @property
    def playing(self) -> bool:
        return self.match is not None and self._to_act != OVER and not self.closed

    @property
    def actor(self) -> int | None:
        """The seat to act, while a match runs."""
        return self._to_act if self._to_act >= 0 and not self.closed else None

    @property
    def needs_order(self) -> bool:
        return self.match is not None and self._to_act == CHANCE and not self.closed

    @property
    def token(self) -> str:
        """Names the turn."""
        return f"{self.number}.{self.steps}"

    @property
    def turn(self) -> Turn:
        """The turn that runs, or the rest between hands."""
        return self.token, self.since

    @property
    def frame(self) -> Frame | None:
        """The match as it lies there, None before the first."""
        if self._frame is None and self.match is not None:
            self._frame = Frame(self._game, snapshot(self.match.array))
        return self._frame

    def view(self, viewer: int) -> View:
        """What a viewer sees of the match, which has begun."""
        assert self.frame is not None
        return self.frame.view(viewer)

    @property
    def resting(self) -> bool:
        """Whether a result lies on the table that people want to see before the next cards."""
        return self.needs_order and not self.cut_runs and bool(self.view(ONLOOKER).result)

    def seat_of(self, person: str) -> int | None:
        for seat, who in enumerate(self.seats):
            if person and who.person == person:
                return seat
        return None

    @property
    def talks(self) -> bool:
        """Whether people write freely: as the host said; where talk tells of hands, only if the host opened it."""
        return not self.game.house.quiet if self.settings.chat == "usual" else self.settings.chat == "open"

    @property
    def people(self) -> list[int]:
        """Seats of persons."""
        return [seat for seat, who in enumerate(self.seats) if who.person]

    def all_agree(self, to: str, *also: int) -> bool:
        """Whether every person who is not held agrees; for what is revealed, every person who was in the match.

        `also` are seats that agree as well.
        """
        agreed = self.agreed.get(to, set()).union(also)
        if to == "reveal":
            return not self.deserted and bool(self.sat) and agreed.issuperset(self.sat.values())
        present = {seat for seat in self.people if not self.seats[seat].held}
        return bool(present) and present <= agreed

    def _opened(self, event: Opened) -> None:
        self._game = awake(event.game, event.rules)
        self._furnished(event)

    def _furnished(self, event: Opened) -> None:
        """What a table is beside its game."""
        self.game_id = event.game
        self.options = dict(event.options)
        self.settings = Settings(**event.settings)
        self.host = event.host
        self.seats = [Occupant() for _ in range(event.seats)]

    def _seated(self, event: Seated) -> None:
        bank, old = float(self.settings.bank), self.seats[event.seat]
        fresh = Occupant(event.name, event.person, event.bot, event.client, bank=bank if old.empty else old.bank)
        fresh.since = self.seq
        self.cutting.seals.pop(event.seat, None)
        self.seats[event.seat] = fresh
        if self.playing and event.person:
            self.sat[event.person] = event.seat
            self._restart_turn(event.seat)

    def _left(self, event: Left) -> None:
        old = self.seats[event.seat]
        self.seats[event.seat] = Occupant(old.name, bot=event.bot, bank=old.bank) if event.bot else Occupant()
        self.cutting.seals.pop(event.seat, None)
        self.deserted |= bool(event.bot)
        for agreed in self.agreed.values():
            agreed.discard(event.seat)
        if old.person == self.host:
            heirs = [self.seats[seat].person for seat in self.people]
            self.host = heirs[0] if heirs else self.host
        self._restart_turn(event.seat)

    def _held(self, event: Held) -> None:
        self.seats[event.seat].held = True
        self._restart_turn(event.seat)

    def _returned(self, event: Returned) -> None:
        self.seats[event.seat].held = False
        self.seats[event.seat].misses = 0
        self._restart_turn(event.seat)

    def _restart_turn(self, seat: int) -> None:
        """Whoever takes the turn over begins it now."""
        if seat == self.actor:
            self.since = self.at

    def _started(self, _: Started) -> None:
        self.match = Match(self._game, len(self.seats), self.options)
        self.began = self.at
        self.number += 1
        self.steps = 0
        self._frame = None
        self._to_act = self.match.to_act
        self.agreed = {}
        self.deserted = False
        self.paused = False
        self.cut_runs = False
        self.sat = {self.seats[seat].person: seat for seat in self.people}
        self.since = self.at
        for seat in self.seats:
            seat.bank = float(self.settings.bank)
            seat.misses = 0

    def _committed(self, event: Committed) -> None:
        self.secret = Secret(self.id, event.cut, bytes.fromhex(event.secret))
        self.cuts = event.cut + 1

    def _ordered(self, event: Ordered) -> None:
        assert self.match is not None
        if event.index == 0:
            assert self.secret is not None
            self.cut = Cut(self.secret, [Voice.from_json(voice) for voice in event.voices])
            self.cut_runs = True
            self.secret = None
            self.cutting = Cutting(self.cuts)
        assert self.cut is not None
        published = {"index": event.index, "of": event.of, "count": len(event.items), "root": event.root}
        self.cut.orders.append(published)
        self.match.order(event.items)
        self.match.steps.clear()  # the log has them
        self.agreed.pop("next", None)
        self._stepped()

    def _acted(self, event: Acted) -> None:
        assert self.match is not None
        self._game.engine.apply(self.match.array, 0, event.action)
        seat = self.seats[event.seat]
        seat.bank = event.bank
        if event.by in ("person", "clock"):
            seat.misses = seat.misses + 1 if event.by == "clock" else 0
        self.cut_runs = False
        self._stepped()
        if self.match.over and self.settings.reveal == "always":
            self.opened.add(self.number)

    def _stepped(self) -> None:
        assert self.match is not None
        self.steps += 1
        self._frame = None
        self.since = self.at
        self._to_act = self.match.to_act

    def _paused(self, _: Paused) -> None:
        self.paused = True

    def _resumed(self, _: Resumed) -> None:
        self.paused = False
        self.since = self.at

    def _agreed(self, event: Agreed) -> None:
        self.agreed.setdefault(event.to, set()).add(event.seat)
        if event.to == "reveal" and self.settings.reveal == "agreed" and self.all_agree("reveal"):
            self.opened.add(self.number)

    def _staged(self, event: Staged) -> None:
        self.cutting.stage, self.cutting.due, self.cutting.cutter = event.stage, event.due, event.cutter

    def _sealed(self, event: Sealed) -> None:
        self.cutting.seals[event.seat] = bytes.fromhex(event.seal)

    def _unsealed(self, event: Unsealed) -> None:
        self.cutting.values[event.seat] = bytes.fromhex(event.value)

    def _closed(self, _: Closed) -> None:
        self.closed = True


TAKES: dict[type[Event], Callable[[TableState, Any], None]] = {
    Opened: TableState._opened,
    Seated: TableState._seated,
    Left: TableState._left,
    Held: TableState._held,
    Returned: TableState._returned,
    Started: TableState._started,
    Committed: TableState._committed,
    Ordered: TableState._ordered,
    Acted: TableState._acted,
    Paused: TableState._paused,
    Resumed: TableState._resumed,
    Agreed: TableState._agreed,
    Closed: TableState._closed,
    Said: lambda *_: None,
    Staged: TableState._staged,
    Sealed: TableState._sealed,
    Unsealed: TableState._unsealed,
}
"""What each event changes."""
FURNITURE: dict[type[Event], Callable[[TableState, Any], None]] = {
    **{kind: TAKES[kind] for kind in (Seated, Left, Closed)},
    Opened: TableState._furnished,
}
"""What some events change of a table that is asleep."""
