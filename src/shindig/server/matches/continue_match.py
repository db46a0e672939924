"""Matches that go on from a step of one that is over: played on with bots, or with a choice made again.

Where all hands were opened, the position is copied. Else it is a world that agrees with what the person's seat had seen
(`bots/world_sampling.py`), made of that alone,
so that playing on tells nobody's cards. Such a match counts for nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from shindig.bots.advice import name_action
from shindig.bots.bot_protocol import BotError
from shindig.bots.choice_review import ReviewedChoice
from shindig.gamekit.game_spec import Line
from shindig.match import Match, View

from ..accounts.accounts import Person, make_id
from ..bot_pool.interface import BotsLink
from ..errors import AsleepError, BusyError, ForbiddenError, MissingError, RefusedError
from ..schemas import Origin, Settings
from ..table_log.events import Acted, Ordered, Undone, decode
from ..table_log.start_position import Data, copy_position, sampled_position_data
from ..tables import commands
from ..tables.decide.action_check import check_action
from ..tables.decide.exchange_plan import plan_exchange
from ..tables.form_input import Form, plan_of
from ..tables.table_settings import check_settings
from .archive import ArchivedMatch, build_replay
from .exercises import Exercise
from .person_views import SeatHistory, SeatTenure, build_person_view, pick_tenure
from .reviews import ReviewedDecision, find_decisions

if TYPE_CHECKING:
    from ..game_server import GameServer

MOST_OPEN = 3
"""Tables of a person that count for nothing and are open; a new one closes the oldest."""
NOT_DEALT = "from here it can be played on when all hands have been opened: {why}"
NO_WORLDS = "{game} has no way to deal what you had not seen"
NO_WORLD = "no deal was found that agrees with all that you had seen; the step before may do"


class MatchStep(NamedTuple):
    """Where a match that is over is to be gone on with."""

    match: Match
    view: View
    """The person's."""
    step: int
    """How many steps had been taken."""
    before: tuple[Line, ...]
    """What the person was told of the hand in them."""


class ChoiceComparison(NamedTuple):
    """A choice that was made again: as it was made in the match, and this time."""

    origin: Origin
    names: tuple[str, ...]
    then: ReviewedChoice
    now: ReviewedChoice


class PosedExercise(NamedTuple):
    """An exercise as its person saw it."""

    exercise: Exercise
    match: Match
    view: View
    names: tuple[str, ...]
    options: Mapping[str, int | str]
    log: list[LogStep]
    """What each step told."""


class LogStep(NamedTuple):
    """A step as a person was told of it."""

    lines: tuple[Line, ...]
    names: tuple[str, ...]
    """Who played at the seats then."""


