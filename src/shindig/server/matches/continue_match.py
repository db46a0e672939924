"""Matches that continue a step of a finished one: played on with bots, or with one choice made again.

If all hands were revealed, the position is copied. Otherwise it is a sample that agrees with what the person's seat had
seen (`bots/world_sampling.py`), so that playing on reveals nobody's cards. Such a match counts for nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from shindig.bots.advice import name_action
from shindig.bots.choice_review import ReviewedChoice
from shindig.bots.external_bot_json import BotError
from shindig.gamekit.game_spec import Line
from shindig.match import Match, View
from shindig.messages import say

from ..accounts.accounts import Accounts, make_id
from ..bot_pool.pool_interface import BotsLink
from ..broadcast.match_view_of_person import SeatHistory, SeatTenure, build_person_view, pick_tenure
from ..errors import AsleepError, BusyError, ForbiddenError, MissingError, RefusedError
from ..person import Person
from ..schemas import Origin, ReplayStep, Settings, TableUpdate
from ..table_log.events import Acted, Ordered, Undone, decode
from ..table_log.start_position import Data, copy_position, sampled_position_data
from ..tables import commands
from ..tables.controls_to_actions import Form, plan_of
from ..tables.decide.action_check import check_action
from ..tables.decide.exchange_plan import plan_exchange
from ..tables.table_actor import TableServices
from ..tables.table_registry import TableRegistry
from ..tables.table_settings_check import check_settings
from .archive import ArchivedMatch, build_replay
from .daily_deals import DailyDeals
from .exercises import Exercise, Exercises
from .match_cache import MatchCache
from .reviews import find_decisions

LOG = logging.getLogger(__name__)
MOST_OPEN = 3
"""Largest number of a person's open tables that count for nothing. A new one closes the oldest."""


class MatchStep(NamedTuple):
    """Step of a finished match, from which another one continues."""

    match: Match
    view: View
    """View of the person."""
    step: int
    """Number of steps taken."""
    before: tuple[Line, ...]
    """Story lines of the hand so far, as the person saw them."""


class ChoiceComparison(NamedTuple):
    """A choice made again: the one of the match, and the new one."""

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
    log: Sequence[ReplayStep]
    """The steps before it, with their story lines."""


class MatchServer(Protocol):
    """The parts of a server that continued matches need."""

    services: TableServices
    accounts: Accounts
    table_registry: TableRegistry
    match_cache: MatchCache
    exercises: Exercises
    daily_deals: DailyDeals

    async def load_match(
        self, table: str, person: Person | None, match: int
    ) -> tuple[ArchivedMatch, SeatHistory, bool]: ...

    async def create_table(
        self, opening: commands.Open, match: commands.Begin | None = None, device: bool = False
    ) -> str: ...

    def find_uncounted_tables(self, person: Person) -> list[str]: ...

    async def close_table(self, table: str, person: Person) -> None: ...

    async def build_bare_snapshot(self, table: str, person: Person | None = None) -> TableUpdate: ...

    async def is_seated(self, table: str, person: Person) -> bool: ...


