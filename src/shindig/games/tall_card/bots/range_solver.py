"""Solver of the bets after the draw: counterfactual regret minimization over both ranges together.

One seat plays for itself. The other is an adversary who learns against it, or `steady-1`, and the seat does not know
which (restricted Nash response, as in training). Regrets stay non-negative and later strategies count more (CFR+:
Tammelin, Burch, Johanson, Bowling: Solving heads-up limit Texas hold'em, IJCAI 2015).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers

from .betting_tree import BETS_ON, FOLDED, MOST, BettingTree, Stakes
from .hand_ranges import LEVELS, HandRanges
from .steady_1_bets import bets_below, eager, worth_paying

BINS = 64
"""Number of merged levels, of about equal probability."""
ITERATIONS = 100
MINE, THEIRS, PLAIN = range(3)
"""Owners of a reach."""
SHARE, NEVER = 255, 1e-12


class Bins(NamedTuple):
    """Merged hands."""

    of: Numbers
    """int64[LEVELS]: bin of each level."""
    reach: Numbers
    """float64[3, BINS]: probability of each bin for MINE, THEIRS and PLAIN."""
    shares: Numbers
    """float64[2, BINS]: expectation of `steady-1` there, by whether the other bet last."""


class SolverTables(NamedTuple):
    """State of the solver, by node and bin."""

    reach: Numbers
    """float64[nodes, 3, BINS]: reach probability of each."""
    value: Numbers
    """float64[nodes, BINS]: value for the learning seat, times the other's reach."""
    regret: Numbers
    """float64[nodes, MOST, BINS]."""
    chance: Numbers
    """float64[nodes, MOST, BINS]: strategies of both."""
    plain: Numbers
    """float64[nodes, MOST, BINS]: strategy of `steady-1`."""
    total: Numbers
    """float64[nodes, MOST, BINS]: average strategy, not normalised."""


@kernel
def bins_of(held: HandRanges, shares: Numbers) -> Bins:
    """Merge levels; `shares`, float64[2, LEVELS], are the expectations of `steady-1`."""
    bins = Bins(np.zeros(LEVELS, np.int64), np.zeros((3, BINS)), np.zeros((2, BINS)))
    weight, bin, full = np.full(BINS, NEVER), 0, 0.0
    for level in range(LEVELS):
        more = (held.mine[level] + held.theirs[level] + held.plain[level]) / 2
        if full > 0 and full + more / 2 > 1 / (BINS - 8) and bin < BINS - 1:
            bin, full = bin + 1, 0.0
        full += more
        bins.of[level] = bin
        bins.reach[MINE, bin] += held.mine[level]
        bins.reach[THEIRS, bin] += held.theirs[level]
        bins.reach[PLAIN, bin] += held.plain[level]
        weight[bin] += held.plain[level] + NEVER
        for bold in range(2):
            bins.shares[bold, bin] += (held.plain[level] + NEVER) * shares[bold, level]
    for bin in range(BINS):
        for bold in range(2):
            bins.shares[bold, bin] /= weight[bin]
    return bins


@kernel
def plain_chances(tree: BettingTree, at: int, stakes: Stakes, share: float, chances: Numbers, bin: int) -> None:
    """Write the strategy of `steady-1` at a node, for a share; missing sizes go to the nearest offered one."""
    seat, count = tree.actor[at], tree.ways[at]
    owed = tree.step[at, 1 - seat] - tree.step[at, seat]
    chips = stakes.chips[seat] - tree.step[at, seat]
    sizes = 2 if owed > 0 else 1
    more, part = eager(share, owed > 0)
    if count <= sizes:
        more = 0.0
    low, high, below = min(stakes.least, chips - owed), min(stakes.most, chips - owed), 0.0
    for c in range(sizes, count):
        up_to = (tree.what[at, c] + tree.what[at, c + 1]) / 2 if c + 1 < count else high + 1.0
        under = bets_below(up_to, low, high, part)
        chances[c, bin] = more * (under - below)
        below = under
    price = min(owed, chips)
    stake = stakes.paid + tree.step[at, seat] + price
    prize = stake + stakes.carried + min(stakes.paid + tree.step[at, 1 - seat], stake)
    chances[0 if owed <= 0 or worth_paying(share, price, prize) else 1, bin] += 1 - more


@kernel
def begun(tree: BettingTree, nodes: int, me: int, stakes: Stakes, bins: Bins) -> SolverTables:
    """Make the initial state."""
    work = SolverTables(
        np.zeros((nodes, 3, BINS)),
        np.zeros((nodes, BINS)),
        np.zeros((nodes, MOST, BINS)),
        np.zeros((nodes, MOST, BINS)),
        np.zeros((nodes, MOST, BINS)),
        np.zeros((nodes, MOST, BINS)),
    )
    for who in range(3):
        for bin in range(BINS):
            work.reach[0, who, bin] = bins.reach[who, bin]
    for at in range(nodes):
        if tree.kind[at] == BETS_ON:
            match_regrets(tree, at, work)
            for bin in range(BINS):
                if tree.actor[at] != me:
                    share = bins.shares[1 if tree.raiser[at] == me else 0, bin]
                    plain_chances(tree, at, stakes, share, work.plain[at], bin)
    return work


