"""What a command brings about, and what the room does by itself: decided from values that are written out here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from shindig.gamekit import game, game_ids
from shindig.games.tall_card.rules.state import DECLINE, TAKE
from shindig.match import Match, fair
from shindig.server.broadcast.presence import Presence
from shindig.server.errors import ForbiddenError, LateError, RefusedError, RoomError
from shindig.server.fairness.fair_shuffle import make_seal
from shindig.server.person import Person
from shindig.server.schemas import Answer
from shindig.server.table_log.events import Acted, Held, Ordered, Returned, Staged
from shindig.server.table_log.table_state import TableState
from shindig.server.tables import commands as c
from shindig.server.tables.decide import decide
from shindig.server.tables.decide.action_check import check_action
from shindig.server.tables.scheduler import Due, next_due
from tests.kits.server.decide_kit import ANN, BOB, PACE, VALUES, carry_out, dealt, moment, opened


def test_nobody_sits_down_where_the_table_closed_meanwhile() -> None:
    state = opened()
    carry_out(state, c.Close(ANN), moment(101))
    with pytest.raises(RefusedError, match="closed"):
        decide(state, c.Sit(Person("c", "Cid")), moment(102))


def test_what_is_decided_counts_only_when_it_is_folded() -> None:
    state = dealt()
    before, seq, token = state.view(1).tobytes(), state.seq, state.token
    decided = decide(state, c.PlayMove(BOB, "claim", token), moment(105))
    assert decided == ((Acted(1, TAKE, "person", 10.0, 5.0),), Answer(seq + 1, "claim"))
    assert (state.seq, state.token, state.view(1).tobytes()) == (seq, token, before)


def test_a_touch_is_read_where_the_move_is_judged() -> None:
    state = dealt()
    decided = decide(state, c.PlayMove(BOB, {"press": [str(DECLINE)]}, state.token), moment(105))
    assert decided.events == (Acted(1, DECLINE, "person", 10.0, 5.0),)


def test_whose_turn_it_is_and_which() -> None:
    state = dealt()
    with pytest.raises(LateError, match="Bob’s turn"):
        decide(state, c.PlayMove(ANN, TAKE, state.token), moment(105))
    with pytest.raises(LateError, match="The table has moved on"):
        decide(state, c.PlayMove(BOB, TAKE, "0.0"), moment(105))
    with pytest.raises(RefusedError):
        decide(state, c.PlayMove(BOB, "fold", state.token), moment(105))


def test_who_moves_plays_again_and_pays_from_the_bank() -> None:
    state = dealt()
    carry_out(state, c.StandIn(1), moment(101))
    decided = decide(state, c.PlayMove(BOB, TAKE, state.token), moment(135))
    assert decided.events == (Returned(1), Acted(1, TAKE, "person", 6.0, 34.0))


def test_a_cut_waits_for_devices_and_for_no_other() -> None:
    """Both seal, which ends the stage at once; Bob's value opens, the cutter's is awaited to the end."""
    state = opened()
    here = Presence(devices=frozenset({0, 1}))
    assert next_due(state, moment(100, presence=here)) == Due(100, c.NextStage("sealing"))
    carry_out(state, c.NextStage("sealing"), moment(100))
    assert next_due(state, moment(101, presence=here)) == Due(102, c.MakeOrder()), "nobody has sealed"
    for person, value in VALUES.items():
        carry_out(state, c.Seal(person, 0, make_seal(value)), moment(101))
    assert next_due(state, moment(101, presence=here)) == Due(101, c.NextStage("opening"))
    (staged,) = decide(state, c.NextStage("opening"), moment(101)).events
    assert isinstance(staged, Staged)
    assert (staged.stage, staged.due, staged.cutter) == ("opening", 103, 0)
    assert staged.frozen is not None, "the list that every device is shown"
    carry_out(state, c.NextStage("opening"), moment(101))
    carry_out(state, c.Reveal(BOB, 0, VALUES[BOB]), moment(101))
    assert next_due(state, moment(101, presence=here)) == Due(101, c.NextStage("cutting"))
    carry_out(state, c.NextStage("cutting"), moment(101))
    assert next_due(state, moment(102, presence=here)) == Due(103, c.MakeOrder()), "the cutter has time"
    assert next_due(state, moment(104, presence=here)) == Due(103, c.MakeOrder())
    assert next_due(state, moment(102)) == Due(102, c.MakeOrder()), "the cutter's page is gone"


def test_a_cut_has_no_stage_that_would_end_as_it_begins() -> None:
    """Where all who are there have sealed before it is needed, it is opened; who is on their way is waited for."""
    state, here = opened(), Presence(devices=frozenset({0, 1}))
    for person, value in VALUES.items():
        assert next_due(state, moment(100, presence=here)) == Due(100, c.NextStage("sealing"))
        carry_out(state, c.Seal(person, 0, make_seal(value)), moment(100))
    assert next_due(state, moment(100, presence=here)) == Due(100, c.NextStage("opening"))
    alone, coming = opened(), Presence(expected={1: 110.0})
    assert next_due(alone, moment(109, presence=coming)) == Due(109, c.NextStage("sealing"))
    assert next_due(alone, moment(110, presence=coming)) == Due(110, c.MakeOrder())
    carry_out(alone, c.Seal(ANN, 0, make_seal(VALUES[ANN])), moment(110))
    assert next_due(alone, moment(110, presence=here)) == Due(110, c.NextStage("sealing"))
    there = Presence(devices=frozenset({0}))
    assert next_due(alone, moment(110, presence=there)) == Due(110, c.NextStage("cutting")), (
        "nobody opens before who cuts"
    )
    carry_out(alone, c.NextStage("cutting"), moment(110))
    assert (alone.cutting.stage, alone.cutting.cutter) == ("cutting", 0)
    assert next_due(alone, moment(111, presence=there)) == Due(112, c.MakeOrder())
    carry_out(alone, c.Reveal(ANN, 0, VALUES[ANN]), moment(111))
    assert next_due(alone, moment(111, presence=there)) == Due(111, c.MakeOrder())


def test_a_cut_in_which_nobody_takes_part_is_what_it_would_be_with_its_stages() -> None:
    state, staged = opened(), opened()
    assert next_due(state, moment(100)) == Due(100, c.MakeOrder())
    carry_out(staged, c.NextStage("sealing"), moment(100))
    assert next_due(staged, moment(100)) == Due(100, c.MakeOrder())
    assert decide(state, c.MakeOrder(), moment(100)).events == decide(staged, c.MakeOrder(), moment(100)).events


def test_what_was_sealed_is_missed_by_name_though_nobody_is_there() -> None:
    """While it is somebody's, by the stages; what somebody left, at once."""
    state, stages = opened(), list[str]()
    carry_out(state, c.Seal(BOB, 0, make_seal(VALUES[BOB])), moment(99))
    while isinstance(command := coming(state).command, c.NextStage):
        stages.append(command.stage)
        carry_out(state, command, moment(100))
    assert stages == ["cutting"]
    assert said(state) == ["absent", "withheld"]
    gone = opened()
    carry_out(gone, c.Seal(BOB, 0, make_seal(VALUES[BOB])), moment(99))
    carry_out(gone, c.Leave(BOB), moment(100))
    assert coming(gone) == Due(100, c.MakeOrder())
    assert said(gone) == ["absent", "absent", "left"]


