"""Data types that the server returns: tables, seats, clocks, updates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeVar, TypeVarTuple

from ..core.caches import cached
from ..core.immutable_class import value
from ..core.layout_and_views import ONLOOKER
from ..core.lazy_property import once
from ..gamekit.game_spec import Line
from ..match import View
from ..messages import Message, Text, say
from .hand_summaries import HandSummary

State = Literal["waiting", "playing", "over", "closed", "asleep"]
"""State of a table: waiting for players, playing a match, over (a rematch may follow), closed for good.

It is asleep, and only listed, if its game or version is not installed.
"""
Stage = Literal["sealing", "opening", "cutting"]
Reveal = Literal["never", "agreed", "always"]
"""When hands and whole cuts are revealed after a match: never, when all its players agree, always."""
Agreement = Literal["rematch", "reveal", "next", "time", "undo", "end", "call_off", "close", "remove"]
"""Proposals that need the consent of others.

They are another match, revealing all hands and cuts, or the next hand. During a match: more time for this turn, taking
back the last move, ending with the present standings, calling the hand off, closing the table, or removing a person
from a rated match.
"""


Part = Literal["", "given", "none", "single"]
"""Reason why a viewer has nothing to do: they have answered, have no choice, or the server plays their single card."""
Chat = Literal["usual", "open", "phrases"]
PHRASE_MESSAGES: Mapping[str, Message] = {
    "Hello!": say("phrase-hello"),
    "Good luck.": say("phrase-luck"),
    "Well played!": say("phrase-well-played"),
    "Thank you.": say("phrase-thanks"),
    "One moment, please.": say("phrase-moment"),
    "That was close!": say("phrase-close"),
    "Goodbye.": say("phrase-goodbye"),
}
"""Quick phrases as logs and the protocol have them, and the message of each."""
PHRASES = tuple(PHRASE_MESSAGES)


MOMENTS = 64
"""Size of the caches of what all viewers of a table share: as many broadcasts."""


@dataclass(frozen=True)
class Settings:
    """Settings of a table beside the rules of the game."""

    title: str = ""
    public: bool = True
    """Listed in the lobby; otherwise only people with the link find the table."""
    watch: bool = True
    """People without a seat may look on."""
    seconds: int = 45
    """Time for a decision, in seconds; 0 for no clock, at tables that are neither public nor rated."""
    bank: int = 120
    """Time bank for a whole match, in seconds."""
    misses: int = 2
    """Consecutive missed decisions before a bot takes over."""
    unit: str = ""
    """Unit of the stakes in words; empty for the game's own."""
    reveal: Reveal = "agreed"
    chat: Chat = "usual"
    """Free talk (usual, open) or quick phrases only.

    A rated table of a game with a clause on talk always has phrases only.
    """
    advice: bool = False
    """People may ask for advice against each other; against bots alone everybody may."""
    bot: str = ""
    """Bot that takes empty seats and plays for absent people."""
    rated: bool = False
    """Matches between people count for ratings. Then all need accounts, and nobody gets advice."""
    group: str = ""
    """Group whose table it is; empty for none. Only a group opens its tables."""
    gathers: int = 0
    """Seconds after which the first match begins by itself, or once all seats are taken; 0 if the host begins it."""


class Origin(NamedTuple):
    """Origin of a match that counts for nothing: a step of another match."""

    table: str
    match: int
    step: int
    """Number of steps taken there."""
    again: bool = False
    """The person's own choice is to be made again."""
    dealt: bool = False
    """Unseen cards were sampled; otherwise the match was revealed and is copied."""


class SeatInfo(NamedTuple):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["empty", "person", "bot"]
    name: str
    here: bool = False
    """The person's page is connected."""
    held: bool = False
    """A bot plays for the person until they return."""
    newcomer: bool = False
    """The person plays from the next hand on. Until then a bot plays, and they see what onlookers see."""
    host: bool = False
    bank: float = 0.0
    """Rest of the time bank, in seconds."""
    alike: tuple[int, ...] = ()
    """Other seats that were taken from this one's device."""
    bot: str = ""
    """Bot that plays here, by its level: `steady`; empty for a person."""
    face: str = ""
    """Avatar of a person; empty for none."""
    preparing: bool = False
    """The bot is still being compiled, and plays like steady until then."""
    muted: bool = False
    """The host has muted the person."""
    played_by: str = ""
    """Name of the player of the current or latest hand, if it is somebody else."""


class ClockInfo(NamedTuple):
    """Running clock, in table time: `deadline` ends the decision time, `until` also the time bank."""

    seat: int
    deadline: float
    until: float


