"""What a game is: its rules, what a hand of it is, its words, its table, its house; and the errors that refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from .engine import Engine
from .kernels import kernel
from .layout import ONLOOKER, OVER, Facts, Layout, Record, Records, RecordType, Row
from .minds.parts import Minds
from .scene import Own, Scene
from .worth import Outlook, Worth

if TYPE_CHECKING:
    from ..cards import Deck
    from .luck import Luck
    from .minds.mind import Mind


class GameError(ValueError):
    """Something that is no game, option, action or order; the message says what was expected."""


def cited(message: str, clause: str) -> str:
    """What is said, with the clause where there is one."""
    return f"{message} ({clause})" if clause else message


class IllegalAction(GameError):
    """An action that the rules forbid. `clause` is the id of the clause that does, empty where none is written."""

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(cited(message, clause))
        self.clause = clause


@dataclass(frozen=True)
class Option:
    """A rule that the table may choose: a whole number from `low` to `high`, or one of `choices` by name."""

    name: str
    default: int | str
    text: str
    """What the option means, for the form that opens a table."""
    clause: str = ""
    """The clause that says so, where clauses are written."""
    low: int = 0
    high: int = 1
    choices: tuple[str, ...] = ()

    def value(self, given: object) -> int:
        """The number that stands for a given value in the record. Raises GameError."""
        if self.choices:
            return self._choice(given)
        try:
            number = int(str(given))
        except ValueError:
            number = self.low - 1
        if isinstance(given, float) or not self.low <= number <= self.high:
            expected = f"{self.name} is a whole number from {self.low} to {self.high}"
            raise GameError(cited(f"{expected}, not {given!r}", self.clause))
        return number

    def _choice(self, given: object) -> int:
        if given not in self.choices:
            raise GameError(cited(f"{self.name} is one of {', '.join(self.choices)}, not {given!r}", self.clause))
        return self.choices.index(str(given))

    def shown(self, value: int) -> int | str:
        """The value as people write it."""
        return self.choices[value] if self.choices else value


@dataclass(frozen=True)
class Amounts:
    """A family of actions that differ in an amount of money: ids first..last stand for amounts 1, 2, ..."""

    name: str
    first: int
    last: int

    def amount(self, action: int) -> int:
        """The amount that an action of the family stands for, from 1 on."""
        return action - self.first + 1

    def action(self, amount: int) -> int:
        """The action that stands for an amount from 1 on."""
        return self.first + amount - 1

    def text(self, action: int) -> str:
        """An action of the family as text, `raise 10`."""
        return f"{self.name} {action - self.first + 1}"

    def __contains__(self, action: int) -> bool:
        return self.first <= action <= self.last


@dataclass(frozen=True)
class Picks:
    """A family of actions, ids first..last, each of which stands for cards; no two legal at once for the same cards."""

    first: int
    last: int
    cards: Callable[[Any, int], Iterable[int]]
    """(m, action) -> its cards."""
    of: str = "main"
    """The order whose cards these are."""

    def __contains__(self, action: int) -> bool:
        return self.first <= action <= self.last


@dataclass(frozen=True)
class Outcome:
    """How a match ended: each seat's score, the seats that won, and why it was over."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str

    @classmethod
    def by_score(cls, scores: Iterable[int], reason: str | None) -> Outcome:
        """The highest score wins, equal ones share the win; without a reason the match is not over."""
        found = tuple(map(int, scores))
        winners = tuple(seat for seat, score in enumerate(found) if score == max(found))
        return cls(found, winners, reason or "the match is not over")

    @property
    def who(self) -> str:
        """The winners in a text, `{0}, {1} and {2}`."""
        return named(self.winners)


def named(seats: Iterable[int]) -> str:
    """Seats in a text, `{0}, {1} and {2}`."""
    *most, last = [f"{{{seat}}}" for seat in seats] or [""]
    return f"{', '.join(most)} and {last}" if most else last


class Line(NamedTuple):
    """A line of the story. In `text`, `{2}` stands for the name of seat 2. `weight` 0 is detail, 2 a headline."""

    text: str
    weight: int = 1


R = TypeVar("R", covariant=True)


class Happening(NamedTuple, Generic[R]):
    """A step of a match as one viewer saw it: what was known before and after, and the action where it could be seen.

    `before` and `after` are snapshots of views; R is the class of the game's records, which says what fields they have.
    `seat` is who acted, CHANCE where an order was handed in. `action` is None for an order, and for another seat's
    secret.
    """

    before: R
    seat: int
    action: int | None
    after: R


@kernel
def nothing_to_tell(_m: Record, _row: Row) -> None:
    """No facts beside what every hand has."""


