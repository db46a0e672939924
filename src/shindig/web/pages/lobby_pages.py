"""Lobby: play at once, open or find a table."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from typing import NamedTuple

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.bots import levels
from shindig.core.caches import cached
from shindig.gamekit import Game, GameError, game, games
from shindig.lesson import find_lesson
from shindig.messages import Text, join, say
from shindig.server.errors import BusyError, MissingError
from shindig.server.game_server import GameServer
from shindig.server.groups.groups import GroupInfo
from shindig.server.matches.daily_deals import DailyAttempt
from shindig.server.matches.lesson_progress import Progress
from shindig.server.person import Person
from shindig.server.schemas import Settings
from shindig.server.storage.database import StoreError

from ..html.templating import render_template
from ..http.sessions import (
    admit_opener,
    find_or_create_person,
    find_person,
    read_form,
    read_number,
    read_text,
    redirect_to,
    set_token_cookie,
    site_of,
)
from .daily_pages import find_terms_of_today
from .table_choices import EASY, FULL, SHORT, TableChoice, find_choice, keep_choice, read_choices

router = APIRouter(include_in_schema=False)
MOST_SHOWN = 30
DAY_SECONDS = 86_400
"""Time for each turn at a slow table."""
FIRST_SHOWN = 3
"""Number of one's own tables in the lobby before the others are asked for."""
OPEN_STATES = ("waiting", "playing", "asleep")
"""States of tables that a person may come back to."""


@router.get("/")
async def show_lobby(request: Request) -> Response:
    """Show the lobby."""
    room, person = site_of(request).room, await find_person(request)
    sat = await room.load_history(person) if person else []
    mine = sorted((card for card in sat if card.state in OPEN_STATES), key=lambda card: not card.your_turn)
    begun = await room.lessons.load_progress(person) if person else {}
    lessons = await asyncio.to_thread(find_lesson_minutes)
    latest = [card.game for card in sat if card.matches]
    played, due = set(latest), await count_due_exercises(request, person)
    known = played | {card.game for card in mine}
    start, rooms = choose_start(games(), lessons, begun, known, latest), await load_rooms(room, person)
    returns = bool(mine or played or begun or due or rooms)
    values = {
        "person": person,
        "families": group_games(games()),
        "start": start,
        "halfway": find_halfway_lessons(games(), begun),
        "returns": returns,
        "goals": build_goals(lessons, begun, played) if returns else [],
        "next_lesson": start.game if start and start.lesson else find_open_lesson(games(), lessons, begun),
        "open": [card for card in room.list_public_tables() if card.id not in {own.id for own in mine}][:MOST_SHOWN],
        "mine": mine[:MOST_SHOWN],
        "first": FIRST_SHOWN,
        "rooms": rooms,
        "deal": await find_terms_of_today(room),
        "tried": await load_own_try(room, person),
        "streak": (await room.results.load_streaks(person))[1] if person else 0,
        "due": due,
        "guests": room.settings.guests,
    }
    return HTMLResponse(render_template("lobby.html", values))


async def load_rooms(room: GameServer, person: Person | None) -> list[GroupInfo]:
    """Return the rooms of friends that a person looked at last."""
    with suppress(StoreError, BusyError):
        return (await room.groups.load_groups(person))[:FIRST_SHOWN] if person else []
    return []


async def load_own_try(room: GameServer, person: Person | None) -> DailyAttempt | None:
    """Return a person's attempt at today's deal, if it is known."""
    with suppress(StoreError, BusyError):
        return await room.daily_deals.load_attempt(room.daily_deals.today, person) if person else None
    return None


def group_games(all_games: Sequence[Game]) -> dict[str, list[Game]]:
    """Return the games by the family that they resemble, in the order of the lobby; others come last."""
    found: dict[str, list[Game]] = {}
    for one in sorted(all_games, key=lambda one: not one.services.like):
        found.setdefault(one.services.like, []).append(one)
    return found


class Start(NamedTuple):
    """The one start that the lobby recommends."""

    game: Game
    lesson: int
    """Minutes of its lesson, or 0 to begin a match."""


def choose_start(
    all_games: Sequence[Game],
    lessons: Mapping[str, int],
    begun: Mapping[str, Progress],
    played: set[str],
    latest: Sequence[str] = (),
) -> Start | None:
    """Choose the first game that the person has neither learnt nor played, else the latest one. None without games."""
    fresh = [one for one in all_games if one.id in lessons and one.id not in played and one.id not in begun]
    if fresh:
        return Start(fresh[0], lessons[fresh[0].id])
    known = {one.id: one for one in all_games}
    again = next((known[one] for one in latest if one in known), next(iter(all_games), None))
    return Start(again, 0) if again else None


def find_halfway_lessons(all_games: Sequence[Game], begun: Mapping[str, Progress]) -> list[Game]:
    """Return the games whose lesson the person has begun and not finished."""
    return [one for one in all_games if one.id in begun and begun[one.id].moment and not begun[one.id].done]


def find_open_lesson(
    all_games: Sequence[Game], lessons: Mapping[str, int], begun: Mapping[str, Progress]
) -> Game | None:
    """Return the first game whose lesson the person has not finished."""
    left = (one for one in all_games if one.id in lessons and not (one.id in begun and begun[one.id].done))
    return next(left, None)


class Goal(NamedTuple):
    """A small goal across games."""

    message: str
    """Id of the message about it, with the numbers reached and in all."""
    reached: int
    of: int


def build_goals(lessons: Mapping[str, int], begun: Mapping[str, Progress], played: set[str]) -> list[Goal]:
    """Return the goals that the person has not reached yet."""
    known = {one.id for one in games()}
    found = [
        Goal("lobby-played-games", len(played & known), len(known)),
        Goal("lobby-done-lessons", sum(begun[one].done for one in lessons if one in begun), len(lessons)),
    ]
    return [goal for goal in found if goal.reached < goal.of]


