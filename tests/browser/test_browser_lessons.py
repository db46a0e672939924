"""Lessons in a real browser: to their ends by touch and by keys, on a phone and at a desk, with wrong choices."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from shindig.gamekit import game, game_ids
from shindig.lesson import find_lesson, has_lesson
from shindig.web.pages.lesson_coach_panel import build_first_position
from shindig.web.pages.lesson_pages import render_lesson_page
from tests.browser.test_still_table import GEOMETRY
from tests.kits.web.browser_kit import DESK, PHONE, overflow, serious, visiting
from tests.kits.web.busy_tables import shelf
from tests.kits.web.running_server import served

TAUGHT = [one for one in game_ids() if has_lesson(game(one))]
SIZES = {"phone": PHONE, "desk": DESK}
END = "#r-coach form[action$=second] button"
ONWARD = "#r-coach form[action$=onward] button"
SHOW = "#r-coach form[action$=show] button"
COVERED = """
() => {
  const coach = [...document.getElementById("r-coach").children].map((one) => one.getBoundingClientRect());
  const over = (from, to, less, more) => Math.min(from[more], to[more]) - Math.max(from[less], to[less]) > 2;
  const meet = (one, other) => over(one, other, "left", "right") && over(one, other, "top", "bottom");
  const parts = ".plate, .centre, .hand li, #r-ask button, .mine, .have";
  const told = [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility());
  const covered = (one) => coach.some((part) => meet(one.getBoundingClientRect(), part));
  return told.filter(covered).map((one) => one.id || one.className);
}
"""
"""What of the table the coach lies over."""
READ_WHOLE = """
() => {
  const words = document.querySelector("#r-coach .words");
  return words.scrollHeight - words.clientHeight < 20;
}
"""
"""Whether no line of what the coach says is seen only by who scrolls."""
HTML = "text/html; charset=utf-8"
AT = "document.getElementById('r-coach').dataset.moment"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("lessons")) as where:
        yield where


LOW = {"width": 740, "height": 360}
ZOOMED = {"width": 683, "height": 384}
SMALL = {"width": 360, "height": 740}
SHORT = TAUGHT[0]
"""One of them for every run; the others take too long."""


@pytest.mark.parametrize(
    ("game_id", "size"),
    [pytest.param(SHORT, LOW, id=f"{SHORT}, low"), pytest.param(SHORT, SMALL, id=f"{SHORT}, small")]
    + [
        pytest.param(one, size, marks=pytest.mark.long, id=f"{one}, {name}")
        for one in TAUGHT
        for name, size in {"low": LOW, "zoomed": ZOOMED}.items()
        if (one, size) != (SHORT, LOW)
    ],
)
def test_in_a_small_window_all_is_read_without_scrolling_and_nothing_is_covered(
    browser: Browser, game_id: str, size: dict[str, int]
) -> None:
    lesson = find_lesson(game_id)
    assert lesson is not None
    shown = [""]
    with shelf(browser, size) as (page, _):
        page.route("**/t/still", lambda route: route.fulfill(body=shown[0], content_type=HTML))
        for at in range(lesson.last + 1):
            shown[0] = render_lesson_page(build_first_position(lesson, at, None), None)
            page.goto("http://still/t/still")
            page.wait_for_function(READ_WHOLE)
            assert (at, page.evaluate(COVERED), page.evaluate(GEOMETRY)) == (at, [], [])


def moment(page: Page) -> str:
    return str(page.evaluate(AT))


def told(page: Page) -> Any:
    """What the coach points at; None where it does not."""
    return json.loads(page.evaluate("document.getElementById('r-coach').dataset.point"))


def shown(page: Page) -> Any:
    """Have the right choice shown."""
    if told(page) is None:
        page.click(SHOW)
        page.wait_for_selector(".pointer")
    return told(page)


def learn(page: Page, keys: bool, wrong: bool, look: bool = False) -> int:
    """Go through a lesson to its end, and `look` whether anything is cut: how many choices it asked for."""
    choices = 0
    page.wait_for_load_state()
    while not page.query_selector(END):
        at = moment(page)
        assert overflow(page) == 0
        assert page.evaluate(COVERED) == []
        assert page.evaluate("scrollY") == 0
        page.wait_for_function(READ_WHOLE)
        assert not look or page.evaluate(GEOMETRY) == []
        if page.query_selector(ONWARD):
            page.keyboard.press("g") if keys else page.click(ONWARD)
        else:
            choices += 1
            if wrong:
                err(page)
            choose(page, shown(page), keys)
        page.wait_for_function(f"at => {AT} !== at", arg=at)
    return choices


def err(page: Page) -> None:
    """Press what can be pressed at once, where it is not right: the coach says why, and the moment stays."""
    at, right = moment(page), shown(page)
    for value in page.locator("#move .controls > button").evaluate_all("all => all.map(one => one.value)"):
        if value != right["press"]:
            button = page.locator(f'#move .controls > button[value="{value}"]')
            if not button.is_visible():
                page.click("#move .more > summary")
            button.click()
            expect(page.locator(".words .wrong").first).to_be_visible()
            assert moment(page) == at


def choose(page: Page, right: Any, keys: bool) -> None:
    """Make the choice that is pointed at."""
    for place in right["places"]:
        touch(page, place, keys)
    if right["press"] != "amount":
        press(page, f'#move button.point[value="{right["press"]}"]', keys)
        return
    expect(page.locator(".amount input[type=number]")).to_have_value(str(right["value"]))
    press(page, ".amount button[name=amount]", keys)


def touch(page: Page, place: int, keys: bool) -> None:
    """Touch a card of the hand: keys reach nine by number, and all by Tab and Space."""
    card = page.locator(f'.hand li.point[data-place="{place}"]')
    if not keys:
        card.locator("label").click(position={"x": 5, "y": 8})
    elif place < 9:
        page.keyboard.press(str(place + 1))
    else:
        card.locator("input").focus()
        page.keyboard.press("Space")


def press(page: Page, selector: str, keys: bool) -> None:
    key = page.get_attribute(selector, "data-key") if keys else None
    if key:
        page.locator("#r-coach h2").click()
        page.keyboard.press(key)
    else:
        page.click(selector)


@pytest.mark.parametrize("game_id", TAUGHT)
def test_each_lesson_leads_from_the_lobby_to_a_hand_of_ones_own(browser: Browser, address: str, game_id: str) -> None:
    """On phones and desks in turn, with wrong choices in each second lesson."""
    number = TAUGHT.index(game_id)
    with visiting(browser, address, (PHONE, DESK)[number % 2]) as page:
        page.goto("/")
        if number:
            page.locator(f'.game[data-look="{game_id}"] a').click()
        page.locator(f'a.button[href="/learn/{game_id}"]').click()
        assert learn(page, keys=False, wrong=number % 2 == 0) >= 2
        expect(page.locator("#r-centre .result:visible, .reveal:visible").first).to_be_visible()
        page.click(END)
        expect(page.locator("#r-coach h2")).to_have_text("Your own hand")


def test_a_lesson_waits_where_it_was_left_and_can_be_read_by_all(browser: Browser, address: str) -> None:
    with visiting(browser, address, PHONE) as page:
        page.goto(f"/learn/{TAUGHT[0]}")
        choose(page, shown(page), keys=False)
        page.wait_for_function(f"() => {AT} === 'first-1'")
        page.goto("/")
        page.get_by_role("link", name="half done").click()
        assert moment(page) == "first-1"
        assert serious(page) == []


@pytest.mark.long
@pytest.mark.parametrize("keys", [False, True], ids=["touch", "keys"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game_id", TAUGHT)
def test_all_ways_through_a_lesson(browser: Browser, address: str, game_id: str, size: str, keys: bool) -> None:
    with visiting(browser, address, SIZES[size]) as page:
        page.goto(f"/learn/{game_id}")
        assert learn(page, keys, wrong=True, look=not keys) >= 2
        assert serious(page) == []
        page.click(END)
        expect(page.locator("#r-coach h2")).to_have_text("Your own hand")
        for _ in range(200):
            if page.query_selector("#r-coach form[action='/play']"):
                break
            at = moment(page)
            anything(page)
            page.wait_for_function(f"at => {AT} !== at", arg=at)
        expect(page.get_by_role("button", name="Play with the coach")).to_be_visible()


def anything(page: Page) -> None:
    """Do the first thing that can be done."""
    ready = "#move .pick > button:not(:disabled), #move .controls > button"
    if page.query_selector(ready) is None:
        page.locator(".hand .touch label").first.click(position={"x": 5, "y": 8})
    page.locator(ready).first.click()
