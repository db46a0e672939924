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

from .betting_tree import BETS_ON, FOLDED, MOST, BettingTree, Stakes
from .rival_habits import habit_chances

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
    """float64[hands]: reach of all opponents at an end."""


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
def write_habits(
    tree: BettingTree, nodes: int, me: int, stakes: Stakes, habits: Numbers, bins: Numbers, found: Strategies
) -> None:
    """Write the strategy of the bot with known habits; `bins`, int64[hands], are the equity bins of its hands."""
    hands = len(bins)
    for at in range(nodes):
        if tree.kind[at] == BETS_ON and tree.actor[at] != me:
            chances = habit_chances(tree, at, stakes, habits, bins)
            for c in range(tree.ways[at]):
                for hand in range(hands):
                    found.plain[found.start[at] + c * hands + hand] = chances[c, hand]


@kernel
def match_regrets(tree: BettingTree, nodes: int, found: Strategies, work: Scratch) -> None:
    """Compute the strategies by regret matching."""
    hands = len(work.other)
    for at in range(nodes):
        if tree.kind[at] == BETS_ON:
            first, count = found.start[at], tree.ways[at]
            for hand in range(hands):
                total = 0.0
                for c in range(count):
                    total += found.regret[first + c * hands + hand]
                for c in range(count):
                    even = 1.0 / count
                    work.chance[at, c, hand] = found.regret[first + c * hands + hand] / total if total > NEVER else even


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
                first = found.start[at] + c * hands
                for hand in range(hands):
                    after[MINE, hand] = before[MINE, hand]
                    after[THEIRS, hand] = before[THEIRS, hand] * chance[hand]
                    after[PLAIN, hand] = before[PLAIN, hand] * found.plain[first + hand]


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
def learn(tree: BettingTree, at: int, owner: int, number: float, found: Strategies, work: Scratch) -> None:
    """Compute the value of a node at which the learning place acts, and update its regrets and average strategy."""
    value, hands = work.value[at], len(work.other)
    for hand in range(hands):
        value[hand] = 0.0
    for c in range(tree.ways[at]):
        after, chance = work.value[tree.next[at, c]], work.chance[at, c]
        for hand in range(hands):
            value[hand] += chance[hand] * after[hand]
    reach = work.reach[at, owner]
    for c in range(tree.ways[at]):
        after, chance, first = work.value[tree.next[at, c]], work.chance[at, c], found.start[at] + c * hands
        for hand in range(hands):
            regret = found.regret[first + hand] + after[hand] - value[hand]
            found.regret[first + hand] = max(regret, 0.0)
            found.total[first + hand] += number * (reach[hand] + NEVER) * chance[hand]


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
    number: float,
    stakes: Stakes,
    found: Strategies,
    work: Scratch,
) -> None:
    """Let one place learn once, from the reach of node 0. The values of its hands are those of node 0 then."""
    match_regrets(tree, nodes, found, work)
    reach_all(tree, nodes, me, found, work)
    for at in range(nodes - 1, -1, -1):
        if tree.kind[at] != BETS_ON:
            settle(tree, at, learner, me, stakes, work)
        elif tree.actor[at] == learner:
            learn(tree, at, MINE if learner == me else THEIRS, number, found, work)
        else:
            add_up(tree, at, work)


@kernel
def solve(
    tree: BettingTree,
    nodes: int,
    me: int,
    stakes: Stakes,
    held: Numbers,
    habits: Numbers,
    bins: Numbers,
    iterations: int,
) -> Strategies:
    """Solve a tree for a place; `held`, float64[3, hands], are the ranges of MINE, THEIRS and PLAIN."""
    hands = held.shape[1]
    start = np.zeros(nodes, np.int64)
    entries = number_entries(tree, nodes, hands, 0, start)
    found, work = Strategies(start, np.zeros(entries), np.zeros(entries), np.zeros(entries)), scratch_of(nodes, hands)
    write_habits(tree, nodes, me, stakes, habits, bins, found)
    work.reach[0] = held
    for number in range(1, iterations + 1):
        improve(tree, nodes, me, me, number, stakes, found, work)
        improve(tree, nodes, me, 1 - me, number, stakes, found, work)
    return found


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