class ContinuedMatches:
    """Service for continued matches and exercises."""

    def __init__(self, room: MatchServer) -> None:
        self._room = room

    async def continue_match(
        self, table: str, person: Person, match: int, step: int, again: bool = False, bot: str = "", client: str = ""
    ) -> str:
        """Open a table that continues after a step of a match; with `again`, before the person's last choice by then.

        Raises ForbiddenError without a seat, RefusedError if there is nothing to continue, BusyError.
        """
        played, sight, everybody = await self._room.load_match(table, person, match)
        self._room.daily_deals.check_open(played.daily)
        if not sight.sat:
            raise ForbiddenError(say("refuse-continue-strangers"))
        place = await asyncio.to_thread(find_last_choice if again else find_step_after, played, sight, step)
        origin = Origin(table, match, place.step, again, dealt=not everybody)
        return await self._open_table(person, place, origin, bot, client)

    async def find_seat(self, table: str, person: Person | None, match: int, step: int) -> int | None:
        """Return the seat whose hand a person had after a step of a match, or None."""
        _, sight, _ = await self._room.load_match(table, person, match)
        held = sight.after[step] if step < len(sight.after) else ()
        return held[0].seat if held else None

    async def _open_table(self, person: Person, place: MatchStep, origin: Origin, bot: str, client: str) -> str:
        """Open a table at this step, with bots at the other seats."""
        here = place.match
        position = await self._sample_position(place.view) if origin.dealt else copy_position(here)
        settings = check_settings(Settings(public=False, watch=False, bot=bot), here.game)
        opening = commands.Open(person, here.game, here.seats, here.options, settings, client, place.view.seat, origin)
        await self._close_oldest_tables(person)
        return await self._room.create_table(
            opening, commands.Begin(person, position, place.before), device=here.to_act < 0
        )

    async def _sample_position(self, view: View) -> Data:
        """Sample the cards that the person had not seen. Raises RefusedError if that is impossible."""
        try:
            found = await self._room.services.bots.sample_world(view, make_id())
        except BotError as error:
            LOG.info("no position was sampled: the bot %s", error)
            raise BusyError(say("busy-dealing")) from None
        if found is None:
            raise RefusedError(say("refuse-not-dealt") if view.game.policies else say("replay-not-dealt"))
        return sampled_position_data(view, found)

    async def _close_oldest_tables(self, person: Person) -> None:
        """Close the person's oldest tables of this kind."""
        for table in self._room.find_uncounted_tables(person)[: 1 - MOST_OPEN]:
            await self._room.close_table(table, person)

    # Exercises.

    async def find_next_exercise(self, person: Person, game: str, after: str = "") -> PosedExercise | None:
        """Return the first exercise, or the one after another. Exercises of unreadable tables are deleted."""
        exercises = self._room.exercises
        while (one := await exercises.find_next(person, game, after)) is not None:
            try:
                return await self.pose_exercise(person, one)
            except (AsleepError, MissingError):
                await exercises.delete_exercise(person, one)
        return None

    async def pose_exercise(self, person: Person, exercise: Exercise) -> PosedExercise:
        """Return an exercise as its person saw it. Raises MissingError if they did not hold the seat."""
        found, sight = await self._load_exercise_match(person, exercise)
        replay = await self._room.match_cache.build_replay(found, exercise.match, sight, open_to_all=False)
        return await asyncio.to_thread(build_posed_exercise, found, sight, exercise, replay)

    async def _load_exercise_match(self, person: Person, exercise: Exercise) -> tuple[ArchivedMatch, SeatHistory]:
        """Read the match of an exercise from the view of the person, or of a guest merged into them."""
        row, _ = await self._room.table_registry.find_row(exercise.table)
        found = await self._room.match_cache.load_match(
            exercise.table, exercise.match, bool(row.closed), int(row.epoch)
        )
        here = found.before[exercise.step] if exercise.step < len(found.before) else {}
        ids = await self._room.accounts.load_ids(person.id)
        return found, found.build_seat_history([one for one in ids if one in here and here[one].seat == exercise.seat])

    async def weigh_answer(self, one: PosedExercise, choice: Form) -> ReviewedChoice:
        """Review an answer. Raises RefusedError for an illegal choice, BusyError."""
        view, known = one.view, one.exercise.weighed
        plan = plan_of(choice)
        action = check_action(view, choice) if plan is None else plan_exchange(one.match, view, plan)[0]
        if name_action(view, action) == known.made:
            return known
        return await weigh_choice(self._room.services.bots, view, action)

    async def continue_exercise(self, person: Person, exercise: Exercise, client: str = "") -> str:
        """Open a table at the position of the person's own exercise."""
        found, sight = await self._load_exercise_match(person, exercise)
        place = await asyncio.to_thread(
            find_step_before, found, sight, find_tenure(sight, exercise.seat, exercise.step), exercise.step
        )
        origin = Origin(exercise.table, exercise.match, exercise.step, True, dealt=not found.open)
        return await self._open_table(person, place, origin, "", client)

    async def compare_choice(self, table: str, person: Person) -> ChoiceComparison:
        """Return how a choice was made again at a table, by what the seat knew.

        Raises RefusedError before that, MissingError without one, BusyError.
        """
        origin = (await self._room.build_bare_snapshot(table, person)).info.origin
        if origin is None or not origin.again or not await self._room.is_seated(table, person):
            raise MissingError(say("refuse-no-comparison"))
        action = await asyncio.to_thread(find_first_choice, await self._room.services.store.load_log(table))
        if action is None:
            raise RefusedError(say("refuse-compare-first"))
        played, sight, _ = await self._room.load_match(origin.table, person, origin.match)
        made = next((one for one in find_decisions(played, sight) if one.step == origin.step), None)
        if made is None:
            raise MissingError(say("refuse-no-comparison"))
        bots, names = self._room.services.bots, played.seated[origin.step]
        then, now = [await weigh_choice(bots, made.view, one) for one in (made.action, action)]
        return ChoiceComparison(origin, names, then, now)


