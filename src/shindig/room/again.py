"""Matches that go on from a step of one that is over: played on with bots, or with a choice made again.

Where all hands were opened, the position is copied. Else it is a world that agrees with what the person's seat had seen
(`bots/worlds.py`), made of that alone, so that playing on tells nobody's cards. Such a match counts for nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..bots.advice import named
from ..bots.review import Weighed
from ..bots.wire import BotError
from ..games.game import Line
from ..games.layout import ONLOOKER
from ..match import Match, View
from . import commands
from .archive import Looks, Played, replay
from .bots_link import BotsLink
from .decide.judge import judged
from .decide.plan import planned
from .errors import AsleepError, BusyError, ForbiddenError, MissingError, RefusedError
from .events import Acted, Ordered, Undone, decode
from .exercises import Exercise
from .people import Person, new_id
from .picking import Form, plan_of
from .position import Data, copied, dealt_anew
from .reviews import Decision, decisions
from .settings import checked
from .told import Origin, Settings

if TYPE_CHECKING:
    from .room import Room

MOST_OPEN = 3
"""Tables of a person that count for nothing and are open; a new one closes the oldest."""
NOT_DEALT = "from here it can be played on when all hands have been opened: {why}"
NO_WORLDS = "{game} has no way to deal what you had not seen"
NO_WORLD = "no deal was found that agrees with all that you had seen; the step before may do"


class Place(NamedTuple):
    """Where a match that is over is to be gone on with."""

    match: Match
    seat: int
    step: int
    """How many steps had been taken."""
    before: tuple[Line, ...]
    """What the seat was told of the hand in them."""


class Compared(NamedTuple):
    """A choice that was made again: as it was made in the match, and this time."""

    origin: Origin
    names: tuple[str, ...]
    then: Weighed
    now: Weighed


class Posed(NamedTuple):
    """An exercise as its seat saw it."""

    exercise: Exercise
    match: Match
    view: View
    names: tuple[str, ...]
    options: Mapping[str, int | str]
    log: list[tuple[Line, ...]]
    """What each step told."""


class Again:
    """What people go on with again."""

    def __init__(self, room: Room) -> None:
        self._room = room

    async def play_on(
        self, table: str, person: Person, match: int, step: int, again: bool = False, bot: str = "", client: str = ""
    ) -> str:
        """A new table that goes on after a step of a match, or where the person last chose by then, `again`.

        Raises ForbiddenError for who had no seat, RefusedError where there is nothing to go on from, BusyError.
        """
        played, looks, everybody = await self._room.played(table, person, match)
        self._room.days.check_open(played.daily)
        if not looks.sat:
            raise ForbiddenError("only those who played may play on from here")
        place = await asyncio.to_thread(chosen if again else after, played, looks, step)
        origin = Origin(table, match, place.step, again, dealt=not everybody)
        return await self._begin(person, place, origin, bot, client)

    async def seat(self, table: str, person: Person | None, match: int, step: int) -> int | None:
        """The seat whose hand a person had after a step of a match; None where they had none."""
        _, looks, _ = await self._room.played(table, person, match)
        there = looks.sat and step < len(looks.seen) and looks.seen[step] != ONLOOKER
        return looks.seen[step] if there else None

    async def _begin(self, person: Person, place: Place, origin: Origin, bot: str, client: str) -> str:
        """A new table at this place, its other seats with bots."""
        here = place.match
        position = await self._dealt(here, place.seat) if origin.dealt else copied(here)
        settings = checked(Settings(public=False, watch=False, bot=bot), here.game)
        opening = commands.Open(person, here.game, here.seats, here.options, settings, client, place.seat, origin)
        await self._make_room(person)
        return await self._room.begin(opening, commands.Begin(person, position, place.before), device=here.to_act < 0)

    async def _dealt(self, here: Match, seat: int) -> Data:
        """The position with all dealt anew that the seat had not seen. Raises RefusedError where that cannot be."""
        view = here.view(seat)
        try:
            found = await self._room.services.bots.deal(view, new_id())
        except BotError as error:
            raise BusyError(f"nothing was dealt just now: the dealer {error}") from None
        if found is None:
            why = NO_WORLD if here.game.minds else NO_WORLDS.format(game=here.game.name)
            raise RefusedError(NOT_DEALT.format(why=why))
        return dealt_anew(view, found)

    async def _make_room(self, person: Person) -> None:
        """Close the oldest tables of this kind that a person has open."""
        for table in self._room.trials(person)[: 1 - MOST_OPEN]:
            await self._room.close_table(table, person)

    # Exercises.

    async def next_exercise(self, person: Person, game: str, after: str = "") -> Posed | None:
        """The exercise that comes first, or after another; those whose table can be read no more are forgotten."""
        exercises = self._room.exercises
        while (one := await exercises.next(person, game, after)) is not None:
            try:
                return await self.pose(one)
            except (AsleepError, MissingError):
                await exercises.drop(person, one)
        return None

    async def pose(self, exercise: Exercise) -> Posed:
        """An exercise as its seat saw it."""
        found = await self._room.past.match(exercise.table, exercise.match, final=False)
        return await asyncio.to_thread(posed, found, exercise)

    async def answer(self, one: Posed, choice: Form) -> Weighed:
        """An answer weighed. Raises RefusedError for what is no choice, BusyError."""
        view, known = one.view, one.exercise.weighed
        plan = plan_of(choice)
        action = judged(view, choice) if plan is None else planned(one.match, view, plan)[0]
        if named(view, action) == known.made:
            return known
        return await weighed(self._room.services.bots, view, action)

    async def from_exercise(self, person: Person, exercise: Exercise, client: str = "") -> str:
        """A new table at the position of an exercise, which is its person's own."""
        found = await self._room.past.match(exercise.table, exercise.match, final=False)
        place = await asyncio.to_thread(placed, found, own_looks(found, exercise.seat), exercise.seat, exercise.step)
        origin = Origin(exercise.table, exercise.match, exercise.step, True, dealt=not found.open)
        return await self._begin(person, place, origin, "", client)

    async def compare(self, table: str, person: Person) -> Compared:
        """How a choice was made again at a table. Raises RefusedError before it was, MissingError where none is."""
        origin = (await self._room.glance(table, person)).info.origin
        if origin is None or not origin.again or not await self._room.seated(table, person):
            raise MissingError("no choice was made again at this table by you")
        action = await asyncio.to_thread(first_choice, await self._room.services.store.log(table))
        if action is None:
            raise RefusedError("choose first; then the two are compared")
        played, looks, _ = await self._room.played(origin.table, person, origin.match)
        made = next((one for one in decisions(played, looks) if one.step == origin.step), None)
        if made is None:
            raise MissingError("there is no choice of yours to compare with")
        return Compared(origin, played.seated[origin.step], *await self._weighed(made, action))

    async def _weighed(self, made: Decision, action: int) -> tuple[Weighed, Weighed]:
        """What was chosen first, and now, by what the seat knew. Raises RefusedError, BusyError."""
        view, bots = made.view, self._room.services.bots
        return await weighed(bots, view, made.action), await weighed(bots, view, action)


