"""A table as its log tells it: a fold over events, with no clock and no chance of its own.

The live table and the one recovered after a crash are both made here, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..games import game as game_by_id
from ..games.game import Game
from ..games.record import CHANCE, OVER
from ..match import Match
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
    Seated,
    Started,
    decode,
)
from .fair import Secret, Voice
from .told import RefusedError, Settings, State


@dataclass
class Seat:
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
        self.seq = 0
        self.at = 0.0
        """Time of the last event."""
        self.since = 0.0
        """Since when the turn, or the rest between hands, runs."""
        self.options: dict[str, int | str] = {}
        self.settings = Settings()
        self.host = ""
        self.seats: list[Seat] = []
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
        self.agreed: dict[str, set[int]] = {}
        self.sat: dict[str, int] = {}
        """Where each person sat in this match: nobody sees two hands of one match."""
        self.deserted = False
        """Whether somebody left during the match, who can agree to nothing more."""
        self.opened: set[int] = set()
        """Matches whose hands are open to all."""

    @classmethod
    def replay(cls, table: str, lines: Iterable[str]) -> TableState:
        """The state that a log leads to."""
        state = cls(table)
        for line in lines:
            state.add(*decode(line))
        return state

    def add(self, event: Event, at: float) -> None:
        """Take one more event."""
        self.seq += 1
        self.at = at
        TAKES[type(event)](self, event)

    @property
    def game(self) -> Game:
        return self._game

    @property
    def state(self) -> State:
        if self.closed:
            return "closed"
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

    def seat_of(self, person: str) -> int | None:
        for seat, who in enumerate(self.seats):
            if person and who.person == person:
                return seat
        return None

    @property
    def people(self) -> list[int]:
        """Seats of persons."""
        return [seat for seat, who in enumerate(self.seats) if who.person]

    def all_agree(self, to: str) -> bool:
        """Whether every person who is not held agrees; for what is revealed, every person who was in the match."""
        if to == "reveal":
            return not self.deserted and bool(self.sat) and set(self.sat.values()) <= self.agreed.get(to, set())
        present = {seat for seat in self.people if not self.seats[seat].held}
        return bool(present) and present <= self.agreed.get(to, set())

    def _opened(self, event: Opened) -> None:
        self._game = game_by_id(event.game)
        if event.rules != self._game.version:
            rules = f"version {event.rules} of the rules, and these are version {self._game.version}"
            raise RefusedError(f"this table plays by {rules}")
        self.options = dict(event.options)
        self.settings = Settings(**event.settings)
        self.host = event.host
        self.seats = [Seat() for _ in range(event.seats)]

    def _seated(self, event: Seated) -> None:
        bank, old = float(self.settings.bank), self.seats[event.seat]
        fresh = Seat(event.name, event.person, event.bot, event.client, bank=bank if old.empty else old.bank)
        fresh.since = self.seq
        self.seats[event.seat] = fresh
        if self.playing and event.person:
            self.sat[event.person] = event.seat
            self._restart_turn(event.seat)

    def _left(self, event: Left) -> None:
        old = self.seats[event.seat]
        self.seats[event.seat] = Seat(old.name, bot=event.bot, bank=old.bank) if event.bot else Seat()
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
}
"""What each event changes."""
