"""Exercises in the browser: the table's page as the seat saw it, one choice, and at once what it is worth."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import NamedTuple

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.bots.choice_review import BEST, GOOD, Weighed
from shindig.gamekit import games
from shindig.server.accounts.accounts import Person
from shindig.server.errors import RefusedError
from shindig.server.matches.continue_match import Posed
from shindig.server.matches.exercises import DAY, Waiting
from shindig.server.schemas import News

from ..html.templating import macro, render
from ..http.error_responses import sentence, wants_json
from ..http.sessions import form_of, go, known_person, opener_of, person_of, site_of, text_of
from .coach_page import Sat, changed
from .coach_page import news_of as coached_news
from .coach_page import page as page_of
from .lobby_pages import game_or_missing
from .table_pages import touched

router = APIRouter(prefix="/exercises", include_in_schema=False)


class Told(NamedTuple):
    """What the panel beside an exercise shows."""

    game: str
    token: str
    left: int
    """Exercises that are due, this one among them."""
    ahead: bool
    """Whether it is not due yet."""
    names: tuple[str, ...]
    then: Weighed
    """The choice of the match."""
    now: Weighed | None = None
    """The one that was made now."""
    days: int = 0
    """After how many days it comes back."""
    wrong: str = ""
    """Why what was touched is no choice."""


@router.get("")
async def index(request: Request) -> Response:
    """How many there are of each game."""
    person = await person_of(request)
    found = await site_of(request).room.exercises.of(person) if person else {}
    values = {"person": person, "games": games(), "found": found, "day_of": day_of}
    return HTMLResponse(render("exercises.html", values))


@router.get("/{game_id}")
async def page(request: Request, game_id: str) -> Response:
    """The next exercise that is due, or with `ahead` one before its day: the one after that token."""
    game_or_missing(game_id)
    person, room = await person_of(request), site_of(request).room
    if person is None:
        return await index(request)
    after = request.query_params.get("ahead", "")
    one, waiting = await room.again.next_exercise(person, game_id, after), await waiting_of(request, person, game_id)
    if one is None or (not waiting.due and "ahead" not in request.query_params):
        return await index(request)
    told = told_of(one, waiting, one.exercise.token)
    return HTMLResponse(await asyncio.to_thread(drawn_page, one, told, person))


async def waiting_of(request: Request, person: Person, game_id: str) -> Waiting:
    found = await site_of(request).room.exercises.of(person)
    return found.get(game_id, Waiting(0, 0, 0))


def told_of(one: Posed, waiting: Waiting, token: str, wrong: str = "") -> Told:
    return Told(one.exercise.game, token, waiting.due, not waiting.due, one.names, one.exercise.weighed, wrong=wrong)


@router.post("/{game_id}/move")
async def move(request: Request, game_id: str) -> Response:
    """An answer: what it is worth, and when the exercise comes back."""
    person, form, room = await known_person(request), await form_of(request), site_of(request).room
    found = await room.exercises.one(person, game_id, text_of(form, "token"))
    if found is None:
        return go(f"/exercises/{game_id}")
    one = await room.again.pose(person, found)
    try:
        with site_of(request).weighing.one(person.id):
            now = await room.again.answer(one, touched(form))
    except RefusedError as error:
        told = told_of(one, await waiting_of(request, person, game_id), found.token, sentence(str(error)))
        return await answered(request, one, told, person)
    due = await room.exercises.answered(person, found, now.grade in (BEST, GOOD))
    told = told_of(one, await waiting_of(request, person, game_id), found.token)
    return await answered(request, one, told._replace(now=now, days=due - room.exercises.today), person)


@router.post("/{game_id}/on")
async def on(request: Request, game_id: str) -> Response:
    """Play on from an exercise with bots."""
    person, form, room = await known_person(request), await form_of(request), site_of(request).room
    found = await room.exercises.known(person, game_id, text_of(form, "token"))
    if found is None:
        return go(f"/exercises/{game_id}")
    return go(f"/t/{await room.again.from_exercise(person, found, opener_of(request, person))}")


async def answered(request: Request, one: Posed, told: Told, person: Person) -> Response:
    """For the page's script what changed, for others the page."""
    if wants_json(request.url.path, request.headers):
        return changed(news_of(one, told), panel(told))
    return HTMLResponse(await asyncio.to_thread(drawn_page, one, told, person))


def drawn_page(one: Posed, told: Told, person: Person) -> str:
    """The table's page with the panel."""
    return page_of(news_of(one, told), panel(told), f"/exercises/{told.game}", person)


def panel(told: Told) -> str:
    return macro("table/exercise.html")(told)


def news_of(one: Posed, told: Told) -> News:
    """The table as the seat saw it; nothing is to be chosen any more where that was done, and nothing is advised."""
    sat = Sat("Exercise", told.game, one.options, one.names, one.view.seat, advised=False)
    log = [(number, step.lines, step.names) for number, step in enumerate(one.log, 1)]
    return coached_news(sat, one.view, log, told.token if told.now is None else None)


def day_of(day: int) -> str:
    """A day as people read it, of UTC."""
    return f"{datetime.fromtimestamp(day * DAY, UTC):%-d %B}"
