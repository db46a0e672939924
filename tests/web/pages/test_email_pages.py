"""E-mail of accounts, through the pages and a real SMTP server: confirmed by a link, and a way to a new password."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, Table, func, select

from shindig.server.accounts.email_addresses import LIVES, clean_email
from shindig.server.accounts.email_sender import EmailSender, Letter, MailServer, read_mail_server
from shindig.server.accounts.name_and_password_rules import PeopleError
from shindig.server.admin import admin_actions
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.settings.room_settings import MailSecurity, RoomSettings
from shindig.server.storage.schema import contacts, mail_tokens, people
from shindig.web.app import Application
from tests.kits.server.room_kit import HandClock, finish_tasks
from tests.kits.server.smtp_server import LOGIN, PASSWORD, Mailbox, link_in, mailing, smtp_server
from tests.kits.web.in_process_app import FREE, application, browser

OLD, NEW = "correct horse", "another horse"
ANN = "ann@example.org"
Work = Callable[["Room"], Awaitable[None]]


class Room:
    """A room that sends e-mails to a mailbox."""

    def __init__(self, app: Application, box: Mailbox) -> None:
        self.app, self.box = app, box

    @property
    def server(self) -> GameServer:
        return self.app.room

    @asynccontextmanager
    async def person(self, login: str = "") -> AsyncIterator[httpx.AsyncClient]:
        """A browser, with an account or as a stranger."""
        async with browser(self.app) as http:
            if login:
                made = await http.post("/me/register", data={"login": login, "password": OLD})
                assert made.status_code == 200
            yield http

    async def letter(self, count: int) -> str:
        """The path in the last of so many letters."""
        return link_in(await asyncio.to_thread(self.box.wait_for, count))

    async def settle(self) -> None:
        """Wait until all that was asked for is sent, or is not."""
        await finish_tasks("e-mail")

    async def confirm(self, http: httpx.AsyncClient, email: str = ANN) -> None:
        """Give an account an address."""
        count = len(self.box.letters) + 1
        assert (await ask(http, email)).headers["location"] == "/mail?sent"
        link = await self.letter(count)
        assert "Yes, use it" in (await http.get(link)).text
        assert "Address confirmed" in (await use(http, link)).text

    def pass_time(self, seconds: float) -> None:
        clock = self.server.services.clock
        assert isinstance(clock, HandClock)
        clock.advance(seconds)


async def ask(http: httpx.AsyncClient, email: str, password: str = OLD) -> httpx.Response:
    return await http.post("/mail", data={"email": email, "password": password})


async def use(http: httpx.AsyncClient, link: str, **form: str) -> httpx.Response:
    path, _, secret = link.partition("?link=")
    return await http.post(path, data={"link": secret, **form})


async def logged_in(http: httpx.AsyncClient, password: str) -> bool:
    answer = await http.post("/me/login", data={"login": "ann", "password": password})
    return answer.status_code == 303


def run(folder: Path, work: Work, **limits: Any) -> None:
    async def whole(port: int, box: Mailbox) -> None:
        async with application(folder, replace(FREE, **limits), mailing(RoomSettings(), port)) as (app, _):
            await work(Room(app, box))

    with smtp_server() as (port, box):
        asyncio.run(whole(port, box))


def test_a_confirmed_address_brings_a_new_password_once(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with room.person("ann") as ann, room.person() as elsewhere:
            await room.confirm(ann)
            first = room.box.letters[0]
            assert (first["to"], first["from"]) == (ANN, "Card room <cards@example.org>")
            assert first["subject"] == "shindig: confirm your e-mail address"
            assert ANN in (await ann.get("/mail")).text
            assert (await elsewhere.post("/reset", data={"email": " Ann@Example.org"})).headers[
                "location"
            ] == "/reset?sent"
            link = await room.letter(2)
            assert "Set new password" in (await elsewhere.get(link)).text
            assert await logged_in(elsewhere, OLD), "until the link is used, all is as it was"
            done = await use(elsewhere, link, password=NEW)
            assert "Your recovery code" in done.text
            assert done.headers["cache-control"] == "no-store"
            assert "Hi, <b>ann</b>" in (await elsewhere.get("/me")).text
            assert "</b> here." not in (await ann.get("/me")).text, "who had the old password is logged out at once"
            for again in (await elsewhere.get(link), await use(elsewhere, link, password=OLD)):
                assert again.status_code == 400
                assert "This link is unknown, used or too old." in again.text
            assert not await logged_in(elsewhere, OLD)
            assert await logged_in(elsewhere, NEW)

    run(tmp_path, work)


@pytest.mark.attack
def test_no_answer_tells_whether_an_address_belongs_to_an_account(tmp_path: Path) -> None:
    """Neither of a reset nor of a confirmation; only who has the mailbox is told that another account has it."""

    async def work(room: Room) -> None:
        async with room.person("ann") as ann, room.person("bob") as bob:
            await room.confirm(ann)
            answers = [await bob.post("/reset", data={"email": one}) for one in (ANN, "nobody@example.org")]
            told = [(one.status_code, one.text, one.headers["location"]) for one in answers]
            assert told[0] == told[1]
            await room.settle()
            assert len(room.box.letters) == 2, "one to confirm, one to Ann"
            taken, free = [await ask(bob, one) for one in (ANN, "bob@example.org")]
            assert taken.headers["location"] == free.headers["location"]
            await room.settle()
            (letter,) = [one for one in room.box.letters[2:] if one["To"] == ANN]
            taken = await use(bob, link_in(letter))
            assert "belongs to another account" in taken.text
            assert await room.server.emails.load_address(await one_called(room, "ann")) == ANN

    run(tmp_path, work)


def count_rows(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


async def one_called(room: Room, login: str) -> Person:
    found = await load_row(room, login)
    return (await room.server.accounts.load_people([found.id]))[0]


async def load_row(room: Room, login: str) -> Any:
    """An account as the database has it."""
    query = select(people).where(people.c.login == login)
    return await room.server.services.store.read(lambda connection: connection.execute(query).one())


def test_a_link_ends_by_time_by_another_password_and_with_the_address(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with room.person("ann") as ann:
            for end in (later, removed, changed):
                await room.confirm(ann)
                await ann.post("/reset", data={"email": ANN})
                link = await room.letter(len(room.box.letters) + 1)
                await end(room, ann)
                assert (await use(ann, link, password="a third horse")).status_code == 400, end.__name__
            await ann.post("/reset", data={"email": ANN})
            await room.settle()
            assert len(room.box.letters) == 6, "there is no address any more"

    async def later(room: Room, _: httpx.AsyncClient) -> None:
        room.pass_time(LIVES["reset"] + 1)

    async def changed(_: Room, ann: httpx.AsyncClient) -> None:
        assert (await ann.post("/me/password", data={"old": OLD, "new": NEW})).status_code == 200

    async def removed(_: Room, ann: httpx.AsyncClient) -> None:
        assert (await ann.post("/mail/remove", data={"password": "wrong"})).status_code == 400
        assert (await ann.post("/mail/remove", data={"password": OLD})).headers["location"] == "/mail"

    run(tmp_path, work)


@pytest.mark.attack
def test_a_new_password_ends_the_confirmation_of_an_address_too(tmp_path: Path) -> None:
    """Somebody who knew the old password cannot name their own address afterwards, and reset the new one by it."""

    async def work(room: Room) -> None:
        async with room.person("ann") as ann:
            assert (await ask(ann, "eve@example.org")).headers["location"] == "/mail?sent"
            link = await room.letter(1)
            assert (await ann.post("/me/password", data={"old": OLD, "new": NEW})).status_code == 200
            assert (await use(ann, link)).status_code == 400

    run(tmp_path, work)


@pytest.mark.attack
def test_a_new_password_removes_an_address_except_the_one_that_set_it(tmp_path: Path) -> None:
    """Somebody who knew the old password has confirmed their own address, and wants to reset the new one by it."""

    async def work(room: Room) -> None:
        async with room.person("ann") as ann, room.person() as eve:
            assert await logged_in(eve, OLD)
            await room.confirm(eve, "eve@example.org")
            assert (await ann.post("/me/password", data={"old": OLD, "new": NEW})).status_code == 200
            assert "eve@example.org" not in (await ann.get("/mail")).text
            await eve.post("/reset", data={"email": "eve@example.org"})
            await room.settle()
            assert len(room.box.letters) == 1, "no link was sent there"
            assert (await ask(ann, ANN, NEW)).headers["location"] == "/mail?sent"
            await use(ann, await room.letter(2))
            await ann.post("/reset", data={"email": ANN})
            assert (await use(ann, await room.letter(3), password=OLD)).status_code == 200
            assert await room.server.emails.load_address(await one_called(room, "ann")) == ANN

    run(tmp_path, work)


@pytest.mark.attack
def test_a_password_that_was_replaced_during_its_check_allows_nothing(tmp_path: Path) -> None:
    """Hashing takes a while, in which the owner shuts out who knows the old password."""

    async def work(room: Room) -> None:
        accounts, store = room.server.accounts, room.server.services.store
        check = accounts.check_password
        async with room.person("ann") as ann:
            account, current = await one_called(room, "ann"), OLD

            async def check_late(person: Person, password: str) -> str:
                nonlocal current
                checked = await check(person, password)
                current = await store.write(lambda connection: admin_actions.reset_password(connection, account.id))
                return checked

            accounts.check_password = check_late  # type: ignore[method-assign]
            for path in ("/mail/remove", "/me/code", "/me/delete", "/mail"):
                assert (await ann.post("/me/login", data={"login": "ann", "password": current})).status_code == 303
                form = {"password": current, "email": "eve@example.org", "name": account.name}
                status = (await ann.post(path, data=form)).status_code
                assert status == (303 if path == "/mail" else 400), path
            await room.settle()
            assert not room.box.letters
            assert (await load_row(room, "ann")).recovery is None
            assert await accounts.login("ann", current)

    run(tmp_path, work)


@pytest.mark.attack
def test_a_link_sets_no_password_of_a_banned_person(tmp_path: Path) -> None:
    """It would end the link to a provider, whose identity could then make another account."""

    async def work(room: Room) -> None:
        store = room.server.services.store
        async with room.person("ann") as ann:
            await room.confirm(ann)
            await ann.post("/reset", data={"email": ANN})
            link = await room.letter(2)
            before = (await load_row(room, "ann")).password
            await store.write(lambda connection: admin_actions.ban_value(connection, "login", "ann"))
            assert (await use(ann, link, password=NEW)).status_code == 403
            assert (await load_row(room, "ann")).password == before

    run(tmp_path, work)


@pytest.mark.attack
def test_a_new_password_ends_a_copy_of_the_browsers_cookie(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with room.person("ann") as ann:
            copied = ann.cookies["shindig"]
            assert (await ann.post("/me/password", data={"old": OLD, "new": NEW})).status_code == 200
            assert await room.server.accounts.find_person(copied) is None
            assert "Hi, <b>ann</b>" in (await ann.get("/me")).text

    run(tmp_path, work)


@pytest.mark.attack
def test_an_address_needs_the_password_and_the_mailbox(tmp_path: Path) -> None:
    """Whoever finds a browser logged in takes over no account by an address of their own."""

    async def work(room: Room) -> None:
        async with room.person("ann") as ann, room.person() as guest:
            assert (await ask(ann, "eve@example.org", "wrong")).status_code == 400
            await ask(ann, "eve@example.org")
            await room.letter(1)
            assert "You have no e-mail address here" in (await ann.get("/mail")).text, "until the link is used"
            await guest.post("/reset", data={"email": "eve@example.org"})
            await room.settle()
            assert len(room.box.letters) == 1
            await guest.post("/me/name", data={"name": "Guest"})
            assert "Create an account first" in (await guest.get("/mail")).text
            assert (await ask(guest, ANN)).status_code == 400

    run(tmp_path, work)


@pytest.mark.attack
def test_a_mailbox_is_not_flooded(tmp_path: Path) -> None:
    """By one person, by people at many addresses, by many accounts, and by a link that is opened again and again."""

    async def work(room: Room) -> None:
        async with room.person("ann") as ann:
            await room.confirm(ann)
            for number in range(20):
                async with browser(room.app, f"10.0.0.{number}") as eve:
                    assert (await eve.post("/reset", data={"email": ANN})).status_code == 303
            await room.settle()
            assert len(room.box.letters) == 1 + 2, "three letters to a mailbox"
        for number in range(5):
            async with room.person(f"eve{number}") as eve:
                await ask(eve, f"victim+{number}@example.org")
        await room.settle()
        assert len(room.box.letters) == 3 + 3, "what follows a plus is the same mailbox"

    run(tmp_path, work, address_burst=1000.0, mail_rate=1e-6, mail_burst=3.0)


@pytest.mark.attack
def test_who_has_many_links_waits_whatever_the_rate(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with room.person("ann") as ann:
            await room.confirm(ann)
            for _ in range(5):
                await ann.post("/reset", data={"email": ANN})
            await room.settle()
            assert len(room.box.letters) == 1 + 3, "three links that work at the same time"

    run(tmp_path, work)


@pytest.mark.attack
def test_nobody_blocks_an_address_for_its_owner(tmp_path: Path) -> None:
    """Links of other people to the address do not count as the owner's."""

    async def work(room: Room) -> None:
        for number in range(3):
            async with room.person(f"eve{number}") as eve:
                await ask(eve, ANN)
        async with room.person("ann") as ann:
            await room.settle()
            await ask(ann, ANN)
            assert (await use(ann, await room.letter(4))).status_code == 200
            assert await room.server.emails.load_address(await one_called(room, "ann")) == ANN

    run(tmp_path, work, address_burst=1000.0)


