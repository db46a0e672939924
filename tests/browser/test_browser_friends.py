"""Two people in two browsers at a table by an invitation link: pages that close, lines that break, who comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from shindig.web.http.request_guard import COOKIE
from tests.kits.web.browser_kit import ASKED, OVER, PATIENT, answer, friends, over, play_on, touch, turn, visiting
from tests.kits.web.cut_line import line_to
from tests.kits.web.device_notes import LATE, READ, read_notes
from tests.kits.web.running_server import FREE, Caller, served


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("browser"), pace=replace(PATIENT, absent=1.0)) as where:
        yield where


def hand_of_talon(browser: Browser, address: str, line: str = "") -> AbstractContextManager[tuple[Page, Page, str]]:
    """It has as many tricks as somebody has cards, whatever a bot plays meanwhile."""
    return friends(browser, address, "talon", 5, {"hands": 1}, line)


def held(page: Page) -> bool:
    """Whether the page says that a bot plays for Ben."""
    return page.locator("#seat-1 .tag", has_text="a bot plays on").count() > 0


def decides(page: Page, table: str) -> bool:
    """Whether a page asks for a decision that is to be made: where there is no choice, the room soon plays on."""
    now = told(page, table)
    return turn(page) == now["table"]["token"] is not None and len(now["legal"]) > 1


def told(page: Page, table: str) -> Any:
    """What the room says of a table to the page's person."""
    return page.request.get(f"/api/tables/{table.rsplit('/', 1)[1]}").json()


def goes_on(page: Page) -> None:
    """Play two turns, between which Ben's seat has its turn too."""
    for _ in range(2):
        page.wait_for_selector(f"{ASKED}, {OVER}")
        answer(page)


def played(page: Page) -> list[str]:
    """What the log tells of the tricks."""
    lines: list[str] = page.locator("#log p").evaluate_all(AS_OTHERS_READ)
    return [line for line in lines if " played " in line or " led " in line]


AS_OTHERS_READ = """(lines) => lines.map((line) => {
  const copy = line.cloneNode(true);
  copy.querySelectorAll("[class^=as-]").forEach((one) => one.remove());
  return copy.textContent;
})"""
"""The lines of a log as those read them of whom they do not speak."""


