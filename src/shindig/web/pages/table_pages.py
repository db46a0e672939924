"""A table's page in the browser, and its forms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import get_args

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import game
from shindig.lesson import has_lesson
from shindig.messages import name_seats, say
from shindig.server.errors import RefusedError, RoomError
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.schemas import PHRASE_MESSAGES, Agreement, TableInfo, TableUpdate
from shindig.server.tables.controls_to_actions import PickError

from ..api.table_protocol import COMMANDS
from ..html.coach_text import render_coach_text, split_paragraphs
from ..html.page_diff import find_time_left, find_timed_seat, find_waits, render_log, render_regions
from ..html.templating import get_macro, render_template
from ..html.viewer_regions import can_sit
from ..http.error_responses import JsonResponse, wants_json, write_refusal
from ..http.event_stream import PageStream, open_stream
from ..http.many_tables_stream import SharedStream, read_parts
from ..http.sessions import (
    check_talk,
    find_or_create_player,
    find_person,
    make_device_id,
    read_face,
    read_form,
    read_number,
    read_text,
    redirect_to,
    require_person,
    set_token_cookie,
    site_of,
)
from ..reader_language import get_language
from ..url_prefix import add_prefix, make_full_address
from .card_and_static_files import SVG

NO_VALUES = ("",)
NO_ADVICE = say("advice-none")
router = APIRouter(prefix="/t/{table}", include_in_schema=False)
shared = APIRouter(include_in_schema=False)


@shared.get("/streams")
async def stream_pages(request: Request) -> Response:
    """Stream several tables to the tabs of one browser."""
    return SharedStream(request.scope["app"], read_parts(request.query_params.getlist("t")))


@router.get("")
async def show_table(request: Request, table: str) -> Response:
    """Show the table's page."""
    person = await find_person(request)
    room = site_of(request).room
    news = await room.build_snapshot(table, person)
    may = person is not None and news.info.you != ONLOOKER and news.info.advised
    coached = may and person is not None and await room.coaching.is_on(person, news.info.game)
    barred = person is not None and news.info.state != "closed" and await room.is_removed(table, person)
    return HTMLResponse(
        render_table_page(news, person, make_invitation(request, table), coached=coached, barred=barred)
    )


def render_table_page(
    news: TableUpdate,
    person: Person | None,
    invitation: str,
    problem: str = "",
    near: object = (),
    coached: bool = False,
    barred: bool = False,
) -> str:
    """Render the page of a table; a `barred` viewer may not sit down."""
    info = news.info
    own = {
        "quiet": game(info.game).services.silence_clause,
        "invitation": invitation,
        "phrases": PHRASE_MESSAGES,
        "talk": info.talk,
        "problem": problem,
        "near": near,
        "coached": coached,
        "barred": barred,
    }
    return render_template(
        "table.html", build_template_values(news, render_regions(news), person, f"/t/{info.id}") | own
    )


def build_template_values(
    news: TableUpdate, drawn: dict[str, str], person: Person | None, base: str
) -> dict[str, object]:
    """Return the template values of every page with a table. Its forms go to addresses under `base`."""
    info = news.info
    return {
        "person": person,
        "info": info,
        "base": add_prefix(base),
        "seq": news.seq,
        "regions": drawn,
        "seats": arrange_seats(info),
        "log": [html for _, html in render_log(news)],
        "left": find_time_left(news),
        "waits": find_waits(news),
        "rules": [(option, info.options.get(option.name, option.default)) for option in game(info.game).rules.options],
        "turn": find_timed_seat(news),
        "seated": info.you != ONLOOKER,
        "invited": person is None and can_sit(info) and info.origin is None and not info.settings.rated,
        "taught": has_lesson(game(info.game)),
    }


def arrange_seats(info: TableInfo) -> list[tuple[int, int]]:
    """Return the other seats with their positions, clockwise from the viewer at the bottom, or from seat 0 for
    onlookers."""
    count, first = len(info.seats), max(info.you, 0)
    return [((first + place) % count, place) for place in range(count) if (first + place) % count != info.you]


@router.get("/stream")
async def stream_page(request: Request, table: str) -> Response:
    """Stream the page's server-sent events."""
    return await open_stream(request, table, PageStream().encode_broadcast, device=True)


def make_invitation(request: Request, table: str) -> str:
    """Return the invitation address."""
    return make_full_address(request, f"/t/{table}")


