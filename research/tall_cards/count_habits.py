"""Counter of the habits of `expert-1` for two: `python -m research.tall_cards.count_habits DEALS`, makes habits.npy.

It plays against the policy, which at times bets any size instead, so that all prices come. What it does is counted by
equity and price; cells that seldom come lean on their neighbours.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from shindig import policy_bots
from shindig.core.kernel_compiler import compile_kernel, kernel
from shindig.core.layout_and_views import Records
from shindig.gamekit.betting.equity_betting import count_pot
from shindig.gamekit.five_cards.betting_tree import FOLDS, STAYS
from shindig.games.tall_cards.bots import expert_1
from shindig.games.tall_cards.bots.betting_tree import choice_of, place_of, rest_of
from shindig.games.tall_cards.bots.equity import hope_of
from shindig.games.tall_cards.bots.rival_habits import (
    BETTING,
    EQUITIES,
    FOLDING,
    HABITS,
    PRICES,
    SIZES,
    STAYING,
    price_class,
)
from shindig.games.tall_cards.rules.state import BET, FIRST_BETS, RAISE, SECOND_BETS
from shindig.match import Match, View, fair
from shindig.observations import Budget

FILE = Path(__file__).with_name("habits.npy")
SEED, WORLDS = 880100, 48
ODD, ODD_SIZES = 0.2, (0.0, 0.4, 0.75, 1.0, 2.5, 7.0, 50.0)
"""Probability that its opponent bets one of these parts of the pot instead, or stays."""
BETWEEN = np.array((0.55, 0.88, 1.7))
"""Bounds between the sizes."""
LEAN, FAR = 10, 3
"""Weight of the neighbours of a cell, in decisions, and of all prices among these."""
Player = Callable[[View, np.random.Generator], int]


@kernel
def equity_at(matches: Records, i: int) -> float:
    """Return the equity of record i's actor."""
    return float(hope_of(matches[i], matches[i].actor))


def odd(view: View, rng: np.random.Generator) -> int:
    """Play the policy, at times another size."""
    m = view.record
    if m.phase not in (FIRST_BETS, SECOND_BETS) or len(view.legal) == 1 or rng.random() >= ODD:
        return policy_bots.steady(view, rng)
    owed, part = int(m.bet - m.step_paid[m.actor]), float(rng.choice(ODD_SIZES))
    if part == 0 or rest_of(m) <= 0 or m.acted[m.actor]:
        return int(owed > 0)
    amount = min(max(int(part * (count_pot(m) + owed) + 0.5), 1), rest_of(m))
    return int((RAISE if m.bet else BET) + amount - 1)


def habit_of(m: Any, action: int) -> int:
    """Return the habit of an action."""
    what = choice_of(m, action)
    if what in (STAYS, FOLDS):
        return STAYING if what == STAYS else FOLDING
    if what >= rest_of(m):
        return BETTING + len(SIZES)
    return BETTING + int(np.searchsorted(BETWEEN, what / (count_pot(m) + m.bet - m.step_paid[m.actor])))


def counted(deals: int, bot: Player) -> npt.NDArray[np.float64]:
    """Count float64[2, 2, 6, 12, HABITS]: by step, place, price, equity."""
    from shindig.games.tall_cards import GAME

    found, hope = np.zeros((2, 2, len(PRICES) + 2, len(EQUITIES) + 1, HABITS)), compile_kernel(equity_at)
    for deal in range(2 * deals):
        match, rng, seat = Match(GAME, 2, {"hands": 1}, fair(SEED, deal // 2)), np.random.default_rng(deal), deal % 2
        while not match.over:
            view = match.view(match.to_act)
            view.budget = Budget(iterations=WORLDS)
            action = bot(view, rng) if match.to_act == seat else odd(view, rng)
            m = view.record
            if match.to_act == seat and m.phase in (FIRST_BETS, SECOND_BETS) and len(view.legal) > 1:
                owed = int(m.bet - m.step_paid[seat])
                price = price_class(owed, count_pot(m) - owed)
                row = int(np.searchsorted(EQUITIES, hope(view.array, 0), "right"))
                found[int(m.phase == SECOND_BETS), place_of(m, seat), price, row, habit_of(m, action)] += 1
            match.play(action)
    return found


def smoothed(counts: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """Return the probabilities of the habits."""
    both = counts.sum(axis=1, keepdims=True)
    near = both.copy()
    near[:, :, :, 1:] += both[:, :, :, :-1] / 2
    near[:, :, :, :-1] += both[:, :, :, 1:] / 2
    near += FAR * parts(near.sum(axis=2, keepdims=True))
    found = counts + LEAN * parts(near)
    found[:, :, 0, :, FOLDING] = 0
    return parts(found).astype(np.float32)


def parts(counts: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1e-9))


def main(deals: int, out: Path = FILE) -> None:
    from shindig.games.tall_cards import GAME

    GAME.compiled_policies.compile()
    np.save(out, smoothed(counted(deals, expert_1.act)))


if __name__ == "__main__":
    main(int(sys.argv[1]), *map(Path, sys.argv[2:]))
