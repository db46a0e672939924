"""Time at the table: clocks, the absent, pauses, rests, and what the room does by itself."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from shindig.bots import random_policy
from shindig.gamekit import game
from shindig.match import Match
from shindig.match import fair as seeded
from shindig.server.errors import StaleError
from shindig.server.game_server import GameServer
from shindig.server.schemas import Settings, TimeLeft
from shindig.server.table_log.legal_action_facts import timeout_action
from shindig.server.table_log.turn_clock import Pace
from shindig.server.tables.commands import RunScheduler
from shindig.web.http.event_stream import PageStream
from tests.kits.server.room_kit import (
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
from tests.kits.web.in_process_app import application, client


def test_who_is_out_of_time_gets_the_mildest_action_and_then_a_bot(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, _ann, bob = await two_at_table(room, settings=Settings(seconds=10, bank=20, misses=1))
        clock.advance(29)
        await settle(room, table)
        assert (await room.build_snapshot(table, bob)).info.token is not None, "the time bank is not gone yet"
        clock.advance(2)
        await settle(room, table)
        news = await room.build_snapshot(table, bob)
        assert any(update.do == "decline" for update in news.updates)
        assert news.info.seats[1].held
        assert news.info.seats[1].bank == 0
        stream = room.stream_updates(table, bob)
        await latest(stream)
        await settle(room, table)
        assert not (await room.build_snapshot(table)).info.seats[1].held, "back when the page is"
        await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work)


def test_whose_time_is_up_is_late_with_what_they_ask_for_then(tmp_path: Path) -> None:
    """What is due comes before what is asked for."""

    async def work(room: GameServer, clock: HandClock) -> None:
        table, _ann, bob = await two_at_table(room, settings=Settings(seconds=10, bank=20))
        token = (await room.build_snapshot(table, bob)).info.token or ""
        clock.advance(31)
        with pytest.raises(StaleError):
            await room.move(table, bob, "claim", token)
        assert any(update.do == "decline" for update in (await room.build_snapshot(table, bob)).updates)

    run(tmp_path, work)


@pytest.mark.parametrize("broken", ["next_due", "decide"])
def test_a_fault_in_what_the_room_does_stops_neither_the_table_nor_its_people(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whether it is in what is due or in doing it: people go on, and it is tried again."""

    async def work(room: GameServer, clock: HandClock) -> None:
        name, ann, bob = await two_at_table(room, settings=Settings(seconds=10, bank=20))
        with monkeypatch.context() as fault:
            fault.setattr(f"shindig.server.tables.table_actor.{broken}", lambda *_: 1 // 0)
            clock.advance(31)
            with suppress(ZeroDivisionError):
                await room.say(name, ann, "Hello!")
            assert "tried again in 1.0 seconds" in caplog.text
        await room.say(name, ann, "Well played!")
        clock.advance(1.0)
        await settle(room, name)
        told = (await room.build_snapshot(name, bob)).updates
        assert any(update.do == "decline" for update in told)
        assert any("Well played!" in str(line.text) for update in told for line in update.lines)

    run(tmp_path, work)


def test_a_bot_plays_for_somebody_who_is_not_there_until_they_are_back(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        stream = room.stream_updates(table, bob)
        await latest(stream)
        clock.advance(30)
        await settle(room, table)
        assert not (await room.build_snapshot(table)).info.seats[1].held, "Bob is there and may think"
        await stream.aclose()  # type: ignore[attr-defined]
        clock.advance(19)
        await settle(room, table)
        assert not (await room.build_snapshot(table)).info.seats[1].held, "a page may be loaded again"
        clock.advance(2)
        await settle(room, table)
        news = await room.build_snapshot(table, ann)
        assert news.info.seats[1].held
        assert any(
            str(line.text) == "{1} is away, so a bot plays on." for update in news.updates for line in update.lines
        )
        stream = room.stream_updates(table, bob)
        await latest(stream)
        await settle(room, table)
        assert not (await room.build_snapshot(table)).info.seats[1].held
        await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work, Pace(least=0, most=0, rest=0, absent=20))


@pytest.mark.attack
@pytest.mark.parametrize("way", ["leave", "hold"])
def test_who_comes_back_in_a_turn_has_the_time_that_was_left(way: str, tmp_path: Path) -> None:
    """Otherwise a player could leave and sit down again, or be away for a while, and think for ever."""

    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        whole = (await room.build_snapshot(table, ann)).clock
        assert whole is not None
        assert whole.seat == 1
        for used in (20, 40):
            clock.advance(20)
            await settle(room, table)
            if way == "leave":
                await room.leave(table, bob)
                clock.advance(1)
                await room.sit(table, bob)
            else:
                await room.hold_seat(table, ann, 1)
                clock.advance(1)
                await room.come_back(table, bob)
            await settle(room, table)
            left = (await room.build_snapshot(table, ann)).clock
            assert left is not None
            assert (left.left, left.until) == (whole.left - used, whole.until - used)
        token = (await room.build_snapshot(table, bob)).info.token or ""
        await room.move(table, bob, "claim", token)
        await settle(room, table)
        fresh = (await room.build_snapshot(table, ann)).clock
        assert fresh is not None
        assert fresh.left == whole.left, "the next turn has all of its time"

    run(tmp_path, work, Pace(least=5, most=5, rest=0, absent=100_000))


def test_time_over_the_decisions_time_comes_from_the_bank(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, _ann, bob = await two_at_table(room, settings=Settings(seconds=10, bank=20))
        clock.advance(16.0014)
        await claim(room, table, bob)
        assert (await room.build_snapshot(table)).info.seats[1].bank == 13.999

    run(tmp_path, work)


def test_the_mildest_action_checks_before_it_folds() -> None:
    match = Match(game("tall-card"), 2, FIRST, seeded(3))
    match.play("claim")
    assert game("tall-card").words.text(match.record, timeout_action(match)) == "check"
    match.play("bet 5")
    assert game("tall-card").words.text(match.record, timeout_action(match)) == "fold"
    match.play("call")
    assert game("tall-card").words.text(match.record, timeout_action(match)) == "discard"


def test_what_everybody_knows_to_be_forced_the_room_plays(tmp_path: Path) -> None:
    """TC-12: the dealer must claim what nobody claimed, and all know it."""

    async def work(room: GameServer, clock: HandClock) -> None:
        table, _ann, bob = await two_at_table(room)
        token = (await room.build_snapshot(table, bob)).info.token or ""
        await room.move(table, bob, "decline", token)
        await settle(room, table)
        assert (await room.build_snapshot(table)).updates[-1].do == "decline"
        clock.advance(2)
        await settle(room, table)
        assert (await room.build_snapshot(table)).updates[-1].do == "claim"

    run(tmp_path, work, Pace(least=1, most=2, absent=100_000))


def test_a_bot_that_never_answers_stops_nobody(tmp_path: Path) -> None:
    async def whole() -> None:
        clock = HandClock()
        room = await open_room(f"sqlite:///{tmp_path}/room.db", clock, QUICK, InlineBots(silent=True))
        (ann,) = await guests(room, "Ann")
        table = await room.play_now(ann, "tall-card", 2, FIRST)
        served = room.table_registry.tables[table]
        await served.do(RunScheduler())
        seq = served.state.seq
        clock.advance(QUICK.bot + 1)
        for _ in range(3):
            await served.do(RunScheduler())
        assert (await room.build_snapshot(table)).seq > seq
        assert any(update.do == "decline" for update in (await room.build_snapshot(table)).updates)
        for task in served.memory.replies.tasks:
            task.cancel()
        await room.close()

    asyncio.run(whole())


def test_between_hands_the_result_lies_on_the_table(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        rng = np.random.default_rng(1)
        while (news := await room.build_snapshot(table, bob)).info.rest is None:
            person = bob if news.info.token else ann
            mine = await room.build_snapshot(table, person)
            assert mine.view is not None
            await room.move(table, person, random_policy(mine.view, rng), mine.info.token or "")
            await settle(room, table)
        await room.agree(table, ann, "next")
        await settle(room, table)
        assert (await room.build_snapshot(table)).rest == 8
        await room.agree(table, bob, "next")
        await settle(room, table)
        assert (await room.build_snapshot(table)).info.rest is None

    run(tmp_path, work, Pace(least=0, most=0))


def test_an_empty_table_is_closed_in_the_end(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.open_table(ann, "talon", 4)
        stream = room.stream_updates(table, ann)
        await latest(stream)
        clock.advance(2 * QUICK.idle)
        await settle(room, table)
        assert room.list_public_tables()
        await stream.aclose()  # type: ignore[attr-defined]
        clock.advance(QUICK.idle + 1)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        while room.list_public_tables():
            await asyncio.sleep(0)
        assert (await room.build_snapshot(table)).info.state == "closed"

    run(tmp_path, work)


@pytest.mark.parametrize("hours", [-1, 1])
def test_setting_the_machines_date_stops_nobody_and_takes_nobodys_time(
    hours: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Set while a bot takes its pause, and again while a person thinks."""
    date, ahead = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: date() + ahead[0])

    async def whole() -> None:
        pace = Pace(least=0.05, most=0.05, rest=0, device=0, absent=100_000)
        room = await GameServer.start(f"sqlite:///{tmp_path}/room.db", pace=pace, bots=InlineBots())
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-card", 3, FIRST, Settings(seconds=600))
        await room.sit(table, bob, 2)
        await room.start_match(table, ann)
        served = room.table_registry.tables[table]
        while served.state.actor != 1:
            await asyncio.sleep(0)
        ahead[0] += 3600 * hours
        while (person := {0: ann, 2: bob}.get(served.state.actor)) is None:
            await asyncio.sleep(0)
        news = await room.build_snapshot(table, person)
        token = news.info.token
        ahead[0] += 3600 * hours
        served.wake()
        await settle(room, table)
        news = await room.build_snapshot(table, person)
        assert (news.info.token, token) == (token, served.state.token)
        assert news.info.seats[0].bank == news.info.settings.bank
        assert news.clock is not None
        assert 0 < news.clock.left <= 600
        await room.close()

    asyncio.run(asyncio.wait_for(whole(), 600))


def test_after_a_restart_the_time_goes_on_that_was_left_at_the_last_event(tmp_path: Path) -> None:
    """Whatever the date is then, however long nobody served the table, and from whatever the other clock counts."""

    async def whole() -> None:
        url, clock = f"sqlite:///{tmp_path}/room.db", HandClock()
        room = await open_room(url, clock, PRESENT)
        table, ann, bob = await two_at_table(room, settings=Settings(seconds=30, bank=20))
        clock.advance(16)
        await room.say(table, ann, "Well?")
        clock.advance(3)
        await room.close()
        other = HandClock(5.0)
        other.set_by -= 7_200
        room = await open_room(url, other, PRESENT)
        await settle(room, table)
        left = (await room.build_snapshot(table, bob)).clock
        assert left == TimeLeft(1, 14, 34)
        other.advance(19)
        await settle(room, table)
        assert not (await room.build_snapshot(table)).info.seats[1].held, "a page has time to come back"
        await claim(room, table, bob)
        assert (await room.build_snapshot(table)).info.seats[1].bank == 15
        await room.close()

    asyncio.run(whole())


PRESENT = Pace(least=0, most=0, rest=0, absent=20)


def test_programs_and_pages_are_told_seconds_that_are_left(tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, room):
            clock = room.services.clock
            assert isinstance(clock, HandClock)
            ann, token = await room.accounts.create_guest("Ann")
            (bob,) = await guests(room, "Bob")
            table = await room.open_table(bob, "tall-card", 2, FIRST, Settings(seconds=40, bank=10))
            await room.sit(table, ann)
            await room.start_match(table, bob)
            await settle(room, table)
            clock.advance(15)
            clock.set_by += 3600
            async with client(app, token) as http:
                told = (await http.get(f"/api/tables/{table}")).json()
                assert told["clock"] == {"seat": 1, "left": 25, "until": 35}
                assert told["rest"] is None
                assert "clock" not in told["table"]
                assert 'data-left="[25.0,35.0]"' in (await http.get(f"/t/{table}")).text
            page = json.loads(PageStream().encode_update(await room.build_snapshot(table, ann)).split(b"data: ")[1])
            assert page["left"] == [25, 35]

    asyncio.run(work())


def test_a_table_that_nobody_comes_to_closes_and_is_kept_no_more(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.open_table(ann, "tall-card", 2)
        (worker,) = (one for one in asyncio.all_tasks() if one.get_name() == f"table {table}")
        clock.advance(QUICK.idle)
        await worker
        await asyncio.sleep(0)
        assert table not in room.table_registry.tables
        assert (await room.table_registry.find_row(table))[0].closed

    run(tmp_path, work)
