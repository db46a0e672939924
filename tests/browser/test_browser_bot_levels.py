"""Choosing how the bots play, as people do it: in the lobby, when a table is opened, and for each seat."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.kits.server.room_kit import InlineBots
from tests.kits.web.browser_kit import (
    ASKED,
    DESK,
    PATIENT,
    PHONE,
    friends,
    open_menu,
    open_table,
    overflow,
    play_now,
    play_on,
    serious,
    visiting,
)
from tests.kits.web.running_server import served


@pytest.fixture(scope="module")
def bots() -> InlineBots:
    return InlineBots()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, bots: InlineBots) -> Iterator[str]:
    bots.preparing.add("talon")
    with served(tmp_path_factory.mktemp("browser"), pace=PATIENT, bots=bots) as where:
        yield where


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.long)])
def test_the_lobby_asks_how_the_bots_play(browser: Browser, address: str, size: dict[str, int]) -> None:
    with visiting(browser, address, size) as page:
        page.goto("/")
        assert serious(page) == []
        assert overflow(page) == 0
        page.locator("a[href='/play/talon']").click()
        assert serious(page) == []
        assert overflow(page) == 0
        form = page.locator("form[action='/play']")
        assert form.locator("select[name=level] option").all_inner_texts() == ["Easy", "Medium", "Hard"]
        expect(form.locator("select[name=level]")).to_have_value("gentle")
        form.locator("select[name=level]").select_option("expert")
        form.locator("button").click()
        expect(page.locator(".plate .tag")).to_have_text(["Hard bot"] * 3)
        expect(page.locator("#r-head")).to_contain_text("the Hard bot is still loading")
        assert overflow(page) == 0


def test_the_host_chooses_for_each_seat(browser: Browser, address: str) -> None:
    with visiting(browser, address) as page:
        page.goto("/open/tall-card")
        page.select_option("select[name=bot]", "gentle")
        open_table(page, "tall-card", 3)
        page.locator("#levels > summary").click()
        page.get_by_label("How this bot plays", exact=True).select_option("expert")
        page.get_by_role("button", name="Add a bot").click()
        tag = page.locator("#seat-1 .tag")
        expect(tag).to_have_text("Hard bot")
        name = page.locator("#seat-1 .name").inner_text()
        page.get_by_label(f"How {name} plays", exact=True).select_option("gentle")
        page.get_by_role("button", name=f"Change how {name} plays").click()
        expect(tag).to_have_text("Easy bot")
        assert serious(page) == []
        page.locator("#levels > summary").click()
        expect(page.locator("#levels")).not_to_have_attribute("open", "")
        page.locator("#seat-2").click()
        expect(page.get_by_role("button", name="Add a bot")).to_be_visible()
        page.get_by_label("How the bot plays", exact=True).select_option("steady")
        page.get_by_role("button", name="Deal").click()
        expect(page.locator("#seat-2 .tag")).to_have_text("Medium bot")


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.long)])
def test_advice_names_what_to_do_where_it_is_seen(browser: Browser, address: str, size: dict[str, int]) -> None:
    with visiting(browser, address, size) as page:
        play_now(page, "tall-card", 1)
        page.wait_for_selector(ASKED)
        page.get_by_role("button", name="Advice").click()
        best = page.locator("#hints p").first
        expect(best).to_have_text(re.compile(r"^Best: \w+"))
        expect(best).to_be_in_viewport()
        assert overflow(page) == 0


def test_advice_is_off_between_people_and_the_page_says_so(browser: Browser, address: str) -> None:
    with friends(browser, address, "tall-card", 2, {}) as (ann, ben, _):
        play_on([], lambda: ann.locator(ASKED).count() + ben.locator(ASKED).count() > 0)
        page = ann if ann.locator(ASKED).count() else ben
        open_menu(page)
        page.locator("#tools > summary").click()
        expect(page.locator("#tools")).to_contain_text("You play each other here, so there’s no advice.")
        expect(page.get_by_role("button", name="Advice")).to_have_count(0)
