"""Solver of a betting tree: counterfactual regret minimization over both ranges together.

One place plays for itself. The other is an adversary who learns against it, or a bot with known habits, and the place
does not know which (restricted Nash response: Johanson, Zinkevich, Bowling: Computing robust counter-strategies, NIPS
2007). Regrets stay non-negative and later strategies count more (CFR+: Tammelin, Burch, Johanson, Bowling: Solving
heads-up limit Texas hold'em, IJCAI 2015).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers

from ..array_and_bit_kernels import copy_array
from .betting_tree import BETS_ON, FOLDED, MOST, BettingTree, Stakes

ITERATIONS = 100
MINE, THEIRS, PLAIN = range(3)
"""Owners of a reach: the place itself, the adversary, the bot with known habits."""
NEVER = 1e-12


class Strategies(NamedTuple):
    """Regrets and strategies of all nodes, one after another: a choice's entries for all hands begin at `start`."""

    start: Numbers
    """int64[nodes]: first entry of a node."""
    regret: Numbers
    """float[entries]."""
    total: Numbers
    """float[entries]: average strategy, not normalised."""
    plain: Numbers
    """float[entries]: strategy of the bot with known habits."""


class Scratch(NamedTuple):
    """Scratch memory of the solver, by node."""

    reach: Numbers
    """float64[nodes, 3, hands]."""
    value: Numbers
    """float64[nodes, hands]: value for the learning place, times the other's reach."""
    chance: Numbers
    """float64[nodes, MOST, hands]: strategies of both."""
    other: Numbers
    """float64[hands]: reach of all opponents at an end, or sum of the regrets at a decision."""


@kernel
def scratch_of(nodes: int, hands: int) -> Scratch:
    """Make scratch memory."""
    reach, value, chance = np.zeros((nodes, 3, hands)), np.zeros((nodes, hands)), np.zeros((nodes, MOST, hands))
    return Scratch(reach, value, chance, np.zeros(hands))


@kernel
def number_entries(tree: BettingTree, nodes: int, hands: int, first: int, start: Numbers) -> int:
    """Write the first entry of each node, counted from `first` on, and return the number after the last."""
    for at in range(nodes):
        start[at] = first
        if tree.kind[at] == BETS_ON:
            first += tree.ways[at] * hands
    return int(first)


@kernel
def begin(tree: BettingTree, nodes: int, hands: int) -> Strategies:
    """Make strategies without regrets."""
    start = np.zeros(nodes, np.int64)
    entries = number_entries(tree, nodes, hands, 0, start)
    return Strategies(start, np.zeros(entries), np.zeros(entries), np.zeros(entries))


@kernel
def match_regrets(tree: BettingTree, at: int, found: Strategies, work: Scratch) -> None:
    """Compute the strategy of a node by regret matching."""
    total, hands, count = work.other, len(work.other), tree.ways[at] if tree.kind[at] == BETS_ON else 0
    for hand in range(hands):
        total[hand] = 0.0
    for c in range(count):
        regret = found.regret[found.start[at] + c * hands :]
        for hand in range(hands):
            total[hand] += regret[hand]
    for c in range(count):
        regret, chance = found.regret[found.start[at] + c * hands :], work.chance[at, c]
        for hand in range(hands):
            chance[hand] = regret[hand] / total[hand] if total[hand] > NEVER else 1.0 / count


@kernel
def reach_all(tree: BettingTree, nodes: int, me: int, found: Strategies, work: Scratch) -> None:
    """Compute the reach of every node."""
    hands = len(work.other)
    for at in range(nodes):
        for c in range(tree.ways[at] if tree.kind[at] == BETS_ON else 0):
            before, after, chance = work.reach[at], work.reach[tree.next[at, c]], work.chance[at, c]
            if tree.actor[at] == me:
                for hand in range(hands):
                    after[MINE, hand] = before[MINE, hand] * chance[hand]
                    after[THEIRS, hand] = before[THEIRS, hand]
                    after[PLAIN, hand] = before[PLAIN, hand]
            else:
                plain = found.plain[found.start[at] + c * hands :]
                for hand in range(hands):
                    after[MINE, hand] = before[MINE, hand]
                    after[THEIRS, hand] = before[THEIRS, hand] * chance[hand]
                    after[PLAIN, hand] = before[PLAIN, hand] * plain[hand]


