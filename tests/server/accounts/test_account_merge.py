"""All that a guest has moves to the account that they log in to: seats, history, lessons, face; once, or not at all."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, update

from shindig.server.accounts import account_merge
from shindig.server.admin import admin_actions
from shindig.server.game_server import GameServer
from shindig.server.matches.lesson_progress import Progress
from shindig.server.person import Person
from shindig.server.storage.schema import people, seatings
from tests.kits.server.databases import database
from tests.kits.server.room_kit import FIRST, QUICK, HandClock, InlineBots, guests, play_out, run, settle

PASSWORD = "a good password"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as given:
        yield given


async def account(room: GameServer, login: str) -> Person:
    """An account that was made in another browser."""
    person, _ = await room.accounts.create_guest(login.title())
    return (await room.accounts.register(person, login, PASSWORD))[0]


async def table_of(room: GameServer, person: Person) -> str:
    table = await room.play_now(person, "tall-card", 2, FIRST)
    await settle(room, table)
    return table


def test_a_guest_who_logs_in_plays_on(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann = await account(room, "ann")
        (guest,) = await guests(room, "Somebody")
        table = await table_of(room, guest)
        before = (await room.build_snapshot(table, guest)).view
        again = (await room.accounts.login("ann", PASSWORD, guest))[0]
        news = await room.build_snapshot(table, again)
        assert again.id == ann.id
        assert news.info.you == 0
        assert news.info.host
        assert before is not None
        assert news.view is not None
        assert news.view.tobytes() == before.tobytes()
        await play_out(room, table, [room.table_registry.tables[table].state.known_person(again)])
        assert await room.build_replay(table, again, 1)
        assert [card.id for card in await room.load_history(again)] == [table]
        assert (await room.load_history(again))[0].matches == (1,)

    run(tmp_path, work)


def test_who_was_a_guest_is_known_by_it_on_every_server_and_after_a_restart(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        await account(room, "ann")
        guest, old = await room.accounts.create_guest("Somebody")
        table = await table_of(room, guest)
        token = (await room.accounts.login("ann", PASSWORD, guest))[1]
        again = await GameServer.from_store(room.services.store, clock, QUICK, InlineBots(), random.Random(1))
        person = await again.accounts.find_person(token)
        assert person is not None
        assert (await again.build_snapshot(table, person)).info.you == 0
        assert await again.accounts.find_person(old) is None

    run(tmp_path, work)


def test_the_lesson_that_came_further_is_kept(url: str) -> None:
    async def work() -> None:
        room = await GameServer.start(url, HandClock(), QUICK, InlineBots(), random.Random(1))
        ann = await account(room, "ann")
        (guest,) = await guests(room, "Somebody")
        await room.lessons.store_progress(ann, "talon", Progress(9, done=True))
        await room.lessons.store_progress(guest, "talon", Progress(3))
        await room.lessons.store_progress(ann, "tall-card", Progress(1))
        await room.lessons.store_progress(guest, "tall-card", Progress(5, second="a hand"))
        await room.lessons.store_progress(guest, "tall-cards", Progress(2))
        again = (await room.accounts.login("ann", PASSWORD, guest))[0]
        kept = await room.lessons.load_progress(again)
        assert kept == {
            "talon": Progress(9, done=True),
            "tall-card": Progress(5, second="a hand"),
            "tall-cards": Progress(2),
        }
        await room.close()

    asyncio.run(work())


def test_two_logins_move_a_guest_into_the_first_account(url: str) -> None:
    async def work() -> None:
        room = await GameServer.start(url, HandClock(), QUICK, InlineBots(), random.Random(1))
        await account(room, "ann")
        await account(room, "bob")
        (guest,) = await guests(room, "Somebody")
        await table_of(room, guest)
        (ann, _), (bob, _) = await asyncio.gather(
            *(room.accounts.login(login, PASSWORD, guest) for login in ("ann", "bob"))
        )
        assert sorted([len(await room.load_history(ann)), len(await room.load_history(bob))]) == [0, 1]
        assert sorted([ann.was, bob.was]) == [(), (guest.id,)]
        await room.close()

    asyncio.run(work())


def test_what_fails_on_the_way_moves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("the power went out")

    async def work(room: GameServer, _: HandClock) -> None:
        await account(room, "ann")
        guest, token = await room.accounts.create_guest("Somebody")
        table = await table_of(room, guest)
        with monkeypatch.context() as patched:
            patched.setattr(account_merge, "MOVES", (*account_merge.MOVES, fails))
            with pytest.raises(RuntimeError):
                await room.accounts.login("ann", PASSWORD, guest)
        assert await room.accounts.find_person(token) == guest
        assert [card.id for card in await room.load_history(guest)] == [table]

    run(tmp_path, work)


def test_nobody_moves_from_one_account_to_another(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await account(room, "ann"), await account(room, "bob")
        table = await table_of(room, bob)
        ann = (await room.accounts.login("ann", PASSWORD, bob))[0]
        assert ann.was == ()
        assert [card.id for card in await room.load_history(bob)] == [table]

    run(tmp_path, work)


def test_who_sat_as_both_sees_one_hand(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann = await account(room, "ann")
        (guest,) = await guests(room, "Somebody")
        table = await room.open_table(ann, "tall-card", 2, FIRST)
        await room.sit(table, guest)
        await room.start_match(table, ann)
        await settle(room, table)
        again = (await room.accounts.login("ann", PASSWORD, guest))[0]
        assert (await room.build_snapshot(table, again)).info.you == 0

    run(tmp_path, work)


@pytest.mark.attack
def test_who_sat_as_both_agrees_for_both(tmp_path: Path) -> None:
    """To another match and to opening the hands: nobody else could say yes for the guest's seat any more."""

    async def work(room: GameServer, _: HandClock) -> None:
        ann = await account(room, "ann")
        guest, bob = await guests(room, "Somebody", "Bob")
        table = await room.open_table(ann, "tall-card", 3, {**FIRST, "deals_each": 1})
        for person in (guest, bob):
            await room.sit(table, person)
        await room.start_match(table, ann)
        await play_out(room, table, [ann, guest, bob])
        again = (await room.accounts.login("ann", PASSWORD, guest))[0]
        await room.agree(table, bob, "reveal")
        assert (await room.build_reveal_status(table, again, 1)).yours is False
        assert (await room.build_reveal_status(table, bob, 1)).yours is True
        await room.agree(table, again, "reveal")
        opening = await room.build_reveal_status(table, again, 1)
        assert (opening.open, opening.yours, len(opening.consents)) == (True, True, 3)
        await room.agree(table, bob, "rematch")
        await room.agree(table, again, "rematch")
        assert (await room.build_snapshot(table)).info.match == 2

    run(tmp_path, work)


