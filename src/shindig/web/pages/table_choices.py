"""Last choices of a browser when it began a match: seats, level of bots and length by game, in a cookie."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from shindig.bots import levels
from shindig.bots import names as bot_names
from shindig.gamekit import Game

from ..http.request_guard import find_cookie
from ..http.sessions import set_cookie

CHOICES_COOKIE = "shindig-choices"
SHORT, FULL = "short", "full"
"""Lengths of a match."""
EASY = "gentle"
"""Level of bots for people who do not know a game yet."""
MOST_GAMES = 20
_FORM = re.compile(r"([\w-]{1,40}):(\d{1,2}):([\w-]{0,40}):(short|full)")


class TableChoice(NamedTuple):
    """Choice of seats, level of bots and length."""

    seats: int
    level: str
    length: str = SHORT


def read_choices(request: Request) -> dict[str, TableChoice]:
    """Read the last choices by game, the oldest first; what is malformed is left out."""
    found = _FORM.findall(find_cookie(request.headers.get("cookie", ""), CHOICES_COOKIE))
    return {game_id: TableChoice(int(seats), level, length) for game_id, seats, level, length in found}


def find_choice(choices: Mapping[str, TableChoice], game: Game, learnt: bool) -> TableChoice:
    """Return the last choice of a game if it still fits, else the usual one, which is easy before its lesson."""
    last = choices.get(game.id)
    if last is not None and last.seats in game.rules.seats and last.level in levels(game):
        return last
    easy = not learnt and EASY in levels(game)
    return TableChoice(game.rules.usual_players, EASY if easy else bot_names(game)[0])


def keep_choice(response: Response, request: Request, game: Game, choice: TableChoice) -> None:
    """Keep a choice for the next match, after those of other games."""
    kept = {game_id: one for game_id, one in read_choices(request).items() if game_id != game.id}
    kept[game.id] = choice if choice.level in levels(game) else choice._replace(level=bot_names(game)[0])
    latest = [*kept.items()][-MOST_GAMES:]
    value = ".".join(f"{game_id}:{one.seats}:{one.level}:{one.length}" for game_id, one in latest)
    set_cookie(response, request, CHOICES_COOKIE, value)
