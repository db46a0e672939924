"""What a person may see of a match: the seats that they held, at the steps at which they held them, and nothing else.

A match in which seats changed hands, of every game: Bob leaves seat 1 in the middle of a hand and comes back to it,
leaves for good later, and Cyd takes the seat over from a bot.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from shindig.bots import random_policy
from shindig.bots.choice_review import ReviewedChoice
from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import game, game_ids
from shindig.server import game_server as rooms
from shindig.server.admin.admin_actions import export_person
from shindig.server.broadcast.match_view_of_person import SeatHistory, SeatTenure, build_person_view
from shindig.server.game_server import GameServer
from shindig.server.matches.exercises import Exercise
from shindig.server.matches.reviews import ReviewedDecision, find_decisions
from shindig.server.person import Person
from shindig.server.schemas import ReplayStep, Settings
from shindig.server.table_log.events import Acted
from shindig.server.tables.table_actor import TableActor
from tests.kits.games.short_options import options
from tests.kits.server.room_kit import HandClock, InlineBots, asked, guests, play_out, run, settle

NUMPYS = {"start_position"}
"""Modules in which `view` is an array's."""
BAD = ReviewedChoice("Pass", "Claim", 2.0, 0.1, 8.0, 512)
CLOSED = Settings(public=False, reveal="never")
SEAT = 1
"""The one that changes hands."""
LONGER = {"deals_each": 2, "hands": 8, "hands_to_win": 3}
"""Options under which a match has several hands."""
SEEDS = range(60)
"""Of matches, of which the first one is taken that will do."""
FEW = 30
"""Steps at whose choices what goes on from them is looked at, beside those that are remembered in part."""
every_game = pytest.mark.parametrize("game_id", game_ids())


class Changed(NamedTuple):
    """A match that is over, in which a seat changed hands."""

    room: GameServer
    table: str
    ann: Person
    bob: Person
    cyd: Person

    async def log(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in await self.room.services.store.load_log(self.table)]


async def moves(room: GameServer, table: str, people: list[Person], rng: np.random.Generator, most: int) -> None:
    """Make some random moves."""
    for _ in range(most):
        if not room.table_registry.tables[table].state.playing:
            return
        person, news = await asked(room, table, people)
        assert news.view is not None
        await room.move(table, person, random_policy(news.view, rng), news.info.token or "")
        await settle(room, table)


async def cyd_chose(one: Changed) -> bool:
    """Whether Cyd came to choose something."""
    found, sight, _ = await one.room.load_match(one.table, one.cyd, 1)
    return bool(find_decisions(found, sight))


async def changed_hands(
    room: GameServer, game_id: str, will_do: Callable[[Changed], Awaitable[bool]] = cyd_chose
) -> tuple[Changed, str]:
    """Play until a match will do; Cyd's token is told too."""
    ann, bob = await guests(room, "Ann", "Bob")
    cyd, token = await room.accounts.create_guest("Cyd")
    for seed in SEEDS:
        one = await changed_hands_once(room, game_id, [ann, bob, cyd], seed)
        if await will_do(one):
            return one, token
        await room.close_table(one.table, ann)
    raise AssertionError("no match will do")


async def changed_hands_once(room: GameServer, game_id: str, people: list[Person], seed: int) -> Changed:
    """Play a match in which a seat is Bob's, a bot's, Bob's again, a bot's, and Cyd's."""
    rules, rng, (ann, bob, cyd) = game(game_id), np.random.default_rng(seed), people
    fixed = {name: LONGER.get(name, value) for name, value in options(rules).items()}
    table = await room.open_table(ann, game_id, 3, fixed, CLOSED)
    await room.sit(table, bob, SEAT)
    await room.start_match(table, ann)
    await settle(room, table)
    await moves(room, table, [ann, bob], rng, 3)
    await room.leave(table, bob)
    await settle(room, table)
    await moves(room, table, [ann], rng, 1)
    await room.sit(table, bob, SEAT)
    await settle(room, table)
    await moves(room, table, [ann, bob], rng, 4)
    await room.leave(table, bob)
    await settle(room, table)
    await moves(room, table, [ann], rng, 1)
    await room.sit(table, cyd, SEAT)
    await settle(room, table)
    await play_out(room, table, [ann, cyd], seed)
    return Changed(room, table, ann, bob, cyd)


def changing(tmp_path: Path, game_id: str, work: Callable[[Changed], Awaitable[None]]) -> None:
    async def whole(room: GameServer, _: HandClock) -> None:
        await work((await changed_hands(room, game_id))[0])

    run(tmp_path, whole)


class Spans(NamedTuple):
    """For each step, whether a person held the seat before it, and after it."""

    before: list[bool]
    after: list[bool]


