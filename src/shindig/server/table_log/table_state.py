"""A table as its log tells it: a fold over events, with no clock and no chance of its own.

The live table and the one recovered after a crash are both made here, so they cannot differ.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from shindig.core.record_layout import CHANCE, ONLOOKER, OVER
from shindig.gamekit.game_spec import Game
from shindig.match import Match, View

from ..broadcast.match_snapshot import MatchSnapshot
from ..fairness.cut_state import CutState, MadeCut
from ..fairness.daily_secret import DailyCursor
from ..fairness.fair_shuffle import Secret
from ..fairness.frozen_list import Transcript
from ..schemas import Origin, Settings, State
from ..tables.human_timing import ENOUGH
from .events import Acted, Event, Started, decode
from .hand_results import Booked
from .hand_summaries import HandSummary
from .legal_choices import only_action
from .reducers import FURNITURE, TAKES
from .reveal_consent import RevealConsent
from .seating import HandPosition, Occupant
from .simultaneous_answers import OpenQuestion, SimultaneousAnswers
from .single_player import MOST_BACK, UndoPoint

if TYPE_CHECKING:
    from ..accounts.accounts import Person

Turn = tuple[str, float]
"""The token of a turn, and since when it runs: whoever takes it over begins it anew."""


class TableState:
    """Everything that a table is, after `lines` lines of its log, of which `seq` are told to its viewers."""

    game: Game
    """Where the table is awake."""

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
        self.origin: Origin | None = None
        """Where its match begins that counts for nothing; None for a table that counts."""
        self.drawing: DailyCursor | None = None
        """What a try at the deal of a day draws from; None for all other tables."""
        self.host = ""
        self.seats: list[Occupant] = []
        self.names: tuple[str, ...] = ()
        """What the seats are called."""
        self.players: tuple[str, ...] = ()
        """The names of those who play there: of the bot where a newcomer waits for the next hand."""
        self.people: list[int] = []
        """Seats of persons."""
        self.places: dict[str, int] = {}
        """The seat of each person who has one."""
        self.number = 0
        """The number of the match."""
        self.match: Match | None = None
        self.began = 0.0
        """When the match began."""
        self.dealt: list[str] = []
        """The person at each seat when the hand began, whose hand it is; empty for a bot's."""
        self.hand_at = HandPosition()
        self.to_act = CHANCE
        self.phase = 0
        self.gathering: SimultaneousAnswers | None = None
        """What was asked of several at once and does not count yet."""
        self.steps = 0
        """Orders and actions of the match."""
        self.past: deque[UndoPoint] = deque(maxlen=MOST_BACK)
        """What the only person here may go back to: the table before each choice since anybody else acted."""
        self.undone = 0
        """How many choices of the match were taken back."""
        self.token = "0.0"
        """Names the turn: after a choice was taken back, by another name than before."""
        self.nudged: Turn | None = None
        """The turn that the only person here waits for no more."""
        self.chronicle: list[HandSummary] = []
        """The hands of the match that have ended."""
        self.ledger: list[Booked] = []
        """The same for the books."""
        self.settled = 0
        """The number of the latest match that is in the books."""
        self.paused = False
        self.closed = False
        self.secret: Secret | None = None
        """The house's secret for the next cut, when it is committed to."""
        self.cuts = 0
        self.cut: MadeCut | None = None
        """The latest cut."""
        self.cut_runs = False
        """Whether orders needed now come from the latest cut."""
        self.cutting = CutState(0)
        """The cut under way."""
        self.transcript = Transcript()
        """What was played since the frozen list of the latest cut."""
        self.agreed: dict[str, set[str]] = {}
        """Who agrees to what follows, by what it is: persons who sit here."""
        self.reminded: set[str] = set()
        """Persons who were reminded in this match that talk about hands is out of order."""
        self.accords: dict[int, RevealConsent] = {}
        """On the opening of hands, by the number of the match."""
        self.opened: set[int] = set()
        """Matches whose hands are open to all."""
        self.refurnished = 0
        """Counts what changes of the table beside its match (`furniture.py`)."""
        self.frame: MatchSnapshot | None = None
        """The match as it lies there, None before the first."""

    @classmethod
    def replay(cls, table: str, lines: Iterable[str]) -> TableState:
        """The state that a log leads to."""
        state = cls(table)
        for line in lines:
            state.add(*decode(line))
        return state

    @classmethod
    def unavailable(cls, table: str, lines: Iterable[str], why: str) -> TableState:
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
        kind = type(event)
        TAKES[kind](self, event)
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
        """Whether a match is over that is not in the books yet."""
        return self.to_act == OVER and self.settled < self.number and self.state == "over"

    @property
    def is_counted(self) -> bool:
        """Whether what is played here counts, for ratings, statistics and exercises."""
        return self.origin is None

    @property
    def playing(self) -> bool:
        return self.match is not None and self.to_act != OVER and not self.closed

    @property
    def single_player(self) -> int | None:
        """The seat of the only person who sits here, and plays; None where there are several, or none."""
        if len(self.people) != 1 or self.seats[self.people[0]].has_bot:
            return None
        return self.people[0]

    @property
    def actor(self) -> int | None:
        """The seat to act, while a match runs."""
        return self.to_act if self.to_act >= 0 and not self.closed else None

    @property
    def next_question(self) -> OpenQuestion | None:
        """What is to be answered first, while several are asked at once."""
        if self.gathering is None:
            return None
        first = self.gathering.open[0]
        return first if first == (self.to_act, self.phase) and not self.closed else None

    def question_of(self, seat: int) -> OpenQuestion | None:
        """What a seat is asked now, while several are, and has a choice in."""
        assert self.gathering is not None
        mine = (one for one in self.gathering.open if one.seat == seat and one not in self.gathering.answers)
        return next((one for one in mine if only_action(self.question_view(one)) is None), None)

    def set_occupant(self, seat: int, who: Occupant) -> None:
        """Somebody sits there now, or nobody."""
        self.seats[seat] = who
        self.update_names()
        self.people = [seat for seat, one in enumerate(self.seats) if one.person]
        self.places = {self.seats[seat].person: seat for seat in self.people}

    def update_names(self) -> None:
        """Note the names of the seats, and of those who play there."""
        self.names = tuple(one.name or f"Seat {seat}" for seat, one in enumerate(self.seats))
        self.players = tuple(one.player_name or f"Seat {seat}" for seat, one in enumerate(self.seats))

    def question_view(self, asked: OpenQuestion) -> View:
        """What a seat sees as it is asked something."""
        assert self.frame is not None
        return self.frame.build_question_view(asked)

    def question_token(self, asked: OpenQuestion) -> str:
        """Names a question that is asked at once with others."""
        return f"{self.token}.{asked.seat}.{asked.phase}"

    @property
    def automatic_action(self) -> int | None:
        """The single card that the room plays for the person to act, whose pace it knows."""
        seat = self.seats[self.to_act]
        wanted = seat.eased and not seat.has_bot and len(self.decision_times) >= ENOUGH
        return only_action(self.view(self.to_act)) if wanted else None

    @property
    def decision_times(self) -> Sequence[float]:
        """How long the seat to act took for choices like this."""
        return self.seats[self.to_act].times.get(self.turn_kind, ())

    @property
    def turn_kind(self) -> int:
        assert self.match is not None
        return self.game.services.turn_kind(self.match.record)

    @property
    def is_random_pick(self) -> bool:
        """Whether what the seat to act chooses is a mere lot."""
        assert self.match is not None
        return self.to_act >= 0 and bool(self.game.rules.hand.random_pick(self.match.record))

    @property
    def needs_order(self) -> bool:
        return self.match is not None and self.to_act == CHANCE and not self.closed

    @property
    def turn(self) -> Turn:
        """The turn that runs, or the rest between hands."""
        return self.token, self.since

    def position_changed(self) -> None:
        """A step was taken in the match, or taken back."""
        assert self.match is not None
        record = self.match.array.tobytes()
        self.frame = MatchSnapshot(self.game, record)
        self.to_act, phase = self.game.rules.layout.turn.unpack_from(record)
        if self.to_act >= 0:
            self.phase = phase
        self.token = f"{self.number}.{self.steps}"
        if self.undone:
            self.token += f"~{self.undone}"

    def visible_seat(self, viewer: int) -> int:
        """Whose eyes a viewer sees the match with: their seat's, or an onlooker's where its hand is not theirs."""
        return ONLOOKER if viewer != ONLOOKER and self.seats[viewer].newcomer else viewer

    def view(self, viewer: int) -> View:
        """What a viewer sees of the match, which has begun."""
        assert self.frame is not None
        return self.frame.view(viewer)

    def view_with_history(self, seat: int) -> View:
        """The same view, with what the seat has seen in this hand."""
        assert self.match is not None
        return self.match.view(seat)

    @property
    def is_resting(self) -> bool:
        """Whether a result lies on the table that people want to see before the next cards."""
        return self.needs_order and not self.cut_runs and bool(self.view(ONLOOKER).result)

    def known_person(self, person: Person) -> Person:
        """A person by the id under which they sit here, or sat."""
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
        """The bot that plays at a seat; empty where a person plays."""
        who = self.seats[seat]
        return (who.bot or self.settings.bot) if who.has_bot else ""

    @property
    def has_free_talk(self) -> bool:
        """Whether people write freely; not at a rated table of a game that has a clause on talk about hands."""
        return self.settings.chat != "phrases" and not (self.settings.rated and self.game.services.silence_clause)

    @property
    def is_final(self) -> bool:
        """Whether no choice is taken back here, whoever plays."""
        return self.drawing is not None or self.settings.rated

    @property
    def is_contested(self) -> bool:
        """Whether a match is played that will be rated: bots play it to its end even where all have left."""
        return self.settings.rated and self.playing and len(self.consent.seats) > 1

    @property
    def has_advice(self) -> bool:
        """Whether people here may ask for advice: who plays against bots alone, others where the host allows it."""
        return self.drawing is None and not self.settings.rated and (self.settings.advice or len(self.people) < 2)

    def all_agree(self, to: str, *also: str) -> bool:
        """Whether every person agrees to what follows who sits here and is not held; `also` are persons who do."""
        present = {self.seats[seat].person for seat in self.people if not self.seats[seat].held}
        return bool(present) and present <= self.agreed.get(to, set()).union(also)

    @property
    def consent(self) -> RevealConsent:
        """Who sat in the match at hand; nobody before the first."""
        return self.accords.get(self.number, RevealConsent())

    def is_finished(self, match: int) -> bool:
        """Whether a match was played to its end, as far as can be told without the log."""
        return 1 <= match < self.number or (match == self.number and self.to_act == OVER)
