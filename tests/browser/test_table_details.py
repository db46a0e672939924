"""Parts of a table that players of a small window depend on: cards in sight and in reach, melds shown large."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect

from tests.kits.web.browser_kit import serious
from tests.kits.web.busy_tables import MOMENTS, shelf, show

HELD = """() => [...document.querySelectorAll(".hand li")].map((one) => {
  const { left, top, right, bottom } = one.querySelector("label, span").getBoundingClientRect();
  return { left, top, right, bottom };
})"""
"""Where the cards of one's own hand lie."""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (844, 390)])
def test_two_rows_of_a_hand_show_each_rank_and_suit(browser: Browser, width: int, height: int) -> None:
    """Of 24 cards each has 26 px to be touched, under a card of the lower row that stands up 12 px, too."""
    with shelf(browser, {"width": width, "height": height}) as (page, still):
        show(page, still, MOMENTS["talon for three, exchange"]())
        cards = page.evaluate(HELD)
        assert len(cards) == 24
        upper, lower = cards[:12], cards[12:]
        for row in (upper, lower):
            assert min(after["left"] - one["left"] for one, after in pairwise(row)) > 25.4
        seen = lower[0]["top"] - upper[0]["top"]
        assert seen >= 26
        assert seen - 12 >= 0.41 * (upper[0]["bottom"] - upper[0]["top"])


def test_broad_cards_of_a_hand_stand_side_by_side(browser: Browser) -> None:
    """Eleven in one row; of more, two rows without gaps between their columns."""
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["royal-pokebacc for 3, 11 cards"]())
        row = page.evaluate(HELD)
        assert len({round(one["top"]) for one in row}) == 1
        assert min(after["left"] - one["left"] for one, after in pairwise(row)) > 25.4
        show(page, still, MOMENTS["royal-pokebacc for 4, 13 cards"]())
        upper = page.evaluate(HELD)[:7]
        assert max(after["left"] - one["right"] for one, after in pairwise(upper)) < 5


@pytest.mark.parametrize("moment", ["for 3, 11 cards", "for 4, 13 cards", "for 5, 9 cards"])
def test_piles_use_the_room_of_the_middle(browser: Browser, moment: str) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS[f"royal-pokebacc {moment}"]())
        assert page.evaluate("() => document.querySelector('.piles .card').offsetWidth") >= 50


def test_a_touch_shows_melds_large_with_names_and_points(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["royal-pokebacc, four melds"]())
        button = page.get_by_role("button", name=re.compile("Show .*Bernadette.*’s cards large"))
        button.press("Enter")
        dialog = page.get_by_role("dialog", name="Bernadette · 365 points")
        expect(dialog).to_be_visible()
        assert dialog.locator("figcaption").all_inner_texts() == ["run 150", "set 50", "Family 75", "run 90"]
        assert min(dialog.locator(".card").evaluate_all("all => all.map((one) => one.offsetWidth)")) >= 56
        assert serious(page) == []
        page.keyboard.press("Escape")
        expect(button).to_be_focused()
        page.mouse.click(80, 100)
        expect(dialog).to_be_visible()
        page.mouse.click(80, 100)
        expect(dialog).to_be_hidden()
