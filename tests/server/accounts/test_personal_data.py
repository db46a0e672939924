"""What people do with their own data, in the browser and by the protocol: they take it with them, and delete it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx
import pytest

from shindig.server.accounts.name_and_password_rules import PeopleError
from shindig.server.admin.admin_actions import reset_password
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from tests.kits.server.room_kit import FIRST, settle
from tests.kits.web.in_process_app import application, client

PASSWORD = "correct horse"


async def playing(room: GameServer, account: bool) -> tuple[str, Person, str, Person]:
    """A table at which Ann Lee, the host, and Bob play; Ann's token."""
    (ann, token), (bob, _) = await room.accounts.create_guest("Ann Lee"), await room.accounts.create_guest("Bob")
    if account:
        ann, token = await room.accounts.register(ann, "annlee", PASSWORD)
    table = await room.open_table(ann, "tall-card", 3, FIRST)
    await room.sit(table, bob)
    await room.say(table, ann, "I live in Oak Lane.")
    await room.start_match(table, ann)
    await settle(room, table)
    return table, ann, token, bob


async def sent(http: httpx.AsyncClient, way: str, name: str, password: str) -> httpx.Response:
    """Ask for deletion from the page, or by the protocol."""
    fields = {"name": name, "password": password}
    if way == "page":
        return await http.post("/me/delete", data=fields)
    return await http.request("DELETE", "/api/me", json=fields)


@pytest.mark.parametrize("account", [False, True])
@pytest.mark.parametrize("path", ["/me/data", "/api/me/data"])
def test_people_take_all_of_it_with_them(tmp_path: Path, path: str, account: bool) -> None:
    """The page says where, and no secret of the house is in it: no card of others, not how the cards lie."""

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            table, ann, token, _ = await playing(room, account)
            async with client(app, token) as http:
                assert '"/me/data"' in (await http.get("/me", headers={"accept": "text/html"})).text
                answer = await http.get(path)
                told = json.loads(answer.text)
                assert told["person"]["name"] == "Ann Lee"
                assert told["person"]["login"] == ("annlee" if account else None)
                said = [event["text"] for event in told["events"][table] if event["k"] == "say"]
                assert said == ["I live in Oak Lane."]
                assert "Bob" not in answer.text
                for word in ("argon2", "secret", "items", "position", ann.id and token):
                    assert word not in answer.text
            async with client(app, "nobody") as http:
                assert (await http.get(path)).status_code == 403

    asyncio.run(work())


def test_an_export_in_mid_match_tells_nothing_of_how_its_cards_lie(tmp_path: Path) -> None:
    """Of a try at the deal of a day, whose secret lies in the log."""

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            _, ann, token, _ = await playing(room, account=True)
            tried = await room.daily_attempts.open_today(ann)
            lines = await room.services.store.load_log(tried)
            secret = json.loads(lines[0])["daily"]["secret"]
            async with client(app, token) as http:
                text = (await http.get("/api/me/data")).text
                assert tried in text
                assert secret not in text

    asyncio.run(work())


@pytest.mark.attack
@pytest.mark.parametrize("account", [False, True])
@pytest.mark.parametrize("way", ["page", "protocol"])
def test_people_delete_it(tmp_path: Path, way: str, account: bool) -> None:
    """With their name, and an account's password; the table goes on with a bot, and shows no name of theirs at once."""

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            table, ann, token, bob = await playing(room, account)
            async with client(app, token) as http:
                tries = [("Bob", PASSWORD), ("", PASSWORD), *([("Ann Lee", "wrong horse")] if account else [])]
                for name, password in tries:
                    assert (await sent(http, way, name, password)).status_code == 400
                assert (await http.get("/api/me")).status_code == 200
                answer = await sent(http, way, "Ann Lee", PASSWORD if account else "")
                assert answer.status_code == (303 if way == "page" else 204)
                assert (
                    way == "protocol"
                    or 'shindig=""' in answer.headers["set-cookie"]
                    or "Max-Age=0" in str(answer.headers)
                )
                assert (await http.get("/api/me")).status_code == 403
            news = await room.build_snapshot(table, bob)
            assert "Ann" not in str(news)
            assert "Oak Lane" not in str(news)
            assert (news.info.state, news.info.seats[0].kind) == ("playing", "bot")
            lines = await room.services.store.load_log(table)
            assert not any("Ann" in line or "Oak Lane" in line for line in lines)
            assert await room.results.load_page(ann, 0) == ([], False)
            if account:
                async with client(app, "") as http:
                    login = {"login": "annlee", "password": PASSWORD}
                    assert (await http.post("/api/logins", json=login)).status_code == 400

    asyncio.run(work())


@pytest.mark.attack
def test_who_may_not_delete_leaves_no_table(tmp_path: Path) -> None:
    """The password is replaced while it is checked, by the owner, whom a thief would make leave."""

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            table, ann, token, bob = await playing(room, account=True)
            accounts, check = room.accounts, room.accounts.check_password

            async def check_late(person: Person, password: str) -> str:
                checked = await check(person, password)
                await room.services.store.write(lambda connection: reset_password(connection, ann.id))
                return checked

            accounts.check_password = check_late  # type: ignore[method-assign]
            async with client(app, token) as http:
                assert (await sent(http, "page", "Ann Lee", PASSWORD)).status_code == 400
            news = await room.build_snapshot(table, bob)
            assert (news.info.seats[0].name, news.info.seats[0].kind) == ("Ann Lee", "person")

    asyncio.run(work())


@pytest.mark.attack
def test_a_guest_who_has_an_account_by_now_is_not_deleted_by_the_old_session(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (_, room):
            guest, _ = await room.accounts.create_guest("Ann Lee")
            await room.accounts.register(guest, "annlee", PASSWORD)
            with pytest.raises(PeopleError):
                await room.personal_data.delete(guest, "Ann Lee")
            assert await room.accounts.login("annlee", PASSWORD)

    asyncio.run(work())


def test_deletion_says_what_it_needs(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, room):
            _, token = await room.accounts.create_guest("Ann Lee")
            async with client(app, token) as http:
                wrong = await http.request("DELETE", "/api/me", json={"name": "Anne"})
                assert "Type Ann Lee to delete everything" in wrong.text
                page = (await http.get("/me", headers={"accept": "text/html"})).text
                assert "You can’t undo this." in page
                assert (
                    'name="password" required autocomplete="current-password"></label>\n<p><button class="w2">Del'
                    not in page
                )

    asyncio.run(work())
