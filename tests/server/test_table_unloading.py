"""Tables that nobody visits are unloaded, and come back for a look, a move or their deadline; how many may be open."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import update

from shindig.server.errors import RefusedError
from shindig.server.fair_queue import CURRENT_ASKER, Asker
from shindig.server.game_server import GameServer
from shindig.server.schemas import Settings
from shindig.server.storage.schema import tables
from shindig.server.tables.table_unloading import REST
from tests.kits.server.room_kit import HandClock, claim, guests, run, settle, two_at_table


async def unloaded(room: GameServer, clock: HandClock, table: str) -> None:
    """Nobody comes for long enough."""
    await settle(room, table)
    clock.advance(REST + 1)
    for _ in range(50):
        await asyncio.sleep(0)
    await room.table_registry.unload_quiet()
    assert table not in room.table_registry.tables
    assert table in room.table_registry.resting


LONG = Settings(seconds=604_800)


async def alone(room: GameServer) -> tuple[str, object]:
    """Ann alone with a bot at a table that plays for a week, hers to act."""
    (ann,) = await guests(room, "Ann")
    table = await room.play_now(ann, "tall-card", 2, settings=LONG)
    while not (await room.build_bare_snapshot(table, ann)).info.token:
        await settle(room, table)
    return table, ann


@pytest.mark.attack
def test_a_table_that_nobody_visits_is_unloaded_and_takes_no_place(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room, settings=LONG)
        room.max_tables = 1
        await unloaded(room, clock, table)
        other = await room.open_table(ann, "tall-card", 2)
        assert [card.id for card in room.list_public_tables()] == [other, table], "the lobby goes on to show it"
        before = room.table_registry.resting[table].clock.now()
        await claim(room, table, bob)
        assert table in room.table_registry.tables, "a move loads it again"
        assert not room.table_registry.resting
        assert room.table_registry.tables[table].clock.now() == before, "its time went on"

    run(tmp_path, work)


def test_a_look_loads_it_with_who_was_there_when(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, _ = await two_at_table(room, settings=LONG)
        seen = dict(room.table_registry.tables[table].memory.presence.last_seen)
        await unloaded(room, clock, table)
        found = await room.table_registry.find(table)
        assert found.memory.presence.last_seen == seen
        assert (await room.build_snapshot(table, ann)).info.state == "playing"

    run(tmp_path, work)


def test_its_deadline_wakes_it(tmp_path: Path) -> None:
    """As late as if it had been loaded all along: seven days and the time bank after the turn began."""

    async def work(room: GameServer, clock: HandClock) -> None:
        table, _, _ = await two_at_table(room, settings=LONG)
        seq = room.table_registry.tables[table].state.seq
        await unloaded(room, clock, table)
        clock.advance(604_800 - REST - 100)
        await asyncio.sleep(0.05)
        await room.table_registry.unload_quiet()  # an alarm of an earlier turn may have woken it
        assert table in room.table_registry.resting
        assert room.table_registry.resting[table].clock.now() > 600_000
        clock.advance(300)
        while table not in room.table_registry.tables:
            await asyncio.sleep(0)
        await settle(room, table)
        assert room.table_registry.tables[table].state.seq > seq, "the mildest action was played"

    run(tmp_path, work)


def test_a_table_without_a_match_is_closed_in_the_end(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.open_table(ann, "tall-card", 2)
        await unloaded(room, clock, table)
        clock.advance(room.services.pace.idle)
        while table in room.table_registry.resting:
            await asyncio.sleep(0)
        while table in room.table_registry.tables:
            await asyncio.sleep(0)
        assert (await room.table_registry.find_row(table))[0].closed

    run(tmp_path, work)


def test_who_is_there_keeps_a_table(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, _ = await two_at_table(room, settings=LONG)
        with await room.subscribe(table, ann):
            clock.advance(2 * REST)
            await room.table_registry.unload_quiet()
            assert table in room.table_registry.tables
        await room.table_registry.unload_quiet()
        assert table in room.table_registry.tables, "who has just gone may come back"

    run(tmp_path, work)


@pytest.mark.attack
def test_open_tables_are_bounded_for_each_person_and_each_address_loaded_or_not(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        room.max_hosted, room.max_at_address = 2, 3
        ann, bob, cat = await guests(room, "Ann", "Bob", "Cat")
        CURRENT_ASKER.set(Asker("", "10.0.0.1"))
        mine = [await room.open_table(ann, "tall-card", 2) for _ in range(2)]
        await unloaded(room, clock, mine[0])
        with pytest.raises(RefusedError, match="Close one first"):
            await room.open_table(ann, "tall-card", 2)
        await room.open_table(bob, "tall-card", 2)
        with pytest.raises(RefusedError, match="3 tables are open at your address"):
            await room.open_table(cat, "tall-card", 2)
        await room.close_table(mine[0], ann)
        await room.open_table(cat, "tall-card", 2)
        CURRENT_ASKER.set(Asker("", "10.0.0.2"))
        await room.open_table(cat, "tall-card", 2)

    run(tmp_path, work)


@pytest.mark.attack
def test_a_lobby_shows_three_tables_of_an_address_and_all_to_who_is_there(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        CURRENT_ASKER.set(Asker("", "10.0.0.1"))
        flood = [await room.open_table(ann, "tall-card", 2) for _ in range(5)]
        CURRENT_ASKER.set(Asker("", "10.0.0.2"))
        mine = await room.open_table(bob, "tall-card", 2)
        assert [card.id for card in room.list_public_tables()] == [mine, *reversed(flood[:3])]
        CURRENT_ASKER.set(Asker("", "10.0.0.1"))
        assert [card.id for card in room.list_public_tables()] == [mine, *reversed(flood)]

    run(tmp_path, work)


def test_what_a_command_changes_of_an_unloaded_table_is_read_anew(tmp_path: Path) -> None:
    """A name that is forgotten goes from the lobby too, and a table that is closed."""

    async def work(room: GameServer, clock: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        forgotten, closed = [await room.open_table(ann, "tall-card", 2) for _ in range(2)]
        await unloaded(room, clock, forgotten)
        assert closed in room.table_registry.resting
        higher = update(tables).where(tables.c.id == forgotten).values(epoch=9)
        await room.services.store.write(lambda connection: connection.execute(higher))
        ends = update(tables).where(tables.c.id == closed).values(closed=True)
        await room.services.store.write(lambda connection: connection.execute(ends))
        await room.table_registry.refresh()
        assert not room.table_registry.resting
        assert [card.id for card in room.list_public_tables()] == [forgotten]

    run(tmp_path, work)
