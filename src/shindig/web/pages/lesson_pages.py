"""Lessons in the browser: the table's page with a coach, first by a script, then a second hand that is free."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.gamekit import GameError
from shindig.lesson import Lesson, LessonError, lesson_of
from shindig.lesson.second_hand import SecondHand
from shindig.server.accounts.accounts import Person
from shindig.server.errors import MissingError, RefusedError, RoomError
from shindig.server.matches.lesson_progress import Progress
from shindig.server.tables.form_input import action_of

from ..html.templating import spoken
from ..http.error_responses import Json, sentence, wants_json
from ..http.sessions import form_of, give_cookie, go, guest_or_person, person_of, site_of, text_of
from .coach_page import changed
from .coach_page import page as page_of
from .coach_panel import Stand, first_stand, second_stand, shown_of
from .table_pages import touched

router = APIRouter(prefix="/learn/{game_id}", include_in_schema=False)


def lesson_or_missing(game_id: str) -> Lesson:
    """The lesson of a game. Raises MissingError where there is none."""
    try:
        found = lesson_of(game_id)
    except GameError as error:
        raise MissingError(str(error)) from None
    if found is None:
        raise MissingError("this game has no lesson; its rules page tells how it is played")
    return found


@router.get("")
async def page(request: Request, game_id: str) -> Response:
    """Where somebody stands in the lesson; who is not known yet stands at its beginning."""
    lesson, person = await asyncio.to_thread(lesson_or_missing, game_id), await person_of(request)
    progress = await progress_of(request, lesson, person)
    stand = await asyncio.to_thread(stand_of, lesson, progress, person)
    return HTMLResponse(await asyncio.to_thread(lesson_page, stand, person))


async def progress_of(request: Request, lesson: Lesson, person: Person | None) -> Progress:
    """How far somebody has come; a lesson that has become shorter since is at its end."""
    found = await site_of(request).room.lessons.of(person) if person else {}
    progress = found.get(lesson.game.id, Progress())
    return replace(progress, moment=min(progress.moment, lesson.last))


def stand_of(lesson: Lesson, progress: Progress, person: Person | None, said: str = "", show: bool = False) -> Stand:
    """What the page shows of it. A second hand whose rules have changed is given up."""
    if progress.second:
        try:
            return second_stand(SecondHand.loads(lesson, progress.second), person, said)
        except LessonError:
            return first_stand(lesson, lesson.last, person)
    return first_stand(lesson, progress.moment, person, said, show)


def lesson_page(stand: Stand, person: Person | None) -> str:
    """The table's page with the coach."""
    return page_of(stand.news, stand.coach, f"/learn/{stand.news.info.game}", person)


Done = tuple[Progress, str, bool]
"""Where somebody stands then, what is said to them, and whether the right choice is shown."""
Deed = Callable[[Request, Lesson, Progress, Person, FormData], Awaitable[Done]]


async def _onward(_r: Request, lesson: Lesson, progress: Progress, _p: Person, _f: FormData) -> Done:
    at = lesson.onward(progress.moment).at
    return replace(progress, moment=at, done=progress.done or at == lesson.last), "", False


async def _back(_r: Request, _l: Lesson, progress: Progress, _p: Person, _f: FormData) -> Done:
    return replace(progress, moment=max(progress.moment - 1, 0)), "", False


async def _show(_r: Request, _l: Lesson, progress: Progress, _p: Person, _f: FormData) -> Done:
    return progress, "", True


async def _first(_r: Request, _l: Lesson, progress: Progress, _p: Person, _f: FormData) -> Done:
    """The lesson again from its beginning."""
    return replace(progress, moment=0, second=""), "", False


async def _second(request: Request, lesson: Lesson, progress: Progress, person: Person, _f: FormData) -> Done:
    """A hand of one's own, or another."""
    hand = await site_of(request).room.lessons.play_on(SecondHand.new(lesson), person)
    return replace(progress, second=hand.dumps()), "", False


async def _move(request: Request, lesson: Lesson, progress: Progress, person: Person, form: FormData) -> Done:
    """The learner's choice: in the first hand the right one leads on, in the second every one that is legal."""
    if progress.second:
        return await _free(request, lesson, progress, person, form)
    try:
        reply = lesson.answer(progress.moment, action_of(shown_of(lesson.view(progress.moment)), touched(form)))
    except RefusedError as error:
        return progress, sentence(str(error)), False
    at = reply.at
    return replace(progress, moment=at, done=progress.done or at == lesson.last), reply.said, False


async def _free(request: Request, lesson: Lesson, progress: Progress, person: Person, form: FormData) -> Done:
    """A choice in the second hand, and what the bots do then."""
    hand = await asyncio.to_thread(SecondHand.loads, lesson, progress.second)
    if hand.over:
        return progress, "", False
    try:
        hand.match.play(action_of(shown_of(hand.view), touched(form)), 0)
    except (RefusedError, GameError) as error:
        return progress, sentence(str(error)), False
    hand = await site_of(request).room.lessons.play_on(hand, person)
    return replace(progress, second=hand.dumps()), "", False


DEEDS: dict[str, Deed] = {
    "onward": _onward,
    "back": _back,
    "show": _show,
    "first": _first,
    "second": _second,
    "move": _move,
}


NO_ADVICE = "There is no advice to give just now."


@router.get("/advice")
async def advice(request: Request, game_id: str) -> Response:
    """Advice for one's own turn, a line each: in the first hand the choice that it is about."""
    lesson, person = await asyncio.to_thread(lesson_or_missing, game_id), await person_of(request)
    progress = await progress_of(request, lesson, person)
    stand = await asyncio.to_thread(stand_of, lesson, progress, person, "", True)
    view, lines = stand.news.view, [stand.pointed] if stand.pointed else []
    if progress.second and view is not None and stand.news.info.token:
        lines = await site_of(request).room.lessons.advise(view)
    return Json({"advice": [spoken(line, stand.news.public.names) for line in lines] or [NO_ADVICE]})


@router.post("/{deed}")
async def do(request: Request, game_id: str, deed: str) -> Response:
    """Everything that a learner does. What is meant for another moment than the present one changes nothing."""
    if deed not in DEEDS:
        raise RoomError(f"expected one of {', '.join(DEEDS)}")
    lesson, form = lesson_or_missing(game_id), await form_of(request)
    person, cookie = await guest_or_person(request)
    before = await progress_of(request, lesson, person)
    now = await asyncio.to_thread(stand_of, lesson, before, person)
    after, said, show = before, "", False
    if text_of(form, "token") == now.token:
        after, said, show = await DEEDS[deed](request, lesson, before, person, form)
    if after != before:
        await site_of(request).room.lessons.keep(person, game_id, after)
    stand = await asyncio.to_thread(stand_of, lesson, after, person, said, show)
    return give_cookie(await answered(request, stand, person, deed, said, show), request, cookie)


ANEW = ("back", "first", "second")
"""Deeds after which the page begins anew: what was told does not stand any more."""


async def answered(request: Request, stand: Stand, person: Person, deed: str, said: str, show: bool) -> Response:
    """For the page's script what changed, for others the page."""
    if deed in ANEW:
        return go(f"/learn/{stand.news.info.game}")
    if wants_json(request.url.path, request.headers):
        return changed(stand.news, stand.coach)
    if said or show:
        return HTMLResponse(lesson_page(stand, person))
    return go(f"/learn/{stand.news.info.game}")
