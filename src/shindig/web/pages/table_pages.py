"""A table in the browser: its page, and what people do there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import get_args

import segno
from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.core.record_layout import ONLOOKER
from shindig.gamekit import game
from shindig.server.accounts.accounts import Person
from shindig.server.errors import RefusedError, RoomError
from shindig.server.game_server import Room
from shindig.server.schemas import PHRASES, Agreement, News, TableInfo
from shindig.server.tables.form_input import PickError

from ..html.page_diff import left_of, log_items, regions, turn_of
from ..html.templating import render, spoken
from ..http.error_responses import Json, sentence, wants_json
from ..http.event_stream import Page, streamed
from ..http.sessions import (
    check_talk,
    device_of,
    form_of,
    give_cookie,
    go,
    guest_or_person,
    known_person,
    number_of,
    person_of,
    site_of,
    text_of,
)
from ..url_prefix import at, whole_address
from .card_assets import SVG

EMPTY = ("",)
router = APIRouter(prefix="/t/{table}", include_in_schema=False)


@router.get("")
async def page(request: Request, table: str) -> Response:
    """The table's page."""
    person = await person_of(request)
    news = await site_of(request).room.look(table, person)
    return HTMLResponse(table_page(news, person, invitation(request, table)))


def table_page(news: News, person: Person | None, invitation: str, problem: str = "", near: object = ()) -> str:
    info = news.info
    own = {
        "quiet": game(info.game).house.quiet,
        "invitation": invitation,
        "phrases": PHRASES,
        "talk": info.talk,
        "problem": problem,
        "near": near,
    }
    return render("table.html", values_of(news, regions(news), person, f"/t/{info.id}") | own)


def values_of(news: News, drawn: dict[str, str], person: Person | None, base: str) -> dict[str, object]:
    """What every page with a table is filled in with; what is done there goes to addresses under `base`."""
    info = news.info
    return {
        "person": person,
        "info": info,
        "base": at(base),
        "seq": news.seq,
        "regions": drawn,
        "seats": seating(info),
        "log": [html for _, html in log_items(news)],
        "left": left_of(news),
        "rules": [(option, info.options.get(option.name, option.default)) for option in game(info.game).rules.options],
        "turn": turn_of(news),
        "seated": info.you != ONLOOKER,
    }


def seating(info: TableInfo) -> list[tuple[int, int]]:
    """The other seats with their places: clockwise from the viewer, or from seat 0 for onlookers, at the bottom."""
    count, first = len(info.seats), max(info.you, 0)
    return [((first + place) % count, place) for place in range(count) if (first + place) % count != info.you]


@router.get("/stream")
async def stream(request: Request, table: str) -> Response:
    """The page's server-sent events."""
    return await streamed(request, table, Page().tell, device=True)


def invitation(request: Request, table: str) -> str:
    """The address to hand to friends."""
    return whole_address(request, f"/t/{table}")


@router.get("/qr.svg")
async def qr(request: Request, table: str) -> Response:
    """The invitation link as a picture for a phone's camera."""
    await site_of(request).room.glance(table)
    code = segno.make(invitation(request, table), error="m")
    return Response(
        code.svg_inline(scale=6, border=3, dark="#1c1a17", light="#fffdf6", omitsize=False).replace(
            "<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1
        ),
        media_type=SVG,
    )


@router.post("/move")
async def move(request: Request, table: str) -> Response:
    """Play what was touched."""
    person, form = await known_person(request), await form_of(request)
    try:
        await site_of(request).room.move(table, person, *said(touched(form)))
    except RefusedError as error:
        return await unplayed(request, table, person, error)
    return done(request, table)


def touched(form: FormData) -> dict[str, list[str]]:
    """What a form says was touched, for the room to read where the turn is."""
    return {name: [str(value) for value in form.getlist(name)] for name in form}


def said(form: dict[str, list[str]]) -> tuple[dict[str, list[str]], str, str | None]:
    """What a form says to play: what was touched, the token of the turn, the key."""
    return form, form.get("token", EMPTY)[-1][:200], form.get("key", EMPTY)[-1][:64] or None


async def refused(request: Request, table: str, person: Person, error: Exception) -> Response:
    """A move that the table refuses. Raises the error where nothing can be shown beside."""
    if not isinstance(error, RefusedError):
        raise error
    return await unplayed(request, table, person, error)


async def unplayed(request: Request, table: str, person: Person, error: RefusedError) -> Response:
    """A refusal: for the page's script what it shows, for others the page again."""
    if wants_json(request.url.path, request.headers):
        return Json(told(error))
    news = await site_of(request).room.look(table, person)
    near = error.near if isinstance(error, PickError) else ()
    return HTMLResponse(table_page(news, person, invitation(request, table), sentence(str(error)), near), error.status)