class ContinuedMatches:
    """What people go on with again."""

    def __init__(self, room: GameServer) -> None:
        self._room = room

    async def continue_match(
        self, table: str, person: Person, match: int, step: int, again: bool = False, bot: str = "", client: str = ""
    ) -> str:
        """A new table that goes on after a step of a match, or where the person last chose by then, `again`.

        Raises ForbiddenError for who had no seat, RefusedError where there is nothing to go on from, BusyError.
        """
        played, sight, everybody = await self._room.load_match(table, person, match)
        self._room.daily_deals.check_open(played.daily)
        if not sight.sat:
            raise ForbiddenError("only those who played may play on from here")
        place = await asyncio.to_thread(find_last_choice if again else find_step_after, played, sight, step)
        origin = Origin(table, match, place.step, again, dealt=not everybody)
        return await self._open_table(person, place, origin, bot, client)

    async def find_seat(self, table: str, person: Person | None, match: int, step: int) -> int | None:
        """The seat whose hand a person had after a step of a match; None where they had none."""
        _, sight, _ = await self._room.load_match(table, person, match)
        held = sight.after[step] if step < len(sight.after) else ()
        return held[0].seat if held else None

    async def _open_table(self, person: Person, place: MatchStep, origin: Origin, bot: str, client: str) -> str:
        """A new table at this place, its other seats with bots."""
        here = place.match
        position = await self._sample_position(place.view) if origin.dealt else copy_position(here)
        settings = check_settings(Settings(public=False, watch=False, bot=bot), here.game)
        opening = commands.Open(person, here.game, here.seats, here.options, settings, client, place.view.seat, origin)
        await self._close_oldest_tables(person)
        return await self._room.create_table(
            opening, commands.Begin(person, position, place.before), device=here.to_act < 0
        )

    async def _sample_position(self, view: View) -> Data:
        """The position with all dealt anew that the person had not seen. Raises RefusedError where that cannot be."""
        try:
            found = await self._room.services.bots.sample_world(view, make_id())
        except BotError as error:
            raise BusyError(f"nothing was dealt just now: the dealer {error}") from None
        if found is None:
            why = NO_WORLD if view.game.policies else NO_WORLDS.format(game=view.game.name)
            raise RefusedError(NOT_DEALT.format(why=why))
        return sampled_position_data(view, found)

    async def _close_oldest_tables(self, person: Person) -> None:
        """Close the oldest tables of this kind that a person has open."""
        for table in self._room.find_uncounted_tables(person)[: 1 - MOST_OPEN]:
            await self._room.close_table(table, person)

    # Exercises.

    async def find_next_exercise(self, person: Person, game: str, after: str = "") -> PosedExercise | None:
        """The exercise that comes first, or after another; those whose table can be read no more are forgotten."""
        exercises = self._room.exercises
        while (one := await exercises.find_next(person, game, after)) is not None:
            try:
                return await self.pose_exercise(person, one)
            except (AsleepError, MissingError):
                await exercises.delete_exercise(person, one)
        return None

    async def pose_exercise(self, person: Person, exercise: Exercise) -> PosedExercise:
        """Return an exercise as its person saw it. Raises MissingError where they did not hold the seat."""
        found, sight = await self._load_exercise_match(person, exercise)
        return await asyncio.to_thread(build_posed_exercise, found, sight, exercise)

    async def _load_exercise_match(self, person: Person, exercise: Exercise) -> tuple[ArchivedMatch, SeatHistory]:
        """Read the match of an exercise as whoever chose there saw it: the person, or a guest who became them."""
        row, _ = await self._room.table_registry.find_row(exercise.table)
        found = await self._room.match_cache.load_match(
            exercise.table, exercise.match, bool(row.closed), int(row.epoch)
        )
        here = found.before[exercise.step] if exercise.step < len(found.before) else {}
        ids = await self._room.accounts.load_ids(person.id)
        return found, found.build_seat_history([one for one in ids if one in here and here[one].seat == exercise.seat])

    async def weigh_answer(self, one: PosedExercise, choice: Form) -> ReviewedChoice:
        """An answer weighed. Raises RefusedError for what is no choice, BusyError."""
        view, known = one.view, one.exercise.weighed
        plan = plan_of(choice)
        action = check_action(view, choice) if plan is None else plan_exchange(one.match, view, plan)[0]
        if name_action(view, action) == known.made:
            return known
        return await weigh_choice(self._room.services.bots, view, action)

    async def continue_exercise(self, person: Person, exercise: Exercise, client: str = "") -> str:
        """A new table at the position of an exercise, which is its person's own."""
        found, sight = await self._load_exercise_match(person, exercise)
        place = await asyncio.to_thread(
            find_step_before, found, sight, find_tenure(sight, exercise.seat, exercise.step), exercise.step
        )
        origin = Origin(exercise.table, exercise.match, exercise.step, True, dealt=not found.open)
        return await self._open_table(person, place, origin, "", client)

    async def compare_choice(self, table: str, person: Person) -> ChoiceComparison:
        """How a choice was made again at a table. Raises RefusedError before it was, MissingError where none is."""
        origin = (await self._room.build_bare_snapshot(table, person)).info.origin
        if origin is None or not origin.again or not await self._room.is_seated(table, person):
            raise MissingError("no choice was made again at this table by you")
        action = await asyncio.to_thread(find_first_choice, await self._room.services.store.load_log(table))
        if action is None:
            raise RefusedError("choose first; then the two are compared")
        played, sight, _ = await self._room.load_match(origin.table, person, origin.match)
        made = next((one for one in find_decisions(played, sight) if one.step == origin.step), None)
        if made is None:
            raise MissingError("there is no choice of yours to compare with")
        return ChoiceComparison(origin, played.seated[origin.step], *await self._weigh_both(made, action))

    async def _weigh_both(self, made: ReviewedDecision, action: int) -> tuple[ReviewedChoice, ReviewedChoice]:
        """What was chosen first, and now, by what the seat knew. Raises RefusedError, BusyError."""
        view, bots = made.view, self._room.services.bots
        return await weigh_choice(bots, view, made.action), await weigh_choice(bots, view, action)


