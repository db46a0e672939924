"""Lobby: play at once, open or find a table; and the person's own name and account."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import fields
from functools import cache

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.bots import levels
from shindig.bots import names as bot_names
from shindig.gamekit import Game, GameError, game, games
from shindig.lesson import find_lesson
from shindig.server.accounts.accounts import Person
from shindig.server.accounts.name_rules import MAX_NAME, clean_login, clean_password
from shindig.server.errors import MissingError, RoomError
from shindig.server.matches.lesson_progress import Progress
from shindig.server.schemas import Settings

from ..html.templating import render_template
from ..http.request_guard import BODY_LIMIT, find_request_token
from ..http.sessions import (
    admit_opener,
    create_account,
    delete_person,
    find_or_create_person,
    find_person,
    read_form,
    read_number,
    read_text,
    redirect_to,
    replace_password,
    require_person,
    set_token_cookie,
    sign_in,
    site_of,
)
from .daily_pages import find_terms_of_today

router = APIRouter(include_in_schema=False)
MOST_SHOWN = 30
DOWNLOAD_HEADERS = {"content-disposition": 'attachment; filename="shindig.json"'}
OPEN_STATES = ("waiting", "playing", "asleep")
"""States of tables that a person may come back to."""


@router.get("/")
async def show_lobby(request: Request) -> Response:
    """Show the lobby."""
    room, person = site_of(request).room, await find_person(request)
    sat = await room.load_history(person) if person else []
    mine = [card for card in sat if card.state in OPEN_STATES]
    begun = await room.lessons.load_progress(person) if person else {}
    lessons = await asyncio.to_thread(find_lesson_minutes)
    values = {
        "person": person,
        "games": [(one, one.rules.usual_players, levels(one), bot_names(one)[0]) for one in games()],
        "open": room.list_public_tables()[:MOST_SHOWN],
        "mine": mine[:MOST_SHOWN],
        "name_of": {one.id: one.name for one in games()},
        "deal": await find_terms_of_today(room),
        "lessons": lessons,
        "due": await count_due_exercises(request, person),
        "learn": build_lesson_offers(lessons, begun, {card.game for card in sat if card.match}),
    }
    return HTMLResponse(render_template("lobby.html", values))


async def count_due_exercises(request: Request, person: Person | None) -> int:
    """Count a person's due exercises."""
    found = await site_of(request).room.exercises.count_exercises(person) if person else {}
    return sum(one.due for one in found.values())


@cache
def find_lesson_minutes() -> dict[str, int]:
    """Return the length of each game's lesson in minutes."""
    found = {one.id: find_lesson(one.id) for one in games()}
    return {game_id: lesson.notes.minutes for game_id, lesson in found.items() if lesson}


def build_lesson_offers(lessons: Mapping[str, int], begun: Mapping[str, Progress], played: set[str]) -> dict[str, str]:
    """Return the first offer by game: the lesson for new people, or its rest after a start."""
    fresh = {game_id: f"Learn by playing, {minutes} minutes" for game_id, minutes in lessons.items()}
    halfway = {game_id for game_id, one in begun.items() if one.moment and not one.done}
    done = {game_id for game_id, one in begun.items() if one.done}
    return {
        game_id: "Go on with the lesson" if game_id in halfway else offer
        for game_id, offer in fresh.items()
        if game_id in halfway or game_id not in played | done
    }


@router.post("/play")
async def play_with_bots(request: Request) -> Response:
    """Begin a match against bots at once."""
    form = await read_form(request)
    person, token = await find_or_create_person(request, read_text(form, "name"))
    seats = read_number(form, "bots") + 1
    room, game_id = site_of(request).room, read_text(form, "game")
    settings = Settings(public=False, bot=read_text(form, "level"))
    table = await room.play_now(
        person, game_id, seats, settings=settings, client=admit_opener(request, person), device=True
    )
    return set_token_cookie(redirect_to(f"/t/{table}"), request, token)


@router.get("/open/{game_id}")
async def show_open_form(request: Request, game_id: str) -> Response:
    """Show the form that opens a table, with every option explained."""
    one = require_game(game_id)
    values = {
        "person": await find_person(request),
        "game": one,
        "usual": one.rules.usual_players,
        "levels": levels(one),
        "level": bot_names(one)[0],
        "set": Settings(),
    }
    return HTMLResponse(render_template("open.html", values))


def require_game(game_id: str) -> Game:
    try:
        return game(game_id)
    except GameError as error:
        raise MissingError(str(error)) from None


