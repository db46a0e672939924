"""An evening of five friends: three games, one late, a phone that dies, the host gone, one removed, a crash."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from shindig.web.app import create_app
from shindig.web.http.client_timing import ClientTiming
from shindig.web.http.server_config import ServerConfig
from shindig.web.serving.server_process import open_listener, raise_descriptor_limit
from tests.kits.server.room_kit import InlineBots
from tests.kits.web.browser_kit import ASKED, PATIENT, PHONE, answer, visiting
from tests.kits.web.cut_line import Line, line_to
from tests.kits.web.running_server import CALLERS, FREE, Caller, Ready

GAMES: dict[str, dict[str, int]] = {
    "tall-card": {"deals_each": 1, "stack": 20},
    "tall-cards": {"hands": 2},
    "talon": {"hands": 1},
}
QUICK_PACE = replace(PATIENT, device=2.0, absent=0.5, host=0.5)
MOST_TURNS = 3_000


SOON = ClientTiming(beat=0.5, silence=4.0)
"""Who is gone is soon noticed."""


class Crashing:
    """A server that can crash: for all that its database can tell, nothing is closed in order."""

    def __init__(self, folder: Path) -> None:
        app = create_app(f"sqlite:///{folder / 'room.sqlite3'}", FREE, pace=QUICK_PACE, bots=InlineBots(), timing=SOON)
        listening = open_listener("127.0.0.1", 0)
        self._server = Ready(ServerConfig(app, raise_descriptor_limit()))
        self._thread = threading.Thread(target=self._server.run, args=([listening],))
        self._thread.start()
        assert self._server.ready.wait(60)
        self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"

    def crash(self) -> None:
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(60)


@contextmanager
def servers(folder: Path) -> Iterator[Callable[[], Crashing]]:
    """Begin servers on one database, each after the last has crashed."""
    begun: list[Crashing] = []

    def begin() -> Crashing:
        for one in begun:
            one.crash()
        begun.append(Crashing(folder))
        return begun[-1]

    try:
        yield begin
    finally:
        while CALLERS:
            CALLERS.pop().close()
        for one in begun:
            one.crash()


class Company:
    """The people of the evening: some at pages, some whose programs play the first thing that they may."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.pages: list[Page] = []
        self.programs: list[Caller] = []

    def program(self, name: str) -> Caller:
        self.programs.append(Caller(self.address, name))
        return self.programs[-1]

    def play(self, table: str, enough: Callable[[], bool]) -> None:
        """Everybody answers when asked, until it is enough. After each round all screens show one state."""
        for _ in range(MOST_TURNS):
            if enough():
                return
            for page in self.pages:
                if page.locator(ASKED).count():
                    answer_patiently(page)
            for caller in self.programs:
                act(caller, table)
        raise AssertionError(f"{MOST_TURNS} rounds at {table}, in vain")


def answer_patiently(page: Page) -> None:
    """Answer, once more where a busy machine has not taken the touch."""
    try:
        answer(page)
    except PlaywrightTimeout:
        if page.locator(ASKED).count():
            answer(page)


def act(caller: Caller, table: str) -> None:
    """Play the first legal action, if it is this person's turn."""
    news = look(caller, table)
    if news["table"]["token"] and news["legal"]:
        first = news["legal"][0]
        caller.post(f"tables/{table}/moves", do=first.get("action", first.get("from")), token=news["table"]["token"])


def look(caller: Caller, table: str) -> dict[str, Any]:
    told: dict[str, Any] = caller.get(f"tables/{table}").json()
    return told


def agree(pages: Sequence[Page], caller: Caller, table: str) -> None:
    """All screens come to show the latest entry that the server tells of."""
    seq = max((event["seq"] for event in look(caller, table)["events"] if event["lines"]), default=0)
    for page in pages:
        expect(page.locator(f"#log li[data-seq='{seq}']")).to_have_count(1)


def table_of(page: Page) -> str:
    page.wait_for_url(re.compile(r"/t/\w+$"))
    return page.url.rsplit("/", 1)[1]


def over(caller: Caller, table: str) -> bool:
    return bool(look(caller, table)["table"]["state"] == "over")


def log_has(page: Page, text: str) -> bool:
    return text in page.locator("#log").inner_text()


def test_an_evening_with_friends(browser: Browser, tmp_path: Path) -> None:
    with (
        servers(tmp_path) as begin,
        line_to(begin().address) as line,
        line_to(line.address) as phone,
        visiting(browser, line.address) as ann,
        visiting(browser, phone.address, PHONE) as ben,
        visiting(browser, line.address) as cyd,
    ):
        company = Company(line.address)
        group, code = found_group(ann)
        ben.goto(f"/join?code={code}")
        ben.locator("#join [name=name]").fill("Ben")
        ben.locator("#join [name=name]").press("Enter")
        dee, eve = company.program("Dee"), company.program("Eve")
        for caller in (dee, eve):
            assert caller.post(f"groups/{group}/members", code=code).status_code == 204
        expect(ann.locator(".company")).to_contain_text("Ben")
        first_game(company, ann, ben, group, phone)
        second_game(company, ann, cyd, group, code)
        before = dee.get(f"groups/{group}/evenings").json()
        assert [one["game"] for one in before[0]["matches"]] == ["tall-card", "tall-cards"]
        line.cut()
        line.lead_to(begin().address)
        line.mend()
        assert dee.get(f"groups/{group}/evenings").json() == before, "nothing is lost"
        third_game(company, cyd, dee, eve, group)


