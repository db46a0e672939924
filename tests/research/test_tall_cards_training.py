"""The trainer of Tall Cards for two: habits are counted by what was done, and strategies are whole."""

from __future__ import annotations

import numpy as np
import pytest

from research.tall_cards import count_habits
from research.tall_cards.count_habits import habit_of, smoothed
from shindig.gamekit.five_cards.betting_tree import MOST
from shindig.games.tall_cards.bots.blueprint import SHARE, blueprints
from shindig.games.tall_cards.bots.rival_habits import BETTING, FOLDING, HABITS, SIZES, STAYING
from tests.kits.games.tall_cards_table import GAME, Table

ALL_IN = BETTING + len(SIZES)


@pytest.mark.parametrize(
    ("said", "habit"),
    [("check", STAYING), ("bet 1", BETTING), ("bet 2", BETTING + 2), ("bet 5", BETTING + 3), ("bet 99", ALL_IN)],
)
def test_tf_12_a_bet_counts_as_the_size_that_it_is(said: str, habit: int) -> None:
    m = Table(2).deal().record
    assert habit_of(m, GAME.words.parse(m, said)) == habit


def test_tf_13_a_raise_counts_by_the_pot_after_the_call() -> None:
    m = Table(2).deal().do("bet 4").record
    said = {"fold": FOLDING, "call": STAYING, "raise 4": BETTING, "raise 10": BETTING + 2, "raise 95": ALL_IN}
    assert {text: habit_of(m, GAME.words.parse(m, text)) for text in said} == said


def test_habits_are_probabilities_also_where_nothing_was_seen() -> None:
    counts = np.zeros((2, 2, 6, 12, HABITS))
    counts[..., STAYING], counts[1, 0, 2, 5, FOLDING] = 1, 30
    found = smoothed(counts)
    assert found.sum(axis=-1) == pytest.approx(1)
    assert not found[:, :, 0, :, FOLDING].any()
    assert found[1, 0, 2, 5, FOLDING] > found[1, 1, 2, 5, FOLDING] > found[0, 0, 2, 5, FOLDING]


@pytest.mark.long
def test_the_trainer_writes_what_the_expert_reads() -> None:
    from research.tall_cards import train_strategy

    habits = np.load(count_habits.FILE).astype(np.float64)
    found = train_strategy.trained(12, 5, 0.15, habits)
    known = blueprints()[-1]
    assert found.shape == known.chances.shape
    assert found.shape[3] == MOST
    total = found.sum(axis=3, dtype=np.int64)
    assert (abs(total[total > 0] - SHARE) <= MOST).all()
