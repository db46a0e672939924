"""State of a table: a fold over the events of its log, without clock and chance.

The live table and a table recovered after a crash are built by this code, so they cannot differ.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from shindig.core.layout_and_views import CHANCE, ONLOOKER, OVER
from shindig.gamekit.game_spec import Game
from shindig.match import Match, View
from shindig.messages import Text

from ..fairness.cut_state import CutState, MadeCut
from ..fairness.daily_secret import DailyCursor
from ..fairness.fair_shuffle import Secret
from ..fairness.frozen_cut_inputs import Transcript
from ..hand_summaries import HandSummary
from ..person import Person
from ..schemas import Origin, Settings, State
from .decision_time_samples import ENOUGH
from .events import Acted, Event, Started, decode
from .hand_results import Booked
from .legal_action_facts import only_action
from .reveal_consent import RevealConsent
from .seat_occupants import HandPosition, Occupant
from .shared_match_snapshot import MatchSnapshot
from .simultaneous_answers import OpenQuestion, SimultaneousAnswers

LIVE = 600
"""Largest time limit of a decision, in seconds, for which players are expected to be present."""
MOST_BACK = 32
"""Largest number of consecutive choices that can be taken back."""
REDUCERS: dict[type[Event], Callable[[TableState, Any], None]] = {}
"""Reducer of each event; `reducers.py` fills it."""
STATIC_REDUCERS: dict[type[Event], Callable[[TableState, Any], None]] = {}
"""Reducers that also work without the game of the table."""
Turn = tuple[str, float]
"""Token of a turn, and its start time. Another player of the seat begins the turn anew."""


class UsedTime(NamedTuple):
    """Time that a person has used of a turn, by the token of the turn."""

    person: str = ""
    token: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class UndoPoint:
    """State of a table before a choice of the only person."""

    steps: int
    match: Match
    phase: int
    dealt: list[str]
    hand_at: HandPosition
    gathering: SimultaneousAnswers | None
    cut_runs: bool
    played: int
    """Number of steps since the latest cut."""
    told: int
    """Number of finished hands."""

    @classmethod
    def from_state(cls, state: TableState) -> UndoPoint:
        assert state.match is not None
        gathering = copy(state.gathering)
        if gathering is not None:
            gathering.open, gathering.answers = [*gathering.open], {**gathering.answers}
        return cls(
            steps=state.steps,
            match=state.match.copy(),
            phase=state.phase,
            dealt=[*state.dealt],
            hand_at=state.hand_at,
            gathering=gathering,
            cut_runs=state.cut_runs,
            played=len(state.transcript.steps),
            told=len(state.chronicle),
        )

    def restore(self, state: TableState) -> None:
        """Return the table to this state."""
        state.match, state.steps, state.phase = self.match, self.steps, self.phase
        state.dealt, state.hand_at, state.gathering = self.dealt, self.hand_at, self.gathering
        state.cut_runs = self.cut_runs
        del state.transcript.steps[self.played :]
        del state.chronicle[self.told :]
        del state.ledger[self.told :]


@dataclass(frozen=True)
class HandStart:
    """State of a table between two hands, to which a called-off hand returns."""

    point: UndoPoint
    transcript: Transcript

    @classmethod
    def from_state(cls, state: TableState) -> HandStart:
        now = state.transcript
        return cls(UndoPoint.from_state(state), Transcript(now.before, [*now.steps]))

    def restore(self, state: TableState) -> None:
        """Return the table to this state. People who joined the hand see the next one from its deal on."""
        now, point = self.transcript, self.point
        replace(point, match=point.match.copy(), dealt=[*point.dealt]).restore(state)
        state.transcript = Transcript(now.before, [*now.steps])
        state.gathering, state.cut_runs = None, False
        for seat in state.seats:
            seat.step = min(seat.step, point.steps + 1)


class TableState:
    """State of a table after `lines` lines of its log, of which viewers got `seq`."""

    game: Game
    """Game of an available table."""

    def __init__(self, table: str) -> None:
        self.id = table
        self.game_id = ""
        self.why: Text = ""
        """Reason why the table is unavailable; empty for an available one."""
        self.seq = 0
        """Sequence number of the last event that viewers get."""
        self.stored = 0
        """Number of events in the log, those of running cuts included."""
        self.at = 0.0
        """Table time of the last event that viewers get."""
        self.date = 0.0
        """Time of opening, in seconds since 1970."""
        self.since = 0.0
        """Start time of the turn, or of the rest between hands."""
        self.options: dict[str, int | str] = {}
        self.settings = Settings()
        self.origin: Origin | None = None
        """Origin of a match that counts for nothing; None for a table that counts."""
        self.drawing: DailyCursor | None = None
        """Source of chance of an attempt at the deal of the day; None for other tables."""
        self.host = ""
        self.seats: list[Occupant] = []
        self.names: tuple[str, ...] = ()
        """Names of the seats."""
        self.players: tuple[str, ...] = ()
        """Names of the players of the current or latest hand."""
        self.people: list[int] = []
        """Seats of people."""
        self.places: dict[str, int] = {}
        """Seat of each person who has one."""
        self.number = 0
        """Number of the match."""
        self.match: Match | None = None
        self.began = 0.0
        """Start time of the match."""
        self.dealt: list[str] = []
        """Person at each seat when the hand began, who owns the hand; empty for a bot."""
        self.hand_at = HandPosition()
        self.to_act = CHANCE
        self.phase = 0
        self.gathering: SimultaneousAnswers | None = None
        """Simultaneous questions whose answers do not all count yet."""
        self.steps = 0
        """Number of orders and actions of the match."""
        self.past: deque[UndoPoint] = deque(maxlen=MOST_BACK)
        """Earlier states of the only person: the state before each choice since another seat acted."""
        self.undone = 0
        """Number of choices of the match that were taken back."""
        self.token = "0.0"
        """Token of the turn. After an undo it differs from the one before."""
        self.nudged: Turn | None = None
        """Turn that the only person no longer waits for."""
        self.chronicle: list[HandSummary] = []
        """Summaries of the finished hands of the match."""
        self.ledger: list[Booked] = []
        """Results of the finished hands, for statistics."""
        self.settled = 0
        """Number of the latest match whose results are stored."""
        self.hand_start: HandStart | None = None
        """State before the current hand."""
        self.last_mover: int | None = None
        """Seat whose action was the latest step, while all agreeing may take it back."""
        self.stopped = False
        """True if all agreed to end the match before its time."""
        self.extra: tuple[Turn | None, int] = None, 0
        """Turn that has more time, and the seconds."""
        self.used = UsedTime()
        """Time that a person had used of a turn when they left it, or a bot began to play for them."""
        self.poked: Turn | None = None
        """Turn in which somebody has poked the seat to act."""
        self.removed: dict[str, tuple[str, str]] = {}
        """Name and client of each person who was removed and may not sit down."""
        self.muted: set[str] = set()
        """Persons whom the host has muted,"""
        self.muted_clients: set[str] = set()
        """and their clients."""
        self.opened_at = 0.0
        """Table time of opening."""
        self.led = ""
        """Next table of the group, to which everybody goes on."""
        self.paused = False
        self.pauser: int | None = None
        """Seat of the person who paused,"""
        self.paused_at = 0.0
        """and the time."""
        self.pauses: Counter[str] = Counter()
        """Number of pauses by person in this match."""
        self.closed = False
        self.secret: Secret | None = None
        """Secret of the server for the next cut, once its commitment is published."""
        self.cuts = 0
        self.cut: MadeCut | None = None
        """Latest cut."""
        self.cut_runs = False
        """True if the next orders come from the latest cut."""
        self.cutting = CutState(0)
        """Current cut."""
        self.transcript = Transcript()
        """Steps played since the frozen list of the latest cut."""
        self.agreed: dict[str, set[str]] = {}
        """Persons who agree to the next hand or match, by what they agree to."""
        self.reminded: set[str] = set()
        """Persons who got the reminder about talk in this match."""
        self.accords: dict[int, RevealConsent] = {}
        """Consent to reveal hands, by number of the match."""
        self.opened: set[int] = set()
        """Numbers of the matches whose hands are revealed."""
        self.refurnished = 0
        """Counter of changes of the static information (`static_info`)."""
        self.frame: MatchSnapshot | None = None
        """Snapshot of the match, or None before the first."""

    @classmethod
    def replay(cls, table: str, lines: Iterable[str]) -> TableState:
        """Build the state from a log."""
        state = cls(table)
        for line in lines:
            state.add(*decode(line))
        return state

    @classmethod
    def unavailable(cls, table: str, lines: Iterable[str], why: Text) -> TableState:
        """Build the state of a table without its game: seats, number of matches, and whether it is closed."""
        state = cls(table)
        state.why = why
        for line in lines:
            event, state.at = decode(line)
            state.stored += 1
            state.seq += event.told
            state.number += isinstance(event, Started)
            if type(event) in STATIC_REDUCERS:
                STATIC_REDUCERS[type(event)](state, event)
        return state

    def add(self, event: Event, at: float) -> None:
        """Apply one more event."""
        self.stored += 1
        if event.told:
            self.seq += 1
            self.at = at
        kind = type(event)
        REDUCERS[kind](self, event)
        if kind is not Acted:
            self.refurnished += 1

    @property
    def state(self) -> State:
        if self.closed or self.why:
            return "closed" if self.closed else "asleep"
        if self.match is None:
            return "waiting"
        return "over" if self.to_act == OVER else "playing"

    @property
    def unsettled(self) -> bool:
        """True if a match is over and its results are not stored."""
        return self.to_act == OVER and self.settled < self.number and self.state == "over"

    @property
    def is_counted(self) -> bool:
        """True if the match counts for ratings, statistics and exercises."""
        return self.origin is None

    @property
    def playing(self) -> bool:
        return self.match is not None and self.to_act != OVER and not self.closed

    @property
    def single_player(self) -> int | None:
        """Seat of the only person, if they play; else None."""
        if len(self.people) != 1 or self.seats[self.people[0]].has_bot:
            return None
        return self.people[0]

    @property
    def actor(self) -> int | None:
        """Seat to act in a running match, or None."""
        return self.to_act if self.to_act >= 0 and not self.closed else None

    @property
    def next_question(self) -> OpenQuestion | None:
        """First open simultaneous question, or None."""
        if self.gathering is None:
            return None
        first = self.gathering.open[0]
        return first if first == (self.to_act, self.phase) and not self.closed else None

    def question_of(self, seat: int) -> OpenQuestion | None:
        """Return the simultaneous question in which a seat has a choice, or None."""
        assert self.gathering is not None
        mine = (one for one in self.gathering.open if one.seat == seat and one not in self.gathering.answers)
        return next((one for one in mine if only_action(self.question_view(one)) is None), None)

    @property
    def awaited_seats(self) -> list[int]:
        """Seats of people who have a choice in a simultaneous question and have not answered."""
        assert self.gathering is not None
        asked = dict.fromkeys(one.seat for one in self.gathering.open)
        return [seat for seat in asked if not self.seats[seat].has_bot and self.question_of(seat) is not None]

    @property
    def seats_to_act(self) -> list[int]:
        """Seats of people whose answer the match waits for."""
        if not self.playing or self.paused:
            return []
        if self.gathering is not None and self.next_question is not None:
            return self.awaited_seats
        actor = self.actor
        return [] if actor is None or self.seats[actor].has_bot else [actor]

    def set_occupant(self, seat: int, who: Occupant) -> None:
        """Put a person or a bot on a seat, or clear it."""
        self.seats[seat] = who
        self.update_names()
        self.people = [seat for seat, one in enumerate(self.seats) if one.person]
        self.places = {self.seats[seat].person: seat for seat in self.people}

    def update_names(self) -> None:
        """Update the names of seats and players."""
        self.names = tuple(one.name or f"Seat {seat}" for seat, one in enumerate(self.seats))
        self.players = tuple(one.player_name or f"Seat {seat}" for seat, one in enumerate(self.seats))

    def question_view(self, asked: OpenQuestion) -> View:
        """Return the view of the seat of a question."""
        assert self.frame is not None
        return self.frame.build_question_view(asked)

    def question_token(self, asked: OpenQuestion) -> str:
        """Return the token of a simultaneous question."""
        return f"{self.token}.{asked.seat}.{asked.phase}"

    @property
    def automatic_action(self) -> int | None:
        """Action that the server plays for a person with automatic play of single cards, or None."""
        seat = self.seats[self.to_act]
        wanted = seat.eased and not seat.has_bot and len(self.decision_times) >= ENOUGH
        return only_action(self.view(self.to_act)) if wanted else None

    @property
    def decision_times(self) -> Sequence[float]:
        """Decision times of the seat to act for turns of this kind, in seconds."""
        return self.seats[self.to_act].times.get(self.turn_kind, ())

    @property
    def turn_kind(self) -> int:
        assert self.match is not None
        return self.game.services.turn_kind(self.match.record)

    @property
    def is_random_pick(self) -> bool:
        """True if the choice of the seat to act is a random pick."""
        assert self.match is not None
        return self.to_act >= 0 and bool(self.game.rules.hand.random_pick(self.match.record))

    @property
    def needs_order(self) -> bool:
        return self.match is not None and self.to_act == CHANCE and not self.closed

    @property
    def turn(self) -> Turn:
        """The current turn, or the rest between hands."""
        return self.token, self.since

    def position_changed(self) -> None:
        """Take over the match after a step or an undo."""
        assert self.match is not None
        record = self.match.array.tobytes()
        self.frame = MatchSnapshot(self.game, record)
        self.to_act, phase = self.game.rules.layout.turn.unpack_from(record)
        if self.stopped:
            self.to_act = OVER
        if self.to_act >= 0:
            self.phase = phase
        self.token = f"{self.number}.{self.steps}"
        if self.undone:
            self.token += f"~{self.undone}"

    def visible_seat(self, viewer: int) -> int:
        """Return the seat whose view a viewer gets: their own, or ONLOOKER if its hand is not theirs."""
        return ONLOOKER if viewer != ONLOOKER and self.seats[viewer].newcomer else viewer

    def view(self, viewer: int) -> View:
        """Return a viewer's view of the match."""
        assert self.frame is not None
        return self.frame.view(viewer)

    def view_with_history(self, seat: int) -> View:
        """Return a seat's view with its observations of this hand."""
        assert self.match is not None
        return self.match.view(seat)

    @property
    def is_resting(self) -> bool:
        """True while a result stays on the table before the next deal."""
        return self.needs_order and not self.cut_runs and bool(self.view(ONLOOKER).result)

    def known_person(self, person: Person) -> Person:
        """Return a person by the id under which they sit or sat here."""
        if not person.was:
            return person
        here = {who.person for who in self.seats}
        sat = (
            here
            if here.intersection((person.id, *person.was))
            else set().union(*(one.seats for one in self.accords.values()))
        )
        known = person.find_known_id(sat)
        return replace(person, id=known, was=tuple(one for one in person.ids if one != known))

    def seat_of(self, person: str) -> int | None:
        return self.places.get(person)

    def bot_at(self, seat: int) -> str:
        """Return the bot that plays at a seat; empty if a person plays."""
        who = self.seats[seat]
        return (who.bot or self.settings.bot) if who.has_bot else ""

    @property
    def has_free_talk(self) -> bool:
        """True if people may write freely. At rated tables, games with a clause on talk allow quick phrases only."""
        return self.settings.chat != "phrases" and not (self.settings.rated and self.game.services.silence_clause)

    @property
    def is_final(self) -> bool:
        """True if no choice can be taken back at this table."""
        return self.drawing is not None or self.settings.rated

    @property
    def has_days(self) -> bool:
        """True at a table with so long a time limit that nobody is expected to be present."""
        return self.settings.seconds > LIVE

    @property
    def is_contested(self) -> bool:
        """True if the current match will be rated. Bots then play it to its end even if everybody has left."""
        return self.settings.rated and self.playing and len(self.consent.seats) > 1

    @property
    def has_advice(self) -> bool:
        """True if people may ask for advice: always against bots alone, else if the host allows it."""
        return self.drawing is None and not self.settings.rated and (self.settings.advice or len(self.people) < 2)

    def all_agree(self, to: str, *also: str) -> bool:
        """Return True if every present person agrees to a proposal; `also` are persons who do as well."""
        asked = {self.seats[seat].person for seat in self.find_asked_seats(to)}
        return bool(asked) and asked <= self.agreed.get(to, set()).union(also)

    def find_asked_seats(self, to: str) -> list[int]:
        """Return the seats whose consent a proposal needs: all present people, but not the one to be removed."""
        _, _, target = to.partition(":")
        return [seat for seat in self.people if not self.seats[seat].held and str(seat) != target]

    @property
    def consent(self) -> RevealConsent:
        """Consent for the current match; empty before the first."""
        return self.accords.get(self.number, RevealConsent())

    def is_finished(self, match: int) -> bool:
        """Return True if a match was played to its end, as far as the state can tell."""
        return 1 <= match < self.number or (match == self.number and self.to_act == OVER)
