"""What a device keeps: rules and lessons for use without the room, nothing of anybody's, all anew when it changes."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from shindig.lesson import find_lesson
from shindig.web.pages import offline_app_files
from shindig.web.pages.coached_table_page import render_coach_regions as regions_of
from shindig.web.pages.lesson_coach_panel import build_first_position
from tests.browser.test_browser_lessons import END, TAUGHT, learn
from tests.kits.web.browser_kit import PHONE, play_now, visiting

FOREVER = ("/static/", "/looks/", "/faces/")
HELD = """
async () => {
  const paths = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
  return paths;
}
"""
TEXTS = """
async (paths) => (await Promise.all(paths.map(async (path) => (await caches.match(path)).text()))).join()
"""
ALL_FACES = """
async () => {
  const told = new MessageChannel();
  const { active } = await navigator.serviceWorker.ready;
  return new Promise((done) => ((told.port1.onmessage = () => done(1)), active.postMessage("faces", [told.port2])));
}
"""


@pytest.fixture
def http(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60) as one:
        yield one


def test_the_manifest_names_icons_that_are_there(http: httpx.Client) -> None:
    told = http.get("/manifest.webmanifest").json()
    assert told["display"] == "standalone"
    for one in told["icons"]:
        answer = http.get(one["src"])
        assert answer.headers["content-type"] == one["type"]
        if one["sizes"] != "any":
            width, height = struct.unpack(">II", answer.content[16:24])
            assert f"{width}x{height}" == one["sizes"]


def test_all_that_is_kept_is_there_and_nobodys(http: httpx.Client) -> None:
    """The worker's list, asked for as somebody: without a name, every page is answered as for a stranger."""
    text = http.get("/worker.js").text
    kept = json.loads(text.removeprefix("const KEPT = ").split(";\n", 1)[0])
    assert http.get("/worker.js").headers["cache-control"] == "no-cache"
    for path in (*kept["pages"], *kept["shell"]):
        answer = http.get(path)
        assert answer.status_code == 200, path
        assert "set-cookie" not in answer.headers, path
    assert not [path for path in kept["pages"] if path.startswith(("/t/", "/me", "/api"))]


@pytest.mark.parametrize("game_id", TAUGHT)
def test_a_lesson_as_data_answers_as_the_room_does(game_id: str) -> None:
    lesson, told = find_lesson(game_id), json.loads(offline_app_files.encode_whole_lesson(game_id, "en"))
    assert lesson is not None
    assert len(told["moments"]) == len(lesson.moments)
    for at, (moment, one) in enumerate(zip(lesson.moments, told["moments"], strict=True)):
        stand = build_first_position(lesson, at, None)
        assert {name: told["texts"][text] for name, text in one["html"].items()} == regions_of(stand.news, stand.coach)
        assert (moment.right.action if moment.right else None) == one.get("right")
        for action, coach in list(one.get("wrong", {}).items())[:20]:
            said = lesson.answer(at, int(action)).said
            assert told["texts"][coach] == build_first_position(lesson, at, None, said).coach


def test_a_changed_file_makes_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = offline_app_files.make_offline_version()
    monkeypatch.setattr(offline_app_files, "looks_version", lambda: "another")
    offline_app_files.make_offline_version.cache_clear()
    try:
        assert offline_app_files.make_offline_version() != before
    finally:
        monkeypatch.undo()
        offline_app_files.make_offline_version.cache_clear()


def installed(page: Page, asking: str = "navigator.serviceWorker.ready.then(() => 1)") -> None:
    """The room on the device; with `ALL_FACES`, and with all cards of its lessons."""
    page.goto("/rules")
    page.wait_for_function("() => navigator.serviceWorker.getRegistration().then((found) => !!found?.active)")
    page.evaluate(asking)


def held(page: Page) -> list[str]:
    found: list[str] = page.evaluate(HELD)
    return found


def missing_pictures(page: Page) -> Any:
    return page.evaluate("[...document.images].filter(one => one.complete && !one.naturalWidth).map(one => one.src)")


def test_without_the_room_rules_are_read_and_a_lesson_is_played(browser: Browser, address: str) -> None:
    with visiting(browser, address, PHONE, known=(), workers="allow") as page:
        installed(page, ALL_FACES)
        page.context.set_offline(True)
        page.goto("/")
        expect(page.get_by_role("heading", level=1)).to_have_text("You’re offline")
        page.get_by_role("link", name="Talon").last.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Talon")
        expect(page.locator(".offline")).to_contain_text("You’re offline")
        page.goto(f"/learn/{TAUGHT[0]}")
        assert learn(page, keys=False, wrong=True) >= 2
        assert missing_pictures(page) == []
        page.click(END)
        expect(page.locator("#problem")).to_contain_text("You’re offline")
        page.context.set_offline(False)
        page.goto("/")
        expect(page.locator(".offline")).to_have_count(0)


def test_nothing_of_anybodys_is_kept(browser: Browser, address: str) -> None:
    """Not of somebody with a name, a table and a lesson that has begun."""
    with visiting(browser, address, workers="allow") as page:
        installed(page)
        play_now(page, "tall-card", 1)
        page.goto("/me")
        name = page.locator("input[name=name]").first.input_value()
        page.goto(f"/learn/{TAUGHT[0]}")
        page.goto("/rules/talon")
        assert name
        assert name in page.content()
        kept = offline_app_files.list_offline_pages()
        assert [path for path in held(page) if not path.startswith(FOREVER) and path not in kept] == []
        text = page.evaluate(TEXTS, list(kept))
        assert name not in text


def test_a_new_version_takes_the_place_of_the_old_one(
    browser: Browser, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visiting(browser, address, workers="allow") as page:
        installed(page)
        text = offline_app_files.build_worker("en").replace(
            offline_app_files.make_offline_version().encode(), b"another"
        )
        monkeypatch.setattr(offline_app_files, "build_worker", lambda _language: text)
        page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
        page.wait_for_function("() => caches.keys().then(names => String(names.sort()) === 'faces,kept-another')")


@pytest.mark.long
@pytest.mark.parametrize("game_id", TAUGHT)
def test_each_lesson_is_played_without_the_room(browser: Browser, address: str, game_id: str) -> None:
    with visiting(browser, address, PHONE, known=(), workers="allow") as page:
        installed(page, ALL_FACES)
        page.context.set_offline(True)
        page.goto(f"/learn/{game_id}")
        assert learn(page, keys=True, wrong=True) >= 2
        assert missing_pictures(page) == []
