"""What several are asked at once, in secret, and single cards: no time tells who had a choice."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from shindig.gamekit import game
from shindig.gamekit.game_spec import Simultaneous
from shindig.games.talon.rules.state import DRY, HANDFUL, IS_DRY, IS_MISERY, MISERY, NOT_DRY, PLAY
from shindig.server.broadcast import player_view
from shindig.server.broadcast.json_encoding import encode_update
from shindig.server.broadcast.presence import Presence
from shindig.server.broadcast.static_info import build_static_info
from shindig.server.errors import LateError
from shindig.server.game_server import GameServer
from shindig.server.matches.archive import credit_answer
from shindig.server.person import Person
from shindig.server.schemas import Settings
from shindig.server.storage.event_store import Append
from shindig.server.table_log.decision_time_samples import ENOUGH, sample_time
from shindig.server.table_log.events import Acted
from shindig.server.table_log.simultaneous_answers import OpenQuestion, open_questions
from shindig.server.table_log.table_state import TableState
from shindig.server.table_log.turn_clock import Pace
from shindig.server.tables import commands as c
from shindig.server.tables.decide import decide
from shindig.server.tables.scheduler import Due, next_due
from shindig.testing.checks.simultaneous_against_in_turn import asked_at_once_as_in_turn
from shindig.web.html.page_diff import find_time_left, render_regions
from tests.kits.secrecy.timing_study import PACES, Table, calls, cards, eventful, guessed, tapping
from tests.kits.server.room_kit import HandClock, InlineBots, guests, open_room, settle

PACE = Pace(rest=0, absent=100_000)


def test_seats_that_a_game_computes_from_its_record_can_be_sent() -> None:
    """They are NumPy's numbers, as `(m.actor + 1) % m.seats`; JSON takes none."""
    m = np.zeros(1, [("actor", "i1"), ("phase", "i1"), ("seats", "i1")]).view(np.recarray)[0]
    m.actor, m.phase, m.seats = 1, 3, 2
    group = Simultaneous((3,), lambda one: (one.actor, (one.actor + 1) % one.seats))
    assert json.dumps(open_questions(group, m, None).open) == "[[1, 3], [0, 3]]"


def until(phase: int, people: list[Person] | None = None) -> Table:
    """A table of Talon whose people come to a phase, one of them with a choice there."""
    for seed in count():
        table = Table(PACES["slow"], np.random.default_rng(seed), deck=eventful, policy=tapping, people=people or [])
        while table.state.next_question is None or table.state.next_question.phase != phase:
            table.play()
        if choosers(table.state):
            return table
    raise AssertionError


def choosers(state: TableState) -> list[int]:
    """Seats that have a choice in what all are asked."""
    return [seat for seat in range(len(state.seats)) if state.question_of(seat) is not None]


def chooser(state: TableState) -> int:
    return choosers(state)[0]


def ask(state: TableState, table: Table, seat: int, action: int) -> c.PlayMove:
    question = state.question_of(seat)
    assert question is not None
    return c.PlayMove(table.people[seat], action, state.question_token(question))


def test_answers_count_at_one_instant_whoever_has_answered() -> None:
    """TN-16: in order of the rules, in one step, the mildest for who said nothing."""
    table = until(DRY)
    state, seat = table.state, chooser(table.state)
    before = next_due(state, table.around())
    assert before is not None
    assert (before.when, before.command) == (state.since + 4, c.Count())
    table.now += 2.5
    told = player_view.build_public_table(state, Pace(), build_static_info(state, Presence(), True), None).info
    assert told.clock is None, "there is one time for all"
    assert told.together is not None
    seq, public = state.seq, state.view(-1).tobytes()
    table.send(ask(state, table, seat, IS_DRY))
    assert (state.seq, state.view(-1).tobytes()) == (seq, public), "nothing that others see has changed"
    assert next_due(state, table.around()) == before
    events = decide(state, c.Count(), table.around()).events
    assert events[-1] == Acted(seat, IS_DRY, "together", 120.0), "a little dry ends it"
    assert {event.action for event in events[:-1] if isinstance(event, Acted)} <= {NOT_DRY}


def test_who_says_nothing_and_who_is_asked_nothing_give_the_mildest_answer() -> None:
    table = until(MISERY)
    events = decide(table.state, c.Count(), table.around()).events
    assert (
        [(event.seat, event.by) for event in events if isinstance(event, Acted)]
        == [
            (asked.seat, "together")
            for asked in table.state.gathering.open  # type: ignore[union-attr]
        ][: len(events)]
    )


def test_after_a_call_that_all_hear_the_others_are_asked_again() -> None:
    """TN-30: who calls later has heard who called before; so what they answered without that does not count."""
    table = until(MISERY)
    state, seat = table.state, chooser(table.state)
    table.send(ask(state, table, seat, IS_MISERY))
    table.now += 7
    table.send(c.Count())
    assert state.next_question == OpenQuestion(seat, HANDFUL)
    assert state.gathering is not None
    assert not state.gathering.answers
    assert not state.gathering.begun, "all have their time again"


