"""What the room tells those who call it: tables, seats, clocks, news."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeVar, TypeVarTuple

from ..core.immutable import value
from ..core.lazy_property import once
from ..core.record_layout import ONLOOKER
from ..gamekit.game_spec import Line
from ..match import View
from .table_log.hand_summaries import HandSummary

State = Literal["waiting", "playing", "over", "closed", "asleep"]
"""A table waits for players, plays a match, rests after one (a rematch may follow), or is closed for good.

One is asleep, and only listed, where its game is not installed or is another version.
"""
Stage = Literal["sealing", "opening", "cutting"]
Reveal = Literal["never", "agreed", "always"]
"""When hands and whole cuts open after a match: never, when everybody agreed who played in it, always."""
Agreement = Literal["rematch", "reveal", "next"]
"""What people can agree to: another match; that all hands and the whole cuts be opened; to go on to the next hand."""


Part = Literal["", "given", "none", "single"]
"""The viewer's answer is given; the room answers, who has no choice; the room plays the viewer's single card."""
Chat = Literal["usual", "open", "phrases"]
PHRASES = ("Hello!", "Good luck.", "Well played!", "Thank you.", "One moment, please.", "That was close!", "Goodbye.")
"""Quick things to say."""


MOMENTS = 64
"""Moments of tables of which what was made for all viewers is kept."""


@dataclass(frozen=True)
class Settings:
    """What the host of a table chooses beside the rules of the game."""

    title: str = ""
    public: bool = True
    """Shown in the lobby; otherwise only those who have the link find it."""
    watch: bool = True
    """Whether people without a seat may look on."""
    seconds: int = 45
    """Time for a decision."""
    bank: int = 120
    """Time in reserve for a whole match."""
    misses: int = 2
    """Decisions missed in a row before a bot holds the seat."""
    unit: str = ""
    """What is played for, in words; empty for the game's own."""
    reveal: Reveal = "agreed"
    chat: Chat = "usual"
    """Whether people write freely (usual, open) or in quick phrases only.

    At a rated table of a game with a clause on talk about hands it is always phrases.
    """
    advice: bool = False
    """Whether people who play against each other may ask for advice; against bots alone everybody may."""
    bot: str = ""
    """The bot that takes empty seats and holds those of absent players."""
    rated: bool = False
    """Whether matches between people count for their ratings: then all have accounts, and nobody is advised."""


class Origin(NamedTuple):
    """Where a match that counts for nothing begins: at a step of another one."""

    table: str
    match: int
    step: int
    """How many steps had been taken there."""
    again: bool = False
    """Whether that is a choice of one's own, to be made again."""
    dealt: bool = False
    """Whether the cards that one had not seen were dealt anew; else the match was open, and is copied."""


class SeatInfo(NamedTuple):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["empty", "person", "bot"]
    name: str
    here: bool = False
    """A person whose page is connected."""
    held: bool = False
    """A person for whom a bot plays until they are back."""
    newcomer: bool = False
    """A person who plays from the next hand on: until then a bot plays, and they see what onlookers see."""
    host: bool = False
    bank: float = 0.0
    """What is left of the time bank."""
    alike: tuple[int, ...] = ()
    """Other seats that were taken from the same device."""
    bot: str = ""
    """The bot that plays here, by its level: `steady`; empty where a person plays."""
    face: str = ""
    """A person's, as they chose it (`looks`); empty for none."""
    preparing: bool = False
    """Whether it is a bot that is getting ready, and plays as steady does until then."""


class ClockInfo(NamedTuple):
    """Whose time runs, on the table's own clock: `deadline` ends the decision's time, `until` also the time bank."""

    seat: int
    deadline: float
    until: float


@dataclass
class TimeLeft:
    """Whose time runs, in seconds: what is left for the decision (less than 0 when it is over), and with the bank."""

    seat: int
    left: float
    until: float


@dataclass(frozen=True)
class SimultaneousInfo:
    """What several seats are asked at once. All answers count at `until` on the table's clock, whoever gave one."""

    seats: tuple[int, ...]
    until: float


class SimultaneousTimeLeft(NamedTuple):
    """What several seats are asked at once, and in how many seconds all answers count."""

    seats: tuple[int, ...]
    left: float


class SinglePlayerInfo(NamedTuple):
    """What somebody may do who plays against bots alone."""

    tempo: str
    """How fast bots play: one of `alone.TEMPOS`."""
    undo: str | None
    """The token with which the last choice is taken back; None where it stands."""
    out: bool
    """Whether they play no more in this match, and may go to its end."""
    waits: bool
    """Whether a bot waits to be told to act."""
    final: bool = False
    """Whether no choice is ever taken back at this table."""


