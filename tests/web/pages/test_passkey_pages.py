"""Passkeys over HTTP: forms of the account's page and the protocol, behind a proxy, without https, and for cheats."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp

from tests.kits.server.soft_authenticator import SoftAuthenticator
from tests.kits.web.in_process_app import application
from tests.kits.web.running_server import served

PASSWORD, FRESH = "correct horse", "another horse"
HOME = "https://cards.example.org"
WRONG = "doesn’t work here"


@asynccontextmanager
async def visiting(app: ASGIApp, home: str = HOME, language: str = "en") -> AsyncIterator[httpx.AsyncClient]:
    """A browser at an address of the room."""
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=("127.0.0.1", 1))
    headers = {"accept": "text/html", "origin": home, "accept-language": language}
    async with httpx.AsyncClient(transport=transport, base_url=home, headers=headers) as http:
        yield http


async def register(http: httpx.AsyncClient, login: str = "ann") -> None:
    assert (await http.post("/me/register", data={"login": login, "password": PASSWORD})).status_code == 200


async def options(http: httpx.AsyncClient, path: str = "logins/passkey/options", **body: str) -> dict[str, Any]:
    answer = await http.post(f"/api/{path}", json=body) if body else await http.post(f"/api/{path}")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def send(http: httpx.AsyncClient, deed: str, answer: dict[str, Any], **more: str) -> httpx.Response:
    return await http.post(f"/me/{deed}", data={"credential": json.dumps(answer), **more})


async def add(http: httpx.AsyncClient, device: SoftAuthenticator, name: str = "") -> None:
    asked = await options(http, "passkeys/options", password=PASSWORD)
    assert (await send(http, "passkey-add", device.make(asked), name=name)).status_code == 303


def test_the_page_of_an_account_adds_uses_and_removes_a_passkey(tmp_path: Path) -> None:
    async def work() -> None:
        device = SoftAuthenticator()
        async with application(tmp_path) as (app, room), visiting(app) as http, visiting(app) as elsewhere:
            await http.post("/me/name", data={"name": "Ann"})
            seen = http.cookies["shindig"]
            await register(http)
            assert http.cookies["shindig"] != seen
            assert await room.accounts.find_person(seen) is None, "the guest's token is not in the account"
            wrong = await http.post("/api/passkeys/options", json={"password": FRESH})
            assert wrong.status_code == 400, "who has only the session adds no passkey"
            await add(http, device, "<my> phone")
            page = await http.get("/me")
            assert "<b>&lt;my&gt; phone</b>" in page.text
            assert "for cards.example.org. Not used yet." in page.text
            await elsewhere.post("/me/name", data={"name": "Guest"})
            answer = device.sign(await options(elsewhere))
            assert (await send(elsewhere, "passkey", answer)).headers["location"] == "/me"
            page = await elsewhere.get("/me")
            assert "Hi, <b>ann</b>" in page.text
            assert "Last used <time" in page.text
            asked, copied = await options(elsewhere, "passwords/passkey/options"), elsewhere.cookies["shindig"]
            shown = await send(elsewhere, "passkey-password", device.sign(asked), new=FRESH)
            assert 'class="recovery"' in shown.text, "with the new password comes a new recovery code"
            assert elsewhere.cookies["shindig"] != copied
            assert await room.accounts.find_person(copied) is None, "a copied cookie ends too"
            assert "</b> here." not in (await http.get("/me")).text
            account = {"login": "ann", "password": FRESH}
            assert (await http.post("/me/login", data=account)).status_code == 303
            [listed] = (await http.get("/api/passkeys")).json()
            for password in ("", PASSWORD):
                kept = await http.post("/me/passkey-remove", data={"passkey": listed["id"], "password": password})
                assert kept.status_code == 400, "who has only the session removes no passkey"
            assert (await http.get("/api/passkeys")).json() == [listed]
            await http.post("/me/passkey-remove", data={"passkey": listed["id"], "password": FRESH})
            assert (await http.get("/api/passkeys")).json() == []
            refused = await send(elsewhere, "passkey", device.sign(await options(elsewhere)))
            assert (refused.status_code, WRONG in refused.text) == (400, True)

    asyncio.run(work())


def test_programs_do_the_same(tmp_path: Path) -> None:
    async def work() -> None:
        device = SoftAuthenticator()
        async with application(tmp_path) as (app, room), visiting(app) as http:
            ann, token = await room.accounts.create_account("ann", PASSWORD)
            http.headers["authorization"] = f"Bearer {token}"
            asked = await options(http, "passkeys/options", password=PASSWORD)
            added = await http.post("/api/passkeys", json={"credential": device.make(asked), "name": "phone"})
            assert added.status_code == 201
            [listed] = added.json()
            assert {*listed} == {"id", "name", "host", "created", "used"}
            signed = device.sign(await options(http))
            made = await http.post("/api/logins/passkey", json={"credential": signed})
            assert made.json()["person"]["id"] == ann.id
            http.headers["authorization"] = f"Bearer {made.json()['token']}"
            signed = device.sign(await options(http, "passwords/passkey/options"))
            changed = await http.post("/api/passwords/passkey", json={"credential": signed, "new_password": FRESH})
            assert changed.status_code == 204
            one = f"/api/passkeys/{listed['id']}"
            assert (await http.delete(one)).status_code == 400, "the password is missing"
            assert (await http.request("DELETE", one, json={"password": PASSWORD})).status_code == 400
            assert (await http.get("/api/passkeys")).json() != []
            assert (await http.request("DELETE", one, json={"password": FRESH})).status_code == 204
            assert (await http.get("/api/passkeys")).json() == []

    asyncio.run(work())


@pytest.mark.parametrize("home", ["http://cards.example.org", "https://192.0.2.7", "http://[2001:db8::1]:8888"])
def test_where_browsers_allow_no_passkeys_the_page_offers_none(tmp_path: Path, home: str) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, _), visiting(app, home) as http:
            assert "asskey" not in (await http.get("/me")).text.partition("<main")[2]
            await register(http)
            assert "asskey" not in (await http.get("/me")).text.partition("<main")[2]
            refused = await http.post("/api/logins/passkey/options")
            assert (refused.status_code, "You can’t use passkeys here" in refused.json()["error"]) == (
                400,
                True,
            )

    asyncio.run(work())


@pytest.mark.parametrize("home", [HOME, "http://localhost:8888", "https://cards.example.org:8443"])
def test_elsewhere_it_offers_them_under_its_own_name(tmp_path: Path, home: str) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, _), visiting(app, home) as http:
            await register(http)
            name = home.split("/")[2].partition(":")[0]
            device = SoftAuthenticator(origin=home, rp=name)
            await add(http, device)
            assert (await options(http))["rpId"] == name
            assert (await send(http, "passkey", device.sign(await options(http)))).status_code == 303

    asyncio.run(work())


def test_behind_a_proxy_the_name_and_https_are_those_of_the_browser(tmp_path: Path) -> None:
    device = SoftAuthenticator()
    outside = {
        "host": "cards.example.org",
        "x-forwarded-proto": "https",
        "x-forwarded-for": "192.0.2.1",
        "origin": HOME,
    }
    with (
        served(tmp_path, trusted=("127.0.0.1",)) as address,
        httpx.Client(base_url=address, headers=outside, timeout=60) as http,
    ):

        def post(path: str, **given: Any) -> httpx.Response:
            """Send the secure cookies too, as a browser on the other side of the proxy would."""
            kept = "; ".join(f"{one.name}={one.value}" for one in http.cookies.jar)
            return http.post(path, headers={"cookie": kept}, **given)

        assert http.post("/me/register", data={"login": "ann", "password": PASSWORD}).status_code == 200
        asked = post("/api/passkeys/options", json={"password": PASSWORD}).json()
        assert asked["rp"] == {"id": "cards.example.org", "name": "shindig"}
        assert post("/me/passkey-add", data={"credential": json.dumps(device.make(asked))}).status_code == 303
        signed = device.sign(post("/api/logins/passkey/options").json())
        assert post("/api/logins/passkey", json={"credential": signed}).json()["person"]["login"] == "ann"


def test_refusals_are_in_the_readers_language(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, _), visiting(app, language="de") as http:
            refused = await send(http, "passkey", {})
            assert "Dieser Passkey gilt hier nicht" in refused.text

    asyncio.run(work())


@pytest.mark.attack
def test_an_answer_stolen_from_one_browser_serves_no_other(tmp_path: Path) -> None:
    async def work() -> None:
        device = SoftAuthenticator()
        async with application(tmp_path) as (app, _), visiting(app) as http, visiting(app) as thief:
            await register(http)
            await add(http, device)
            await options(thief)
            answer = device.sign(await options(http))
            assert (await send(thief, "passkey", answer)).status_code == 400
            assert (await send(http, "passkey", answer)).status_code == 303
            await register(thief, "eve")
            made = SoftAuthenticator().make(await options(http, "passkeys/options", password=PASSWORD))
            assert (await send(thief, "passkey-add", made)).status_code == 400, "nor does a new passkey"

    asyncio.run(work())


@pytest.mark.attack
def test_an_old_session_of_a_changed_password_adds_no_passkey(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, _), visiting(app) as http, visiting(app) as thief:
            await register(http)
            await thief.post("/me/login", data={"login": "ann", "password": PASSWORD})
            asked = await options(thief, "passkeys/options", password=PASSWORD)
            await http.post("/me/password", data={"old": PASSWORD, "new": FRESH})
            assert (await send(thief, "passkey-add", SoftAuthenticator().make(asked))).status_code == 403
            assert (await http.get("/api/passkeys")).json() == []

    asyncio.run(work())


@pytest.mark.attack
def test_wrong_answers_are_few_and_challenges_store_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, room), visiting(app) as http:
            found = [(await send(http, "passkey", SoftAuthenticator().sign(await options(http)))) for _ in range(12)]
            assert [one.status_code for one in found] == [400] * 10 + [429] * 2
            for _ in range(40):
                await options(http)
            rows = await room.services.store.read(
                lambda connection: connection.exec_driver_sql("SELECT count(*) FROM answered_challenges").scalar()
            )
            assert rows == 10

    asyncio.run(work())


@pytest.mark.attack
def test_a_deep_credential_is_refused_with_a_sentence(tmp_path: Path) -> None:
    """Whatever the depth, and in both versions of the protocol; an answer that is none counts as at a login."""

    async def work() -> None:
        async with application(tmp_path) as (app, _), visiting(app) as http:
            await register(http)
            for path in ("logins/passkey", "passkeys", "passwords/passkey"):
                more = f',"new_password":"{FRESH}"' if path.startswith("passwords") else ""
                for depth in (40, 500, *range(860, 1000, 10), 20_000):
                    body = '{"credential":{"a":' + "[" * depth + "]" * depth + "}" + more + "}"
                    for prefix in ("/api", "/api/2"):
                        headers = {"content-type": "application/json"}
                        answer = await http.post(f"{prefix}/{path}", content=body, headers=headers)
                        assert answer.status_code == 400, (path, depth, answer.text)
                        assert "goes too deep" in answer.text or "parsing the body" in answer.text
        async with application(tmp_path) as (app, _), visiting(app) as http:
            for depth in (40, 950, 4_000):
                answer = await http.post("/me/passkey", data={"credential": "[" * depth + "]" * depth})
                assert answer.status_code == 400, depth

    asyncio.run(work())
