"""What whoever runs a room does with its tables and people, while a server goes on."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, update
from typer.testing import CliRunner

from shindig.cli import app
from shindig.server.accounts.accounts import Accounts, PeopleError
from shindig.server.admin import admin_actions as admin_module
from shindig.server.admin.admin_actions import AdminError, open_transaction
from shindig.server.admin.admin_actions import end_table as close_table
from shindig.server.errors import BannedError, RoomError
from shindig.server.game_server import GameServer
from shindig.server.matches.lesson_progress import Progress
from shindig.server.person import Person
from shindig.server.schemas import Settings
from shindig.server.storage.database import StoreError, prepare_database
from shindig.server.storage.event_store import EventStore
from shindig.server.storage.schema import cards, reports
from tests.kits.server.databases import database
from tests.kits.server.room_kit import HandClock, guests, open_room, play_out, settle
from tests.kits.web.running_server import begun

both = pytest.mark.parametrize("kind", ["sqlite", "postgres"])


def admin(url: str, *words: str) -> str:
    found = CliRunner().invoke(app, ["admin", *words, "--database", url], env={"COLUMNS": "200"})
    if found.exception is not None:
        raise found.exception
    return found.output


async def playing(url: str) -> tuple[GameServer, list[Person], str]:
    """A room in which two play, and one has said something."""
    room = await open_room(url, HandClock())
    people = await guests(room, "Ann", "Bob")
    table = await room.open_table(people[0], "tall-card", 2)
    await room.sit(table, people[1])
    await room.say(table, people[0], "I live in Oak Lane.")
    await room.start_match(table, people[0])
    await settle(room, table)
    return room, people, table


@both
def test_a_table_is_closed_under_the_server_that_has_it(kind: str, tmp_path: Path) -> None:
    async def work(url: str) -> None:
        room, people, table = await playing(url)
        assert f"{table}  tall-card, public" in admin(url, "tables")
        assert "is closed" in admin(url, "close", table)
        assert table not in admin(url, "tables")
        with pytest.raises(RoomError):
            await room.say(table, people[0], "Hello?")
        assert (await room.build_snapshot(table)).info.state == "closed"
        await room.close()

    with database(kind, tmp_path) as url:
        asyncio.run(work(url))


def test_who_is_banned_is_out_until_the_ban_is_lifted(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"

    async def work() -> None:
        room = await open_room(url, HandClock())
        ann, token = await room.accounts.create_guest("Ann")
        await room.accounts.register(ann, "ann", "correct horse")
        assert "is out" in admin(url, "ban", "ann")
        again = await open_room(url, HandClock())
        assert await again.accounts.find_person(token) is None
        new = admin(url, "password", "ann").strip()
        with pytest.raises(BannedError, match=r"^You’re banned here\.$"):
            await again.accounts.login("ann", new)
        with pytest.raises(PeopleError):
            await again.accounts.login("ann", "correct horse")
        assert f"person {ann.id}, since" in admin(url, "bans")
        assert admin(url, "unban", "ann") == f"No longer banned: person {ann.id}.\n"
        assert admin(url, "bans") == ""
        person, _ = await again.accounts.login("ann", new)
        assert person.id == ann.id
        told = admin(url, "log")
        assert [word in told for word in ("ban person", "unban person", "password person")] == [True] * 3
        await again.close()
        await room.close()

    asyncio.run(work())


def test_all_that_is_kept_of_somebody_is_told_and_nothing_of_others(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"

    async def work() -> None:
        room, people, table = await playing(url)
        await room.lessons.store_progress(people[0], "tall-card", Progress(3, second="all cards"))
        told = json.loads(admin(url, "export", people[0].id))
        assert told["person"]["name"] == "Ann"
        assert [event["text"] for event in told["events"][table] if event["k"] == "say"] == ["I live in Oak Lane."]
        assert [(one["game"], one["moment"]) for one in told["lessons"]] == [("tall-card", 3)]
        assert "all cards" not in json.dumps(told), "a hand that is being played is nobody's to see"
        assert "Bob" not in json.dumps(told)
        assert people[1].id not in json.dumps(told)
        await room.close()

    asyncio.run(work())


@both
def test_a_name_and_words_are_forgotten_and_the_table_goes_on(kind: str, tmp_path: Path) -> None:
    async def work(url: str) -> None:
        room, people, table = await playing(url)
        await room.lessons.store_progress(people[0], "tall-card", Progress(3))
        await room.close()
        pseudonym = admin(url, "forget", people[0].id).split(" are now called ")[1].removesuffix(".\n")
        again = await open_room(url, HandClock())
        lines = await again.services.store.load_log(table)
        assert not any("Ann" in line or "Oak Lane" in line for line in lines)
        info = (await again.build_snapshot(table)).info
        assert [seat.name for seat in info.seats] == [pseudonym, "Bob"]
        assert info.state == "playing"
        assert await again.lessons.load_progress(people[0]) == {}
        assert "Ann" not in admin(url, "people")
        await again.close()

    with database(kind, tmp_path) as url:
        asyncio.run(work(url))


@pytest.mark.attack
@both
def test_a_name_is_forgotten_at_tables_that_are_played(kind: str, tmp_path: Path) -> None:
    """On every server: at tables, in the lobby, in what is cached of matches that are over, and in table `cards`."""

    async def work(url: str) -> None:
        room, (ann, bob), table = await playing(url)
        short = {"deals_each": 1, "stack": 20}
        over = await room.open_table(ann, "tall-card", 2, short, Settings(reveal="always"))
        await room.sit(over, bob)
        await room.start_match(over, ann)
        await play_out(room, over, [ann, bob])
        await room.leave(table, bob)
        await room.leave(over, bob)
        assert "Ann" in str(await room.build_replay(over, bob, 1))
        await room.close_table(over, ann)
        assert "Ann" in str([await room.build_replay(over, bob, 1), await room.load_history(bob)])
        if kind == "postgres":
            await room.public_tables.share_changes()
            assert "Ann" in str(await room.services.store.read(kept_cards))
        pseudonym = admin(url, "forget", ann.id).split(" are now called ")[1].removesuffix(".\n")
        assert await room.services.store.read(kept_cards) == []
        await room.table_registry.refresh()
        news = await room.build_snapshot(table)
        assert news.info.seats[0].name == pseudonym
        assert news.info.state == "playing"
        assert "Ann" not in str([card.names for card in room.list_public_tables()])
        told = str(
            [
                news,
                await room.build_replay(over, bob, 1),
                await room.build_record(over, bob, 1),
                await room.load_history(bob),
            ]
        )
        assert "Ann" not in told
        assert pseudonym in told
        if kind == "postgres":
            await room.public_tables.share_changes()
            assert "Ann" not in str(await room.services.store.read(kept_cards))
            assert over not in str(await room.services.store.read(kept_cards))
        await room.close()

    with database(kind, tmp_path) as url:
        asyncio.run(work(url))


@pytest.mark.attack
def test_what_a_server_that_ended_left_of_a_closed_table_goes(tmp_path: Path) -> None:
    async def work(url: str) -> None:
        room, _, table = await playing(url)
        await room.public_tables.share_changes()
        assert len(await room.services.store.read(kept_cards)) == 1
        await room.close()
        admin(url, "close", table)
        again = await open_room(url, HandClock())
        await again.public_tables.share_changes()
        assert await again.services.store.read(kept_cards) == []
        await again.close()

    with database("postgres", tmp_path) as url:
        asyncio.run(work(url))


def kept_cards(connection: Connection) -> list[str]:
    return [*connection.execute(select(cards.c.data)).scalars()]


@pytest.mark.attack
@both
def test_a_server_shows_a_pseudonym_within_seconds(kind: str, tmp_path: Path) -> None:
    """A real server, somebody who reads along, and the command beside it."""
    with database(kind, tmp_path) as url, begun(url) as (_, http):
        ann = http.post("/api/guests", json={"name": "Ann Lee"}).json()
        mine = {"authorization": f"Bearer {ann['token']}"}
        opening = {"game": "tall-card", "seats": 2, "begin": True, "settings": {"public": True}}
        table = http.post("/api/tables", json=opening, headers=mine).json()["table"]
        assert "Ann Lee" in http.get(f"/api/tables/{table}").text
        admin(url, "forget", ann["person"]["id"])
        while "Ann Lee" in http.get(f"/api/tables/{table}").text:
            with http.stream("GET", f"/api/tables/{table}/stream") as stream:
                for _ in stream.iter_lines():  # until the table is read anew
                    pass
        assert "Ann Lee" not in http.get("/").text


def test_no_name_stays_in_what_others_look_back_on_and_no_title_of_theirs(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"

    async def work() -> None:
        room = await open_room(url, HandClock())
        people = await guests(room, "Ann", "Bob")
        table = await room.open_table(
            people[0], "tall-card", 2, {"deals_each": 1, "stack": 20}, Settings(title="At Ann's", unit="of Ann")
        )
        await room.sit(table, people[1])
        await room.start_match(table, people[0])
        await settle(room, table)
        await play_out(room, table, people)
        assert [sat.name for sat in (await room.results.load_page(people[1], 0))[0][0].seats] == ["Ann", "Bob"]
        await room.close()
        pseudonym = admin(url, "forget", people[0].id).split(" are now called ")[1].removesuffix(".\n")
        again = await open_room(url, HandClock())
        assert [sat.name for sat in (await again.results.load_page(people[1], 0))[0][0].seats] == [pseudonym, "Bob"]
        assert not any("Ann" in line for line in await again.services.store.load_log(table))
        await again.close()

    asyncio.run(work())


def test_who_or_what_is_not_there_is_said(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    prepare_database(url)
    for words in (("ban", "nobody"), ("export", "nobody"), ("forget", "nobody"), ("password", "nobody")):
        with pytest.raises(AdminError, match="there is nobody with the id or login 'nobody'"):
            admin(url, *words)
    with open_transaction(url) as connection, pytest.raises(AdminError, match="there is no open table 'oak'"):
        close_table(connection, "oak")


def test_what_is_asked_of_people_and_words_is_found_and_changed(tmp_path: Path) -> None:
    url, clock = f"sqlite:///{tmp_path}/room.db", iter(range(1, 99))

    async def work() -> None:
        store = EventStore.open(url)
        here = Accounts(store, lambda: float(next(clock)))
        made = [await here.create_guest(name) for name in ("Ann", "Anna", "Bob_", "Bobo", "50%")]
        await here.register(made[3][0], "Annex", "a good password")
        for table in ("oak", "elm"):
            await store.store_table(table, "tall-card", table == "oak", "me", float(next(clock)))
        await store.close()
        with open_transaction(url) as connection:
            assert [one[1] for one in admin_module.find_people(connection, "ann")] == ["Bobo", "Anna", "Ann"], (
                "newest first"
            )
            assert [one[1] for one in admin_module.find_people(connection, "ann", 2)] == ["Bobo", "Anna"]
            assert [one[1] for one in admin_module.find_people(connection, "b_")] == ["Bob_"], (
                "signs stand for themselves"
            )
            assert [one[1] for one in admin_module.find_people(connection, "%")] == ["50%"]
            assert [one[1] for one in admin_module.find_people(connection, made[0][0].id)] == ["Ann"]
            assert [one[:3] for one in admin_module.list_open_tables(connection)] == [
                ("elm", "tall-card", False),
                ("oak", "tall-card", True),
            ]
            assert admin_module.find_person(connection, "ANNEX").name == "Bobo"
            with pytest.raises(AdminError, match=r"^Ann is a guest, and has no password$"):
                admin_module.reset_password(connection, made[0][0].id)
            admin_module.change_unwanted_words(connection, ["Fie*", "pish"])
            admin_module.change_unwanted_words(connection, ["pish"])
            assert admin_module.list_unwanted_words(connection) == ["fie*", "pish"]
            admin_module.change_unwanted_words(connection, ["FIE*"], remove=True)
            assert admin_module.list_unwanted_words(connection) == ["pish"]
            admin_module.change_unwanted_words(connection, [])
            with pytest.raises(ValueError, match=r"^expected a word of letters"):
                admin_module.change_unwanted_words(connection, ["two words"])

    asyncio.run(work())


def test_reports_are_listed_until_they_are_settled(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"

    async def work() -> None:
        store = EventStore.open(url)
        (ann, _), (bob, _) = await Accounts(store).create_guest("Ann"), await Accounts(store).create_guest("Bob")
        for number, table in enumerate(("oak", "elm")):
            await store.store_table(table, "tall-card", True, "me", 1.0)
            lines, why = '["[red]fie"]', f"[{table}]"
            told = {"table_id": table, "person": ann.id, "accused": bob.id, "name": "Bob", "lines": lines, "why": why}
            row = told | {"at": float(number), "settled": False}
            await store.write(lambda connection, row=row: connection.execute(insert(reports).values(row)))  # type: ignore
        await store.close()
        listed = admin(url, "reports")
        assert f"of {bob.id}: [elm]\n    Bob: [red]fie\n" in listed, "and brackets are no marks"
        with open_transaction(url) as connection:
            assert [one.why for one in admin_module.list_reports(connection)] == ["[elm]", "[oak]"]
            connection.execute(update(reports).where(reports.c.why == "[elm]").values(settled=True))
            assert [one.why for one in admin_module.list_reports(connection)] == ["[oak]"]
            assert [one.why for one in admin_module.list_reports(connection, every=True)] == ["[elm]", "[oak]"]
            assert admin_module.settle_reports(connection, bob.id) == 1
            assert admin_module.settle_reports(connection, bob.id) == 0
            assert admin_module.list_reports(connection) == []

    asyncio.run(work())


def test_a_database_that_fails_amid_the_work_is_said_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    prepare_database(url)

    def fails() -> None:
        with open_transaction(url) as one:
            admin_module.change_unwanted_words(one, ["pish"])
            one.exec_driver_sql("SELECT * FROM cakes")

    with pytest.raises(StoreError, match=r"^the database cannot be used: no such table: cakes$"):
        fails()
    with open_transaction(url) as one:
        assert admin_module.list_unwanted_words(one) == []
    with pytest.raises(KeyError), open_transaction(url):
        raise KeyError("one of ours")