def found_group(ann: Page) -> tuple[str, str]:
    ann.goto("/g")
    ann.fill("[name=room]", "Friday")
    ann.fill("[name=name]", "Ann")
    ann.get_by_role("button", name="Make a room").click()
    ann.wait_for_selector(".code")
    return ann.url.rsplit("/", 1)[1], ann.locator(".code").inner_text()


def first_game(company: Company, ann: Page, ben: Page, group: str, phone: Line) -> None:
    """Ben's phone dies in the middle: nobody waits for it, and all see why."""
    dee = begin_game(company, ann, group, "tall-card")
    table = table_of(ann)
    assert table_of(ben) == table, "everybody goes along"
    assert {"Ann", "Ben", "Dee", "Eve"} <= {seat["name"] for seat in look(dee, table)["table"]["seats"]}
    company.pages = [ann, ben]
    company.play(table, lambda: ann.locator("#log li.act").count() > 4)
    agree([ann, ben], dee, table)
    phone.die()
    company.pages = [ann]
    company.play(table, lambda: log_has(ann, "Ben is away, so a bot plays on.") or over(dee, table))
    company.play(table, lambda: over(dee, table))
    agree([ann], dee, table)


def begin_game(company: Company, ann: Page, group: str, game: str) -> Caller:
    """Ann starts a game that Dee has chosen, while all look at the group's page."""
    dee = company.programs[0]
    assert dee.post(f"groups/{group}/game", game=game, options=GAMES[game], seats=5).status_code == 204
    for caller in company.programs:
        caller.get(f"groups/{group}")
    ann.goto(f"/g/{group}")
    ann.get_by_role("button", name="Start").click()
    return dee


def second_game(company: Company, ann: Page, cyd: Page, group: str, code: str) -> None:
    """Eve is removed, Cyd comes late by the code, and the host leaves for good: another one is the host."""
    dee = begin_game(company, ann, group, "tall-cards")
    table = table_of(ann)
    company.play(table, lambda: ann.locator("#log li.act").count() > 1)
    cyd.goto("/join")
    cyd.fill("[name=code]", code.replace("-", " "))
    cyd.get_by_role("button", name="Go to the room").click()
    cyd.fill("#join [name=name]", "Cyd")
    cyd.locator("#join").get_by_role("button", name="Join").click()
    cyd.get_by_text("Join or watch").click()
    ann.locator("#tools > summary").click()
    ann.get_by_role("button", name="Remove Eve").press("Enter")
    expect(cyd.locator("#log")).to_contain_text("The host removed Eve, so a bot plays on.")
    assert company.programs[1].post(f"tables/{table}/seats").status_code == 403
    cyd.get_by_role("button", name="Take a seat").click()
    expect(cyd.locator("#log")).to_contain_text("Cyd sat down")
    ann.close()
    company.pages = [cyd]
    company.play(table, lambda: over(dee, table))
    expect(cyd.locator("#log")).to_contain_text("The old host is away, so")
    agree([cyd], dee, table)


def third_game(company: Company, cyd: Page, dee: Caller, eve: Caller, group: str) -> None:
    """A third game follows, and its gains are added to the standings that all see."""
    eve.get(f"groups/{group}")
    cyd.goto(f"/g/{group}")
    assert dee.post(f"groups/{group}/game", game="talon", options=GAMES["talon"]).status_code == 204
    told = dee.post(f"groups/{group}/start", game="talon")
    assert told.status_code == 201, told.text
    table = told.json()["table"]
    assert table_of(cyd) == table
    company.pages = [cyd]
    company.play(table, lambda: over(dee, table))
    agree([cyd], dee, table)
    (evening,) = dee.get(f"groups/{group}/evenings").json()
    check_standings(evening)
    cyd.goto(f"/g/{group}/evening")
    for one in evening["standings"]:
        gain = f"{one['gain']:+.0f}".replace("-", "−") if one["gain"] else "0"
        expect(cyd.locator("tbody tr", has_text=one["name"]).locator("td").last).to_have_text(gain)
    with cyd.expect_download() as download:
        cyd.locator("[data-share]").first.click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG"), "a picture to share"


def check_standings(evening: dict[str, Any]) -> None:
    """The standings are the sums of what the matches tell."""
    assert len(evening["matches"]) == 3
    for one in evening["standings"]:
        mine = [seat for match in evening["matches"] for seat in match["seats"] if seat["name"] == one["name"]]
        assert one["matches"] == len(mine)
        assert one["gain"] == pytest.approx(sum(seat["gain"] for seat in mine), abs=0.3)