async def weighed(bots: BotsLink, view: View, action: int) -> Weighed:
    """A choice weighed. Raises RefusedError where a game has nothing to weigh by, BusyError."""
    if view.game.minds is None:
        raise RefusedError(f"{view.game.name} has no bots that could weigh choices")
    if not bots.ready(view.game.id):
        await bots.compile(view.game.id)
        raise BusyError("the expert who weighs choices is getting ready; please try again in a moment")
    try:
        return await bots.review(view, action)
    except BotError as error:
        raise BusyError(f"it cannot be weighed just now: the expert {error}") from None


def posed(found: Played, one: Exercise) -> Posed:
    """An exercise in its match."""
    match, own = found.at(one.step), own_looks(found, one.seat)
    log = [step.lines for step in replay(found, own, open_to_all=False)[: one.step]]
    return Posed(one, match, match.view(one.seat), found.seated[one.step], match.options, log)


def own_looks(found: Played, seat: int) -> Looks:
    """All of a match with the eyes of one seat."""
    eyes = (seat,) * len(found.events)
    return Looks(eyes, eyes, True)


def placed(found: Played, looks: Looks, seat: int, step: int) -> Place:
    """Before a step, with what the seat was told of the hand until then."""
    match = found.at(step)
    since = step - len(match.hand_so_far[1])
    told = replay(found, looks, open_to_all=False)[since:step]
    return Place(match, seat, step, tuple(line for one in told for line in one.lines))


def after(found: Played, looks: Looks, step: int) -> Place:
    """After a step, with the eyes that the person had then. Raises RefusedError, ForbiddenError."""
    last = len(found.events) - 1
    if not 0 <= step < last:
        raise RefusedError("the match is over there; choose an earlier step")
    if looks.seen[step] == ONLOOKER:
        raise ForbiddenError("you had no hand of your own there; choose a later step")
    return placed(found, looks, looks.seen[step], step + 1)


def chosen(found: Played, looks: Looks, step: int) -> Place:
    """Before the person's last choice up to a step. Raises RefusedError."""
    made = [one for one in decisions(found, looks) if one.step <= step]
    if not made:
        raise RefusedError("you had not chosen anything by then; choose a later step")
    return placed(found, looks, made[-1].view.seat, made[-1].step)


def first_choice(lines: Sequence[str]) -> int | None:
    """The action that a person took first by a log, and did not take back."""
    actions = list[int | None]()
    for line in lines:
        event, _ = decode(line)
        if isinstance(event, (Acted, Ordered)):
            own = isinstance(event, Acted) and event.by == "person"
            actions.append(event.action if isinstance(event, Acted) and own else None)
        elif isinstance(event, Undone):
            del actions[event.steps :]
    return next((action for action in actions if action is not None), None)