class SeatWait(NamedTuple):
    """Who paused, and the table time at which it ends; or who is absent, and at which a bot plays for them."""

    seat: int | None
    until: float


class SeatTimeLeft(NamedTuple):
    """A pause, or an absent person, with the seconds left."""

    seat: int | None
    left: float


@dataclass
class TimeLeft:
    """Running clock in seconds left: for the decision (negative when over), and with the bank."""

    seat: int
    left: float
    until: float


@dataclass(frozen=True)
class SimultaneousInfo:
    """Simultaneous questions. All answers count at `until`, in table time."""

    seats: tuple[int, ...]
    until: float
    secret: bool = True
    """False if the answers count once all people have answered; then `seats` are those that are missing."""


class SimultaneousTimeLeft(NamedTuple):
    """Simultaneous questions, with the seconds until all answers count."""

    seats: tuple[int, ...]
    left: float


class SinglePlayerInfo(NamedTuple):
    """Options of a person alone with bots."""

    tempo: str
    """Tempo of the bots: a key of `single_player.TEMPOS`."""
    undo: str | None
    """Token to take back the last choice, or None."""
    out: bool
    """They play no more in this match, and may skip to its end."""
    waits: bool
    """A bot waits for a touch."""
    final: bool = False
    """No choice can be taken back at this table."""


@dataclass(frozen=True, eq=False)
class CutInfo:
    """The next cut: one object until it changes.

    A device of a seat in `asked` is to send its seal (stage sealing) or its value.
    """

    number: int
    commitment: str
    stage: Stage
    seals: Mapping[int, str]
    asked: tuple[int, ...]
    cutter: int | None
    version: int = 2
    """Version of the protocol: 1 for a cut that release 1.0 began, without a frozen list."""
    frozen: Mapping[str, Any] | None = None
    """Frozen list, from stage opening on. A device opens its value only if its own seal is on it."""
    opened: Mapping[int, str] = field(default_factory=dict)
    """Opened values by seat."""


class Consent(NamedTuple):
    """Consent of one player to reveal the hands of a match."""

    name: str
    agreed: bool
    seat: int | None
    """Present seat, or None."""


class RevealStatus(NamedTuple):
    """Status of revealing a finished match: done, or whose consent is missing."""

    match: int
    open: bool
    consents: tuple[Consent, ...]
    """Consents of all players who were dealt a hand; empty if the table's settings decide."""
    yours: bool | None = None
    """The viewer's consent; None if it is not needed, and in a TableInfo."""


class ViewerInfo(NamedTuple):
    """The viewer's part of a table; the last fields of a TableInfo."""

    you: int = ONLOOKER
    """Seat of the viewer, or ONLOOKER."""
    host: bool = False
    """The viewer is the host."""
    token: str | None = None
    """Token of the viewer's turn, which a move must carry."""
    eased: bool = False
    """The server plays single cards for the viewer."""
    part: Part = ""
    """Reason why the viewer has nothing to do."""
    alone: SinglePlayerInfo | None = None
    """Options of a viewer alone with bots."""


class TableInfo(NamedTuple):
    """A table as one viewer sees it, without the game's own view."""

    id: str
    game: str
    title: str
    state: State
    settings: Settings
    options: Mapping[str, int | str]
    seats: tuple[SeatInfo, ...]
    match: int
    """Number of the match, from 1; 0 before the first."""
    paused: bool = False
    clock: ClockInfo | None = None
    rest: float | None = None
    """Between hands: start of the next one in table time. Agreement to `next` makes it earlier."""
    cut: CutInfo | None = None
    last_cut: Mapping[str, object] | None = None
    """Published part of the last cut: number, commitment, voices, roots."""
    agreed: Mapping[str, tuple[int, ...]] = {}
    """Seats that agree to a proposal: a key of `Agreement`, `remove:2` for seat 2."""
    awaited: Mapping[str, tuple[int, ...]] = {}
    """Seats whose consent such a proposal still needs."""
    removed: tuple[str, ...] = ()
    """Names of the people who were removed and may not sit down."""
    ended: bool = False
    """All agreed to end the match before its time."""
    led: str = ""
    """Table to which everybody of the group goes on; empty for none."""
    opening: RevealStatus | None = None
    """Reveal status of the finished match, or None."""
    opened: tuple[int, ...] = ()
    """Matches whose hands are revealed."""
    watchers: int = 0
    talk: bool = False
    """Free talk is allowed; otherwise PHRASES only."""
    together: SimultaneousInfo | None = None
    """Simultaneous questions; then no clock runs."""
    advised: bool = False
    """People who play here may ask for advice."""
    origin: Origin | None = None
    """Origin of a match that counts for nothing."""
    day: str = ""
    """Day, for an attempt at the deal of the day."""
    pause: SeatWait | None = None
    stand_in: SeatWait | None = None
    since: float | None = None
    """Table time at which the turn began."""
    you: int = ONLOOKER
    host: bool = False
    token: str | None = None
    eased: bool = False
    part: Part = ""
    alone: SinglePlayerInfo | None = None
    """Fields of `ViewerInfo`, from here on."""

    @property
    def own(self) -> ViewerInfo:
        own: tuple[Any, ...] = self[-len(VIEWER_FIELDS) :]
        return ViewerInfo(*own)


