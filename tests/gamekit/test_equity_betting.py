"""Betting by the chance to win, for any game with bets: prices, prizes, and where a careful player begins to bet."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from shindig.gamekit.betting import equity_betting
from shindig.gamekit.betting.state import CALL, CHECK, FOLD, FOLDED, IN, OUT

RNG = np.random.default_rng(0)


def betting(**fields: Any) -> Any:
    """Four sit there, one of them out and one folded; seat 0 is to act, and 10 are bet, of which it has paid 4."""
    usual: dict[str, Any] = {
        "seats": 4,
        "actor": 0,
        "status": [IN, IN, FOLDED, OUT],
        "chips": [50, 40, 30, 0],
        "paid": [9, 15, 5, 0],
        "step_paid": [4, 10, 0, 0],
        "acted": [0, 1, 0, 0],
        "bet": 10,
        "carried": 3,
    }
    return SimpleNamespace(**{**usual, **fields})


def test_who_is_in_what_is_owed_and_what_can_be_won() -> None:
    m = betting()
    assert [equity_betting.count_others_in(m, seat) for seat in range(4)] == [1, 1, 2, 2]
    assert [equity_betting.find_other_in(m, seat) for seat in range(3)] == [1, 0, 1]
    assert equity_betting.find_other_in(betting(status=[IN, FOLDED, OUT, OUT]), 0) == -1
    assert [equity_betting.find_call_cost(m, 0), equity_betting.find_call_cost(betting(chips=[5, 40, 30, 0]), 0)] == [
        6,
        5,
    ]
    assert equity_betting.count_pot(m) == 3 + 9 + 15 + 5
    assert equity_betting.count_prize(m, 0) == 3 + 15 + 15 + 5
    assert equity_betting.count_prize(betting(chips=[1, 40, 30, 0]), 0) == 3 + 10 + 10 + 5


@pytest.mark.parametrize(
    ("may", "fields"),
    [
        (True, {}),
        (False, {"acted": [1, 0, 0, 0]}),
        (False, {"chips": [6, 40, 30, 0]}),
        (True, {"chips": [7, 1, 0, 0]}),
        (False, {"chips": [50, 0, 30, 9]}),
    ],
)
def test_more_may_be_bet_by_who_has_more_against_somebody_who_can_pay(may: bool, fields: dict[str, Any]) -> None:
    assert equity_betting.may_raise(betting(**fields)) is may


def test_a_size_is_kept_within_what_is_allowed() -> None:
    m = betting()
    assert [equity_betting.choose_raise_action(m, wanted, 2, 30, 100, 200) for wanted in (1, 2, 7, 30, 31)] == [
        201,
        201,
        206,
        229,
        229,
    ]
    assert equity_betting.choose_raise_action(betting(chips=[20, 40, 30, 0]), 30, 2, 30, 100, 200) == 200 + 14 - 1
    assert equity_betting.choose_raise_action(betting(bet=0, step_paid=[0] * 4), 7, 2, 30, 100, 200) == 106


def test_unasked_it_bets_from_a_good_chance_on() -> None:
    m = betting(bet=4)
    even = 1 / 2
    edge = even + equity_betting.BET_OVER * (1 - even)
    assert [equity_betting.choose_by_equity(m, hope, 10, False, RNG) for hope in (edge - 0.01, edge + 0.01)] == [
        CHECK,
        equity_betting.MORE,
    ]
    assert equity_betting.choose_by_equity(betting(bet=4, acted=[1, 0, 0, 0]), 1.0, 10, False, RNG) == CHECK


def test_it_bluffs_now_and_then_with_what_hardly_ever_wins() -> None:
    m = betting(bet=4)
    rng = np.random.default_rng(1)
    bluffs = [
        equity_betting.choose_by_equity(m, equity_betting.HOPELESS - 0.01, 10, True, rng) == equity_betting.MORE
        for _ in range(400)
    ]
    assert 0.1 < np.mean(bluffs) < 0.2
    assert all(equity_betting.choose_by_equity(m, equity_betting.HOPELESS, 10, True, rng) == CHECK for _ in range(40))
    assert all(equity_betting.choose_by_equity(m, 0.01, 10, False, rng) == CHECK for _ in range(40))


def test_a_price_is_paid_where_the_prize_is_worth_it() -> None:
    """6 for 38, of which 32 are others': the belief falls by a part of that."""
    m = betting(bet=10, acted=[1, 0, 0, 0])
    edge = (6 / 38) ** (1 / (1 + equity_betting.FEAR * 6 / 32))
    assert [equity_betting.choose_by_equity(m, hope, 10, False, RNG) for hope in (edge - 0.01, edge + 0.01)] == [
        FOLD,
        CALL,
    ]


