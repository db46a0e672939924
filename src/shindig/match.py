"""Python interface to a match: play actions, look at views, list legal actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from shindig.core.caches import cached

from .core.kernel_compiler import get_quickest
from .core.layout_and_views import CHANCE, ONLOOKER, OVER, Common, Items, OwnError, Plain, Records, copy_records
from .core.lazy_property import once
from .core.seeded_chance import name_key, seed_key, shuffle_by_key
from .finished_hands import FinishedHand, find_finished_hand
from .gamekit import Game, GameError, game
from .gamekit.game_spec import Line, ObservedStep, Outcome
from .gamekit.table_scene import Scene, SeatScene
from .messages import Text, say
from .observations import Budget, HandStep, HandSteps, Observations, get_known

NO_LATE_SHOW = say("refuse-show")


class NotYourTurn(GameError):
    """Error: an action of a seat whose turn it is not."""


@dataclass(frozen=True)
class Order:
    """An order of cards, seats or numbers that chance gave: `items` as texts, the top one first."""

    of: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class Move:
    """An action of a seat, as a number and as text."""

    seat: int
    action: int
    do: str


Step = Order | Move
Chance = Callable[[str, Items], Sequence[int] | Items]
"""Source of chance: (name of the order, items in ascending order) -> the items in the order drawn."""


def fair(seed: int | None = None, match: int = 0) -> Chance:
    """Return a chance that shuffles uniformly, keyed for each order by seed, match, name and count.

    The n-th order of a name does not depend on the actions before it (core/seeded_chance.py).
    """
    return KeyedChance(make_seed_key(seed), match)


class KeyedChance:
    """The chance of one match of a seed. It counts the orders that it gave, by name."""

    def __init__(self, key: tuple[int, int], match: int) -> None:
        self._key, self._match, self._given = key, match, Counter[str]()

    def __call__(self, of: str, items: Items) -> Items:
        ordered = items.copy()
        get_quickest(shuffle_by_key)(ordered, len(ordered), name_key(of), self._given[of], self._match, *self._key)
        self._given[of] += 1
        return ordered


def make_seed_key(seed: int | None) -> tuple[int, int]:
    """Return the key of a seed, or a random key for None. Raises GameError for a bad seed."""
    if seed is not None and (not isinstance(seed, (int, np.integer)) or seed < 0):
        raise GameError(f"a seed is a whole number from 0, not {seed!r}")
    return seed_key(seed)


class Legal(Sequence[str]):
    """Legal actions of a turn as texts, made on demand. `in` accepts texts and ints."""

    def __init__(self, game: Game, match: Records, asked: bool) -> None:
        """List the legal actions if `asked` is true; otherwise there are none."""
        self._game, self._match = game, match
        self.ranges: list[tuple[int, int]] = game.engine.legal_ranges(match) if asked else []
        """The legal actions as ascending pairs (first, last)."""

    @once
    def _facts(self) -> Plain:
        return self._game.rules.layout.to_plain(self._match)

    @property
    def actions(self) -> Iterator[int]:
        """The legal actions as ints."""
        return (action for first, last in self.ranges for action in range(first, last + 1))

    def __len__(self) -> int:
        return sum([last - first + 1 for first, last in self.ranges])

    def __getitem__(self, index: int) -> str:  # type: ignore[override]
        places = range(len(self))
        left = places[index]
        for first, last in self.ranges:
            if left <= last - first:
                return self._game.words.text(self._facts, first + left)
            left -= last - first + 1
        raise IndexError(index)

    def __iter__(self) -> Iterator[str]:
        return (self._game.words.text(self._facts, action) for action in self.actions)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            try:
                action = self._game.words.parse(self._facts, action)
            except ValueError:
                return False
        return isinstance(action, int) and self.allows(action)

    def allows(self, action: int) -> bool:
        """Return True if an action is legal."""
        for first, last in self.ranges:
            if first <= action <= last:
                return True
        return False

    def __repr__(self) -> str:
        shown = [self[i] for i in range(min(len(self), 8))]
        more = ["..."] if len(self) > len(shown) else []
        return f"<{len(self)} legal: {', '.join(shown + more)}>"


@cached(4096)
def read_own_fields(game: Game, owned: bytes, seat: int) -> dict[str, Any]:
    """Read the fields that only a seat sees, as plain numbers, from the bytes that are its own."""
    return game.rules.layout.read_own(owned, seat)


class View:
    """View of a match by one seat or an onlooker."""

    budget = Budget()
    """Limits for a bot's decision."""
    _told: Callable[[], Observations] | None = None
    _public: View | None = None

    def __init__(
        self, game: Game, record: Records, told: Callable[[], Observations] | None = None, public: View | None = None
    ) -> None:
        """Make a view. `told` returns the history up to now; without it the history holds only this view.

        `public` is the public view, if the caller has it already.
        """
        self.game, self.array = game, record
        self._told, self._public = told, public

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the view and its history. The referee's record, from which the history is made, stays here."""
        told = partial(get_known, self.history) if self._told else None
        fields = {"budget": self.budget} if "budget" in vars(self) else {}
        return View, (self.game, self.array, told), fields

    @property
    def record(self) -> Any:
        """The blanked record."""
        return self.array[0]

    @once
    def plain(self) -> Plain:
        """Return the view as plain numbers. All texts for people are made from it."""
        return Plain({**vars(self.public.common), **read_own_fields(self.game, self.owned, self.seat)})

    @once
    def common(self) -> Common:
        """Return the part of the plain view that all viewers share."""
        return self.game.rules.layout.read_common(self.tobytes()) if self.seat < 0 else self.public.common

    @property
    def owned(self) -> bytes:
        """The bytes of the record that only this seat sees."""
        return self.game.rules.layout.extract_own_rows(self.tobytes(), self.seat)

    @once
    def seat(self) -> int:
        """Return the seat of this view, or ONLOOKER (-1)."""
        return int(self.record.viewer)

    @property
    def has_history(self) -> bool:
        """True if it has a history of the hand beyond the current view."""
        return self._told is not None

    @property
    def my_turn(self) -> bool:
        """True if this view's seat is to act."""
        return self.seat >= 0 and bool(self.array["actor"][0] == self.seat)

    @once
    def history(self) -> Observations:
        """Observation history of this seat in this hand."""
        return self._told() if self._told else Observations.from_view(self.array)

    @once
    def legal(self) -> Legal:
        """Legal actions of this seat; empty if it is not its turn."""
        return Legal(self.game, self.array, self.my_turn)

    @property
    def public(self) -> View:
        """The view of an onlooker: public information only."""
        if self.seat < 0:
            return self
        if self._public is None:
            self._public = View(self.game, self.game.view(self.array, ONLOOKER))
        return self._public

    @once
    def scene(self) -> Scene:
        """Return the table as data for a renderer: the public part and what only this seat sees."""
        if self.seat < 0:
            return self.game.table.scene(self.plain)
        return self.public.scene.with_own(self.seat, self.own)

    @once
    def own(self) -> SeatScene:
        """Return the private part of the scene; empty for an onlooker."""
        view = self.plain
        if view.viewer < 0:
            return SeatScene()
        return self.game.table.own(view, self.legal.ranges if view.actor == view.viewer else [])

    @once
    def result(self) -> Text:
        """Return the result of the hand or the match while the table shows it, otherwise an empty text."""
        return self.game.words.result(self.plain)

    @property
    def hints(self) -> list[Text]:
        """Advice for this seat's turn, one line each; may be empty."""
        advise = self.game.words.hints
        return advise(self.plain) if advise and self.my_turn else []

    def list_reasons(self, action: int, best: int) -> list[Text]:
        """Return lines that tell why the best choice is better than an action of this seat's turn; may be empty."""
        tell_why = self.game.words.reasons
        return tell_why(self.plain, action, best) if tell_why else self.hints

    def _repr_svg_(self) -> str:
        """Draw the table for a notebook."""
        from .scene_svg import draw_table

        return draw_table(self.scene, viewer=self.seat, cloth=self.game.table.look.cloth)

    def tobytes(self) -> bytes:
        """Return the view as bytes. Two views with equal bytes hold equal information."""
        return self.array.tobytes()


