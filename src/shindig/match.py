"""The friendly object around a record: play, look, ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from .finished import Finished, ended
from .games import Game, GameError, game
from .games.chance import name_key, seed_key, shuffle
from .games.game import Happening, Line, Outcome
from .games.kernels import quickest
from .games.layout import CHANCE, ONLOOKER, OVER, Common, Items, Plain, Records, snapshot
from .games.scene import Own, Scene
from .history import Budget, HandStep, History, Trail
from .once import once


class NotYourTurn(GameError):
    """An action of a seat that is not to act."""


@dataclass(frozen=True)
class Order:
    """An order of cards (or seats, or numbers) that chance gave: `items` as texts, the top one first."""

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
"""(name of the order, the items in ascending order) -> the items in the order that chance gives."""


def fair(seed: int | None = None, match: int = 0) -> Chance:
    """Uniformly random orders, each by its own key: the seed, the match, the order's name and which of that name it is.

    The n-th order of a name is the same whatever was played before it (games/chance.py).
    """
    key, given = seeded(seed), Counter[str]()

    def order(of: str, items: Items) -> Items:
        ordered = items.copy()
        quickest(shuffle)(ordered, len(ordered), name_key(of), given[of], match, *key)
        given[of] += 1
        return ordered

    return order


def seeded(seed: int | None) -> tuple[int, int]:
    """The key of a seed; without one, of the operating system's. Raises GameError for what is no seed."""
    if seed is not None and (not isinstance(seed, (int, np.integer)) or seed < 0):
        raise GameError(f"a seed is a whole number from 0, not {seed!r}")
    return seed_key(seed)


class Legal(Sequence[str]):
    """The legal actions of a turn as texts, made when they are looked at; knows `in` for texts and ints."""

    def __init__(self, game: Game, match: Records, asked: bool) -> None:
        """`asked` is whether a seat is to act, and its actions are looked at."""
        self._game, self._match = game, match
        self.ranges: list[tuple[int, int]] = game.engine.legal_ranges(match) if asked else []
        """The actions as ascending pairs (first, last)."""

    @once
    def _facts(self) -> Plain:
        return self._game.rules.layout.plain(self._match)

    @property
    def actions(self) -> Iterator[int]:
        """The actions as ints."""
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
        """Whether an action is among the legal ones."""
        for first, last in self.ranges:
            if first <= action <= last:
                return True
        return False

    def __repr__(self) -> str:
        shown = [self[i] for i in range(min(len(self), 8))]
        more = ["..."] if len(self) > len(shown) else []
        return f"<{len(self)} legal: {', '.join(shown + more)}>"


@lru_cache(4096)
def own_of(game: Game, owned: bytes, seat: int) -> dict[str, Any]:
    """What a seat sees beside what everybody sees, as plain numbers: of the bytes that are its own."""
    return game.rules.layout.own(owned, seat)


class View:
    """What one seat, or an onlooker, knows of a match."""

    budget = Budget()
    """What a bot may spend on its decision."""
    _told: Callable[[], History] | None = None
    _public: View | None = None

    def __init__(
        self, game: Game, record: Records, told: Callable[[], History] | None = None, public: View | None = None
    ) -> None:
        """`told` gives what was seen until then; without it there is no more than this moment.

        `public` is what everybody knows of it, where that is at hand.
        """
        self.game, self.array = game, record
        self._told, self._public = told, public

    @property
    def record(self) -> Any:
        """The blanked record."""
        return self.array[0]

    @once
    def plain(self) -> Plain:
        """The same as plain numbers, made once: what is told to people is made of it."""
        return Plain({**vars(self.public.common), **own_of(self.game, self.owned, self.seat)})

    @once
    def common(self) -> Common:
        """Of that, what all see alike."""
        return self.game.rules.layout.common(self.tobytes()) if self.seat < 0 else self.public.common

    @property
    def owned(self) -> bytes:
        """The bytes of it that are its seat's own."""
        return self.game.rules.layout.owned(self.tobytes(), self.seat)

    @once
    def seat(self) -> int:
        """Whose view it is; ONLOOKER (-1) for an onlooker's."""
        return int(self.record.viewer)

    @property
    def remembers(self) -> bool:
        """Whether it knows more of the hand than this moment."""
        return self._told is not None

    @property
    def my_turn(self) -> bool:
        """Whether the seat whose view it is is to act."""
        return self.seat >= 0 and bool(self.array["actor"][0] == self.seat)

    @once
    def history(self) -> History:
        """What this seat has seen in this hand, step by step."""
        return self._told() if self._told else History.of(self.array)

    @once
    def legal(self) -> Legal:
        """What this seat may do now: nothing where it is not its turn."""
        return Legal(self.game, self.array, self.my_turn)

    @property
    def public(self) -> View:
        """What everybody knows of it."""
        if self.seat < 0:
            return self
        if self._public is None:
            self._public = View(self.game, self.game.view(self.array, ONLOOKER))
        return self._public

    @once
    def scene(self) -> Scene:
        """The table as data, for whoever draws it: as everybody sees it, and what only this seat sees."""
        if self.seat < 0:
            return self.game.table.scene(self.plain)
        return self.public.scene.seen_by(self.seat, self.own)

    @once
    def own(self) -> Own:
        """What only this seat sees of it; nothing for an onlooker."""
        view = self.plain
        if view.viewer < 0:
            return Own()
        return self.game.table.own(view, self.legal.ranges if view.actor == view.viewer else [])

    @once
    def result(self) -> str:
        """How the hand or the match came out, while it lies on the table; else empty."""
        return self.game.words.result(self.plain)

    @property
    def hints(self) -> list[str]:
        """Advice for this seat's turn, a line each; empty where there is none to give."""
        advise = self.game.words.hints
        return advise(self.plain) if advise and self.my_turn else []

    def _repr_svg_(self) -> str:
        """The table as a notebook shows it."""
        from .picture import draw

        return draw(self.scene, viewer=self.seat, cloth=self.game.table.look.cloth)

    def tobytes(self) -> bytes:
        """The view as bytes: two views with the same bytes tell the same."""
        return self.array.tobytes()


