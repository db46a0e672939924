"""The coach at the first real table, in a browser: after a lesson, once for each kind of choice, or never again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from shindig.lesson import find_lesson
from shindig.messages import name_seats
from shindig.web.html.coach_text import render_coach_text, split_paragraphs
from shindig.web.html.templating import get_macro
from tests.kits.web.browser_kit import DESK, PHONE, answer, asked, overflow, play_now, serious, turn, visiting
from tests.kits.web.busy_tables import MOMENTS, shelf, show
from tests.kits.web.running_server import served

NOTE = "#hints .coach-note"
HIDDEN = """
() => {
  const note = document.getElementById("hints");
  if (note.scrollHeight - note.clientHeight > 4) return ["words"];
  const over = (from, to, less, more) => Math.min(from[more], to[more]) - Math.max(from[less], to[less]) > 2;
  const meet = (one, other) => over(one, other, "left", "right") && over(one, other, "top", "bottom");
  const parts = [...document.querySelectorAll(".plate, .centre, .hand li, #r-ask button, .mine, .have")];
  const shown = parts.filter((one) => one.checkVisibility());
  const box = note.getBoundingClientRect();
  return shown.filter((one) => meet(one.getBoundingClientRect(), box)).map((one) => one.className);
}
"""
"""What the note covers of the table, or that not all of it can be read."""
MOST = 30
NAMES = name_seats("en", tuple("ABCDEFGH"), 0)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("coach")) as where:
        yield where


def learn(page: Page, game_id: str) -> None:
    """Go through a lesson to its end, as somebody who has every choice shown."""
    page.goto(f"/learn/{game_id}")
    while not page.query_selector("#r-coach form[action='/play']"):
        at = page.evaluate("document.getElementById('r-coach').dataset.moment")
        if page.query_selector("#r-coach form[action$=onward] button"):
            page.click("#r-coach form[action$=onward] button")
        else:
            page.click("#r-coach form[action$=show] button")
            page.wait_for_selector(".pointer")
            for spot in page.query_selector_all(".hand .point label"):
                spot.click()
            page.click("#move button.point")
        page.wait_for_function("at => document.getElementById('r-coach').dataset.moment !== at", arg=at)


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.long)], ids=["phone", "desk"])
def test_after_a_lesson_the_coach_comes_along_and_says_each_thing_once(
    browser: Browser, address: str, size: dict[str, int]
) -> None:
    with visiting(browser, address, size) as page:
        learn(page, "tall-card")
        page.get_by_role("button", name="Play with the coach").click()
        page.wait_for_url("**/t/*")
        expect(page.locator(NOTE)).to_contain_text("Your coach")
        assert overflow(page) == 0
        assert serious(page) == []
        assert page.evaluate(HIDDEN) == []
        first = page.locator(f"{NOTE} p").all_inner_texts()
        page.reload()
        expect(page.locator(NOTE)).to_contain_text(first[0][:40])
        page.get_by_role("button", name="Got it").click()
        expect(page.locator(NOTE)).to_have_count(0)
        told = [first]
        for _ in range(MOST):
            if not asked(page):
                break
            known = turn(page)
            answer(page)
            page.wait_for_function("at => document.querySelector('#move input[name=token]')?.value !== at", arg=known)
            if asked(page):
                page.wait_for_timeout(300)
                assert not page.locator(NOTE).count() or page.evaluate(HIDDEN) == []
                told += [page.locator(f"{NOTE} p").all_inner_texts()] if page.locator(NOTE).count() else []
        texts = [" ".join(one) for one in told]
        assert len({*texts}) == len(texts)


def test_the_coach_is_sent_away_and_called_back(browser: Browser, address: str) -> None:
    with visiting(browser, address, PHONE) as page:
        page.goto("/play/tall-cards")
        page.get_by_label("Coach").check()
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url("**/t/*")
        expect(page.locator(NOTE)).to_be_visible()
        page.get_by_role("button", name="Play without the coach").click()
        expect(page.locator(NOTE)).to_have_count(0)
        page.reload()
        assert asked(page)
        assert page.locator("script[src*=coach]").count() == 0
        page.goto("/play/tall-cards")
        assert not page.get_by_label("Coach").is_checked()


def test_nobody_else_meets_the_coach(browser: Browser, address: str) -> None:
    with visiting(browser, address, PHONE) as page:
        play_now(page, "tall-card", 1)
        assert asked(page)
        assert page.locator(NOTE).count() == 0


MOMENT_NAMES = (
    *("tall card, bets", "tall card, draw", "tall cards, bets", "talon, bidding", "talon, exchange"),
    *("talon for three, exchange", "talon, last card", "royal-pokebacc, four melds"),
)


@pytest.mark.parametrize("name", MOMENT_NAMES)
def test_on_a_phone_a_note_is_read_whole_and_covers_nothing(browser: Browser, name: str) -> None:
    """Also of Talon's cards that lie open at once, the longest."""
    moment = MOMENTS[name]()
    lesson = find_lesson(moment.match.game.id)
    prompt = moment.match.view(moment.viewer).scene.prompt
    assert lesson is not None
    assert prompt is not None
    notes = [one for one in lesson.notes.decisions if one.is_asked(prompt.question)]
    parts = split_paragraphs("\n\n".join(f"{one.say}\n\n{one.table}" for one in notes))
    said = [render_coach_text(part, lesson.game.id, NAMES) for part in parts]
    with shelf(browser, PHONE) as (page, one):
        show(page, one, moment)
        drawn = get_macro("table/coach_note.html", "note")("/t/still", said)
        page.evaluate("html => (document.getElementById('hints').innerHTML = html)", str(drawn))
        assert page.evaluate(HIDDEN) == []
        assert serious(page) == []
