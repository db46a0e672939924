"""Sign-in at a real OpenID provider, through the pages: state, nonce, PKCE and signature are checked."""

from __future__ import annotations

import asyncio
import base64
import html
import json
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

import httpx
import pytest
from joserfc import jws, jwt
from joserfc.jwk import OctKey

from shindig.server.access.invitations import create_invitation
from shindig.server.accounts.name_and_password_rules import PeopleError
from shindig.server.accounts.openid_accounts import make_logins
from shindig.server.accounts.openid_attempts import LIFETIME
from shindig.server.accounts.openid_provider import Identity, is_safe_address, read_provider
from shindig.server.accounts.session_cache import hash_token
from shindig.server.admin import admin_actions
from shindig.server.errors import ForbiddenError
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.settings.room_settings import Registration, RoomSettings
from shindig.web.app import Application
from tests.kits.server.openid_server import CLIENT, SECRET, Claims, Provider, new_key, openid_server
from tests.kits.web.in_process_app import FREE, application, browser
from tests.kits.web.running_server import CERTIFICATES

PASSWORD = "correct horse"
FAILED = "We couldn’t sign you in."
Work = Callable[["Room"], Awaitable[None]]


class Room:
    """A room whose people sign in at a provider."""

    def __init__(self, app: Application, provider: Provider) -> None:
        self.app, self.provider = app, provider

    @property
    def server(self) -> GameServer:
        return self.app.room


async def go(http: httpx.AsyncClient, path: str = "/openid") -> str:
    """Go to the provider: the path with which it sends back."""
    there = await http.get(path)
    assert there.status_code == 303, there.text
    async with httpx.AsyncClient(verify=CERTIFICATES) as elsewhere:
        back = (await elsewhere.get(there.headers["location"])).headers["location"]
    assert back.startswith("https://cards.example.org/openid/back?")
    return back.removeprefix("https://cards.example.org")


async def sign_in(http: httpx.AsyncClient, path: str = "/openid") -> httpx.Response:
    return await http.get(await go(http, path))


async def link(http: httpx.AsyncClient) -> httpx.Response:
    """Link an account to the identity at the provider, as its owner does."""
    return await http.get(await follow_link(await http.post("/openid/link", data={"password": PASSWORD})))


async def prove(http: httpx.AsyncClient) -> httpx.Response:
    """Sign in at the provider once more, to set a first password."""
    return await http.get(await follow_link(await http.post("/openid/prove")))


async def follow_link(page: httpx.Response) -> str:
    """Follow the link of a page to the provider: the path with which it sends back."""
    assert page.status_code == 200, page.text
    where = re.search(r'class="button w2" href="([^"]+)"', page.text)
    assert where is not None
    async with httpx.AsyncClient(verify=CERTIFICATES) as elsewhere:
        back: str = (await elsewhere.get(html.unescape(where[1]))).headers["location"]
    return back.removeprefix("https://cards.example.org")


async def login_of(http: httpx.AsyncClient) -> str:
    """The login of who is signed in, or ""."""
    token = http.cookies.get("shindig")
    assert token is None or '"' not in token
    told = await http.get("/api/me", headers={"accept": "application/json"})
    return told.json()["person"].get("login") or "" if told.status_code == 200 else ""


def run(folder: Path, work: Work, settings: RoomSettings | None = None, **limits: Any) -> None:
    async def whole(provider: Provider) -> None:
        chosen = replace(
            settings or RoomSettings(),
            oidc_issuer=provider.address,
            oidc_client=CLIENT,
            oidc_client_secret=SECRET,
            oidc_name="Club",
            site_url="https://cards.example.org",
        )
        async with application(folder, replace(FREE, **{"address_burst": 1000.0} | limits), chosen) as (app, room):
            provider.now = room.services.clock.date
            await work(Room(app, provider))

    with openid_server() as provider:
        asyncio.run(whole(provider))


