"""Definition of a game: its rules, hands, words, table and server settings; and the errors that refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from ..core.error_pickling import Portable
from ..core.kernel_compiler import kernel
from ..core.layout_and_views import ONLOOKER, OVER, Facts, Layout, Record, Records, RecordType, Row
from ..messages import Argument, Message, Text, add_folder, join, say
from .array_rules_engine import Engine
from .hand_study_interfaces import Rollouts, Worth
from .picklable_game_parts import GamePart
from .policies.policy_spec import CompiledPolicies, PolicySpec
from .table_scene import Scene, SeatScene

if TYPE_CHECKING:
    from ..cards import Deck
    from .luck_spec import Luck


UNIT = say("unit-points")
"""Plural of the unit of scores in games without a word of their own."""
HAND = say("word-hand")


class GameError(Portable, ValueError):
    """An invalid game, option, action or order. Its text says what was expected."""

    def __init__(self, text: Text, clause: str = "") -> None:
        super().__init__(cited(text, clause))
        self.text = text
        """The text without its clause, for people."""


def cited(text: Text, clause: str) -> str:
    """Write a text in English, with its clause if there is one."""
    return f"{text} ({clause})" if clause else str(text)


class IllegalAction(GameError):
    """An action that the rules forbid. `clause` is the id of the clause, empty if none is written."""

    def __init__(self, clause: str, text: Text) -> None:
        super().__init__(text, clause)
        self.clause = clause


@dataclass(frozen=True)
class Option:
    """An option of the rules: a whole number from `low` to `high`, or one of `choices` by name."""

    name: str
    default: int | str
    text: Text
    """Its name for people, a message with the attributes `help` and `value`; or its meaning as plain text."""
    clause: str = ""
    """Clause of the option, if clauses are written."""
    low: int = 0
    high: int = 1
    choices: tuple[str, ...] = ()
    since: int = 1
    """Version of the rules that introduced it; its number is 0 in earlier ones."""

    def value(self, given: object) -> int:
        """Return the number of a given value in the record. Raises GameError."""
        if self.choices:
            return self._choice(given)
        try:
            number = int(str(given))
        except ValueError:
            number = self.low - 1
        if isinstance(given, float) or not self.low <= number <= self.high:
            limits: dict[str, Argument] = {"low": self.low, "high": self.high}
            raise GameError(say("option-number", option=self.name, given=repr(given), **limits), self.clause)
        return number

    def _choice(self, given: object) -> int:
        if given not in self.choices:
            choices = join(self.choices, "or")
            raise GameError(say("option-choice", option=self.name, choices=choices, given=repr(given)), self.clause)
        return self.choices.index(str(given))

    def shown(self, value: int) -> int | str:
        """Return the value as it is written in a record or a form."""
        return self.choices[value] if self.choices else value

    @property
    def label(self) -> Text:
        """Name for people."""
        return self.text if isinstance(self.text, Message) else self.name.replace("_", " ").capitalize()

    @property
    def help(self) -> Text:
        """Meaning, for the form that opens a table."""
        return Message(f"{self.text.id}.help") if isinstance(self.text, Message) else self.text

    def describe(self, value: int | str) -> Text:
        """Return a value as a phrase: `drawn by lot` for -1."""
        return say(f"{self.text.id}.value", value=value) if isinstance(self.text, Message) else str(value)


@dataclass(frozen=True)
class Amounts:
    """A family of actions that differ in an amount of money: ids first..last are amounts 1, 2, ..."""

    name: str
    first: int
    last: int

    def amount(self, action: int) -> int:
        """Return the amount of an action, from 1 on."""
        return action - self.first + 1

    def action(self, amount: int) -> int:
        """Return the action of an amount, from 1 on."""
        return self.first + amount - 1

    def text(self, action: int) -> str:
        """Write an action of the family as text, `raise 10`."""
        return f"{self.name} {action - self.first + 1}"

    def __contains__(self, action: int) -> bool:
        return self.first <= action <= self.last


@dataclass(frozen=True)
class Picks:
    """A family of actions, ids first..last, each for some cards. No two legal ones have equal cards."""

    first: int
    last: int
    cards: Callable[[Any, int], Iterable[int]]
    """(m, action) -> its cards."""
    of: str = "main"
    """Order of the cards."""

    def __contains__(self, action: int) -> bool:
        return self.first <= action <= self.last


@dataclass(frozen=True)
class Outcome:
    """Outcome of a match: each seat's score, the winners, and the reason for its end."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    """Reason as records write it, in one language for good."""
    why: Text = ""
    """Reason for people, a message; empty if it is the same text."""

    @classmethod
    def by_score(cls, scores: Iterable[int], reason: str | None, why: Text = "") -> Outcome:
        """Make the outcome in which the highest score wins and ties share. Without a reason the match is not over."""
        found = tuple(map(int, scores))
        winners = tuple(seat for seat, score in enumerate(found) if score == max(found))
        return cls(found, winners, reason or "the match is not over", why)

    @property
    def text(self) -> Text:
        """The reason for people."""
        return self.why or self.reason

    @property
    def recorded(self) -> dict[str, Any]:
        """The outcome as records write it."""
        return {"scores": self.scores, "winners": self.winners, "reason": self.reason}

    @property
    def who(self) -> str:
        """The winners in a text, `{0}, {1} and {2}`."""
        return named(self.winners)


