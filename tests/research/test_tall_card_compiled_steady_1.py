"""The plain player with whom the strategy for two is trained is `steady-1`, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from research.tall_card import compiled_steady_1
from shindig.bots import make
from shindig.gamekit.betting.state import CHECK, FOLD
from shindig.games.tall_card.bots import steady_1
from shindig.games.tall_card.bots.blueprint import CHOICES, FULL, GIVE_UP, SMALL, SPANS, STAY
from shindig.games.tall_card.bots.steady_1_bets import size_chance
from shindig.games.tall_card.rules.state import BET, CLAIM, DRAW
from shindig.match import Match, View, fair
from tests.kits.games.tall_card_table import GAME

MORE = FOLD + 1


class Middling:
    """Chance that never bluffs and always bets in the middle."""

    def random(self) -> float:
        return 0.5

    def uniform(self, _low: float, _high: float) -> float:
        return 1.0


def kind(action: int) -> int:
    return min(action, MORE)


def differs(view: View, odds: compiled_steady_1.DrawOdds) -> bool:
    """Whether the two disagree on what they expect, or do; `plain` may bluff where `steady-1` checks."""
    m, chance = view.record, Middling()
    theirs, ours = steady_1.act(view, chance), compiled_steady_1.act(view.array[0], odds)  # type: ignore[arg-type]
    if m.phase in (CLAIM, DRAW):
        return bool(theirs != ours)
    expected = compiled_steady_1.share_of(view.array[0], m.actor, int(m.raiser == 1 - m.actor), odds)
    bluffs = theirs == CHECK and ours >= BET
    return abs(expected - steady_1.expected_share(m)) > 1e-9 or (kind(theirs) != kind(ours) and not bluffs)


@pytest.fixture(scope="module")
def odds() -> Any:
    return compiled_steady_1.odds()


def test_the_plain_player_does_what_steady_1_does(odds: compiled_steady_1.DrawOdds) -> None:
    wrong, seen = list[str](), 0
    for seed in range(12):
        match = Match(GAME, 2, {}, fair(seed))
        bots = [make("tall-card", name, seed) for name in ("steady-1", "random" if seed % 2 else "steady")]
        while not match.over:
            view = match.view(match.to_act)
            if len(view.legal) > 1:
                seen += 1
                wrong += [f"{seed} {view.record}"] if differs(view, odds) else []
            match.play(bots[match.to_act].act(view))
    assert seen > 150
    assert wrong == []


def test_a_plain_player_bets_some_amount() -> None:
    """Its chances of all amounts add up to 1."""
    m = Match(GAME, 2, {}, fair(1)).view(0).array[0]
    for part in (0.2, 0.5, 1.0):
        assert sum(size_chance(m, amount, part) for amount in range(1, 26)) == pytest.approx(1)


def test_each_amount_stands_for_one_size() -> None:
    for spans in SPANS:
        amounts = [amount for low, high in spans if high for amount in range(low, high + 1)]
        assert amounts == sorted(set(amounts))
        assert amounts[-1] == 25
    assert (STAY, GIVE_UP, SMALL, FULL) == (0, 1, 2, CHOICES - 1)
    assert np.shape(SPANS) == (3, CHOICES - SMALL, 2)
