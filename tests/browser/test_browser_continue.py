"""Going on from a replay, trying again and comparing, and an exercise: on a phone and at a desk."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from shindig.bots.advice import name_action
from shindig.bots.choice_review import ReviewedChoice
from shindig.match import View
from shindig.web.http.request_guard import COOKIE
from tests.kits.server.room_kit import InlineBots
from tests.kits.web.browser_kit import (
    DESK,
    PATIENT,
    PHONE,
    answer,
    asked,
    open_menu,
    overflow,
    serious,
    touch,
    visiting,
)
from tests.kits.web.running_server import Caller, served

SHORT = {"deals_each": 1}


def hasty(view: View, action: int) -> ReviewedChoice:
    """The last of the legal actions is the best."""
    best = [*view.legal.actions][-1]
    return ReviewedChoice(
        name_action(view, action), name_action(view, best), *((0.0,) if action == best else (1.5, 0.2, 9.0, 512))
    )


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A room whose bots review in no time."""
    with served(tmp_path, pace=PATIENT, bots=InlineBots(weigh=hasty)) as where:
        yield where


def played(ann: Caller) -> str:
    """Ann's table with a match against a bot that she has played to its end."""
    table: str = ann.post("tables", game="tall-card", seats=2, options=SHORT, settings={"public": False}).json()[
        "table"
    ]
    ann.post(f"tables/{table}/start")
    rng = random.Random(4)
    for news in ann.news(table):
        if news["table"]["state"] == "over":
            break
        if news["rest"]:
            ann.post(f"tables/{table}/agreements", to="next")
        elif news["table"]["token"] and news["legal"]:
            do = rng.choice(news["legal"])["do"]
            ann.post(f"tables/{table}/moves", do=do, token=news["table"]["token"])
    return f"/t/{table}"


def fits(page: Page) -> None:
    """Nothing is too wide, hard to use or too small to be touched."""
    assert overflow(page) == 0, page.url
    assert serious(page) == [], page.url
    for button in page.locator("#main form[action$=again] button, .coach footer button").all():
        box = button.bounding_box()
        assert box is None or box["height"] >= 44


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk")])
def test_a_match_is_gone_on_with_tried_again_and_practised(
    browser: Browser, address: str, size: dict[str, int]
) -> None:
    ann = Caller(address, "Ann")
    table = played(ann)
    with visiting(browser, address, size) as page:
        page.context.add_cookies([{"name": COOKIE, "value": ann.token, "url": address}])
        page.goto(f"{table}/replay?match=1&step=5")
        fits(page)
        page.get_by_role("button", name="Play on with bots").click()
        expect(page.locator("#r-head .origin")).to_have_text("just for practice")
        fits(page)
        page.goto(f"{table}/review?match=1")
        page.evaluate("window.stayed = true")
        fits(page)
        expect(page.get_by_role("link", name="exercises")).to_be_visible()
        assert page.evaluate("window.stayed"), "what is weighed comes to a page that stays"
        fits(page)
        page.get_by_role("button", name="Try again").first.click()
        expect(page.locator("details.origin")).to_contain_text("back at your choice")
        assert asked(page)
        answer(page)
        open_menu(page)
        page.get_by_role("link", name="Compare your choices").first.click()
        expect(page.get_by_role("heading", name="This time")).to_be_visible()
        fits(page)
        page.goto("/exercises")
        page.get_by_role("link", name="Tall Card").click()
        fits(page)
        touch(page)
        expect(page.locator("#r-coach")).to_contain_text("You’ll see it again tomorrow.")
        fits(page)
        page.get_by_role("button", name="Play on from here").click()
        expect(page.locator("#r-head .origin")).to_be_visible()