@kernel
def no_lot(_m: Record) -> bool:
    """Every choice is the actor's own."""
    return False


@dataclass(frozen=True, eq=False)
class Hand:
    """What a hand is. Kernels over a record; arena, review, statistics and studies read these and know no game."""

    number: Callable[[Any], int]
    """(m) -> how many hands have begun, the one under way included."""
    ended: Callable[[Any], bool]
    """(m) -> whether a hand has just ended: it counts, and its result lies on the table until the next one begins."""
    payoff: Callable[[Any, int], int]
    """(m, seat) -> what the hand that has just ended brought a seat, in the unit of the match's scores."""
    facts: RecordType = Row
    """A `Row`: what else there is to say of a hand, column by column; by default nothing."""
    tell: Callable[[Any, Any], None] = nothing_to_tell
    """(m, row): write the facts of the hand that has just ended."""
    lot: Callable[[Any], bool] = no_lot
    """(m) -> whether the actor's choice is a mere lot, as a cut of a shuffled deck: the arena draws it."""


def nothing_secret(_action: int) -> bool:
    """Everybody sees every action."""
    return False


def nothing_held(_m: Any) -> int:
    """Nothing that may neither appear nor vanish."""
    return 0


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules: data, and kernels over a record.

    The kernels take one record `m` by reference and change it in place; they trust their arguments.
    """

    version: int
    """Changes only when the outcome of some record would."""
    seats: range
    """How many may play."""
    layout: Layout
    """What the record holds, and who sees it."""
    num_actions: int
    """Ids of actions are from 0 to one less than this."""
    max_ranges: int
    """The most ranges that `legal` writes."""
    max_order: int
    """The most items that `wanted` writes."""
    start: Callable[[Any], None]
    """(m): begin the match, `seats` and options being set and all else zero."""
    legal: Callable[[Any, Any], int]
    """(m, ranges: int32[max_ranges, 2]) -> count. Writes [first, last] of each range of legal actions, ascending."""
    apply: Callable[[Any, int], None]
    """(m, action): play a legal action of seat `m.actor`."""
    wanted: Callable[[Any, Any], int]
    """(m, items: int16[max_order]) -> count. Writes the items to be put in order, ascending."""
    order: Callable[[Any, Any], None]
    """(m, items: int16[count]): take the order that was asked for, top card first."""
    hand: Hand
    """What a hand is."""
    orders: tuple[str, ...] = ("main",)
    """Names of the orders that chance gives; `m.asks` is an index into it."""
    options: tuple[Option, ...] = ()
    """Rules that the table may choose."""
    check: Callable[[Any], None] | None = None
    """(m): refuses, with a GameError, options that do not go together or with the number of seats."""
    secret: Callable[[int], bool] = nothing_secret
    """(action) -> whether other seats see only that an action was taken, not which."""
    amounts: tuple[Amounts, ...] = ()
    """Families of amounts, at the end of the action ids."""
    picks: tuple[Picks, ...] = ()
    """Families of actions that stand for cards: learners may pick them card by card."""
    held: Callable[[Any], int] = nothing_held
    """(m) -> everything that may neither appear nor vanish (money, cards): constant while a match runs."""
    used: Callable[[Any, int], int] | None = None
    """(m, order) -> how many items of the last order of this kind, from the first on, have gone where anything hangs on
    them; those after them may lie in any order for all that has happened. By default, all have."""
    tells: tuple[str, ...] = ()
    """Fields by which, as a clause says, all learn of hidden cards: who leads, since a certain card is in that hand."""

    @property
    def usual_players(self) -> int:
        """How many sit at a table unless somebody says otherwise: 4, or the next number that may play."""
        return min(self.seats, key=lambda many: abs(many - 4))

    @property
    def players(self) -> str:
        """How many play, in words: `2 to 7 players`."""
        fewest, most = self.seats[0], self.seats[-1]
        if fewest == most:
            return f"{most} player{'s' * (most != 1)}"
        return f"{fewest} to {most} players"


@dataclass(frozen=True, eq=False)
class Words:
    """How a game is written and told. A game's functions name the class of its records where here it says `Facts`:
    then a misspelt field is found. `story`, `result` and `hints` are given snapshots of views, the others either."""

    text: Callable[[Facts, int], str]
    """An action as text, written for the actor of a record, or of the actor's view."""
    parse: Callable[[Facts, str], int]
    """The action that a text means for the actor of a record or view. Raises GameError where it means none."""
    refuse: Callable[[Facts, int], IllegalAction]
    """Why the actor of a record or view may not play this action: clause and words."""
    outcome: Callable[[Facts], Outcome]
    """The result so far, final where the match is over."""
    story: Callable[[Happening[Any]], list[Line]]
    """The lines that a step adds to the log of one viewer."""
    result: Callable[[Facts], str]
    """How the hand or the match came out, while it lies on the table; else empty."""
    moment: Callable[[Facts], tuple[int, str]] | None = None
    """Of the hand that has just ended: how much it stands out in its match, and what is told of it where it stands out
    most; by default the most that it brought anybody, and its result."""
    item_codes: Callable[[Facts, int], Sequence[str]] | None = None
    """How the items of an order are written, indexed by item; by default as the deck writes its cards."""
    hints: Callable[[Facts], list[str]] | None = None
    """Advice for the actor of a view, a line each."""
    texts: Callable[[Facts, int, int], Sequence[str]] | None = None
    """What `text` gives of all actions from one to another, for a game in which that is less work than one by one."""
    unit: str = "points"
    """What scores count, in a word for many of them."""
    hand: str = "hand"
    """What it calls a hand: a round, a Sale."""

    def between(self, m: Facts, first: int, last: int) -> Sequence[str]:
        """The texts of all actions from `first` to `last`, for the actor of a record or view."""
        if self.texts is not None:
            return self.texts(m, first, last)
        return [self.text(m, action) for action in range(first, last + 1)]


