"""Pages of groups, and their part of the protocol: members, talk, the next game, standings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple
from urllib.parse import quote

from fastapi import APIRouter
from pydantic import Field
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.gamekit import Game, games
from shindig.messages import ENGLISH, Text, format_text, say
from shindig.server.errors import ForbiddenError, MissingError, RoomError
from shindig.server.groups.groups import Evening, GroupInfo, Groups
from shindig.server.groups.standings import GroupMatch
from shindig.server.person import Person
from shindig.server.schemas import Settings

from ..api.table_protocol import REFUSALS, Json, StrictBody, read_settings, version_of
from ..html.templating import render_template
from ..http.request_guard import TooOftenError, get_client_address
from ..http.sessions import (
    admit_opener,
    check_talk,
    find_or_create_person,
    find_or_create_player,
    find_person,
    read_form,
    read_number,
    read_text,
    redirect_to,
    require_person,
    set_token_cookie,
    site_of,
)
from ..reader_language import get_language
from ..url_prefix import make_full_address
from .lobby_pages import has_learnt, read_options, require_game
from .lobby_pages import read_settings as read_form_settings
from .table_choices import find_choice, read_choices
from .table_pages import render_qr_code

router = APIRouter(include_in_schema=False)
protocol = APIRouter(prefix="/api", responses=REFUSALS, tags=["protocol"])
SVG = "image/svg+xml"
CHART_WIDTH, CHART_HEIGHT, CHART_MARGIN = 600, 200, 10
"""Size of the chart of an evening, and its margin."""
HUES = ("#b5452f", "#2f7a74", "#7a4fb0", "#a87412", "#2f62b0", "#a33f7a", "#4f7a2f", "#6a5a4a")


def groups_of(request: Request) -> Groups:
    return site_of(request).room.groups


@router.get("/g")
async def list_groups(request: Request) -> Response:
    """Show the person's groups, and the form that founds one."""
    person = await find_person(request)
    found = await groups_of(request).load_groups(person) if person else []
    return HTMLResponse(render_template("group/list.html", {"person": person, "groups": found}))


@router.post("/g")
async def found_group(request: Request) -> Response:
    """Found a group and redirect to it."""
    form = await read_form(request)
    person, token = await find_or_create_person(request, read_text(form, "name"))
    admit_opener(request, person)
    group = await groups_of(request).found(person, read_text(form, "room"))
    return set_token_cookie(redirect_to(f"/g/{group}"), request, token)


@router.get("/join")
async def follow_link(request: Request) -> Response:
    """Go to the group of a link, which has the group's code; without one, show the form for it."""
    await find_person(request)
    code = read_text(request.query_params, "code")
    return await go_by_code(request, code) if code else await show_code_form(request)


@router.post("/join")
async def enter_code(request: Request) -> Response:
    """Go to the group of a code."""
    return await go_by_code(request, read_text(await read_form(request), "code"))


async def go_by_code(request: Request, code: str) -> Response:
    """Go to the group of a code. Guesses are limited."""
    group = await find_by_code(request, code)
    return redirect_to(f"/g/{group}?code={quote(code)}") if group else await show_code_form(request, code)


async def show_code_form(request: Request, wrong: str = "") -> Response:
    """Show the form for a code, and one that leads nowhere."""
    values = {"person": await find_person(request), "wrong": wrong}
    return HTMLResponse(render_template("group/code.html", values), 404 if wrong else 200)


async def find_by_code(request: Request, code: str) -> str | None:
    """Return the group of a code. Raises TooOftenError after many wrong guesses from an address."""
    guesses, address = site_of(request).guesses, get_client_address(request.scope)
    if wait := guesses.take_token(address):
        raise TooOftenError(say("too-often-codes"), wait)
    group = await groups_of(request).find_by_code(code)
    if group is not None:
        guesses.return_token(address)
    return group


async def join_by_code(request: Request, group: str, person: Person, code: str) -> None:
    """Make a person a member. A wrong code counts as a guess. Raises TooOftenError, CodeError, RefusedError."""
    await find_by_code(request, code)
    await groups_of(request).join(group, person, code)


def make_group_link(request: Request, info: GroupInfo) -> str:
    """Return the link by which others join a group. It has the code, so a new code ends it."""
    return make_full_address(request, f"/join?code={info.code}")


