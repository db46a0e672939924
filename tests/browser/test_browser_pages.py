"""Pages in a browser with motion, and what they ask before they do it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

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
        expect(page.get_by_role("button", name="Check it")).to_be_disabled()
        page.get_by_label("Or paste it here").fill("our match")
        page.get_by_role("button", name="Check it").click()
        assert "That isn’t a saved match" in page.locator("[role=alert]").inner_text()


FAN_GAPS = """() => {
  const panel = document.querySelector(".banner, .start").getBoundingClientRect();
  return [...document.querySelectorAll(".banner img, .start img")].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return Math.min(left - panel.left, panel.right - right, top - panel.top, panel.bottom - bottom);
  });
}"""
"""How far each card of a fan is from the edge of its panel."""


@pytest.mark.parametrize("path", ["/", "/play/talon"])
def test_a_fan_of_cards_keeps_clear_of_its_panels_edge(browser: Browser, address: str, path: str) -> None:
    with visiting(browser, address, PHONE) as page:
        for width, height in ((360, 740), (740, 360), (1366, 768), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(path)
            assert min(page.evaluate(FAN_GAPS)) >= 8


def test_the_ring_of_a_code_keeps_clear_of_its_hint(browser: Browser, address: str) -> None:
    with visiting(browser, address, PHONE) as page:
        page.goto("/join")
        field, hint = page.locator("#main input").first, page.locator("#main label small").first
        field.focus()
        lower, upper = hint.bounding_box(), field.bounding_box()
        assert lower is not None
        assert upper is not None
        assert lower["y"] - upper["y"] - upper["height"] >= 5


def test_contents_of_rules_are_folded_on_a_phone(browser: Browser, address: str) -> None:
    with visiting(browser, address, PHONE) as page:
        page.goto("/rules/royal-pokebacc")
        expect(page.locator("#in-short")).to_be_in_viewport()
        page.get_by_text("Contents", exact=True).click()
        boxes = page.locator(".contents li a").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().toJSON())"
        )
        assert len({round(one["left"]) for one in boxes}) == 1
        assert all(one["height"] >= 44 for one in boxes)


def test_your_games_stand_in_the_columns_of_all_games(browser: Browser, address: str) -> None:
    with visiting(browser, address) as page:
        open_table(page, "tall-card", 2)
        open_table(page, "talon", 3)
        page.goto("/")
        lefts = "all => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().left)))].sort()"
        mine, every = (page.locator(f"{where} .game").evaluate_all(lefts) for where in (".now", ".families"))
        assert mine == every