def coming(state: TableState) -> Due:
    """What comes next where nobody is there, now."""
    found = next_due(state, moment(100))
    assert found is not None
    return found


def said(state: TableState) -> list[object]:
    """What the voices of a cut say that is made now."""
    order = decide(state, c.MakeOrder(), moment(100)).events[0]
    assert isinstance(order, Ordered)
    return [voice["said"] for voice in order.voices]


def test_a_seal_is_stored_and_is_no_news() -> None:
    state = opened()
    (sealed,) = decide(state, c.Seal(ANN, 0, make_seal(VALUES[ANN])), moment(100)).events
    seq, stored = state.seq, state.stored
    state.add(sealed, 100)
    assert (state.seq, state.stored) == (seq, stored + 1)
    assert decide(state, c.Seal(ANN, 0, make_seal(VALUES[ANN])), moment(100)).events == (), "the same again"
    with pytest.raises(RefusedError, match="another value"):
        decide(state, c.Seal(ANN, 0, make_seal(VALUES[BOB])), moment(100))


def test_a_bot_is_asked_and_plays_when_a_person_could_have() -> None:
    state = dealt()
    carry_out(state, c.StandIn(1), moment(101))
    coming = next_due(state, moment(101, luck=0.5))
    assert coming is not None
    assert (coming.when, coming.command) == (101 + 2 + 6, c.PlayFor(1, None, "bot")), "the mildest, if it is late"
    assert [(ask.bot, ask.seat) for ask in coming.asks] == [("random", 1)]
    assert next_due(state, moment(102, luck=0.5, reply=TAKE)) == Due(103, c.PlayFor(1, TAKE, "bot"))