def spans_of(log: list[dict[str, object]], person: str, deals: set[int]) -> Spans:
    """Work out by hand when a person held the seat. `deals` are the steps with which hands begin."""
    sits = holds = False
    dealt, spans = "", Spans([], [])
    occupant = ""
    for event in log:
        if event["k"] == "sit" and event["seat"] == SEAT:
            occupant = str(event["person"])
            sits = occupant == person
            holds = sits and (not spans.before or dealt == person)
        elif event["k"] == "leave" and event["seat"] == SEAT:
            occupant, sits, holds = "", False, False
        elif event["k"] == "start":
            dealt = occupant
        elif event["k"] in ("act", "order"):
            spans.before.append(holds)
            if len(spans.before) - 1 in deals:
                dealt, holds = occupant, sits
            spans.after.append(holds)
    return spans


def hands_begin(steps: list[ReplayStep]) -> set[int]:
    """The steps with which another hand begins, from what everybody sees."""
    found, number, ended = set(), 0, False
    for step in steps:
        view = step.views[min(step.views)]
        hand = view.game.rules.hand
        now, over = int(hand.number(view.record)), bool(hand.ended(view.record))
        if step.number and (now > number or (ended and not over)):
            found.add(step.number)
        number, ended = now, over
    return found


async def whole(one: Changed) -> list[ReplayStep]:
    """The whole match as every seat saw it, which nobody is told."""
    found, _, _ = await one.room.load_match(one.table, None, 1)
    held = ((SeatTenure(SEAT),),) * len(found.events)
    return await one.room.match_cache.build_replay(found, 1, SeatHistory(held, held, True), open_to_all=False)


@every_game
def test_a_replay_tells_a_person_their_seat_while_they_held_it_and_else_what_onlookers_are_told(
    tmp_path: Path, game_id: str
) -> None:
    async def work(one: Changed) -> None:
        watched, seat = await one.room.build_replay(one.table, None, 1), await whole(one)
        deals = hands_begin(watched)
        for person in (one.bob, one.cyd):
            spans = spans_of(await one.log(), person.id, deals)
            told = await one.room.build_replay(one.table, person, 1)
            assert 0 < sum(spans.before) < len(told)
            for step in told:
                source = (seat if spans.before[step.number] else watched)[step.number]
                assert (step.lines, step.do) == (source.lines, source.do), f"before step {step.number}"
                source = (seat if spans.after[step.number] else watched)[step.number]
                mine, theirs = ([(one, view.tobytes()) for one, view in at.views.items()] for at in (step, source))
                assert mine == theirs, f"after step {step.number}"

    changing(tmp_path, game_id, work)


@every_game
def test_what_a_person_chose_from_is_what_they_saw_since_they_took_the_seat(tmp_path: Path, game_id: str) -> None:
    """Reviews, exercises and matches that go on from a step begin there, with no step of the hand before it."""

    async def work(one: Changed) -> None:
        deals = hands_begin(await one.room.build_replay(one.table, None, 1))
        shorter = 0
        for person in (one.bob, one.cyd):
            found, sight, _ = await one.room.load_match(one.table, person, 1)
            before = spans_of(await one.log(), person.id, deals).before
            for made in find_decisions(found, sight):
                seen, history = sum(all(before[step : made.step]) for step in range(made.step)), made.view.history
                assert len(history) <= seen
                assert set(history.views["viewer"].tolist()) == {SEAT}
                whole_hand = build_person_view(found.build_match_at(made.step), SeatTenure(SEAT), made.step).history
                shorter += len(history) < len(whole_hand)
                if len(history) < len(whole_hand) or made.step < FEW:
                    await gone_on(one, person, made, len(history))
        assert shorter

    changing(tmp_path, game_id, work)


async def gone_on(one: Changed, person: Person, made: ReviewedDecision, remembered: int) -> None:
    """Compare an exercise and a match that goes on from a choice with what the replay tells the person."""
    told = await one.room.build_replay(one.table, person, 1)
    posed = await one.room.continued_matches.pose_exercise(
        person, Exercise(one.table, 1, made.step, SEAT, made.view.game.id, BAD, 0, 0)
    )
    assert [(step.lines, step.names) for step in posed.log] == [(step.lines, step.names) for step in told[: made.step]]
    assert posed.view.tobytes() == made.view.tobytes()
    assert len(posed.view.history) == remembered


@every_game
def test_an_export_holds_what_a_person_did_and_nothing_that_a_bot_did_at_their_seat(
    tmp_path: Path, game_id: str
) -> None:
    async def work(one: Changed) -> None:
        log, store = await one.log(), one.room.services.store
        for person in (one.bob, one.cyd):
            told = await store.read(partial(export_person, who=person.id))
            acts = [event for event in told["events"][one.table] if event["k"] == "act"]
            assert acts == [event for event in own_acts(log, person.id) if event["by"] == "person"]
            assert [event["name"] for event in told["events"][one.table] if event["k"] == "leave"] in ([], ["Bob"] * 2)

    changing(tmp_path, game_id, work)


def own_acts(log: list[dict[str, object]], person: str) -> Iterator[dict[str, object]]:
    """The actions at the seat while a person sat there."""
    occupant = ""
    for event in log:
        if event.get("seat") == SEAT and event["k"] in ("sit", "leave"):
            occupant = str(event["person"]) if event["k"] == "sit" else ""
        if event["k"] == "act" and event["seat"] == SEAT and occupant == person:
            yield event


