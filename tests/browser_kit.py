"""A Chromium for the browser tests, the machine's own. What a page's console complains of is a fault."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
NAMES = ("chromium", "chromium-browser", "google-chrome")
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1440, "height": 900}


@contextmanager
def chromium() -> Iterator[Browser]:
    """The machine's Chromium, or Playwright's where there is none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def visiting(browser: Browser, address: str, size: dict[str, int] = DESK) -> Iterator[Page]:
    """Somebody with a browser of their own. What the page's console complains of is a fault."""
    context = browser.new_context(
        base_url=address, viewport={"width": size["width"], "height": size["height"]}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(30_000)
    faults: list[str] = []

    def complain(message: ConsoleMessage) -> None:
        if message.type == "error" and "409" not in message.text and "ERR_" not in message.text:
            faults.append(message.text)

    page.on("console", complain)
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert not faults, faults


def play_now(page: Page, game_id: str, bots: int) -> None:
    """From the lobby to a table against bots."""
    page.goto("/")
    form = page.locator(f'form.now:has(input[value="{game_id}"])')
    form.locator("select").select_option(str(bots))
    form.locator("button").click()
    page.wait_for_selector("#r-dock")


def asked(page: Page) -> bool:
    """Wait until the table wants something of us: True for a decision, False when the match is over."""
    page.wait_for_selector("#r-dock.asked .controls, #r-next a[href*=replay]")
    return page.locator("#r-next a[href*=replay]").count() == 0


def turn(page: Page) -> str | None:
    """The token of our turn; None where it has gone by, since the room plays for whoever has no choice."""
    token: str | None = page.evaluate("document.querySelector('#move input[name=token]')?.value ?? null")
    return token


def answer(page: Page) -> None:
    """Do the first thing that can be done, as a person would, and wait until it has been taken."""
    token = turn(page)
    if token is None:
        return
    try:
        touch(page)
        page.wait_for_function("token => document.querySelector('#move input[name=token]')?.value !== token", arg=token)
    except PlaywrightError:
        if turn(page) == token:
            raise


def touch(page: Page) -> None:
    """The first button that can be pressed, after a touch of the first card where none can."""
    ready = page.locator("#move .pick > button:not(:disabled), #move .controls > button")
    if ready.count() == 0:
        page.locator(".hand .touch label").first.click(position={"x": 8, "y": 12}, timeout=5_000)
    ready.first.click(timeout=5_000)


def overflow(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
