"""Every page, at every size, in light and dark: nothing complains, axe finds nothing, none is too wide or heavy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from shindig.gamekit import game_ids
from shindig.server.settings.room_settings import RoomSettings
from shindig.web.app import create_app
from shindig.web.html.branding import Brand, set_brand
from shindig.web.http.request_guard import COOKIE
from shindig.web.pages.admin_pages import PARTS
from tests.browser.test_browser_continue import hasty, played
from tests.kits.server.room_kit import InlineBots
from tests.kits.server.smtp_server import Mailbox, link_in, mailing, smtp_server
from tests.kits.web.browser_kit import DESK, PHONE, answer, asked, overflow, visiting
from tests.kits.web.running_server import Caller, served

LOW = {"width": 740, "height": 360}
SMALL = {"width": 1366, "height": 768}
ZOOMED = {"width": 720, "height": 450}
EACH = tuple(game_ids())
PAGES: dict[str, tuple[str, ...]] = {
    "/": ("/",),
    "/rules": ("/rules",),
    "/rules/{game_id}": tuple(f"/rules/{one}" for one in EACH),
    "/fairness": ("/fairness",),
    "/fairness/protocol": ("/fairness/protocol",),
    "/fairness/verify.html": ("/fairness/verify.html",),
    "/play/{game_id}": tuple(f"/play/{one}" for one in EACH),
    "/open/{game_id}": tuple(f"/open/{one}" for one in EACH),
    "/learn/{game_id}": tuple(f"/learn/{one}" for one in EACH),
    "/me": ("/me",),
    "/mail": ("/mail",),
    "/mail/confirm": ("{confirm}",),
    "/reset": ("/reset", "/reset?sent"),
    "/reset/new": ("{reset}",),
    "/me/history": ("/me/history",),
    "/me/statistics": ("/me/statistics",),
    "/day": ("/day",),
    "/day/{day}": ("/day/{today}",),
    "/ladder": ("/ladder",),
    "/ladder/{game_id}": tuple(f"/ladder/{one}" for one in EACH),
    "/exercises": ("/exercises",),
    "/exercises/{game_id}": ("/exercises/tall-card", "/exercises/talon"),
    "/check": ("/check",),
    "/offline": ("/offline",),
    "/t/{table}": ("{over}", "{waiting}", *(f"{{{one}}}" for one in EACH)),
    "/t/{table}/replay": ("{over}/replay?match=1&step=0", "{over}/replay?match=1&step=7"),
    "/t/{table}/review": ("{over}/review?match=1",),
    "/t/{table}/proofs": ("{over}/proofs?match=1",),
    "/t/{table}/compare": ("{again}/compare",),
    "/t/{table}/report": ("{waiting}/report", "{talking}/report"),
    "/g": ("/g",),
    "/g/{group}": ("{group}",),
    "/g/{group}/rules/{game_id}": ("{group}/rules/tall-card",),
    "/g/{group}/evening": ("{group}/evening",),
    "/join": ("/join",),
    "/join/{code}": ("/join/{code}",),
    "/turns": ("/turns",),
    "/about/{name}": ("/about/imprint", "/about/privacy"),
    "/admin": ("/admin",),
    "/admin/{part}": tuple(f"/admin/{one}" for one in PARTS if one),
}
"""The pages by their routes; in braces, tables that the fixture has made."""
NO_PAGES = (
    "/api/",
    "/faces/",
    "/portraits/",
    "/looks/",
    "/static/",
    "/favicon.ico",
    "/manifest.webmanifest",
    "/style",
    "/brand.css",
    "/streams",
    "/openid",
)
NO_PAGE = (
    "/data",
    "/healthz",
    "/readyz",
    "/worker.js",
    "whole.json",
    "/stream",
    "/advice",
    "/coach",
    "/qr.svg",
    "/evening.svg",
    "/picture.svg",
    "/record",
    "/t/{table}/group",
)
MOST = 80_000
"""Bytes of a page with all that it loads but pictures and fonts, which come after it, as they travel."""


@dataclass(frozen=True)
class House:
    """A room with something on every page, and who has been there."""

    address: str
    token: str
    tables: dict[str, str]


@contextmanager
def branded() -> Iterator[None]:
    """A room's own pages, which hold for the process, until the end."""
    try:
        yield
    finally:
        set_brand(Brand())


