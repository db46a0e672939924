"""Pages of lessons: the table's page with a coach; a scripted hand, then a free second hand."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.gamekit import GameError
from shindig.lesson import Lesson, LessonError, find_lesson
from shindig.lesson.second_hand import SecondHand
from shindig.messages import Text, format_text, say
from shindig.server.errors import MissingError, RefusedError, RoomError
from shindig.server.matches.lesson_progress import Progress
from shindig.server.person import Person
from shindig.server.tables.controls_to_actions import action_of

from ..http.error_responses import JsonResponse, make_sentence, wants_json
from ..http.sessions import (
    find_or_create_person,
    find_visitor,
    read_form,
    read_text,
    redirect_to,
    set_token_cookie,
    site_of,
)
from ..reader_language import get_language
from .coached_table_page import make_coach_update
from .coached_table_page import render_coach_page as page_of
from .lesson_coach_panel import LessonPosition, build_first_position, build_second_position, get_prompt
from .table_pages import read_touched

router = APIRouter(prefix="/learn/{game_id}", include_in_schema=False)


def require_lesson(game_id: str, language: str = "") -> Lesson:
    """Return the lesson of a game in a language, by default the reader's. Raises MissingError without one."""
    try:
        found = find_lesson(game_id, language or get_language())
    except GameError as error:
        raise MissingError(str(error)) from None
    if found is None:
        raise MissingError(say("refuse-no-lesson"))
    return found


@router.get("")
async def show_lesson(request: Request, game_id: str) -> Response:
    """Show the learner's position in the lesson; the start for unknown people."""
    lesson, person = await asyncio.to_thread(require_lesson, game_id), await find_visitor(request)
    progress = await find_progress(request, lesson, person)
    stand = await asyncio.to_thread(build_stored_position, lesson, progress, person)
    return HTMLResponse(await asyncio.to_thread(render_lesson_page, stand, person))


async def find_progress(request: Request, lesson: Lesson, person: Person | None) -> Progress:
    """Return a person's progress. In a shortened lesson it is at most the end."""
    found = await site_of(request).room.lessons.load_progress(person) if person else {}
    progress = found.get(lesson.game.id, Progress())
    return replace(progress, moment=min(progress.moment, lesson.last))


def build_stored_position(
    lesson: Lesson, progress: Progress, person: Person | None, said: str = "", show: bool = False
) -> LessonPosition:
    """Build the learner's position. A second hand with other rules is given up."""
    if progress.second:
        try:
            return build_second_position(SecondHand.loads(lesson, progress.second), person, said)
        except LessonError:
            return build_first_position(lesson, lesson.last, person)
    return build_first_position(lesson, progress.moment, person, said, show)


def render_lesson_page(stand: LessonPosition, person: Person | None) -> str:
    """Render the table's page with the coach."""
    return page_of(stand.news, stand.coach, f"/learn/{stand.news.info.game}", person)


DeedResult = tuple[Progress, str, bool]
"""New progress, text for the learner, and whether the right choice is shown."""
Deed = Callable[[Request, Lesson, Progress, Person, FormData], Awaitable[DeedResult]]


async def _go_forward(_r: Request, lesson: Lesson, progress: Progress, _p: Person, _f: FormData) -> DeedResult:
    at = lesson.go_on(progress.moment).at
    return replace(progress, moment=at, done=progress.done or at == lesson.last), "", False


async def _go_back(_r: Request, _l: Lesson, progress: Progress, _p: Person, _f: FormData) -> DeedResult:
    return replace(progress, moment=max(progress.moment - 1, 0)), "", False


async def _show_choice(_r: Request, _l: Lesson, progress: Progress, _p: Person, _f: FormData) -> DeedResult:
    return progress, "", True


async def _restart_lesson(_r: Request, _l: Lesson, progress: Progress, _p: Person, _f: FormData) -> DeedResult:
    """Restart the lesson."""
    return replace(progress, moment=0, second=""), "", False


