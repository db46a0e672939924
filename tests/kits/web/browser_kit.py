"""A Chromium for the browser tests, the machine's own, and what people do with it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from shindig.web.http.request_guard import COOKIE
from tests.kits.server.room_kit import QUICK
from tests.kits.web.running_server import Caller

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 120_000
"""Milliseconds until a browser that shows nothing new is at fault, on a machine that is busy elsewhere."""
PATIENT = replace(QUICK, device=60.0)
"""A room that gives a busy machine's browsers the time that they need for their part in a cut."""
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1440, "height": 900}
ASKED = ".asked .controls"
OVER = "#r-next a[href*=replay]"
READY = "#move .pick > button:not(:disabled), #move .controls > button"

SAME_DRAWS = """
const seat = () => Number(document.getElementById("main")?.dataset.you ?? 0);
const draw = () => (localStorage.draws = 1 + Number(localStorage.draws ?? 0));
crypto.getRandomValues = (bytes) => bytes.fill(100 * (1 + seat()) + draw());
try { localStorage.trick ??= 0; localStorage.setItem("sound-offered", "yes"); } catch {}
"""
"""What a page gives to a cut: something else each time and at each seat, the same in every run. No trick lies long,
and nobody is asked about sound."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The machine's Chromium, or Playwright's where there is none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE)
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def visiting(
    browser: Browser,
    address: str,
    size: dict[str, int] = DESK,
    known: Sequence[str] = ("ERR_",),
    motion: Literal["reduce", "no-preference"] = "reduce",
    workers: Literal["allow", "block"] = "block",
) -> Iterator[Page]:
    """Somebody with a browser of their own. What the page's console complains of is a fault, but for what is known."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": size["width"], "height": size["height"]},
        reduced_motion=motion,
        service_workers=workers,
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SAME_DRAWS)
    faults: list[str] = []

    def complain(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(one in message.text for one in known):
            faults.append(f"{message.location.get('url', '')}: {message.text}")

    context.on("console", complain)
    context.on("weberror", lambda error: faults.append(str(error.error)))
    yield context.new_page()
    context.close()
    assert not faults, faults


def open_table(page: Page, game_id: str, seats: int, **fields: str) -> str:
    """A table with the rules that the form was filled with: its invitation link."""
    page.goto(f"/open/{game_id}")
    for summary in page.locator("summary").all():
        summary.click()
    page.select_option("select[name=seats]", str(seats))
    for name, value in fields.items():
        field = page.locator(f"[name={name}]")
        if field.evaluate("one => one.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Open the table").click()
    return page.locator(".invite .link").get_attribute("href") or ""


@contextmanager
def friends(
    browser: Browser, address: str, game_id: str, seats: int, options: dict[str, int], line: str = ""
) -> Iterator[tuple[Page, Page, str]]:
    """Ann at her desk and Ben on his phone in a match by an invitation link, which comes third.

    `line` is another address of the server, for Ben.
    """
    with visiting(browser, address) as ann, visiting(browser, line or address, PHONE) as ben:
        host, friend = Caller(address, "Ann"), Caller(address, "Ben")
        for page, person in ((ann, host), (ben, friend)):
            page.context.add_cookies([{"name": COOKIE, "value": person.token, "url": address}])
        table = host.post("tables", game=game_id, seats=seats, options=options).json()["table"]
        ann.goto(f"/t/{table}")
        link = ann.locator(".invite .link").get_attribute("href") or ""
        ben.goto(link.replace(address, line or address))
        ben.get_by_role("button", name="Sit here").first.click()
        expect(ann.locator("#seat-1")).to_contain_text("Ben")
        ann.get_by_role("button", name="Deal").click()
        yield ann, ben, link


def play_on(pages: Sequence[Page], enough: Callable[[], bool], most: int = 5_000) -> list[int]:
    """Everybody answers when asked, until it is enough: how many answers each gave."""
    answers = [0] * len(pages)
    for _ in range(most):
        if enough():
            return answers
        for number, page in enumerate(pages):
            if page.locator(ASKED).count():
                answer(page)
                answers[number] += 1
    raise AssertionError(f"looked {most} times, after {answers} answers, in vain")


def over(page: Page) -> bool:
    """Whether the page says that the match is over."""
    return page.locator(OVER).count() > 0


def play_now(page: Page, game_id: str, bots: int) -> None:
    """From a game's own page to a table against bots."""
    page.goto(f"/play/{game_id}")
    form = page.locator("form[action='/play']")
    form.locator("select[name=bots]").select_option(str(bots))
    form.locator("button").click()
    page.wait_for_selector(".dock")


def asked(page: Page) -> bool:
    """Wait until the table wants something of us: True for a decision, False when the match is over."""
    page.wait_for_selector(f"{ASKED}, {OVER}")
    return not over(page)


def turn(page: Page) -> str | None:
    """The token of our turn; None where it has gone by, since the room plays for whoever has no choice."""
    token: str | None = page.evaluate("document.querySelector('#move input[name=token]')?.value ?? null")
    return token


def answer(page: Page, by: Callable[[Page], None] | None = None) -> None:
    """Do the first thing that can be done, by touch or otherwise, and wait until it has been taken."""
    token = turn(page)
    if token is None:
        return
    try:
        (by or touch)(page)
        page.wait_for_function("token => document.querySelector('#move input[name=token]')?.value !== token", arg=token)
    except PlaywrightError:
        if turn(page) == token:
            raise


def open_menu(page: Page) -> None:
    """Open the table's menu where it stands behind a button."""
    button = page.locator(".bar-tools").get_by_role("button", name="Menu")
    if button.is_visible():
        button.click()


def touch(page: Page) -> None:
    """The first button that can be pressed, after a touch of the first card where none can."""
    if page.query_selector(READY) is None:
        press(page, ".hand .touch label")
        page.wait_for_selector(f"{READY}, main:not(:has(.asked))")
    press(page, READY)


def press(page: Page, selector: str) -> None:
    """Press the first of these that is there now; what comes later is another turn's."""
    found = page.query_selector(selector)
    if found is not None:
        found.click(position={"x": 8, "y": 12}, timeout=5_000)


def overflow(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def serious(page: Page) -> list[str]:
    """What axe finds serious or critical."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in ("serious", "critical")
    ]