class TimesLeft(NamedTuple):
    """Times of a table in seconds, each None where there is none to wait for."""

    clock: TimeLeft | None
    together: SimultaneousTimeLeft | None
    rest: float | None
    """Until the next hand."""
    pause: SeatTimeLeft | None
    """Until the match goes on, with the seat of the person who paused."""
    stand_in: SeatTimeLeft | None
    """Until a bot plays for the absent person at the seat to act."""
    waited: float | None
    """Since the turn began."""


class LiveInfo(NamedTuple):
    """The part of a TableInfo that changes during a match."""

    state: State
    clock: ClockInfo | None = None
    rest: float | None = None
    together: SimultaneousInfo | None = None
    cut: CutInfo | None = None
    pause: SeatWait | None = None
    stand_in: SeatWait | None = None
    since: float | None = None


VIEWER_FIELDS, LIVE_FIELDS = ViewerInfo._fields, LiveInfo._fields


@dataclass(eq=False)
class StaticInfo:
    """Public part of a table beside its match: one object until it changes."""

    fields: Mapping[str, Any]
    """Fields of a TableInfo without the viewer's and the live ones."""
    waiting: Mapping[int, ViewerInfo] = field(default_factory=dict, repr=False)
    """Viewer's part of seats that are asked nothing, if several people sit."""
    since: int = 0
    """Sequence number of the event since which all of these have a hand of their own."""
    made: dict[object, Any] = field(default_factory=dict, repr=False)
    """Cache of what is built from it (`cached_by_static_info`)."""

    @classmethod
    def from_info(cls, info: TableInfo) -> StaticInfo:
        """Build the static part of an unavailable table."""
        return cls({name: value for name, value in info._asdict().items() if name not in VIEWER_FIELDS + LIVE_FIELDS})

    def build_info(self, state: State, own: ViewerInfo) -> TableInfo:
        """Build the TableInfo of a table with nothing but this."""
        return TableInfo(**self.fields, state=state, **own._asdict())

    @once
    def names(self) -> tuple[str, ...]:
        """Names of the seats."""
        return tuple(seat.name or "an empty seat" for seat in self.fields["seats"])

    @once
    def players(self) -> tuple[str, ...]:
        """Names of the players of the current or latest hand."""
        seats = self.fields["seats"]
        if not any(seat.played_by for seat in seats):
            return self.names
        return tuple(seat.played_by or name for seat, name in zip(seats, self.names, strict=True))


T = TypeVar("T")
More = TypeVarTuple("More")


def cache_by_static_info(make: Callable[[StaticInfo, *More], T]) -> Callable[[StaticInfo, *More], T]:
    """Cache the results of `make(static_info, ...)` in the static information."""

    def kept(furniture: StaticInfo, *more: *More) -> T:
        key = make, more
        if key not in furniture.made:
            furniture.made[key] = make(furniture, *more)
        found: T = furniture.made[key]
        return found

    return kept


NO_WAITING: Mapping[int, ViewerInfo] = {}


class PublicTable:
    """Public state of a table at one moment: one object for all viewers, which carries their shared caches."""

    def __init__(
        self,
        furniture: StaticInfo,
        moving: LiveInfo,
        view: View | None,
        hands: tuple[HandSummary, ...] = (),
        open: tuple[View, ...] = (),
        waiting: Mapping[int, ViewerInfo] = NO_WAITING,
    ) -> None:
        self.furniture, self.moving, self.view = furniture, moving, view
        """The view is set for seated viewers, even if onlookers may see none."""
        self.hands, self.open = hands, open
        """Summaries of the hands of a finished match; and each seat's last view if the hands are revealed."""
        self.waiting = waiting
        """Viewer's part of seats with a hand of their own. Each gets the public part, its cards and this."""
        self.made: dict[object, Any] = {}
        """Cache of what is built from it."""

    @classmethod
    def from_info(
        cls, info: TableInfo, view: View | None, hands: tuple[HandSummary, ...] = (), open: tuple[View, ...] = ()
    ) -> PublicTable:
        """Build the public state of an unavailable table."""
        fields = info._asdict()
        return cls(StaticInfo.from_info(info), LiveInfo(*map(fields.__getitem__, LIVE_FIELDS)), view, hands, open)

    @once
    def info(self) -> TableInfo:
        """The table as an onlooker sees it."""
        return TableInfo(**self.furniture.fields, **self.moving._asdict())

    @once
    def names(self) -> tuple[str, ...]:
        """Names of the seats."""
        return self.furniture.names

    @once
    def players(self) -> tuple[str, ...]:
        """Names of the players of the current or latest hand."""
        return self.furniture.players