@router.get("/g/{group}")
async def show_group(request: Request, group: str) -> Response:
    """Show a group: who is here, talk, the next game, the standings of the evening. Others need its code."""
    person = await find_person(request)
    info = await groups_of(request).load_info(group, person, looks=True)
    code = read_text(request.query_params, "code")
    if not info.you and (not code or await find_by_code(request, code) != group):
        return await show_code_form(request, code)
    evening = await groups_of(request).load_evening(group, person) if info.you and person else None
    values = {
        "person": person,
        "info": info,
        "code": code,
        "link": make_group_link(request, info),
        "games": games(),
        "rules": describe_rules(info),
        "evening": evening,
        "goes": find_own_table(info, person),
    }
    return HTMLResponse(render_template("group/group.html", values))


def find_own_table(info: GroupInfo, person: Person | None) -> str:
    """Return the latest open table, if the viewer was seated when it began, or ""."""
    latest = info.tables[0] if info.tables else None
    return latest.table if latest is not None and person and {*person.ids} & {*latest.seated} else ""


def describe_rules(info: GroupInfo) -> list[tuple[Text, Text]]:
    """Return the house rules of the chosen game that differ from the usual ones."""
    chosen = next((one for one in games() if info.chosen and one.id == info.chosen.game), None)
    if chosen is None or info.chosen is None:
        return []
    house = info.chosen.options
    unusual = [one for one in chosen.rules.options if house.get(one.name, one.default) != one.default]
    return [(one.label, one.describe(house[one.name])) for one in unusual]


@router.get("/g/{group}/qr.svg")
async def show_group_qr_code(request: Request, group: str) -> Response:
    """Show a member the link of a group as a QR code."""
    info = await groups_of(request).load_info(group, await require_person(request))
    if not info.you:
        raise ForbiddenError(say("refuse-group-strangers"))
    return Response(render_qr_code(make_group_link(request, info)), media_type=SVG)


@router.get("/g/{group}/rules/{game_id}")
async def show_rules_form(request: Request, group: str, game_id: str) -> Response:
    """Show the form for the house rules of a game."""
    person, one = await require_person(request), require_game(game_id)
    last = await groups_of(request).load_rules(group, person, game_id)
    info = await groups_of(request).load_info(group, person)
    values = {
        "person": person,
        "info": info,
        "game": one,
        "options": last.options if last else {},
        "seats": last.seats if last else 0,
        "set": last.read_settings() if last else Settings(),
    }
    return HTMLResponse(render_template("group/rules.html", values))


@router.get("/g/{group}/evening")
async def show_evenings(request: Request, group: str) -> Response:
    """Show the standings: of each evening, or of a month."""
    person, found = await require_person(request), groups_of(request)
    month = request.query_params.get("month", "")[:7]
    values = {
        "person": person,
        "info": await found.load_info(group, person),
        "evenings": [(one, draw_chart(one)) for one in await load_evenings(request, group, person, month)],
        "months": await found.load_months(group, person),
        "month": month,
        "describe_moment": partial(describe_moment, get_language()),
    }
    return HTMLResponse(render_template("group/evening.html", values))


async def load_evenings(request: Request, group: str, person: Person, month: str) -> list[Evening]:
    """Return the evenings of a group, the latest first; with a month, as 2026-11, the whole month as one."""
    found = groups_of(request)
    return [await found.load_month(group, person, month)] if month else await found.load_evenings(group, person)


def describe_moment(language: str, match: GroupMatch) -> str:
    """Describe the most remarkable hand of a match."""
    return format_text(match.moment, [seat.name for seat in match.seats], language)


@router.get("/g/{group}/evening.svg")
async def draw_evening(request: Request, group: str) -> Response:
    """Draw the standings of the latest evening, or of a month, as a picture to share."""
    person = await require_person(request)
    evenings = await load_evenings(request, group, person, request.query_params.get("month", "")[:7])
    if not evenings:
        raise MissingError(say("group-nothing"))
    name = (await groups_of(request).load_info(group, person)).name
    return Response(draw_picture(name, evenings[0]), media_type=SVG)


class CourseLine(NamedTuple):
    """A person's sum of gains as points of a polyline."""

    name: str
    hue: str
    points: str