def named(seats: Iterable[int]) -> str:
    """Write seats in a text, `{0}, {1} and {2}`."""
    *most, last = [f"{{{seat}}}" for seat in seats] or [""]
    return f"{', '.join(most)} and {last}" if most else last


class Line(NamedTuple):
    """A line of the story. `weight` 0 is detail, 2 a headline."""

    text: Text
    weight: int = 1


R = TypeVar("R", covariant=True)


class ObservedStep(NamedTuple, Generic[R]):
    """A step of a match as one viewer saw it: the views before and after, and the action if it was visible.

    `before` and `after` are snapshots of views. R is the class of the game's records, which declares their fields.
    `seat` is the actor, or CHANCE for an order. `action` is None for an order, and for another seat's secret action.
    """

    before: R
    seat: int
    action: int | None
    after: R


@kernel
def nothing_to_tell(_m: Record, _row: Row) -> None:
    """Write no facts beside those of every hand."""


@kernel
def no_lot(_m: Record) -> bool:
    """Return False: every choice is the actor's own."""
    return False


@dataclass(frozen=True, eq=False)
class Hand:
    """Definition of a hand by kernels over a record. Arena, review, statistics and studies use only these."""

    number: Callable[[Any], int]
    """(m) -> number of hands that have begun, the current one included."""
    ended: Callable[[Any], bool]
    """(m) -> True if a hand has just ended: it counts, and the table shows its result until the next one begins."""
    payoff: Callable[[Any, int], int]
    """(m, seat) -> a seat's result of the hand that has just ended, in the unit of the match's scores."""
    facts: RecordType = Row
    """Class of a `Row` with further facts of a hand, column by column; none by default."""
    write_facts: Callable[[Any, Any], None] = nothing_to_tell
    """(m, row): write the facts of the hand that has just ended."""
    random_pick: Callable[[Any], bool] = no_lot
    """(m) -> True if the actor's choice is a mere lot, as a cut of a shuffled deck: the arena draws it."""


@dataclass(frozen=True, eq=False)
class LateShow:
    """Kernels to show a mucked hand out of turn, before the next deal."""

    allowed: Callable[[Any, int], bool]
    """(m, seat) -> True if the seat may still show its hand; also from its own view."""
    show: Callable[[Any, int], None]
    """(m, seat): turn the hand face up."""
    text: Callable[[Facts, int], Text]
    """(m, seat) -> message about a hand that is face up; plain text follows the seat's name: `shows: High Card`."""
    clause: str = ""
    """Clause that allows it."""


def nothing_secret(_action: int) -> bool:
    """Return False: everybody sees every action."""
    return False


def nothing_held(_m: Any) -> int:
    """Return 0: nothing is conserved."""
    return 0