@router.post("/here")
async def answer_heartbeat(request: Request, table: str) -> Response:
    """Take a page's answer to a heartbeat of its stream."""
    person, form = await find_person(request), await read_form(request)
    site_of(request).room.note_answer(table, person, read_text(form, "of"))
    return Response(status_code=204)


@router.get("/qr.svg")
async def show_qr_code(request: Request, table: str) -> Response:
    """Show the invitation as a QR code."""
    await site_of(request).room.build_bare_snapshot(table)
    return Response(render_qr_code(make_invitation(request, table)), media_type=SVG)


def render_qr_code(text: str) -> str:
    """Return a QR code as SVG."""
    import segno

    drawn = segno.make(text, error="m").svg_inline(scale=6, border=3, dark="#1c1a17", light="#fffdf6", omitsize=False)
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


@router.post("/move")
async def play_move(request: Request, table: str) -> Response:
    """Play the touched controls."""
    person, form = await require_person(request), await read_form(request)
    try:
        await site_of(request).room.move(table, person, *read_move(read_touched(form)))
    except RefusedError as error:
        return await make_refusal_response(request, table, person, error)
    return make_done_response(request, table)


def read_touched(form: FormData) -> dict[str, list[str]]:
    """Read the touched controls of a form."""
    return {name: [str(value) for value in form.getlist(name)] for name in form}


def read_move(form: dict[str, list[str]]) -> tuple[dict[str, list[str]], str, str | None]:
    """Read a move from a form: touched controls, token of the turn, idempotency key."""
    return form, form.get("token", NO_VALUES)[-1][:200], form.get("key", NO_VALUES)[-1][:64] or None


async def answer_refusal(request: Request, table: str, person: Person, error: Exception) -> Response:
    """Answer a refused move. Raises the error if nothing can be shown with it."""
    if not isinstance(error, RefusedError):
        raise error
    return await make_refusal_response(request, table, person, error)


async def make_refusal_response(request: Request, table: str, person: Person, error: RefusedError) -> Response:
    """Return a refusal to the page's script, and the page again to others."""
    if wants_json(request.url.path, request.headers):
        return JsonResponse(encode_refusal(error))
    news = await site_of(request).room.build_snapshot(table, person)
    near = error.near if isinstance(error, PickError) else ()
    problem = write_refusal(error, news.public.names)
    return HTMLResponse(render_table_page(news, person, make_invitation(request, table), problem, near), error.status)


def encode_refusal(error: RefusedError) -> dict[str, object]:
    """Encode a refusal as a normal answer.

    A late button press is no fault, and the browser's console would report any other status.
    """
    return {"error": write_refusal(error), "clause": error.clause}


def make_done_response(request: Request, table: str, page: str = "") -> Response:
    """Answer a form: nothing for the script, which has the stream; the page again for others."""
    return (
        Response(status_code=204)
        if wants_json(request.scope["path"], request.headers)
        else redirect_to(f"/t/{table}{page}")
    )


@router.post("/sit")
async def sit_down(request: Request, table: str) -> Response:
    """Take a seat, as a new guest if unknown."""
    form = await read_form(request)
    person, token = await find_or_create_player(request, form)
    seat = read_number(form, "seat") if "seat" in form else None
    await site_of(request).room.sit(table, person, seat, make_device_id(request), device=True)
    return set_token_cookie(redirect_to(f"/t/{table}"), request, token)


async def _manage_seat(room: GameServer, table: str, person: Person, form: FormData) -> None:
    """Do what a host may do about a person: the field names it, and its value is the seat."""
    deed = next((name for name in HOST_DEEDS if name in form), "remove")
    await HOST_DEEDS[deed](room, table, person, read_number(form, deed))


HOST_DEEDS: dict[str, Callable[[GameServer, str, Person, int], Awaitable[None]]] = {
    "hold": GameServer.hold_seat,
    "remove": GameServer.remove_player,
    "readmit": GameServer.readmit_player,
    "mute": partial(GameServer.mute_player, on=True),
    "unmute": partial(GameServer.mute_player, on=False),
    "name": GameServer.name_host,
}


async def _rename(room: GameServer, table: str, person: Person, form: FormData) -> None:
    """Change the person's name and avatar, and take them at this table."""
    await room.rename_player(table, await room.accounts.rename(person, read_text(form, "name"), read_face(form)))