@dataclass(frozen=True, eq=False)
class Look:
    """What a game looks like beside its scenes. Everything has a default made from the names of its cards."""

    cloth: tuple[str, str] = ("#2f4a44", "#22362f")
    """Colours of the table, from the middle of the cloth to its edge."""
    sample: tuple[str, ...] = ()
    """Codes of a few cards of its first deck, for the lobby."""
    faces: str = ""
    """The module that draws its cards, by its full name: `body(deck, code)`, `back(deck)` and `STYLE`, as SVG."""
    sheet: str = ""
    """The style sheet of its table, a file in the game's folder; its rules are for `[data-look="<id of the game>"]`."""
    seating: Literal["ring", "row", "tricks"] = "ring"
    """What the cloth keeps room for: hands and bets; much before each seat; or a card of each seat in the middle."""


@dataclass(frozen=True, eq=False)
class Table:
    """What lies on the table, as data that pages, terminal and notebook draw."""

    decks: tuple[Deck, ...]
    """All decks that the game may play with, and beside them those of other orders (a deck of trumps to turn)."""
    scene: Callable[[Facts], Scene]
    """(view): the table as everybody sees it."""
    own: Callable[[Facts, list[tuple[int, int]]], Own]
    """(view, ranges): what only its seat sees; `ranges` are its legal actions in its turn, else none."""
    choose: Callable[[Facts], Deck] | None = None
    """The deck that a record plays with, where there is a choice; else the first."""
    look: Look = field(default_factory=Look)
    """Its cloth, its cards' faces, its style sheet."""


@dataclass(frozen=True)
class Together:
    """What several seats are asked in secret, and may answer all at once: nobody's answer hangs on another's.

    Once somebody says what all hear, and more than the mildest, those still to answer are asked again.
    """

    phases: tuple[int, ...]
    """The phases that ask it, in the order in which a seat comes to them."""
    seats: Callable[[Any], Sequence[int]]
    """(m) -> the seats still to be asked, in the order of the rules, the actor first; read from public fields."""
    seconds: float
    """How long everybody has, at a table where people are there."""

    def questions(self, m: Facts) -> list[tuple[int, int]]:
        """(seat, phase) of all that is still asked in a record, in the order of the rules."""
        actor, *rest = self.seats(m)
        left = self.phases[self.phases.index(int(m.phase)) :]
        return [(actor, phase) for phase in left] + [(seat, phase) for seat in rest for phase in self.phases]


def phase_of(m: Any) -> int:
    """The phase of a record."""
    return int(m.phase)


