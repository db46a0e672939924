"""What every game offers, and the errors that refuse what its rules do not allow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .engine import Engine
from .record import ONLOOKER, OVER, Facts, Layout, Plain, Record, Records
from .scene import Scene

if TYPE_CHECKING:
    from ..cards import Deck


class GameError(ValueError):
    """Something that is no game, option, action or order; the message says what was expected."""


class IllegalAction(GameError):
    """An action that the rules forbid. `clause` is the id of the clause that does."""

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(f"{message} ({clause})")
        self.clause = clause


@dataclass(frozen=True)
class Option:
    """A rule that the table may choose: a whole number from `low` to `high`, or one of `choices` by name."""

    name: str
    default: int | str
    text: str
    """What the option means, for the form that opens a table."""
    clause: str
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
            raise GameError(f"{expected}, not {given!r} ({self.clause})")
        return number

    def _choice(self, given: object) -> int:
        if given not in self.choices:
            raise GameError(f"{self.name} is one of {', '.join(self.choices)}, not {given!r} ({self.clause})")
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
        return action - self.first + 1

    def action(self, amount: int) -> int:
        return self.first + amount - 1

    def __contains__(self, action: int) -> bool:
        return self.first <= action <= self.last


@dataclass(frozen=True)
class Outcome:
    """How a match ended: each seat's score, the seats that won, and why it was over."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class Line(NamedTuple):
    """A line of the story. In `text`, `{2}` stands for the name of seat 2. `weight` 0 is detail, 2 a headline."""

    text: str
    weight: int = 1


class Event(NamedTuple):
    """A step of a match as one viewer saw it: what was known before and after, and the action where it could be seen.

    `seat` is who acted, CHANCE where an order was handed in. `action` is None for an order, and for another seat's
    secret.
    """

    before: Plain
    seat: int
    action: int | None
    after: Plain


@dataclass(frozen=True)
class Game:
    """One game: its data, its rules as kernels over a record, and how it is written, told and shown.

    The kernels take one record `m` by reference and change it in place; they trust their arguments. Words are made of
    `Facts`, a record or its snapshot; what is shown to people, of the snapshot of a view.
    """

    id: str
    name: str
    version: int
    """Changes only when the outcome of some record would."""
    blurb: str
    """One sentence for the lobby."""
    seats: range
    layout: Layout
    options: tuple[Option, ...]
    deck: Callable[[Facts], Deck]
    """The deck that a record plays with."""
    orders: tuple[str, ...]
    """Names of the orders that chance gives; `m.asks` is an index into it."""
    num_actions: int
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

    secret: Callable[[int], bool]
    """Whether other seats see only that an action was taken, not which."""
    text: Callable[[Facts, int], str]
    """An action as text, written for the actor of a record, or of the actor's view."""
    parse: Callable[[Facts, str], int]
    """The action that a text means for the actor of a record or view. Raises GameError where it means none."""
    item_codes: Callable[[Facts, int], Sequence[str]]
    """How the items of an order are written, indexed by item."""
    refuse: Callable[[Facts, int], IllegalAction]
    """Why the actor of a record or view may not play this action: clause and words."""
    outcome: Callable[[Facts], Outcome]
    """The result so far, final where the match is over."""
    story: Callable[[Event], list[Line]]
    scene: Callable[[Plain], Scene]
    """(view): the table as everybody sees it."""
    own: Callable[[Plain, Scene, list[tuple[int, int]]], Scene]
    """(view, scene, ranges): what a seat sees beside; `ranges` are its legal actions in its turn."""
    result: Callable[[Plain], str]
    """How the hand or the match came out, while it lies on the table; else empty."""
    held: Callable[[Record], int]
    """Everything a match holds that may neither appear nor vanish (money, cards): constant while it runs."""

    amounts: tuple[Amounts, ...] = ()
    """Families of amounts, at the end of the action ids."""
    check: Callable[[Record], None] | None = None
    """Refuses, with a GameError, options that do not go together or with the number of seats."""
    by_clock: Callable[[Record, float], int | None] | None = None
    """(m, minutes since the match began) -> what is true where the actor is asked about an agreed time; else None."""
    hints: Callable[[Plain], list[str]] | None = None
    """Advice for the actor of a view, a line each."""
    quiet: bool = False
    """Whether talk at the table gives the game away: quick phrases only, unless the host opens the chat (TN-94)."""
    brisk: frozenset[int] = frozenset()
    """Phases that ask everybody what hardly ever happens: there the room lets its bots answer faster than elsewhere."""
    _engines: dict[str, Engine] = field(default_factory=dict, repr=False)

    def new(self, seats: int, options: Mapping[str, object] | None = None) -> Records:
        """A fresh match as an array of one record. Raises GameError for bad seats or options."""
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            raise GameError(f"{self.name} is for {low} to {high} players, not {seats!r}")
        match = self.layout.empty()
        match["seats"] = seats
        for name, value in self.settings(options or {}).items():
            match[name] = value
        if self.check:
            self.check(match[0])
        self.start(match[0])
        return match

    def settings(self, options: Mapping[str, object]) -> dict[str, int]:
        """Every option's number, defaults filled in. Raises GameError for an unknown name or value."""
        known = {option.name: option for option in self.options}
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

    def view(self, match: Records, seat: int = ONLOOKER) -> Records:
        """What a seat, or the ONLOOKER, may know: an array of one record."""
        return self.layout.view(match, seat)

    def legal_ranges(self, match: Records) -> list[tuple[int, int]]:
        """The legal actions of the actor as ascending (first, last) pairs; also from the actor's own view."""
        if match["actor"][0] < 0:
            return []
        ranges = np.empty((self.max_ranges, 2), np.int32)
        count = self.engine.legal(match, 0, ranges)
        return [(first, last) for first, last in ranges[:count].tolist()]

    def over(self, match: Records) -> bool:
        return int(match["actor"][0]) == OVER