def test_who_opened_a_table_as_a_guest_is_its_host_as_the_account_that_sits_there(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann = await account(room, "ann")
        (guest,) = await guests(room, "Somebody")
        table = await room.open_table(guest, "tall-card", 2, FIRST)
        await room.sit(table, ann)
        again = (await room.accounts.login("ann", PASSWORD, guest))[0]
        await room.start_match(table, again)
        assert (await room.build_snapshot(table)).info.state == "playing"

    run(tmp_path, work)


def test_a_face_is_taken_along_by_who_has_none(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        await account(room, "ann")
        (guest,) = await guests(room, "Somebody")

        def worn(connection: Connection) -> None:
            connection.execute(update(people).where(people.c.id == guest.id).values(face="moon-2"))

        await room.services.store.write(worn)
        ann = (await room.accounts.login("ann", PASSWORD, guest))[0]
        assert ann.face == "moon-2"

    run(tmp_path, work)


def test_forgetting_an_account_forgets_its_guests(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        await account(room, "ann")
        (guest,) = await guests(room, "Wilhelmina")
        table = await table_of(room, guest)
        ann = (await room.accounts.login("ann", PASSWORD, guest))[0]
        with admin_actions.open_transaction(f"sqlite:///{tmp_path}/room.db") as connection:
            told = admin_actions.export_person(connection, "ann")
            assert told["person"]["guests"] == [guest.id]
            assert told["events"][table]
            admin_actions.forget_person(connection, "ann")
        assert "Wilhelmina" not in "".join(await room.services.store.load_log(table))
        names = await room.services.store.read(lambda found: found.execute(select(people.c.name)).scalars().all())
        assert "Wilhelmina" not in names
        rows = await room.services.store.read(lambda found: found.execute(select(seatings.c.person)).scalars().all())
        assert rows == [ann.id]

    run(tmp_path, work)
