"""A table's page with a coach's panel beside it: of one person and bots, in no room, without clock, cut and company."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from shindig.core.record_layout import ONLOOKER
from shindig.gamekit.game_spec import Line
from shindig.match import View
from shindig.server.accounts.accounts import Person
from shindig.server.schemas import News, Public, SeatInfo, Settings, TableInfo, Update

from ..html.page_diff import left_of, log_items, regions, turn_of
from ..html.templating import render
from ..http.error_responses import Json
from .table_pages import values_of

Log = Sequence[tuple[int, tuple[Line, ...], tuple[str, ...]]]
"""The number of each step from 1, what it told, and the names of those who played then."""


class Sat(NamedTuple):
    """Who sits at such a table, and what it plays."""

    title: str
    game: str
    options: Mapping[str, int | str]
    names: tuple[str, ...]
    you: int
    """The person's seat; bots have the others."""
    advised: bool
    """Whether there is advice to ask for."""


def news_of(sat: Sat, view: View, log: Log, token: str | None) -> News:
    """What the page is drawn of; without a token nothing is to be chosen."""
    info = table_of(sat, token)
    updates = tuple(Update(number, "act", names, lines=lines) for number, lines, names in log)
    public = Public.of(info._replace(you=ONLOOKER, token=None), view.public)
    return News(len(updates), True, updates, info.own, view, public)


def table_of(sat: Sat, token: str | None) -> TableInfo:
    return TableInfo(
        id="",
        game=sat.game,
        title=sat.title,
        state="playing",
        settings=Settings(),
        options=sat.options,
        seats=tuple(seat_of(sat, seat) for seat in range(len(sat.names))),
        you=sat.you,
        match=1,
        token=token,
        advised=sat.advised,
    )


def seat_of(sat: Sat, seat: int) -> SeatInfo:
    yours = seat == sat.you
    return SeatInfo(seat, "person" if yours else "bot", sat.names[seat], here=yours)


def drawn(news: News, coach: str) -> dict[str, str]:
    """The table's regions and the coach's."""
    found = regions(news)
    if news.info.token is None:
        found["r-ask"] = '<div id="r-ask"></div>'
    return found | {"r-coach": coach}


def page(news: News, coach: str, base: str, person: Person | None) -> str:
    """The whole page; what is done there goes to addresses under `base`."""
    return render("lesson.html", values_of(news, drawn(news, coach), person, base) | {"problem": "", "near": ()})


def changed(news: News, coach: str) -> Json:
    """The same for the page's script."""
    info = news.info
    state = {"you": info.you, "state": info.state, "turn": turn_of(news), "left": left_of(news)}
    return Json({"html": drawn(news, coach), "log": log_items(news), "fresh": True, **state})