async def _start_second_hand(
    request: Request, lesson: Lesson, progress: Progress, person: Person, _f: FormData
) -> DeedResult:
    """Start a second hand, or another one."""
    hand = await site_of(request).room.lessons.play_bots(SecondHand.new(lesson), person)
    return replace(progress, second=hand.dumps()), "", False


async def _play_move(
    request: Request, lesson: Lesson, progress: Progress, person: Person, form: FormData
) -> DeedResult:
    """Play the learner's choice: in the first hand only the right one goes on, in the second every legal one."""
    if progress.second:
        return await _play_second_hand(request, lesson, progress, person, form)
    try:
        reply = lesson.answer(progress.moment, action_of(get_prompt(lesson.view(progress.moment)), read_touched(form)))
    except RefusedError as error:
        return progress, make_sentence(str(error)), False
    at = reply.at
    return replace(progress, moment=at, done=progress.done or at == lesson.last), reply.said, False


async def _play_second_hand(
    request: Request, lesson: Lesson, progress: Progress, person: Person, form: FormData
) -> DeedResult:
    """Play a choice in the second hand, and the bots' actions after it."""
    hand = await asyncio.to_thread(SecondHand.loads, lesson, progress.second)
    if hand.over:
        return progress, "", False
    try:
        hand.match.play(action_of(get_prompt(hand.view), read_touched(form)), 0)
    except (RefusedError, GameError) as error:
        return progress, make_sentence(str(error)), False
    hand = await site_of(request).room.lessons.play_bots(hand, person)
    return replace(progress, second=hand.dumps()), "", False


DEEDS: dict[str, Deed] = {
    "onward": _go_forward,
    "back": _go_back,
    "show": _show_choice,
    "first": _restart_lesson,
    "second": _start_second_hand,
    "move": _play_move,
}


@router.get("/advice")
async def show_advice(request: Request, game_id: str) -> Response:
    """Return advice for the learner's turn, one text per line; in the first hand about the scripted choice."""
    lesson, person = await asyncio.to_thread(require_lesson, game_id), await find_visitor(request)
    progress = await find_progress(request, lesson, person)
    stand = await asyncio.to_thread(build_stored_position, lesson, progress, person, "", True)
    view = stand.news.view
    lines: list[Text] = [stand.pointed] if stand.pointed else []
    if progress.second and view is not None and stand.news.info.token:
        lines = await site_of(request).room.lessons.advise(view)
    lines = lines or [say("advice-none")]
    return JsonResponse({"advice": [format_text(line, stand.news.public.names, get_language()) for line in lines]})


@router.post("/{deed}")
async def do_deed(request: Request, game_id: str, deed: str) -> Response:
    """Handle the learner's forms. One for another moment than the present changes nothing."""
    if deed not in DEEDS:
        raise RoomError(f"expected one of {', '.join(DEEDS)}")
    lesson, form = require_lesson(game_id), await read_form(request)
    person, cookie = await find_or_create_person(request)
    before = await find_progress(request, lesson, person)
    now = await asyncio.to_thread(build_stored_position, lesson, before, person)
    after, said, show = before, "", False
    if read_text(form, "token") == now.token:
        after, said, show = await DEEDS[deed](request, lesson, before, person, form)
    if after != before:
        await site_of(request).room.lessons.store_progress(person, game_id, after)
    stand = await asyncio.to_thread(build_stored_position, lesson, after, person, said, show)
    return set_token_cookie(await make_deed_response(request, stand, person, deed, said, show), request, cookie)


RESTARTING_DEEDS = ("back", "first", "second")
"""Forms after which the page starts anew, with an empty log."""


async def make_deed_response(
    request: Request, stand: LessonPosition, person: Person, deed: str, said: str, show: bool
) -> Response:
    """Return changed regions to the page's script, and the whole page to others."""
    if deed in RESTARTING_DEEDS:
        return redirect_to(f"/learn/{stand.news.info.game}")
    if wants_json(request.url.path, request.headers):
        return make_coach_update(stand.news, stand.coach)
    if said or show:
        return HTMLResponse(render_lesson_page(stand, person))
    return redirect_to(f"/learn/{stand.news.info.game}")