@cached(MOMENTS)
def compute_times(table: PublicTable, now: float) -> TimesLeft:
    """Return the times of a table from a table time on."""

    def left(until: float) -> float:
        return round(max(0.0, until - now), 3)

    moving = table.moving
    clock, together, pause, stand_in = moving.clock, moving.together, moving.pause, moving.stand_in
    return TimesLeft(
        clock and TimeLeft(clock.seat, round(clock.deadline - now, 3), round(clock.until - now, 3)),
        None if together is None else SimultaneousTimeLeft(together.seats, left(together.until)),
        None if moving.rest is None else left(moving.rest),
        pause and SeatTimeLeft(pause.seat, left(pause.until)),
        stand_in and SeatTimeLeft(stand_in.seat, left(stand_in.until)),
        None if moving.since is None else round(max(0.0, now - moving.since), 3),
    )


class LogEntry(NamedTuple):
    """An event of the table's log as one viewer saw it."""

    seq: int
    kind: str
    """Kind: act, undo (the seat's last choice is taken back), order, start, seat, table or say."""
    names: tuple[str, ...]
    """Names of the seats at that time."""
    seat: int | None = None
    do: str | None = None
    """Action as text, if the viewer may see it."""
    lines: tuple[Line, ...] = ()
    """Story lines; `{2}` stands for the name of seat 2 at that time."""


@dataclass(eq=False)
class TableUpdate:
    """Content of a stream: log entries, and the state after the last of them."""

    seq: int
    """Sequence number: `after=seq` continues from here."""
    fresh: bool
    """True for a snapshot: earlier states are out of date, and the entries are the latest ones for the log."""
    updates: tuple[LogEntry, ...]
    own: ViewerInfo
    """Viewer's part of the table."""
    view: View | None
    """The viewer's view of the match; None before the first."""
    public: PublicTable
    """Public part of the table."""
    now: float = 0.0
    """Table time."""

    @once
    def info(self) -> TableInfo:
        """The table as the viewer sees it."""
        return TableInfo._make((*self.public.info[: -len(VIEWER_FIELDS)], *self.own))

    @property
    def times(self) -> TimesLeft:
        """Times of the table in seconds."""
        return compute_times(self.public, self.now)

    @property
    def clock(self) -> TimeLeft | None:
        """Running clock, or None."""
        return self.times.clock

    @property
    def together(self) -> SimultaneousTimeLeft | None:
        """Simultaneous questions, or None."""
        return self.times.together

    @property
    def rest(self) -> float | None:
        """Seconds until the next hand, or None."""
        return self.times.rest

    @property
    def pause(self) -> SeatTimeLeft | None:
        """Pause, or None."""
        return self.times.pause

    @property
    def stand_in(self) -> SeatTimeLeft | None:
        """Absent person who is waited for, or None."""
        return self.times.stand_in


@value
class Answer:
    """Answer to a stored move."""

    seq: int
    do: str
    repeated: bool = False
    """True if the idempotency key was known, so nothing was stored again."""


@dataclass(frozen=True)
class TableCard:
    """A table in the lobby or in a person's history."""

    id: str
    game: str
    title: str
    state: State
    seats: int
    free: int
    names: tuple[str, ...]
    """Names of the seated people."""
    watch: bool
    match: int
    you: int | None = None
    matches: tuple[int, ...] = ()
    """Finished matches in which the person sat."""
    at: float = 0.0
    why: Text = ""
    """Reason why the table is unavailable; empty if it is available."""
    faces: tuple[str, ...] = ()
    """Avatars of these people; empty for none."""
    rated: bool = False
    origin: Origin | None = None
    """Origin of a match that counts for nothing."""
    your_turn: bool = False
    """The match waits for the person."""
    gathers: bool = False
    """It waits for company and then begins by itself."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields, `why` in English."""
        return vars(self) | {"why": str(self.why)}


@dataclass(frozen=True)
class ReplayStep:
    """A step of a replay: its story lines, and the views after it by viewer."""

    number: int
    do: str | None
    seat: int | None
    lines: tuple[Line, ...]
    names: tuple[str, ...]
    """Names of the players at that time."""
    views: Mapping[int, View] = field(repr=False)