async def weigh_choice(bots: BotsLink, view: View, action: int) -> ReviewedChoice:
    """A choice weighed. Raises RefusedError where a game has nothing to weigh by, BusyError."""
    if view.game.policies is None:
        raise RefusedError(f"{view.game.name} has no bots that could weigh choices")
    if not bots.is_ready(view.game.id):
        await bots.request_compilation(view.game.id)
        raise BusyError("the expert who weighs choices is getting ready; please try again in a moment")
    try:
        return await bots.review(view, action)
    except BotError as error:
        raise BusyError(f"it cannot be weighed just now: the expert {error}") from None


def build_posed_exercise(found: ArchivedMatch, sight: SeatHistory, one: Exercise) -> PosedExercise:
    """Return an exercise in its match. Raises MissingError where its person did not hold the seat."""
    place = find_step_before(found, sight, find_tenure(sight, one.seat, one.step), one.step)
    log = [LogStep(step.lines, step.names) for step in build_replay(found, sight, open_to_all=False)[: one.step]]
    return PosedExercise(one, place.match, place.view, found.seated[one.step], place.match.options, log)


def find_tenure(sight: SeatHistory, seat: int, step: int) -> SeatTenure:
    """Return how a person held a seat before a step. Raises MissingError where they did not."""
    held = pick_tenure(sight.before[step], seat)
    if held.seat != seat:
        raise MissingError("that hand was not yours to see")
    return held


def find_step_before(found: ArchivedMatch, sight: SeatHistory, held: SeatTenure, step: int) -> MatchStep:
    """Return a place before a step, as a person saw it, with what they were told of the hand until then."""
    match = found.build_match_at(step)
    since = step - len(match.hand_so_far[1])
    told = build_replay(found, sight, open_to_all=False)[since:step]
    return MatchStep(
        match, build_person_view(match, held, step), step, tuple(line for one in told for line in one.lines)
    )


def find_step_after(found: ArchivedMatch, sight: SeatHistory, step: int) -> MatchStep:
    """Return a place after a step, from the seat that the person held then. Raises RefusedError, ForbiddenError."""
    last = len(found.events) - 1
    if not 0 <= step < last:
        raise RefusedError("the match is over there; choose an earlier step")
    if not sight.after[step]:
        raise ForbiddenError("you had no hand of your own there; choose a later step")
    return find_step_before(found, sight, sight.after[step][0], step + 1)


def find_last_choice(found: ArchivedMatch, sight: SeatHistory, step: int) -> MatchStep:
    """Return the place before the person's last choice up to a step. Raises RefusedError."""
    made = [one for one in find_decisions(found, sight) if one.step <= step]
    if not made:
        raise RefusedError("you had not chosen anything by then; choose a later step")
    return find_step_before(found, sight, made[-1].held, made[-1].step)


def find_first_choice(lines: Sequence[str]) -> int | None:
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