@kernel
def match_regrets(tree: BettingTree, at: int, work: SolverTables) -> None:
    """Update the strategy by regret matching."""
    count = tree.ways[at]
    for bin in range(BINS):
        total = 0.0
        for c in range(count):
            total += work.regret[at, c, bin]
        for c in range(count):
            work.chance[at, c, bin] = work.regret[at, c, bin] / total if total > NEVER else 1.0 / count


@kernel
def reach_all(tree: BettingTree, nodes: int, me: int, work: SolverTables) -> None:
    """Compute the reach of every node."""
    for at in range(nodes):
        mine = tree.actor[at] == me
        for c in range(tree.ways[at]):
            before, after = work.reach[at], work.reach[tree.next[at, c]]
            chance, plain = work.chance[at, c], work.plain[at, c]
            for bin in range(BINS):
                after[MINE, bin] = before[MINE, bin] * chance[bin] if mine else before[MINE, bin]
                after[THEIRS, bin] = before[THEIRS, bin] if mine else before[THEIRS, bin] * chance[bin]
                after[PLAIN, bin] = before[PLAIN, bin] if mine else before[PLAIN, bin] * plain[bin]


@kernel
def other_reach(work: SolverTables, at: int, learns_mine: bool, bin: int) -> float:
    """Return the opponents' reach of a node with a bin."""
    if learns_mine:
        return float(work.reach[at, THEIRS, bin] + work.reach[at, PLAIN, bin])
    return float(work.reach[at, MINE, bin])


@kernel
def settle(tree: BettingTree, at: int, learner: int, mine: bool, stakes: Stakes, work: SolverTables) -> None:
    """Compute the value of a terminal node for the learning seat."""
    stake, total, below = stakes.paid + min(tree.step[at, 0], tree.step[at, 1]), 0.0, 0.0
    for bin in range(BINS):
        total += other_reach(work, at, mine, bin)
    for bin in range(BINS):
        if tree.kind[at] == FOLDED:
            work.value[at, bin] = total * (-stake if tree.actor[at] == learner else stake + stakes.carried)
        else:
            equal = other_reach(work, at, mine, bin)
            work.value[at, bin] = stake * (2 * below + equal - total) + stakes.carried * (below + equal / 2)
            below += equal


@kernel
def learn(tree: BettingTree, at: int, number: int, remembers: bool, work: SolverTables) -> None:
    """Compute the value of a node at which the learning seat acts, and update its regrets and average strategy."""
    value = work.value[at]
    for bin in range(BINS):
        value[bin] = 0.0
    for c in range(tree.ways[at]):
        after, chance = work.value[tree.next[at, c]], work.chance[at, c]
        for bin in range(BINS):
            value[bin] += chance[bin] * after[bin]
    for c in range(tree.ways[at]):
        after, regret = work.value[tree.next[at, c]], work.regret[at, c]
        for bin in range(BINS):
            regret[bin] = max(regret[bin] + after[bin] - value[bin], 0.0)
    if remembers:
        for c in range(tree.ways[at]):
            total, chance, reach = work.total[at, c], work.chance[at, c], work.reach[at, MINE]
            for bin in range(BINS):
                total[bin] += number * (reach[bin] + NEVER) * chance[bin]


@kernel
def add_up(tree: BettingTree, at: int, work: SolverTables) -> None:
    """Compute the value, for the learning seat, of a node at which the other acts."""
    value = work.value[at]
    for bin in range(BINS):
        value[bin] = 0.0
    for c in range(tree.ways[at]):
        after = work.value[tree.next[at, c]]
        for bin in range(BINS):
            value[bin] += after[bin]


@kernel
def solve(tree: BettingTree, nodes: int, me: int, stakes: Stakes, work: SolverTables, iterations: int) -> None:
    """Run iterations in which `me` and the other learn in turn."""
    for number in range(1, iterations + 1):
        for turn in range(2):
            learner = me if turn == 0 else 1 - me
            reach_all(tree, nodes, me, work)
            for at in range(nodes - 1, -1, -1):
                if tree.kind[at] != BETS_ON:
                    settle(tree, at, learner, learner == me, stakes, work)
                elif tree.actor[at] == learner:
                    learn(tree, at, number, learner == me, work)
                else:
                    add_up(tree, at, work)
            for at in range(nodes):
                if tree.kind[at] == BETS_ON and tree.actor[at] == learner:
                    match_regrets(tree, at, work)


@kernel
def pack(tree: BettingTree, nodes: int, work: SolverTables, found: Numbers) -> None:
    """Write the average strategy into uint8[nodes, MOST, BINS], in parts of SHARE."""
    for at in range(nodes):
        for bin in range(BINS):
            total = 0.0
            for c in range(tree.ways[at]):
                total += work.total[at, c, bin]
            for c in range(tree.ways[at]):
                found[at, c, bin] = int(SHARE * work.total[at, c, bin] / total + 0.5) if total > 0 else 0
