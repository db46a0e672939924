"""Real browsers: whole matches at phone and desk size, friends at one table, lines that break, pages that come back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_kit import DESK, PHONE, answer, asked, chromium, overflow, play_now, visiting
from playwright.sync_api import Browser, Page, expect
from served import served

from shindig.games import PACKAGES

SHORT = {"o-stack": "12", "o-deals_each": "1"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("browser")) as where:
        yield where


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


def opened(page: Page, seats: int, **fields: str) -> None:
    """A table of Tall Card that is soon over."""
    page.goto("/open/tall-card")
    for summary in page.locator("summary").all():
        summary.click()
    page.select_option("select[name=seats]", str(seats))
    for name, value in (SHORT | fields).items():
        page.fill(f"[name={name}]", value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".invite")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_whole_match_of_tall_card(browser: Browser, address: str, size: dict[str, int], tmp_path: Path) -> None:
    with visiting(browser, address, size) as page:
        opened(page, 3)
        page.get_by_role("button", name="Start the match").click()
        while asked(page):
            assert overflow(page) == 0
            answer(page)
        expect(page.locator(".result")).to_contain_text("won the game")
        picture = page.screenshot(path=tmp_path / "over.png")
        assert len(picture) > 20_000, "a table with cards on it makes a picture of some size"
        page.get_by_role("link", name="Replay").click()
        expect(page.get_by_role("heading", name="Step by step")).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator(".head .sub")).to_contain_text(re.compile(r"step (\d+) of \1"))


@pytest.mark.parametrize("game_id", PACKAGES)
def test_each_game_is_played_by_touch_on_a_phone(browser: Browser, address: str, game_id: str) -> None:
    with visiting(browser, address, PHONE) as page:
        play_now(page, game_id, 3)
        for _ in range(6):
            if not asked(page):
                break
            assert overflow(page) == 0
            for card in page.locator(".hand li").all():
                box = card.bounding_box()
                assert box is not None
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= PHONE["width"] + 1
            answer(page)


def test_a_match_by_keys_alone(browser: Browser, address: str) -> None:
    with visiting(browser, address) as page:
        play_now(page, "tall-card", 1)
        for _ in range(6):
            if not asked(page):
                break
            token = page.locator("#move input[name=token]").get_attribute("value")
            page.keyboard.press("Enter")
            page.wait_for_function("t => document.querySelector('#move input[name=token]')?.value !== t", arg=token)


def test_touched_cards_make_the_buttons_offer(browser: Browser, address: str) -> None:
    with visiting(browser, address) as page:
        play_now(page, "tall-card", 1)
        while asked(page) and not page.locator(".pick").count():
            answer(page)
        offer = page.locator(".pick button").first
        expect(offer).to_have_text("Keep all")
        page.keyboard.press("1")
        expect(offer).to_have_text("Draw 1")
        page.keyboard.press("1")
        expect(offer).to_have_text("Keep all")


def test_two_friends_by_link_one_line_breaks_one_page_closes(browser: Browser, address: str) -> None:
    with visiting(browser, address) as ann, visiting(browser, address, PHONE) as ben:
        opened(ann, 2)
        link = ann.locator(".invite .link").input_value()
        ben.goto(link)
        ben.get_by_role("button", name="Sit here").click()
        expect(ann.locator("#seat-1 .name")).to_be_visible()
        ann.get_by_role("button", name="Start the match").click()
        for page in (ann, ben):
            page.wait_for_selector(".hand li")
        ben.context.route("**/stream*", lambda route: route.abort())
        ben.reload()
        ben.wait_for_selector("#lost")
        ben.context.unroute("**/stream*")
        ben.wait_for_selector("#lost", state="detached")
        ben.goto("about:blank")
        ben.goto(link)
        for _ in range(200):
            over = [page for page in (ann, ben) if page.locator("#r-next a[href*=replay]").count()]
            if len(over) == 2:
                break
            for page in (ann, ben):
                if page.locator("#r-dock.asked .controls").count():
                    answer(page)
        expect(ann.locator(".result")).to_have_text(ben.locator(".result").inner_text())


@pytest.mark.parametrize(
    "path", ["/", "/rules", "/rules/tall-card", "/open/talon", "/me", "/check", "/fairness", "/t/x"]
)
def test_no_serious_fault_of_access_on_any_page(browser: Browser, address: str, path: str) -> None:
    with visiting(browser, address) as page:
        page.on("console", lambda _: None)
        page.goto(path) if path != "/t/x" else play_now(page, "tall-card", 2)
        assert serious(page) == []


def serious(page: Page) -> list[str]:
    """What axe finds serious or critical."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in ("serious", "critical")
    ]
