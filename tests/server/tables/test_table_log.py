"""What a log tells, and whom: which events have a number, whose turn begins anew, who reads for which seat."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import numpy as np
import pytest

from shindig.gamekit import game
from shindig.gamekit.game_spec import Line
from shindig.messages import Seat, pack_text, say
from shindig.server.broadcast import player_view, static_info
from shindig.server.broadcast.json_encoding import encode_update
from shindig.server.broadcast.log_lines_of_events import describe_event
from shindig.server.card_proofs.card_movement_inference import exchange_bits
from shindig.server.game_server import GameServer
from shindig.server.schemas import (
    ClockInfo,
    LiveInfo,
    PublicTable,
    RevealStatus,
    SimultaneousInfo,
    StaticInfo,
    TableUpdate,
    ViewerInfo,
)
from shindig.server.table_log.events import KINDS, Agreed, Shown, decode
from shindig.server.table_log.table_state import TableState
from shindig.server.table_log.turn_clock import Pace
from shindig.web.html.page_diff import render_log
from tests.kits.server.decide_kit import ANN, BOB, begun, given, over, sat
from tests.kits.server.room_kit import (
    HandClock,
    InlineBots,
    finish_tasks,
    guests,
    latest,
    play_out,
    run,
    settle,
    two_at_table,
)


def test_what_is_one_seats_own_or_a_cuts_or_for_the_books_has_no_number_in_the_news() -> None:
    quiet = {kind for kind, event in KINDS.items() if not event.told}
    assert quiet == {"answer", "bar", "ease", "tempo", "nudge", "stage", "seal", "value", "settle"}


def test_a_log_without_its_game_tells_how_many_matches_began(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, _ann, _bob = await two_at_table(room)
        lines = await room.services.store.load_log(table)
        asleep = TableState.unavailable(table, lines, "why")
        awake = room.table_registry.tables[table].state
        assert (asleep.number, asleep.seq, asleep.stored) == (awake.number, awake.seq, awake.stored)
        assert asleep.number == 1

    run(tmp_path, work)


def test_a_turn_begins_anew_for_the_bot_of_who_left(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room, seats=3)
        state = room.table_registry.tables[table].state
        actor = next(person for person in (ann, bob) if state.seat_of(person.id) == state.actor)
        seat, since = state.actor, state.since
        clock.advance(9)
        await room.leave(table, actor)
        assert (state.actor, state.since) == (seat, since + 9)

    run(tmp_path, work)


def test_who_reads_and_then_sits_down_is_there(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-card", 2)
        stream = room.stream_updates(table, bob, None)
        assert (await latest(stream)).info.you == -1
        await room.sit(table, bob)
        await settle(room, table)
        news = await latest(stream)
        assert (news.info.you, news.info.seats[1].here) == (1, True)
        assert news.fresh, "a seat is told all, not what came after what an onlooker was told"

    run(tmp_path, work)


def test_rules_that_a_bots_process_compiled_are_loaded_by_the_room_too(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        assert isinstance(room.services.bots, InlineBots)
        for _again in range(2):
            room.services.bots.told("rules", "tall-cards")
        assert [one.get_name() for one in asyncio.all_tasks() if "compile" in one.get_name()] == ["compile tall-cards"]
        await finish_tasks("compile")
        assert game("tall-cards").engine.compiled

    run(tmp_path, work)


@pytest.mark.parametrize(
    ("bit", "other", "done"), [(1, 2, True), (2, 3, False), (1, 0, False), (1, -1, False), (1, 7, False)]
)
def test_a_card_takes_the_place_of_one_that_is_there(bit: int, other: int, done: bool) -> None:
    cells = np.array([0b00011], np.int8)
    assert exchange_bits(cells, bit, other) == done
    assert int(cells[0]) == (0b00101 if done else 0b00011)


def test_only_a_bot_is_ever_said_to_be_getting_ready(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table = await room.open_table(ann, "tall-card", 2)
        assert [seat.preparing for seat in (await room.build_snapshot(table)).info.seats] == [False, False]

    run(tmp_path, work)


def test_who_left_is_told_by_name_whoever_sits_there_now(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob, cyd = await guests(room, "Ann", "Bob", "Cyd")
        table = await room.open_table(ann, "tall-card", 2)
        await room.sit(table, bob)
        await room.leave(table, bob)
        await room.sit(table, cyd)
        lines = [str(line.text) for update in (await room.build_snapshot(table, ann)).updates for line in update.lines]
        assert "Bob left." in lines

    run(tmp_path, work)


def test_what_was_done_at_a_seat_keeps_the_name_of_who_did_it(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room, seats=4)
        await play_out(room, table, [ann, bob], most=4)
        (cyd,) = await guests(room, "Cyd")
        before = json.loads(encode_update(await room.build_snapshot(table, ann)))["events"]
        shown = render_log(await room.build_snapshot(table, ann))
        await room.leave(table, bob)
        await room.sit(table, cyd, 1)
        look = await room.build_snapshot(table, ann)
        assert look.public.names[:2] == ("Ann", "Cyd")
        told = json.loads(encode_update(look))["events"]
        assert [event for event in told if event["seq"] <= before[-1]["seq"]] == before
        assert render_log(look)[: len(shown)] == shown
        assert "Bob" in str(before)
        assert "Cyd" not in str(before)

    run(tmp_path, work)


def test_times_are_told_as_seconds_that_are_left() -> None:
    """Of a turn also below nothing: then the bank runs; of what comes for all never."""

    def at(now: float) -> TableUpdate:
        moving = LiveInfo("playing", ClockInfo(1, 130.0, 140.0), 110.0004, SimultaneousInfo((0, 2), 120.0))
        return TableUpdate(1, False, (), ViewerInfo(), None, PublicTable(StaticInfo({}), moving, None), now)

    assert [(one.left, one.until) for now in (100.0, 135.5) if (one := at(now).clock)] == [(30.0, 40.0), (-5.5, 4.5)]
    assert [all_of for now in (100.0, 121.0) if (all_of := at(now).together)] == [((0, 2), 20.0), ((0, 2), 0.0)]
    assert [at(now).rest for now in (100.0, 111.0)] == [10.0, 0.0]
    quiet = TableUpdate(1, False, (), ViewerInfo(), None, PublicTable(StaticInfo({}), LiveInfo("playing"), None), 100.0)
    assert (quiet.clock, quiet.together, quiet.rest) == (None, None, None)


def test_seats_that_were_taken_from_one_device_are_told() -> None:
    assert static_info._find_shared_clients(("x", "", "y", "x", "", "x")) == [(3, 5), (), (), (0, 5), (), (0, 3)]


def test_a_table_in_the_lobby_counts_people_and_no_bots() -> None:
    state = over(ANN, BOB, seats=3, title="", watch=False)
    card = player_view.build_table_card(state, "b")
    assert (card.title, card.seats, card.free, card.names, card.watch) == ("Tall Card", 3, 1, ("Ann", "Bob"), False)
    assert (card.you, card.matches, card.match, card.state, card.why) == (1, (1,), 1, "over", "")
    assert player_view.build_table_card(state).you is None
    assert player_view.build_table_card(state).matches == ()
    assert player_view.build_table_card(state, "c").matches == ()
    assert [player_view.build_table_card(state, "a", at).at for at in (0.0, 7.0)] == [state.date, 7.0]
    assert player_view.build_table_card(begun(ANN, BOB), "a").matches == ()
    assert player_view.build_table_card(sat(ANN, title="Ours")).title == "Ours"


def test_who_of_those_who_sat_there_agrees_is_told_where_they_are_asked() -> None:
    state = over(ANN, BOB)
    state.add(Agreed("b", "Bob", 1, "reveal", 1), 101)
    assert static_info.build_reveal_status(state, 1, ["a"]) == RevealStatus(
        1,
        False,
        (("Ann", False, 0), ("Bob", True, 1)),  # type: ignore
        False,
    )
    assert [static_info.build_reveal_status(state, 1, who).yours for who in (["b"], ["c"], [])] == [True, None, None]
    for reveal in ("never", "always"):
        shut = over(ANN, BOB, reveal=reveal)
        assert static_info.build_reveal_status(shut, 1, ["a"]) == RevealStatus(1, reveal == "always", (), None)


def times(state: TableState) -> tuple[ClockInfo | None, float | None, SimultaneousInfo | None]:
    """The times that everybody sees."""
    moving = player_view.build_public_table(state, Pace(), StaticInfo({}), None).moving
    return moving.clock, moving.rest, moving.together


def test_a_turns_clock_runs_for_the_seat_to_act_and_in_no_pause() -> None:
    state = given(begun(ANN, BOB))
    assert times(state) == (ClockInfo(1, 130.0, 140.0), None, None)
    state.paused = True
    assert times(state) == (None, None, None)
    assert times(begun(ANN, BOB)) == (None, None, None)


@pytest.mark.parametrize(
    ("watch", "seat", "may"), [(True, -1, True), (False, -1, False), (False, 0, True), (True, 0, True)]
)
def test_who_may_watch(watch: bool, seat: int, may: bool) -> None:
    assert player_view.may_watch(given(begun(ANN, BOB, watch=watch)), seat) == may


def test_tn_94_who_writes_freely_is_reminded_once_a_match_and_nobody_else_is_told(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "talon", 3)
        await room.sit(table, bob)
        await room.say(table, ann, "Who else comes?")
        await room.start_match(table, ann)
        for person, words in ((ann, "Hello!"), (ann, "What a night!"), (bob, "Indeed."), (ann, "My shoes are wet.")):
            await room.say(table, person, words)
        for viewer, own in ((ann, 1), (bob, 1), (None, 0)):
            lines = [
                line.text for update in (await room.build_snapshot(table, viewer)).updates for line in update.lines
            ]
            assert sum("talk about your cards" in str(line) for line in lines) == own
            assert "{0}: What a night!" in lines
        served = room.table_registry.tables[table].state
        assert (
            TableState.replay(table, await room.services.store.load_log(table)).reminded
            == served.reminded
            == {ann.id, bob.id}
        )

    run(tmp_path, work)


def test_a_hand_shown_after_its_end_is_a_message_and_was_a_text() -> None:
    told = say("tall-cards-shows-late", who=Seat(1), rank="a pair", cards="3 of Plum")
    event, _ = decode(Shown(1, pack_text(told)).encode(0.0))
    assert describe_event(event, 0)[2] == (Line(told),)
    earlier, _ = decode('{"k":"show","at":1.0,"seat":1,"text":"shows a pair: 3 of Plum"}')
    assert describe_event(earlier, 0)[2] == (Line("{1} shows a pair: 3 of Plum."),)
