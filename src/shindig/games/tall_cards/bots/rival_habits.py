"""Habits of `expert-1`, a search, for two: how often it folds, stays and bets each size, by equity and price.

They were counted by research/tall_cards/count_habits.py. A strategy that is trained for a part against them wins of
bots that search; the rest of its opponents learn to reply to it.
"""

from __future__ import annotations

from math import log

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.five_cards.betting_tree import BETS_ON, MOST, BettingTree, Stakes
from shindig.gamekit.five_cards.range_solver import Strategies

PRICES = np.array((0.6, 1.2, 3.0, 10.0))
"""Upper ends of the classes of a price, in parts of the pot before the bet. Class 0 has nothing to pay."""
EQUITIES = np.array((0.15, 0.25, 0.33, 0.41, 0.5, 0.58, 0.66, 0.75, 0.85, 0.93, 0.98))
"""Lower ends of the equity bins but the first."""
SIZES = np.array((0.4, 0.75, 1.0, 2.5))
"""Sizes that it bets, as parts of the pot after the call; one more habit is all-in."""
FOLDING, STAYING, BETTING = range(3)
"""First entries of the habits."""
HABITS = BETTING + len(SIZES) + 1
COMMITTED = 0.4
"""Part of its chips above which its bet becomes all-in."""


@kernel
def price_class(owed: float, pot: float) -> int:
    """Return the class of a price in a pot before the bet."""
    if owed <= 0:
        return 0
    return int(1 + np.searchsorted(PRICES, owed / max(pot, 1)))


@kernel
def find_choices(tree: BettingTree, at: int, stakes: Stakes) -> tuple[Numbers, int]:
    """Return the choice at a node that stands for each habit, int64[HABITS], and the class of the price."""
    me, count = tree.actor[at], tree.ways[at]
    owed = tree.step[at, 1 - me] - tree.step[at, me]
    first = 2 if owed > 0 else 1
    found = np.zeros(HABITS, np.int64)
    found[FOLDING] = first - 1
    pot = 2 * (stakes.paid + tree.step[at, 1 - me]) + stakes.carried
    chips = stakes.chips[me] - tree.step[at, me]
    for size in range(len(SIZES) + 1):
        if count > first:
            found[BETTING + size] = count - 1
            if size < len(SIZES) and SIZES[size] * pot <= COMMITTED * chips:
                found[BETTING + size] = nearest(tree, at, first, SIZES[size] * pot)
    return found, price_class(owed, pot - 2 * owed)


@kernel
def nearest(tree: BettingTree, at: int, first: int, amount: float) -> int:
    """Return the choice from `first` on whose amount is nearest, by ratio."""
    best, chosen = 1e9, first
    for c in range(first, tree.ways[at]):
        away = abs(log((amount + 0.1) / (tree.what[at, c] + 0.1)))
        if away < best:
            best, chosen = away, c
    return int(chosen)


@kernel
def habit_chances(tree: BettingTree, at: int, stakes: Stakes, habits: Numbers, bins: Numbers) -> Numbers:
    """Return float64[MOST, hands]: the probability of each choice at a node for hands in these equity bins.

    `habits`, float64[2, 6, 12, HABITS], are those of a step.
    """
    choices, price = find_choices(tree, at, stakes)
    found = np.zeros((MOST, len(bins)))
    for hand in range(len(bins)):
        row = habits[tree.actor[at], price, bins[hand]]
        for habit in range(HABITS):
            found[choices[habit], hand] += row[habit]
    return found


@kernel
def write_habits(
    tree: BettingTree, nodes: int, me: int, stakes: Stakes, habits: Numbers, bins: Numbers, found: Strategies
) -> None:
    """Write the strategy of the bot with known habits; `bins`, int64[hands], are the equity bins of its hands."""
    for at in range(nodes):
        if tree.kind[at] == BETS_ON and tree.actor[at] != me:
            chances = habit_chances(tree, at, stakes, habits, bins)
            for c in range(tree.ways[at]):
                plain = found.plain[found.start[at] + c * len(bins) :]
                for hand in range(len(bins)):
                    plain[hand] = chances[c, hand]
