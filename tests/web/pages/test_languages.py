"""Languages of the pages: the switch, the browser's wish, and the pseudo-language, which shows what is no message."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from shindig import __version__
from shindig.gamekit import game, games
from shindig.messages.pseudo import CLOSES, OPENS, PSEUDO, write_pseudo
from shindig.server.game_server import GameServer
from shindig.server.settings.room_settings import RoomSettings
from shindig.web import app as web_app
from shindig.web.app import Application
from shindig.web.pages.rules_pages import render_rules
from shindig.web.reader_language import check_language, choose_language, set_usual_language
from tests.kits.web.in_process_app import application, browser

PAGES = (
    *("/", "/play/tall-card", "/open/tall-card", "/rules", "/me", "/day", "/ladder", "/ladder/tall-card", "/turns"),
    *("/me/history", "/me/statistics", "/exercises", "/check", "/g", "/join", "/offline"),
)
SAID = ("aria-label", "title", "placeholder", "alt")
"""Attributes that people read."""
PLAIN = [text for one in games() for text in (one.blurb, one.services.like) if isinstance(text, str) and text]
"""Texts of games that are not messages."""
DATA = (
    *(r"shindig", r"UTC", r"English|Deutsch", r"\bAnn\b", r"\b(?:[a-z]{4}-){3}[a-z]{4}\b"),
    *(re.escape(one.name) for one in games()),
    r"\b[A-Z]{2}-\d+",
    r"\d+ (?:January|February|March|April|May|June|July|August|September|October|November|December) \d+",
)
"""Patterns of names and dates, which no message holds."""
ID, SIZE = re.compile(r"\b[a-z0-9]{12}\b"), re.compile(r"\b[\d.]+ [kM]?B\b")
"""Ids of tables and people, and sizes, on the admin's pages."""


class Texts(HTMLParser):
    """Collects what people read on a page: its text in order, and the attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.attributes: list[str] = []
        self._hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.attributes += [given[name] or "" for name in SAID if given.get(name)]
        if tag in ("script", "style", "svg", "code", "textarea", "kbd"):
            self._hidden.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._hidden and self._hidden[-1] == tag:
            self._hidden.pop()

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.text.append(data)


def find_outside(text: str, data: re.Pattern[str]) -> Iterator[str]:
    """The parts of a text with letters outside brackets."""
    depth, part = 0, ""
    for letter in data.sub("", text) + OPENS:
        if letter == OPENS:
            if depth == 0 and re.search(r"[^\W\d_]{2}", part):
                yield " ".join(part.split())
            part, depth = "", depth + 1
        elif letter == CLOSES:
            depth -= 1
        elif depth == 0:
            part += letter


def texts_outside(page: str, *known: str) -> set[str]:
    """What a page says outside messages, but for names, dates and what else is known to be data."""
    texts, data = Texts(), re.compile("|".join((*map(re.escape, (*known, *PLAIN)), *DATA)))
    texts.feed(page)
    return {one for said in (" ".join(texts.text), *texts.attributes) for one in find_outside(said, data)}


def run(
    folder: Path,
    work: Callable[[Application, GameServer, httpx.AsyncClient], Awaitable[None]],
    settings: RoomSettings | None = None,
    **headers: str,
) -> None:
    async def whole() -> None:
        async with (
            application(folder, settings=settings) as (app, room),
            httpx.AsyncClient(
                transport=httpx.ASGITransport(app=app),
                base_url="http://room",
                headers={"sec-fetch-site": "same-origin", **headers},
                follow_redirects=True,
            ) as http,
        ):
            await http.post("/me/name", data={"name": "Ann"})
            await work(app, room, http)

    asyncio.run(whole())


def test_a_room_has_a_language_for_browsers_that_prefer_none_of_its_own(tmp_path: Path) -> None:
    async def whole() -> None:
        async with application(tmp_path, settings=RoomSettings(language="de")) as (app, _), browser(app) as http:
            for prefers, language in (("fr", "de"), ("", "de"), ("en-GB", "en"), ("fr, en;q=0.1", "en")):
                page = await http.get("/", headers={"accept-language": prefers})
                assert f'<html lang="{language}"' in page.text, prefers

    try:
        asyncio.run(whole())
    finally:
        set_usual_language("en")


def test_a_language_that_the_room_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match=r"the setting language expects one of .*de.*, not 'fr'"):
        check_language("fr")


@pytest.mark.parametrize(
    ("prefers", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr,en;q=0.5,de;q=0.9", "de"),
        ("de;q=0", "en"),
        ("fr", "en"),
        (";;q=,*;q=x", "en"),
    ],
)
def test_the_browser_says_which_language_its_reader_prefers(prefers: str, language: str) -> None:
    assert choose_language(prefers) == language


def test_the_menu_changes_the_language_of_all_pages(tmp_path: Path) -> None:
    async def work(_: Application, __: GameServer, http: httpx.AsyncClient) -> None:
        assert '<html lang="en"' in (await http.get("/me")).text
        back = await http.post("/language", data={"language": "de"}, headers={"referer": "http://room/rules?x=1"})
        assert (back.url.path, back.url.query) == ("/rules", b"x=1")
        assert '<html lang="de"' in back.text
        assert "Regeln" in back.text
        assert (await http.post("/language", data={"language": "tlh"})).status_code == 400
        away = await http.post("/language", data={"language": "en"}, headers={"referer": "http://elsewhere//x"})
        assert away.url.path == "/"
        assert '<html lang="en"' in away.text

    run(tmp_path, work)


def test_rules_and_lesson_of_tall_card_are_german() -> None:
    ids = r'id="(TC-\d+)"'
    english, german = (str(render_rules("tall-card", language)[0]) for language in ("en", "de"))
    assert re.findall(ids, english) == re.findall(ids, german)
    assert [code for code in re.findall(r"faces/\w+/[\w-]+/(\w+)\.svg", english) if code.endswith("D")] == [
        code for code in re.findall(r"faces/\w+/[\w-]+/(\w+)\.svg", german) if code.endswith("D")
    ]
    assert str(render_rules("talon", "de")[0]) == str(render_rules("talon")[0]), "others are English"


def test_a_table_speaks_the_language_of_each_reader(tmp_path: Path) -> None:
    async def work(_: Application, __: GameServer, http: httpx.AsyncClient) -> None:
        data = {"game": "tall-card", "bots": "2", "length": "short"}
        table = await http.post("/play", data=data)
        assert "Ein neues Match beginnt." in table.text
        assert "A new match begins." in (await http.get(table.url.path, headers={"accept-language": "en"})).text

    run(tmp_path, work, None, **{"accept-language": "de"})


def test_a_request_from_another_server_is_answered_in_its_readers_language(tmp_path: Path) -> None:
    async def work(app: Application, room: GameServer, http: httpx.AsyncClient) -> None:
        table = await http.post("/play", data={"game": "tall-card", "bots": "2", "length": "short"})
        headers = {
            "x-shindig-secret": room.table_registry.owners.me.secret,
            "x-shindig-client": "10.0.0.1",
            "x-shindig-scheme": "http",
        }
        transport = httpx.ASGITransport(app=app.answer_peers)
        async with httpx.AsyncClient(transport=transport, base_url="http://room", headers=headers) as peer:
            for language in ("de", "en"):
                told = await peer.get(table.url.path, headers={"accept-language": language})
                assert f'<html lang="{language}"' in told.text

    run(tmp_path, work)


def test_the_pseudo_language_is_longer_and_keeps_numbers() -> None:
    assert write_pseudo("12") == "12"
    assert write_pseudo("Deal me in") == "[Déál mé îñ~~~]"


@pytest.fixture
def _pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody reads the pseudo-language, which the room offers nobody."""
    monkeypatch.setattr(web_app, "find_language", lambda _: PSEUDO)


