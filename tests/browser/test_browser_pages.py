"""Pages in a browser with motion, and what they ask before they do it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser

from tests.kits.web.browser_kit import PHONE, answer, asked, open_table, play_now, serious, visiting


def test_a_match_with_motion_complains_of_nothing(browser: Browser, address: str) -> None:
    with visiting(browser, address, PHONE, known=(), motion="no-preference") as page:
        open_table(page, "tall-card", 2, **{"o-stack": "3", "o-deals_each": "1"})
        page.get_by_role("button", name="Deal").click()
        while asked(page):
            answer(page)
        page.get_by_role("link", name="Replay").click()
        page.wait_for_load_state("load")
        assert serious(page) == []


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
        assert "We don’t have a match yet" in page.locator("[role=alert]").inner_text()


@pytest.mark.parametrize(("zone", "end"), [("UTC", "midnight"), ("Asia/Tokyo", "9:00 AM today")])
def test_the_deal_of_the_day_ends_at_midnight_or_at_the_readers_own_time(
    browser: Browser, address: str, zone: str, end: str
) -> None:
    with browser.new_context(base_url=address, timezone_id=zone, locale="en-US") as context:
        found = re.search(r'<time datetime="([^"]+)" data-until>', context.request.get("/day").text())
        assert found
        page = context.new_page()
        page.clock.set_fixed_time(datetime.fromisoformat(found[1]) - timedelta(hours=1))
        page.goto("/day")
        assert re.sub(r"\s", " ", page.locator("time[data-until]").inner_text()) == end