@dataclass(frozen=True, eq=False)
class CutInfo:
    """The cut that comes next: one object for as long as nothing of it changes.

    A device of a seat in `asked` is to send its seal (stage sealing) or its value.
    """

    number: int
    commitment: str
    stage: Stage
    seals: Mapping[int, str]
    asked: tuple[int, ...]
    cutter: int | None
    version: int = 2
    """1 for a cut that release 1.0 began: it has no frozen list."""
    frozen: Mapping[str, Any] | None = None
    """The frozen list, from stage opening on: a device opens its value only where its own seal is there."""
    opened: Mapping[int, str] = field(default_factory=dict)
    """Values that were opened, by seat."""


class Consent(NamedTuple):
    """Whether one who played in a match agrees that its hands be opened."""

    name: str
    agreed: bool
    seat: int | None
    """Where they sit now; None for who has left."""


class RevealStatus(NamedTuple):
    """Whether the hands of a match that is over are open, and what is missing to it."""

    match: int
    open: bool
    consents: tuple[Consent, ...]
    """Of everybody who was dealt a hand of it; nobody is asked where the table's settings say never or always."""
    yours: bool | None = None
    """Whether whoever asks has agreed; None for who is not asked, and in a TableInfo."""


class ViewerInfo(NamedTuple):
    """What a table tells of its viewer; the end of a TableInfo."""

    you: int = ONLOOKER
    """The viewer's seat, or ONLOOKER."""
    host: bool = False
    """Whether the viewer is the host."""
    token: str | None = None
    """The token of the turn, when it is the viewer's: a move must carry it."""
    eased: bool = False
    """Whether the room plays single cards for the viewer."""
    part: Part = ""
    """Where nothing is to be touched: why not."""
    alone: SinglePlayerInfo | None = None
    """For who plays against bots alone."""


class TableInfo(NamedTuple):
    """A table as one viewer sees it, beside the game's own view."""

    id: str
    game: str
    title: str
    state: State
    settings: Settings
    options: Mapping[str, int | str]
    seats: tuple[SeatInfo, ...]
    match: int
    """The number of the match, from 1; 0 before the first."""
    paused: bool = False
    clock: ClockInfo | None = None
    rest: float | None = None
    """Between hands: when the next one begins, on the table's clock. Agreeing to `next` makes it sooner."""
    cut: CutInfo | None = None
    last_cut: Mapping[str, object] | None = None
    """What was published with the last cut: number, commitment, voices, roots."""
    agreed: Mapping[str, tuple[int, ...]] = {}
    """Seats that agree to what may follow: `rematch`, `next`."""
    opening: RevealStatus | None = None
    """Of the match that is over; None before."""
    opened: tuple[int, ...] = ()
    """Matches whose hands are open."""
    watchers: int = 0
    talk: bool = False
    """Whether people write freely here; otherwise PHRASES are all that is said."""
    together: SimultaneousInfo | None = None
    """What several are asked at once; then nobody's clock runs."""
    advised: bool = False
    """Whether people who play here may ask for advice."""
    origin: Origin | None = None
    """For a match that goes on from a step of another one, and counts for nothing."""
    day: str = ""
    """For a try at the deal of a day: which."""
    you: int = ONLOOKER
    host: bool = False
    token: str | None = None
    eased: bool = False
    part: Part = ""
    alone: SinglePlayerInfo | None = None
    """These six as in `Own`."""

    @property
    def own(self) -> ViewerInfo:
        own: tuple[Any, ...] = self[-len(VIEWER_FIELDS) :]
        return ViewerInfo(*own)


class LiveInfo(NamedTuple):
    """What of a TableInfo changes as the match goes on."""

    state: State
    clock: ClockInfo | None = None
    rest: float | None = None
    together: SimultaneousInfo | None = None
    cut: CutInfo | None = None


VIEWER_FIELDS, LIVE_FIELDS = ViewerInfo._fields, LiveInfo._fields


@dataclass(eq=False)
class StaticInfo:
    """What everybody sees of a table beside its match: one object for as long as nothing of it changes."""

    fields: Mapping[str, Any]
    """Those of a TableInfo, but for OWN and MOVING."""
    waiting: Mapping[int, ViewerInfo] = field(default_factory=dict, repr=False)
    """What seats with a hand of their own are told beside, while they are asked nothing; where several people sit."""
    since: int = 0
    """The event from which on all of these have a hand of their own."""
    made: dict[object, Any] = field(default_factory=dict, repr=False)
    """What was made of it and little else, as long as it lasts (`lasting`)."""

    @classmethod
    def from_info(cls, info: TableInfo) -> StaticInfo:
        """That of a table of which no more is told than this."""
        return cls({name: value for name, value in info._asdict().items() if name not in VIEWER_FIELDS + LIVE_FIELDS})

    def build_info(self, state: State, own: ViewerInfo) -> TableInfo:
        """A table with this, where nothing else of it counts."""
        return TableInfo(**self.fields, state=state, **own._asdict())

    @once
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return tuple(seat.name or "an empty seat" for seat in self.fields["seats"])


T = TypeVar("T")
More = TypeVarTuple("More")


