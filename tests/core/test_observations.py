"""What a seat has seen in a hand: the steps as it saw them and nothing else, in matches, rooms and the pipe."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import numpy as np
import pytest

import shindig
from shindig.bots import random_policy
from shindig.bots.external_bot_json import asked_view, encode_question
from shindig.core.layout_and_views import CHANCE
from shindig.gamekit import game, game_ids
from shindig.match import Match, Move, View, fair, get_seen_action
from shindig.observations import GIVEN, SECRET, Budget, Observations
from shindig.server.broadcast.json_encoding import encode_hand
from shindig.server.game_server import GameServer
from tests.kits.games.short_options import options
from tests.kits.server.room_kit import HandClock, guests, open_room, run, settle, two_at_table

STEPS = 60


class Watched(Match):
    """A match that keeps every seat's views."""

    def watch(self) -> None:
        self.kept = [[self.view(seat).tobytes()] for seat in range(self.seats)]

    def note(self) -> None:
        for seat, kept in enumerate(self.kept):
            kept.append(self.view(seat).tobytes())


@pytest.mark.parametrize("game_id", game_ids())
def test_a_history_is_what_the_seat_saw_since_the_hand_began(game_id: str) -> None:
    rules, rng = game(game_id), np.random.default_rng(4)
    match = Watched(rules, rules.rules.seats[0], options(rules))
    chance = shindig.match.fair(4)
    match.watch()
    begun = 0
    ended = begins = False
    while not match.over and len(match.steps) < STEPS:
        begun = len(match.steps) if begins or not match.steps else begun
        if match.to_act == CHANCE:
            match.order(chance(match.needs or "", match.wanted()))
        else:
            match.play(random_policy(match.view(match.to_act), rng))
        match.note()
        now = bool(rules.rules.hand.ended(match.record))
        begins, ended = now and not ended, now
    assert match.steps
    for seat, kept in enumerate(match.kept):
        history = match.view(seat).history
        assert [view.tobytes() for view in history.views] == kept[begun:]
        steps = match.steps[begun:]
        assert history.actors.tolist() == [step.seat if isinstance(step, Move) else CHANCE for step in steps]
        seen = [get_seen_action(rules, seat, step) if isinstance(step, Move) else GIVEN for step in steps]
        assert history.actions.tolist() == [SECRET if action is None else action for action in seen]


def test_a_view_keeps_what_was_seen_until_then() -> None:
    match = shindig.new("tall-card", players=2, seed=1)
    view = match.view(match.to_act)
    match.play(match.legal[0])
    match.play(match.legal[0])
    assert view.history.views[-1].tobytes() == view.tobytes()


def test_a_copy_remembers_its_own_steps() -> None:
    match = shindig.new("tall-card", players=2, seed=1)
    match.play(match.legal[0])
    twin = match.copy()
    before = len(match.view(0).history)
    twin.play(twin.legal[0])
    twin.play(twin.legal[0])
    match.play(match.legal[-1])
    assert len(match.view(0).history) == before + 1
    assert match.view(0).history.views[-1].tobytes() == match.view(0).tobytes()
    assert len(twin.view(0).history) == before + 2


@pytest.mark.parametrize("game_id", game_ids())
def test_a_hand_begins_where_the_last_one_ended_whatever_chance_does_meanwhile(game_id: str) -> None:
    rules, rng = game(game_id), np.random.default_rng(1)
    match = Match(rules, rules.rules.seats[0])
    rested: bytes | None = None
    while not match.over:
        if rested is None and rules.rules.hand.ended(match.record):
            rested = match.view(0).tobytes()
        if match.needs:
            match.order(rng.permutation(match.wanted()))
        elif rested is not None and not rules.rules.hand.ended(match.record):
            break
        else:
            match.play(int(rng.choice([*match.legal.actions])))
    assert match.over or match.view(0).history.views[0].tobytes() == rested


def test_a_view_alone_tells_of_its_moment() -> None:
    view = shindig.new("tall-card", players=2, seed=1).view(0)
    alone = View(view.game, view.array)
    assert len(alone.history) == 0
    assert alone.history.views[-1].tobytes() == view.tobytes()


