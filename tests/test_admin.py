"""What whoever runs a room does with its tables and people, while a server goes on."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from databases import database
from room_kit import HandClock, guests, open_room, settle
from typer.testing import CliRunner

from shindig.cli import app
from shindig.room.admin import AdminError, writing
from shindig.room.admin import close as close_table
from shindig.room.lessons import Progress
from shindig.room.people import PeopleError, Person
from shindig.room.room import Room
from shindig.room.told import RoomError

both = pytest.mark.parametrize("kind", ["sqlite", "postgres"])


def admin(url: str, *words: str) -> str:
    found = CliRunner().invoke(app, ["admin", *words, "--database", url], env={"COLUMNS": "200"})
    if found.exception is not None:
        raise found.exception
    return found.output


async def playing(url: str) -> tuple[Room, list[Person], str]:
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
        assert (await room.look(table)).info.state == "closed"
        await room.close()

    with database(kind, tmp_path) as url:
        asyncio.run(work(url))


def test_who_is_banned_is_out_until_they_get_another_password(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"

    async def work() -> None:
        room = await open_room(url, HandClock())
        ann, token = await room.people.guest("Ann")
        await room.people.register(ann, "ann", "correct horse")
        assert "is out" in admin(url, "ban", "ann")
        again = await open_room(url, HandClock())
        assert await again.people.who(token) is None
        with pytest.raises(PeopleError):
            await again.people.login("ann", "correct horse")
        person, _ = await again.people.login("ann", admin(url, "password", "ann").strip())
        assert person.id == ann.id
        await again.close()
        await room.close()

    asyncio.run(work())


def test_all_that_is_kept_of_somebody_is_told_and_nothing_of_others(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"

    async def work() -> None:
        room, people, table = await playing(url)
        await room.lessons.keep(people[0], "tall-card", Progress(3, second="all cards"))
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
        await room.lessons.keep(people[0], "tall-card", Progress(3))
        await room.close()
        pseudonym = admin(url, "forget", people[0].id).split(" are ")[1].removesuffix(" from now on.\n")
        again = await open_room(url, HandClock())
        lines = await again.services.store.log(table)
        assert not any("Ann" in line or "Oak Lane" in line for line in lines)
        info = (await again.look(table)).info
        assert [seat.name for seat in info.seats] == [pseudonym, "Bob"]
        assert info.state == "playing"
        assert await again.lessons.of(people[0]) == {}
        assert "Ann" not in admin(url, "people")
        await again.close()

    with database(kind, tmp_path) as url:
        asyncio.run(work(url))


def test_who_or_what_is_not_there_is_said(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    for words in (("ban", "nobody"), ("export", "nobody"), ("forget", "nobody"), ("password", "nobody")):
        with pytest.raises(AdminError, match="there is nobody with the id or login 'nobody'"):
            admin(url, *words)
    with writing(url) as connection, pytest.raises(AdminError, match="there is no open table 'oak'"):
        close_table(connection, "oak")