def draw_chart(evening: Evening) -> list[CourseLine]:
    """Return the lines of the chart of an evening; none for a single match."""
    shown = [one for one in evening.standings if one.course]
    courses = [(0.0, *one.course) for one in shown]
    if not courses or len(courses[0]) < 3:
        return []
    low, high = min(map(min, courses)), max(map(max, courses))
    step, scale = (CHART_WIDTH - 2 * CHART_MARGIN) / (len(courses[0]) - 1), CHART_HEIGHT - 2 * CHART_MARGIN

    def point(at: int, gain: float) -> str:
        height = CHART_HEIGHT - CHART_MARGIN - scale * (gain - low) / max(1.0, high - low)
        return f"{CHART_MARGIN + step * at:.0f},{height:.0f}"

    return [
        CourseLine(one.name, HUES[number % len(HUES)], " ".join(point(at, gain) for at, gain in enumerate(course)))
        for number, (one, course) in enumerate(zip(shown, courses, strict=True))
    ]


def draw_picture(name: str, evening: Evening) -> str:
    """Draw the standings of an evening as SVG, with nothing but names and gains."""
    values = {"name": name, "evening": evening, "lines": draw_chart(evening), "hues": HUES}
    return render_template("group/picture.svg", values)


@router.post("/g/{group}/join")
async def join_group(request: Request, group: str) -> Response:
    """Become a member, with a name and a face."""
    form = await read_form(request)
    person, token = await find_or_create_player(request, form)
    await join_by_code(request, group, person, read_text(form, "code"))
    return set_token_cookie(redirect_to(f"/g/{group}"), request, token)


@router.get("/t/{table}/group")
async def go_to_group(request: Request, table: str) -> Response:
    """Redirect a member to the group of a table."""
    return redirect_to(f"/g/{await groups_of(request).find_group_of_table(table, await require_person(request))}")


@router.post("/t/{table}/group")
async def start_next_match(request: Request, table: str) -> Response:
    """Begin a match of the group of a table, and redirect to its table."""
    return await start_match(
        request, await groups_of(request).find_group_of_table(table, await require_person(request))
    )


@router.post("/g/{group}/start")
async def start_match(request: Request, group: str) -> Response:
    """Begin a match for all who are here, and redirect to its table."""
    person, form = await require_person(request), await read_form(request)
    client, wanted = admit_opener(request, person), read_text(form, "game")
    level = await find_bot_level(request, person, require_game(wanted)) if wanted else ""
    table = await groups_of(request).start(group, person, wanted, client, level)
    return set_token_cookie(redirect_to(f"/t/{table}"), request, None)


async def find_bot_level(request: Request, person: Person, one: Game) -> str:
    """Return the level of bots that the other pages offer: easy before the lesson, then what was chosen last."""
    return find_choice(read_choices(request), one, await has_learnt(request, person, one.id)).level


async def _say(request: Request, group: str, person: Person, form: FormData) -> None:
    check_talk(request, person)
    await groups_of(request).say(group, person, read_text(form, "text", most=400))


async def _choose(request: Request, group: str, person: Person, form: FormData) -> None:
    one = require_game(read_text(form, "game"))
    level = await find_bot_level(request, person, one)
    if "seats" not in form:
        await groups_of(request).choose(group, person, one.id, level=level)
        return
    settings, seats = read_form_settings(form), read_number(form, "seats")
    await groups_of(request).choose(group, person, one.id, seats, read_options(form, one), settings, level)


async def _leave(request: Request, group: str, person: Person, form: FormData) -> None:
    if "member" in form:
        await groups_of(request).remove(group, person, read_text(form, "member", most=32))
    else:
        await groups_of(request).leave(group, person)


async def _renew(request: Request, group: str, person: Person, _: FormData) -> None:
    await groups_of(request).renew_code(group, person)


DEEDS: dict[str, Callable[[Request, str, Person, FormData], Awaitable[None]]] = {
    "say": _say,
    "choose": _choose,
    "leave": _leave,
    "code": _renew,
}


@router.post("/g/{group}/{deed}")
async def do_group_deed(request: Request, group: str, deed: str) -> Response:
    """Handle the other small forms of a group."""
    if deed not in DEEDS:
        raise RoomError(f"expected one of {', '.join(DEEDS)}")
    await DEEDS[deed](request, group, await require_person(request), await read_form(request))
    return redirect_to(f"/g/{group}")


# The protocol.


class NewGroup(StrictBody):
    name: str = Field(max_length=60, description="What its members call it.")


class Code(StrictBody):
    code: str = Field(max_length=100, description="As it was said, however it is written.")


