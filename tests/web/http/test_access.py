"""Who may come in: guests, accounts, invitations, bans and clubs, as settings and admins say."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.routing import Route
from typer.testing import CliRunner

from shindig.cli import app as command
from shindig.messages import say
from shindig.server.access.bans import Ban, clean_ban_value
from shindig.server.access.ip_networks import AddressList, parse_network, read_club_addresses
from shindig.server.game_server import GameServer
from shindig.server.schemas import Settings
from shindig.server.settings.room_settings import Registration, RoomSettings, build_settings
from shindig.web.app import ROUTERS, Application
from shindig.web.http.audit_log import AuditLog
from shindig.web.http.request_guard import Limits
from tests.kits.server.room_kit import HandClock
from tests.kits.web.in_process_app import application, browser, client

CLOSED = RoomSettings(guests=False, registration=Registration.INVITATION)
Work = Callable[[Application, GameServer], Awaitable[None]]


def run(folder: Path, work: Work, settings: RoomSettings | None = None, **limits: Any) -> None:
    """Some work in a room with settings and limits."""

    async def whole() -> None:
        async with application(folder, **({"limits": Limits(**limits)} if limits else {}), settings=settings) as (
            app,
            room,
        ):
            await work(app, room)

    asyncio.run(whole())


def admin(folder: Path, *words: str) -> str:
    """What a command says of the room in a folder."""
    found = CliRunner().invoke(command, ["admin", *words, "--database", f"sqlite:///{folder}/room.db"])
    if found.exception is not None:
        raise found.exception
    return found.output


def go_far_ahead(room: GameServer) -> None:
    """Thousands of years pass for the room."""
    assert isinstance(room.services.clock, HandClock)
    room.services.clock.set_by = 1e12


async def join(http: httpx.AsyncClient, login: str, code: str = "") -> httpx.Response:
    return await http.post("/me/register", data={"login": login, "password": "a good password", "code": code})


async def sign_in(http: httpx.AsyncClient, login: str) -> httpx.Response:
    return await http.post("/me/login", data={"login": login, "password": "a good password"})


@pytest.mark.attack
def test_a_room_without_guests_tells_strangers_nothing_of_its_people(tmp_path: Path) -> None:
    """Each page and each route of the protocol, as somebody asks who has not signed in, and as an old guest."""

    async def work(app: Application, room: GameServer) -> None:
        ann, _ = await room.accounts.create_account("annabella", "a good password")
        _, old = await room.accounts.create_guest("Old Guest")
        table = await room.open_table(ann, "tall-card", 2, settings=Settings(title="Secret Club"))
        parts = {"table": table, "match": "1", "game_id": "tall-card", "day": "2026-11-27", "code": "x", "number": "0"}
        async with browser(app) as page, client(app, "") as program, client(app, old) as guest:
            seen = dict[str, int]()
            for route in (route for router in ROUTERS for route in router.routes):
                if not isinstance(route, Route) or "GET" not in (route.methods or ()):
                    continue
                path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: parts.get(found[1], "none"), route.path)
                for http in (page, program, guest):
                    answer = await http.get(path)
                    assert "annabella" not in answer.text, path
                    assert "Secret Club" not in answer.text, path
                    seen[path] = answer.status_code
            assert seen["/api/tables"] == 403
            assert seen[f"/t/{table}/stream"] == 403
            assert (await page.get(f"/t/{table}")).headers["location"] == f"/me?back=/t/{table}"
            assert (await page.get("/")).headers["location"] == "/me"
            assert "You have to be a member" in (await page.get("/me")).text
            assert (await page.get("/rules/tall-card")).status_code == 200
            for path, form in (("/play", {"game": "tall-card", "bots": "1"}), ("/me/name", {"name": "Eve"})):
                assert (await page.post(path, data=form)).status_code == 403
            assert (await program.post("/api/guests", json={"name": "Eve"})).status_code == 403
            assert (await guest.get("/api/me")).status_code == 403
            assert (await sign_in(page, "annabella")).status_code == 303
            assert "Secret Club" in (await page.get("/")).text

    run(tmp_path, work, CLOSED)


def test_an_invitation_makes_as_many_accounts_as_it_says(tmp_path: Path) -> None:
    async def work(app: Application, _: GameServer) -> None:
        link, rest = admin(tmp_path, "invite", "--uses", "2", "--note", "the two").splitlines()[::2]
        code = link.removeprefix("/join/")
        assert rest.startswith("For 2 people, until ")
        listed = admin(tmp_path, "invitations")
        assert re.fullmatch(r"\w{8}  2 left, until .*  the two\n", listed)
        assert code not in listed
        for login in ("ann", "bob"):
            async with browser(app) as http:
                page = await http.get(link)
                assert f'name="code" value="{code}"' in page.text
                assert (await join(http, login, code)).status_code == 200
                assert (await http.get("/")).status_code == 200
                assert (await http.get(link)).headers["location"] == "/me", "who is in needs none"
        async with browser(app) as http:
            assert "used up" in (await http.get(link)).text
            refused = await join(http, "eve", code)
            assert (refused.status_code, "used up" in refused.text) == (400, True)
            assert (await join(http, "eve")).status_code == 403
            assert (await sign_in(http, "eve")).status_code == 400, "nothing of it is kept"

    run(tmp_path, work, CLOSED)


def test_an_invitation_ends_and_can_be_withdrawn(tmp_path: Path) -> None:
    async def work(app: Application, room: GameServer) -> None:
        links = [admin(tmp_path, "invite", "--days", "1").splitlines()[0] for _ in range(2)]
        newest = admin(tmp_path, "invitations").split()[0]
        assert "withdrawn" in admin(tmp_path, "uninvite", newest)
        with pytest.raises(ValueError, match="there is no invitation"):
            admin(tmp_path, "uninvite", newest)
        async with browser(app) as http:
            assert [(await http.get(link)).status_code for link in links] == [200, 400]
            go_far_ahead(room)
            assert (await http.get(links[0])).status_code == 400

    run(tmp_path, work, CLOSED)
    with pytest.raises(ValueError, match="expected 1 to 365 days"):
        admin(tmp_path, "invite", "--days", "0")


def test_a_guest_who_registers_by_invitation_keeps_what_they_have(tmp_path: Path) -> None:
    async def work(app: Application, _: GameServer) -> None:
        code = admin(tmp_path, "invite").splitlines()[0].removeprefix("/join/")
        async with browser(app) as http:
            assert (await http.post("/me/name", data={"name": "Ann"})).status_code == 303
            assert (await join(http, "ann")).status_code == 403
            assert (await join(http, "ann", code)).status_code == 200
            assert "Hi, <b>ann</b>." in (await http.get("/me")).text
        assert "Ann, account ann" in admin(tmp_path, "people")

    run(tmp_path, work, RoomSettings(registration=Registration.INVITATION))


def test_nobody_registers_where_that_is_closed(tmp_path: Path) -> None:
    async def work(app: Application, _: GameServer) -> None:
        async with browser(app) as http:
            assert "You can’t make an account right now" in (await http.get("/me")).text
            assert (await join(http, "ann")).status_code == 403
            assert (await http.post("/me/name", data={"name": "Ann"})).status_code == 303, "guests still may play"

    run(tmp_path, work, RoomSettings(registration=Registration.CLOSED))


@pytest.mark.attack
def test_a_ban_of_an_address_holds_for_all_who_come_from_it(tmp_path: Path) -> None:
    async def work(app: Application, room: GameServer) -> None:
        ann, token = await room.accounts.create_guest("Ann")
        table = await room.open_table(ann, "tall-card", 2)
        async with client(app, token, "203.0.113.9") as here, client(app, token, "198.51.100.1") as there:
            assert (await here.get(f"/api/tables/{table}")).status_code == 200
            said = admin(tmp_path, "ban", "--address", "203.0.113.0/24", "--why", "Noise.", "--days", "2")
            assert said == "203.0.113.0/24 is out for 2 days.\n"
            await room.access.refresh()
            for path in (f"/api/tables/{table}", f"/api/tables/{table}/stream", "/api/games", "/"):
                refused = await here.get(path)
                assert refused.status_code == 403
                assert re.search(
                    r"it’s banned here\. The ban ends on \d+ \w+ \d+, \d\d:\d\d UTC\. Reason: Noise",
                    refused.text,
                )
            assert (await there.get(f"/api/tables/{table}")).status_code == 200
            assert (await here.get("/healthz")).status_code == 200
            assert "address 203.0.113.0/24" in admin(tmp_path, "unban", "203.0.113.0/24")
            await room.access.refresh()
            assert (await here.get(f"/api/tables/{table}")).status_code == 200

    run(tmp_path, work)


def test_a_ban_of_logins_ends_their_sessions_and_keeps_new_ones_out(tmp_path: Path) -> None:
    async def work(app: Application, room: GameServer) -> None:
        async with browser(app) as http:
            await join(http, "spam-king")
            admin(tmp_path, "ban", "--login", "Spam*", "--why", "Spam")
            room.accounts.sessions.note_changed("")
            assert (await http.get("/me/history")).headers["location"] == "/me?back=/me/history"
            assert "You’re banned here. Reason: Spam" in (await sign_in(http, "spam-king")).text
            assert "You can’t use this username here" in (await join(http, "spam-queen")).text
            assert (await join(http, "ham")).status_code == 200
            admin(tmp_path, "unban", "spam*")
        async with browser(app) as http:
            assert (await sign_in(http, "spam-king")).status_code == 303

    run(tmp_path, work)


def test_a_ban_ends_by_itself(tmp_path: Path) -> None:
    async def work(app: Application, room: GameServer) -> None:
        async with browser(app) as http:
            await join(http, "ann")
        admin(tmp_path, "ban", "ann", "--days", "1")
        async with browser(app) as http:
            assert (await sign_in(http, "ann")).status_code == 403
            go_far_ahead(room)
            assert (await sign_in(http, "ann")).status_code == 303

    run(tmp_path, work)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--address", "all"), "expected an address or a network"),
        (("--login", "*"), "expected a login"),
        ((), "expected one of PERSON, --login and --address"),
        (("ann", "--login", "ann"), "expected one of"),
    ],
)
def test_a_ban_that_cannot_be_says_what_was_expected(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    async def work(_app: Application, _: GameServer) -> None:
        with pytest.raises(ValueError, match=said):
            admin(tmp_path, "ban", *words)
        with pytest.raises(ValueError, match="there is no ban on 'ann'"):
            admin(tmp_path, "unban", "ann")

    run(tmp_path, work)


def test_limits_of_an_address_are_settings_and_no_limits_of_a_club(tmp_path: Path) -> None:
    club, other = "203.0.113.9", "198.51.100.1"

    async def work(app: Application, room: GameServer) -> None:
        async def guests(address: str) -> list[int]:
            async with client(app, "", address) as http:
                answers = [await http.post("/api/guests", json={"name": "Ann"}) for _ in range(5)]
            return [answer.status_code for answer in answers]

        async def tables(address: str) -> list[int]:
            opened = list[int]()
            for number in range(5):
                _, token = await room.accounts.create_guest(f"Ann {number}")
                async with client(app, token, address) as http:
                    answer = await http.post("/api/tables", json={"game": "tall-card", "seats": 2})
                    opened.append(answer.status_code)
            return opened

        assert await guests(other) == [201, 201, 429, 429, 429]
        assert await guests(club) == [201] * 5
        assert await tables(other) == [201] * 4 + [409]
        assert await tables(club) == [201] * 5
        shown = room.list_public_tables()
        assert len(shown) == 3 + 5, "three of an address, and all of the club"

    run(tmp_path, work, RoomSettings(club_address=("203.0.113.0/24",)), guest_burst=2.0, address_open_tables=4)


def test_strangers_of_a_club_share_no_rate_of_requests(tmp_path: Path) -> None:
    async def work(app: Application, _: GameServer) -> None:
        async def pages(address: str) -> list[int]:
            async with client(app, "", address) as http:
                return [(await http.get("/rules")).status_code for _ in range(4)]

        assert await pages("198.51.100.1") == [200, 200, 429, 429]
        assert await pages("203.0.113.9") == [200] * 4

    run(tmp_path, work, RoomSettings(club_address=("203.0.113.0/24",)), rate=0.001, burst=2.0)


def test_the_audit_log_names_addresses_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "audit.log"

    async def work(app: Application, room: GameServer) -> None:
        async with browser(app, "203.0.113.9") as http:
            await join(http, "ann")
            await http.post("/me/login", data={"login": "ann\n from 1.2.3.4", "password": "wrong"})
            await sign_in(http, "ann")
            file.rename(tmp_path / "audit.log.1")  # as logrotate does it
            admin(tmp_path, "ban", "--address", "203.0.113.9")
            await room.access.refresh()
            await http.get("/rules")

    run(tmp_path, work, RoomSettings(audit_log=str(file)))
    lines = [line for name in ("audit.log.1", "audit.log") for line in (tmp_path / name).read_text().splitlines()]
    told = [re.fullmatch(r"\S+\+00:00 (\S+) from 203\.0\.113\.9 (\{.*\})", line) for line in lines]
    assert [found and found[1] for found in told] == ["register", "login-failed", "login", "banned"]
    assert json.loads(told[1][2])["login"] == "ann\n from 1.2.3.4" if told[1] else False
    assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("audit*")} == {0o600}
    assert "password" not in "".join(lines)


def test_the_audit_log_is_there_before_anybody_signs_in_and_stops_nobody_when_it_is_gone(tmp_path: Path) -> None:
    """fail2ban does not start without the file."""
    folder = tmp_path / "log"
    folder.mkdir()

    async def work(app: Application, _: GameServer) -> None:
        assert (folder / "audit.log").read_text() == ""
        shutil.rmtree(folder)
        async with browser(app) as http:
            await join(http, "ann")
            await sign_in(http, "ann")

    run(tmp_path, work, RoomSettings(audit_log=str(folder / "audit.log")))


@pytest.mark.skipif(shutil.which("fail2ban-regex") is None, reason="fail2ban is not installed")
def test_the_filter_for_fail2ban_finds_failures_and_their_addresses(tmp_path: Path) -> None:
    log = AuditLog(str(tmp_path / "audit.log"))
    for event in ("login-failed", "login", "too-many-guests", "guest"):
        log.note(event, {"client": ("203.0.113.9", 1)}, login="x from 1.2.3.4 {")
    log.close()
    shipped = Path(__file__).parents[3] / "deploy" / "fail2ban" / "filter-shindig.conf"
    found = subprocess.run(
        ["fail2ban-regex", "-o", "ip", tmp_path / "audit.log", shipped], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == ["203.0.113.9"] * 2


def test_networks_are_read_as_people_write_them() -> None:
    clubs = read_club_addresses(["203.0.113.0/24", "2001:db8::/32", "198.51.100.7"])
    inside = ("203.0.113.9", "2001:db8:1::/64", "198.51.100.7", "::ffff:203.0.113.9")
    outside = ("203.0.114.9", "2001:db9::/64", "local", "", "198.51.100.8", "nobody")
    assert [clubs.includes(one) for one in inside] == [True] * len(inside)
    assert [clubs.includes(one) for one in outside] == [False] * len(outside)
    assert not AddressList().includes("203.0.113.9")
    for wrong in ("us", "10.0.0.1/99", ""):
        with pytest.raises(ValueError, match="the setting club-address expects an address or a network"):
            read_club_addresses([wrong])
    assert clean_ban_value("address", "203.0.113.9") == "203.0.113.9/32"
    assert str(parse_network("203.0.113.9")) == "203.0.113.9/32"


def test_a_ban_says_why_and_how_long() -> None:
    assert Ban("person", "a", "", "", 0.0).text == say("refuse-banned")
    told = Ban("address", "10.0.0.0/8", "Noise", "", 0.0, 86_400.0).text
    assert (
        str(told) == "Nobody can play from your address: it’s banned here. "
        "The ban ends on 2 January 1970, 00:00 UTC. Reason: Noise"
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"guests": 3}, "the setting guests expects true or false, not 3"),
        ({"guests": "perhaps"}, "the setting guests expects true or false, not 'perhaps'"),
        ({"registration": "shut"}, "the setting registration expects one of open, invitation, closed, not 'shut'"),
        ({"club-address": [1]}, "the setting club-address expects a list of texts"),
        ({"site-url": 3}, "the setting site-url expects a text, not 3"),
    ],
)
def test_a_setting_of_another_kind_says_what_was_expected(given: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        build_settings(given)


def test_settings_are_read_from_texts_and_lists() -> None:
    told = build_settings({"guests": "no", "registration": "closed", "club-address": "10.0.0.0/8 192.168.0.0/16"})
    assert (told.guests, told.registration) == (False, Registration.CLOSED)
    assert told.club_address == ("10.0.0.0/8", "192.168.0.0/16")
    assert build_settings({"club-address": ["10.0.0.0/8"], "guests": True}).club_address == ("10.0.0.0/8",)