async def count_due_exercises(request: Request, person: Person | None) -> int:
    """Count a person's due exercises."""
    found = await site_of(request).room.exercises.count_exercises(person) if person else {}
    return sum(one.due for one in found.values())


@cached(1)
def find_lesson_minutes() -> dict[str, int]:
    """Return the length of each game's lesson in minutes."""
    found = {one.id: find_lesson(one.id) for one in games()}
    return {game_id: lesson.notes.minutes for game_id, lesson in found.items() if lesson}


@router.get("/play/{game_id}")
async def show_play_form(request: Request, game_id: str) -> Response:
    """Show the ways to play a game: its lesson, a match against bots, a table for friends."""
    one, person = require_game(game_id), await find_person(request)
    lessons = await asyncio.to_thread(find_lesson_minutes)
    learnt, choices = await has_learnt(request, person, game_id), read_choices(request)
    room = site_of(request).room
    wanted = (await room.coaching.load_state(person, game_id)).wanted if person else None
    played = person is not None and game_id in {card.game for card in await room.load_history(person)}
    values = {
        "person": person,
        "game": one,
        "choice": find_choice(choices, one, learnt),
        "levels": levels(one),
        "lengths": describe_lengths(one),
        "lesson": lessons.get(game_id, 0),
        "learnt": learnt,
        "known": learnt or played or not lessons.get(game_id),
        "coach": learnt if wanted is None else wanted,
    }
    return HTMLResponse(render_template("play.html", values))


async def has_learnt(request: Request, person: Person | None, game_id: str) -> bool:
    """Return True for a person who has come to the end of a game's lesson."""
    begun = await site_of(request).room.lessons.load_progress(person) if person else {}
    return game_id in begun and begun[game_id].done


def describe_lengths(one: Game) -> list[tuple[str, Text]]:
    """Return the lengths of a match with their options in words; none for a game with a single length."""
    short = one.services.short_match
    varied = [option for option in one.rules.options if option.name in short]
    in_short = [option.describe(option.shown(option.value(short[option.name]))) for option in varied]
    in_full = [option.describe(option.default) for option in varied]
    lengths = ((SHORT, in_short), (FULL, in_full)) if short else ()
    return [(length, say("words", words=join(texts))) for length, texts in lengths]


@router.post("/play")
async def play_with_bots(request: Request) -> Response:
    """Begin a match against bots at once."""
    form = await read_form(request)
    person, token = await find_or_create_person(request, read_text(form, "name"))
    room, one, coach = site_of(request).room, game(read_text(form, "game")), read_text(form, "coach")
    choice = read_choice(form)
    if choice is None:
        choice = find_choice(read_choices(request), one, await has_learnt(request, person, one.id))
    elif coach == "on" and not choice.level:
        choice = choice._replace(level=find_easy_level(one))
    options = one.services.short_match if choice.length == SHORT else {}
    settings, client = Settings(public=False, bot=choice.level), admit_opener(request, person)
    table = await room.play_now(person, one.id, choice.seats, options, settings, client=client, device=True)
    if coach in ("on", "off"):
        await room.coaching.switch(person, one.id, coach == "on")
    response = redirect_to(f"/t/{table}")
    if "level" in form:
        keep_choice(response, request, one, choice)
    return set_token_cookie(response, request, token)


def read_choice(form: FormData) -> TableChoice | None:
    """Read the seats, level and length of a form; None from a button that asks for no choice. Raises RoomError."""
    if "bots" not in form:
        return None
    length = SHORT if read_text(form, "length") == SHORT else FULL
    return TableChoice(read_number(form, "bots") + 1, read_text(form, "level"), length)


def find_easy_level(one: Game) -> str:
    """Return the level of the easiest bots of a game, or "" for its usual ones."""
    return EASY if EASY in levels(one) else ""


@router.get("/open/{game_id}")
async def show_open_form(request: Request, game_id: str) -> Response:
    """Show the form that opens a table, with every option explained."""
    one, person = require_game(game_id), await find_person(request)
    learnt, slow = await has_learnt(request, person, game_id), "slow" in request.query_params
    values = {
        "person": person,
        "game": one,
        "choice": find_choice(read_choices(request), one, learnt),
        "levels": levels(one),
        "set": Settings(seconds=DAY_SECONDS if slow else Settings.seconds),
        "slow": slow,
    }
    return HTMLResponse(render_template("open.html", values))


def require_game(game_id: str) -> Game:
    try:
        return game(game_id)
    except GameError as error:
        raise MissingError(say("refuse-no-game")) from error


@router.post("/open/{game_id}")
async def open_table(request: Request, game_id: str) -> Response:
    """Open a table and redirect to it."""
    one, form = require_game(game_id), await read_form(request)
    person, token = await find_or_create_person(request, read_text(form, "name"))
    seats, settings, client = read_number(form, "seats"), read_settings(form), admit_opener(request, person)
    table = await site_of(request).room.open_table(person, one.id, seats, read_options(form, one), settings, client)
    response = redirect_to(f"/t/{table}")
    last = read_choices(request).get(one.id)
    keep_choice(response, request, one, TableChoice(seats, settings.bot, last.length if last else SHORT))
    return set_token_cookie(response, request, token)


def read_options(form: FormData, one: Game) -> dict[str, str]:
    """Read the options of a game in a form, as texts."""
    names = [option.name for option in one.rules.options if f"o-{option.name}" in form]
    return {name: read_text(form, f"o-{name}") for name in names}


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