@dataclass(frozen=True, eq=False)
class Rules(GamePart):
    """Rules of a game: data, and kernels over a record.

    The kernels take one record `m` by reference and change it in place; they do not check their arguments.
    """

    version: int
    """Version; it changes only when the outcome of some record would, or the meaning of a stored field."""
    seats: range
    """Numbers of players allowed."""
    layout: Layout
    """Fields of the record and their visibility."""
    num_actions: int
    """Number of action ids, which start at 0."""
    max_ranges: int
    """Largest number of ranges that `legal` writes."""
    max_order: int
    """Largest number of items that `chance_items` writes."""
    start: Callable[[Any], None]
    """(m): begin the match; `seats` and options are set, all else is zero."""
    legal: Callable[[Any, Any], int]
    """(m, ranges: int32[max_ranges, 2]) -> count. Writes [first, last] of each range of legal actions, ascending."""
    apply: Callable[[Any, int], None]
    """(m, action): play a legal action of seat `m.actor`."""
    chance_items: Callable[[Any, Any], int]
    """(m, items: int16[max_order]) -> count. Writes the items to be put in order, ascending."""
    chance_order: Callable[[Any, Any], None]
    """(m, items: int16[count]): take the order that was asked for, top card first."""
    hand: Hand
    """Definition of a hand."""
    orders: tuple[str, ...] = ("main",)
    """Names of the orders that chance gives; `m.asks` is an index into it."""
    options: tuple[Option, ...] = ()
    """Options that the table may choose."""
    check: Callable[[Any], None] | None = None
    """(m): refuse, with a GameError, options that conflict with each other or with the number of seats."""
    secret: Callable[[int], bool] = nothing_secret
    """(action) -> True if other seats see only that an action was taken, not which."""
    amounts: tuple[Amounts, ...] = ()
    """Families of amounts, at the end of the action ids."""
    picks: tuple[Picks, ...] = ()
    """Families of actions that stand for cards: learners may pick them card by card."""
    conserved: Callable[[Any], int] = nothing_held
    """(m) -> amount of everything that is conserved (money, cards): constant while a match runs."""
    items_used: Callable[[Any, int], int] | None = None
    """(m, order) -> number of items of the last order of this kind, from the first on, that have influenced the match.
    The order of the later ones does not matter yet. By default all are used."""
    revealing_fields: tuple[str, ...] = ()
    """Fields by which, as a clause says, all learn of hidden cards: a certain card decides who leads."""
    late_show: LateShow | None = None
    """Showing a beaten hand between two hands, if the game has that."""
    earlier_versions: tuple[int, ...] = ()
    """Earlier versions that are still supported, for old records and tables.

    The record then has a field `version`, the version of its rules."""

    @property
    def versions(self) -> tuple[int, ...]:
        """All supported versions, the newest last."""
        return tuple(sorted((*self.earlier_versions, self.version)))

    def at_version(self, version: int) -> Rules:
        """Return the rules in an earlier version: without the options that came later."""
        options = tuple(option for option in self.options if option.since <= version)
        others = tuple(one for one in self.versions if one != version)
        return replace(self, version=version, earlier_versions=others, options=options)

    @property
    def usual_players(self) -> int:
        """Default number of players at a table: 4, or the nearest allowed number."""
        return min(self.seats, key=lambda many: abs(many - 4))

    @property
    def players(self) -> str:
        """Number of players in words: `2 to 7 players`."""
        fewest, most = self.seats[0], self.seats[-1]
        if fewest == most:
            return f"{most} player{'s' * (most != 1)}"
        return f"{fewest} to {most} players"


