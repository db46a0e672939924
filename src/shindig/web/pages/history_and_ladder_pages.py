"""Pages of a person's profile: history of matches, ladders and statistics."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shindig.bots import levels
from shindig.bots.amounts import count_wins, describe_amount, describe_score, has_form
from shindig.gamekit import Game, games
from shindig.gamekit.game_spec import UNIT
from shindig.messages import Message, Text, say
from shindig.server.errors import RoomError
from shindig.server.matches.player_results import Gain, Result
from shindig.server.matches.reviews import name_decision_kind
from shindig.server.matches.weighed_decisions import Loss

from ..html.templating import render_template
from ..http.sessions import find_person, require_person, site_of
from .lobby_pages import require_game

router = APIRouter(include_in_schema=False)
ENOUGH = 20
"""Number of hands after which "about even" says something."""
MOST_PAGES = 1_000


@router.get("/me/history")
async def show_history(request: Request) -> Response:
    """Show a page of the person's history."""
    person, number = await require_person(request), read_page_number(request)
    found, more = await site_of(request).room.results.load_page(person, number)
    values = {
        "person": person,
        "results": found,
        "page": number,
        "more": more,
        "units": {one.id: one.words.unit for one in games()},
        "unit": UNIT,
        "describe_score": describe_score,
        "find_victor": find_victor,
    }
    return HTMLResponse(render_template("history.html", values))


def find_victor(result: Result) -> str:
    """Return the name of the winner, if all others have tied, the person among them; else nothing."""
    best, *rest = sorted(result.seats, key=lambda seat: -seat.score)
    beaten = result.place > 1 and len(rest) > 1 and len({seat.score for seat in rest}) == 1
    return best.name if beaten else ""


@router.get("/ladder")
async def show_ladders(request: Request) -> Response:
    """Show all ladders."""
    values = {"person": await find_person(request), "games": games(), "game": None}
    return HTMLResponse(render_template("ladder.html", values))


@router.get("/ladder/{game_id}")
async def show_ladder(request: Request, game_id: str) -> Response:
    """Show the ladder of a game."""
    one = require_game(game_id)
    rungs = await site_of(request).room.ratings.load_ladder(one.id)
    values = {"person": await find_person(request), "games": games(), "game": one, "rungs": rungs}
    return HTMLResponse(render_template("ladder.html", values))


def read_page_number(request: Request) -> int:
    """Read the page number of the address. Raises RoomError."""
    text = request.query_params.get("page", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) < MOST_PAGES):
        raise RoomError(f"expected a page from 0 to {MOST_PAGES - 1}, got {text[:20]!r}")
    return int(text)


@router.get("/me/statistics")
async def show_statistics(request: Request) -> Response:
    """Show the person's statistics by game."""
    person, results = await require_person(request), site_of(request).room.results
    found = await results.load_statistics(person)
    of_days, of_any = await results.load_streaks(person)
    known: dict[str, Game] = {one.id: one for one in games()}
    values = {
        "person": person,
        "statistics": found,
        "few": not any(gain.margin for one in found.values() for gain in one.against.values()),
        "ratings": await site_of(request).room.ratings.load_ratings(person),
        "days": of_days,
        "any": of_any,
        "units": {game_id: one.words.unit for game_id, one in known.items()},
        "describe_loss": describe_loss,
        "describe_gain": describe_gain,
        "levels": {game_id: levels(one) for game_id, one in known.items()},
    }
    return HTMLResponse(render_template("statistics.html", values))


def describe_loss(kind: str, loss: Loss, unit: Text) -> Message:
    """Say what decisions of a kind cost: an amount, or where hands are won or lost, the wins in 100 hands."""
    if has_form(unit, "share"):
        wins = count_wins(loss.lost / loss.choices)
        return say("statistics-lost-chance", kind=name_decision_kind(kind), wins=wins, unit=unit)
    return say("statistics-lost", kind=name_decision_kind(kind), amount=describe_amount(loss.lost, unit))


def describe_gain(gain: Gain, unit: Text) -> Message:
    """Say whether a person wins against some opponents, as far as luck allows to tell."""
    margin = gain.margin
    if margin and has_form(unit, "share"):
        return say("statistics-gain-wins", wins=round(gain.gained), hands=gain.hands, unit=unit)
    clear = "even" if margin and abs(gain.mean) <= margin else "ahead" if gain.mean > 0 else "behind"
    few = not margin or (clear == "even" and gain.hands < ENOUGH)  # no margin also where all hands ended alike
    sign = "few" if few else clear
    return say("statistics-gain", sign=sign, hands=gain.hands, amount=describe_amount(abs(gain.mean), unit))
