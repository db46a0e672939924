"""Whole matches as they are really played, by keys alone and by touch on small screens: nothing moves or is cut."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.test_browser_matches import MATCHES
from tests.browser.test_still_table import GEOMETRY, LEAST_SHIFT
from tests.kits.web.browser_kit import DESK, PHONE, READY, answer, asked, open_table, serious, visiting

LOW = {"width": 740, "height": 360}
ZOOMED = {"width": 683, "height": 384}
"""What a desk of 1366x768 is at 200 % zoom."""
GAMES = {
    "tall card": ("tall-card", 3, {"o-stack": "12", "o-deals_each": "1"}),
    **{k: v[:3] for k, v in MATCHES.items()},
}
WATCH = """
window.moved = [];
new PerformanceObserver((list) => {
  const part = (node) => (node ? node.id || node.className || `${part(node.parentElement)} ${node.nodeName}` : "?");
  for (const one of list.getEntries())
    if (!one.hadRecentInput) window.moved.push([one.value, one.sources.map(({ node }) => part(node)).join()]);
}).observe({ type: "layout-shift", buffered: true });
"""
EVERY = 4
"""Of so many choices, one is looked at."""


def begun(page: Page, name: str) -> None:
    """A match against bots, and whatever moves in it is watched from now on."""
    game_id, seats, options = GAMES[name]
    open_table(page, game_id, seats, **options)
    page.get_by_role("button", name="Deal").click()
    asked(page)
    page.evaluate(WATCH)


def moved(page: Page) -> list[tuple[float, str]]:
    """What moved but for cards of one's own hand: they make room for those that come and close up."""
    found: list[tuple[float, str]] = page.evaluate("window.moved")
    return sorted(((value, what) for value, what in found if "h-" not in what), reverse=True)


def key(page: Page) -> None:
    """Answer by keys, as a person would who has no pointer."""
    if page.query_selector(".exchange:not([hidden]) [name=done]"):
        page.focus("[name=done]")
    elif page.query_selector(READY) is None:
        page.focus(".hand .touch input", timeout=5_000)
        page.keyboard.press("Space")
    page.keyboard.press("Enter")


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_match_by_keys_alone_stands_still(browser: Browser, address: str, name: str) -> None:
    with visiting(browser, address, DESK) as page:
        begun(page, name)
        choices = 0
        while asked(page):
            assert choices % EVERY or page.evaluate(GEOMETRY) == []
            answer(page, by=key)
            choices += 1
        assert choices > 0
        found = moved(page)
        assert sum(value for value, _ in found) < LEAST_SHIFT, found[:8]
        page.emulate_media(color_scheme="dark")
        assert serious(page) == []


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, LOW, ZOOMED], ids=["phone", "low", "zoomed"])
@pytest.mark.parametrize("name", GAMES)
def test_a_match_by_touch_on_a_small_screen_stands_still(
    browser: Browser, address: str, name: str, size: dict[str, int], tmp_path: Path
) -> None:
    with visiting(browser, address, size) as page:
        begun(page, name)
        choices = 0
        while asked(page):
            page.screenshot(path=tmp_path / f"{choices:03}.png")
            assert choices % EVERY or page.evaluate(GEOMETRY) == [], choices
            answer(page)
            choices += 1
        assert page.evaluate(GEOMETRY) == []
        found = moved(page)
        assert sum(value for value, _ in found) < LEAST_SHIFT, found[:8]
        assert serious(page) == []
