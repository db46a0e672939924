"""Real browsers: whole matches at phone and desk size, by touch and by keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from shindig.gamekit import game_ids
from tests.kits.web.browser_kit import (
    DESK,
    PHONE,
    answer,
    asked,
    friends,
    open_table,
    overflow,
    play_now,
    visiting,
)

SHORT = {"o-stack": "12", "o-deals_each": "1"}
EDGES = "cards => cards.map(card => card.getBoundingClientRect()).map(box => [box.left, box.right])"
"""Of all cards at once: the room plays for who has no choice, and a hand gets shorter between two looks."""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_whole_match_of_tall_card(browser: Browser, address: str, size: dict[str, int], tmp_path: Path) -> None:
    with visiting(browser, address, size) as page:
        open_table(page, "tall-card", 3, **SHORT)
        page.get_by_role("button", name="Deal").click()
        while asked(page):
            assert overflow(page) == 0
            answer(page)
        expect(page.locator(".headline")).to_contain_text(re.compile("wins? the match with|tie with"))
        picture = page.screenshot(path=tmp_path / "over.png")
        assert len(picture) > 20_000, "a table with cards on it makes a picture of some size"
        page.get_by_role("link", name="Replay").click()
        expect(page.get_by_role("heading", name="Move by move")).to_be_visible()
        page.wait_for_load_state("load")
        page.keyboard.press("End")
        expect(page.locator(".head .sub")).to_contain_text(re.compile(r"Move (\d+) of \1"))


@pytest.mark.parametrize("game_id", game_ids())
def test_each_game_is_played_by_touch_on_a_phone(browser: Browser, address: str, game_id: str) -> None:
    with visiting(browser, address, PHONE) as page:
        play_now(page, game_id, 3)
        for _ in range(6):
            if not asked(page):
                break
            assert overflow(page) == 0
            for left, right in page.locator(".hand li").evaluate_all(EDGES):
                assert left >= 0
                assert right <= PHONE["width"] + 1
            answer(page)


def test_a_page_counts_down_whatever_the_machines_date_is_set_to(browser: Browser, address: str) -> None:
    """Where others wait: against bots alone no time runs."""
    with friends(browser, address, "tall-card", 2, {"first_dealer": 1}) as (page, _, _):
        assert asked(page)
        expect(page.locator("#r-clock i")).to_be_attached()
        page.evaluate("() => { Date.now = () => 9e15; document.querySelector('#r-clock i').remove(); }")
        expect(page.locator("#r-clock i")).to_have_attribute("style", re.compile(r"scaleX\((1|0\.9)"))


def test_a_match_by_keys_alone(browser: Browser, address: str) -> None:
    with visiting(browser, address) as page:
        play_now(page, "tall-card", 1)
        for _ in range(6):
            if not asked(page):
                break
            token = page.locator("#move input[name=token]").get_attribute("value")
            key = page.locator("#move button[data-key]:enabled").first.get_attribute("data-key")
            page.keyboard.press(str(key))
            page.wait_for_function("t => document.querySelector('#move input[name=token]')?.value !== t", arg=token)


def test_touched_cards_make_the_buttons_offer(browser: Browser, address: str) -> None:
    with visiting(browser, address) as page:
        play_now(page, "tall-card", 1)
        while asked(page) and not page.locator(".pick").count():
            answer(page)
        offer = page.locator(".pick button").first
        expect(offer).to_have_accessible_name("Keep them all")
        page.keyboard.press("1")
        expect(offer).to_have_text("Swap 1")
        page.keyboard.press("1")
        expect(offer).to_have_accessible_name("Keep them all")


def test_what_is_offered_is_no_amount(browser: Browser, address: str) -> None:
    """A meld that is offered looks like an amount's preset; touching it asks for no amount."""
    offer = """() => document.body.insertAdjacentHTML(
        "beforeend", "<span class=offers><button id=offered class=chipset>run for 10</button></span>")"""
    with visiting(browser, address) as page:
        open_table(page, "royal-pokebacc", 3)
        page.evaluate(offer)
        page.evaluate("() => document.querySelector('#offered').click()")
