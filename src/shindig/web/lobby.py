"""The lobby: play at once, open a table, find one; and one's own name and account."""

from __future__ import annotations

from dataclasses import fields

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..bots import BOTS
from ..games import Game, GameError, game, games
from ..room.told import MissingError, RoomError, Settings
from .samples import SAMPLES
from .session import (
    device_of,
    form_of,
    give_cookie,
    go,
    guest_or_person,
    house_of,
    known_person,
    number_of,
    person_of,
    text_of,
)
from .templating import render

router = APIRouter(include_in_schema=False)
SHOWN = 30
USUAL_SEATS = 4


@router.get("/")
async def lobby(request: Request) -> Response:
    """Play now, what is open, what is mine."""
    room, person = house_of(request).room, await person_of(request)
    mine = [card for card in await room.history(person) if card.state in ("waiting", "playing")] if person else []
    values = {
        "person": person,
        "games": [(one, usual_seats(one)) for one in games()],
        "open": room.lobby()[:SHOWN],
        "mine": mine[:SHOWN],
        "name_of": {one.id: one.name for one in games()},
        "samples": SAMPLES,
    }
    return HTMLResponse(render("lobby.html", values))


def usual_seats(one: Game) -> int:
    """How many play where nobody chose."""
    return USUAL_SEATS if USUAL_SEATS in one.seats else one.seats[0]


@router.post("/play")
async def play(request: Request) -> Response:
    """Against bots, at once."""
    form = await form_of(request)
    person, token = await guest_or_person(request, text_of(form, "name"))
    seats = number_of(form, "bots") + 1
    room, game_id = house_of(request).room, text_of(form, "game")
    table = await room.play_now(person, game_id, seats, client=device_of(request), device=True)
    return give_cookie(go(f"/t/{table}"), request, token)


@router.get("/open/{game_id}")
async def open_form(request: Request, game_id: str) -> Response:
    """The form that opens a table, every option explained."""
    one = game_or_missing(game_id)
    values = {
        "person": await person_of(request),
        "game": one,
        "usual": usual_seats(one),
        "bots": BOTS,
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
    options = {option.name: text_of(form, f"o-{option.name}") for option in one.options if f"o-{option.name}" in form}
    table = await house_of(request).room.open_table(
        person, one.id, number_of(form, "seats"), options, settings_of(form), device_of(request)
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
    """Name, account, tables played."""
    person = await person_of(request)
    played = await house_of(request).room.history(person) if person else []
    names = {one.id: one.name for one in games()}
    return HTMLResponse(render("me.html", {"person": person, "played": played, "name_of": names}))


@router.post("/me/{deed}")
async def change_me(request: Request, deed: str) -> Response:
    """Another name, an account, in and out."""
    people, form = house_of(request).room.people, await form_of(request)
    token = None
    login, password = text_of(form, "login"), text_of(form, "password", most=500)
    if deed == "name":
        person, token = await guest_or_person(request, text_of(form, "name"))
        await people.rename(person, text_of(form, "name"))
    elif deed == "register":
        person, token = await guest_or_person(request, login[:24])
        await people.register(person, login, password)
    elif deed == "login":
        _, token = await people.login(login, password)
    elif deed == "logout":
        await known_person(request)
        await people.logout(request.cookies.get("shindig", ""))
    else:
        raise RoomError("expected name, register, login or logout")
    return give_cookie(go(back_to(form)), request, token)


def back_to(form: FormData) -> str:
    """The page of ours to go back to."""
    address = text_of(form, "back")
    return address if address.startswith("/t/") and "//" not in address and address.isprintable() else "/me"
