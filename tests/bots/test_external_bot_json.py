"""What goes to bots elsewhere and comes back is what it was; what is no answer is told in few words."""

from __future__ import annotations

import numpy as np
import pytest

from shindig.bots import external_bot_json, sampled_world_history
from shindig.bots.world_sampling import sample_position, sample_record
from shindig.gamekit import game
from shindig.match import View
from tests.kits.games.tall_card_table import Table


def view_of_a_hand() -> View:
    """Two have bet, and one of them has drawn."""
    table = Table(2).deal({0: "9p 9d 9b 9p 9d"}, tall="b").claimed(0)
    return table.do("check", "check", "discard").view(0)


def test_a_position_that_was_dealt_comes_back() -> None:
    rules = game("tall-card")
    found = sample_position(view_of_a_hand(), "salt")
    assert found is not None
    assert {type(step) for step in found.steps} == {int, np.ndarray}
    told = external_bot_json.encode_position(found)
    again = external_bot_json.decode_position(told, rules)
    assert again is not None
    assert again.record.tobytes() == found.record.tobytes()
    assert [one if isinstance(one, int) else (one.tolist(), str(one.dtype)) for one in again.steps] == [
        one if isinstance(one, int) else (one.tolist(), "int16") for one in found.steps
    ]
    assert (external_bot_json.encode_position(None), external_bot_json.decode_position(None, rules)) == (None, None)


def test_a_view_comes_back_with_its_history() -> None:
    view = view_of_a_hand()
    asked = external_bot_json.encode_question("steady", "a", view)
    again = external_bot_json.asked_view(asked)
    assert again.tobytes() == view.tobytes()
    assert again.history.views.tobytes() == view.history.views.tobytes()
    assert (again.history.actors.tolist(), again.history.actions.tolist()) == (
        view.history.actors.tolist(),
        view.history.actions.tolist(),
    )
    assert again.budget == view.budget
    plain = external_bot_json.encode_plain_question("steady", "a", view)
    assert (plain["legal"], plain["record"]) == (view.legal.ranges, vars(view.plain))
    assert {**plain, **asked} == plain


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("x" * 200, "answered " + "x" * 100 + ", expected an object with the id 7 and an action"),
        ({"id": 6, "action": 1}, "answered {'id': 6, 'action': 1}, expected an object with the id 7 and an action"),
        ({"id": 7, "error": "no idea"}, "failed: no idea"),
        ({"id": 7, "action": True}, "answered the action 'True', expected a whole number"),
        ({"id": 7, "action": "y" * 200}, "answered the action '" + "y" * 100 + "', expected a whole number"),
    ],
)
def test_what_is_no_answer_is_told_in_few_words(answer: object, why: str) -> None:
    with pytest.raises(external_bot_json.BotError) as error:
        external_bot_json.read_action(answer, 7)
    assert str(error.value) == why


def test_an_answer_is_its_action() -> None:
    assert external_bot_json.read_action({"id": 7, "action": 12}, 7) == 12


def test_a_hand_is_told_again_step_by_step_and_given_up_after_so_many() -> None:
    view = view_of_a_hand()
    found = sample_record(view, "salt")
    assert found is not None
    first, _ = sampled_world_history.list_beginnings(view.game, view.history, found)
    telling = sampled_world_history.HandReplay(view.game, view.seat, view.history, found)
    steps = telling.find_steps(first, 0)
    assert steps is not None
    assert len(steps) == len(view.history) == telling.tried == 7
    assert sampled_world_history.HandReplay(
        view.game, view.seat, view.history, found, sampled_world_history.MOST_TRIED - 7
    ).find_steps(first, 0)
    assert not sampled_world_history.HandReplay(
        view.game, view.seat, view.history, found, sampled_world_history.MOST_TRIED - 6
    ).find_steps(first, 0)