@pytest.mark.usefixtures("_pseudo")
def test_no_text_of_the_pages_is_outside_messages(tmp_path: Path) -> None:
    async def work(_: Application, room: GameServer, http: httpx.AsyncClient) -> None:
        for path in PAGES:
            page = await http.get(path)
            assert page.status_code == 200, path
            assert texts_outside(page.text) == set(), path
        data = {"game": "tall-card", "bots": "3", "length": "short"}
        table = await http.post("/play", data=data)
        info = (await room.build_snapshot(table.url.path.split("/")[2])).info
        cards = (name for deck in game("tall-card").table.decks for name in deck.names)
        assert texts_outside(table.text, *(seat.name for seat in info.seats), *cards) == set()

    run(tmp_path, work)


@pytest.mark.usefixtures("_pseudo")
def test_no_text_of_an_accounts_pages_and_of_the_admins_is_outside_messages(tmp_path: Path) -> None:
    async def work(_: Application, __: GameServer, http: httpx.AsyncClient) -> None:
        shown = await http.post("/me/register", data={"login": "boss", "password": "a good password"})
        assert texts_outside(shown.text) == set()
        await http.post("/admin/announce", data={"text": "Ann", "hours": "2"})
        await http.post("/admin/invite", data={"note": "Ann", "uses": "2", "days": "7"})
        await http.post("/admin/ban", data={"kind": "login", "value": "shindig", "why": "Ann", "days": "0"})
        await http.post("/open/tall-card", data={"seats": "2", "seconds": "0", "bank": "0", "misses": "2"})
        for part in ("", "tables", "people", "reports", "access", "limits"):
            page = await http.get(f"/admin/{part}".rstrip("/"))
            assert page.status_code == 200, part
            known = "boss", __version__, *SIZE.findall(page.text), *ID.findall(page.text)
            assert texts_outside(page.text, *known) == set(), part
        wrong = await http.post("/me/password", data={"old": "x", "new": "a good password"})
        assert texts_outside(wrong.text) == set()

    run(tmp_path, work, RoomSettings(admins=("boss",)))


@pytest.mark.usefixtures("_pseudo")
def test_no_text_of_a_group_and_of_refusals_is_outside_messages(tmp_path: Path) -> None:
    async def work(_: Application, __: GameServer, http: httpx.AsyncClient) -> None:
        group = str((await http.post("/g", data={"room": "Ann"})).url.path)
        for path in (group, f"{group}/evening", f"{group}/rules/tall-card", "/nowhere", "/day/1999-01-01"):
            assert texts_outside((await http.get(path)).text) == set(), path
        table = (await http.post("/play", data={"game": "tall-card", "bots": "2", "length": "short"})).url.path
        for path in (f"{table}/report", f"{table}/replay?match=1", f"{table}/group"):
            assert texts_outside((await http.get(path)).text) == set(), path

    run(tmp_path, work)
