"""Parts of a page: drawn when they are first wanted, again only where what they are drawn of has changed."""

from __future__ import annotations

import pytest

from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import game
from shindig.gamekit.table_scene import Amount, Card, Pile, Prompt
from shindig.gamekit.table_scene import SeatScene as SceneOwn
from shindig.match import Match, fair
from shindig.messages import name_seats, say
from shindig.server.schemas import (
    LiveInfo,
    PublicTable,
    SeatInfo,
    Settings,
    StaticInfo,
    TableInfo,
    TableUpdate,
    ViewerInfo,
)
from shindig.web.html.page_diff import PageState
from shindig.web.html.prompt_html import render_prompt
from shindig.web.html.region import NO_REGION, Region, find_position
from shindig.web.html.sentence_html import fill_with_short_form
from shindig.web.html.shared_region_set import SharedRegions
from shindig.web.html.shared_regions import find_shared_regions


class Pen:
    """Draws numbers, and notes which; whether a number is even is all that can be seen."""

    def __init__(self) -> None:
        self.drawn: list[int] = []

    def __call__(self, number: int) -> str:
        self.drawn.append(number)
        return "odd" if number % 2 else "even"


def board(pen: Pen, *numbers: int) -> SharedRegions:
    made = SharedRegions()
    made.parts = [Region((f"seat-{place}", pen, number)) for place, number in enumerate(numbers)]
    return made


def test_a_part_is_drawn_and_written_once() -> None:
    pen = Pen()
    part = Region(("r-head", pen, 3))
    assert not pen.drawn
    assert [part.piece, part.html, part.piece] == [b'"r-head":"odd"', "odd", b'"r-head":"odd"']
    assert pen.drawn == [3]
    assert NO_REGION.html == ""


def test_what_is_new_on_a_board_is_found_once_for_all_pages() -> None:
    pen = Pen()
    first, then = board(pen, 1, 2, 3), board(pen, 1, 4, 6)
    told = then.find_changes(first)
    assert [part.of[0] for part in told] == ["seat-2"], "1 looks as before"
    assert then.find_changes(first) is told
    assert pen.drawn == [4, 2, 6, 3], "0 is drawn of the same"
    assert not then.find_changes(then)


def test_who_missed_something_is_told_what_changed_since() -> None:
    pen = Pen()
    boards = board(pen, 1, 1), board(pen, 2, 1), board(pen, 2, 2)
    first, then, last = boards
    for _ in range(2):
        assert [part.of[0] for part in last.find_changes(then)] == ["seat-1"]
        assert [part.of[0] for part in last.find_changes(first)] == ["seat-0", "seat-1"]
    assert then.find_changes(first)
    assert last.find_changes(then)
    assert then._shown is None, "what was shown long ago is not kept"


def test_a_board_takes_over_what_is_drawn_of_the_same() -> None:
    seats = tuple(SeatInfo(seat, "person", name) for seat, name in enumerate(("Ann", "Bob")))
    info = TableInfo("here", game("talon").id, "Here", "waiting", Settings(), {}, seats, 0)
    shown = find_shared_regions(PublicTable.from_info(info, None), "en", False, True, SharedRegions())
    later = PublicTable.from_info(info._replace(watchers=2), None)
    now = find_shared_regions(later, "en", False, True, shown)
    assert [new is old for new, old in zip(now.parts, shown.parts, strict=True)] == [
        False,
        *[True] * (len(now.parts) - 1),
    ]
    assert find_shared_regions(later, "en", False, True, SharedRegions()) is now
    seated = find_shared_regions(later, "en", False, False, SharedRegions())
    assert any(new is old for new, old in zip(seated.parts, now.parts, strict=True)), "all see much the same"


@pytest.mark.parametrize("you", [ONLOOKER, 0])
def test_what_may_follow_on_a_hand_goes_when_the_next_one_begins(you: int) -> None:
    match = Match(game("tall-card"), 2, {"deals_each": 1}, chance=fair(3))
    while not match.over:
        match.play(match.legal.ranges[0][0])
    seats = tuple(SeatInfo(seat, "person", name) for seat, name in enumerate(("Ann", "Bob")))
    furniture = StaticInfo.from_info(TableInfo("here", "tall-card", "Here", "playing", Settings(), {}, seats, 1))
    view, page = match.view(), PageState()
    told = []
    for moving in (LiveInfo("playing"), LiveInfo("playing", rest=5.0), LiveInfo("playing")):
        mine = view if you == ONLOOKER else match.view(you)
        news = TableUpdate(1, False, (), ViewerInfo(you), mine, PublicTable(furniture, moving, view))
        told.append({part.of[0]: part.html for part in page.apply_update(news)})
    assert told[0]["r-next"] == told[2]["r-next"] == '<div id="r-next" class="next"></div>'
    assert told[1]["r-next"] != told[0]["r-next"]


def test_texts_are_read_by_the_decks_that_lie_for_the_viewer_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    match, page = Match(game("tall-cards"), 2, chance=fair(3)), PageState()
    seats = tuple(SeatInfo(seat, "person", name) for seat, name in enumerate(("Ann", "Bob")))
    furniture = StaticInfo.from_info(TableInfo("here", "tall-cards", "Here", "playing", Settings(), {}, seats, 1))
    public, view = PublicTable(furniture, LiveInfo("playing"), match.view()), match.view(0)
    for deck in ("fruit-tall", "expanded-tall"):
        monkeypatch.setitem(view.__dict__, "own", SceneOwn(centre=(Pile("turned", (Card(deck),)),)))
        page.apply_update(TableUpdate(1, False, (), ViewerInfo(0), view, public))
        assert deck in page.decks


def test_seats_are_told_between_what_lies_and_what_is_the_viewers_own() -> None:
    names = ["r-head", "r-panels", "seat-2", "seat-10", "r-tools", "r-ending"]
    assert [
        part.of[0] for part in sorted([Region((name, str)) for name in reversed(names)], key=find_position)
    ] == names


@pytest.mark.parametrize(
    ("presets", "first"),
    [((("min", 1), ("max", 25)), 1), ((("half", 10), ("max", 25)), 10), ((("max", 25),), 1), ((), 1)],
)
def test_an_amount_never_starts_at_all_that_may_be_spent(presets: tuple[tuple[str, int], ...], first: int) -> None:
    asked = Prompt("Bet?", (Amount("Bet", 0, 1, 25, presets),))
    assert f'step="1" value="{first}"' in render_prompt(asked, "t", False, name_seats())


def test_a_badge_has_its_short_form_beside_it_where_its_message_has_one() -> None:
    told = fill_with_short_form(say("badge-dealer"), name_seats())
    assert told == '<span class="whole">dealer</span><span class="brief" aria-hidden="true">D</span>'
    assert fill_with_short_form(say("badge-all-in"), name_seats()) == "all-in"
    assert fill_with_short_form("folded", name_seats()) == "folded"