@every_game
def test_what_a_bot_does_for_a_newcomer_is_not_told_as_theirs(tmp_path: Path, game_id: str) -> None:
    """In the log at the table and in the replay alike; after a restart too."""

    async def work(one: Changed) -> None:
        lines = await one.room.services.store.load_log(one.table)
        before = spans_of(
            await one.log(), one.cyd.id, hands_begin(await one.room.build_replay(one.table, None, 1))
        ).before
        names = [step.names[SEAT] for step in await one.room.build_replay(one.table, one.ann, 1)]
        assert {name for name, hers in zip(names, before, strict=True) if not hers} == {"Bob", "Bob’s bot"}
        deeds = [name for name, hers in zip(names, before, strict=True) if hers]
        assert set(deeds) == {"Cyd"}
        live = [
            entry
            for entry in one.room.table_registry.tables[one.table].history.entries
            if isinstance(entry.event, Acted)
        ]
        again = (await TableActor.load(one.room.services, one.table, lines, 1)).history.entries
        assert [entry.names for entry in live] == [one.names for one in again if isinstance(one.event, Acted)]
        acts = [name for name, line in zip(names, steps_of(lines), strict=True) if line["k"] == "act"]
        assert [entry.names[SEAT] for entry in live] == acts[-len(live) :]

    changing(tmp_path, game_id, work)


def steps_of(lines: list[str]) -> list[dict[str, object]]:
    return [event for event in map(json.loads, lines) if event["k"] in ("act", "order")]


def test_a_newcomer_remembers_nothing_from_before_their_first_hand(tmp_path: Path) -> None:
    """The hand that lay there as theirs was dealt was not theirs: bots and programs are told of what came after."""

    async def work(room: GameServer, _: HandClock) -> None:
        rng = np.random.default_rng(1)
        ann, bob, cyd = await guests(room, "Ann", "Bob", "Cyd")
        table = await room.open_table(ann, "tall-card", 3, {"deals_each": 2, "first_dealer": 0}, CLOSED)
        await room.sit(table, bob, SEAT)
        await room.start_match(table, ann)
        await settle(room, table)
        await room.leave(table, bob)
        await room.sit(table, cyd, SEAT)
        await settle(room, table)
        state = room.table_registry.tables[table].state
        while state.seats[SEAT].newcomer:
            watched, own = (await room.build_hand_views(table, cyd))[1]
            assert set(watched.views["viewer"].tolist()) | set(own.views["viewer"].tolist()) == {ONLOOKER}
            await moves(room, table, [ann, cyd], rng, 1)
        assert state.match is not None
        begun = state.steps - state.seats[SEAT].step
        watched, own = (await room.build_hand_views(table, cyd))[1]
        assert set(watched.views["viewer"].tolist()) == {ONLOOKER}
        assert set(own.views["viewer"].tolist()) == {SEAT}
        assert len(own) == begun < len(state.match.view(SEAT).history)

    run(tmp_path, work)


def test_who_comes_back_to_their_seat_is_advised_by_what_they_saw_since(tmp_path: Path) -> None:
    """What a bot did there meanwhile, in secret too, is no part of it."""

    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.open_table(ann, "tall-card", 2, {"first_dealer": 0}, replace(CLOSED, advice=True))
        await room.sit(table, bob, SEAT)
        await room.start_match(table, ann)
        await settle(room, table)
        await room.leave(table, bob)
        await settle(room, table)
        await room.sit(table, bob, SEAT)
        rng, state = np.random.default_rng(0), room.table_registry.tables[table].state
        while state.actor != SEAT:
            await moves(room, table, [ann], rng, 1)
        await room.advise(table, bob)
        advised = bots_of(room).advised[-1]
        assert advised.seat == SEAT
        assert len(advised.history) == state.steps - state.seats[SEAT].step
        assert state.match is not None
        assert len(advised.history) < len(state.match.view(SEAT).history)

    run(tmp_path, work)


def bots_of(room: GameServer) -> InlineBots:
    assert isinstance(room.services.bots, InlineBots)
    return room.services.bots


def test_one_function_makes_the_views_that_people_are_given() -> None:
    """Who else looks into a match from a seat asks for a bot, judges an action, or tells all the same moment."""
    rooms_own = {
        "match_view_of_person",
        "table_state",
        "shared_match_snapshot",
        "event_buffer",
        "single_player",
        "scheduler",
        "reducers",
    }
    rooms_own |= {"lesson_progress", "table_broadcast", "player_view"}
    asking = {"exchange_plan", "turn_commands", "simultaneous_commands"}
    folder = Path(rooms.__file__).parent
    found = {path.stem for path in folder.rglob("*.py") if path.stem not in NUMPYS and ".view(" in path.read_text()}
    assert found <= rooms_own | asking
    assert {"archive", "continue_match", "reviews", "exercises", "game_server", "match_cache"}.isdisjoint(found)
