"""The lobby: play at once, open a table, find one; and one's own name and account."""

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
from shindig.lesson import lesson_of
from shindig.server.accounts.accounts import Person
from shindig.server.accounts.name_rules import MAX_NAME, clean_login, clean_password
from shindig.server.errors import MissingError, RoomError
from shindig.server.matches.lesson_progress import Progress
from shindig.server.schemas import Settings

from ..html.templating import render
from ..http.request_guard import BODY_LIMIT, credential
from ..http.sessions import (
    delete_person,
    form_of,
    give_cookie,
    go,
    guest_or_person,
    known_person,
    new_account,
    new_password,
    number_of,
    opener_of,
    person_of,
    signed_in,
    site_of,
    text_of,
)
from .daily_pages import terms_of_today

router = APIRouter(include_in_schema=False)
SHOWN = 30
FILE = {"content-disposition": 'attachment; filename="shindig.json"'}
OPEN = ("waiting", "playing", "asleep")
"""States of tables that one may come back to."""


@router.get("/")
async def lobby(request: Request) -> Response:
    """Play now, what is open, what is mine."""
    room, person = site_of(request).room, await person_of(request)
    sat = await room.history(person) if person else []
    mine = [card for card in sat if card.state in OPEN]
    begun = await room.lessons.of(person) if person else {}
    lessons = await asyncio.to_thread(lengths)
    values = {
        "person": person,
        "games": [(one, one.rules.usual_players, levels(one), bot_names(one)[0]) for one in games()],
        "open": room.lobby()[:SHOWN],
        "mine": mine[:SHOWN],
        "name_of": {one.id: one.name for one in games()},
        "deal": await terms_of_today(room),
        "lessons": lessons,
        "due": await due_of(request, person),
        "learn": offered(lessons, begun, {card.game for card in sat if card.match}),
    }
    return HTMLResponse(render("lobby.html", values))


async def due_of(request: Request, person: Person | None) -> int:
    """How many exercises wait for somebody today."""
    found = await site_of(request).room.exercises.of(person) if person else {}
    return sum(one.due for one in found.values())


@cache
def lengths() -> dict[str, int]:
    """How many minutes the lessons take, by game; games without one are not there."""
    found = {one.id: lesson_of(one.id) for one in games()}
    return {game_id: lesson.notes.minutes for game_id, lesson in found.items() if lesson}


def offered(lessons: Mapping[str, int], begun: Mapping[str, Progress], played: set[str]) -> dict[str, str]:
    """What is offered first, by game: the lesson to who has not played it, or its rest to who has begun it."""
    fresh = {game_id: f"Learn by playing, {minutes} minutes" for game_id, minutes in lessons.items()}
    halfway = {game_id for game_id, one in begun.items() if one.moment and not one.done}
    done = {game_id for game_id, one in begun.items() if one.done}
    return {
        game_id: "Go on with the lesson" if game_id in halfway else offer
        for game_id, offer in fresh.items()
        if game_id in halfway or game_id not in played | done
    }


@router.post("/play")
async def play(request: Request) -> Response:
    """Against bots, at once."""
    form = await form_of(request)
    person, token = await guest_or_person(request, text_of(form, "name"))
    seats = number_of(form, "bots") + 1
    room, game_id = site_of(request).room, text_of(form, "game")
    settings = Settings(public=False, bot=text_of(form, "level"))
    table = await room.play_now(
        person, game_id, seats, settings=settings, client=opener_of(request, person), device=True
    )
    return give_cookie(go(f"/t/{table}"), request, token)


@router.get("/open/{game_id}")
async def open_form(request: Request, game_id: str) -> Response:
    """The form that opens a table, every option explained."""
    one = game_or_missing(game_id)
    values = {
        "person": await person_of(request),
        "game": one,
        "usual": one.rules.usual_players,
        "levels": levels(one),
        "level": bot_names(one)[0],
        "set": Settings(),
    }
    return HTMLResponse(render("open.html", values))


def game_or_missing(game_id: str) -> Game:
    try:
        return game(game_id)
    except GameError as error:
        raise MissingError(str(error)) from None