class ChooseBody(StrictBody):
    game: str = Field(max_length=40)
    seats: int = Field(default=0, ge=0, le=20, description="0 for as many as there are people.")
    options: dict[str, int | str] | None = Field(default=None, description="House rules; those of last time if none.")
    settings: dict[str, int | bool | str] | None = Field(default=None)


class StartBody(StrictBody):
    game: str = Field(default="", max_length=40, description="Another game than the chosen one, by its house rules.")


class GroupWords(StrictBody):
    text: str = Field(max_length=400)


def info_to_json(info: GroupInfo) -> Json:
    """Return a group as JSON, without the ids of its members."""
    chosen = info.chosen
    return {
        "id": info.id,
        "name": info.name,
        "code": info.code,
        "member": info.you is not None,
        "members": [{"name": one.name, "face": one.face, "here": one.here or one.playing} for one in info.members],
        "talk": [{"name": name, "text": text, "at": at} for name, text, at in info.talk],
        "chosen": chosen and {**chosen._asdict(), "settings": chosen.read_settings()},
        "tables": [{"table": one.table, "game": one.game, "at": one.at} for one in info.tables],
    }


def evening_to_json(evening: Evening) -> Json:
    standings = [
        {name: value for name, value in one._asdict().items() if name != "person"} for one in evening.standings
    ]
    seats = ("name", "face", "score", "gain", "place")
    matches = [
        {
            **{name: getattr(one, name) for name in ("table", "match", "game", "ended")},
            "moment": describe_moment(ENGLISH, one),
            "seats": [{name: getattr(seat, name) for name in seats} for seat in one.seats],
        }
        for one in evening.matches
    ]
    return {"standings": standings, "matches": matches}


@protocol.post("/groups", status_code=201)
async def new_group(request: Request, body: NewGroup) -> Json:
    """Found a group. You are its first member."""
    person = await require_person(request)
    admit_opener(request, person)
    group = await groups_of(request).found(person, body.name)
    return info_to_json(await groups_of(request).load_info(group, person))


@protocol.get("/groups")
async def my_groups(request: Request) -> list[Json]:
    """List your groups."""
    return [info_to_json(one) for one in await groups_of(request).load_groups(await require_person(request))]


@protocol.post("/codes")
async def read_code(request: Request, body: Code) -> Json:
    """Find the group of a code. Wrong ones are limited for each address."""
    await require_person(request)
    group = await find_by_code(request, body.code)
    if group is None:
        raise MissingError(say("refuse-group-missing"))
    return {"group": group}


@protocol.get("/groups/{group}")
async def look_at_group(request: Request, group: str) -> Json:
    """Return a group. A member who looks is here for the next seconds."""
    return info_to_json(await groups_of(request).load_info(group, await find_person(request), looks=True))


@protocol.post("/groups/{group}/members", status_code=204)
async def become_member(request: Request, group: str, body: Code) -> None:
    """Become a member of a group by its code. Wrong ones are limited for each address."""
    await join_by_code(request, group, await require_person(request), body.code)


@protocol.delete("/groups/{group}/members", status_code=204)
async def stop_being_member(request: Request, group: str) -> None:
    """Leave a group."""
    await groups_of(request).leave(group, await require_person(request))


@protocol.post("/groups/{group}/words", status_code=204)
async def say_to_group(request: Request, group: str, body: GroupWords) -> None:
    """Say something to a group."""
    person = await require_person(request)
    check_talk(request, person)
    await groups_of(request).say(group, person, body.text)


@protocol.post("/groups/{group}/game", status_code=204)
async def choose_game(request: Request, group: str, body: ChooseBody) -> None:
    """Choose the next game of a group, with its house rules."""
    person, settings = await require_person(request), body.settings
    chosen = None if settings is None else read_settings(settings, version_of(request))
    await groups_of(request).choose(group, person, body.game, body.seats, body.options, chosen)


@protocol.post("/groups/{group}/start", status_code=201)
async def start_group_match(request: Request, group: str, body: StartBody) -> Json:
    """Begin a match for all members who are here."""
    person = await require_person(request)
    client = admit_opener(request, person)
    return {"table": await groups_of(request).start(group, person, body.game, client)}


@protocol.get("/groups/{group}/evenings")
async def evenings(request: Request, group: str, month: str = "") -> list[Json]:
    """Return the standings of each evening, the latest first, or of a month, as 2026-11."""
    shown = await load_evenings(request, group, await require_person(request), month[:7])
    return [evening_to_json(one) for one in shown]