def links(address: str, signed: dict[str, str], box: Mailbox) -> dict[str, str]:
    """Links of letters that nobody has used."""
    ask = {"email": "ann@example.org", "password": "a good password"}
    httpx.post(f"{address}/mail", data=ask, headers=signed)
    path, _, secret = link_in(box.wait_for(1)).partition("?link=")
    assert httpx.post(f"{address}{path}", data={"link": secret}, headers=signed).status_code == 200
    httpx.post(f"{address}/reset", data=ask, headers=signed)
    reset = link_in(box.wait_for(2))
    httpx.post(f"{address}/mail", data=ask | {"email": "ann@example.net"}, headers=signed)
    return {"reset": reset, "confirm": link_in(box.wait_for(3))}


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("every")
    (folder / "about.md").write_text("# Who we are\n\nA club.\n", "utf-8")
    about = str(folder / "about.md")
    settings = RoomSettings(admins=("Ann",), imprint=about, privacy=about)
    with (
        smtp_server() as (port, box),
        branded(),
        served(folder, bots=InlineBots(weigh=hasty), settings=mailing(settings, port)) as address,
    ):
        ann = Caller(address, "Ann")
        signed = {"cookie": f"{COOKIE}={ann.token}", "origin": address}
        account = {"login": "Ann", "password": "a good password"}
        made = httpx.post(f"{address}/me/register", data=account, headers=signed)
        assert made.status_code == 200
        ann.take_token(made.cookies[COOKIE])
        signed["cookie"] = f"{COOKIE}={ann.token}"
        tables = {"over": played(ann), **links(address, signed, box)}
        group = ann.post("groups", name="Friday").json()
        tables |= {"group": f"/g/{group['id']}", "code": group["code"]}
        with visiting(browser, address) as page:
            page.context.add_cookies([{"name": COOKIE, "value": ann.token, "url": address}])
            page.goto(f"{tables['over']}/review?match=1")
            page.get_by_role("button", name="Try again").first.click()
            page.wait_for_selector("details.origin")
            assert asked(page)
            answer(page)
            tables["again"] = page.evaluate("location.pathname")
        for one in EACH:
            table = ann.post("tables", game=one, seats=3, settings={"public": False}).json()["table"]
            ann.post(f"tables/{table}/start")
            tables[one] = f"/t/{table}"
        tables["today"] = f"{datetime.now(UTC):%Y-%m-%d}"
        tables["waiting"] = f"/t/{ann.post('tables', game='talon', seats=4).json()['table']}"
        talking = ann.post("tables", game="tall-cards", seats=2).json()["table"]
        assert ann.post(f"tables/{talking}/words", text="Who plays? " * 9).status_code == 204
        tables["talking"] = f"/t/{talking}"
        yield House(address, ann.token, tables)


def faults(page: Page) -> list[str]:
    """Whatever axe finds."""
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in Axe().run(page).response["violations"]]


def shown(house: House, most: int) -> Iterator[str]:
    """The addresses of so many pages of each route."""
    for paths in PAGES.values():
        yield from (path.format(**house.tables) for path in paths[:most])


def wrong_with(page: Page, path: str) -> list[str]:
    """All that is wrong with a page as this window shows it."""
    page.goto(path)
    wide, heavy = overflow(page), weight(page)
    wrong = [f"{wide} too wide"] if wide else []
    return wrong + ([] if 3_000 < heavy < MOST else [f"{heavy} bytes"]) + faults(page)


def weight(page: Page) -> int:
    """Bytes that came for a page but for its pictures, fonts and stream, as they were sent."""
    told = "() => performance.getEntriesByType('resource').filter(one => one.initiatorType !== 'img')"
    sent = "one.encodedBodySize).reduce((sum, one) => sum + one, performance.getEntriesByType('navigation')[0]"
    return int(
        page.evaluate(f"{told}.filter(one => !/stream|svg|woff2/.test(one.name)).map(one => {sent}.encodedBodySize)")
    )


def test_no_page_is_left_out() -> None:
    """A page that is new is looked at too."""
    parts = [getattr(part, "original_router", None) for part in create_app("sqlite://").routes]
    routes = {one.path for part in parts if part for one in part.routes if "GET" in one.methods}
    pages = {path for path in routes if not path.startswith(NO_PAGES) and not path.endswith(NO_PAGE)}
    assert pages == PAGES.keys()


SCREENS = [(LOW, "dark"), (PHONE, "light"), (DESK, "dark"), (SMALL, "light"), (ZOOMED, "light")]


def test_the_served_checker_of_cuts_runs_in_a_browser(browser: Browser, house: House) -> None:
    with visiting(browser, house.address, known=()) as page:
        page.goto("/fairness")
        page.get_by_text("What to watch out for").click()
        page.get_by_role("link", name="Here’s a checker that works offline").click()
        page.set_input_files("#record", {"name": "r.jsonl", "mimeType": "text/plain", "buffer": b"no record"})
        expect(page.locator("#told")).to_contain_text("Status 2")


@pytest.mark.parametrize(
    ("size", "colours", "most"),
    [pytest.param(*SCREENS[0], 1, id="one of each, 740 dark")]
    + [pytest.param(*one, 9, id=f"{one[0]['width']} {one[1]}", marks=pytest.mark.long) for one in SCREENS],
)
def test_pages_complain_of_nothing_and_are_light(
    browser: Browser, house: House, size: dict[str, int], colours: Literal["light", "dark"], most: int
) -> None:
    with visiting(browser, house.address, size, known=()) as page:
        page.emulate_media(color_scheme=colours)
        page.context.add_cookies([{"name": COOKIE, "value": house.token, "url": house.address}])
        found = {path: wrong_with(page, path) for path in shown(house, most)}
        assert {path: wrong for path, wrong in found.items() if wrong} == {}