class Match:
    """A match: its record and the steps so far.

    With a `chance`, the match draws every order as soon as it is needed. The next hand is then dealt directly after a
    hand ends, and `hands` keeps the ended ones. Without a `chance`, the caller gives each order with `order`, and a
    finished hand stays on the table until then.
    """

    def __init__(
        self, game: Game, seats: int, options: Mapping[str, object] | None = None, chance: Chance | None = None
    ) -> None:
        self.game = game
        self.array = game.new(seats, options)
        self.options = {option.name: option.shown(int(self.array[option.name][0])) for option in game.rules.options}
        self.steps: list[Step] = []
        self.hands: list[FinishedHand] = []
        """Finished hands, if the match draws its own chance."""
        self._chance, self._trail = chance, HandSteps(game)
        self._give_orders()

    @classmethod
    def from_record(cls, game: Game, record: Records, known: Mapping[int, Observations] | None = None) -> Match:
        """Continue a match from a record; `known` holds the seats' earlier histories of the hand."""
        fields = record[0]
        options = {option.name: option.shown(int(fields[option.name])) for option in game.rules.options}
        made = cls(game, int(fields["seats"]), options)
        made.array, made._trail = copy_records(record), HandSteps(game, known)
        return made

    @property
    def hand_so_far(self) -> tuple[Records, list[HandStep], dict[int, Observations]]:
        """The record before the hand, the steps since, and the seats' earlier histories of the hand."""
        first, steps, known = self._trail.recorded_parts
        return self.array if first is None else first, steps, known

    @property
    def remembered(self) -> int:
        """The largest number of steps that a seat remembers."""
        return len(self._trail)

    @property
    def record(self) -> Any:
        """The full record with all secrets. Only the referee may read it."""
        return self.array[0]

    @property
    def seats(self) -> int:
        """Number of seats. They are numbered clockwise from 0."""
        return int(self.record.seats)

    @property
    def to_act(self) -> int:
        """The seat to act, or CHANCE (-1), or OVER (-2)."""
        return int(self.record.actor)

    @property
    def over(self) -> bool:
        """True if the match has ended."""
        return self.to_act == OVER

    @property
    def legal(self) -> Legal:
        """Legal actions of the seat to act."""
        return Legal(self.game, self.array, self.to_act >= 0)

    @property
    def result(self) -> Outcome | None:
        """Outcome of the match, or None while it runs."""
        return self.game.words.outcome(self.record) if self.over else None

    def view(self, seat: int = ONLOOKER) -> View:
        """Return the view of a seat, or of an onlooker. Raises GameError if there is no such seat."""
        if not ONLOOKER <= seat < self.seats:
            raise GameError(f"there are seats 0 to {self.seats - 1}, no seat {seat}")
        return View(self.game, self.game.view(self.array, seat), self._trail.make_history_reader(seat))

    @property
    def hand_ended(self) -> bool:
        """True if the latest step ended the hand."""
        return self._trail.ended

    def copy(self) -> Match:
        """Copy the match; the copy goes on independently."""
        made = copy(self)
        made.array, made.steps, made._trail = copy_records(self.array), [*self.steps], self._trail.copy()
        made.hands = [*self.hands]
        return made

    def without_last_step(self) -> Match:
        """Copy the match as it was before its latest step. The hand must have begun before that."""
        first, steps, known = self._trail.recorded_parts
        assert first is not None
        made = self.copy()
        made.array, made._trail = copy_records(first), HandSteps(self.game, known)
        for step in steps[:-1]:
            made.take(step)
        return made

    def take(self, step: HandStep) -> None:
        """Take a step that is known to be legal, and leave it out of `steps`."""
        self._trail.take_step(self.array, step)

    def verify(self, action: str | int, seat: int | None = None) -> int:
        """Return the action as an int if it is legal now. Raises GameError with the clause if it is not."""
        actor = self.to_act
        if actor < 0:
            raise NotYourTurn("the match is over" if actor == OVER else "cards must be ordered before anybody acts")
        if seat is not None and seat != actor:
            raise NotYourTurn(f"it is the turn of seat {actor}, not of seat {seat}")
        number = self.game.words.parse(self.record, action) if isinstance(action, str) else to_whole_number(action)
        if not 0 <= number < self.game.rules.num_actions:
            raise GameError(f"actions are numbers from 0 to {self.game.rules.num_actions - 1}, not {number}")
        if not self.legal.allows(number):
            raise self.game.words.refuse(self.record, number)
        return number

    def can(self, action: str | int, seat: int | None = None) -> bool:
        """Return True if `play` accepts this action."""
        try:
            self.verify(action, seat)
        except ValueError:
            return False
        return True

    def play(self, action: str | int, seat: int | None = None) -> None:
        """Play an action of the seat to act. Raises GameError and changes nothing if the action is illegal."""
        number = self.verify(action, seat)
        self.steps.append(Move(self.to_act, number, self.game.words.text(self.record, number)))
        self.take(number)
        self._give_orders()

    def may_show(self, seat: int) -> bool:
        """Return True if a seat may still show a mucked hand, out of turn."""
        late = self.game.rules.late_show
        return late is not None and 0 <= seat < self.seats and bool(late.allowed(self.record, seat))

    def show(self, seat: int) -> Text:
        """Show a mucked hand, out of turn, and describe it. Raises GameError.

        It is no step of the match: records do not need it, and play does not wait for it.
        """
        late = self.game.rules.late_show
        if late is None or not self.may_show(seat):
            raise GameError(NO_LATE_SHOW, late.clause if late else "")
        late.show(self.record, seat)
        return late.text(self.record, seat)

    @property
    def needs(self) -> str | None:
        """Name of the order that is needed now, or None."""
        return self.game.rules.orders[self.record.asks] if self.to_act == CHANCE else None

    def wanted(self) -> Items:
        """Return the items to be put in order now, ascending."""
        items = np.empty(self.game.rules.max_order, np.int16)
        return items[: self.game.engine.chance_items(self.array, 0, items)]

    def order(self, items: Sequence[int] | Items | Sequence[str]) -> None:
        """Give the order that is needed, top item first, as ints or texts. Raises GameError."""
        given = self.to_items(items)
        written = map(self._codes.__getitem__, given.tolist())
        self.steps.append(Order(self.game.rules.orders[self.record.asks], tuple(written)))
        self.take(given)

    @property
    def _codes(self) -> Sequence[str]:
        """Codes of the items of the order that is needed."""
        return self.game.item_codes(self.record, int(self.record.asks))

    def to_items(self, items: Sequence[int] | Items | Sequence[str]) -> Items:
        """Convert the items of the order that is needed, ints or texts, into the array for `take`. Raises GameError."""
        if self.to_act != CHANCE:
            raise GameError("no order is needed now")
        wanted, codes = self.wanted().tolist(), self._codes
        try:
            numbers = to_numbers(items, tuple(codes))
        except TypeError as error:
            raise GameError(f"the order of {self.needs!r} takes items like {codes[0]}, not {error}") from None
        if sorted(numbers) != wanted:
            written = " ".join(codes[item] for item in wanted)
            raise GameError(f"the order of {self.needs!r} takes each of these {len(wanted)} once: {written}")
        return np.array(numbers, np.int16)

    def _give_orders(self) -> None:
        self._keep_hand()
        while self._chance and self.to_act == CHANCE:
            self.order(self._chance(self.needs or "", self.wanted()))
            self._keep_hand()

    def _keep_hand(self) -> None:
        """Keep the hand that has just ended, before the next deal."""
        if self._chance and (
            one := find_finished_hand(self.game, self.array, self.hands[-1].number if self.hands else 0)
        ):
            self.hands.append(one)

    def story(self, before: View, step: Step, after: View) -> list[Line]:
        """Return the log lines that a step adds for one viewer, made from that viewer's views alone."""
        return write_story(self.game, before, step, after)

    def __repr__(self) -> str:
        turn = {CHANCE: f"needs the order of {self.needs!r}", OVER: "over"}.get(
            self.to_act, f"seat {self.to_act} to act"
        )
        return f"<{self.game.name} for {self.seats}: {turn}, {len(self.steps)} steps>"


