"""Passkeys: a device signs a challenge in place of a password, once, in its own session, at its own room."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cbor2
import pytest
from sqlalchemy import Connection, delete, insert

from shindig.server.accounts.accounts import Accounts
from shindig.server.accounts.name_and_password_rules import PeopleError
from shindig.server.accounts.passkey_answers import PasskeyError
from shindig.server.accounts.passkey_challenges import LIFETIME, PasskeyHost
from shindig.server.accounts.passkeys import MOST, Passkeys
from shindig.server.accounts.recovery import Recovery
from shindig.server.admin import admin_actions
from shindig.server.errors import ForbiddenError, RoomError
from shindig.server.person import Person
from shindig.server.storage.event_store import EventStore
from shindig.server.storage.schema import sessions
from tests.kits.server.databases import database, with_newest_schema
from tests.kits.server.soft_authenticator import PRESENT, SoftAuthenticator, encode64

PASSWORD, FRESH = "correct horse", "another horse"
HOST = PasskeyHost("cards.example.org", "https://cards.example.org")
PHONE = "a hash of the session"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as found:
        yield found


class People:
    """The accounts of a store, and a clock that the test moves."""

    def __init__(self, store: EventStore) -> None:
        self.store, self.now = store, 1e9
        self.accounts = Accounts(store)
        self.passkeys = Passkeys(store, self.accounts, lambda: self.now, "shindig")

    async def ann(self) -> tuple[Person, str]:
        guest, _ = await self.accounts.create_guest("Ann")
        return await self.accounts.register(guest, "ann", PASSWORD)

    async def open_session(self, person: Person) -> None:
        """Open the session that `PHONE` is a hash of."""
        row = {"token_hash": PHONE, "person": person.id, "created": self.now, "expires": self.now}

        def work(connection: Connection) -> None:
            connection.execute(delete(sessions).where(sessions.c.token_hash == PHONE))
            connection.execute(insert(sessions).values(row))

        await self.store.write(work)

    async def add(self, person: Person, device: SoftAuthenticator, name: str = "") -> None:
        await self.open_session(person)
        options = await self.passkeys.begin_adding(person, HOST, PHONE)
        await self.passkeys.add(person, HOST, PHONE, json.dumps(device.make(options)), name)

    async def sign_in(self, device: SoftAuthenticator, guest: Person | None = None) -> tuple[Person, str]:
        return await self.passkeys.sign_in(HOST, PHONE, json.dumps(await self.signed(device)), guest)

    async def signed(self, device: SoftAuthenticator) -> dict[str, Any]:
        return device.sign(await self.passkeys.begin_sign_in(HOST, PHONE))


def run(url: str, work: Callable[[People], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = EventStore.open(with_newest_schema(url))
        people = People(store)
        try:
            await work(people)
        finally:
            people.passkeys.close()
            await store.close()

    asyncio.run(whole())


def own(folder: Path) -> str:
    return f"sqlite:///{folder}/room.sqlite3"


def test_a_passkey_signs_in_and_brings_the_guest_along(url: str) -> None:
    async def work(people: People) -> None:
        ann, _ = await people.ann()
        device = SoftAuthenticator()
        await people.add(ann, device, "  my\u0007 phone ")
        [listed] = await people.passkeys.list_passkeys(ann)
        assert (listed.name, listed.host, listed.created, listed.used) == ("my phone", HOST.name, 1e9, None)
        guest, _ = await people.accounts.create_guest("Visitor")
        people.now += 60
        back, token = await people.sign_in(device, guest)
        assert (back.id, back.login, back.was) == (ann.id, "ann", (guest.id,))
        assert await people.accounts.find_person(token) == back
        assert [one.used for one in await people.passkeys.list_passkeys(ann)] == [1e9 + 60]
        await people.sign_in(device)

    run(url, work)


def test_a_device_that_counts_nothing_signs_in_again_and_again(tmp_path: Path) -> None:
    async def work(people: People) -> None:
        device = SoftAuthenticator(counts=False)
        await people.add((await people.ann())[0], device)
        for _ in range(3):
            await people.sign_in(device)

    run(own(tmp_path), work)


@pytest.mark.attack
def test_an_answer_works_once_in_time_and_in_its_own_session(url: str) -> None:
    async def work(people: People) -> None:
        ann, _ = await people.ann()
        device = SoftAuthenticator()
        await people.add(ann, device)
        answer = json.dumps(await people.signed(device))
        with pytest.raises(PasskeyError, match="took too long"):
            await people.passkeys.sign_in(HOST, "another browser", answer)
        for there in (PasskeyHost("evil.example", HOST.origin), replace(HOST, origin="https://cards.example.org:8443")):
            with pytest.raises(PasskeyError):
                await people.passkeys.sign_in(there, PHONE, answer)
        await people.passkeys.sign_in(HOST, PHONE, answer)
        with pytest.raises(PasskeyError, match="sent twice"):
            await people.passkeys.sign_in(HOST, PHONE, answer)
        answers = [json.dumps(await people.signed(device))] * 4
        tries = (people.passkeys.sign_in(HOST, PHONE, one) for one in answers)
        found = await asyncio.gather(*tries, return_exceptions=True)
        assert [isinstance(one, PasskeyError) for one in found].count(False) == 1, "not even at the same time"
        late = json.dumps(await people.signed(device))
        people.now += LIFETIME
        with pytest.raises(PasskeyError, match="took too long"):
            await people.passkeys.sign_in(HOST, PHONE, late)

    run(url, work)


@pytest.mark.attack
def test_a_wrong_answer_uses_up_its_challenge(tmp_path: Path) -> None:
    async def work(people: People) -> None:
        device = SoftAuthenticator()
        await people.add((await people.ann())[0], device)
        options = await people.passkeys.begin_sign_in(HOST, PHONE)
        with pytest.raises(PasskeyError, match="doesn’t work here"):
            await people.passkeys.sign_in(HOST, PHONE, json.dumps(SoftAuthenticator().sign(options)))
        with pytest.raises(PasskeyError, match="sent twice"):
            await people.passkeys.sign_in(HOST, PHONE, json.dumps(device.sign(options)))

    run(own(tmp_path), work)


@pytest.mark.attack
@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://cards.example.org"},
        {"rp": "evil.example"},
        {"flags": 0},
        {"user": b"somebody else"},
        {"key": SoftAuthenticator().key},
        {"credential": b"unknown"},
    ],
)
def test_an_answer_for_another_site_or_by_another_key_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    async def work(people: People) -> None:
        device = SoftAuthenticator()
        await people.add((await people.ann())[0], device)
        with pytest.raises(PasskeyError, match="doesn’t work here"):
            await people.sign_in(replace(device, **wrong))
        await people.sign_in(device)

    run(own(tmp_path), work)


@pytest.mark.attack
def test_a_challenge_serves_its_one_purpose(tmp_path: Path) -> None:
    """A sign-in gives no new password, and what is signed for one account serves no other."""

    async def work(people: People) -> None:
        ann, token = await people.ann()
        device = SoftAuthenticator()
        await people.add(ann, device)
        signed = json.dumps(await people.signed(device))
        with pytest.raises(PasskeyError):
            await people.passkeys.set_password(ann, token, HOST, PHONE, signed, FRESH)
        bob, bobs = await people.accounts.create_account("bob", PASSWORD)
        for_bob = json.dumps(device.sign(await people.passkeys.begin_setting_password(bob, HOST, PHONE)))
        with pytest.raises(PasskeyError):
            await people.passkeys.set_password(bob, bobs, HOST, PHONE, for_bob, FRESH)
        with pytest.raises(PasskeyError):
            await people.passkeys.set_password(ann, token, HOST, PHONE, for_bob, FRESH)
        made = json.dumps(SoftAuthenticator().make(await people.passkeys.begin_adding(ann, HOST, PHONE)))
        with pytest.raises(PasskeyError):
            await people.passkeys.add(bob, HOST, PHONE, made)

    run(own(tmp_path), work)


@pytest.mark.attack
def test_a_copy_of_a_passkey_is_noticed_by_its_counter(url: str) -> None:
    async def work(people: People) -> None:
        device = SoftAuthenticator()
        await people.add((await people.ann())[0], device)
        copy = replace(device)
        await people.sign_in(device)
        with pytest.raises(PasskeyError, match="is a copy"):
            await people.sign_in(copy)
        zero = replace(device, uses=0, counts=False)
        with pytest.raises(PasskeyError, match="is a copy"):
            await people.sign_in(zero)
        await people.sign_in(device)

    run(url, work)


def strange_answers() -> Iterator[str]:
    yield from ("", "null", "[]", "{}", "[" * 5_000, '{"response": 7}', "x" * 100_000, '{"response": {}}')
    yield json.dumps({"response": {"clientDataJSON": "!!"}})
    yield json.dumps({"response": 10**400, "id": float("nan")})
    yield '{"id": "\\ud800", "response": {"clientDataJSON": "\\ud800"}}'
    yield json.dumps({"response": {"clientDataJSON": encode64(b"[" * 9_000)}})
    yield json.dumps({"response": {"clientDataJSON": encode64(b'{"type": 1, "challenge": 2, "origin": 3}')}})


@pytest.mark.attack
def test_malformed_answers_are_refused(tmp_path: Path) -> None:
    async def work(people: People) -> None:
        ann, _ = await people.ann()
        for answer in strange_answers():
            with pytest.raises(PasskeyError):
                await people.passkeys.sign_in(HOST, PHONE, answer)
            with pytest.raises(PasskeyError):
                await people.passkeys.add(ann, HOST, PHONE, answer)
        told = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": b""})
        for attested in (
            b"",
            b"\x9b" + b"\xff" * 8,
            b"\x81" * 9_000,
            b"\xa1" * 900,
            told,
            told.replace(b"none", b"apple"),
        ):
            device = SoftAuthenticator()
            answer_to = device.make(await people.passkeys.begin_adding(ann, HOST, PHONE))
            answer_to["response"]["attestationObject"] = encode64(attested)
            with pytest.raises(PasskeyError):
                await people.passkeys.add(ann, HOST, PHONE, json.dumps(answer_to))
        assert await people.passkeys.list_passkeys(ann) == []

    run(own(tmp_path), work)


def test_an_account_has_few_passkeys_and_no_device_twice(url: str) -> None:
    async def work(people: People) -> None:
        ann, _ = await people.ann()
        device = SoftAuthenticator()
        await people.add(ann, device)
        options = await people.passkeys.begin_adding(ann, HOST, PHONE)
        assert [one["id"] for one in options["excludeCredentials"]] == [encode64(device.credential)]
        with pytest.raises(PasskeyError):
            await people.add(ann, device)
        people.now += 1
        waiting = [await people.passkeys.begin_adding(ann, HOST, PHONE) for _ in range(MOST + 2)]
        made = [json.dumps(SoftAuthenticator().make(one)) for one in waiting]
        tries = (people.passkeys.add(ann, HOST, PHONE, one) for one in made)
        found = await asyncio.gather(*tries, return_exceptions=True)
        assert [isinstance(one, RoomError) for one in found].count(True) == 3, "not even all at once"
        listed = await people.passkeys.list_passkeys(ann)
        assert len(listed) == MOST
        with pytest.raises(RoomError, match=f"{MOST} passkeys"):
            await people.passkeys.begin_adding(ann, HOST, PHONE)
        bob, _ = await people.accounts.create_account("bob", PASSWORD)
        await people.passkeys.remove(bob, listed[0].id, PASSWORD)
        assert len(await people.passkeys.list_passkeys(ann)) == MOST, "nobody removes those of others"
        await people.passkeys.remove(ann, listed[0].id, PASSWORD)
        with pytest.raises(PasskeyError):
            await people.sign_in(device)

    run(url, work)


def test_guests_have_no_passkeys(tmp_path: Path) -> None:
    async def work(people: People) -> None:
        guest, _ = await people.accounts.create_guest("Ann")
        with pytest.raises(RoomError, match="need an account for passkeys"):
            await people.passkeys.begin_adding(guest, HOST, PHONE)

    run(own(tmp_path), work)


def test_passkeys_end_with_a_password_that_is_changed_recovered_or_reset(tmp_path: Path) -> None:
    """Whoever added one of theirs with a stolen password is shut out by a new one."""

    async def work(people: People) -> None:
        ann, token = await people.ann()
        recovery = Recovery(people.store, people.accounts)

        async def change() -> None:
            await people.accounts.change_password(ann, token, PASSWORD, FRESH)

        async def recover() -> None:
            await recovery.reset_password("ann", await recovery.issue_code(ann), FRESH)

        async def reset() -> None:
            await people.store.write(lambda connection: admin_actions.reset_password(connection, ann.id))

        for end in (change, recover, reset):
            device, late = SoftAuthenticator(), SoftAuthenticator()
            await people.add(ann, device)
            made = json.dumps(late.make(await people.passkeys.begin_adding(ann, HOST, PHONE)))
            await end()
            with pytest.raises(ForbiddenError):
                await people.passkeys.add(ann, HOST, PHONE, made)
            for one in (device, late):
                with pytest.raises(PasskeyError):
                    await people.sign_in(one)

    run(own(tmp_path), work)


def test_a_passkey_stands_for_a_lost_password(url: str) -> None:
    async def work(people: People) -> None:
        ann, token = await people.ann()
        device, other = SoftAuthenticator(), SoftAuthenticator()
        await people.add(ann, device)
        await people.add(ann, other)
        _, elsewhere = await people.sign_in(other)
        begin = people.passkeys.begin_setting_password
        weak = json.dumps(replace(device, flags=PRESENT).sign(await begin(ann, HOST, PHONE)))
        with pytest.raises(PasskeyError):
            await people.passkeys.set_password(ann, token, HOST, PHONE, weak, FRESH)
        device.uses += 1
        with pytest.raises(PeopleError, match="8 to 128"):
            await people.passkeys.set_password(ann, token, HOST, PHONE, "{}", "short")
        options = await begin(ann, HOST, PHONE)
        assert options["userVerification"] == "required"
        await people.passkeys.set_password(ann, token, HOST, PHONE, json.dumps(device.sign(options)), FRESH)
        people.accounts.sessions.note_changed(ann.id)
        assert (await people.accounts.login("ann", FRESH))[0].id == ann.id
        assert await people.accounts.find_person(token) is not None
        assert await people.accounts.find_person(elsewhere) is None
        await people.sign_in(device)
        with pytest.raises(PasskeyError):
            await people.sign_in(other)

    run(url, work)


def test_passkeys_are_exported_and_deleted_with_their_person(tmp_path: Path) -> None:
    async def work(people: People) -> None:
        ann, _ = await people.ann()
        device = SoftAuthenticator()
        await people.add(ann, device, "phone")
        told = await people.store.read(lambda connection: admin_actions.export_person(connection, ann.id))
        assert [one["name"] for one in told["passkeys"]] == ["phone"]
        await people.store.write(lambda connection: admin_actions.forget_person(connection, ann.id))
        with pytest.raises(PasskeyError):
            await people.sign_in(device)
        assert await people.passkeys.list_passkeys(ann) == []

    run(own(tmp_path), work)
