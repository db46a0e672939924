"""When the room does something by itself: to the second, for each kind of table, from values that are written out."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import game
from shindig.games.tall_card.rules.state import DECLINE
from shindig.observations import GIVEN, SECRET
from shindig.server.broadcast.event_buffer import Subscriber
from shindig.server.broadcast.presence import Presence
from shindig.server.fairness.daily_secret import SealedDeal, Terms
from shindig.server.person import Person
from shindig.server.table_log.decision_time_samples import sample_time
from shindig.server.table_log.seat_occupants import Occupant
from shindig.server.table_log.simultaneous_answers import OpenQuestion, SimultaneousAnswers
from shindig.server.table_log.single_player import PATIENCE, reading_time, tempo_of
from shindig.server.table_log.table_state import TableState
from shindig.server.table_log.turn_clock import (
    LIVE,
    PAUSE_LIMIT,
    Pace,
    deadline,
    next_hand_time,
    remaining_bank,
    simultaneous_deadline,
)
from shindig.server.tables import commands as c
from shindig.server.tables.scheduler import BotQuestion, Due, next_due
from tests.kits.server.decide_kit import ANN, BOB, PACE, Written, begun, carry_out, given, moment, over, sat

HERE = Presence(viewers=frozenset({0, 1}))
DAILY = SealedDeal("2023-11-26", Terms("tall-card", game("tall-card").rules.version, 3, "steady", 2), bytes(range(64)))
RESTING = replace(PACE, rest=8.0)


def around(now: float, pace: Pace, **more: Any) -> Written:
    return Written(now, pace, **{"presence": Presence(), **more})


def resting(*people: Person) -> TableState:
    """A table whose first hand has ended, at 100."""
    state = begun(*people)
    while not state.is_resting:
        carry_out(state, c.MakeOrder() if state.needs_order else c.PlayFor(state.to_act, None, "room"), moment(100))
    return state


def test_a_pause_ends_by_itself_and_a_match_that_is_over_comes_into_the_books_at_once() -> None:
    state = begun(ANN, BOB)
    carry_out(state, c.Pause(ANN), moment(107))
    assert next_due(state, moment(200)) == Due(107 + PAUSE_LIMIT, c.GoOn())
    ended = over(ANN, BOB)
    assert next_due(ended, moment(200)) == Due(PACE.idle, c.Clear())
    ended.settled = 0
    assert next_due(ended, moment(200)) == Due(200, c.RunScheduler())
    carry_out(ended, c.Close(ANN), moment(200))
    assert next_due(ended, moment(201)) is None


def test_a_result_lies_there_until_it_was_read_or_all_are_ready() -> None:
    state = resting(ANN, BOB)
    ends = 100 + 8.0 * reading_time(state)
    assert reading_time(state) >= 1.0
    assert next_hand_time(state, RESTING) == ends
    assert next_due(state, around(ends - 0.01, RESTING)) == Due(ends, c.MakeOrder())
    there = Presence(devices=frozenset({0}))
    assert next_due(state, around(ends, RESTING)) == Due(ends, c.MakeOrder())
    assert next_due(state, around(ends, RESTING, presence=there)) == Due(ends, c.NextStage("sealing"))
    carry_out(state, c.Agree(ANN, "next"), moment(101))
    assert next_due(state, around(102, RESTING)) == Due(ends, c.MakeOrder())
    carry_out(state, c.Agree(BOB, "next"), moment(101))
    assert next_due(state, around(102, RESTING)) == Due(102, c.MakeOrder())


def test_who_is_alone_has_all_the_time_to_read_and_a_quick_pace_ends_it() -> None:
    state = resting(ANN)
    assert next_hand_time(state, RESTING) == 100 + 8.0 * 450 * reading_time(state)
    carry_out(state, c.SetTempo(ANN, "quick"), moment(101))
    assert next_hand_time(state, RESTING) == 100 + 8.0 * reading_time(state)
    state.seats[0].tempo = "end"
    assert tempo_of(state).rest == 450, "only who is out goes to the end"


CALLED = 0
"""A bot's reply that is neither a fold nor a pass."""


def pause_before(state: TableState, reply: int, luck: float = 0.5) -> float:
    """Return the seconds after which the bot's reply is played."""
    due = next_due(state, moment(101, luck=luck, reply=reply))
    assert due is not None
    assert due.command == c.PlayFor(1, reply, "bot")
    return round(due.when - state.since, 9)


@pytest.mark.parametrize(("luck", "waits"), [(0.0, 1.0), (0.5, 2.0), (1.0, 3.0)])
def test_a_bot_takes_between_the_least_and_the_most_of_its_pace(luck: float, waits: float) -> None:
    state = given(begun(ANN))
    assert state.actor == 1
    assert pause_before(state, CALLED, luck) == waits
    for chosen, times in (("slow", 2.5), ("quick", 0.25), ("hand", 1500.0)):
        state.seats[0].tempo = chosen
        assert pause_before(state, CALLED, luck) == waits * times
    carry_out(state, c.Nudge(ANN), moment(101))
    assert pause_before(state, CALLED, luck) == 0.0