@dataclass(frozen=True, eq=False)
class Words(GamePart):
    """Texts of a game. Its functions declare their own record class in place of `Facts`, so that the type checker finds
    misspelt fields. `story`, `result`, `hints` and `reasons` get snapshots of views, the others records or views."""

    text: Callable[[Facts, int], str]
    """Text of an action, for the actor of a record or of the actor's view."""
    parse: Callable[[Facts, str], int]
    """Action that a text means for the actor of a record or view. Raises GameError if it means none."""
    refuse: Callable[[Facts, int], IllegalAction]
    """Refusal of an action that the actor of a record or view may not play: clause and words."""
    outcome: Callable[[Facts], Outcome]
    """Result so far, final if the match is over."""
    story: Callable[[ObservedStep[Any]], list[Line]]
    """Lines that a step adds to the log of one viewer."""
    result: Callable[[Facts], Text]
    """Result of the hand or match while the table shows it, otherwise an empty text."""
    highlight: Callable[[Facts], tuple[int, Text]] | None = None
    """Rating of how much the finished hand stands out, and a text; by default, the largest gain and the result."""
    item_codes: Callable[[Facts, int], Sequence[str]] | None = None
    """Codes of the items of an order, indexed by item; by default those of the deck."""
    hints: Callable[[Facts], list[Text]] | None = None
    """Advice for the actor of a view, one line each."""
    reasons: Callable[[Facts, int, int], list[Text]] | None = None
    """(view, action, best): facts that speak for the best choice and against the action made, one line each, for a
    review; by default the first two lines of `hints`."""
    texts: Callable[[Facts, int, int], Sequence[str]] | None = None
    """Texts of all actions of a range, for games in which that is faster than one by one."""
    unit: Text = UNIT
    """Plural of the unit of scores."""
    hand: Text = HAND
    """Name of a hand in this game: a round, a Sale."""

    def between(self, m: Facts, first: int, last: int) -> Sequence[str]:
        """Return the texts of all actions from `first` to `last`, for the actor of a record or view."""
        if self.texts is not None:
            return self.texts(m, first, last)
        return [self.text(m, action) for action in range(first, last + 1)]


@dataclass(frozen=True, eq=False)
class Look:
    """Visual design of a game beside its scenes. Everything has a default made from the names of its cards."""

    cloth: tuple[str, str] = ("#2f4a44", "#22362f")
    """Colours of the table, from the middle of the cloth to its edge."""
    sample: tuple[str, ...] = ()
    """Codes of a few cards of its first deck, for the lobby."""
    faces: str = ""
    """Full name of the module that draws its cards: `body(deck, code)`, `back(deck)` and `STYLE`, as SVG."""
    sheet: str = ""
    """Style sheet of its table, a file in the game's folder; its rules are for `[data-look="<id of the game>"]`."""
    seating: Literal["ring", "row", "tricks"] = "ring"
    """Layout of the cloth: room for hands and bets; for much before each seat; or for a card of each seat in the
    middle."""


@dataclass(frozen=True, eq=False)
class Table(GamePart):
    """Contents of the table, as data that pages, terminal and notebook draw."""

    decks: tuple[Deck, ...]
    """All decks of the game, with those of other orders (a deck of trumps to turn)."""
    scene: Callable[[Facts], Scene]
    """(view): the public scene."""
    own: Callable[[Facts, list[tuple[int, int]]], SeatScene]
    """(view, ranges): the private part of a scene; `ranges` are the seat's legal actions in its turn, else empty."""
    choose_deck: Callable[[Facts], Deck] | None = None
    """Deck of a record, if there is a choice; otherwise it is the first."""
    look: Look = field(default_factory=Look)
    """Its cloth, its cards' faces, its style sheet."""


@dataclass(frozen=True)
class Simultaneous:
    """Simultaneous questions: several seats answer in secret and in any order, since answers do not affect each other.

    Once a seat says aloud more than the mildest, those still to answer are asked again.
    """

    phases: tuple[int, ...]
    """Phases of the question, in the order in which a seat comes to them."""
    seats: Callable[[Any], Sequence[int]]
    """(m) -> seats still to be asked, in the order of the rules, the actor first; read from public fields."""
    seconds: float = 0.0
    """Time limit for everybody in seconds, at a table with people."""
    secret: bool = True
    """False if nobody may learn anything from an answer's time: then the answers count once all people have given
    theirs, within the time of a decision, and everybody sees who is awaited."""

    def questions(self, m: Facts) -> list[tuple[int, int]]:
        """Return (seat, phase) of all open questions in a record, in the order of the rules."""
        actor, *rest = self.seats(m)
        left = self.phases[self.phases.index(int(m.phase)) :]
        return [(actor, phase) for phase in left] + [(seat, phase) for seat in rest for phase in self.phases]


