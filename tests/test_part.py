"""Parts of a page: drawn when they are first wanted, again only where what they are drawn of has changed."""

from __future__ import annotations

import pytest

from shindig.core.record_layout import ONLOOKER
from shindig.gamekit import game
from shindig.gamekit.table_scene import Card, Pile
from shindig.gamekit.table_scene import Own as SceneOwn
from shindig.match import Match, fair
from shindig.server.schemas import Furniture, Moving, News, Own, Public, SeatInfo, Settings, TableInfo
from shindig.web.html.page_diff import Look
from shindig.web.html.region import NO_PART, Part, place
from shindig.web.html.shared_regions import Board, board_of


class Pen:
    """Draws numbers, and notes which; whether a number is even is all that can be seen."""

    def __init__(self) -> None:
        self.drawn: list[int] = []

    def __call__(self, number: int) -> str:
        self.drawn.append(number)
        return "odd" if number % 2 else "even"


def board(pen: Pen, *numbers: int) -> Board:
    made = Board()
    made.parts = [Part((f"seat-{place}", pen, number)) for place, number in enumerate(numbers)]
    return made


def test_a_part_is_drawn_and_written_once() -> None:
    pen = Pen()
    part = Part(("r-head", pen, 3))
    assert not pen.drawn
    assert [part.piece, part.html, part.piece] == [b'"r-head":"odd"', "odd", b'"r-head":"odd"']
    assert pen.drawn == [3]
    assert NO_PART.html == ""


def test_what_is_new_on_a_board_is_found_once_for_all_pages() -> None:
    pen = Pen()
    first, then = board(pen, 1, 2, 3), board(pen, 1, 4, 6)
    told = then.since(first)
    assert [part.of[0] for part in told] == ["seat-2"], "1 looks as before"
    assert then.since(first) is told
    assert pen.drawn == [4, 2, 6, 3], "0 is drawn of the same"
    assert not then.since(then)


def test_who_missed_something_is_told_what_changed_since() -> None:
    pen = Pen()
    boards = board(pen, 1, 1), board(pen, 2, 1), board(pen, 2, 2)
    first, then, last = boards
    for _ in range(2):
        assert [part.of[0] for part in last.since(then)] == ["seat-1"]
        assert [part.of[0] for part in last.since(first)] == ["seat-0", "seat-1"]
    assert then.since(first)
    assert last.since(then)
    assert then._shown is None, "what was shown long ago is not kept"


def test_a_board_takes_over_what_is_drawn_of_the_same() -> None:
    seats = tuple(SeatInfo(seat, "person", name) for seat, name in enumerate(("Ann", "Bob")))
    info = TableInfo("here", game("talon").id, "Here", "waiting", Settings(), {}, seats, 0)
    shown = board_of(Public.of(info, None), False, True, Board())
    later = Public.of(info._replace(watchers=2), None)
    now = board_of(later, False, True, shown)
    assert [new is old for new, old in zip(now.parts, shown.parts, strict=True)] == [
        False,
        *[True] * (len(now.parts) - 1),
    ]
    assert board_of(later, False, True, Board()) is now
    seated = board_of(later, False, False, Board())
    assert any(new is old for new, old in zip(seated.parts, now.parts, strict=True)), "all see much the same"


@pytest.mark.parametrize("you", [ONLOOKER, 0])
def test_what_may_follow_on_a_hand_goes_when_the_next_one_begins(you: int) -> None:
    match = Match(game("tall-card"), 2, {"deals_each": 1}, chance=fair(3))
    while not match.over:
        match.play(match.legal.ranges[0][0])
    seats = tuple(SeatInfo(seat, "person", name) for seat, name in enumerate(("Ann", "Bob")))
    furniture = Furniture.of(TableInfo("here", "tall-card", "Here", "playing", Settings(), {}, seats, 1))
    view, page = match.view(), Look()
    told = []
    for moving in (Moving("playing"), Moving("playing", rest=5.0), Moving("playing")):
        mine = view if you == ONLOOKER else match.view(you)
        news = News(1, False, (), Own(you), mine, Public(furniture, moving, view))
        told.append({part.of[0]: part.html for part in page.turn(news)})
    assert told[0]["r-next"] == told[2]["r-next"] == '<div id="r-next" class="next"></div>'
    assert told[1]["r-next"] != told[0]["r-next"]


def test_texts_are_read_by_the_decks_that_lie_for_the_viewer_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    match, page = Match(game("tall-cards"), 2, chance=fair(3)), Look()
    seats = tuple(SeatInfo(seat, "person", name) for seat, name in enumerate(("Ann", "Bob")))
    furniture = Furniture.of(TableInfo("here", "tall-cards", "Here", "playing", Settings(), {}, seats, 1))
    public, view = Public(furniture, Moving("playing"), match.view()), match.view(0)
    for deck in ("fruit-tall", "expanded-tall"):
        monkeypatch.setitem(view.__dict__, "own", SceneOwn(centre=(Pile("turned", (Card(deck),)),)))
        page.turn(News(1, False, (), Own(0), view, public))
        assert deck in page.decks


def test_seats_are_told_between_what_lies_and_what_is_the_viewers_own() -> None:
    names = ["r-head", "r-panels", "seat-2", "seat-10", "r-tools", "r-ending"]
    assert [part.of[0] for part in sorted([Part((name, str)) for name in reversed(names)], key=place)] == names
