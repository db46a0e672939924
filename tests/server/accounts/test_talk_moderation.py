"""Words that a room does not want, and reports of what somebody said."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from shindig.server.accounts.accounts import PeopleError
from shindig.server.accounts.talk_moderation import LINES, MOST_OPEN, has_word
from shindig.server.errors import ForbiddenError, MissingError, RefusedError, RoomError
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.schemas import Settings
from tests.kits.server.databases import database
from tests.kits.server.room_kit import HandClock, guests, open_room, run
from tests.kits.web.in_process_app import application, client
from tests.server.accounts.test_admin import admin, both


async def talking(url: str) -> tuple[GameServer, Person, Person, str]:
    """Two at a table, of whom the second has said more than a report tells of."""
    room = await open_room(url, HandClock())
    ann, bob = await guests(room, "Ann", "Bob")
    table = await room.open_table(ann, "tall-cards", 2)
    await room.sit(table, bob)
    await room.say(table, ann, "Hello!")
    for number in range(LINES + 2):
        await room.say(table, bob, f"rude {number}")
    return room, ann, bob, table


@both
def test_what_somebody_said_reaches_whoever_runs_the_room(kind: str, tmp_path: Path) -> None:
    async def work(url: str) -> None:
        room, ann, bob, table = await talking(url)
        assert [(one.name, one.lines[0]) for one in await room.find_speakers(table, ann)] == [("Bob", "rude 2")]
        await room.report(table, ann, 0, "  He is\nrude. ")
        await room.report(table, ann, 0, "He goes on.")
        told = admin(url, "reports").splitlines()
        assert told[0].endswith(f"table {table}, {ann.id} of {bob.id}: He goes on.")
        assert told[1:] == [f"    Bob: rude {number}" for number in range(2, LINES + 2)]
        assert admin(url, "settle", bob.id).strip() == "1 settled."
        assert admin(url, "reports") == ""
        assert bob.id in admin(url, "reports", "--all")
        await room.close()

    with database(kind, tmp_path) as url:
        asyncio.run(work(url))


def test_nobody_reports_what_was_not_said_or_themselves(tmp_path: Path) -> None:
    async def work() -> None:
        room, ann, bob, table = await talking(f"sqlite:///{tmp_path}/room.db")
        with pytest.raises(MissingError):
            await room.report(table, ann, 1, "")
        with pytest.raises(RoomError, match="200 letters"):
            await room.report(table, ann, 0, "a" * 201)
        with pytest.raises(ForbiddenError):
            await room.report(table, bob, 0, "")
        account, _ = await room.accounts.register(bob, "bob", "correct horse")
        with pytest.raises(ForbiddenError):
            await room.report(table, account, 0, "")
        assert admin(f"sqlite:///{tmp_path}/room.db", "reports") == ""
        await room.close()

    asyncio.run(work())


def test_strangers_are_not_told_what_was_said_where_nobody_may_watch(tmp_path: Path) -> None:
    async def work() -> None:
        room = await open_room(f"sqlite:///{tmp_path}/room.db", HandClock())
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-cards", 2, settings=Settings(watch=False))
        await room.say(table, ann, "Our secret.")
        for call in (room.find_speakers(table, bob), room.find_speakers(table, None), room.report(table, bob, 0, "")):
            with pytest.raises(ForbiddenError):
                await call
        assert len(await room.find_speakers(table, ann)) == 1
        await room.close()

    asyncio.run(work())


def test_one_person_floods_nobody_with_reports(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"

    async def work() -> None:
        room = await open_room(url, HandClock())
        ann, bob = await guests(room, "Ann", "Bob")
        for number in range(MOST_OPEN + 1):
            table = await room.open_table(bob, "tall-cards", 2)
            await room.say(table, bob, f"rude {number}")
            if number < MOST_OPEN:
                await room.report(table, ann, 0, "")
                await room.report(table, ann, 0, "Said better.")
                await room.close_table(table, bob)
        with pytest.raises(RefusedError, match="20 reports"):
            await room.report(table, ann, 0, "")
        assert admin(url, "settle", bob.id).strip() == "20 settled."
        await room.report(table, ann, 0, "")
        await room.close()

    asyncio.run(work())


def test_what_somebody_said_as_a_guest_is_their_accounts(tmp_path: Path) -> None:
    """Who is reported logs in to an account; whoever runs the room still knows the guest, and is heard."""
    url = f"sqlite:///{tmp_path}/room.db"

    async def work() -> None:
        room, ann, bob, table = await talking(url)
        await room.report(table, ann, 0, "")
        (other,) = await guests(room, "Other")
        await room.accounts.register(other, "rob", "correct horse")
        account, token = await room.accounts.login("rob", "correct horse", bob)
        assert bob.id in admin(url, "reports")
        assert admin(url, "settle", account.id).strip() == "1 settled."
        assert "Other is out" in admin(url, "ban", bob.id)
        await room.close()
        again = await open_room(url, HandClock())
        assert await again.accounts.find_person(token) is None
        await again.close()

    asyncio.run(work())


def test_nobody_sits_down_under_a_name_that_looks_like_anothers(tmp_path: Path) -> None:
    """Who plays is known to the others by their name alone."""

    async def work(room: GameServer, _: HandClock) -> None:
        ann, *others = await guests(room, "Anne", "\u0410nn\u0435", "\u00c1nne", "Hanne")
        table = await room.open_table(ann, "tall-cards", 4)
        for one in others:
            await room.sit(table, one)
        names = [seat.name for seat in (await room.build_snapshot(table)).info.seats]
        assert names == ["Anne", "\u0410nn\u0435 2", "\u00c1nne 3", "Hanne"]

    run(tmp_path, work)


@pytest.mark.parametrize("text", ["\u2800", "a\u0301\u0301\u0301\u0301", "\u202egnorw", "no\u3164thing"])
def test_what_cannot_be_seen_or_climbs_over_others_words_is_not_said(text: str, tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.open_table(ann, "tall-cards", 2)
        with pytest.raises(RoomError, match="1 to 200 letters"):
            await room.say(table, ann, text)
        with pytest.raises(RoomError, match="nobody can see"):
            await room.open_table(ann, "tall-cards", 2, settings=Settings(title=text))
        await room.say(table, ann, "I \u2764\ufe0f caf\u00e9s")

    run(tmp_path, work)


def test_who_is_forgotten_is_forgotten_in_reports(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"

    async def work() -> None:
        room, ann, bob, table = await talking(url)
        await room.report(table, ann, 0, "He is rude.")
        assert "He is rude." in admin(url, "export", ann.id)
        admin(url, "forget", bob.id)
        told = admin(url, "reports")
        assert "He is rude." in told
        assert "rude 2" not in told
        admin(url, "forget", ann.id)
        assert admin(url, "reports") == ""
        await room.close()

    asyncio.run(work())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("what a Turnip!", True),
        ("TÚRNIP", True),
        ("ｔｕｒｎｉｐ", True),
        ("turnips", False),
        ("beetroots, please", True),
        ("sugarbeet", False),
        ("tur\u034fnip", True),
        ("tur\ufe0fnip", True),
        ("tur\u1160nip", True),
        ("t\u20ddu\u20ddr\u20ddnip", True),
        ("t\u0443rni\u0440, \u0412eet", True),
        ("T\u0435a", False),
        ("turn\u0131p", True),
        ("turn1p", True),
        ("so t.u r-n_i p it is", True),
        ("it's a b", False),
        ("a beet", True),
        ("1 or 2", False),
        ("\u0915\u093e", False),
        ("", False),
    ],
)
def test_a_word_is_found_whatever_it_wears(text: str, found: bool) -> None:
    assert has_word(text, ["turnip", "beet*", "\u0915\u0940"]) == found


@both
def test_unwanted_words_are_neither_said_nor_worn_as_names(kind: str, tmp_path: Path) -> None:
    async def work(url: str) -> None:
        room, ann, _, table = await talking(url)
        assert admin(url, "unwanted", "Türnip", "beet*").split() == ["beet*", "turnip"]
        with pytest.raises(RoomError, match="isn’t welcome"):
            await room.say(table, ann, "You turnip.")
        for call in (room.accounts.create_guest("Turnip"), room.accounts.rename(ann, "Beetle")):
            with pytest.raises(PeopleError, match="isn’t welcome"):
                await call
        with pytest.raises(PeopleError, match="isn’t welcome"):
            await room.accounts.register(ann, "turnip", "correct horse")
        with pytest.raises(RoomError, match="isn’t welcome"):
            await room.open_table(ann, "tall-cards", 2, settings=Settings(title="Beetroot night"))
        assert admin(url, "unwanted", "turnip", "beet*", "--remove") == ""
        await room.say(table, ann, "You turnip.")
        with pytest.raises(ValueError, match="letters and digits"):
            admin(url, "unwanted", "two words")
        await room.close()

    with database(kind, tmp_path) as url:
        asyncio.run(work(url))


def test_the_page_and_the_protocol_report(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, room):
            (bob, his), (ann, hers) = await room.accounts.create_guest("Bob"), await room.accounts.create_guest("Ann")
            table = await room.open_table(bob, "tall-cards", 2)
            await room.sit(table, ann)
            await room.say(table, bob, "<rude>")
            async with client(app, hers) as http:
                page = (await http.get(f"/t/{table}/report")).text
                assert "&lt;rude&gt;" in page
                assert bob.id not in page
                sent = await http.post(f"/t/{table}/report", data={"number": "0", "why": "It is rude."})
                assert sent.headers["location"] == f"/t/{table}/report?sent"
                assert (await http.get(f"/api/tables/{table}/words")).json() == [{"name": "Bob", "lines": ["<rude>"]}]
                reports = f"/api/tables/{table}/reports"
                answers = [(await http.post(reports, json={"number": number})).status_code for number in (0, 1)]
                assert answers == [204, 404]
            async with client(app, his) as http:
                assert (await http.post(reports, json={"number": 0})).status_code == 403

    asyncio.run(work())
