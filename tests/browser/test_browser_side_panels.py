"""Real browsers: an exchange in one overview, what one has, choices taken back, an ending and its picture."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from shindig.match import View
from tests.kits.server.room_kit import InlineBots
from tests.kits.web.browser_kit import (
    ASKED,
    DESK,
    OVER,
    PATIENT,
    PHONE,
    answer,
    open_table,
    overflow,
    serious,
    visiting,
)
from tests.kits.web.running_server import served


class Meek(InlineBots):
    """Bots that do the first thing they may: they pass, decline and check."""

    async def ask(self, bot: str, who: str, view: View) -> int:  # noqa: ARG002
        return view.legal.ranges[0][0]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("tells"), pace=PATIENT, bots=Meek()) as where:
        yield where


def begin(page: Page, game_id: str, seats: int, **fields: str) -> None:
    open_table(page, game_id, seats, **fields)
    page.get_by_role("button", name="Deal").click()


def to_the_talon(page: Page) -> None:
    """Play until the exchange is asked for, as the taker."""
    while True:
        page.wait_for_selector(f"{ASKED}, .exchange:not([hidden])")
        if page.locator(".exchange").count():
            page.wait_for_selector(".exchange:not([hidden])")
            return
        take = page.locator("#move .controls > button", has_text="Take")
        if take.count():
            take.click()
            page.wait_for_selector("#r-ask:not(:has-text('What’s your bid?'))")
        else:
            answer(page)


def touch_hand(page: Page, nth: int) -> None:
    page.locator(".hand .touch label").nth(nth).click(position={"x": 4, "y": 8})


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.long)], ids=["phone", "desk"])
def test_an_exchange_is_one_overview_taken_and_laid_by_touch(
    browser: Browser, address: str, size: dict[str, int]
) -> None:
    with visiting(browser, address, size) as page:
        begin(page, "talon", 3)
        to_the_talon(page)
        places, done = page.locator(".place"), page.locator("[name=done]")
        before = [place.locator("img").get_attribute("alt") for place in places.all()]
        places.nth(1).click()
        expect(page.locator(".place.waits")).to_have_count(1)
        expect(done).to_be_disabled()
        touch_hand(page, 0)
        expect(page.locator(".hand .laid-away")).to_have_count(1)
        laid = places.nth(1).locator("img").get_attribute("alt")
        assert laid != before[1]
        places.nth(1).click()
        expect(page.locator(".hand .laid-away")).to_have_count(0)
        places.nth(2).click()
        touch_hand(page, 0)
        expect(page.locator(".exchange .said")).to_contain_text("putting as many in the talon")
        assert overflow(page) == 0
        assert serious(page) == []
        done.click()
        expect(page.locator(".exchange")).to_have_count(0)
        expect(page.locator("#problem")).to_be_empty()
        names = page.locator(".hand img").evaluate_all("cards => cards.map((card) => card.alt.split(',')[0])")
        assert (before[2] or "").split(",")[0] in names
        assert (laid or "").split(",")[0] not in names


def test_an_exchange_goes_on_when_its_page_is_told_of_it_again(browser: Browser, address: str) -> None:
    with visiting(browser, address, PHONE) as page:
        begin(page, "talon", 3)
        to_the_talon(page)
        for told_again in (page.reload, lambda: page.evaluate("dispatchEvent(new Event('online'))")):
            with page.expect_response(lambda answer: "/stream?" in answer.url):
                told_again()
            page.wait_for_timeout(500)
            expect(page.locator(".place.waits")).to_have_count(0)
            page.locator(".place").nth(1).click()
            expect(page.locator(".place.waits")).to_have_count(1)
            page.locator(".place").nth(1).click()
        page.locator(".place").nth(1).click()
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_timeout(500)
        expect(page.locator(".place.waits"), "what was taken is not given back").to_have_count(1)


@pytest.mark.long
def test_an_exchange_is_made_by_keys_alone(browser: Browser, address: str) -> None:
    with visiting(browser, address) as page:
        begin(page, "talon", 3)
        to_the_talon(page)
        page.locator(".place").nth(0).focus()
        page.keyboard.press("Space")
        page.keyboard.press("1")
        expect(page.locator("[name=done]")).to_be_enabled()
        page.locator("[name=done]").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".exchange")).to_have_count(0)


CLAIM = re.compile("^Claim")


def test_what_one_has_is_in_sight_and_a_choice_is_taken_back(browser: Browser, address: str) -> None:
    with visiting(browser, address) as page:
        begin(page, "tall-card", 3, **{"o-first_dealer": "2"})
        page.wait_for_selector(ASKED)
        expect(page.locator("#r-have")).to_contain_text("beats")
        expect(page.locator("#r-have")).to_contain_text("if you claim")
        row = page.locator("#r-panels [aria-current]").first
        shown = row.evaluate(
            "row => { const box = row.closest('.scroll').getBoundingClientRect(), at = row.getBoundingClientRect();"
            " return at.top >= box.top && at.bottom <= box.bottom + 1; }"
        )
        assert shown, "one's own row of the chart is in view"
        narrow = page.locator("#r-panels .scroll").first.evaluate(
            "box => { box.style.width = '239px'; return box.scrollWidth <= box.clientWidth; }"
        )
        assert narrow, "the chart fits also where a scroll bar takes space"
        page.get_by_role("button", name=CLAIM).click()
        expect(page.locator(".mine .badges")).to_contain_text("claimed ")
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("button", name=CLAIM)).to_be_visible()
        expect(page.locator("#log")).to_contain_text("took the last choice back")


def test_a_match_ends_with_its_story_and_a_picture(browser: Browser, address: str, tmp_path: Path) -> None:
    with visiting(browser, address) as page:
        begin(page, "tall-card", 2, **{"o-stack": "12", "o-deals_each": "1"})
        while True:
            page.wait_for_selector(f"{ASKED}, {OVER}")
            if page.locator(OVER).count():
                break
            answer(page)
        ending = page.locator("#ending")
        page.locator("#finale-more > summary").click()
        page.get_by_role("link", name="Final scores").click()
        expect(ending).to_contain_text("The best moment")
        assert ending.locator("tbody tr").count() == 2
        assert ending.locator("polyline").count() == 2
        assert serious(page) == []
        with page.expect_download() as got:
            page.get_by_role("link", name="Picture to share").click()
        got.value.save_as(tmp_path / "shared.png")
        data = (tmp_path / "shared.png").read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">I", data[16:20])[0] == 1840
        assert len(data) > 50_000, "with cards on it"
        page.get_by_role("button", name="Rematch").click()
        page.wait_for_selector(ASKED)


GOES = """async () => {
  const script = document.querySelector("script[src*='table.js']").src;
  const { fly } = await import(script.replace("table.js", "flight.js"));
  const card = '<figure class="pile s1"><img class="card" data-card="talon-2C"></figure>';
  document.getElementById("r-centre").innerHTML = `<div class="trick">${card}</div>`;
  const change = ([id, html]) => (document.getElementById(id).outerHTML = html);
  const put = (regions) => Object.entries(regions).forEach(change);
  const told = (regions) => new Promise((done) => fly(regions, put, done));
  const late = new Promise((over) => setTimeout(over, 3000, false));
  await told({ "r-centre": '<div id="r-centre"></div>' });
  return Promise.race([told({ "r-head": '<div id="r-head">after it</div>' }).then(() => true), late]);
}"""
"""A trick goes without having lain there, and something else is told after it: whether that is put."""


def test_a_trick_that_goes_at_once_keeps_nothing_from_who_looks_on(browser: Browser, address: str) -> None:
    with visiting(browser, address) as host, visiting(browser, address, motion="no-preference") as page:
        page.goto(open_table(host, "talon", 3))
        page.wait_for_selector("#r-head h1")
        assert page.evaluate(GOES)