@pytest.mark.parametrize(("luck", "waits"), [(0.0, 0.5), (0.5, 0.75), (1.0, 1.0)])
def test_a_bot_passes_quickly_and_all_its_other_actions_share_one_pause(luck: float, waits: float) -> None:
    state = given(begun(ANN))
    assert pause_before(state, DECLINE, luck) == waits
    assert {pause_before(state, action, luck) for action in state.view(1).legal.actions if action != DECLINE} == {
        1.0 + 2.0 * luck
    }


def test_a_bot_is_quick_where_its_game_says_so_and_where_all_see_that_it_has_no_choice() -> None:
    state = given(begun(ANN))
    services = state.game.services
    phase = int(state.match.record.phase)  # type: ignore[union-attr]
    for instant, waits in ((frozenset({phase}), 0.75), (frozenset({phase + 1}), 2.0)):
        state.game = replace(state.game, services=replace(services, instant_phases=instant))
        assert pause_before(state, CALLED) == waits
    state = given(begun(ANN))
    while state.to_act != 1 or len(state.view(1).legal) > 1:
        needed = c.MakeOrder() if state.needs_order else c.PlayFor(state.to_act, DECLINE, "room")
        refused = not state.needs_order and not state.view(state.to_act).legal.allows(DECLINE)
        carry_out(state, c.PlayFor(state.to_act, None, "room") if refused else needed, moment(101))
    assert pause_before(state, next(iter(state.view(1).legal.actions))) == 0.75


def test_a_bot_that_is_late_has_the_mildest_action_played_when_it_was_waited_for() -> None:
    state = given(begun(ANN))
    coming = next_due(state, moment(101, luck=0.5))
    assert coming is not None
    assert (coming.when, coming.command) == (100 + 2 + PACE.bot, c.PlayFor(1, None, "bot"))
    (asked,) = coming.asks
    assert asked[:2] == ("random", 1)
    assert (asked.turn, asked.owed) == (state.turn, False)
    assert len(asked.view.history) > 0
    for reply, pause in ((DECLINE, 0.75), (0, 2)):
        due = Due(100 + pause, c.PlayFor(1, reply, "bot"))
        assert next_due(state, moment(101, luck=0.5, reply=reply)) == due


@pytest.mark.parametrize(
    ("seen", "expected"),
    [(119, Due(139, c.StandIn(1))), (120, Due(140, c.StandIn(1))), (120.5, Due(140, c.RunOut(1)))],
)
def test_a_bot_stands_in_for_who_is_gone_unless_the_time_is_up_before(seen: float, expected: Due) -> None:
    state = given(begun(ANN, BOB))
    assert next_due(state, moment(121, presence=Presence(last_seen={1: seen}))) == expected


def test_time_runs_from_the_turn_for_who_was_seen_before_it() -> None:
    state = given(begun(ANN, BOB))
    assert next_due(state, moment(101, presence=Presence(last_seen={1: 20.0}))) == Due(120, c.StandIn(1))
    assert next_due(state, moment(101, presence=Presence())) == Due(120, c.StandIn(1))


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(LIVE, Due(120, c.StandIn(1))), (LIVE + 1, Due(100 + LIVE + 1 + 10, c.RunOut(1)))],
)
def test_at_tables_that_play_for_days_nobody_is_stood_in_for(seconds: int, expected: Due) -> None:
    assert next_due(given(begun(ANN, BOB, seconds=seconds)), moment(101)) == expected


def her_turn(**more: Any) -> TableState:
    """Ann is alone with bots, and it is her turn since 101."""
    state = given(begun(ANN, **more))
    while state.actor != 0 or len(state.view(0).legal) < 2:
        carry_out(state, c.MakeOrder() if state.needs_order else c.PlayFor(state.to_act, None, "bot"), moment(101))
    return state


@pytest.mark.parametrize("seconds", [30, 86_400])
def test_who_is_alone_has_no_clock_and_is_waited_for_an_hour_or_a_turns_time(seconds: int) -> None:
    state = her_turn(seconds=seconds)
    assert deadline(state, 0) == (math.inf, math.inf)
    assert next_due(state, moment(102)) == Due(101 + max(PACE.absent * PATIENCE, seconds), c.StandIn(0))
    assert next_due(state, moment(102, presence=HERE)).when == math.inf  # type: ignore[union-attr]


def test_a_try_at_the_deal_of_a_day_waits_for_its_player_and_for_its_bots() -> None:
    state = given(begun(ANN, seats=3, daily=DAILY))
    owed = list[BotQuestion]()
    while state.actor != 0:
        coming = next_due(state, moment(101))
        assert coming is not None
        assert coming.when == math.inf
        owed += coming.asks
        carry_out(state, c.PlayFor(state.to_act, None, "bot"), moment(101))
    assert owed
    assert all(one.owed for one in owed)
    budgets = [one.view.budget for one in owed]
    assert {one.iterations for one in budgets} == {256}
    assert len({one.seed for one in budgets}) == len(budgets)
    assert next_due(state, moment(102)).when == math.inf  # type: ignore[union-attr]


