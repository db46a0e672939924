"""Tall Cards asks all at once whether they are ready: nothing is secret, so it waits for people and for no time."""

from __future__ import annotations

from pathlib import Path

from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.web.html.page_diff import render_regions
from tests.kits.server.room_kit import HandClock, guests, play_out, run, settle

RULES = {"gifts": "always", "hands": 3}


async def between_hands(room: GameServer) -> tuple[str, list[Person]]:
    """A table of three people who are asked whether they are ready."""
    people = await guests(room, "Ann", "Bob", "Cyd")
    table = await room.open_table(people[0], "tall-cards", 3, RULES)
    for one in people[1:]:
        await room.sit(table, one)
    await room.start_match(table, people[0])
    await settle(room, table)
    while room.table_registry.tables[table].state.next_question is None:
        await play_out(room, table, people, most=1)
    return table, people


async def ready(room: GameServer, table: str, person: Person) -> None:
    await answer(room, table, person, "ready")


async def answer(room: GameServer, table: str, person: Person, text: str) -> None:
    await room.move(table, person, text, (await room.build_snapshot(table, person)).info.token or "")
    await settle(room, table)


def test_all_are_asked_at_once_and_everybody_sees_who_is_awaited(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, people = await between_hands(room)
        asked = [one for one in people if (await room.build_snapshot(table, one)).info.token is not None]
        assert len(asked) > 1
        first, *others = asked
        before = (await room.build_snapshot(table, others[0])).info.together
        await ready(room, table, first)
        after = (await room.build_snapshot(table, others[0])).info.together
        assert before is not None
        assert after is not None
        assert {*before.seats} - {*after.seats} == {(await room.build_snapshot(table, first)).info.you}
        idle = render_regions(await room.build_snapshot(table, first))["r-ask"]
        assert "You’re ready. Waiting for" in idle
        for one in others:
            await ready(room, table, one)
        assert room.table_registry.tables[table].state.next_question is None, "it goes on with the last answer"

    run(tmp_path, work)


def test_who_is_ready_stays_ready_after_anothers_gift(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, people = await between_hands(room)
        state = room.table_registry.tables[table].state
        giver, *others = state.awaited_seats
        for seat in others:
            await ready(room, table, people[seat])
        await answer(room, table, people[giver], f"give to {max(others)}")
        await answer(room, table, people[giver], "give 1")
        assert state.next_question is None, "nobody is asked again"

    run(tmp_path, work)


def test_nobody_waits_long_for_who_is_away(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, people = await between_hands(room)
        asked = [one for one in people if (await room.build_snapshot(table, one)).info.token is not None]
        feeds = [await room.subscribe(table, one) for one in asked[:-1]]
        for one in asked[:-1]:
            await ready(room, table, one)
        state = room.table_registry.tables[table].state
        assert state.next_question is not None
        told = await room.build_snapshot(table, asked[0])
        assert told.stand_in is not None
        assert told.stand_in.seat == people.index(asked[-1])
        gone = people[told.stand_in.seat].name
        assert f"You’re ready. <b>{gone}</b> is away. A bot plays in" in render_regions(told)["r-ask"]
        clock.advance(state.settings.seconds + 1)
        await settle(room, table)
        assert state.next_question is None
        for one in feeds:
            one.close()

    run(tmp_path, work)