@pytest.mark.attack
def test_a_refused_request_uses_up_no_letter(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with room.person("ann") as ann, room.person() as guest:
            await guest.post("/me/name", data={"name": "Guest"})
            for _ in range(4):
                assert (await ask(guest, ANN, "")).status_code == 400
                assert (await ask(ann, ANN, "wrong")).status_code == 400
            await room.confirm(ann)

    run(tmp_path, work, mail_rate=1e-6, mail_burst=1.0, address_mail_rate=1e-6, address_mail_burst=1.0)


@pytest.mark.attack
def test_a_letter_to_a_stranger_has_no_text_of_who_asks(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with room.person("http://evil.example/win") as eve:
            for count, language in enumerate(("en", "de"), 1):
                eve.headers["accept-language"] = language
                await ask(eve, "victim@example.org")
                await room.letter(count)
                assert "evil" not in room.box.letters[-1].get_content()

    run(tmp_path, work)


def test_refusals_about_mail_are_in_the_language_of_the_reader(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with room.person("ann") as ann, room.person() as guest:
            await guest.post("/me/name", data={"name": "Guest"})
            for http in (ann, guest):
                http.headers["accept-language"] = "de"
            assert "Guest hat kein Konto" in (await ask(guest, ANN)).text
            await ask(ann, ANN)
            assert "Es wurden viele E-Mails angefordert." in (await ask(ann, ANN)).text

    run(tmp_path, work, mail_rate=1e-6, mail_burst=1.0)


@pytest.mark.attack
def test_who_asks_for_many_letters_waits_whether_there_are_accounts_or_not(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with room.person("ann") as ann, browser(room.app, "10.0.0.1") as eve:
            await room.confirm(ann)
            for email in ("nobody@example.org", ANN):
                statuses = [(await eve.post("/reset", data={"email": email})).status_code for _ in range(4)]
                assert statuses == [303] * 4, "nobody is told that a mailbox had many"
            await room.settle()
            assert len(room.box.letters) == 3, "Ann has had one to confirm"
            others = [(await eve.post("/reset", data={"email": f"a{n}@example.org"})).status_code for n in range(9)]
            assert 429 in others, "whatever the mailbox"

    run(tmp_path, work, mail_rate=1e-6, mail_burst=3.0, address_mail_rate=1e-6, address_mail_burst=10.0)


@pytest.mark.attack
def test_an_owner_is_not_told_that_others_asked_for_letters(tmp_path: Path) -> None:
    """The mailbox had as many as it may; the answer is the usual one, and no further letter goes there."""

    async def work(room: Room) -> None:
        async with room.person("ann") as ann, browser(room.app, "10.0.0.1") as eve:
            await room.confirm(ann)
            await eve.post("/reset", data={"email": ANN})
            await room.letter(2)
            assert (await ask(ann, ANN)).headers["location"] == "/mail?sent"
            await room.settle()
            assert len(room.box.letters) == 2
            assert (await ask(ann, "ann@elsewhere.example.org")).status_code == 429, "she had two of her own"

    run(tmp_path, work, mail_rate=1e-6, mail_burst=2.0)


def test_a_letter_that_cannot_be_sent_changes_no_answer_and_its_address_is_not_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(room: Room) -> None:
        async with room.person("ann") as ann:
            await room.confirm(ann)
            room.box.refusal = f"550 no mailbox {ANN}"
            with caplog.at_level(logging.INFO):
                assert (await ann.post("/reset", data={"email": ANN})).headers["location"] == "/reset?sent"
                await room.settle()
            assert [one.getMessage() for one in caplog.records if "e-mail" in one.getMessage()] == [
                "an e-mail could not be sent: SMTPDataError 550"
            ]

    run(tmp_path, work)


def test_letters_are_in_the_language_of_who_asks(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with room.person("ann") as ann:
            ann.headers["accept-language"] = "de"
            await ask(ann, ANN)
            await room.letter(1)
            letter = room.box.letters[0]
            assert letter["subject"] == "shindig: E-Mail-Adresse bestätigen"
            assert "Öffne diesen Link" in letter.get_content()
            assert "https://cards.example.org/mail/confirm?link=" in letter.get_content()

    run(tmp_path, work)


def test_only_hashes_of_links_are_stored_and_all_goes_with_the_person(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        async with room.person("ann") as ann:
            await room.confirm(ann)
            await ann.post("/reset", data={"email": ANN})
            secret = (await room.letter(2)).partition("?link=")[2]
            rows = await room.server.services.store.read(
                lambda connection: connection.execute(select(mail_tokens)).all()
            )
            assert len(rows) == 1
            assert secret not in str(rows)
            assert ANN in (await ann.get("/me/data")).text
            name = (await room.server.accounts.load_people([rows[0].person]))[0].name
            assert (await ann.post("/me/delete", data={"name": name, "password": OLD})).status_code == 303
            for table in (mail_tokens, contacts):
                found = await room.server.services.store.read(partial(count_rows, table=table))
                assert found == 0

    run(tmp_path, work)


def test_a_room_without_a_mail_server_has_no_such_pages(tmp_path: Path) -> None:
    async def whole() -> None:
        async with application(tmp_path) as (app, _), browser(app) as http:
            await http.post("/me/register", data={"login": "ann", "password": OLD})
            for path in ("/mail", "/reset", "/reset/new?link=x", "/mail/confirm?link=x"):
                assert (await http.get(path)).status_code == 404, path
            for path in ("/mail", "/reset", "/reset/new", "/mail/confirm"):
                form = {"email": ANN, "password": OLD, "link": "x"}
                assert (await http.post(path, data=form)).status_code == 404, path
            assert "/reset" not in (await http.get("/me")).text
            told = (await http.get("/reset")).text
            assert "<h1>Forgot your password?</h1>" in told
            assert "Ask whoever runs this card room for a new password" in told

    asyncio.run(whole())


@pytest.mark.parametrize("email", ["", "ann", "ann@", "@example.org", "ann@example", "a b@example.org", "ann@-a.org"])
def test_what_is_no_address_is_refused(email: str) -> None:
    with pytest.raises(PeopleError):
        clean_email(email)


@pytest.mark.attack
@pytest.mark.parametrize(
    "email", ["a@b.org\nBcc: c@d.org", "a@b.org,c@d.org", "<a@b.org>", "a@b@c.org", "a@b.org\r\n", "x" * 65 + "@b.org"]
)
def test_no_address_smuggles_a_header_or_a_second_mailbox(email: str) -> None:
    if email.strip() == email:
        with pytest.raises(PeopleError):
            clean_email(email)
    else:
        assert clean_email(email) == "a@b.org"
    with pytest.raises(ValueError):  # noqa: PT011 - of the library, in whatever words
        MailServer("host", 25, MailSecurity.NONE, "a@b.org").write_message(Letter("a@b.org", "x\ny: z", ""))


def test_the_sender_logs_in_where_the_server_asks_for_it() -> None:
    async def work(port: int, password: str) -> bool:
        server = MailServer("127.0.0.1", port, MailSecurity.NONE, "a@b.org", LOGIN, password)
        sender = EmailSender(server.deliver)
        try:
            return await sender.send(Letter(ANN, "Hello", "A text"))
        finally:
            sender.close()

    with smtp_server(asks=True) as (port, box):
        assert not asyncio.run(work(port, "wrong"))
        assert asyncio.run(work(port, PASSWORD))
        assert box.letters[0].get_content().strip() == "A text"


MAIL = {"mail_server": "smtp.example.org", "mail_from": "a@b.org", "site_url": "https://b.org"}


def test_the_port_follows_from_the_encryption() -> None:
    ports = {one: read_mail_server(RoomSettings(**MAIL, mail_security=one)) for one in MailSecurity}  # type: ignore[arg-type]
    assert [found and found.port for found in ports.values()] == [587, 465, 25]
    given = read_mail_server(RoomSettings(**{**MAIL, "mail_server": "[::1]:2525"}))  # type: ignore[arg-type]
    assert given is not None
    assert (given.host, given.port) == ("::1", 2525)
    assert "secret" not in repr(replace(given, password="secret"))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"mail_server": "host:x"}, "the setting mail-server expects HOST or HOST:PORT"),
        ({"mail_from": ""}, "the setting mail-from expects an address"),
        ({"site_url": ""}, "mail-server needs site-url"),
        ({"mail_login": "ann", "mail_security": MailSecurity.NONE}, "mail-login needs mail-security"),
    ],
)
def test_wrong_settings_are_told(wrong: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_mail_server(RoomSettings(**{**MAIL, **wrong}))  # type: ignore[arg-type]