def phase_of(m: Any) -> int:
    """Return the phase of a record."""
    return int(m.phase)


@dataclass(frozen=True, eq=False)
class Services(GamePart):
    """Server settings of a game."""

    folder: Path | None = None
    """Folder of the game, with its `rules.md` and its style sheet."""
    clauses: tuple[str, ...] = ()
    """Prefixes of its clause ids, `LH` for `LH-13`."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """Its bots, the default one first: name -> policy, as `package.module:function`."""
    retired_bots: Mapping[str, str] = field(default_factory=dict)
    """Bots of earlier versions, likewise: kept for comparison, offered at no table."""
    lobby_place: int = 1000
    """Position in the lobby among the games of its package: lower first."""
    timeout_actions: tuple[int, ...] = ()
    """Actions from mild to grave, one of which is played at a timeout; by default the first legal action."""
    silence_clause: str = ""
    """Clause against talk about hands: people are reminded once a match; rated tables have quick phrases only."""
    instant_phases: frozenset[int] = frozenset()
    """Phases in which a bot needs no thinking time, so that it answers faster."""
    quick_actions: tuple[int, ...] = ()
    """Public actions by which a seat gives up or passes: bots play them after a short pause."""
    short_match: Mapping[str, object] = field(default_factory=dict)
    """Options of a short match, which the lobby offers to newcomers; none if the default is short."""
    like: str = ""
    """Family of games that people know, as in "like poker": the lobby groups games by it."""
    minutes: int = 0
    """Length of a short match against bots; 0 if nobody has measured it."""
    difficulty: int = 0
    """1 for easy, 2 for medium, 3 for hard to learn; 0 if nobody has said."""
    simultaneous: tuple[Simultaneous, ...] = ()
    """Questions to several seats together, so that answer times do not reveal who had a choice."""
    forced_phases: frozenset[int] = frozenset()
    """Phases in which all see whether the actor has a choice: there the server plays an only action for the actor."""
    turn_kind: Callable[[Any], int] = phase_of
    """(m) -> number for the kind of turn, from public fields: people need similar time for turns of one kind."""
    is_out: Callable[[Any, int], bool] | None = None
    """(m, seat) -> True if a seat plays no more in this match, from public fields."""
    is_broke: Callable[[Any, int], bool] | None = None
    """(m, seat) -> True if a seat of a finished match has nothing left to play for."""
    by_clock: Callable[[Any, float], int | None] | None = None
    """(m, minutes since the match began) -> the true answer if the actor is asked about an agreed time; else None."""

    @cached_property
    def simultaneous_by_phase(self) -> dict[int, Simultaneous]:
        """Simultaneous questions by phase."""
        return {phase: group for group in reversed(self.simultaneous) for phase in group.phases}


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its rules as kernels over a record, its texts, table and server settings."""

    id: str
    """Id in commands and packages, in small letters."""
    name: str
    """Name for people."""
    blurb: Text
    """One sentence for the lobby."""
    rules: Rules
    """Kernels and their data."""
    words: Words
    """Texts of the game."""
    table: Table
    """Contents of the table."""
    services: Services = field(default_factory=Services)
    """Server settings."""
    policies: PolicySpec | None = None
    """Policies of its strong bots, if it has some."""
    worth: Worth | None = None
    """Worth of its hands on their own, if hands can be compared."""
    rollouts: Rollouts | None = None
    """Rollouts of its hands, if they are played out."""
    luck: Luck | None = None
    """Luck beside play, if the arena is to subtract it from gains."""
    bind_policies: ClassVar[Callable[[Game, PolicySpec], CompiledPolicies]]
    """Constructor of compiled policies; `policies/compiled_policy.py` sets it."""
    pickle: ClassVar[Callable[[Game], tuple[Any, ...]]]
    """Pickle a game by its id in the registry; `game_registry.py` sets it."""
    _engines: dict[str, Engine] = field(default_factory=dict, repr=False)
    """Engines, shared by games with equal kernels."""
    _versions: dict[int, Game] = field(default_factory=dict, repr=False, init=False)
    """Games by version of the rules, cached. A game made from another by `replace` has versions of its own."""

    def __post_init__(self) -> None:
        """Make the messages in the game's folder known."""
        if isinstance(self.services.folder, Path):
            add_folder(self.services.folder / "messages")

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.pickle(self)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, _: object) -> Game:
        return self

    def at_version(self, version: int) -> Game:
        """Return the game with a version of its rules. Raises GameError for an unsupported one."""
        self._versions.setdefault(self.rules.version, self)
        if version not in self.rules.versions:
            raise GameError(f"version {version} of the rules of {self.name}, and known here {self.known_versions}")
        if version not in self._versions:
            self._versions[version] = earlier = replace(self, rules=self.rules.at_version(version))
            object.__setattr__(earlier, "_versions", self._versions)
        return self._versions[version]

    @property
    def known_versions(self) -> str:
        """Supported versions of the rules, as the end of a sentence: `are versions 1 and 2`."""
        *most, last = map(str, self.rules.versions)
        return f"are versions {', '.join(most)} and {last}" if most else f"is version {last}"

    def new(self, seats: int, options: Mapping[str, object] | None = None) -> Records:
        """Begin a match as array[1]. Raises GameError for bad seats or options."""
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.rules.seats:
            raise GameError(f"{self.name} is for {self.rules.players}, not {seats!r}")
        match = self.rules.layout.empty()
        match["seats"] = seats
        if self.rules.earlier_versions:
            match["version"] = self.rules.version
        for name, value in self.settings(options or {}).items():
            match[name] = value
        if self.rules.check:
            self.rules.check(match[0])
        self.rules.start(match[0])
        return match

    def settings(self, options: Mapping[str, object]) -> dict[str, int]:
        """Return every option's number, with defaults. Raises GameError for an unknown name or value."""
        known = {option.name: option for option in self.rules.options}
        for name in options:
            if name not in known:
                raise GameError(f"{self.name} has no option {name!r}; it has {', '.join(known) or 'none'}")
        return {name: option.value(options.get(name, option.default)) for name, option in known.items()}

    @property
    def engine(self) -> Engine:
        """Entry points over arrays of records: compiled once `compile` has run, until then plain Python."""
        return self._engines.get("compiled") or self.plain

    @property
    def plain(self) -> Engine:
        """Entry points as plain Python."""
        if "plain" not in self._engines:
            self._engines["plain"] = Engine(self, compiled=False)
        return self._engines["plain"]

    @property
    def is_compiled(self) -> bool:
        """True if this process plays by the compiled rules."""
        return "compiled" in self._engines

    def compile(self) -> Engine:
        """Load the compiled entry points from the cache, or compile them, which takes seconds once per machine."""
        if "compiled" not in self._engines:
            engine = Engine(self, compiled=True)
            engine.warm()
            self._engines["compiled"] = engine
        return self._engines["compiled"]

    @cached_property
    def compiled_policies(self) -> CompiledPolicies:
        """Compiled policies. Raises GameError for a game without."""
        newest = self._versions.get(self.rules.versions[-1], self)
        if newest is not self:
            return newest.compiled_policies
        if self.policies is None:
            raise GameError(f"{self.name} has no policies")
        return Game.bind_policies(self, self.policies)

    def view(self, match: Records, seat: int = ONLOOKER) -> Records:
        """Return the view of a seat, or of the ONLOOKER, as array[1]."""
        return self.rules.layout.view(match, seat)

    def legal_ranges(self, match: Records) -> list[tuple[int, int]]:
        """Return the legal actions of the actor as ascending (first, last) pairs; also from the actor's own view."""
        return self.engine.legal_ranges(match) if match["actor"][0] >= 0 else []

    def over(self, match: Records) -> bool:
        """Return True if a match, array[1], has ended."""
        return int(match["actor"][0]) == OVER

    def item_codes(self, m: Facts, order: int) -> Sequence[str]:
        """Return the codes of the items of an order, indexed by item."""
        return self.words.item_codes(m, order) if self.words.item_codes else self.deck(m).codes

    def deck(self, m: Facts) -> Deck:
        """Return the deck of a record."""
        return self.table.choose_deck(m) if self.table.choose_deck else self.table.decks[0]