def cache_by_static_info(make: Callable[[StaticInfo, *More], T]) -> Callable[[StaticInfo, *More], T]:
    """What `make(furniture, ...)` gives, made once for as long as the furniture lasts, in which it is kept."""

    def kept(furniture: StaticInfo, *more: *More) -> T:
        key = make, more
        if key not in furniture.made:
            furniture.made[key] = make(furniture, *more)
        found: T = furniture.made[key]
        return found

    return kept


NO_WAITING: Mapping[int, ViewerInfo] = {}


class PublicTable:
    """What everybody sees of a table at one moment: one object for all, by which what is made of it is found."""

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
        """The view also where onlookers see none, for those who are seated."""
        self.hands, self.open = hands, open
        """Of a match that is over, how its hands ended; where they are open to all, what each seat saw at its end."""
        self.waiting = waiting
        """Seats with a hand of their own, one of them asked at most: each is told what all are, its cards, and this."""
        self.made: dict[object, Any] = {}
        """What was made of it and little else."""

    @classmethod
    def from_info(
        cls, info: TableInfo, view: View | None, hands: tuple[HandSummary, ...] = (), open: tuple[View, ...] = ()
    ) -> PublicTable:
        """The same of a table of which no more is told than this."""
        fields = info._asdict()
        return cls(StaticInfo.from_info(info), LiveInfo(*map(fields.__getitem__, LIVE_FIELDS)), view, hands, open)

    @once
    def info(self) -> TableInfo:
        """The table as an onlooker sees it."""
        return TableInfo(**self.furniture.fields, **self.moving._asdict())

    @once
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return self.furniture.names


class LogEntry(NamedTuple):
    """One event of the table's log as one viewer saw it."""

    seq: int
    kind: str
    """act, undo (the seat's last choice is taken back), order, start, seat, table or say."""
    names: tuple[str, ...]
    """What the seats were called then."""
    seat: int | None = None
    do: str | None = None
    """The action as text, where the viewer may see it."""
    lines: tuple[Line, ...] = ()
    """What the log says; `{2}` stands for the name that seat 2 had."""


@dataclass(eq=False)
class TableUpdate:
    """What a stream brings: updates that happened, and the present state after the last of them."""

    seq: int
    """Ask for `after=seq` to go on from here."""
    fresh: bool
    """True for a snapshot: what was shown before is out of date; the updates are the latest ones, for the log."""
    updates: tuple[LogEntry, ...]
    own: ViewerInfo
    """What the table tells of the viewer."""
    view: View | None
    """What the viewer knows of the match, None before the first."""
    public: PublicTable
    """The part of it that is the same for all."""
    now: float = 0.0
    """The time on the table's clock."""

    @once
    def info(self) -> TableInfo:
        """The table as the viewer sees it."""
        return TableInfo._make((*self.public.info[: -len(VIEWER_FIELDS)], *self.own))

    @property
    def clock(self) -> TimeLeft | None:
        """The time that is left of a turn."""
        return compute_time_left(self.public.moving, self.now)

    @property
    def together(self) -> SimultaneousTimeLeft | None:
        """What several are asked at once."""
        return compute_simultaneous_left(self.public.moving, self.now)

    @property
    def rest(self) -> float | None:
        """Between hands: in how many seconds the next one begins."""
        return compute_rest_left(self.public.moving, self.now)


def compute_time_left(moving: LiveInfo, now: float) -> TimeLeft | None:
    one = moving.clock
    return None if one is None else TimeLeft(one.seat, round(one.deadline - now, 3), round(one.until - now, 3))


def compute_simultaneous_left(moving: LiveInfo, now: float) -> SimultaneousTimeLeft | None:
    one = moving.together
    return None if one is None else SimultaneousTimeLeft(one.seats, round(max(0.0, one.until - now), 3))


def compute_rest_left(moving: LiveInfo, now: float) -> float | None:
    return None if moving.rest is None else round(max(0.0, moving.rest - now), 3)


@value
class Answer:
    """A move that was stored."""

    seq: int
    do: str
    repeated: bool = False
    """True when this answer had been given before under the same key."""


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
    """Of the people who sit there."""
    watch: bool
    match: int
    you: int | None = None
    matches: tuple[int, ...] = ()
    """Those that are over and in which the person sat."""
    at: float = 0.0
    why: str = ""
    """Why it cannot be played here, a sentence; empty where it can."""
    faces: tuple[str, ...] = ()
    """The same people's, empty for who has none."""
    rated: bool = False
    origin: Origin | None = None
    """For a match that goes on from a step of another one, and counts for nothing."""


@dataclass(frozen=True)
class ReplayStep:
    """A step of a match seen again: the lines it brought and the views after it, by viewer."""

    number: int
    do: str | None
    seat: int | None
    lines: tuple[Line, ...]
    names: tuple[str, ...]
    """Who sat at the seats then."""
    views: Mapping[int, View] = field(repr=False)
