"""A search spends its worlds in rounds, each with the better half of the actions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from shindig.core.kernel_compiler import bind, jit_disabled
from shindig.core.layout_and_views import Numbers
from shindig.gamekit import game
from shindig.gamekit.policies import rollout_kernels, world_search
from shindig.gamekit.policies.compiled_policy import CompiledPolicy
from shindig.gamekit.policies.policy_spec import MOST_CHOICES
from shindig.gamekit.policies.world_search import SOONEST, Search
from shindig.observations import Budget, Observations

TALL_CARD = game("tall-card")
WORTHS = (3.0, 1.0, 7.0, 2.0, 6.0, 0.0, 5.0, 4.0)


class Told:
    """A mind whose actions bring what is told of them, give or take a spread that changes from world to world."""

    known_type = np.dtype([("nothing", "i1")])
    game = TALL_CARD

    def __init__(self, spread: float, caution: float = 0.0) -> None:
        assert TALL_CARD.policies
        self.spec = replace(TALL_CARD.policies, caution=caution)
        self.spread, self.tried, self.guessed = spread, Counter[int](), set[bool]()
        self.rng = np.random.default_rng(1)

    def scratch(self) -> tuple[Any, Any]:
        return TALL_CARD.engine.scratch()

    def candidate_actions(self, _views: Any, _i: int, _ranges: Any, _rng: Any, choices: Numbers) -> int:
        choices[: len(WORTHS)] = np.arange(len(WORTHS))
        return len(WORTHS)

    def update_beliefs(self, *_: Any) -> bool:
        return True

    def explore(self, _known: Any, _v: Any, _a: Any, _b: Any, *work: Any) -> int:
        _, _, alive, values, _, _, _, _, first, count, guesses = work
        self.guessed.add(guesses)
        self.tried[len(alive)] += count
        rows = slice(first, first + count)
        values[rows, 0] = 1.0
        noise = self.spread * self.rng.choice([-1.0, 1.0], (count, len(alive)))
        values[rows, 1 + alive] = np.array(WORTHS)[alive] + noise
        return int(count)


def search_of(mind: Told) -> Search:
    return Search(cast(CompiledPolicy, mind), Observations.from_view(TALL_CARD.new(2)), np.random.default_rng(0))


def test_each_round_goes_on_with_the_better_half() -> None:
    mind = Told(spread=1000.0)
    search_of(mind).best(Budget(iterations=70))
    assert mind.tried == {8: 10, 4: 20, 2: 40}


def test_the_best_action_comes_through_the_rounds() -> None:
    assert search_of(Told(spread=0.4)).best(Budget(iterations=14)) == np.argmax(WORTHS)


@pytest.mark.parametrize(("spread", "best"), [(0.1, 2), (1000.0, 0)])
def test_with_caution_the_policys_action_stays_unless_another_is_clearly_ahead(spread: float, best: int) -> None:
    mind = Told(spread, caution=2.0)
    decision = search_of(mind)
    assert decision.best(Budget(iterations=70)) == best
    assert spread < 1 or (0 in decision.alive and len(decision.alive) > 1)


def test_advice_is_not_cautious() -> None:
    for seed in range(20):
        bold, cautious = Told(1000.0), Told(1000.0, caution=2.0)
        bold.rng = np.random.default_rng(seed)
        cautious.rng = np.random.default_rng(seed)
        assert search_of(bold).compare(48) == search_of(cautious).compare(48)


def test_only_where_a_bot_decides_it_is_guessed_how_hands_end() -> None:
    """What people are told of is played on to the end."""
    bot, told = Told(spread=1.0), Told(spread=1.0)
    search_of(bot).best(Budget(iterations=70), guesses=True)
    search_of(told).best(Budget(iterations=70))
    search_of(told).compare(70)
    search_of(told).difference(70)
    assert (bot.guessed, told.guessed) == ({True}, {False})


def test_a_hand_is_played_on_until_it_can_be_guessed_how_it_ends() -> None:
    """Here it can after three steps; what a leaf knows goes before."""
    steps = list[int]()

    def play_on(guesses: bool, known: float = np.nan) -> float:
        own: Any = {
            "is_terminal": lambda _: len(steps) == 5,
            "exact_value": lambda *_: known,
            "heuristic_value": lambda *_: 0.25 if len(steps) == 3 else np.nan,
            "advance": lambda *_: steps.append(1),
            "terminal_value": lambda *_: 1.0,
        }
        steps.clear()
        found: Any = bind(rollout_kernels.play_on_at, "test", **own)
        return float(found(TALL_CARD.new(2), 0, 0, [None], None, None, None, guesses))

    assert (play_on(True), len(steps)) == (0.25, 3)
    assert (play_on(False), len(steps)) == (1.0, 5)
    assert (play_on(True, 0.5), len(steps)) == (0.5, 0)


def test_what_is_clearly_behind_is_given_up_and_one_action_ends_the_search() -> None:
    mind = Told(spread=0.1)
    assert search_of(mind).best(Budget(iterations=4000)) == np.argmax(WORTHS)
    assert sum(mind.tried.values()) < 4000 / 2


def test_a_comparison_leaves_out_only_what_is_clearly_behind() -> None:
    mind = Told(spread=1000.0)
    decision = search_of(mind)
    decision.compare(3 * SOONEST)
    assert decision.count == 3 * SOONEST
    assert len(decision.alive) == len(WORTHS)
    assert {action for action, _, _ in decision.rank_actions()} == set(range(len(WORTHS)))


def test_two_choices_differ_by_what_they_bring_in_the_same_worlds() -> None:
    assert search_of(Told(spread=0.0)).difference(100) == (WORTHS[0] - WORTHS[1], 0.0)
    mean, error = search_of(Told(spread=1.0)).difference(400)
    assert abs(mean - 2) < 4 * error
    assert 0.05 < error < 0.1, "the standard error of a difference of two that are one up or down"


class Contradicted(Told):
    """What was seen cannot be."""

    def update_beliefs(self, *_: Any) -> bool:
        return False


def test_where_no_world_can_be_dealt_choices_do_not_differ() -> None:
    assert search_of(Contradicted(spread=1.0)).difference(10) == (0.0, 0.0)


def test_each_round_has_its_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a world takes a second. What would not be done in time is not begun."""
    mind = Told(spread=1000.0)
    monkeypatch.setattr(world_search, "SOONEST", 1_000)
    monkeypatch.setattr(world_search, "thread_time", lambda: float(sum(mind.tried.values())))
    search_of(mind).best(Budget(seconds=72.0))
    assert mind.tried == {8: 16, 4: 24, 2: 24}


