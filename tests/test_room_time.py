"""Time at the table: clocks, the absent, pauses, rests, and what the room does by itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

import numpy as np
from room_kit import (
    FIRST,
    QUICK,
    HandClock,
    InlineBots,
    claim,
    guests,
    latest,
    open_room,
    run,
    settle,
    two_at_table,
)

from shindig.bots import random_policy
from shindig.games import game
from shindig.match import Match
from shindig.match import fair as seeded
from shindig.room.clock import Pace, mildest
from shindig.room.commands import Nothing
from shindig.room.room import Room
from shindig.room.told import Settings


def test_who_is_out_of_time_gets_the_mildest_action_and_then_a_bot(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        table, _ann, bob = await two_at_table(room, settings=Settings(seconds=10, bank=20, misses=1))
        clock.advance(29)
        await settle(room, table)
        assert (await room.look(table, bob)).info.token is not None, "the time bank is not gone yet"
        clock.advance(2)
        await settle(room, table)
        news = await room.look(table, bob)
        assert any(update.do == "decline" for update in news.updates)
        assert news.info.seats[1].held
        assert news.info.seats[1].bank == 0
        stream = room.stream(table, bob)
        await latest(stream)
        await settle(room, table)
        assert not (await room.look(table)).info.seats[1].held, "back when the page is"
        await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work)


def test_a_bot_plays_for_somebody_who_is_not_there_until_they_are_back(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        stream = room.stream(table, bob)
        await latest(stream)
        clock.advance(30)
        await settle(room, table)
        assert not (await room.look(table)).info.seats[1].held, "Bob is there and may think"
        await stream.aclose()  # type: ignore[attr-defined]
        clock.advance(19)
        await settle(room, table)
        assert not (await room.look(table)).info.seats[1].held, "a page may be loaded again"
        clock.advance(2)
        await settle(room, table)
        news = await room.look(table, ann)
        assert news.info.seats[1].held
        assert any(line.text == "{1} is away: a bot plays on." for update in news.updates for line in update.lines)
        stream = room.stream(table, bob)
        await latest(stream)
        await settle(room, table)
        assert not (await room.look(table)).info.seats[1].held
        await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work, Pace(least=0, most=0, rest=0, absent=20))


def test_time_over_the_decisions_time_comes_from_the_bank(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        table, _ann, bob = await two_at_table(room, settings=Settings(seconds=10, bank=20))
        clock.advance(16)
        await claim(room, table, bob)
        assert (await room.look(table)).info.seats[1].bank == 14

    run(tmp_path, work)


def test_the_mildest_action_checks_before_it_folds() -> None:
    match = Match(game("tall-card"), 2, FIRST, seeded(3))
    match.play("claim")
    assert game("tall-card").words.text(match.record, mildest(match)) == "check"
    match.play("bet 5")
    assert game("tall-card").words.text(match.record, mildest(match)) == "fold"
    match.play("call")
    assert game("tall-card").words.text(match.record, mildest(match)) == "discard"


def test_a_forced_action_waits_as_long_as_a_person_or_a_bot_would(tmp_path: Path) -> None:
    """Who cannot call misery is asked all the same: the room answers, but not at once, and the clock looks the same."""

    async def work(room: Room, clock: HandClock) -> None:
        people = await guests(room, "Ann", "Bob", "Cyd")
        table = await room.open_table(people[0], "talon", 3)
        for person in people[1:]:
            await room.sit(table, person)
        await room.start_match(table, people[0])
        await settle(room, table)
        state, rng = room._tables[table].state, np.random.default_rng(2)
        while True:
            assert state.actor is not None
            news = await room.look(table, people[state.actor])
            assert news.view is not None
            assert news.info.clock is not None
            assert news.info.clock.deadline == clock.now() + news.info.settings.seconds
            if len(news.view.legal) == 1:
                break
            await room.move(table, people[state.actor], random_policy(news.view, rng), news.info.token or "")
            await settle(room, table)
        clock.advance(0.9)
        await settle(room, table)
        assert state.seq == news.seq
        clock.advance(6)
        await settle(room, table)
        assert state.seq > news.seq

    run(tmp_path, work, Pace(least=1, most=2, absent=100_000))


def test_a_bot_that_never_answers_stops_nobody(tmp_path: Path) -> None:
    async def whole() -> None:
        clock = HandClock()
        room = await open_room(f"sqlite:///{tmp_path}/room.db", clock, QUICK, InlineBots(silent=True))
        (ann,) = await guests(room, "Ann")
        table = await room.play_now(ann, "tall-card", 2, FIRST)
        served = room._tables[table]
        await served.do(Nothing())
        seq = served.state.seq
        clock.advance(QUICK.bot + 1)
        for _ in range(3):
            await served.do(Nothing())
        assert (await room.look(table)).seq > seq
        assert any(update.do == "decline" for update in (await room.look(table)).updates)
        for task in served.memory.replies.tasks:
            task.cancel()
        await room.close()

    asyncio.run(whole())


def test_between_hands_the_result_lies_on_the_table(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        rng = np.random.default_rng(1)
        while (news := await room.look(table, bob)).info.rest is None:
            person = bob if news.info.token else ann
            mine = await room.look(table, person)
            assert mine.view is not None
            await room.move(table, person, random_policy(mine.view, rng), mine.info.token or "")
            await settle(room, table)
        await room.agree(table, ann, "next")
        await settle(room, table)
        assert (await room.look(table)).info.rest == clock.now() + 8
        await room.agree(table, bob, "next")
        await settle(room, table)
        assert (await room.look(table)).info.rest is None

    run(tmp_path, work, Pace(least=0, most=0))


def test_an_empty_table_is_closed_in_the_end(tmp_path: Path) -> None:
    async def work(room: Room, clock: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.open_table(ann, "talon", 4)
        stream = room.stream(table, ann)
        await latest(stream)
        clock.advance(2 * QUICK.idle)
        await settle(room, table)
        assert room.lobby()
        await stream.aclose()  # type: ignore[attr-defined]
        clock.advance(QUICK.idle + 1)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        while room.lobby():
            await asyncio.sleep(0)
        assert (await room.look(table)).info.state == "closed"

    run(tmp_path, work)
