"""Pages of the deal of the day: today's, and past ones."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.gamekit import game as game_by_id
from shindig.gamekit import game_ids
from shindig.lesson import has_lesson
from shindig.messages import say
from shindig.server.errors import BusyError, MissingError
from shindig.server.fairness.daily_secret import Terms
from shindig.server.game_server import GameServer
from shindig.server.matches.daily_deals import DailyAttempt, DailyDealInfo, DailyDeals, parse_day
from shindig.server.person import Person
from shindig.server.storage.database import StoreError

from ..api.table_protocol import REFUSALS, Json
from ..html.templating import render_template
from ..http.sessions import (
    admit_opener,
    find_or_create_person,
    find_person,
    make_device_id,
    redirect_to,
    require_person,
    set_token_cookie,
    site_of,
)

router = APIRouter(include_in_schema=False)
protocol = APIRouter(prefix="/api", responses=REFUSALS, tags=["protocol"])
DayId = Annotated[str, Path(description="A day by UTC, as 2026-11-23, or today.", max_length=10)]


@router.get("/day")
async def show_today(request: Request) -> Response:
    """Show today's deal."""
    return await make_day_response(request, site_of(request).room.daily_deals.today)


@router.get("/day/{day}")
async def show_day(request: Request, day: str) -> Response:
    """Show the deal of a day: its results, and the data to check it."""
    return await make_day_response(request, parse_day(day))


@router.post("/day")
async def play_today(request: Request) -> Response:
    """Redirect to the person's attempt at today's deal. A stranger becomes a guest, whose attempt is not ranked."""
    person, token = await find_or_create_person(request)
    table = (await open_attempt(request, person)).table
    return set_token_cookie(redirect_to(f"/t/{table}"), request, token)


async def open_attempt(request: Request, person: Person) -> DailyAttempt:
    """Open or find a person's attempt at today's deal. Raises TooOftenError after many new tables."""
    room = site_of(request).room
    known = await room.daily_deals.load_attempt(room.daily_deals.today, person)
    client = make_device_id(request) if known else admit_opener(request, person)
    table = await room.daily_attempts.open_today(person, client)
    made = await room.daily_deals.load_attempt(room.daily_deals.today, person)
    return made or DailyAttempt(table, None, person.login is not None)


async def make_day_response(request: Request, day: str) -> Response:
    room, person = site_of(request).room, await find_person(request)
    await room.daily_attempts.close_past_attempts()
    days = room.daily_deals
    told = await require_day(days, day)
    game = game_by_id(told.terms.game) if told.terms.game in game_ids() else None
    mine = await days.load_attempt(day, person) if person else None
    score = mine.score if mine and mine.ranked else None
    before = (date.fromisoformat(day) - timedelta(1)).isoformat()
    standings, played = await days.load_standings(day, person)
    values = {
        "person": person,
        "day": told,
        "over": days.is_over(day),
        "hours": days.count_hours_left(),
        "game": game,
        "taught": game and has_lesson(game),
        "tomorrow": await days.load_info(days.find_day_ahead(1)) if day == days.today else None,
        "before": before if await days.load_info(before) else None,
        "after": (date.fromisoformat(day) + timedelta(1)).isoformat(),
        "standings": standings,
        "played": played,
        "mine": mine,
        "place": 0 if score is None else await days.count_place(day, score),
        "streak": (await room.results.load_streaks(person))[0] if person else 0,
    }
    return HTMLResponse(render_template("day.html", values))


async def require_day(days: DailyDeals, day: str) -> DailyDealInfo:
    """Return the public information about a day until today. Raises MissingError."""
    found = await days.load_info(day) if day <= days.today else None
    if found is None:
        raise MissingError(say("refuse-day-missing"))
    return found


async def find_terms_of_today(room: GameServer) -> Terms | None:
    """Return the terms of today's deal for the lobby, if they are known."""
    with suppress(StoreError, BusyError):
        told = await room.daily_deals.load_info(room.daily_deals.today)
        return told and told.terms
    return None


@protocol.get("/days/{day}")
async def told(request: Request, day: DayId) -> Json:
    """Return the deal of a day: `terms`, `commitment`, `secret` after its end; `results`, today's only for people who
    have theirs."""
    room, person = site_of(request).room, await find_person(request)
    wanted = room.daily_deals.today if day == "today" else parse_day(day)
    found = await require_day(room.daily_deals, wanted)
    standings, played = await room.daily_deals.load_standings(wanted, person)
    results = [{"place": one.place, "name": one.name, "score": one.score} for one in standings]
    return {**found._asdict(), "terms": found.terms._asdict(), "results": results, "played": played}


@protocol.post("/tries", status_code=201)
async def try_today(request: Request) -> Json:
    """Open or find the table of your only attempt at today's deal. It is not `ranked` if you began it as a guest."""
    attempt = await open_attempt(request, await require_person(request))
    return {"table": attempt.table, "ranked": attempt.ranked}