@pytest.mark.parametrize("game_id", game_ids())
def test_a_history_that_goes_on_is_the_same_bytes_as_one_seen_whole(game_id: str) -> None:
    """What is made of the bytes, as advice is, would else differ from one time to the next."""
    match = Match(game(game_id), game(game_id).rules.seats[0], {}, fair(1))
    whole = match.view(match.to_act).history
    begun = Observations(whole.views[:2], whole.actors[:1], whole.actions[:1])
    assert len(whole) > 1
    assert begun.append_later(whole.take_since(1)).tobytes() == whole.tobytes()


def test_what_was_seen_before_a_match_goes_on_is_kept() -> None:
    match = shindig.new("tall-card", players=2, seed=1)
    match.play(match.legal[0])
    other = Match.from_record(match.game, match.array, {seat: match.view(seat).history for seat in range(2)})
    for one in (match, other):
        one.play(one.legal[0])
    assert [other.view(seat).history.tobytes() for seat in range(2)] == [
        match.view(seat).history.tobytes() for seat in range(2)
    ]


def test_what_was_seen_before_a_match_goes_on_ends_with_the_hand() -> None:
    match = shindig.new("tall-card", players=2, seed=1)
    match.play(match.legal[0])
    other = Match.from_record(match.game, match.array, {seat: match.view(seat).history for seat in range(2)})
    hand = match.game.rules.hand
    while not hand.ended(other.record):
        other.play(other.legal[0])
    while hand.ended(other.record):
        other.order(other.wanted()) if other.needs else other.play(other.legal[0])
    history = other.view(0).history
    assert not hand.ended(history.views[-1])
    assert len(history) < 5


def test_a_question_brings_view_history_and_budget() -> None:
    match = shindig.new("tall-card", players=3, seed=2)
    for _ in range(4):
        match.play(match.legal[0])
    view = match.view(match.to_act)
    view.budget = Budget(seconds=0.2)
    told = asked_view(json.loads(json.dumps(encode_question("random", "a seat", view))))
    assert told.tobytes() == view.tobytes()
    assert told.budget == view.budget
    assert told.history.views.tobytes() == view.history.views.tobytes()
    assert told.history.actors.tolist() == view.history.actors.tolist()
    assert told.history.actions.tolist() == view.history.actions.tolist()


def test_a_table_remembers_the_hand_after_a_restart_too(tmp_path: Path) -> None:
    async def whole() -> None:
        url, clock = f"sqlite:///{tmp_path}/room.db", HandClock()
        room = await open_room(url, clock)
        table, ann, bob = await two_at_table(room)
        for _ in range(2):
            person = (ann, bob)[room.table_registry.tables[table].state.actor or 0]
            news = await room.build_snapshot(table, person)
            assert news.view is not None
            await room.move(table, person, news.view.legal[0], news.info.token or "")
            await settle(room, table)
        before = await room.build_hand_views(table, ann)
        await room.close()
        again = await open_room(url, clock)
        assert encode_hand(*await again.build_hand_views(table, ann)) == encode_hand(*before)
        assert len(before[1][-1]) > 2
        assert encode_hand(*await again.build_hand_views(table, bob)) != encode_hand(*before)
        await again.close()

    asyncio.run(whole())


def test_who_sits_down_in_a_hand_has_seen_it_as_an_onlooker(tmp_path: Path) -> None:
    async def work(room: GameServer, _clock: HandClock) -> None:
        table, ann, bob = await two_at_table(room, seats=3)
        (cleo,) = await guests(room, "Cleo")
        assert await room.sit(table, cleo) == 2
        game, (watched, seen) = await room.build_hand_views(table, cleo)
        assert {int(view.viewer) for view in (*watched.views, *seen.views)} == {-1}
        told = json.loads(encode_hand(game, [watched, seen]))
        assert len(told["views"]) == len(told["actors"]) + 1 == len(told["actions"]) + 1
        assert told["views"][-1]["viewer"] == -1
        assert {
            view["viewer"] for view in json.loads(encode_hand(*await room.build_hand_views(table, ann)))["views"]
        } == {0}
        assert bob

    run(tmp_path, work)
