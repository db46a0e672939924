"""Pages of exercises: the table as the seat saw it, one choice, and its review."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import NamedTuple

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.bots.choice_review import ReviewedChoice
from shindig.gamekit import games
from shindig.messages import SeatNames, format_text, name_seats, say
from shindig.messages.locale_formats import write_day_of_year
from shindig.server.errors import RefusedError
from shindig.server.matches.continue_match import PosedExercise
from shindig.server.matches.exercises import DAY, DueExercises
from shindig.server.person import Person
from shindig.server.schemas import TableUpdate

from ..html.templating import get_macro, render_template
from ..http.error_responses import make_sentence, wants_json
from ..http.sessions import admit_opener, find_person, read_form, read_text, redirect_to, require_person, site_of
from ..reader_language import get_language
from .coached_table_page import CoachSeat, make_coach_update
from .coached_table_page import build_table_update as coached_news
from .coached_table_page import render_coach_page as page_of
from .lobby_pages import require_game
from .table_pages import read_touched

router = APIRouter(prefix="/exercises", include_in_schema=False)


class ExercisePanel(NamedTuple):
    """Content of the panel beside an exercise."""

    game: str
    token: str
    left: int
    """Number of due exercises, this one included."""
    ahead: bool
    """True if it is not due yet."""
    names: SeatNames
    then: ReviewedChoice
    """The choice of the match."""
    now: ReviewedChoice | None = None
    """The new choice."""
    days: int = 0
    """Days until it comes back."""
    wrong: str = ""
    """Reason why the touched controls are no choice."""


@router.get("")
async def show_index(request: Request) -> Response:
    """List the number of exercises of each game."""
    person = await find_person(request)
    exercises = site_of(request).room.exercises
    values = {
        "person": person,
        "games": games(),
        "found": await exercises.count_exercises(person) if person else {},
        "today": exercises.today,
        "day_of": partial(write_due_day, get_language()),
    }
    return HTMLResponse(render_template("exercises.html", values))


@router.get("/{game_id}")
async def show_exercise(request: Request, game_id: str) -> Response:
    """Show the next due exercise; with `ahead`, the one after that token before its day."""
    require_game(game_id)
    person, room = await find_person(request), site_of(request).room
    if person is None:
        return await show_index(request)
    after = request.query_params.get("ahead", "")
    one, waiting = (
        await room.continued_matches.find_next_exercise(person, game_id, after),
        await find_due_exercises(request, person, game_id),
    )
    if one is None or (not waiting.due and "ahead" not in request.query_params):
        return await show_index(request)
    told = build_exercise_panel(one, waiting, one.exercise.token)
    return HTMLResponse(await asyncio.to_thread(render_exercise_page, one, told, person))


async def find_due_exercises(request: Request, person: Person, game_id: str) -> DueExercises:
    found = await site_of(request).room.exercises.count_exercises(person)
    return found.get(game_id, DueExercises(0, 0, 0))


def build_exercise_panel(one: PosedExercise, waiting: DueExercises, token: str, wrong: str = "") -> ExercisePanel:
    return ExercisePanel(
        one.exercise.game,
        token,
        waiting.due,
        not waiting.due,
        name_seats(get_language(), one.names, you=one.view.seat),
        one.exercise.weighed,
        wrong=wrong,
    )


@router.post("/{game_id}/move")
async def answer_exercise(request: Request, game_id: str) -> Response:
    """Answer an exercise: show the review, and when it comes back."""
    person, form, room = await require_person(request), await read_form(request), site_of(request).room
    found = await room.exercises.find_unanswered(person, game_id, read_text(form, "token"))
    if found is None:
        return redirect_to(f"/exercises/{game_id}")
    one = await room.continued_matches.pose_exercise(person, found)
    try:
        with site_of(request).weighing.take_turn(person.id):
            now = await room.continued_matches.weigh_answer(one, read_touched(form))
    except RefusedError as error:
        told = build_exercise_panel(
            one, await find_due_exercises(request, person, game_id), found.token, make_sentence(str(error))
        )
        return await make_panel_response(request, one, told, person)
    due = await room.exercises.store_answer(person, found, now.lost == 0)
    told = build_exercise_panel(one, await find_due_exercises(request, person, game_id), found.token)
    return await make_panel_response(request, one, told._replace(now=now, days=due - room.exercises.today), person)


@router.post("/{game_id}/on")
async def play_on(request: Request, game_id: str) -> Response:
    """Continue from an exercise with bots."""
    person, form, room = await require_person(request), await read_form(request), site_of(request).room
    found = await room.exercises.find_exercise(person, game_id, read_text(form, "token"))
    if found is None:
        return redirect_to(f"/exercises/{game_id}")
    return redirect_to(
        f"/t/{await room.continued_matches.continue_exercise(person, found, admit_opener(request, person))}"
    )


async def make_panel_response(request: Request, one: PosedExercise, told: ExercisePanel, person: Person) -> Response:
    """Return changed regions to the page's script, and the whole page to others."""
    if wants_json(request.url.path, request.headers):
        return make_coach_update(build_exercise_update(one, told), render_panel(told))
    return HTMLResponse(await asyncio.to_thread(render_exercise_page, one, told, person))


def render_exercise_page(one: PosedExercise, told: ExercisePanel, person: Person) -> str:
    """Render the table's page with the panel."""
    return page_of(build_exercise_update(one, told), render_panel(told), f"/exercises/{told.game}", person)


def render_panel(told: ExercisePanel) -> str:
    return get_macro("table/exercise.html", language=told.names.language)(told)


def build_exercise_update(one: PosedExercise, told: ExercisePanel) -> TableUpdate:
    """Build the table as the seat saw it. After the choice there are no controls and no advice."""
    title = format_text(say("exercise"), language=get_language())
    sat = CoachSeat(title, told.game, one.options, one.names, one.view.seat, advised=False)
    log = [(number, step.lines, step.names) for number, step in enumerate(one.log, 1)]
    return coached_news(sat, one.view, log, told.token if told.now is None else None)


def write_due_day(language: str, day: int) -> str:
    """Write the day on which an exercise is due, a number of days since 1970."""
    return write_day_of_year(day * DAY, language)