def numbers(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def test_a_bot_plays_for_who_closed_the_page_until_they_open_it_again(browser: Browser, address: str) -> None:
    with hand_of_talon(browser, address) as (ann, ben, link):
        play_on([ann, ben], lambda: " led " in ann.locator("#log").inner_text())
        ben.close()
        play_on([ann], lambda: held(ann))
        expect(ann.locator("#log")).to_contain_text("Ben is away, so a bot plays on.")
        goes_on(ann)
        since = ann.locator("#log").inner_text().split("Ben is away, so a bot plays on.")[1]
        assert "Ben played" in since or "Ben led" in since, "the bot has not played"
        back = ben.context.new_page()
        back.goto(link)
        for page in (ann, back):
            expect(page.locator("#log")).to_contain_text("Ben is back.")
        expect(ann.locator("#seat-1 .tag")).to_have_count(0)
        expect(back.get_by_text("A bot plays for you.")).to_have_count(0)
        answers = play_on([ann, back], lambda: over(ann) and over(back))
        assert min(answers) > 0
        results = [page.locator(".result").inner_text() for page in (ann, back)]
        assert numbers(results[0]) == numbers(results[1]) != [], results


def test_who_lost_the_line_is_told_and_catches_up(browser: Browser, address: str) -> None:
    with line_to(address) as line, hand_of_talon(browser, address, line.address) as (ann, ben, link):
        play_on([ann], lambda: decides(ben, link))
        line.cut()
        expect(ben.locator("#lost")).to_be_visible()
        touch(ben)
        expect(ben.locator("#problem")).to_contain_text("your move wasn’t sent")
        play_on([ann], lambda: held(ann))
        play_on([ann], lambda: len(played(ben)) < len(played(ann)))
        line.mend()
        expect(ben.locator("#lost")).to_have_count(0)
        expect(ben.locator("#log")).to_contain_text("Ben is back.")
        expect(ann.locator("#log")).to_contain_text("Ben is back.")
        known = len(played(ann)) + 4
        play_on([ann, ben], lambda: min(len(played(ann)), len(played(ben))) >= known)
        assert played(ben)[:known] == played(ann)[:known], "the page has what it missed"


def test_the_first_cut_counts_what_every_page_gave(browser: Browser, address: str) -> None:
    with friends(browser, address, "tall-card", 2, {}) as (ann, ben, link):
        play_on([], lambda: ann.locator(ASKED).count() + ben.locator(ASKED).count() > 0)
        assert ann.locator(".invite").count() == 0
        assert voices(ann, link) == ["given", "given"]
    with visiting(browser, address) as alone:
        alone.goto("/play/tall-card")
        alone.locator("form[action='/play'] button").click()
        alone.wait_for_selector(ASKED)
        assert sorted(voices(alone, alone.url)) == ["absent", "absent", "absent", "given"]


def voices(page: Page, table: str) -> list[str]:
    """What the room says each seat gave to the last cut."""
    return [voice["said"] for voice in told(page, table)["table"]["last_cut"]["voices"]]


NO_LOCKS = "Object.defineProperty(navigator, 'locks', { value: undefined });"


@pytest.mark.parametrize("script", ["", NO_LOCKS], ids=["locks", "messages"])
def test_of_all_tabs_at_a_table_one_answers_for_the_device(browser: Browser, address: str, script: str) -> None:
    """Each tab would seal a value of its own. When the tab that answers is closed, another one does."""
    ann = Caller(address, "Ann")
    table = ann.post("tables", game="tall-card", seats=2).json()["table"]
    with visiting(browser, address) as first:
        first.context.add_cookies([{"name": COOKIE, "value": ann.token, "url": address}])
        first.context.add_init_script(script)
        tabs = [first, first.context.new_page(), first.context.new_page()]
        sent: list[tuple[str, Page]] = []

        def note(tab: Page, one: Request) -> None:
            if one.url.endswith("/cut"):
                sent.append((one.post_data or "", tab))

        for tab in tabs:
            tab.on("request", partial(note, tab))
            tab.goto(f"/t/{table}")
        first.get_by_role("button", name="Deal").click()
        for number in (0, 1):
            look = tabs[0]
            play_on([look], lambda number=number, look=look: last_cut(look, table)["cut"] == number)  # type: ignore[misc]
            assert [voice["said"] for voice in last_cut(look, table)["voices"]] == ["given", "absent"]
            kept = read_notes(look, table)[str(number)]["sent"]["value"]
            assert kept == last_cut(look, table)["voices"][0]["value"]
            told = {body.removeprefix(f"number={number}&") for body, _ in sent if body.startswith(f"number={number}&")}
            assert sorted(body.partition("=")[0] for body in told) == ["seal", "value"]
            last = sent[-1][1]
            tabs.remove(last)
            last.close()


ALONE = "BroadcastChannel.prototype.postMessage = () => {};"


def test_a_tab_that_keeps_its_notes_late_takes_none_from_another_one(browser: Browser, address: str) -> None:
    """While the lead changes hands two tabs keep notes of one cut. Each knows only what it saw itself."""
    ann = Caller(address, "Ann")
    table = ann.post("tables", game="tall-card", seats=2).json()["table"]
    with visiting(browser, address) as first:
        first.context.add_cookies([{"name": COOKIE, "value": ann.token, "url": address}])
        first.context.add_init_script(NO_LOCKS + ALONE)
        late = first.context.new_page()
        late.add_init_script(LATE)
        late.route("**/cut", lambda route: route.abort())
        for tab in (late, first):
            tab.goto(f"/t/{table}")
        first.get_by_role("button", name="Deal").click()
        play_on([first], lambda: last_cut(first, table)["cut"] == 0)
        late.wait_for_function(
            f"async table => Object.keys((await ({READ})(table))[0]?.values ?? {{}}).length", arg=table
        )
        own = {value for tab in (first, late) for value in read_notes(tab, table)["0"]["values"].values()}
        late.evaluate("arrive()")
        late.close()
        first.close()
        again = first.context.new_page()
        again.goto(f"/t/{table}")
        notes = read_notes(again, table)["0"]
        assert (len(own), {*notes["values"].values()}) == (2, own)
        assert notes["sent"]["value"] == last_cut(again, table)["voices"][0]["value"]


def last_cut(page: Page, table: str) -> dict[str, Any]:
    """What the room says of the last cut of a table."""
    found: dict[str, Any] = told(page, f"/{table}")["table"]["last_cut"] or {"cut": -1}
    return found


def test_a_page_whose_place_another_took_waits_for_a_touch(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Two pages of one person with one place do not take it from each other for ever."""
    with (
        served(tmp_path_factory.mktemp("browser"), replace(FREE, streams=1), pace=PATIENT) as where,
        friends(browser, where, "talon", 5, {"hands": 1}) as (ann, _, link),
    ):
        second = ann.context.new_page()
        second.goto(link)
        note = ann.get_by_role("button", name="You’ve opened this table in another tab. Play here instead?")
        expect(note).to_be_visible()
        expect(second.locator("#replaced")).to_have_count(0)
        expect(ann.locator("#lost")).to_have_count(0)
        note.click()
        expect(second.locator("#replaced")).to_be_visible()
        expect(ann.locator("#replaced")).to_have_count(0)