async def _add_bot(room: GameServer, table: str, person: Person, form: FormData) -> None:
    seat = read_number(form, "seat") if "seat" in form else None
    await room.add_bot(table, person, seat, read_text(form, "bot") or None)


async def _agree(room: GameServer, table: str, person: Person, form: FormData) -> None:
    to: Agreement = next((known for known in get_args(Agreement) if known == read_text(form, "to")), "next")
    match, seat = (read_number(form, name) if name in form else None for name in ("match", "of"))
    await room.agree(table, person, to, match, seat)


async def _say(room: GameServer, table: str, person: Person, form: FormData) -> None:
    text = read_text(form, "phrase") or read_text(form, "text", most=400)
    await room.say(table, person, text)


async def _answer_cut(room: GameServer, table: str, person: Person, form: FormData) -> None:
    number = read_number(form, "number")
    if "seal" in form:
        await room.seal_cut_value(table, person, number, read_text(form, "seal"))
    else:
        await room.open_cut_value(table, person, number, read_text(form, "value"))


async def _answer_coach(room: GameServer, table: str, person: Person, form: FormData) -> None:
    """Switch the coach off, or note that the person has read what it says about a turn."""
    if "off" in form:
        await room.stop_coach(table, person)
    else:
        await room.note_coached(table, person, read_text(form, "token"))


Deed = Callable[[GameServer, str, Person, FormData], Awaitable[object]]
DEEDS: dict[str, Deed] = {
    "start": lambda room, table, person, form: room.start_match(table, person, read_text(form, "bot") or None),
    "bot": _add_bot,
    "host": _manage_seat,
    "agree": _agree,
    "decline": lambda room, table, person, form: room.decline(table, person, read_text(form, "to")),
    "name": _rename,
    "ease": lambda room, table, person, form: room.set_eased(table, person, "on" in form),
    "tempo": lambda room, table, person, form: room.set_tempo(table, person, read_text(form, "tempo")),
    "undo": lambda room, table, person, form: room.take_back(table, person, read_text(form, "token")),
    "say": _say,
    "cut": _answer_cut,
    "coach": _answer_coach,
}


@router.post("/leave")
async def leave_table(request: Request, table: str) -> Response:
    """Leave the seat, and redirect to the lobby."""
    await site_of(request).room.leave(table, await require_person(request))
    return redirect_to("/")


@router.post("/{deed}")
async def do_deed(request: Request, table: str, deed: str) -> Response:
    """Handle the other small forms."""
    known = COMMANDS | DEEDS
    if deed not in known:
        raise RoomError(f"expected one of {', '.join(known)}")
    person, form = await require_person(request), await read_form(request)
    if deed == "say":
        check_talk(request, person)
    given = (form,) if deed in DEEDS else ()
    try:
        await known[deed](site_of(request).room, table, person, *given)
    except RefusedError as error:
        if not wants_json(request.url.path, request.headers):
            raise
        return JsonResponse(encode_refusal(error))
    return make_done_response(request, table, f"/replay?match={read_number(form, 'match')}" if "match" in form else "")


@router.get("/advice")
async def show_advice(request: Request, table: str) -> Response:
    """Return advice for the viewer's turn, one text per line; without any, the reason."""
    room, person = site_of(request).room, await require_person(request)
    try:
        found = await room.advise(table, person)
    except RefusedError as error:
        return JsonResponse({"advice": [write_refusal(error)]})
    news = await room.build_bare_snapshot(table, person)
    names = name_seats(get_language(), news.public.names, news.own.you)
    return JsonResponse({"advice": [*map(names.write, found.lines if found else ())] or [names.write(NO_ADVICE)]})


@router.get("/coach")
async def show_coach_notes(request: Request, table: str) -> Response:
    """Return what the coach explains about the viewer's turn, as HTML; empty if all of it is known."""
    room, person = site_of(request).room, await require_person(request)
    notes = await room.find_coach_notes(table, person)
    news = await room.build_bare_snapshot(table, person)
    names = name_seats(get_language(), news.public.names, news.own.you)
    worded = partial(render_coach_text, game=news.info.game, names=names)
    said = [worded(part) for one in notes for part in split_paragraphs(f"{one.say}\n\n{one.table}")]
    drawn = get_macro("table/coach_note.html", "note", get_language())(add_prefix(f"/t/{table}"), said) if said else ""
    return JsonResponse({"html": str(drawn)})