def test_an_answer_is_given_once_and_to_what_is_asked() -> None:
    table = until(DRY)
    state, seat = table.state, chooser(table.state)
    move = ask(state, table, seat, NOT_DRY)
    for wrong in (replace(move, token=state.token), replace(move, person=table.people[(seat + 1) % 4])):
        with pytest.raises(LateError):
            decide(state, wrong, table.around())
    table.send(move)
    with pytest.raises(LateError):
        decide(state, move, table.around())


def test_an_answer_is_the_persons_in_the_archive_if_they_gave_it() -> None:
    table = until(DRY)
    state, seat = table.state, chooser(table.state)
    counted = Acted(seat, NOT_DRY, "together", 120.0)
    assert credit_answer(state, counted) == counted, "the server's, who said nothing"
    table.send(ask(state, table, seat, NOT_DRY))
    assert credit_answer(state, counted) == replace(counted, by="person")
    assert credit_answer(state, other := replace(counted, action=IS_DRY)) == other


def test_bots_are_asked_with_all_others_and_their_answers_wait_too() -> None:
    table = until(DRY)
    state, seat = table.state, chooser(table.state)
    table.send(c.StandIn(seat))
    coming = next_due(state, table.around())
    assert coming is not None
    assert [(one.seat, one.turn) for one in coming.asks] == [
        (seat, (state.question_token(OpenQuestion(seat, DRY)), state.since))
    ]
    answered = table.around()._replace(answers={OpenQuestion(seat, DRY): IS_DRY})
    assert next_due(state, answered) == coming._replace(asks=())
    assert Acted(seat, IS_DRY, "together", 120.0) in decide(state, c.Count(), answered).events


def test_tables_that_play_for_days_wait_as_their_settings_say() -> None:
    table = until(DRY)
    table.state.settings = Settings(seconds=86_400)
    coming = next_due(table.state, table.around())
    assert coming is not None
    assert coming.when == table.state.since + 86_400


def test_those_asked_at_once_are_those_who_would_be_asked_in_turn() -> None:
    """PB-31, TN-16, TN-30: `shindig.testing` plays on and compares."""
    for game_id in ("royal-pokebacc", "talon"):
        assert not list(asked_at_once_as_in_turn(game(game_id), 3, {}))


def eased(times: list[float]) -> tuple[Table, int]:
    """A table at which somebody who takes such times has one card to play."""
    for seed in count():
        table = Table(PACES["slow"], np.random.default_rng(seed), {"hands": 0})
        while table.scored < 2:
            table.play()
            state, seat = table.state, table.state.actor
            if seat is not None and state.next_question is None and state.automatic_action is not None:
                state.seats[seat].times = {PLAY: deque(times)}
                if state.automatic_action is not None:
                    return table, seat
    raise AssertionError


def test_a_single_card_is_played_after_as_long_as_its_player_takes() -> None:
    """Without a bound: who takes 20 seconds to choose takes as long where there is nothing to choose."""
    table, seat = eased([15.0, 18.0, 20.0, 22.0, 26.0, 30.0] * 2)
    around = table.around()
    found = [next_due(table.state, around._replace(luck=luck / 100)) for luck in range(100)]
    waits = [one.when - table.state.since for one in found if one is not None]
    assert {one.command for one in found if one is not None} == {c.PlayFor(seat, table.state.automatic_action, "room")}
    assert min(waits) > 8
    assert 19 < np.median(waits) < 23
    assert not set(waits) & set(table.state.decision_times), "a time that comes again would tell"


def test_a_single_card_is_its_players_unless_they_are_there_and_want_it_otherwise() -> None:
    table, seat = eased([20.0] * ENOUGH)
    state, around = table.state, table.around()
    gone = around._replace(presence=Presence(last_seen={seat: state.since}))
    assert next_due(state, gone) == Due(state.since + 15, c.StandIn(seat)), "as where there is a choice"
    table.send(c.Ease(table.people[seat], False))
    assert next_due(state, around) == Due(state.since + 120 + state.seats[seat].bank, c.RunOut(seat))
    table.send(c.Ease(table.people[seat], True))
    state.seats[seat].times[PLAY].pop()
    assert next_due(state, around) == Due(state.since + 120 + state.seats[seat].bank, c.RunOut(seat)), (
        "pace not known yet"
    )


def test_only_times_of_choices_make_a_pace() -> None:
    table = Table(PACES["slow"], np.random.default_rng(2), {"hands": 0})
    while len(table.steps) < 150:
        table.play()
    asked = {DRY, MISERY, HANDFUL}
    free = sorted(round(step.took, 3) for step in table.steps if not step.forced and step.place[0] not in asked)
    assert sum(step.forced for step in table.steps if step.place[0] == PLAY) > 10
    assert sorted(took for seat in table.state.seats for times in seat.times.values() for took in times) == free


def test_times_do_not_tell_a_forced_card_from_a_free_one() -> None:
    """Half are forced; learners of several kinds see all public times.

    The long form is `python -m tests.kits.secrecy.timing_study`.
    """
    for play in (cards, calls):
        right = guessed(play, PACES["mixed"], 800).right
        assert max(right.values()) < 0.55, right