class Match:
    """A match: its record, and the steps that led there.

    With a `chance`, orders are given as soon as they are needed, so the next hand is dealt at once: `hands` has those
    that ended. Without one, `order` hands them in, and a hand lies on the table until then.
    """

    def __init__(
        self, game: Game, seats: int, options: Mapping[str, object] | None = None, chance: Chance | None = None
    ) -> None:
        self.game = game
        self.array = game.new(seats, options)
        self.options = {option.name: option.shown(int(self.array[option.name][0])) for option in game.rules.options}
        self.steps: list[Step] = []
        self.hands: list[Finished] = []
        """The hands that have ended, where chance is given by itself."""
        self._chance, self._trail = chance, Trail(game)
        self._deal()

    @classmethod
    def lying(cls, game: Game, record: Records, known: Mapping[int, History] | None = None) -> Match:
        """A match that goes on from a record; `known` is what seats had seen of the hand by then."""
        fields = record[0]
        options = {option.name: option.shown(int(fields[option.name])) for option in game.rules.options}
        made = cls(game, int(fields["seats"]), options)
        made.array, made._trail = snapshot(record), Trail(game, known)
        return made

    @property
    def hand_so_far(self) -> tuple[Records, list[HandStep], dict[int, History]]:
        """The record before the hand, the steps since, and what seats had seen of the hand even before."""
        first, steps, known = self._trail.whole
        return self.array if first is None else first, steps, known

    @property
    def remembered(self) -> int:
        """How many steps its seats remember, at most."""
        return len(self._trail)

    @property
    def record(self) -> Any:
        """The record itself, which knows everything: for the referee only."""
        return self.array[0]

    @property
    def seats(self) -> int:
        """How many seats there are, numbered clockwise from 0."""
        return int(self.record.seats)

    @property
    def to_act(self) -> int:
        """The seat whose turn it is, or CHANCE (-1), or OVER (-2)."""
        return int(self.record.actor)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.to_act == OVER

    @property
    def legal(self) -> Legal:
        """The legal actions of the seat to act."""
        return Legal(self.game, self.array, self.to_act >= 0)

    @property
    def result(self) -> Outcome | None:
        """How the match ended, None while it runs."""
        return self.game.words.outcome(self.record) if self.over else None

    def view(self, seat: int = ONLOOKER) -> View:
        """What a seat, or an onlooker, knows. Raises GameError for a seat that is not there."""
        if not ONLOOKER <= seat < self.seats:
            raise GameError(f"there are seats 0 to {self.seats - 1}, no seat {seat}")
        return View(self.game, self.game.view(self.array, seat), self._trail.seen_by(seat))

    @property
    def hand_ended(self) -> bool:
        """Whether the hand ended with the step that was taken last."""
        return self._trail.ended

    def copy(self) -> Match:
        """The same match, to be played on by itself."""
        made = copy(self)
        made.array, made.steps, made._trail = snapshot(self.array), [*self.steps], self._trail.copy()
        made.hands = [*self.hands]
        return made

    def take(self, step: HandStep) -> None:
        """Play an action, or give an order, that is known to be right, and leave it out of `steps`."""
        self._trail.take(self.array, step)

    def verify(self, action: str | int, seat: int | None = None) -> int:
        """The action as an int, if the seat to act may play it now. Raises GameError with the clause if not."""
        actor = self.to_act
        if actor < 0:
            raise NotYourTurn("the match is over" if actor == OVER else "cards must be ordered before anybody acts")
        if seat is not None and seat != actor:
            raise NotYourTurn(f"it is the turn of seat {actor}, not of seat {seat}")
        number = self.game.words.parse(self.record, action) if isinstance(action, str) else whole(action)
        if not 0 <= number < self.game.rules.num_actions:
            raise GameError(f"actions are numbers from 0 to {self.game.rules.num_actions - 1}, not {number}")
        if not self.legal.allows(number):
            raise self.game.words.refuse(self.record, number)
        return number

    def can(self, action: str | int, seat: int | None = None) -> bool:
        """Whether `play` would take this action."""
        try:
            self.verify(action, seat)
        except ValueError:
            return False
        return True

    def play(self, action: str | int, seat: int | None = None) -> None:
        """Play an action of the seat to act. Raises GameError, and changes nothing, where the rules do not allow it."""
        number = self.verify(action, seat)
        self.steps.append(Move(self.to_act, number, self.game.words.text(self.record, number)))
        self.take(number)
        self._deal()

    @property
    def needs(self) -> str | None:
        """The name of the order that is needed now, or None."""
        return self.game.rules.orders[self.record.asks] if self.to_act == CHANCE else None

    def wanted(self) -> Items:
        """The items to be put in order now, ascending."""
        items = np.empty(self.game.rules.max_order, np.int16)
        return items[: self.game.engine.wanted(self.array, 0, items)]

    def order(self, items: Sequence[int] | Items | Sequence[str]) -> None:
        """Hand in the order that is needed, first or top item first, as ints or texts. Raises GameError."""
        given = self.given(items)
        written = map(self._codes.__getitem__, given.tolist())
        self.steps.append(Order(self.game.rules.orders[self.record.asks], tuple(written)))
        self.take(given)

    @property
    def _codes(self) -> Sequence[str]:
        """How the items of the order that is needed are written."""
        return self.game.item_codes(self.record, int(self.record.asks))

    def given(self, items: Sequence[int] | Items | Sequence[str]) -> Items:
        """The order that is needed, handed in as ints or texts, as `take` takes it. Raises GameError."""
        if self.to_act != CHANCE:
            raise GameError("no order is needed now")
        wanted, codes = self.wanted().tolist(), self._codes
        try:
            numbers = numbered(items, tuple(codes))
        except TypeError as error:
            raise GameError(f"the order of {self.needs!r} takes items like {codes[0]}, not {error}") from None
        if sorted(numbers) != wanted:
            written = " ".join(codes[item] for item in wanted)
            raise GameError(f"the order of {self.needs!r} takes each of these {len(wanted)} once: {written}")
        return np.array(numbers, np.int16)

    def _deal(self) -> None:
        self._keep()
        while self._chance and self.to_act == CHANCE:
            self.order(self._chance(self.needs or "", self.wanted()))
            self._keep()

    def _keep(self) -> None:
        """Keep the hand that has just ended, before the next one is dealt."""
        if self._chance and (one := ended(self.game, self.array, self.hands[-1].number if self.hands else 0)):
            self.hands.append(one)

    def story(self, before: View, step: Step, after: View) -> list[Line]:
        """The lines that a step adds to the log of one viewer, told from that viewer's views alone."""
        return story(self.game, before, step, after)

    def __repr__(self) -> str:
        turn = {CHANCE: f"needs the order of {self.needs!r}", OVER: "over"}.get(
            self.to_act, f"seat {self.to_act} to act"
        )
        return f"<{self.game.name} for {self.seats}: {turn}, {len(self.steps)} steps>"


