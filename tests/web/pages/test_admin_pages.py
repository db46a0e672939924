"""The pages of whoever runs the room, and its branding, as requests see them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from shindig.server.game_server import GameServer
from shindig.server.settings.room_settings import RoomSettings
from shindig.web.app import Application
from shindig.web.html.branding import Brand, read_brand, set_announcements, set_brand
from shindig.web.pages.admin_pages import DEEDS, PARTS
from tests.kits.web.in_process_app import application, browser

PASSWORD = "a good password"
Work = Callable[[Application, GameServer, httpx.AsyncClient, httpx.AsyncClient], Awaitable[None]]


def run(folder: Path, work: Work, **settings: object) -> None:
    """Some work in a room with an admin, `boss`, and somebody else, `ann`, who have both signed in."""

    async def whole() -> None:
        about = RoomSettings(admins=("Boss",), **settings)  # type: ignore[arg-type]
        async with application(folder, settings=about) as (app, room), AsyncExitStack() as stack:
            pages = []
            for login in ("boss", "ann"):
                await room.accounts.create_account(login, PASSWORD)
                pages.append(await stack.enter_async_context(browser(app)))
                await pages[-1].post("/me/login", data={"login": login, "password": PASSWORD})
            await work(app, room, *pages)

    try:
        asyncio.run(whole())
    finally:
        set_brand(Brand())
        set_announcements(())


@pytest.mark.attack
def test_nobody_else_learns_of_the_page(tmp_path: Path) -> None:
    async def work(app: Application, _: GameServer, boss: httpx.AsyncClient, ann: httpx.AsyncClient) -> None:
        async with browser(app) as stranger:
            for part in PARTS:
                assert (await boss.get(f"/admin/{part}".rstrip("/"))).status_code == 200
                for other in (ann, stranger):
                    assert (await other.get(f"/admin/{part}".rstrip("/"))).status_code == 404
            for deed in DEEDS:
                for other in (ann, stranger):
                    assert (await other.post(f"/admin/{deed}", data={"text": "x", "hours": "1"})).status_code == 404
            foreign = {"origin": "http://elsewhere.example"}
            said = await boss.post("/admin/announce", data={"text": "x", "hours": "1"}, headers=foreign)
            assert said.status_code == 403
            assert "Nothing yet." in (await boss.get("/admin/log")).text

    run(tmp_path, work)


def test_tables_people_and_words_are_looked_after(tmp_path: Path) -> None:
    async def work(_: Application, room: GameServer, boss: httpx.AsyncClient, ann: httpx.AsyncClient) -> None:
        (person,) = await find(boss, "ann")
        guest, _token = await room.accounts.create_guest("Eve <b>")
        table = await room.open_table(guest, "tall-card", 2)
        assert table in (await boss.get("/admin/tables")).text
        assert "Eve &lt;b&gt;" in (await boss.get("/admin/people?q=eve")).text
        assert (await boss.post("/admin/close", data={"table": table})).status_code == 303
        assert table not in (await boss.get("/admin/tables")).text
        assert (await boss.post("/admin/close", data={"table": table})).status_code == 400
        assert (await boss.post("/admin/words", data={"words": "Pish beet*"})).status_code == 303
        assert "beet*, pish" in (await boss.get("/admin/access")).text
        await boss.post("/admin/words", data={"words": "pish", "remove": "yes"})
        assert "pish" not in (await boss.get("/admin/access")).text
        told = (await boss.post("/admin/password", data={"person": person})).text
        new = re.search(r'readonly value="([^"]+)"', told)
        assert new is not None
        assert (await ann.post("/me/login", data={"login": "ann", "password": PASSWORD})).status_code == 400
        assert (await ann.post("/me/login", data={"login": "ann", "password": new[1]})).status_code == 303
        log = (await boss.get("/admin/log")).text
        for deed in (f"close table {table}", "add words beet* pish", f"password person {person}"):
            assert deed in log
        assert new[1] not in log
        assert "<td>boss</td>" in log

    async def find(boss: httpx.AsyncClient, login: str) -> list[str]:
        page = (await boss.get(f"/admin/people?q={login}")).text
        return re.findall(r'name="person" value="(\w+)"', page)

    run(tmp_path, work)


def test_a_report_shows_the_words_in_their_context_and_leads_to_a_ban(tmp_path: Path) -> None:
    async def work(_: Application, room: GameServer, boss: httpx.AsyncClient, ann: httpx.AsyncClient) -> None:
        (eve, _token), (bob, _other) = await room.accounts.create_guest("Eve"), await room.accounts.create_guest("Bob")
        table = await room.open_table(eve, "tall-card", 2)
        await room.sit(table, bob)
        await room.say(table, bob, "You took my seat.")
        await room.say(table, eve, "Go home!")
        await room.report(table, bob, 1, "Rude")
        page = (await boss.get("/admin/reports")).text
        assert "<b>Bob</b> You took my seat." in page
        assert "<b>Eve</b> <mark>Go home!</mark>" in page
        assert "<b>Reason:</b> Rude" in page
        told = {"kind": "person", "value": eve.id, "why": "Rude", "days": "3"}
        assert (await boss.post("/admin/ban", data=told)).status_code == 303
        assert f"person <b>{eve.id}</b>" in (await boss.get("/admin/access")).text
        assert (await boss.post("/admin/settle", data={"person": eve.id})).status_code == 303
        assert "No reports to read" in (await boss.get("/admin/reports")).text
        assert (await boss.post("/admin/unban", data={"value": eve.id})).status_code == 303
        assert eve.id not in (await boss.get("/admin/access")).text
        for wrong in ({"kind": "cat", "value": "x", "days": "1"}, {"kind": "address", "value": "x", "days": "1"}):
            assert (await boss.post("/admin/ban", data=wrong)).status_code == 400
        assert (await ann.get("/me")).status_code == 200, "and nobody else is out"

    run(tmp_path, work)


def test_an_invitation_is_made_there_and_its_link_shown_once(tmp_path: Path) -> None:
    async def work(app: Application, _: GameServer, boss: httpx.AsyncClient, _ann: httpx.AsyncClient) -> None:
        told = (await boss.post("/admin/invite", data={"note": "Cleo", "uses": "1", "days": "7"})).text
        link = re.search(r'readonly value="https://cards\.example\.org(/join/[^"]+)"', told)
        assert link is not None
        page = (await boss.get("/admin/access")).text
        assert "Cleo" in page
        assert link[1] not in page
        async with browser(app) as http:
            assert (await http.get(link[1])).status_code == 200
            made = re.search(r'action="/admin/uninvite"><input type="hidden" name="id" value="(\w+)"', page)
            assert made is not None
            assert (await boss.post("/admin/uninvite", data={"id": made[1]})).status_code == 303
            assert (await http.get(link[1])).status_code == 400

    run(tmp_path, work, site_url="https://cards.example.org/")


def test_an_announcement_is_on_every_page_until_it_is_taken_down(tmp_path: Path) -> None:
    async def work(_: Application, _room: GameServer, boss: httpx.AsyncClient, ann: httpx.AsyncClient) -> None:
        text = "The room closes at ten <tonight>."
        assert (await boss.post("/admin/announce", data={"text": text, "hours": "2"})).status_code == 303
        for path in ("/", "/me", "/rules", "/admin"):
            assert "The room closes at ten &lt;tonight&gt;." in (await ann.get(path)).text or path == "/admin"
        page = (await boss.get("/admin")).text
        made = re.search(r'name="id" value="(\w+)"', page)
        assert made is not None
        assert (await boss.post("/admin/unannounce", data={"id": made[1]})).status_code == 303
        assert "closes at ten" not in (await ann.get("/")).text
        assert (await boss.post("/admin/announce", data={"text": " ", "hours": "2"})).status_code == 400

    run(tmp_path, work)


def test_limits_and_figures_are_told(tmp_path: Path) -> None:
    async def work(_: Application, _room: GameServer, boss: httpx.AsyncClient, _ann: httpx.AsyncClient) -> None:
        page = (await boss.get("/admin/limits")).text
        assert '<code>address_open_tables</code></th><td class="number">200</td>' in page
        figures = (await boss.get("/admin")).text
        assert '<th scope="row">Accounts</th><td class="number">2</td>' in figures

    run(tmp_path, work)


def test_a_room_has_a_name_a_colour_and_legal_pages_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "imprint.md").write_text("# Imprint\n\nOak Club, <script>1</script>")

    async def work(_: Application, _room: GameServer, _boss: httpx.AsyncClient, ann: httpx.AsyncClient) -> None:
        page = (await ann.get("/me")).text
        assert "<title>ann · Oak Club</title>" in page
        assert "> Oak Club</a>" in page
        assert 'href="/brand.css"' in page
        assert "--primary: #7a1f3d; --primary-ink: #fff8ea" in (await ann.get("/brand.css")).text
        assert 'href="/about/imprint"' in page
        assert "/about/privacy" not in page
        told = (await ann.get("/about/imprint")).text
        assert "Oak Club, &lt;script&gt;" in told
        assert (await ann.get("/about/privacy")).status_code == 404
        assert (await ann.get("/manifest.webmanifest")).json()["short_name"] == "Oak Club"

    run(tmp_path, work, brand_name="Oak Club", brand_colour="#7a1f3d", imprint=str(tmp_path / "imprint.md"))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"brand_name": " "}, "the setting brand-name expects 1 to 40 letters"),
        ({"brand_colour": "red"}, "the setting brand-colour expects a colour such as"),
    ],
)
def test_branding_that_cannot_be_says_what_was_expected(settings: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_brand(RoomSettings(**settings))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("contact", "shown"),
    [
        ("ann@example.org", 'Stuck? Ask <a href="mailto:ann@example.org">ann@example.org</a>.'),
        ("https://example.org/help", 'Stuck? Ask <a href="https://example.org/help">https://example.org/help</a>.'),
        ("Ann <at the bar>", "Stuck? Ask Ann &lt;at the bar&gt;."),
    ],
)
def test_pages_without_a_way_on_name_the_person_to_ask(tmp_path: Path, contact: str, shown: str) -> None:
    async def work(_: Application, _room: GameServer, _boss: httpx.AsyncClient, ann: httpx.AsyncClient) -> None:
        for path in ("/reset", "/nowhere"):
            assert shown in re.sub("[\u2068\u2069]", "", (await ann.get(path)).text)

    run(tmp_path, work, contact=contact)


def test_letters_on_a_light_colour_are_dark() -> None:
    assert "--primary-ink: #221d1a" in Brand(colour="#ffd700").style_sheet
    assert "--primary-ink: #fff8ea" in Brand(colour="#003366").style_sheet
    assert Brand().style_sheet == ""