async def weigh_choice(bots: BotsLink, view: View, action: int) -> ReviewedChoice:
    """Review a choice. Raises RefusedError for a game without policies, BusyError."""
    if view.game.policies is None:
        raise RefusedError(say("refuse-no-reviews", game=view.game.name))
    if not bots.is_ready(view.game.id):
        await bots.request_compilation(view.game.id)
        raise BusyError(say("busy-expert"))
    try:
        return await bots.review(view, action)
    except BotError as error:
        LOG.info("no review of a choice: the bot %s", error)
        raise BusyError(say("busy-review")) from None


def build_posed_exercise(
    found: ArchivedMatch, sight: SeatHistory, one: Exercise, replay: Sequence[ReplayStep]
) -> PosedExercise:
    """Return an exercise in its match, whose replay is that of its person.

    Raises MissingError if the person did not hold the seat.
    """
    held, match = find_tenure(sight, one.seat, one.step), found.build_match_at(one.step)
    view = build_person_view(match, held, one.step)
    return PosedExercise(one, match, view, found.seated[one.step], match.options, replay[: one.step])


def find_tenure(sight: SeatHistory, seat: int, step: int) -> SeatTenure:
    """Return a person's tenure of a seat before a step. Raises MissingError if they did not hold it."""
    held = pick_tenure(sight.before[step], seat)
    if held.seat != seat:
        raise MissingError(say("refuse-hand-not-yours"))
    return held


def find_step_before(found: ArchivedMatch, sight: SeatHistory, held: SeatTenure, step: int) -> MatchStep:
    """Return the step with a person's view before it, and their story lines of the hand."""
    match = found.build_match_at(step)
    since = step - len(match.hand_so_far[1])
    told = build_replay(found, sight, open_to_all=False, steps=step)[since:]
    return MatchStep(
        match, build_person_view(match, held, step), step, tuple(line for one in told for line in one.lines)
    )


def find_step_after(found: ArchivedMatch, sight: SeatHistory, step: int) -> MatchStep:
    """Return the step after `step` steps, from the seat that the person held. Raises RefusedError, ForbiddenError."""
    last = len(found.events) - 1
    if not 0 <= step < last:
        raise RefusedError(say("refuse-step-over"))
    if not sight.after[step]:
        raise ForbiddenError(say("refuse-step-no-hand"))
    return find_step_before(found, sight, sight.after[step][0], step + 1)


def find_last_choice(found: ArchivedMatch, sight: SeatHistory, step: int) -> MatchStep:
    """Return the step before the person's last choice up to a step. Raises RefusedError."""
    made = [one for one in find_decisions(found, sight) if one.step <= step]
    if not made:
        raise RefusedError(say("refuse-step-no-choice"))
    return find_step_before(found, sight, made[-1].held, made[-1].step)


def find_first_choice(lines: Sequence[str]) -> int | None:
    """Return the first action of a person in a log that they did not take back."""
    actions = list[int | None]()
    for line in lines:
        event, _ = decode(line)
        if isinstance(event, (Acted, Ordered)):
            own = isinstance(event, Acted) and event.by == "person"
            actions.append(event.action if isinstance(event, Acted) and own else None)
        elif isinstance(event, Undone):
            del actions[event.steps :]
    return next((action for action in actions if action is not None), None)