def test_learners_notice_a_pause_that_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "shindig.server.tables.scheduler.sample_time",
        lambda times, luck, most: min(6.0, sample_time(times, luck, most)),
    )
    assert max(guessed(cards, PACES["slow"], 300).right.values()) > 0.9


async def recovered(folder: Path, work: Callable[[GameServer, HandClock, Table], Awaitable[None]]) -> None:
    """A room that takes over a table at which all are asked whether they are a little dry."""
    clock = HandClock(2000.0)
    room = await open_room(f"sqlite:///{folder}/room.db", clock, PACE)
    table = until(DRY, people=await guests(room, "Ann", "Bob", "Cyd", "Dee"))
    store = room.services.store
    await store.store_table("oak", "talon", True, "nobody", 1.0)
    for number, line in enumerate(table.log, 1):
        await store.append(Append("oak", 1, number, (line,)))
    await work(room, clock, table)
    await room.close()


def test_nobody_else_hears_that_somebody_has_answered(tmp_path: Path) -> None:
    """No event, no number, no byte: on the streams of others nothing happens before the instant."""

    async def work(room: GameServer, clock: HandClock, table: Table) -> None:
        feeds = [await room.subscribe("oak", person) for person in table.people]
        await settle(room, "oak")
        clock.advance(1)
        await asyncio.sleep(0.2)
        seat = chooser(room.table_registry.tables["oak"].state)
        for feed in feeds:
            while feed.take() is not None:
                pass
        woken: list[list[object]] = [[] for _ in feeds]
        for feed, moments in zip(feeds, woken, strict=True):
            feed.listen(moments.append)
        mine = await room.build_snapshot("oak", table.people[seat])
        others = [(await room.build_bare_snapshot("oak", person)).seq for person in table.people]
        answer = await room.move("oak", table.people[seat], "little dry", mine.info.token or "", "key")
        assert answer.seq == mine.seq
        again = await room.move("oak", table.people[seat], "little dry", mine.info.token or "", "key")
        assert again == replace(answer, repeated=True)
        await asyncio.sleep(0)  # who asked is answered first
        for one, feed in enumerate(feeds):
            assert bool(woken[one]) == (one == seat)
            assert (feed.take() is not None) == (one == seat)
        told = [await room.build_bare_snapshot("oak", person) for person in table.people]
        assert [news.seq for news in told] == others
        assert [news.info.part for news in told] == ["given" if one == seat else "none" for one in range(4)]
        assert {news.info.together for news in told} == {told[0].info.together}
        for feed in feeds:
            feed.close()

    asyncio.run(recovered(tmp_path, work))


def test_an_answer_outlives_the_server(tmp_path: Path) -> None:
    async def work(room: GameServer, clock: HandClock, table: Table) -> None:
        seat = chooser((await room.table_registry.find("oak")).state)
        person = table.people[seat]
        await room.move("oak", person, "little dry", (await room.build_snapshot("oak", person)).info.token or "")
        later = await open_room(f"sqlite:///{tmp_path}/room.db", clock, PACE, InlineBots())
        assert (await later.build_snapshot("oak", person)).info.part == "given"
        clock.advance(7)
        await settle(later, "oak")
        news = await later.build_snapshot("oak", person)
        assert news.updates[-1].do == "little dry"
        await later.close()

    asyncio.run(recovered(tmp_path, work))


def test_the_page_says_what_is_asked_and_what_the_room_does(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock, table: Table) -> None:
        seat = chooser((await room.table_registry.find("oak")).state)
        mine, other = table.people[seat], table.people[(seat + 1) % 4]
        asked, waits = await room.build_snapshot("oak", mine), await room.build_snapshot("oak", other)
        answered = render_regions(waits)
        assert "There’s nothing for you to choose here" in answered["r-ask"]
        assert "button" not in answered["r-ask"]
        assert "The Magician is your only trump" in render_regions(asked)["r-ask"]
        assert "You all answer at once." in answered["r-clock"]
        assert find_time_left(waits) is not None
        assert find_time_left(waits) == find_time_left(asked)
        await room.move("oak", mine, "no dry", asked.info.token or "")
        assert "Got your answer" in render_regions(await room.build_snapshot("oak", mine))["r-ask"]
        legal = json.loads(encode_update(asked))["legal"]
        assert [one["do"] for one in legal] == ["no dry", "little dry"]

    asyncio.run(recovered(tmp_path, work))


def test_who_has_single_cards_played_is_nobody_elses_business(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock, table: Table) -> None:
        before = await room.build_snapshot("oak", table.people[1])
        await room.set_eased("oak", table.people[0], False)
        news = await room.build_snapshot("oak", table.people[0])
        assert not news.info.eased
        assert "Auto-play forced cards: off" in render_regions(news)["r-ease"]
        assert encode_update(await room.build_snapshot("oak", table.people[1])) == encode_update(before)

    asyncio.run(recovered(tmp_path, work))