def test_a_person_of_the_provider_gets_an_account_and_finds_it_again(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with browser(room.app) as http, browser(room.app) as elsewhere:
            assert "Sign in with Club" in (await http.get("/me")).text
            assert (await sign_in(http)).headers["location"] == "/me"
            assert await login_of(http) == "ann"
            page = (await http.get("/me")).text
            assert "You sign in with Club." in page
            assert "Change password" not in page
            await sign_in(elsewhere)
            assert await login_of(elsewhere) == "ann"
            people = await room.server.accounts.load_people([(await me(http))["id"], (await me(elsewhere))["id"]])
            assert people[0] == people[1]
            assert people[0].name == "Ann Lee"

    run(tmp_path, work)


async def me(http: httpx.AsyncClient) -> dict[str, Any]:
    person: dict[str, Any] = (await http.get("/api/me", headers={"accept": "application/json"})).json()["person"]
    return person


def test_a_guest_becomes_the_account_and_later_guests_move_in(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with browser(room.app) as http, browser(room.app) as later:
            await http.post("/me/name", data={"name": "Guest Ann"})
            guest, seen = (await me(http))["id"], http.cookies["shindig"]
            await sign_in(http)
            assert ((await me(http))["id"], await login_of(http)) == (guest, "ann")
            assert await room.server.accounts.find_person(seen) is None, "the guest's token is not in the account"
            await later.post("/me/name", data={"name": "Another"})
            other = (await me(later))["id"]
            await sign_in(later)
            assert (await me(later))["id"] == guest
            assert other in await room.server.accounts.load_ids(guest)

    run(tmp_path, work)


def test_an_account_with_a_password_is_linked_and_unlinked(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with browser(room.app) as http, browser(room.app) as elsewhere:
            await http.post("/me/register", data={"login": "carla", "password": PASSWORD})
            assert (await http.post("/openid/link", data={"password": "wrong"})).status_code == 400
            assert (await link(http)).status_code == 303
            assert "You can also sign in with Club." in (await http.get("/me")).text
            await sign_in(elsewhere)
            assert await login_of(elsewhere) == "carla"
            assert (await http.post("/openid/remove", data={"password": "wrong"})).status_code == 400
            assert (await http.post("/openid/remove", data={"password": PASSWORD})).status_code == 303
            async with browser(room.app) as third:
                await sign_in(third)
                assert await login_of(third) == "ann", "a new account"
            taken = await link(http)
            assert "belongs to another account" in taken.text
            assert await login_of(http) == "carla"

    run(tmp_path, work)


@pytest.mark.attack
def test_no_other_site_links_an_identity_to_somebodys_account(tmp_path: Path) -> None:
    """Whoever is sent to the provider while signed in, perhaps as somebody else there, is linked to nobody."""

    async def work(room: Room) -> None:
        async with browser(room.app) as carla, browser(room.app) as eve:
            await carla.post("/me/register", data={"login": "carla", "password": PASSWORD})
            refused = await sign_in(carla)
            assert refused.status_code == 400
            assert "logged in here already" in refused.text
            await sign_in(eve)
            assert await login_of(eve) == "ann", "an account of its own"

    run(tmp_path, work)


@pytest.mark.attack
def test_a_new_password_ends_a_link_made_with_the_old_one(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with browser(room.app) as carla, browser(room.app) as eve:
            await carla.post("/me/register", data={"login": "carla", "password": PASSWORD})
            await eve.post("/me/login", data={"login": "carla", "password": PASSWORD})
            assert (await link(eve)).status_code == 303
            await carla.post("/me/password", data={"old": PASSWORD, "new": "another good password"})
            async with browser(room.app) as again:
                await sign_in(again)
                assert await login_of(again) == "ann", "not carla"

    run(tmp_path, work)


@pytest.mark.attack
def test_no_identity_is_linked_in_a_session_that_a_new_password_ended(tmp_path: Path) -> None:
    """Neither if another server still has the session in its cache."""

    async def work(room: Room) -> None:
        accounts, openid = room.server.accounts, room.server.openid_accounts
        carla, _ = await accounts.create_account("carla", PASSWORD)
        _, stolen = await accounts.login("carla", PASSWORD)
        code = await room.server.recovery.issue_code(carla)
        await room.server.recovery.reset_password("carla", code, "another good password")
        with pytest.raises(ForbiddenError):
            await openid.link(carla, Identity(room.provider.address, "eve-1", "eve", "Eve"), stolen)
        assert not await openid.is_linked(carla)

    run(tmp_path, work)


@pytest.mark.attack
def test_an_identity_that_was_unlinked_meanwhile_opens_nothing(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        openid = room.server.openid_accounts
        carla, _ = await room.server.accounts.create_account("carla", PASSWORD)
        with pytest.raises(PeopleError):
            await openid.log_in(Identity(room.provider.address, "carla-1"), carla.id, None)

    run(tmp_path, work)


@pytest.mark.attack
def test_a_password_that_was_replaced_during_its_check_unlinks_nothing(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        accounts, openid, store = room.server.accounts, room.server.openid_accounts, room.server.services.store
        carla, _ = await accounts.create_account("carla", PASSWORD)
        checked = await accounts.check_password(carla, PASSWORD)

        async def check_early(person: Person, password: str) -> str:  # noqa: ARG001
            return checked

        accounts.check_password = check_early  # type: ignore[method-assign]
        fresh = await store.write(lambda connection: admin_actions.reset_password(connection, carla.id))
        _, token = await accounts.login("carla", fresh)
        await openid.link(carla, Identity(room.provider.address, "carla-1"), token)
        with pytest.raises(PeopleError, match="just changed"):
            await openid.unlink(carla, PASSWORD)
        assert await openid.is_linked(carla)

    run(tmp_path, work)


def test_the_room_says_who_may_make_an_account(tmp_path: Path) -> None:
    """A closed room lets only linked people in, one by invitation those with a code, which is used."""

    async def closed(room: Room) -> None:
        async with browser(room.app) as http:
            assert (await sign_in(http)).status_code == 403
            assert await login_of(http) == ""

    async def invited(room: Room) -> None:
        with admin_actions.open_transaction(f"sqlite:///{tmp_path}/invited/room.db") as connection:
            _, code = create_invitation(connection, "", room.server.services.clock.date())
        async with browser(room.app) as http, browser(room.app) as late:
            assert (await sign_in(http)).status_code == 403
            assert f"/openid?back=%2Fme&amp;code={code}" in (await http.get(f"/join/{code}")).text
            assert (await sign_in(http, f"/openid?code={code}")).status_code == 303
            assert await login_of(http) == "ann"
            room.provider.person = {"sub": "bob-2", "preferred_username": "bob"}
            assert (await sign_in(late, f"/openid?code={code}")).status_code == 400, "it is used up"
            assert await login_of(late) == ""

    for name, work, settings in (
        ("closed", closed, RoomSettings(guests=False, registration=Registration.CLOSED)),
        ("invited", invited, RoomSettings(guests=False, registration=Registration.INVITATION)),
    ):
        (tmp_path / name).mkdir()
        run(tmp_path / name, work, settings)


def test_a_banned_person_stays_out(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with browser(room.app) as http, browser(room.app) as again:
            await sign_in(http)
            with admin_actions.open_transaction(f"sqlite:///{tmp_path}/room.db") as connection:
                admin_actions.ban_value(connection, "login", "ann")
            assert (await sign_in(again)).status_code == 403
            assert await login_of(again) == ""

    run(tmp_path, work)


@pytest.mark.attack
def test_only_the_browser_that_began_a_sign_in_ends_it_and_once(tmp_path: Path) -> None:
    """Nobody is signed in to another's account by a link, nor linked to another's identity."""

    async def work(room: Room) -> None:
        async with browser(room.app) as eve, browser(room.app) as ann:
            hers = await go(eve)
            await ann.get("/openid")
            for path in (hers, "/openid/back", "/openid/back?code=x", "/openid/back?state=&code=x"):
                answer = await ann.get(path)
                assert (answer.status_code, FAILED in answer.text) == (400, True), path
                assert await login_of(ann) == ""
            async with browser(room.app) as bare:
                assert (await bare.get(hers)).status_code == 400
            assert (await eve.get(hers)).status_code == 303
            assert (await eve.get(hers)).status_code == 400, "the cookie is gone"
            eve.cookies.set("shindig-openid", "not hex", domain="room")
            assert (await eve.get(hers)).status_code == 400

    run(tmp_path, work)


def attempt_cookie(http: httpx.AsyncClient) -> str:
    return http.cookies.get("shindig-openid") or ""


def keep_attempt(http: httpx.AsyncClient, value: str) -> None:
    http.cookies.set("shindig-openid", value, domain="room.local")


@pytest.mark.attack
def test_nobody_writes_the_cookie_of_a_sign_in(tmp_path: Path) -> None:
    """A thief of a session, who does not know the password, cannot claim that the owner asked to link."""

    async def work(room: Room) -> None:
        async with browser(room.app) as carla, browser(room.app) as eve:
            await carla.post("/me/register", data={"login": "carla", "password": PASSWORD})
            hers, sealed = await go(eve), attempt_cookie(eve)
            data = base64.urlsafe_b64decode(sealed + "==")
            told = json.loads(data[40:])
            linking = json.dumps([*told[:-2], (await me(carla))["id"], hash_token(carla.cookies["shindig"])]).encode()
            plain = json.dumps([*told[:-2], (await me(carla))["id"]]).encode().hex()
            tampered = [data[:40] + linking, data[:32] + bytes(8) + data[40:], bytes(32) + data[32:], data[:40], b"x"]
            for value in ("", "x", plain, *(base64.urlsafe_b64encode(one).decode() for one in tampered)):
                async with browser(room.app) as thief:
                    thief.headers["cookie"] = f"shindig={carla.cookies['shindig']}; shindig-openid={value}"
                    refused = await thief.get(hers)
                    assert (refused.status_code, FAILED in refused.text) == (400, True), value
            async with browser(room.app) as third:
                await sign_in(third)
                assert await login_of(third) == "ann", "not carla"

    run(tmp_path, work)


@pytest.mark.attack
def test_a_cookie_of_nonsense_is_refused_before_it_is_read(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        texts = ["[" * 1900, '["\ud800","n","v","/me","",""]', '["s","n","\ud800","/me","",""]', "9" * 1900]
        async with browser(room.app) as http:
            for text in texts:
                data = text.encode("utf-8", "surrogatepass")
                for value in (data.hex(), base64.urlsafe_b64encode(data).decode(), text[:9]):
                    keep_attempt(http, "".join(sign for sign in value if sign.isalnum()))
                    assert (await http.get("/openid/back?state=s&code=c")).status_code == 400, text[:9]

    run(tmp_path, work)


@pytest.mark.attack
def test_a_sign_in_ends_by_the_clock_of_the_server(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with browser(room.app) as http:
            back, sealed = await go(http), attempt_cookie(http)
            assert sealed
            clock = room.server.services.clock
            clock.advance(LIFETIME + 1)  # type: ignore[attr-defined]
            async with browser(room.app) as late:
                keep_attempt(late, sealed)
                refused = await late.get(back)
                assert (refused.status_code, FAILED in refused.text) == (400, True)

    run(tmp_path, work)


@pytest.mark.attack
def test_only_the_session_that_proved_the_password_links(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with browser(room.app) as carla, browser(room.app) as other, browser(room.app) as stranger:
            await carla.post("/me/register", data={"login": "carla", "password": PASSWORD})
            await other.post("/me/login", data={"login": "carla", "password": PASSWORD})
            page = await carla.post("/openid/link", data={"password": PASSWORD})
            where = re.search(r'class="button w2" href="([^"]+)"', page.text)
            assert where is not None
            async with httpx.AsyncClient(verify=CERTIFICATES) as elsewhere:
                back = (await elsewhere.get(html.unescape(where[1]))).headers["location"]
            path = back.removeprefix("https://cards.example.org")
            for http in (other, stranger):
                keep_attempt(http, attempt_cookie(carla))
                assert FAILED in (await http.get(path)).text
            assert await login_of(stranger) == ""
            assert (await carla.get(path)).status_code == 303
            assert "You can also sign in with Club." in (await carla.get("/me")).text

    run(tmp_path, work)


def test_a_long_page_and_a_long_code_bring_people_back(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with browser(room.app) as http:
            code, back = quote("ü" * 200), quote("/t/" + "ü" * 197)
            answer = await sign_in(http, f"/openid?code={code}&back={back}")
            assert (answer.status_code, unquote(answer.headers["location"])) == (303, "/t/" + "ü" * 197)

    run(tmp_path, work)


@pytest.mark.attack
def test_a_code_without_its_verifier_is_of_no_use(tmp_path: Path) -> None:
    """Whoever reads the way back in a log has neither cookie nor verifier; the provider refuses another's."""

    async def work(room: Room) -> None:
        async with browser(room.app) as ann, browser(room.app) as eve:
            stolen = parse_qs(urlsplit(await go(ann)).query)["code"][0]
            own = parse_qs(urlsplit(await go(eve)).query)["state"][0]
            assert (await eve.get(f"/openid/back?code={stolen}&state={own}")).status_code == 400
            assert await login_of(eve) == ""

    run(tmp_path, work)


def claimed(**more: object) -> Callable[[Claims], object]:
    return lambda claims: claims.update(more)


def without(name: str) -> Callable[[Claims], object]:
    return lambda claims: claims.pop(name)


FORGED: dict[str, Callable[[Claims], object]] = {
    "another issuer": claimed(iss="https://elsewhere.example.org"),
    "another client": claimed(aud="another client"),
    "several clients": claimed(aud=[CLIENT, "another"]),
    "another party": claimed(aud=[CLIENT, "another"], azp="another"),
    "another nonce": claimed(nonce="x"),
    "no nonce": without("nonce"),
    "no subject": without("sub"),
    "an odd subject": claimed(sub=["ann"]),
    "a NUL": claimed(sub="a\0"),
    "a long subject": claimed(sub="x" * 256),
    "no end": without("exp"),
    "too old": claimed(exp=1),
    "from the future": claimed(iat=99_999_999_999),
}


@pytest.mark.attack
@pytest.mark.parametrize("forged", FORGED)
def test_a_token_that_is_not_for_this_sign_in_is_refused(tmp_path: Path, forged: str) -> None:
    async def work(room: Room) -> None:
        room.provider.change = FORGED[forged]
        async with browser(room.app) as http:
            answer = await sign_in(http)
            assert (answer.status_code, FAILED in answer.text) == (400, True)
            assert await login_of(http) == ""

    run(tmp_path, work)


@pytest.mark.attack
def test_only_the_providers_own_keys_sign(tmp_path: Path) -> None:
    """Neither no signature, nor the room's secret, nor a key of somebody else; a new key of the provider does."""

    async def work(room: Room) -> None:
        provider, public = room.provider, room.provider.key
        other = new_key()

        def unsigned(claims: Claims) -> str:
            _, body, _ = jwt.encode({"alg": "RS256"}, claims, public).split(".")
            return f"eyJhbGciOiJub25lIn0.{body}."

        def by_secret(claims: Claims) -> str:
            return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(SECRET))

        def by_public(claims: Claims) -> str:
            return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(public.as_pem(private=False)[:64]))

        def by_other(claims: Claims) -> str:
            return jwt.encode({"alg": "RS256", "kid": public.kid}, claims, other)

        def deep(_: Claims) -> str:
            return jws.serialize_compact({"alg": "RS256", "kid": public.kid}, b"[" * 5000, public)

        def half(claims: Claims) -> str:
            told = json.dumps({**claims, "sub": "a\ud800"}).encode()
            return jws.serialize_compact({"alg": "RS256", "kid": public.kid}, told, public)

        usual = provider.sign
        for sign in (unsigned, by_secret, by_public, by_other, deep, half, lambda _: "x", lambda _: "a.b.c"):
            provider.sign = sign
            async with browser(room.app) as http:
                assert FAILED in (await sign_in(http)).text
        provider.sign = usual
        async with browser(room.app) as http:
            assert (await sign_in(http)).status_code == 303
            provider.key = new_key()
            provider.published = [provider.key]
            clock = room.server.services.clock
            clock.advance(31)  # type: ignore[attr-defined]
            assert (await sign_in(http)).status_code == 303

    run(tmp_path, work)


@pytest.mark.parametrize(
    ("path", "status", "body"),
    [
        ("/token", 302, b""),
        ("/token", 500, b"{}"),
        ("/token", 200, b"no json"),
        ("/token", 200, b"[]"),
        ("/token", 200, b'{"id_token": 7}'),
        ("/token", 200, b" " * 300_000),
        ("/token", 200, b"[" * 5000),
        ("/token", 200, b'{"id_token": "%s.a.b"}' % base64.urlsafe_b64encode(b"[" * 3000)),
        ("/keys", 200, b"[" * 5000),
        ("/keys", 200, b'{"keys": [1]}'),
        ("/keys", 200, b"5"),
        ("/keys", 200, b'{"keys": "none"}'),
        ("/.well-known/openid-configuration", 200, b'{"issuer": "https://elsewhere.example.org"}'),
        ("/.well-known/openid-configuration", 404, b""),
    ],
)
def test_a_provider_that_answers_nonsense_is_told_in_the_log_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str, status: int, body: bytes
) -> None:
    async def work(room: Room) -> None:
        where = {"location": f"{room.provider.address}/elsewhere"}
        room.provider.answer = lambda asked: (status, where, body) if asked == path else None
        async with browser(room.app) as http:
            begun = await http.get("/openid")
            answer = begun if begun.status_code != 303 else await sign_in(http)
            assert (answer.status_code, FAILED in answer.text) == (400, True)
        assert "/elsewhere" not in room.provider.calls, "no redirect is followed"

    with caplog.at_level(logging.WARNING):
        run(tmp_path, work)
    assert any("the OpenID provider: " in one.getMessage() for one in caplog.records)
    assert SECRET not in caplog.text


@pytest.mark.attack
def test_many_failed_sign_ins_of_an_address_wait(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with browser(room.app) as http:
            statuses = [(await http.get("/openid/back?code=x&state=y")).status_code for _ in range(4)]
            assert statuses == [400, 400, 429, 429]

    run(tmp_path, work, address_burst=2.0, address_rate=1e-6)


@pytest.mark.attack
@pytest.mark.parametrize(
    "back", ["https://elsewhere.example.org", "//elsewhere.example.org", "/t/a//b", "javascript:x"]
)
def test_people_come_back_to_a_page_of_this_room(tmp_path: Path, back: str) -> None:
    async def work(room: Room) -> None:
        async with browser(room.app) as http:
            assert (await sign_in(http, f"/openid?back={back}")).headers["location"] == "/me"

    run(tmp_path, work)


async def go_to_delete(http: httpx.AsyncClient) -> str:
    """Type the name of the account without a password, and go to the provider: the path with which it sends back."""
    assert 'action="/openid/delete"' in (await http.get("/me")).text
    assert (await http.post("/openid/delete", data={"name": "Bob"})).status_code == 400
    page = await http.post("/openid/delete", data={"name": "Ann Lee"})
    assert "Sign in at Club once more." in page.text
    return await follow_link(page)


def test_an_account_without_a_password_can_be_deleted_and_the_identity_goes_with_it(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with browser(room.app) as http:
            await sign_in(http)
            first = (await me(http))["id"]
            assert "ann-1" in (await http.get("/me/data")).text
            assert (await http.post("/me/login", data={"login": "ann", "password": ""})).status_code == 400
            back = await go_to_delete(http)
            assert [one.get("prompt") for one in room.provider.asked.values()] == ["login"]
            assert (await http.get(back)).headers["location"] == "/me"
            assert await login_of(http) == "", "logged out"
            assert (await room.server.accounts.load_people([first]))[0].name.startswith("Somebody")
            await sign_in(http)
            assert (await me(http))["id"] != first

    run(tmp_path, work)


@pytest.mark.attack
def test_a_stolen_session_does_not_delete_an_account_without_a_password(tmp_path: Path) -> None:
    """Neither on the page nor by the protocol, nor with an identity of the thief at the provider."""

    async def work(room: Room) -> None:
        async with browser(room.app) as ann, browser(room.app) as eve:
            await sign_in(ann)
            eve.cookies.set("shindig", ann.cookies["shindig"])
            assert (await eve.post("/me/delete", data={"name": "Ann Lee"})).status_code == 400
            told = {"name": "Ann Lee", "password": ""}
            assert (await eve.request("DELETE", "/api/me", json=told)).status_code == 400
            room.provider.person = {"sub": "eve-1", "preferred_username": "eve", "name": "Eve"}
            refused = await eve.get(await go_to_delete(eve))
            assert (refused.status_code, FAILED in refused.text) == (400, True)
            assert await login_of(ann) == "ann"

    run(tmp_path, work)


def test_who_signs_in_at_the_provider_sets_a_password_after_a_new_sign_in(tmp_path: Path) -> None:
    """With it they have all that other accounts have, and the provider stays."""

    async def work(room: Room) -> None:
        async with browser(room.app) as http, browser(room.app) as elsewhere, browser(room.app) as third:
            await sign_in(http)
            await sign_in(elsewhere)
            assert "Set a password" in (await http.get("/me")).text
            assert (await http.post("/openid/password", data={"password": PASSWORD})).status_code == 400, "no proof"
            assert 'action="/openid/password"' in (await prove(http)).text
            assert (await http.post("/openid/password", data={"password": "short"})).status_code == 400
            done = await http.post("/openid/password", data={"password": PASSWORD})
            assert "Your recovery code" in done.text
            assert "Change password" in (await http.get("/me")).text
            assert "You can also sign in with Club." in (await http.get("/me")).text
            assert await login_of(elsewhere) == "", "other sessions have ended"
            assert (await third.post("/me/login", data={"login": "ann", "password": PASSWORD})).status_code == 303
            await sign_in(elsewhere)
            assert await login_of(elsewhere) == "ann"
            again = await http.post("/openid/password", data={"password": "another good password"})
            assert again.status_code == 400, "the proof is used up"
            assert (await http.post("/openid/prove")).status_code == 400, "there is a password now"

    run(tmp_path, work)


def forget_time(claims: Claims) -> None:
    claims.pop("auth_time", None)


def sign_in_long_ago(claims: Claims) -> None:
    if "auth_time" in claims:
        claims["auth_time"] -= 3600


def name_another(claims: Claims) -> None:
    claims["sub"] = "eve-1"


@pytest.mark.attack
@pytest.mark.parametrize("change", [forget_time, sign_in_long_ago, name_another])
def test_a_stolen_session_sets_no_first_password(tmp_path: Path, change: Callable[[Claims], None]) -> None:
    """Its thief is not asked for the sign-in again, or signs in as somebody else."""

    async def work(room: Room) -> None:
        async with browser(room.app) as http:
            await sign_in(http)
            room.provider.change = change
            assert (await prove(http)).status_code == 400
            assert (await http.post("/openid/password", data={"password": PASSWORD})).status_code == 400
            assert "Change password" not in (await http.get("/me")).text

    run(tmp_path, work)


@pytest.mark.attack
def test_a_sign_in_ends_in_the_browser_that_began_it(tmp_path: Path) -> None:
    """Else somebody's attempt, put into another browser, would sign its owner in to an account of theirs."""

    async def work(room: Room) -> None:
        async with browser(room.app) as eve, browser(room.app) as ann:
            back = await go(eve)
            await ann.get("/")
            ann.cookies.set("shindig-openid", eve.cookies["shindig-openid"])
            refused = await ann.get(back)
            assert (refused.status_code, FAILED in refused.text) == (400, True)
            assert await login_of(ann) == ""

    run(tmp_path, work)


@pytest.mark.attack
def test_a_proof_holds_in_its_own_session_and_while_its_identity_is_linked(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        accounts, openid = room.server.accounts, room.server.openid_accounts
        async with browser(room.app) as http, browser(room.app) as thief:
            await sign_in(http)
            await sign_in(thief)
            await prove(http)
            thief.cookies.set("shindig-openid", http.cookies["shindig-openid"])
            assert (await thief.post("/openid/password", data={"password": PASSWORD})).status_code == 400
            person = await accounts.find_person(http.cookies["shindig"])
            assert person is not None
            session = hash_token(http.cookies["shindig"])
            assert await openid.set_first_password(person, "eve-1", session, PASSWORD) is None
            await accounts.logout(http.cookies["shindig"])
            assert await openid.set_first_password(person, "ann-1", session, PASSWORD) is None
            assert not await accounts.has_password(person)

    run(tmp_path, work)


def test_logins_are_made_of_what_the_provider_tells() -> None:
    assert make_logins("Ann.Lee@club.example.org")[:3] == ["ann.lee", "ann.lee2", "ann.lee3"]
    assert make_logins("<b>")[0] == make_logins("")[0] == make_logins("Анна")[0] == "member"
    assert all(3 <= len(one) <= 32 for one in make_logins("x" * 500))


def test_a_room_without_a_provider_has_no_such_pages(tmp_path: Path) -> None:
    async def whole() -> None:
        async with application(tmp_path) as (app, _), browser(app) as http:
            assert (await http.get("/openid")).status_code == 404
            assert (await http.get("/openid/back?code=x&state=y")).status_code == 404
            assert (await http.post("/openid/remove", data={"password": "x"})).status_code == 404
            assert "/openid" not in (await http.get("/me")).text

    asyncio.run(whole())


ASKED = {"oidc_issuer": "https://id.example.org", "oidc_client": "room", "site_url": "https://cards.example.org"}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"oidc_issuer": "http://id.example.org"}, "oidc-issuer expects an https address"),
        ({"oidc_client": ""}, "oidc-issuer needs oidc-client"),
        ({"site_url": ""}, "oidc-issuer needs site-url"),
    ],
)
def test_wrong_settings_are_told(wrong: dict[str, str], said: str) -> None:
    assert read_provider(RoomSettings(**ASKED)) is not None  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=said):
        read_provider(RoomSettings(**ASKED | wrong))  # type: ignore[arg-type]


def test_only_https_is_asked_but_on_this_machine() -> None:
    safe = ["https://id.example.org/x", "http://127.0.0.1:1/x", "http://[::1]/", "http://localhost/"]
    assert all(map(is_safe_address, safe))
    unsafe = [
        "http://id.example.org",
        "file:///etc/passwd",
        "ftp://127.0.0.1",
        "https://",
        "http://127.0.0.1.example.org",
    ]
    assert not any(map(is_safe_address, unsafe))
