"""Coming back, in a browser: what a guest has is there after signing up; a face; the deal of the day waits."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.kits.web.browser_kit import PHONE, overflow, play_now, serious, visiting

SMALL = {"width": 1366, "height": 768}
PAGES = ("/me", "/me/history", "/me/statistics", "/day", "/ladder/talon", "/")


@pytest.mark.parametrize("size", [PHONE, pytest.param(SMALL, marks=pytest.mark.long)], ids=["phone", "desk"])
def test_a_guest_signs_up_and_finds_everything_and_a_deal_that_waits(
    browser: Browser, address: str, size: dict[str, int]
) -> None:
    with visiting(browser, address, size, known=()) as page:
        play_now(page, "tall-card", 1)
        table = page.url
        page.goto("/day")
        page.get_by_role("link", name="Create an account or log in").click()
        page.locator("[name=figure][value=bird]").check(force=True)
        page.get_by_role("button", name="Save").first.click()
        page.goto("/me?back=/day")
        form = page.locator("form[action='/me/register']")
        form.locator("[name=login]").fill(f"annie-{size['width']}")
        form.locator("[name=password]").fill("a good password")
        form.get_by_role("button", name="Create account").click()
        expect(page.locator(".recovery")).to_be_visible()
        assert serious(page) == []
        assert overflow(page) == 0
        page.get_by_role("link", name="I saved it").click()
        page.wait_for_url("**/day")
        page.get_by_role("button", name="Play today").click()
        page.wait_for_selector(".dock")
        deal = page.url
        page.goto(table)
        expect(page.locator("main")).to_have_attribute("data-you", "0")
        page.goto("/day")
        page.get_by_role("button", name="Continue").click()
        page.wait_for_selector(".dock")
        assert page.url == deal
        expect(page.locator("#r-head")).to_contain_text("deal of the day")
        assert page.locator(".mine .face img").count() == 1
        for path in PAGES:
            page.goto(path)
            assert overflow(page) == 0, path
            assert serious(page) == [], path