@cached(64)
def map_codes(codes: tuple[str, ...]) -> dict[str, int]:
    """Map each item's code to its number."""
    return {code: place for place, code in enumerate(codes)}


def to_numbers(items: Sequence[Any] | Items, codes: tuple[str, ...]) -> list[int]:
    """Convert items, given as whole numbers or texts, into numbers. Raises TypeError for anything else."""
    written = all(issubclass(kind, str) for kind in {*map(type, items)})
    numbers: list[Any] = [*map(map_codes(codes).get, items, items)] if written else [*items]
    for kind in {*map(type, numbers)}:
        if not issubclass(kind, (int, np.integer)):
            raise TypeError(repr(next(number for number in numbers if type(number) is kind)))
    return numbers


def to_whole_number(action: object) -> int:
    """Return an action given as a whole number. Raises GameError for other types."""
    if isinstance(action, (bool, np.bool_)) or not isinstance(action, (int, np.integer)):
        raise GameError(f"an action is a whole number or a text, not {action!r}")
    return int(action)


def write_common_story(game: Game, before: View, seat: int, action: int | None, after: View) -> tuple[Line, ...] | None:
    """Return the log lines of a step for all viewers who see the action, made from public information.

    Returns None if the lines need private information.
    """
    known, now = before.common, after.common
    known._looked = now._looked = False
    try:
        told = (*game.words.story(ObservedStep(known, seat, action, now)),)
    except OwnError:
        return None
    return None if known._looked or now._looked else told


def write_story(game: Game, before: View, step: Step, after: View) -> list[Line]:
    """Return the log lines that a step adds for a viewer. Another seat's secret action is hidden from them."""
    if isinstance(step, Order):
        return game.words.story(ObservedStep(before.plain, CHANCE, None, after.plain))
    return game.words.story(
        ObservedStep(before.plain, step.seat, get_seen_action(game, before.seat, step), after.plain)
    )


def get_seen_action(game: Game, viewer: int, move: Move) -> int | None:
    """Return the action as a viewer saw it; None for another seat's secret action."""
    return None if move.seat != viewer and game.rules.secret(move.action) else move.action


def new(game_id: str, players: int, seed: int | None = None, **options: object) -> Match:
    """Create a match whose chance comes from a seed. Raises GameError for an unknown game, bad players or options."""
    return Match(game(game_id), players, options, fair(seed))
