"""Seats are told of a move by pieces that are there already: the same bytes as by the whole way."""

from __future__ import annotations

from collections import deque
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from shindig.core.layout_and_views import CHANCE
from shindig.gamekit import game_ids
from shindig.server.broadcast import json_encoding, player_view
from shindig.server.broadcast.table_broadcast import Broadcast
from shindig.server.game_server import GameServer
from shindig.server.table_log.decision_time_samples import ENOUGH
from shindig.server.table_log.table_state import TableState
from shindig.server.tables.table_actor import TableActor
from tests.kits.server.room_kit import HandClock, guests, run, settle

SHORT = ("tall-card", "tall-cards")
"""Games of which some hands are over in the steps played here."""


@pytest.mark.parametrize("name", game_ids())
def test_seats_are_told_the_same_bytes_as_by_the_whole_way(name: str, tmp_path: Path) -> None:
    quick: list[int] = []
    paused = automatic = 0

    async def work(room: GameServer, clock: HandClock) -> None:
        nonlocal paused, automatic
        people = await guests(room, "Ann", "Bob", "Cyd", "Dee")
        table = await room.open_table(people[0], name, 4)
        for person in people[1:3]:
            await room.sit(table, person)
        await room.start_match(table, people[0])
        state, here = room.table_registry.tables[table].state, room.table_registry.tables[table]
        for step in range(60):
            clock.advance(1)
            if step == 5:
                await room.sit(table, people[3])
            if step % 7 == 3:
                await room.set_eased(table, people[step % 3], step % 2 == 1)
                compare(state, here, clock.now())
            await settle(room, table)
            compare(state, here, clock.now(), None)
            if state.gathering is not None and not state.gathering.group.secret and state.awaited_seats:
                seat = state.awaited_seats[0]
                question = state.question_of(seat)
                assert question is not None
                await room.move(table, people[seat], "ready", state.question_token(question))
                continue
            if (
                state.to_act == CHANCE
                or state.actor is None
                or state.next_question is not None
                or state.seats[state.actor].has_bot
            ):
                continue
            state.seats[state.actor].times[state.turn_kind] = deque([1.0] * ENOUGH)
            automatic += state.automatic_action is not None
            compare(state, here, clock.now())
            if paused < 3 and step % 4 == 0:
                await room.pause(table, people[paused])
                compare(state, here, clock.now())
                await room.resume(table, people[paused])
                paused += 1
            legal = [*state.view(state.actor).legal.actions]
            chosen = legal[(31 + step * 7) % len(legal)]
            await room.move(table, people[state.actor], chosen, state.token)
            compare(state, here, clock.now())
            quick.extend(viewer for viewer in here.public.waiting if viewer != state.to_act)

    run(tmp_path, work)
    assert {*quick} >= {0, 1, 2}, "all have waited"
    assert paused == 3
    assert automatic or name != "talon", "the server could play a forced card"
    assert 3 in quick or name not in SHORT, "and who sat down later too, where a hand ends meanwhile"


def compare(state: TableState, table: TableActor, now: float, *newcomer: None) -> None:
    """What every viewer is told, whatever they know; a newcomer, who knows nothing and gets the log, once a step."""
    for viewer in range(-1, 4):
        for after in (*newcomer, state.seq - 2, state.seq - 1, state.seq):
            moment = Broadcast(state, table.history, table.public, now)
            told, whole = (
                moment.encode_event(viewer, after),
                player_view.build_table_update(state, table.history, table.public, viewer, after, now),
            )
            assert (
                told
                == json_encoding.encode_update_event(whole)
                == json_encoding.encode_update_event(moment.build_update(viewer, after))
            )
            assert json_encoding.encode_update(whole) in told


def test_who_has_a_hand_only_since_the_latest_event_is_told_it_as_an_onlooker_saw_it(tmp_path: Path) -> None:
    """As who draws would be, if the seat had been another's until then."""
    differ: list[bool] = []

    async def work(room: GameServer, _: HandClock) -> None:
        people = await guests(room, "Ann", "Bob")
        table = await room.open_table(people[0], "tall-card", 2)
        await room.sit(table, people[1])
        await room.start_match(table, people[0])
        await settle(room, table)
        here = room.table_registry.tables[table]
        state = here.state
        for _step in range(12):
            seat = state.to_act
            legal = state.view(seat).legal
            numbers = dict(zip(legal, legal.actions, strict=True))
            await room.move(table, people[seat], numbers.get("check", max(numbers.values())), state.token)
            if seat in here.public.waiting and seat != state.to_act:
                seen = Broadcast(state, here.history, here.public, 0.0).encode_event(seat, state.seq - 1)
                late, public = copy(state), copy(here.public)
                late.seats = [*state.seats]
                late.seats[seat] = replace(state.seats[seat], since=state.seq)
                public.furniture = replace(here.public.furniture, since=99)
                whole = json_encoding.encode_update_event(
                    player_view.build_table_update(late, here.history, public, seat, state.seq - 1, 0.0)
                )
                assert Broadcast(late, here.history, public, 0.0).encode_event(seat, state.seq - 1) == whole
                differ.append(whole != seen)
            await settle(room, table)

    run(tmp_path, work)
    assert any(differ)
