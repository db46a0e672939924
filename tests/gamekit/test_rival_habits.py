"""Habits of rivals: in which cell a decision is, how likely an action is there, and what is played by it."""

from __future__ import annotations

from hashlib import sha256
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from shindig.gamekit.betting import rival_habits
from shindig.gamekit.betting.equity_betting import (
    choose_raise_action,
    compute_bet_likelihood,
    compute_careless_likelihood,
)
from shindig.gamekit.betting.rival_habits import BETTING, CAREFUL_SIZE, EQUITIES, FOLDING, PRICES, STAYING
from shindig.gamekit.betting.state import CALL, CHECK, FOLD, FOLDED, IN
from shindig.games.tall_card.bots import habits_of_many as tall_card
from shindig.games.tall_cards.bots import habits_of_many as tall_cards

BET, RAISE = 100, 200
HABITUAL, SIZES, BOUNDS = 0.7, (0.5, 1.0), (0.75,)
ALL_IN = BETTING + len(SIZES)
TABLE = np.random.default_rng(2).dirichlet(np.ones(ALL_IN + 1), (2, 3, len(PRICES) + 2, len(EQUITIES) + 1))
find_cell, find_habit, choose, likelihood, average = rival_habits.bind_habits(
    "test",
    table=TABLE,
    habitual=HABITUAL,
    sizes=SIZES,
    bounds=BOUNDS,
    is_betting=lambda m: m.betting,
    is_second=lambda m: m.second,
    reference_bet=lambda _: 20.0,
    amount_of=lambda action: action - (RAISE if action >= RAISE else BET) + 1,
    raise_by=lambda m, wanted: choose_raise_action(m, wanted, 1, 99, BET, RAISE),
    hope_of=lambda m, seat: m.hope[seat],
)


def betting(**fields: Any) -> Any:
    """Three are in and one has folded; seat 0 is to act and owes 6 to a pot of 40."""
    usual: dict[str, Any] = {
        "seats": 4,
        "actor": 0,
        "status": [IN, IN, IN, FOLDED],
        "chips": [50, 40, 30, 20],
        "paid": [9, 15, 11, 5],
        "step_paid": [4, 10, 6, 0],
        "acted": [0, 1, 0, 0],
        "bet": 10,
        "carried": 0,
        "second": 0,
        "betting": True,
        "hope": [0.45**2],
    }
    return SimpleNamespace(**{**usual, **fields})


UNASKED = {"bet": 0, "step_paid": [0] * 4}


@pytest.mark.parametrize(
    ("cell", "fields", "hope"),
    [
        ((0, 1, 1, 4), {}, 0.45**2),
        ((1, 1, 0, 11), {"second": 1, **UNASKED}, 1.0),
        ((0, 0, 2, 0), {"status": [IN, IN, FOLDED, FOLDED], "bet": 14}, 0.1),
        ((0, 2, 5, 4), {"status": [IN] * 4, "bet": 64, "chips": [90] * 4}, 0.45**3),
    ],
)
def test_a_decision_is_told_by_step_rivals_price_and_equity_against_one(
    cell: tuple[int, ...], fields: dict[str, Any], hope: float
) -> None:
    assert find_cell(betting(**fields), hope) == cell


def test_an_action_is_a_habit_by_its_size() -> None:
    actions = FOLD, CALL, CHECK, RAISE + 9, RAISE + 15, RAISE + 42, RAISE + 43
    habits = FOLDING, STAYING, STAYING, BETTING, BETTING + 1, BETTING + 1, ALL_IN
    assert [find_habit(betting(), action) for action in actions] == list(habits)


def test_an_action_is_likely_if_it_is_a_habit_or_careful() -> None:
    m, cell = betting(), (0, 1, 1, 4)
    for action, habit, size in ((CALL, STAYING, 1.0), (RAISE + 9, BETTING, CAREFUL_SIZE)):
        careful = compute_bet_likelihood(m, action, 0.45**2) * size
        wanted = HABITUAL * TABLE[cell][habit] + (1 - HABITUAL) * careful
        assert likelihood(m, action) == pytest.approx(wanted)
        assert average(m, action) == pytest.approx(TABLE[0, 1, 1, :, habit].mean())


def test_of_two_no_habits_are_known() -> None:
    m = betting(seats=2)
    for action, amount in ((CALL, 0), (RAISE + 9, 10)):
        assert likelihood(m, action) == compute_bet_likelihood(m, action, 0.45**2)
        assert average(m, action) == compute_careless_likelihood(m, amount)


def test_folds_and_actions_beside_the_bets_tell_nothing() -> None:
    for m, action in ((betting(), FOLD), (betting(betting=False), RAISE + 9)):
        assert likelihood(m, action) == average(m, action) == 1.0


@pytest.mark.parametrize(
    ("fields", "actions"),
    [
        ({}, (FOLD, CALL, RAISE + 9, RAISE + 19, RAISE + 43)),
        (UNASKED, (CHECK, CHECK, BET + 9, BET + 19, BET + 49)),
        ({"acted": [1, 1, 0, 0]}, (FOLD, CALL, CALL, CALL, CALL)),
    ],
)
def test_habits_are_played_as_often_as_they_are_had(fields: dict[str, Any], actions: tuple[int, ...]) -> None:
    m, rng = betting(**fields), np.random.default_rng(3)
    played = [choose(m, 0.45**2, rng) for _ in range(3000)]
    habits = TABLE[find_cell(m, 0.45**2)]
    assert set(played) <= set(actions)
    for action in set(actions):
        wanted = sum(habits[i] for i in range(len(actions)) if actions[i] == action)
        assert played.count(action) / len(played) == pytest.approx(wanted, abs=0.04)


@pytest.mark.parametrize("habits", [tall_card, tall_cards])
def test_shipped_habits_are_those_of_the_digest_and_are_probabilities(habits: ModuleType) -> None:
    assert sha256(habits.FILE.read_bytes()).hexdigest() == habits.DIGEST
    assert habits.HABITS.shape[-1] == BETTING + len(habits.SIZES) + 1
    assert np.allclose(habits.HABITS.sum(axis=-1), 1)
    assert not habits.HABITS[:, :, 0, :, FOLDING].any()
