"""Against bots alone: no clock, a pace of one's own, choices taken back, to the end when one is out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from shindig.bots import random_policy
from shindig.bots.world_sampling import sample_record
from shindig.core.layout_and_views import Records
from shindig.gamekit import Game, game
from shindig.gamekit.betting.state import OUT
from shindig.match import Match, View, new
from shindig.record import Replay
from shindig.server.errors import LateError, RefusedError, RoomError
from shindig.server.fairness import record_verification
from shindig.server.game_server import GameServer
from shindig.server.matches import archive
from shindig.server.person import Person
from shindig.server.schemas import Settings, TableUpdate, TimeLeft
from shindig.server.table_log.single_player import has_seen_card
from shindig.server.table_log.start_position import copy_position
from shindig.server.table_log.table_state import TableState
from shindig.server.table_log.turn_clock import Pace
from shindig.server.tables.commands import Begin, Open
from shindig.server.tables.table_settings_check import check_settings
from tests.kits.server.room_kit import HandClock, guests, open_room, run, settle, two_at_table

SLOW = Pace(least=1, most=2, rest=8, device=0, returns=0, absent=20)
OPEN = Settings(public=False, reveal="always")


async def alone_at(room: GameServer, clock: HandClock, seats: int = 2, **options: int) -> tuple[str, Person]:
    """Ann in a Tall Card match against bots, hers to act."""
    (ann,) = await guests(room, "Ann")
    table = await room.play_now(ann, "tall-card", seats, {"first_dealer": 1, **options}, OPEN)
    await her_turn(room, clock, table)
    return table, ann


async def her_turn(room: GameServer, clock: HandClock, table: str, choices: int = 2) -> None:
    """Wait until Ann is to choose among so many actions."""
    await settle(room, table)
    for _ in range(100):
        state = room.table_registry.tables[table].state
        if not state.playing or (state.actor == 0 and len(state.view(0).legal) >= choices):
            return
        clock.advance(3_600 if state.is_resting else 1)
        await settle(room, table)
    raise AssertionError("it is never her turn")


async def played(room: GameServer, table: str, ann: Person, do: str) -> TableUpdate:
    """Ann plays an action, and nobody has acted since."""
    await room.move(table, ann, do, (await room.build_snapshot(table, ann)).info.token or "")
    return await room.build_snapshot(table, ann)


def test_no_clock_runs_against_bots_alone(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann = await alone_at(room, clock)
        stream = room.stream_updates(table, ann)
        await anext(stream)
        token = (await room.build_snapshot(table, ann)).info.token
        clock.advance(3_000_000)
        await settle(room, table)
        news = await room.build_snapshot(table, ann)
        assert news.info.token == token is not None
        assert news.clock is not None
        assert news.clock.until == float("inf")
        assert not news.info.seats[0].held
        await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work, SLOW)


def test_bots_wait_an_hour_for_who_is_not_there_and_not_for_ever(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, _ = await alone_at(room, clock)
        clock.advance(3_500)
        await settle(room, table)
        assert not (await room.build_snapshot(table)).info.seats[0].held
        clock.advance(200)
        await settle(room, table)
        assert (await room.build_snapshot(table)).info.seats[0].held

    run(tmp_path, work, SLOW)


def test_who_sits_down_brings_the_clock_back_and_takes_nobodys_time(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann = await alone_at(room, clock)
        stream = room.stream_updates(table, ann)
        await anext(stream)
        clock.advance(1_000)
        (bob,) = await guests(room, "Bob")
        await room.sit(table, bob)
        left = (await room.build_snapshot(table, ann)).clock
        assert left == TimeLeft(0, OPEN.seconds, OPEN.seconds + OPEN.bank)
        assert (await room.build_snapshot(table, ann)).info.alone is None
        await stream.aclose()  # type: ignore[attr-defined]

    run(tmp_path, work, SLOW)


def test_a_choice_is_taken_back_until_a_bot_has_acted(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann = await alone_at(room, clock)
        before = await room.build_snapshot(table, ann)
        assert before.info.alone is not None
        assert before.info.alone.undo is None, "nothing was chosen yet"
        after = await played(room, table, ann, "claim")
        assert after.info.alone is not None
        await room.take_back(table, ann, after.info.alone.undo or "")
        back = await room.build_snapshot(table, ann)
        assert back.view is not None
        assert before.view is not None
        assert back.view.tobytes() == before.view.tobytes()
        assert back.updates[-1].kind == "undo"
        assert "took the last choice back" in str(back.updates[-1].lines[0].text)
        assert back.info.token not in (None, before.info.token), "what was meant for the turn before counts no more"
        with pytest.raises(RefusedError):
            await room.take_back(table, ann, back.info.token or "")
        await played(room, table, ann, "claim")
        await played(room, table, ann, "check")
        clock.advance(2)
        await settle(room, table)
        acted = (await room.build_snapshot(table, ann)).info.alone
        assert acted is not None
        assert acted.undo is None, "a bot has acted"

    run(tmp_path, work, SLOW)


def test_what_brought_cards_to_light_stands(tmp_path: Path) -> None:
    """A discard in Tall Card brings new cards at once."""

    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann = await alone_at(room, clock)
        for _ in range(30):
            news = await room.build_snapshot(table, ann)
            assert news.view is not None
            discards = [text for text in news.view.legal if text.startswith("discard ")]
            after = await played(room, table, ann, discards[0] if discards else news.view.legal[0])
            assert after.info.alone is not None
            if discards:
                assert after.info.alone.undo is None
                return
            await her_turn(room, clock, table)
        raise AssertionError("never drew")

    run(tmp_path, work, SLOW)


def learnt(game: Game, view: View, after: Records, action: int) -> bool:
    """Whether the same choice looks otherwise afterwards in a deal that looks the same before it."""
    seen = game.view(after, view.seat).tobytes()
    for other in filter(None, (sample_record(view, salt) for salt in "abc")):
        assert game.view(other, view.seat).tobytes() == view.tobytes()
        game.engine.apply(changed := other.copy(), 0, action)
        if game.view(changed, view.seat).tobytes() != seen:
            return True
    return False


@pytest.mark.parametrize(("game_id", "every"), [("tall-card", 1), ("tall-cards", 1), ("talon", 6)])
def test_what_may_be_taken_back_has_told_nothing(game_id: str, every: int) -> None:
    """Every so many steps: to deal anew what a seat has not seen takes a while in Talon."""
    match, rng, may = new(game_id, 4, seed=2), np.random.default_rng(2), 0
    while not match.over and len(match.steps) < 70:
        view = match.view(match.to_act)
        action, before = random_policy(view, rng), match.array.copy()
        match.game.engine.apply(after := before.copy(), 0, action)
        if len(match.steps) % every == 0 and not has_seen_card(match.game, before, after, view.seat):
            assert not learnt(match.game, view, after, action), view.game.words.text(view.plain, action)
            may += 1
        match.play(action)
    assert may >= 5


def test_a_card_of_a_trick_is_taken_back(tmp_path: Path) -> None:
    """It is told of in several places: on the table, as the best so far, among those that are gone."""

    async def work(room: GameServer, clock: HandClock) -> None:
        (ann,) = await guests(room, "Ann")
        table, playing = await room.play_now(ann, "talon", 4, {}, OPEN), False
        while not playing:
            await her_turn(room, clock, table, choices=1)
            news = await room.build_snapshot(table, ann)
            assert news.view is not None
            playing = news.view.legal[0].startswith("play ")
            after = await played(room, table, ann, news.view.legal[0])
        assert after.info.alone is not None
        await room.take_back(table, ann, after.info.alone.undo or "")

    run(tmp_path, work, SLOW)


def test_nobody_takes_back_what_they_chose_among_people(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, _ann, bob = await two_at_table(room)
        token = (await room.build_snapshot(table, bob)).info.token or ""
        await room.move(table, bob, "claim", token)
        state = room.table_registry.tables[table].state
        assert not state.past
        for command in (
            room.take_back(table, bob, state.token),
            room.nudge(table, bob),
            room.set_tempo(table, bob, "quick"),
        ):
            with pytest.raises(RefusedError):
                await command

    run(tmp_path, work)


def test_logs_replays_and_records_agree_on_what_was_taken_back(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann = await alone_at(room, clock, stack=10, deals_each=1)
        taken = 0
        while room.table_registry.tables[table].state.playing:
            news = await room.build_snapshot(table, ann)
            assert news.view is not None
            after = await played(room, table, ann, news.view.legal[0])
            if after.info.alone and after.info.alone.undo and taken < 3:
                taken += 1
                await room.take_back(table, ann, after.info.alone.undo)
                continue
            await her_turn(room, clock, table)
            await room.agree(table, ann, "next") if room.table_registry.tables[table].state.is_resting else None
            await her_turn(room, clock, table)
        assert taken
        live, lines = room.table_registry.tables[table].state, await room.services.store.load_log(table)
        again = TableState.replay(table, lines)
        assert again.match is not None
        assert live.match is not None
        assert again.match.array.tobytes() == live.match.array.tobytes()
        assert (again.token, again.chronicle) == (live.token, live.chronicle)
        found = archive.read_match(table, lines, 1)
        assert found.match.array.tobytes() == live.match.array.tobytes()
        assert len(found.match.steps) == len(found.events) == len(found.before) == len(found.after) == live.steps
        assert "to the end" in str(
            record_verification.play_record(Replay((await room.build_record(table, ann, 1)).splitlines()))
        )
        steps = await room.build_replay(table, ann, 1)
        assert len(steps) == live.steps
        await room.build_proofs(table, ann, 1)

    run(tmp_path, work, replace(SLOW, rest=0))


def test_a_restart_in_the_middle_keeps_what_can_be_taken_back(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann = await alone_at(room, clock)
        after = await played(room, table, ann, "claim")
        await room.close()
        room = await open_room(f"sqlite:///{tmp_path}/room.db", clock, SLOW)
        again = await room.build_snapshot(table, ann)
        assert again.info.alone == after.info.alone
        assert again.info.alone is not None
        await room.take_back(table, ann, again.info.alone.undo or "")
        assert (await room.build_snapshot(table, ann)).info.token
        await room.close()

    run(tmp_path, work, SLOW)


def test_bots_wait_to_be_told_where_one_goes_on_by_hand(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann = await alone_at(room, clock)
        await room.set_tempo(table, ann, "hand")
        await played(room, table, ann, "claim")
        await played(room, table, ann, "check")
        clock.advance(60)
        await settle(room, table)
        news = await room.build_snapshot(table, ann)
        assert news.info.alone is not None
        assert news.info.alone.waits
        assert news.updates[-1].do == "check"
        await room.nudge(table, ann)
        await settle(room, table)
        assert (await room.build_snapshot(table, ann)).updates[-1].seat == 1

    run(tmp_path, work, SLOW)


def test_bots_are_as_quick_as_they_are_wanted(tmp_path: Path) -> None:
    waits = []
    for tempo in ("slow", "usual", "quick"):

        async def work(room: GameServer, clock: HandClock, tempo: str = tempo) -> None:
            table, ann = await alone_at(room, clock)
            await room.set_tempo(table, ann, tempo)
            await played(room, table, ann, "claim")
            seq = (await played(room, table, ann, "check")).seq
            began = clock.now()
            while (await room.build_snapshot(table, ann)).seq == seq:
                clock.advance(0.05)
                await settle(room, table)
            waits.append(clock.now() - began)

        (tmp_path / tempo).mkdir()
        run(tmp_path / tempo, work, replace(SLOW, least=1, most=1))
    assert waits == sorted(waits, reverse=True)
    assert waits[0] > 2 * waits[1] > 4 * waits[2]


def test_only_who_is_out_goes_to_the_end(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann = await alone_at(room, clock)
        with pytest.raises(RefusedError):
            await room.set_tempo(table, ann, "end")
        with pytest.raises(RoomError):
            await room.set_tempo(table, ann, "never")

        record = Match(game("tall-card"), 3, {"first_dealer": 1}).array
        record["chips"][0, 0], record["status"][0, 0] = 0, OUT
        match = Match.from_record(game("tall-card"), record)
        opening = Open(ann, match.game, 3, {"first_dealer": 1}, check_settings(OPEN, match.game))
        table = await room.create_table(opening, Begin(ann, copy_position(match)))
        await settle(room, table)
        before, now = (await room.build_snapshot(table, ann)).seq, clock.now()
        await room.set_tempo(table, ann, "end")
        await settle(room, table)
        news = await room.build_snapshot(table, ann)
        assert news.info.state == "over"
        assert news.seq > before + 10
        assert clock.now() == now, "at once"

    run(tmp_path, work, SLOW)


def test_a_result_lies_there_until_it_is_touched(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann = await alone_at(room, clock)
        state = room.table_registry.tables[table].state
        while not state.is_resting:
            news = await room.build_snapshot(table, ann)
            assert news.view is not None
            await played(room, table, ann, next(t for t in ("fold", news.view.legal[0]) if t in news.view.legal))
            for _ in range(40):
                clock.advance(1)
                await settle(room, table)
                if state.is_resting or state.actor == 0:
                    break
        clock.advance(600)
        await settle(room, table)
        assert state.is_resting
        await room.agree(table, ann, "next")
        await settle(room, table)
        assert not state.is_resting

    run(tmp_path, work, SLOW)


def test_a_late_undo_takes_nothing_back(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        table, ann = await alone_at(room, clock)
        after = await played(room, table, ann, "claim")
        assert after.info.alone is not None
        await room.take_back(table, ann, after.info.alone.undo or "")
        await played(room, table, ann, "claim")
        with pytest.raises(LateError):
            await room.take_back(table, ann, after.info.alone.undo or "")

    run(tmp_path, work, SLOW)


def test_every_game_says_who_is_out() -> None:
    for one in ("tall-card", "tall-cards", "royal-pokebacc"):
        assert game(one).services.is_out is not None