@router.post("/open/{game_id}")
async def open_table(request: Request, game_id: str) -> Response:
    """Open a table and go there."""
    one, form = game_or_missing(game_id), await form_of(request)
    person, token = await guest_or_person(request, text_of(form, "name"))
    options = {
        option.name: text_of(form, f"o-{option.name}") for option in one.rules.options if f"o-{option.name}" in form
    }
    table = await site_of(request).room.open_table(
        person, one.id, number_of(form, "seats"), options, settings_of(form), opener_of(request, person)
    )
    return give_cookie(go(f"/t/{table}"), request, token)


def settings_of(form: FormData) -> Settings:
    """The settings of a form; what it does not name keeps its default. Raises RoomError."""
    chosen: dict[str, object] = {}
    for field in fields(Settings):
        if isinstance(field.default, bool):
            chosen[field.name] = text_of(form, field.name) in ("on", "yes", "true")
        elif field.name in form:
            chosen[field.name] = (
                number_of(form, field.name) if isinstance(field.default, int) else text_of(form, field.name)
            )
    return Settings(**chosen)  # type: ignore[arg-type]


@router.get("/me")
async def me(request: Request) -> Response:
    """Name, account, tables that one may come back to."""
    person = await person_of(request)
    sat = await site_of(request).room.history(person) if person else []
    names = {one.id: one.name for one in games()}
    mine = [card for card in sat if card.state in (*OPEN, "over")]
    values = {"person": person, "open": mine, "name_of": names, "back": back_to(request.query_params)}
    return HTMLResponse(render("me.html", {**values, "due": await due_of(request, person)}))


@router.get("/me/data")
async def data(request: Request) -> Response:
    """All that is kept of somebody, as a file for them."""
    person = await known_person(request)
    return Response(await site_of(request).room.personal.export(person), media_type="application/json", headers=FILE)


@router.post("/me/{deed}")
async def change_me(request: Request, deed: str) -> Response:
    """Another name, an account, in and out, another password."""
    if deed not in DEEDS:
        raise RoomError(f"expected one of {', '.join(DEEDS)}")
    form = await form_of(request)
    token = await DEEDS[deed](request, form)
    return give_cookie(go(back_to(form)), request, token)


async def _name(request: Request, form: FormData) -> str | None:
    person, token = await guest_or_person(request, text_of(form, "name"))
    people = site_of(request).room.people
    person = await people.rename(person, text_of(form, "name"))
    if "figure" in form:
        await people.wear(person, face_of(form))
    return token


def face_of(form: FormData) -> str:
    """The face that was chosen; empty for none."""
    figure = text_of(form, "figure")
    return f"{figure}-{text_of(form, 'colour')}" if figure else ""


async def _register(request: Request, form: FormData) -> str | None:
    login = text_of(form, "login")
    clean_login(login)
    clean_password(password_of(form, "password"))
    person, token = await guest_or_person(request, login[:MAX_NAME])
    await new_account(request, person, login, password_of(form, "password"))
    return token


async def _login(request: Request, form: FormData) -> str | None:
    _, token = await signed_in(request, text_of(form, "login"), password_of(form, "password"))
    return token


async def _password(request: Request, form: FormData) -> None:
    await new_password(request, password_of(form, "old"), password_of(form, "new"))


async def _logout(request: Request, _: FormData) -> str:
    await known_person(request)
    await site_of(request).room.people.logout(credential(request.scope))
    return ""


async def _delete(request: Request, form: FormData) -> str:
    await delete_person(request, text_of(form, "name"), password_of(form, "password"))
    return ""


def password_of(form: FormData, name: str) -> str:
    """A password as it was typed, however long: none is cut off in silence."""
    return text_of(form, name, most=BODY_LIMIT)


DEEDS: dict[str, Callable[[Request, FormData], Awaitable[str | None]]] = {
    "name": _name,
    "register": _register,
    "login": _login,
    "password": _password,
    "logout": _logout,
    "delete": _delete,
}
"""What is done with one's own name and account: each gives the token to keep, "" where there is none any more."""


def back_to(form: Mapping[str, object]) -> str:
    """The page of ours to go back to."""
    address = text_of(form, "back")
    ours = address == "/day" or (address.startswith("/t/") and "//" not in address and address.isprintable())
    return address if ours else "/me"
