"""Pages in a browser with motion, in the dark, on their side: no complaint in the console, nothing that axe finds."""

from __future__ import annotations

import pytest
from browser_kit import DESK, PHONE, answer, asked, open_table, overflow, play_now, serious, visiting
from playwright.sync_api import Browser, Page

LANDSCAPE = {"width": 740, "height": 360}
PATHS = ("/", "/rules", "/rules/talon", "/open/tall-cards", "/me", "/check", "/fairness")
MOST = 80_000


def weight(page: Page) -> int:
    """Bytes that came for a page but for its pictures and its stream, as they were sent."""
    told = "() => performance.getEntriesByType('resource').filter(one => one.initiatorType !== 'img')"
    sent = "one.encodedBodySize).reduce((sum, one) => sum + one, performance.getEntriesByType('navigation')[0]"
    return int(page.evaluate(f"{told}.filter(one => !/stream|svg/.test(one.name)).map(one => {sent}.encodedBodySize)"))


@pytest.mark.parametrize("size", [LANDSCAPE, DESK], ids=["landscape", "desk"])
def test_pages_complain_of_nothing_in_the_dark(browser: Browser, address: str, size: dict[str, int]) -> None:
    with visiting(browser, address, size, known=()) as page:
        page.emulate_media(color_scheme="dark", reduced_motion="no-preference")
        for path in PATHS:
            page.goto(path)
            assert overflow(page) == 0, path
            assert serious(page) == [], path


def test_a_match_with_motion_complains_of_nothing_and_pages_are_light(browser: Browser, address: str) -> None:
    with visiting(browser, address, PHONE, known=(), motion="no-preference") as page:
        open_table(page, "tall-card", 2, **{"o-stack": "3", "o-deals_each": "1"})
        page.get_by_role("button", name="Start the match").click()
        while asked(page):
            answer(page)
        page.get_by_role("link", name="Replay").click()
        page.wait_for_load_state("load")
        assert serious(page) == []
    with visiting(browser, address, known=()) as page:
        play_now(page, "talon", 4)
        page.wait_for_load_state("load")
        assert 10_000 < weight(page) < MOST


def test_leaving_asks_first_and_a_record_that_is_missing_is_said_to_be(browser: Browser, address: str) -> None:
    with visiting(browser, address, known=["400"]) as page:
        play_now(page, "tall-card", 1)
        page.locator("#tools > summary").click()
        assert not page.get_by_role("button", name="Leave", exact=True).is_visible()
        page.locator("#leaving > summary").click()
        page.get_by_role("button", name="Leave", exact=True).click()
        page.wait_for_url("/")
        page.goto("/check")
        page.get_by_role("button", name="Check it").click()
        assert "There is no record yet" in page.locator("[role=alert]").inner_text()