def told(error: RefusedError) -> dict[str, object]:
    """A refusal as the page's script shows it, an answer like any other.

    Who presses a button just too late did no wrong, and a browser's console complains of any other status.
    """
    return {"error": sentence(str(error)), "clause": error.clause}


def done(request: Request, table: str, page: str = "") -> Response:
    """After a form: nothing for the script, which hears of it by the stream; the page again for others."""
    return Response(status_code=204) if wants_json(request.scope["path"], request.headers) else go(f"/t/{table}{page}")


@router.post("/sit")
async def sit(request: Request, table: str) -> Response:
    """Take a seat, as a new guest where nobody is known."""
    form = await form_of(request)
    person, token = await guest_or_person(request, text_of(form, "name"))
    seat = number_of(form, "seat") if "seat" in form else None
    await site_of(request).room.sit(table, person, seat, device_of(request), device=True)
    return give_cookie(go(f"/t/{table}"), request, token)


async def _host(room: Room, table: str, person: Person, form: FormData) -> None:
    if "hold" in form:
        await room.hold(table, person, number_of(form, "hold"))
    else:
        await room.remove(table, person, number_of(form, "remove"))


async def _bot(room: Room, table: str, person: Person, form: FormData) -> None:
    seat = number_of(form, "seat") if "seat" in form else None
    await room.add_bot(table, person, seat, text_of(form, "bot") or None)


async def _agree(room: Room, table: str, person: Person, form: FormData) -> None:
    to: Agreement = next((known for known in get_args(Agreement) if known == text_of(form, "to")), "next")
    await room.agree(table, person, to, number_of(form, "match") if "match" in form else None)


async def _say(room: Room, table: str, person: Person, form: FormData) -> None:
    text = text_of(form, "phrase") or text_of(form, "text", most=400)
    await room.say(table, person, text)


async def _cut(room: Room, table: str, person: Person, form: FormData) -> None:
    number = number_of(form, "number")
    if "seal" in form:
        await room.seal(table, person, number, text_of(form, "seal"))
    else:
        await room.reveal(table, person, number, text_of(form, "value"))


Deed = Callable[[Room, str, Person, FormData], Awaitable[object]]
DEEDS: dict[str, Deed] = {
    "start": lambda room, table, person, _: room.start_match(table, person),
    "bot": _bot,
    "back": lambda room, table, person, _: room.back(table, person),
    "pause": lambda room, table, person, _: room.pause(table, person),
    "resume": lambda room, table, person, _: room.resume(table, person),
    "close": lambda room, table, person, _: room.close_table(table, person),
    "host": _host,
    "agree": _agree,
    "ease": lambda room, table, person, form: room.ease(table, person, "on" in form),
    "tempo": lambda room, table, person, form: room.set_tempo(table, person, text_of(form, "tempo")),
    "nudge": lambda room, table, person, _: room.nudge(table, person),
    "undo": lambda room, table, person, form: room.take_back(table, person, text_of(form, "token")),
    "say": _say,
    "show": lambda room, table, person, _: room.show(table, person),
    "cut": _cut,
}


@router.post("/leave")
async def leave(request: Request, table: str) -> Response:
    """Give the seat up, and back to the lobby."""
    await site_of(request).room.leave(table, await known_person(request))
    return go("/")


@router.post("/{deed}")
async def do(request: Request, table: str, deed: str) -> Response:
    """Everything else that is done with a small form."""
    if deed not in DEEDS:
        raise RoomError(f"expected one of {', '.join(DEEDS)}")
    person, form = await known_person(request), await form_of(request)
    if deed == "say":
        check_talk(request, person)
    try:
        await DEEDS[deed](site_of(request).room, table, person, form)
    except RefusedError as error:
        if not wants_json(request.url.path, request.headers):
            raise
        return Json(told(error))
    return done(request, table, f"/replay?match={number_of(form, 'match')}" if "match" in form else "")


@router.get("/advice")
async def advice(request: Request, table: str) -> Response:
    """Advice for one's own turn, a line each; where there is none, the page is told why as an answer like any other."""
    room, person = site_of(request).room, await known_person(request)
    try:
        found = await room.advise(table, person)
    except RefusedError as error:
        return Json({"advice": [sentence(str(error))]})
    names = (await room.glance(table, person)).public.names
    lines = [spoken(line, names) for line in found.lines] if found else []
    return Json({"advice": lines or ["There is no advice to give just now."]})
