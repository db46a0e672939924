"""The deal of the day in the browser: today's, and those that are over."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.gamekit import game as game_by_id
from shindig.gamekit import game_ids
from shindig.server.accounts.accounts import Person
from shindig.server.errors import BusyError, MissingError
from shindig.server.fairness.daily_secret import Terms
from shindig.server.game_server import Room
from shindig.server.matches.daily_deals import Days, day_of
from shindig.server.storage.event_store import StoreError

from ..api.table_protocol import REFUSALS, Json
from ..html.templating import render
from ..http.sessions import device_of, go, known_person, person_of, site_of

router = APIRouter(include_in_schema=False)
protocol = APIRouter(prefix="/api", responses=REFUSALS, tags=["protocol"])
DayId = Annotated[str, Path(description="A day by UTC, as 2026-11-23, or today.", max_length=10)]


@router.get("/day")
async def today(request: Request) -> Response:
    """Today's deal."""
    return await page(request, site_of(request).room.days.today)


@router.get("/day/{day}")
async def one_day(request: Request, day: str) -> Response:
    """The deal of a day, its table, and what lets anybody check it."""
    return await page(request, day_of(day))


@router.post("/day")
async def play(request: Request) -> Response:
    """To one's try at today's deal."""
    person = await known_person(request)
    return go(f"/t/{await site_of(request).room.trying.today(person, device_of(request))}")


async def page(request: Request, day: str) -> Response:
    room, person = site_of(request).room, await person_of(request)
    await room.trying.sweep()
    days = room.days
    told = await days.told(day) if day <= days.today else None
    if told is None:
        raise MissingError("there was no deal on that day")
    before = (date.fromisoformat(day) - timedelta(1)).isoformat()
    tomorrow = await days.told(days.ahead(1))
    standings, played = await days.standings(day, person)
    values = {
        "person": person,
        "day": told,
        "over": days.over(day),
        "game": game_by_id(told.terms.game) if told.terms.game in game_ids() else None,
        "tomorrow": tomorrow if day == days.today else None,
        "before": before if await days.told(before) else None,
        "after": (date.fromisoformat(day) + timedelta(1)).isoformat(),
        "standings": standings,
        "played": played,
        **await own(days, day, person),
        "streak": (await room.results.streaks(person))[0] if person else 0,
    }
    return HTMLResponse(render("day.html", values))


async def terms_of_today(room: Room) -> Terms | None:
    """What the lobby offers: what is played today, where that is known just now."""
    with suppress(StoreError, BusyError):
        told = await room.days.told(room.days.today)
        return told and told.terms
    return None


async def own(days: Days, day: str, person: Person | None) -> dict[str, object]:
    """Somebody's try and its place."""
    mine = await days.mine(day, person) if person else None
    placed = mine is not None and mine.score is not None
    return {"mine": mine, "place": await days.place(day, mine.score or 0) if mine and placed else 0}


@protocol.get("/days/{day}")
async def told(request: Request, day: DayId) -> Json:
    """The deal of a day: `terms`, `commitment`, `secret` when it is over; `results`, of today to who has theirs."""
    room, person = site_of(request).room, await person_of(request)
    wanted = room.days.today if day == "today" else day_of(day)
    found = await room.days.told(wanted) if wanted <= room.days.today else None
    if found is None:
        raise MissingError("there was no deal on that day")
    standings, played = await room.days.standings(wanted, person)
    results = [{"place": one.place, "name": one.name, "score": one.score} for one in standings]
    return {**found._asdict(), "terms": found.terms._asdict(), "results": results, "played": played}


@protocol.post("/tries", status_code=201)
async def try_today(request: Request) -> Json:
    """The table of your one try at today's deal, opened or found again; for accounts."""
    person = await known_person(request)
    return {"table": await site_of(request).room.trying.today(person, device_of(request))}