def test_the_end_of_a_turns_time_is_told_to_the_second_and_then_the_bank_pays() -> None:
    state = given(begun(ANN, BOB))
    assert deadline(state, 1) == (130, 140)
    assert [remaining_bank(state, 1, now) for now in (100, 130, 130.0004, 131.5, 140, 141)] == [10, 10, 10, 8.5, 0, 0]


def test_what_all_are_asked_at_once_counts_at_one_moment_for_all() -> None:
    """Talon's little dry, or whatever a game asks so: by the game's time, or a turn's where that lasts for days."""
    people = [Person(letter, letter.upper()) for letter in "abcd"]
    found = []
    for seconds in (LIVE, LIVE + 1):
        state = TableState("oak")
        settings = sat(ANN, seconds=seconds, bank=0).settings
        carry_out(state, c.Open(people[0], game("talon"), 4, {}, settings), moment(90))
        for person in people[1:]:
            carry_out(state, c.Sit(person), moment(90))
        carry_out(state, c.Begin(people[0]), moment(100))
        while state.next_question is None:
            carry_out(state, c.MakeOrder() if state.needs_order else c.PlayFor(state.to_act, None, "room"), moment(100))
        gathering = state.gathering
        assert gathering is not None
        found.append(simultaneous_deadline(state, replace(PACE, together=0.5)) - 100)
        assert found[-1] == (gathering.group.seconds * 0.5 if seconds == LIVE else seconds)
        gathering.begun = True
        assert simultaneous_deadline(state, PACE) == 100
    assert found[0] != found[1]


def test_a_pace_is_like_that_of_who_it_is_and_never_longer_than_a_turn() -> None:
    times = [2.0, 4.0, 8.0, 3.0, 5.0, 6.0] * 3
    drawn = sorted(sample_time(times, luck / 1_000, 45.0) for luck in range(1_000))
    assert 0.5 < drawn[0] < 2.1
    assert 7.5 < drawn[-1] < 25.0
    assert 4.0 < drawn[500] < 5.0
    assert sample_time(times, 0.999, 3.0) == 3.0
    assert sample_time([0.0] * 12, 0.5, 45.0) == pytest.approx(0.01)


def test_secrets_and_orders_are_told_apart_from_actions() -> None:
    assert len({SECRET, GIVEN, 0}) == 3
    assert max(SECRET, GIVEN) < 0


def test_what_a_match_asks_about_an_agreed_time_the_rooms_clock_answers() -> None:
    """In whole or broken minutes since it began, in the seat's place and at once."""
    state, asked = given(begun(ANN, BOB)), list[float]()

    def by_clock(_: object, minutes: float) -> int | None:
        asked.append(minutes)
        return DECLINE if minutes > 1 else None

    state.game = replace(state.game, services=replace(state.game.services, by_clock=by_clock))
    assert next_due(state, moment(160)) == Due(120, c.StandIn(1))
    assert next_due(state, moment(190)) == Due(100, c.PlayFor(1, DECLINE, "room"))
    assert asked == [1.0, 1.5]


def test_a_cut_waits_for_pages_that_are_there_or_on_their_way_and_not_for_ever() -> None:
    seats = [
        Occupant("Ann", "a"),
        Occupant("Bob", "b", held=True),
        Occupant("Fennel", bot="random"),
        Occupant("C", "c"),
    ]
    presence = Presence(devices=frozenset({0, 1}), expected={1: 110.0, 2: 110.0, 3: 110.0})
    assert presence.in_cuts(seats, 109.9) == {0, 3}
    assert presence.in_cuts(seats, 110.0) == {0}
    assert [presence.until(time) for time in (105.0, 110.0, 111.0)] == [110.0, 110.0, 111.0]
    assert Presence().until(105.0) == 105.0


def test_who_reads_along_is_there_and_onlookers_are_counted() -> None:
    presence = Presence()
    readers = [(0, True), (0, False), (1, False), (ONLOOKER, True), (ONLOOKER, False)]
    presence.read_by([Subscriber(viewer, print, device) for viewer, device in readers])
    assert presence.viewers == {0, 1, ONLOOKER}
    assert (presence.watchers, [*presence.devices]) == (2, [0])
    presence.begin(2, 50.0)
    assert (presence.quiet_since, presence.last_seen) == (50.0, {0: 50.0, 1: 50.0})


def test_what_is_asked_at_once_is_open_until_it_counts() -> None:
    group: Any = None
    first, second = OpenQuestion(0, 3), OpenQuestion(1, 3)
    one = SimultaneousAnswers(group, [first, second])
    assert not one.begun
    one.close(first)
    assert (one.begun, one.open) == (True, [second])
