"""A table's page with a coach's panel, for one person and bots: no clock, no cut, no other people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit.game_spec import Line
from shindig.match import View
from shindig.server.person import Person
from shindig.server.schemas import LogEntry, PublicTable, SeatInfo, Settings, TableInfo, TableUpdate

from ..html.page_diff import find_time_left, find_timed_seat, render_log, render_regions
from ..html.templating import render_template
from ..http.error_responses import JsonResponse
from .table_pages import build_template_values

Log = Sequence[tuple[int, tuple[Line, ...], tuple[str, ...]]]
"""Number of each step from 1, its story lines, and the names of the players at that time."""


class CoachSeat(NamedTuple):
    """The learner's seat at such a table."""

    title: str
    game: str
    options: Mapping[str, int | str]
    names: tuple[str, ...]
    you: int
    """Seat of the person; bots have the others."""
    advised: bool
    """True if the learner may ask for advice."""


def build_table_update(sat: CoachSeat, view: View, log: Log, token: str | None) -> TableUpdate:
    """Build the table update of the page. Without a token nothing can be chosen."""
    info = build_table_info(sat, token)
    updates = tuple(LogEntry(number, "act", names, lines=lines) for number, lines, names in log)
    public = PublicTable.from_info(info._replace(you=ONLOOKER, token=None), view.public)
    return TableUpdate(len(updates), True, updates, info.own, view, public)


def build_table_info(sat: CoachSeat, token: str | None) -> TableInfo:
    return TableInfo(
        id="",
        game=sat.game,
        title=sat.title,
        state="playing",
        settings=Settings(),
        options=sat.options,
        seats=tuple(build_seat_info(sat, seat) for seat in range(len(sat.names))),
        you=sat.you,
        match=1,
        token=token,
        advised=sat.advised,
    )


def build_seat_info(sat: CoachSeat, seat: int) -> SeatInfo:
    yours = seat == sat.you
    return SeatInfo(seat, "person" if yours else "bot", sat.names[seat], here=yours)


def render_coach_regions(news: TableUpdate, coach: str) -> dict[str, str]:
    """Return the table's regions and the coach's."""
    found = render_regions(news)
    if news.info.token is None:
        found["r-ask"] = '<div id="r-ask"></div>'
    return found | {"r-coach": coach}


def render_coach_page(news: TableUpdate, coach: str, base: str, person: Person | None) -> str:
    """Render the page. Its forms go to addresses under `base`."""
    return render_template(
        "lesson.html",
        build_template_values(news, render_coach_regions(news, coach), person, base)
        | {"problem": "", "near": (), "barred": False},
    )


def make_coach_update(news: TableUpdate, coach: str) -> JsonResponse:
    """Return the regions for the page's script."""
    info = news.info
    state = {"you": info.you, "state": info.state, "turn": find_timed_seat(news), "left": find_time_left(news)}
    return JsonResponse({"html": render_coach_regions(news, coach), "log": render_log(news), "fresh": True, **state})