def test_a_hand_is_played_on_by_the_policy_for_ones_own_seat_and_by_others_for_theirs() -> None:
    played = list[int]()
    advance: Any = bind(
        rollout_kernels.advance_at,
        "test",
        policy=lambda *_: 1,
        opponent_policy=lambda *_: 2,
        apply=lambda _, action: played.append(action),
    )
    match = TALL_CARD.new(2)
    for match["actor"] in (0, 1):
        advance(match, 0, 1, None, None, None)
    assert played == [2, 1]


def test_without_any_time_it_does_as_the_policy() -> None:
    mind = Told(spread=0.0)
    assert search_of(mind).best(Budget(seconds=0.0)) == 0
    assert not mind.tried


def test_all_legal_actions_are_compared_where_a_game_does_not_choose_the_policys_first() -> None:
    """As many as there is room for, and nothing is written beyond."""

    def legal(_: Any, ranges: Numbers) -> int:
        ranges[0], ranges[1] = (3, 5), (8, 80)
        return 2

    compare: Any = bind(rollout_kernels.all_legal, "test", policy=lambda *_: 4, legal=legal)
    choices = np.full(100, -7, np.int32)
    count = compare(None, np.zeros((4, 2), np.int32), None, choices)
    assert count == MOST_CHOICES
    assert choices[:5].tolist() == [4, 3, 5, 8, 9]
    assert (choices[count:] == -7).all()


@pytest.mark.skipif(jit_disabled(), reason="nothing is compiled")
@pytest.mark.parametrize("name", ["policy", "gentle", "candidate_actions", "update_beliefs", "explore"])
def test_nobody_waits_for_a_compiler_once_the_minds_of_a_game_are_ready(name: str) -> None:
    TALL_CARD.compiled_policies.compile()
    assert getattr(TALL_CARD.compiled_policies, name).signatures
