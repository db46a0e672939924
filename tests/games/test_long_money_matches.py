"""Long matches for money with stakes of all sizes: each goes on until it is over, and never comes to a standstill."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from shindig.core.layout_and_views import CHANCE, OVER
from shindig.gamekit import Game, game
from shindig.gamekit.betting.state import IN, OUT

MATCHES = 120
STEPS = 400
"""Actions and orders after which a match is left."""
ORDERS = 4
"""The most orders in a row: a lot, the Tall Card, the deck; a pile shuffled again as a new turn draws."""

POKEBACC: dict[str, list[int] | list[str]] = {
    "stakes": ["on"],
    "stacks": [1, 2, 7, 30, 1_000_000],
    "buy_in": [1, 3, 7, 1_000_000],
    "hands_to_win": [3, 20],
    "quiet_turns": [0, 1, 3],
    "exhaustion": ["quiet", "referee"],
    "tie_break": ["cards", "drawn"],
}
OPTIONS: dict[str, dict[str, list[int] | list[str]]] = {
    "royal-pokebacc": POKEBACC,
    "merchants-bank": POKEBACC,
    "farmers-and-fishermen": POKEBACC,
    "tall-card": {
        "stack": [1, 2, 7, 30, 1_000_000],
        "ante": [0, 1, 5, 1_000_000],
        "max_bet": [1, 25, 1_000_000],
        "deals_each": [2, 100],
    },
    "tall-cards": {
        "stack": [1, 2, 7, 30, 1_000_000],
        "ante": [1, 5, 1_000_000],
        "sit_out": [0, 1],
        "hands": [0, 100],
        "gifts": ["always", "needed", "never"],
        "muck": ["auto", "ask"],
    },
}


class Walk:
    """A random match on compiled rules that looks after itself at every step."""

    def __init__(self, rules: Game, seed: int) -> None:
        self.rules, self.engine, self.rng = rules, rules.compile(), np.random.default_rng(seed)
        chosen = {name: values[self.rng.integers(len(values))] for name, values in OPTIONS[rules.id].items()}
        self.match = rules.new(int(self.rng.choice(rules.rules.seats)), chosen)
        self.ranges, self.items = self.engine.scratch()
        self.held = rules.rules.conserved(self.record)
        self.orders = 0

    @property
    def record(self) -> Any:
        record: Any = self.match[0]
        return record

    def step(self) -> None:
        """One order or action: any kind as likely as another, its amount more likely low, or else the highest."""
        if int(self.record.actor) == CHANCE:
            self.orders += 1
            assert self.orders <= ORDERS, "somebody must have a choice at last"
            count = self.engine.chance_items(self.match, 0, self.items)
            assert count > 0
            self.engine.chance_order(self.match, 0, self.rng.permutation(self.items[:count]))
        else:
            self.orders = 0
            self.engine.apply(self.match, 0, self.action())

    def action(self) -> int:
        assert self.record.status[self.record.actor] == IN or self.rules.id == "tall-cards", "who left is not asked"
        count = self.engine.legal(self.match, 0, self.ranges)
        assert count > 0
        assert int(self.ranges[:count].max()) < self.rules.rules.num_actions
        first, last = map(int, self.ranges[self.rng.integers(count)])
        return last if self.rng.random() < 0.1 else min(last, first + int(self.rng.exponential(3)))

    def check(self) -> None:
        m = self.record
        assert self.rules.rules.conserved(m) == self.held
        assert (m.chips >= 0).all()
        if self.rules.id == "merchants-bank":
            out = m.status[: m.seats] == OUT
            assert not m.chips[: m.seats][out].any(), "nobody who is out of the match is paid (PB-54)"
            assert not all(out)


@pytest.mark.parametrize("name", OPTIONS)
def test_a_match_for_money_always_comes_back(name: str) -> None:
    over = 0
    for seed in range(MATCHES):
        walk = Walk(game(name), seed)
        for _ in range(STEPS):
            if walk.record.actor == OVER:
                over += 1
                break
            walk.step()
            walk.check()
    assert over > MATCHES // 4