@lru_cache(64)
def places_of(codes: tuple[str, ...]) -> dict[str, int]:
    """By how an item is written, which it is."""
    return {code: place for place, code in enumerate(codes)}


def numbered(items: Sequence[Any] | Items, codes: tuple[str, ...]) -> list[int]:
    """Items that are given as whole numbers, or as texts, as numbers. Raises TypeError with what is neither."""
    written = all(issubclass(kind, str) for kind in {*map(type, items)})
    numbers: list[Any] = [*map(places_of(codes).get, items, items)] if written else [*items]
    for kind in {*map(type, numbers)}:
        if not issubclass(kind, (int, np.integer)):
            raise TypeError(repr(next(number for number in numbers if type(number) is kind)))
    return numbers


def whole(action: object) -> int:
    """An action that is given as a number. Raises GameError for what is none."""
    if isinstance(action, (bool, np.bool_)) or not isinstance(action, (int, np.integer)):
        raise GameError(f"an action is a whole number or a text, not {action!r}")
    return int(action)


def common_story(game: Game, before: View, seat: int, action: int | None, after: View) -> tuple[Line, ...] | None:
    """The lines of a step for all who see that action, told of what all see alike.

    None where it takes more than that, whatever came of that.
    """
    known, now = before.common, after.common
    known._looked = now._looked = False
    try:
        told = (*game.words.story(Happening(known, seat, action, now)),)
    except Exception:
        return None
    return None if known._looked or now._looked else told


def story(game: Game, before: View, step: Step, after: View) -> list[Line]:
    """The lines that a step adds to a viewer's log. Another seat's secret action is unknown to the story."""
    if isinstance(step, Order):
        return game.words.story(Happening(before.plain, CHANCE, None, after.plain))
    return game.words.story(Happening(before.plain, step.seat, seen_action(game, before.seat, step), after.plain))


def seen_action(game: Game, viewer: int, move: Move) -> int | None:
    """The action as a viewer saw it: None for another seat's secret."""
    return None if move.seat != viewer and game.rules.secret(move.action) else move.action


def new(game_id: str, players: int, seed: int | None = None, **options: object) -> Match:
    """A new match whose chance comes from a seed. Raises GameError for an unknown game, bad players or options."""
    return Match(game(game_id), players, options, fair(seed))
