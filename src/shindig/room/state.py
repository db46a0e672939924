"""A table as its log tells it: a fold over events, with no clock and no chance of its own.

The live table and the one recovered after a crash are both made here, so they cannot differ.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..games.game import Game
from ..games.layout import CHANCE, ONLOOKER, OVER, snapshot
from ..history import History
from ..match import Match, View
from .accord import Accord
from .asleep import awake
from .cutting import Cutting
from .events import (
    Acted,
    Agreed,
    Answered,
    Closed,
    Committed,
    Eased,
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
from .gathering import Asked, Gathering, gathering
from .legal import is_heard, only
from .seating import HandAt, Occupant
from .thinking import ENOUGH, REMEMBERED
from .told import Settings, State

Turn = tuple[str, float]
"""The token of a turn, and since when it runs: whoever takes it over begins it anew."""


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
    """Everything that a table is, after `lines` lines of its log, of which `seq` are told to its viewers."""

    def __init__(self, table: str) -> None:
        self.id = table
        self.game_id = ""
        self.why = ""
        """Why it is asleep; empty for a table that is awake."""
        self.seq = 0
        """The number of the last event that is news."""
        self.stored = 0
        """How many events the log has, those of cuts under way among them."""
        self.at = 0.0
        """The table's own time at the last event that is news."""
        self.date = 0.0
        """When it was opened, in seconds since 1970."""
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
        self.dealt: list[str] = []
        """The person at each seat when the hand began, whose hand it is; empty for a bot's."""
        self._hand = HandAt()
        self._to_act = CHANCE
        self._phase = 0
        self.gathering: Gathering | None = None
        """What was asked of several at once and does not count yet."""
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
        """The cut under way."""
        self.agreed: dict[str, set[str]] = {}
        """Who agrees to what follows, by what it is: persons who sit here."""
        self.accords: dict[int, Accord] = {}
        """On the opening of hands, by the number of the match."""
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
            state.stored += 1
            state.seq += event.told
            state.number += isinstance(event, Started)
            if type(event) in FURNITURE:
                FURNITURE[type(event)](state, event)
        return state

    def add(self, event: Event, at: float) -> None:
        """Take one more event."""
        self.stored += 1
        if event.told:
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
    def asked(self) -> Asked | None:
        """What is to be answered first, while several are asked at once."""
        first = self.gathering.open[0] if self.gathering else None
        return first if first == (self._to_act, self._phase) and not self.closed else None

    def question_of(self, seat: int) -> Asked | None:
        """What a seat is asked now, while several are, and has a choice in."""
        assert self.gathering is not None
        mine = (one for one in self.gathering.open if one.seat == seat and one not in self.gathering.answers)
        return next((one for one in mine if only(self.view_of(one)) is None), None)

    def view_of(self, asked: Asked) -> View:
        """What a seat sees as it is asked something."""
        assert self.frame is not None
        return self.frame.asked(asked)

    def token_of(self, asked: Asked) -> str:
        """Names a question that is asked at once with others."""
        return f"{self.token}.{asked.seat}.{asked.phase}"

    @property
    def eases(self) -> int | None:
        """The single card that the room plays for the person to act, whose pace it knows."""
        seat = self.seats[self._to_act]
        wanted = seat.eased and not seat.away and len(self.times) >= ENOUGH
        return only(self.view(self._to_act)) if wanted else None

    @property
    def times(self) -> Sequence[float]:
        """How long the seat to act took for choices like this."""
        return self.seats[self._to_act].times.get(self._kind, ())

    @property
    def _kind(self) -> int:
        assert self.match is not None
        return self._game.house.kind(self.match.record)

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

    def eyes(self, viewer: int) -> int:
        """Whose eyes a viewer sees the match with: their seat's, or an onlooker's where its hand is not theirs."""
        return ONLOOKER if viewer != ONLOOKER and self.seats[viewer].newcomer else viewer

    def view(self, viewer: int) -> View:
        """What a viewer sees of the match, which has begun."""
        assert self.frame is not None
        return self.frame.view(viewer)

    def remembering(self, seat: int) -> View:
        """The same view, with what the seat has seen in this hand."""
        assert self.match is not None
        return self.match.view(seat)

    def hand(self, viewer: int) -> list[History]:
        """What a viewer has seen in this hand: as an onlooker until they sat down, then as their seat."""
        if self.match is None:
            return []
        viewer = self.eyes(viewer)
        seen, watched = self.match.view(viewer).history, self.match.view(ONLOOKER).history
        joined = self.seats[viewer].step - (self.steps - len(seen)) if viewer != ONLOOKER else 0
        joined = min(max(0, joined), len(seen))
        return [watched.until(joined), seen.since(joined)]

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

    def all_agree(self, to: str, *also: str) -> bool:
        """Whether every person agrees to what follows who sits here and is not held; `also` are persons who do."""
        present = {self.seats[seat].person for seat in self.people if not self.seats[seat].held}
        return bool(present) and present <= self.agreed.get(to, set()).union(also)

    @property
    def accord(self) -> Accord:
        """Who sat in the match at hand; nobody before the first."""
        return self.accords.get(self.number, Accord())

    def finished(self, match: int) -> bool:
        """Whether a match was played to its end, as far as can be told without the log."""
        return 1 <= match < self.number or (match == self.number and self._to_act == OVER)

    def _opened(self, event: Opened) -> None:
        self._game = awake(event.game, event.rules)
        self._furnished(event)

    def _furnished(self, event: Opened) -> None:
        """What a table is beside its game."""
        self.game_id = event.game
        self.options = dict(event.options)
        self.settings = Settings(**event.settings)
        self.host = event.host
        self.date = event.date
        self.seats = [Occupant() for _ in range(event.seats)]

    def _seated(self, event: Seated) -> None:
        bank, old = float(self.settings.bank), self.seats[event.seat]
        fresh = Occupant(event.name, event.person, event.bot, event.client, bank=bank if old.empty else old.bank)
        fresh.since, fresh.step = self.seq, self.steps
        self.cutting.part(event.seat)
        self.seats[event.seat] = fresh
        if event.person and self.match is not None:
            self._joined(event.seat, old)

    def _joined(self, seat: int, old: Occupant) -> None:
        """A person has sat down during a match: to a hand of their own at once, else from the next one on."""
        fresh = self.seats[seat]
        if self.playing:
            self.accord.sits(fresh.person, seat, fresh.name)
        if self.dealt[seat] == fresh.person:
            self._restart_turn(seat)
        else:
            fresh.newcomer, fresh.bot = True, old.bot

    def _left(self, event: Left) -> None:
        old = self.seats[event.seat]
        self.seats[event.seat] = Occupant(old.name, bot=event.bot, bank=old.bank) if event.bot else Occupant()
        self.cutting.part(event.seat)
        for agreed in self.agreed.values():
            agreed.discard(old.person)
        if old.person == self.host:
            heirs = [self.seats[seat].person for seat in self.people]
            self.host = heirs[0] if heirs else self.host
        if not old.newcomer:
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
        if seat == self.actor and self.asked is None:
            self.since = self.at

    def _started(self, _: Started) -> None:
        self.match = Match(self._game, len(self.seats), self.options)
        self.began = self.at
        self.number += 1
        self.steps = 0
        self._frame = None
        self._to_act = self.match.to_act
        self.gathering = None
        self.agreed = {}
        self.paused = False
        self.cut_runs = False
        self.accords[self.number] = Accord()
        for seat in self.people:
            self.accord.sits(self.seats[seat].person, seat, self.seats[seat].name)
        self.since = self.at
        for one in self.seats:
            one.bank = float(self.settings.bank)
            one.misses, one.step = 0, 0
        self._hand = HandAt.of(self._game, self.match)
        self._hand_begins()

    def _hand_begins(self) -> None:
        """Whoever sits at a seat plays the hand that begins there."""
        self.dealt = [seat.person for seat in self.seats]
        for seat in self.seats:
            seat.join(self.seq)

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
        self.gathering = None
        self._stepped()

    def _acted(self, event: Acted) -> None:
        assert self.match is not None
        seat = self.seats[event.seat]
        if event.took:
            seat.times.setdefault(self._kind, deque(maxlen=REMEMBERED)).append(event.took)
        self._gathered(event)
        self.match.take(event.action)
        seat.bank = event.bank
        if event.by in ("person", "clock"):
            seat.misses = seat.misses + 1 if event.by == "clock" else 0
        self.cut_runs = False
        self._stepped()
        if self.match.over and self.settings.reveal == "always":
            self.opened.add(self.number)

    def _gathered(self, event: Acted) -> None:
        """What was answered together with this waits no more; after what all hear, it is asked again."""
        if self.gathering is None:
            return
        heard = is_heard(self.view(event.seat), event.action)
        self.gathering = self.gathering.closed(self.asked) if self.asked else self.gathering
        self.gathering = None if heard else self.gathering

    def _answered(self, event: Answered) -> None:
        assert self.gathering is not None
        self.gathering.answers[Asked(event.seat, event.phase)] = event.action

    def _eased(self, event: Eased) -> None:
        self.seats[event.seat].eased = event.on

    def _stepped(self) -> None:
        assert self.match is not None
        self.steps += 1
        self._frame = None
        self.since = self.at
        self._to_act = self.match.to_act
        before, self._hand = self._hand, HandAt.of(self._game, self.match)
        if self._hand.follows(before):
            self._hand_begins()
        if self._to_act >= 0:
            self._phase = int(self.match.record.phase)
            self.gathering = gathering(self._game, self.match.record, self._phase, self.gathering)

    def _paused(self, _: Paused) -> None:
        self.paused = True

    def _resumed(self, _: Resumed) -> None:
        self.paused = False
        self.since = self.at

    def _agreed(self, event: Agreed) -> None:
        if event.to != "reveal":
            self.agreed.setdefault(event.to, set()).add(event.person)
            return
        accord = self.accords[event.match]
        accord.agreed.add(event.person)
        if accord.whole:
            self.opened.add(event.match)

    def _staged(self, event: Staged) -> None:
        self.cutting.stage, self.cutting.due, self.cutting.cutter = event.stage, event.due, event.cutter

    def _sealed(self, event: Sealed) -> None:
        self.cutting.seal(event.seat, bytes.fromhex(event.seal))

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
    Answered: TableState._answered,
    Eased: TableState._eased,
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