@kernel
def settle(tree: BettingTree, at: int, learner: int, me: int, stakes: Stakes, work: Scratch) -> None:
    """Compute the value of a fold or showdown for the learning place. Hands are in the order of their strength."""
    stake, total, below = stakes.paid + min(tree.step[at, 0], tree.step[at, 1]), 0.0, 0.0
    reach, value, other = work.reach[at], work.value[at], work.other
    for hand in range(len(other)):
        other[hand] = reach[THEIRS, hand] + reach[PLAIN, hand] if learner == me else reach[MINE, hand]
        total += other[hand]
    for hand in range(len(other)):
        if tree.kind[at] == FOLDED:
            value[hand] = total * (-stake if tree.actor[at] == learner else stake + stakes.carried)
        else:
            equal = other[hand]
            value[hand] = stake * (2 * below + equal - total) + stakes.carried * (below + equal / 2)
            below += equal


@kernel
def learn(tree: BettingTree, at: int, owner: int, weight: float, found: Strategies, work: Scratch) -> None:
    """Compute the value of a node at which the learning place acts, and update its regrets.

    Its strategy counts with a weight in the average; with 0 that is left as it is.
    """
    value, hands = work.value[at], len(work.other)
    for hand in range(hands):
        value[hand] = 0.0
    for c in range(tree.ways[at]):
        after, chance = work.value[tree.next[at, c]], work.chance[at, c]
        for hand in range(hands):
            value[hand] += chance[hand] * after[hand]
    for c in range(tree.ways[at]):
        after, regret = work.value[tree.next[at, c]], found.regret[found.start[at] + c * hands :]
        for hand in range(hands):
            regret[hand] = max(regret[hand] + after[hand] - value[hand], 0.0)
    for c in range(tree.ways[at] if weight > 0 else 0):
        reach, chance, total = work.reach[at, owner], work.chance[at, c], found.total[found.start[at] + c * hands :]
        for hand in range(hands):
            total[hand] += weight * (reach[hand] + NEVER) * chance[hand]


@kernel
def add_up(tree: BettingTree, at: int, work: Scratch) -> None:
    """Compute the value, for the learning place, of a node at which the other acts."""
    value = work.value[at]
    for hand in range(len(value)):
        value[hand] = 0.0
    for c in range(tree.ways[at]):
        after = work.value[tree.next[at, c]]
        for hand in range(len(value)):
            value[hand] += after[hand]


@kernel
def improve(
    tree: BettingTree,
    nodes: int,
    me: int,
    learner: int,
    weight: float,
    stakes: Stakes,
    found: Strategies,
    work: Scratch,
) -> None:
    """Let one place learn once, from the reach of node 0. The values of its hands are those of node 0 then."""
    reach_all(tree, nodes, me, found, work)
    for at in range(nodes - 1, -1, -1):
        if tree.kind[at] != BETS_ON:
            settle(tree, at, learner, me, stakes, work)
        elif tree.actor[at] == learner:
            learn(tree, at, MINE if learner == me else THEIRS, weight, found, work)
        else:
            add_up(tree, at, work)


@kernel
def solve(
    tree: BettingTree, nodes: int, me: int, stakes: Stakes, held: Numbers, found: Strategies, iterations: int
) -> None:
    """Find the average strategy of a place; `held`, float64[3, hands], are the ranges of MINE, THEIRS and PLAIN."""
    work = scratch_of(nodes, held.shape[1])
    for owner in range(3):
        copy_array(held[owner], work.reach[0, owner])
    for at in range(nodes):
        match_regrets(tree, at, found, work)
    for number in range(1, iterations + 1):
        for turn in range(2):
            learner = me if turn == 0 else 1 - me
            improve(tree, nodes, me, learner, number if turn == 0 else 0, stakes, found, work)
            for at in range(nodes):
                if tree.actor[at] == learner:
                    match_regrets(tree, at, found, work)


@kernel
def chances_at(tree: BettingTree, at: int, hand: int, hands: int, found: Strategies) -> Numbers:
    """Return the average strategy of a hand at a node, float64[MOST]."""
    chances, total = np.zeros(MOST), 0.0
    for c in range(tree.ways[at]):
        chances[c] = found.total[found.start[at] + c * hands + hand]
        total += chances[c]
    for c in range(tree.ways[at]):
        chances[c] = chances[c] / total if total > 0 else 1.0 / tree.ways[at]
    return chances