@dataclass(frozen=True, eq=False)
class House:
    """What the room does for this game."""

    folder: Path | None = None
    """The game's folder, with its `rules.md` and its style sheet."""
    clauses: tuple[str, ...] = ()
    """The letters with which the ids of its clauses begin, `LH` for `LH-13`."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """Its bots, the one that tables offer first: by name, where the policy is, as `package.module:function`."""
    retired: Mapping[str, str] = field(default_factory=dict)
    """Bots of earlier days, in the same way: to be measured against, and offered at no table."""
    place: int = 1000
    """Where it stands in the lobby, among the games of its package: lower first."""
    mild: tuple[int, ...] = ()
    """Actions from mild to grave, to be played for somebody whose time is up; by default the first legal one."""
    quiet: str = ""
    """The clause by which talk gives the game away: then quick phrases only, unless the host opens the chat."""
    brisk: frozenset[int] = frozenset()
    """Phases in which a bot's choice waits for nobody's thought: there bots answer faster than elsewhere."""
    together: tuple[Together, ...] = ()
    """What is asked of several seats at once, so that no time tells who had a choice."""
    obvious: frozenset[int] = frozenset()
    """Phases in which all see whether the actor has a choice: there the room plays the only action for anybody."""
    kind: Callable[[Any], int] = phase_of
    """(m) -> a number for the kind of turn, from public fields: turns of one kind take people alike long."""
    out: Callable[[Any, int], bool] | None = None
    """(m, seat) -> whether a seat plays no more in this match, from public fields."""
    broke: Callable[[Any, int], bool] | None = None
    """(m, seat) -> whether a seat of a match that is over has nothing left to play for."""
    by_clock: Callable[[Any, float], int | None] | None = None
    """(m, minutes since the match began) -> what is true where the actor is asked about an agreed time; else None."""

    @cached_property
    def groups(self) -> dict[int, Together]:
        """By phase, what is asked of several seats at once there."""
        return {phase: group for group in reversed(self.together) for phase in group.phases}


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its rules as kernels over a record, and how it is written, told, shown and hosted."""

    id: str
    """What commands and packages call it, in small letters."""
    name: str
    """What people call it."""
    blurb: str
    """One sentence for the lobby."""
    rules: Rules
    """The kernels, and what they are about."""
    words: Words
    """How it is written and told."""
    table: Table
    """What lies on the table."""
    house: House = field(default_factory=House)
    """What the room does."""
    minds: Minds | None = None
    """What its strong bots are made of, where it has some."""
    worth: Worth | None = None
    """What its hands are worth on their own, where hands are compared."""
    outlook: Outlook | None = None
    """What its hands are good for, where hands are played out."""
    luck: Luck | None = None
    """What is luck in it beside play, where the arena is to take that out of its gains."""
    _engines: dict[str, Engine] = field(default_factory=dict, repr=False)
    """Shared by games that have the same kernels."""

    def new(self, seats: int, options: Mapping[str, object] | None = None) -> Records:
        """A fresh match as an array of one record. Raises GameError for bad seats or options."""
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.rules.seats:
            raise GameError(f"{self.name} is for {self.rules.players}, not {seats!r}")
        match = self.rules.layout.empty()
        match["seats"] = seats
        for name, value in self.settings(options or {}).items():
            match[name] = value
        if self.rules.check:
            self.rules.check(match[0])
        self.rules.start(match[0])
        return match

    def settings(self, options: Mapping[str, object]) -> dict[str, int]:
        """Every option's number, defaults filled in. Raises GameError for an unknown name or value."""
        known = {option.name: option for option in self.rules.options}
        for name in options:
            if name not in known:
                raise GameError(f"{self.name} has no option {name!r}; it has {', '.join(known) or 'none'}")
        return {name: option.value(options.get(name, option.default)) for name, option in known.items()}

    @property
    def engine(self) -> Engine:
        """The entry points over arrays of records: compiled ones once `compile` has run, until then plain Python."""
        return self._engines.get("compiled") or self.plain

    @property
    def plain(self) -> Engine:
        """The entry points as plain Python."""
        if "plain" not in self._engines:
            self._engines["plain"] = Engine(self, compiled=False)
        return self._engines["plain"]

    def compile(self) -> Engine:
        """Load the compiled entry points, compiling what no earlier process has. Seconds at most, once a machine."""
        if "compiled" not in self._engines:
            engine = Engine(self, compiled=True)
            engine.warm()
            self._engines["compiled"] = engine
        return self._engines["compiled"]

    @cached_property
    def mind(self) -> Mind:
        """The minds as entry points. Raises GameError for a game without."""
        from .minds.mind import Mind

        if self.minds is None:
            raise GameError(f"{self.name} has no minds")
        return Mind(self, self.minds)

    def view(self, match: Records, seat: int = ONLOOKER) -> Records:
        """What a seat, or the ONLOOKER, may know: an array of one record."""
        return self.rules.layout.view(match, seat)

    def legal_ranges(self, match: Records) -> list[tuple[int, int]]:
        """The legal actions of the actor as ascending (first, last) pairs; also from the actor's own view."""
        return self.engine.legal_ranges(match) if match["actor"][0] >= 0 else []

    def over(self, match: Records) -> bool:
        """Whether a match, an array of one record, has ended."""
        return int(match["actor"][0]) == OVER

    def item_codes(self, m: Facts, order: int) -> Sequence[str]:
        """How the items of an order are written, indexed by item."""
        return self.words.item_codes(m, order) if self.words.item_codes else self.deck(m).codes

    def deck(self, m: Facts) -> Deck:
        """The deck that a record plays with."""
        return self.table.choose(m) if self.table.choose else self.table.decks[0]
