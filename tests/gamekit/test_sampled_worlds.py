"""Worlds of the games that deal five cards: each is drawn from a few by its weight."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from shindig.core.kernel_compiler import bind
from shindig.gamekit.five_cards import sampled_worlds


def deal_one(*at: Any) -> float:
    """Deal a world that is worth 0, 1 or 3."""
    worlds, i, rng = at[4], at[5], at[7]
    worlds[i] = rng.choice((0, 1, 3))
    return float(worlds[i])


@pytest.mark.parametrize(("candidates", "spread"), [(1, 0.9), (4, 0.5)])
def test_worlds_come_by_their_weights_which_differ_less_the_more_there_are(candidates: int, spread: float) -> None:
    deal: Any = bind(sampled_worlds.deal_world, "test", deal_one=deal_one, candidates=candidates)
    rng, worlds, found = np.random.default_rng(4), np.zeros(2), []
    for _ in range(6000):
        weight = deal(None, None, None, None, worlds, 0, None, rng)
        found.append((worlds[0], weight))
    values, weights = np.array(found).T
    assert weights.mean() == pytest.approx(4 / 3, abs=0.06)
    assert weights[values == 3].sum() / weights.sum() == pytest.approx(3 / 4, abs=0.03)
    assert weights.std() / weights.mean() == pytest.approx(spread, abs=0.1)