def test_who_is_gone_is_stood_in_for_and_who_stays_has_all_the_time() -> None:
    state = dealt()
    gone = Presence(last_seen={1: 105})
    assert next_due(state, moment(106, presence=gone)) == Due(125, c.StandIn(1))
    here = Presence(viewers=frozenset({1}))
    assert next_due(state, moment(106, presence=here)) == Due(140, c.RunOut(1))
    assert decide(state, c.RunOut(1), moment(140)).events == (Acted(1, DECLINE, "clock", 0.0), Held(1))


def test_an_empty_table_is_cleared_and_one_that_is_read_is_not() -> None:
    state = TableState("oak")
    assert next_due(state, moment(50, presence=Presence(quiet_since=40))) == Due(40 + PACE.idle, c.Clear())
    assert next_due(state, moment(50, presence=Presence(viewers=frozenset({-1})))) is None


HOSTS = (
    *(c.AddBot, partial(c.Remove, seat=0), partial(c.Hold, seat=0), c.Begin, c.Close),
    *(partial(c.Mute, seat=1, on=True), partial(c.NameHost, seat=1), partial(c.Readmit, number=0)),
)


@pytest.mark.parametrize("command", HOSTS)
def test_what_is_the_hosts_is_nobody_elses(command: Callable[[Person], c.Command[Any]]) -> None:
    """Whoever has a seat, and whoever has none."""
    state = dealt()
    with pytest.raises(ForbiddenError, match="Only the host"):
        decide(state, command(BOB), moment(105))
    with pytest.raises(ForbiddenError, match="You don’t have a seat"):
        decide(state, command(Person("c", "Cyd")), moment(105))
    try:
        assert decide(state, command(ANN), moment(105)).events
    except ForbiddenError:
        pytest.fail("the host may")
    except RoomError:
        pass  # not now


def test_the_host_has_a_bot_step_in_for_who_is_not_connected() -> None:
    state = dealt()
    with pytest.raises(RefusedError, match="is here"):
        decide(state, c.Hold(ANN, 1), moment(105, presence=Presence(viewers=frozenset({1}))))
    carry_out(state, c.Hold(ANN, 1), moment(105))
    assert state.seats[1].held
    with pytest.raises(RefusedError, match="That seat is empty"):
        decide(state, c.Hold(ANN, 1), moment(106))


@pytest.mark.parametrize("game_id", game_ids())
def test_a_text_with_a_card_that_is_none_is_refused_as_any_other_that_is_no_action(game_id: str) -> None:
    view = Match(game(game_id), 3, {}, fair(1)).view(0)
    for words in ("discard zz", "discard", "lay zz", "declare 3 zz", "play zz", "inflict zz"):
        with pytest.raises(RoomError):
            check_action(view, words)