def test_what_was_raised_is_raised_again_by_who_is_sure_alone() -> None:
    good, sure = 0.93, equity_betting.SURE + 0.01
    assert [equity_betting.choose_by_equity(betting(), hope, 10, False, RNG) for hope in (good, sure)] == [
        equity_betting.MORE,
        equity_betting.MORE,
    ]
    assert [equity_betting.choose_by_equity(betting(), hope, 9, False, RNG) for hope in (good, sure)] == [
        CALL,
        equity_betting.MORE,
    ]


@pytest.mark.parametrize(
    ("hope", "fields", "cheap", "dear"),
    [
        (0.4, {}, CALL, FOLD),
        (0.75, {"bet": 0, "step_paid": [0, 0, 0, 0]}, equity_betting.MORE, CHECK),
    ],
)
def test_a_hand_is_trusted_less_the_more_another_has_paid(
    hope: float, fields: dict[str, Any], cheap: int, dear: int
) -> None:
    """Another has paid 15: one ante, or fifteen of them."""
    m = betting(**fields)
    assert [equity_betting.choose_by_stakes(m, hope, ante, 9, False, RNG) for ante in (15, 1)] == [cheap, dear]


def test_what_others_are_taken_to_do_changes_with_their_hope() -> None:
    assert equity_betting.compute_logistic(0.5, 0.5) == 0.5
    assert equity_betting.compute_logistic(-9, 0) == pytest.approx(equity_betting.OTHERWISE)
    assert equity_betting.compute_logistic(9, 0) == pytest.approx(1 - equity_betting.OTHERWISE)


def test_a_careful_player_bets_raises_and_calls_from_an_equity_each() -> None:
    opens, owes = betting(bet=0, step_paid=[0, 0, 0, 0]), betting()
    bets, raises = 0.5 + equity_betting.BET_FROM / 2, 0.5 + equity_betting.RAISE_FROM / 2
    assert equity_betting.compute_bet_likelihood(opens, CHECK, bets) == pytest.approx(0.5)
    assert equity_betting.compute_bet_likelihood(opens, 99, bets) == pytest.approx(0.5)
    assert equity_betting.compute_bet_likelihood(owes, 99, raises) == pytest.approx(0.5)
    for hope in (0.1, 0.9):
        both = [equity_betting.compute_bet_likelihood(opens, action, hope) for action in (CHECK, 99)]
        assert sum(both) == pytest.approx(1)


def test_a_dearer_call_takes_a_better_hand() -> None:
    cheap, dear = betting(bet=5), betting(bet=40, paid=[9, 45, 5, 0], step_paid=[4, 40, 0, 0])
    assert equity_betting.find_call_equity(cheap) < equity_betting.find_call_equity(dear)
    assert equity_betting.compute_bet_likelihood(cheap, CALL, 0.4) > equity_betting.compute_bet_likelihood(
        dear, CALL, 0.4
    )


def test_careless_players_bet_unusual_amounts_more_often() -> None:
    sizes = [equity_betting.compute_careless_likelihood(betting(), amount) for amount in (1, 20, 50)]
    assert sizes[0] == sizes[2] > sizes[1]


def test_a_beginner_pays_to_see_whatever_it_costs() -> None:
    edge = equity_betting.CURIOUS / 2
    assert [equity_betting.choose_by_feeling(betting(), hope) for hope in (edge, edge + 0.01, 1.0)] == [
        FOLD,
        CALL,
        CALL,
    ]
    unasked = betting(bet=4)
    assert [equity_betting.choose_by_feeling(unasked, hope) for hope in (equity_betting.SURE, 0.99)] == [
        CHECK,
        equity_betting.MORE,
    ]
    assert equity_betting.choose_by_feeling(betting(bet=4, acted=[1, 0, 0, 0]), 0.99) == CHECK


def test_a_choice_is_written_once() -> None:
    choices = np.array([5, 0, 0, 0], np.int32)
    assert [
        equity_betting.add_choice(choices, 1, 5),
        equity_betting.add_choice(choices, 1, 7),
        equity_betting.add_choice(choices, 2, 7),
    ] == [
        1,
        2,
        2,
    ]
    assert choices.tolist() == [5, 7, 0, 0]