@router.post("/open/{game_id}")
async def open_table(request: Request, game_id: str) -> Response:
    """Open a table and redirect to it."""
    one, form = require_game(game_id), await read_form(request)
    person, token = await find_or_create_person(request, read_text(form, "name"))
    options = {
        option.name: read_text(form, f"o-{option.name}") for option in one.rules.options if f"o-{option.name}" in form
    }
    table = await site_of(request).room.open_table(
        person, one.id, read_number(form, "seats"), options, read_settings(form), admit_opener(request, person)
    )
    return set_token_cookie(redirect_to(f"/t/{table}"), request, token)


def read_settings(form: FormData) -> Settings:
    """Read the settings of a form, with defaults. Raises RoomError."""
    chosen: dict[str, object] = {}
    for field in fields(Settings):
        if isinstance(field.default, bool):
            chosen[field.name] = read_text(form, field.name) in ("on", "yes", "true")
        elif field.name in form:
            chosen[field.name] = (
                read_number(form, field.name) if isinstance(field.default, int) else read_text(form, field.name)
            )
    return Settings(**chosen)  # type: ignore[arg-type]


@router.get("/me")
async def show_profile(request: Request) -> Response:
    """Show the person's name, account, and tables to come back to."""
    person = await find_person(request)
    sat = await site_of(request).room.load_history(person) if person else []
    names = {one.id: one.name for one in games()}
    mine = [card for card in sat if card.state in (*OPEN_STATES, "over")]
    values = {"person": person, "open": mine, "name_of": names, "back": find_return_page(request.query_params)}
    return HTMLResponse(render_template("me.html", {**values, "due": await count_due_exercises(request, person)}))


@router.get("/me/data")
async def download_data(request: Request) -> Response:
    """Return all stored data of a person as a file."""
    person = await require_person(request)
    return Response(
        await site_of(request).room.personal_data.export(person),
        media_type="application/json",
        headers=DOWNLOAD_HEADERS,
    )


@router.post("/me/{deed}")
async def change_profile(request: Request, deed: str) -> Response:
    """Change name, account, session or password."""
    if deed not in DEEDS:
        raise RoomError(f"expected one of {', '.join(DEEDS)}")
    form = await read_form(request)
    token = await DEEDS[deed](request, form)
    return set_token_cookie(redirect_to(find_return_page(form)), request, token)


async def _rename(request: Request, form: FormData) -> str | None:
    person, token = await find_or_create_person(request, read_text(form, "name"))
    people = site_of(request).room.accounts
    person = await people.rename(person, read_text(form, "name"))
    if "figure" in form:
        await people.set_avatar(person, read_face(form))
    return token


def read_face(form: FormData) -> str:
    """Read the chosen portrait; empty for none."""
    figure = read_text(form, "figure")
    return f"{figure}-{read_text(form, 'colour')}" if figure else ""


async def _register(request: Request, form: FormData) -> str | None:
    login = read_text(form, "login")
    clean_login(login)
    clean_password(read_password(form, "password"))
    person, token = await find_or_create_person(request, login[:MAX_NAME])
    await create_account(request, person, login, read_password(form, "password"))
    return token


async def _log_in(request: Request, form: FormData) -> str | None:
    _, token = await sign_in(request, read_text(form, "login"), read_password(form, "password"))
    return token


async def _change_password(request: Request, form: FormData) -> None:
    await replace_password(request, read_password(form, "old"), read_password(form, "new"))


async def _log_out(request: Request, _: FormData) -> str:
    await require_person(request)
    await site_of(request).room.accounts.logout(find_request_token(request.scope))
    return ""


async def _delete(request: Request, form: FormData) -> str:
    await delete_person(request, read_text(form, "name"), read_password(form, "password"))
    return ""


def read_password(form: FormData, name: str) -> str:
    """Read a password as typed, of any length, so that none is cut off silently."""
    return read_text(form, name, most=BODY_LIMIT)


DEEDS: dict[str, Callable[[Request, FormData], Awaitable[str | None]]] = {
    "name": _rename,
    "register": _register,
    "login": _log_in,
    "password": _change_password,
    "logout": _log_out,
    "delete": _delete,
}
"""Handlers of the account forms. Each returns the session token to keep, or ""."""


def find_return_page(form: Mapping[str, object]) -> str:
    """Return the page of ours to return to."""
    address = read_text(form, "back")
    ours = address == "/day" or (address.startswith("/t/") and "//" not in address and address.isprintable())
    return address if ours else "/me"
