"""What each event changes of a table, and what it leaves as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from shindig.core.layout_and_views import OVER
from shindig.gamekit import game
from shindig.games.tall_card.rules.state import DECLINE, TAKE
from shindig.server.broadcast.player_view import build_hand_views
from shindig.server.card_proofs.card_movement_inference import exchange_bits
from shindig.server.fairness.daily_secret import SealedDeal, Terms
from shindig.server.fairness.fair_shuffle import make_seal
from shindig.server.person import Person
from shindig.server.schemas import Settings, Stage
from shindig.server.table_log.events import (
    Acted,
    Agreed,
    Committed,
    Held,
    Left,
    Ordered,
    Paused,
    Resumed,
    Returned,
    Sealed,
    Seated,
    Settled,
    Staged,
    Started,
    Undone,
    Unsealed,
)
from shindig.server.table_log.table_state import TableState
from shindig.server.tables import commands as c
from shindig.server.tables.decide import decide
from tests.kits.server.decide_kit import ANN, BOB, begun, carry_out, dealt, given, moment, opened, over, sat

CYD = Person("c", "Cyd")


def sealed(hands: int) -> SealedDeal:
    terms = Terms("tall-card", game("tall-card").rules.version, 3, "steady", hands)
    return SealedDeal("2023-11-26", terms, bytes(range(64)))


DAILY = sealed(hands=1)


def play(state: TableState, at: float = 100) -> None:
    """The next thing that the rules want."""
    carry_out(state, c.MakeOrder() if state.needs_order else c.PlayFor(state.to_act, None, "room"), moment(at))


def resting(*people: Person, **more: Any) -> TableState:
    """A table whose first hand has ended."""
    state = begun(*people, **more)
    while not state.is_resting:
        play(state)
    return state


# Who sits where.


def test_who_sits_down_at_an_empty_seat_has_a_whole_bank_and_at_a_bots_what_is_left_of_it() -> None:
    state = sat(ANN, seats=3, bank=10)
    state.add(Seated(1, "Bob", "b", face="moon-plum", client="x"), 96)
    bob = state.seats[1]
    assert (bob.name, bob.person, bob.face, bob.client, bob.bot, bob.bank) == ("Bob", "b", "moon-plum", "x", "", 10.0)
    assert (bob.since, bob.step, bob.newcomer) == (state.seq, 0, False)
    assert state.people == [0, 1]
    carry_out(state, c.Begin(ANN), moment(100))
    given(state)
    state.seats[2].bank = 3.5
    state.add(Seated(2, "Cyd", "c"), 105)
    cyd = state.seats[2]
    assert (cyd.bank, cyd.newcomer, cyd.bot, cyd.has_bot, cyd.step) == (3.5, True, "random", True, state.steps)
    assert state.steps > 0
    assert state.consent.seats == {"a": 0, "b": 1, "c": 2}
    assert state.bot_at(2) == "random"


def test_who_comes_back_to_their_own_hand_has_it_at_once_and_goes_on_with_the_turn() -> None:
    state = dealt()
    state.add(Left(1, "random", name="Bob"), 104)
    assert (state.seats[1].name, state.seats[1].bot, state.seats[1].person) == ("Bob’s bot", "random", "")
    assert (state.consent.gone, state.since, state.actor) == (["b"], 104, 1)
    state.add(Seated(1, "Bob", "b"), 107)
    assert not state.seats[1].newcomer
    assert (state.consent.gone, state.since) == ([], 103), "four seconds were used"
    state.add(Seated(1, "Cyd", "c"), 109)
    assert state.seats[1].newcomer
    assert state.since == 103, "a bot goes on with its turn"


def test_who_sits_down_after_a_match_is_in_no_accord_and_sees_nothing_of_it() -> None:
    state = over(ANN)
    before = {**state.consent.seats}
    state.add(Seated(1, "Bob", "b"), 105)
    assert state.consent.seats == before == {"a": 0}
    assert state.seats[1].newcomer


def test_who_was_alone_has_a_whole_turn_from_when_another_sits_down() -> None:
    state = given(begun(ANN, seats=3))
    while state.actor != 0:
        play(state)
    assert state.since == 100
    state.add(Seated(2, "Bob", "b"), 150)
    assert state.since == 150
    state.add(Seated(1, "Cyd", "c"), 160)
    assert state.since == 150, "nobody was alone any more"
    other = given(begun(ANN, seats=3))
    assert other.actor != 0
    other.add(Seated(2 if other.actor == 1 else 1, "Bob", "b"), 150)
    assert other.since == 100, "it is a bot's turn"


def test_who_leaves_before_a_match_leaves_the_seat_empty() -> None:
    state = sat(ANN, BOB)
    state.add(Left(1, "", name="Bob"), 97)
    assert state.seats[1].is_empty
    assert (state.people, state.host, state.consent.gone) == ([0], "a", [])


def test_the_host_who_leaves_has_an_heir_where_there_is_one() -> None:
    state = begun(ANN, BOB, seats=3)
    state.add(Left(0, "random", name="Ann"), 105)
    assert state.host == "b"
    state.add(Left(1, "random", name="Bob"), 106)
    assert state.host == "b", "nobody else is there"
    other = begun(ANN, BOB)
    other.add(Left(1, "random", name="Bob"), 105)
    assert other.host == "a"


def test_who_leaves_takes_their_yes_along_and_their_seals_stay() -> None:
    state = resting(ANN, BOB)
    state.add(Agreed("b", "Bob", 1, "next", 1), 101)
    state.add(Agreed("a", "Ann", 0, "next", 1), 101)
    assert state.agreed == {"next": {"a", "b"}}
    state.add(Sealed(1, make_seal(bytes(32)).hex()), 101)
    state.add(Left(1, "random", name="Bob"), 102)
    assert state.agreed == {"next": {"a"}}
    assert (state.cutting.seals, [voice.said for voice in state.cutting.parted]) == ({}, ["left"])


def test_a_turn_begins_anew_for_a_bot_that_takes_it_over_and_goes_on_for_who_returns() -> None:
    state = dealt()
    state.add(Held(0), 103)
    assert (state.seats[0].held, state.since) == (True, 100)
    state.seats[1].misses = 2
    state.add(Held(1), 104)
    assert (state.seats[1].held, state.since) == (True, 104)
    state.add(Returned(1), 106)
    assert (state.seats[1].held, state.seats[1].misses, state.since) == (False, 0, 102)
    state.add(Returned(0), 107)
    assert state.since == 102


# A match.


def test_a_match_begins_with_nothing_of_the_last_one() -> None:
    state = over(ANN, BOB)
    seconds = state.number, state.seq
    state.seats[0].bank, state.seats[0].misses, state.seats[0].tempo = 1.0, 3, "end"
    state.seats[1].tempo = "slow"
    state.paused, state.undone = True, 2
    state.agreed = {"rematch": {"a"}}
    state.add(Started(), 120)
    assert (state.number, state.steps, state.seq) == (seconds[0] + 1, 0, seconds[1] + 1)
    assert (state.began, state.since, state.paused, state.undone, state.agreed) == (120, 120, False, 0, {})
    assert (state.chronicle, state.ledger, state.cut_runs, state.gathering) == ([], [], False, None)
    assert [(one.bank, one.misses, one.step, one.tempo) for one in state.seats] == [
        (10.0, 0, 0, "usual"),
        (10.0, 0, 0, "slow"),
    ]
    assert state.consent.seats == {"a": 0, "b": 1}
    assert state.consent.names == {"a": "Ann", "b": "Bob"}
    assert (state.dealt, state.nudged) == (["a", "b"], None)
    assert state.token == f"{state.number}.0"


def test_a_hand_is_whoever_sits_there_when_it_begins() -> None:
    state = given(begun(ANN, seats=3))
    state.add(Seated(1, "Bob", "b"), 105)
    assert (state.dealt, state.seats[1].newcomer) == (["a", "", ""], True)
    while not state.is_resting:
        play(state)
    seq = state.seq
    while state.needs_order:
        play(state)
    assert (state.dealt, state.seats[1].newcomer, state.seats[1].bot) == (["a", "b", ""], False, "")
    assert seq < state.seats[1].since <= state.seq


def test_an_order_is_of_the_cut_that_runs_until_somebody_acts() -> None:
    state = opened()
    assert state.secret is not None
    number = state.secret.number
    play(state)
    assert state.cut_runs
    assert state.cut is not None
    assert (state.cut.secret.number, state.cutting.number, state.secret.number) == (number, number + 1, number + 1)
    count = 1
    while state.needs_order:
        play(state)
        count += 1
        assert state.cut.secret.number == number, "further orders come of the same cut"
    assert [one["index"] for one in state.cut.orders] == [*range(count)]
    assert count > 1
    carry_out(state, c.PlayFor(1, DECLINE, "bot"), moment(101))
    assert not state.cut_runs
    assert state.cut.secret.number == number, "it is told until the next"


def test_what_all_wait_for_is_over_with_the_next_order() -> None:
    state = resting(ANN, BOB)
    state.add(Agreed("b", "Bob", 1, "next", 1), 101)
    state.past.append(None)  # type: ignore[arg-type]
    play(state)
    assert (state.agreed, len(state.past)) == ({}, 0)


@pytest.mark.parametrize(
    ("by", "misses", "times"), [("person", 0, 1), ("clock", 3, 1), ("bot", 2, 1), ("room", 2, 1), ("plan", 2, 1)]
)
def test_only_who_lets_time_run_out_misses_and_who_plays_has_missed_nothing(by: str, misses: int, times: int) -> None:
    state = dealt()
    state.seats[1].misses = 2
    steps, kind = state.steps, state.turn_kind
    state.add(Acted(1, TAKE, by, 7.5, 3.0), 104)
    one = state.seats[1]
    assert (one.misses, one.bank, len(one.times[kind])) == (misses, 7.5, times)
    assert (state.steps, state.since, state.at) == (steps + 1, 104, 104)


def test_what_took_no_time_makes_no_pace() -> None:
    state = dealt()
    state.add(Acted(1, TAKE, "person", 10.0, 0.0), 104)
    assert not any(state.seats[1].times.values())


def test_hands_open_at_the_end_of_a_match_where_they_always_do() -> None:
    for reveal, opens in (("always", {1}), ("agreed", set()), ("never", set())):
        assert over(ANN, BOB, reveal=reveal).opened == opens
    early = begun(ANN, BOB, reveal="always")
    play(early)
    assert early.opened == set()


def test_hands_open_when_all_have_agreed_who_sat_there() -> None:
    state = over(ANN, BOB)
    state.add(Agreed("b", "Bob", 1, "reveal", 1), 101)
    assert (state.opened, state.consent.agreed, state.agreed) == (set(), {"b"}, {})
    state.add(Agreed("a", "Ann", 0, "reveal", 1), 101)
    assert state.opened == {1}


def test_a_try_ends_with_as_many_hands_as_its_terms_say() -> None:
    state = begun(ANN, seats=3, daily=DAILY)
    while state.playing:
        play(state)
    assert (len(state.ledger), len(state.chronicle), state.to_act) == (1, 1, OVER)
    assert state.drawing is not None
    assert state.drawing.orders["main"] == 1
    two = begun(ANN, seats=3, daily=sealed(hands=2))
    while two.playing:
        play(two)
    assert len(two.ledger) == 2


def test_each_hand_is_told_of_and_booked_once() -> None:
    state = resting(ANN, BOB)
    assert (len(state.chronicle), len(state.ledger)) == (1, 1)
    assert state.ledger[0].dealt == ("a", "b")
    play(state)
    assert len(state.ledger) == 1
    assert len(over(ANN, BOB).ledger) == 2


def test_a_pause_takes_nobodys_time() -> None:
    state = dealt()
    state.add(Paused(), 110)
    assert (state.paused, state.since) == (True, 100)
    state.add(Resumed(), 400)
    assert (state.paused, state.since) == (False, 400)


@pytest.mark.parametrize("stage", ["sealing", "opening"])
def test_a_pause_takes_no_devices_time_in_a_cut(stage: Stage) -> None:
    state = opened()
    state.add(Staged(stage, 104.0, 1), 102)
    state.add(Paused(), 103)
    state.add(Resumed(), 403)
    assert state.cutting.due == 404


def test_a_cut_goes_from_stage_to_stage() -> None:
    state = opened()
    state.add(Staged("opening", 104.0, 1), 102)
    assert (state.cutting.stage, state.cutting.due, state.cutting.cutter) == ("opening", 104.0, 1)
    state.add(Sealed(0, "00" * 32), 102)
    state.add(Unsealed(0, "11" * 32), 102)
    assert (state.cutting.seals, state.cutting.values) == ({0: bytes(32)}, {0: b"\x11" * 32})
    state.add(Committed(7, "22" * 64), 103)
    assert state.secret is not None
    assert (state.secret.table, state.secret.number, state.secret.secret) == ("oak", 7, b"\x22" * 64)
    assert state.cuts == 8


def test_a_match_is_in_the_books_when_it_is_settled() -> None:
    state = begun(ANN, BOB)
    while state.playing:
        play(state)
    assert state.unsettled
    events = decide(state, c.RunScheduler(), moment(105)).events
    assert events == (Settled(1),)
    seq = state.seq
    state.add(events[0], 105)
    assert (state.unsettled, state.settled, state.seq) == (False, 1, seq)


def test_what_comes_after_a_match_waits_for_the_books() -> None:
    state = begun(ANN, BOB)
    while state.playing:
        play(state)
    events = decide(state, c.Leave(BOB), moment(105)).events
    assert [type(one) for one in events] == [Settled, Left]


# Taking back.


def test_a_choice_taken_back_leaves_no_trace_but_in_the_token() -> None:
    state = begun(ANN)
    while state.actor != 0 or len(state.view(0).legal) < 2:
        play(state)
    before = state.match.array.tobytes(), state.steps, state.token, len(state.past)  # type: ignore[union-attr]
    action = next(iter(state.view(0).legal.actions))
    state.add(Acted(0, action, "person", 10.0, 1.0), 120)
    assert len(state.past) == before[3] + 1
    state.add(Undone(0, state.past[-1].steps), 130)
    assert state.match is not None
    assert (state.match.array.tobytes(), state.steps, len(state.past)) == (before[0], before[1], before[3])
    assert (state.since, state.token) == (130, f"{before[2]}~1")


def test_a_choice_among_people_or_of_a_bot_cannot_be_taken_back() -> None:
    state = dealt()
    state.add(Acted(1, TAKE, "person", 10.0, 1.0), 104)
    assert len(state.past) == 0
    alone = given(begun(ANN))
    alone.past.append(None)  # type: ignore[arg-type]
    alone.add(Acted(1, DECLINE, "bot", 10.0), 104)
    assert len(alone.past) == 0


# What a table tells of itself.


def test_before_the_first_match_nobody_has_seen_a_hand() -> None:
    state = sat(ANN, BOB)
    assert build_hand_views(state, 0) == []
    assert (state.state, state.playing, state.needs_order, state.actor) == ("waiting", False, False, None)
    assert [len(part) for part in build_hand_views(dealt(), 1)] != []


def test_a_hand_is_seen_as_an_onlooker_until_one_sits_down() -> None:
    state = given(begun(ANN))
    whole = sum(len(part) for part in build_hand_views(state, 0))
    assert [len(part) for part in build_hand_views(state, 0)] == [0, whole]
    play(state)
    state.add(Seated(1, "Bob", "b"), 105)
    assert sum(len(part) for part in build_hand_views(state, 1)) == whole + 1
    assert state.visible_seat(1) == -1
    assert [len(part) for part in build_hand_views(state, -1)] == [0, whole + 1]


@pytest.mark.parametrize(
    ("chat", "quiet", "rated", "talks"),
    [
        ("usual", "", False, True),
        ("usual", "TN-1", False, True),
        ("open", "TN-1", False, True),
        ("phrases", "", False, False),
        ("phrases", "TN-1", False, False),
        ("usual", "TN-1", True, False),
        ("open", "TN-1", True, False),
        ("usual", "", True, True),
    ],
)
def test_tn_94_people_write_freely_unless_the_host_or_a_rated_table_says_otherwise(
    chat: str, quiet: str, rated: bool, talks: bool
) -> None:
    state = sat(ANN, chat=chat)
    state.settings = replace(state.settings, rated=rated)
    state.game = replace(state.game, services=replace(state.game.services, silence_clause=quiet))
    assert state.has_free_talk == talks


@pytest.mark.parametrize(
    ("more", "people", "advised"),
    [
        ({}, 1, True),
        ({}, 2, False),
        ({"advice": True}, 2, True),
        ({"rated": True}, 1, False),
    ],
)
def test_who_is_advised(more: dict[str, Any], people: int, advised: bool) -> None:
    accounts = (Person("a", "Ann", "ann"), Person("b", "Bob", "bob"))
    assert sat(*accounts[:people], **more).has_advice == advised


def test_nobody_is_advised_at_the_deal_of_a_day_and_nothing_is_taken_back() -> None:
    state = begun(ANN, seats=3, daily=DAILY)
    assert (state.has_advice, state.is_final, state.is_counted) == (False, True, True)
    assert not begun(ANN).is_final
    assert begun(Person("a", "Ann", "ann"), rated=True).is_final


def test_a_rated_match_is_contested_while_two_have_sat_in_it() -> None:
    accounts = Person("a", "Ann", "ann"), Person("b", "Bob", "bob")
    state = begun(*accounts, rated=True)
    assert state.is_contested
    state.add(Left(1, "random", name="Bob"), 105)
    assert state.is_contested, "and when one has left"
    assert not begun(accounts[0], rated=True).is_contested
    assert not begun(*accounts).is_contested
    assert not over(*accounts, rated=True).is_contested


@pytest.mark.parametrize(("match", "finished"), [(0, False), (1, True), (2, False), (3, False)])
def test_a_match_is_finished_when_it_or_a_later_one_is_over(match: int, finished: bool) -> None:
    state = over(ANN, BOB)
    assert state.is_finished(match) == (match == 1)
    state.add(Started(), 110)
    assert state.is_finished(match) == finished
    assert not TableState("oak").is_finished(0)


def test_all_agree_who_sit_here_and_are_not_held() -> None:
    state = resting(ANN, BOB)
    assert not state.all_agree("next")
    state.add(Agreed("a", "Ann", 0, "next", 1), 101)
    assert not state.all_agree("next")
    assert state.all_agree("next", "b")
    state.add(Held(1), 102)
    assert state.all_agree("next")
    state.add(Held(0), 103)
    assert not state.all_agree("next"), "nobody is there"


def test_bits_stand_for_cards_that_the_cell_can_hold() -> None:
    for kind, most in ((np.int8, 6), (np.int16, 14), (np.int64, 62)):
        cells = np.array([1], kind)
        assert exchange_bits(cells, 0, most)
        assert int(cells[0]) == 1 << most
        assert not exchange_bits(cells, most, most + 1)


def test_settings_are_those_of_the_log() -> None:
    assert sat(ANN, seconds=7, title="x").settings == Settings(seconds=7, bank=10, bot="random", title="x")


def test_an_order_names_what_it_is_of() -> None:
    state = opened()
    made = decide(state, c.MakeOrder(), moment(100)).events
    assert isinstance(made[0], Ordered)
    assert made[0].of == str(state.match.needs)  # type: ignore[union-attr]
    assert (made[0].cut, made[0].index) == (0, 0)
    assert [type(one) for one in made] == [Ordered, Committed]
