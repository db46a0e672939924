"""Trainer of the strategy for two: `python -m research.tall_cards.train_strategy ROUNDS PART`, after the habits.

Counterfactual regret minimization of a whole hand: a betting tree before the draw, and one after each of its ends and
each course of the draw. A round goes through all of them with all hands of both. One place learns for play. The other
has the known habits in PART of the weight, else it is an adversary who learns against the first (range_solver.py).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from research.tall_cards.count_habits import FILE as HABITS_FILE
from shindig.core.kernel_compiler import compile_kernel
from shindig.gamekit.five_cards import range_solver
from shindig.gamekit.five_cards.betting_tree import BETS_ON, FOLDED, MOST, SHOWN, BettingTree, Stakes
from shindig.gamekit.five_cards.range_solver import MINE, PLAIN, THEIRS, Strategies
from shindig.games.tall_cards.bots import betting_tree, rival_habits
from shindig.games.tall_cards.bots.betting_tree import ALL_IN, FIRST_MENU, OTHER
from shindig.games.tall_cards.bots.blueprint import DEPTHS, FILE, SHARE, stakes_at
from shindig.games.tall_cards.bots.hand_ranges import BINS, COURSES, DRAWS, LEVELS, range_tables
from shindig.games.tall_cards.bots.rival_habits import EQUITIES

tree_of = compile_kernel(betting_tree.tree_of)
number_entries, write_habits = compile_kernel(range_solver.number_entries), compile_kernel(rival_habits.write_habits)
scratch_of, improve = compile_kernel(range_solver.scratch_of), compile_kernel(range_solver.improve)
match_regrets, reach_all = compile_kernel(range_solver.match_regrets), compile_kernel(range_solver.reach_all)
settle, learn, add_up = (compile_kernel(one) for one in (range_solver.settle, range_solver.learn, range_solver.add_up))
TRAINED_MENU = np.array(
    (
        (0.5, 1.0, 2.5, ALL_IN, 0, 0),
        (1.0, ALL_IN, 0, 0, 0, 0),
        (ALL_IN, 0, 0, 0, 0, 0),
        (ALL_IN, 0, 0, 0, 0, 0),
    )
)
"""Sizes after the draw while the bets before it are trained."""
NO_PATH = np.zeros(1, np.int64)
NEVER = 1e-10


class Later(NamedTuple):
    """Trees after the draw, one for each end of the first bets, and strategies for each course of the draw there."""

    trees: BettingTree
    """Fields of all trees."""
    nodes: Any
    """int64[trees]."""
    chips: Any
    """int64[trees, 2]."""
    paid: Any
    """int64[trees]."""
    start: Any
    """int64[trees, courses, nodes]."""
    entries: Strategies
    """Entries of all strategies."""


class WholeHand(NamedTuple):
    """Trees of a depth: the first bets', and one after each of its nodes that ends them."""

    tree: BettingTree
    nodes: int
    stakes: Stakes
    found: Strategies
    after: Any
    """int64[nodes]: number of the tree after a node."""
    later: Later


@njit(nogil=True)
def draw_all(reach: Any, me: int, drawn: Any, held: Any) -> None:
    """Write the levels of MINE, THEIRS and PLAIN by draw, float64[3, DRAWS, LEVELS]."""
    held[:] = 0.0
    for owner in range(3):
        place = me if owner == MINE else 1 - me
        for bin in range(BINS):
            weight = reach[owner, bin]
            if weight > NEVER / BINS:
                for draw in range(DRAWS):
                    for level in range(LEVELS):
                        held[owner, draw, level] += weight * drawn[place, bin, draw, level]


@njit(nogil=True)
def go_on(later: Any, i: int, course: int, me: int, learner: int, number: float, work: Any, held: Any) -> bool:
    """Let a place learn in tree i after one course of the draw. Returns False if the other does not come here."""
    for owner in range(3):
        place = me if owner == MINE else 1 - me
        work.reach[0, owner] = held[owner, COURSES[course, place]]
    others = work.reach[0, THEIRS].sum() + work.reach[0, PLAIN].sum() if learner == me else work.reach[0, MINE].sum()
    if others < NEVER:
        return False
    every, entries = later.trees, later.entries
    tree = BettingTree(
        every.actor[i],
        every.kind[i],
        every.step[i],
        every.acted[i],
        every.raises[i],
        every.seen[i],
        every.ways[i],
        every.what[i],
        every.next[i],
    )
    found = Strategies(later.start[i, course], entries.regret, entries.total, entries.plain)
    match_all(tree, later.nodes[i], found, work)
    stakes = Stakes(OTHER, later.chips[i], later.paid[i], 0, 1)
    improve(tree, later.nodes[i], me, learner, number, stakes, found, work)
    return True


@njit(nogil=True)
def match_all(tree: Any, nodes: int, found: Any, work: Any) -> None:
    """Compute the strategies of all nodes by regret matching."""
    for at in range(nodes):
        match_regrets(tree, at, found, work)


@njit(nogil=True)
def bring_back(values: Any, learner: int, draw: int, tables: Any, value: Any) -> None:
    """Add the values of levels to those of the bins before the draw."""
    prior, drawn = tables
    for bin in range(BINS):
        if prior[learner, bin] > 0:
            for level in range(LEVELS):
                value[bin] += drawn[learner, bin, draw, level] * values[level]


@njit(nogil=True)
def go_through(hand: Any, me: int, learner: int, number: float, tables: Any, works: Any, part: float) -> float:
    """Let a place learn once in the whole hand. Returns its value."""
    tree, (prior, drawn), (work, work_2, held) = hand.tree, tables, works
    work.reach[0, MINE] = prior[me]
    work.reach[0, THEIRS] = prior[1 - me] * (1 - part)
    work.reach[0, PLAIN] = prior[1 - me] * part
    match_all(tree, hand.nodes, hand.found, work)
    reach_all(tree, hand.nodes, me, hand.found, work)
    for at in range(hand.nodes - 1, -1, -1):
        if tree.kind[at] == FOLDED:
            settle(tree, at, learner, me, hand.stakes, work)
        elif tree.kind[at] == SHOWN:
            draw_all(work.reach[at], me, drawn, held)
            work.value[at] = 0.0
            for course in range(len(COURSES)):
                if go_on(hand.later, hand.after[at], course, me, learner, number, work_2, held):
                    bring_back(work_2.value[0], learner, COURSES[course, learner], tables, work.value[at])
        elif tree.actor[at] == learner:
            learn(tree, at, MINE if learner == me else THEIRS, number, hand.found, work)
        else:
            add_up(tree, at, work)
    value = 0.0
    for bin in range(BINS):
        value += prior[learner, bin] * work.value[0, bin]
    return value


def fresh_entries(count: int, kind: Any) -> Any:
    return tuple(np.zeros(count, kind) for _ in range(3))


def hand_of(depth: int, me: int, habits: Any) -> WholeHand:
    """Build the trees of a depth, without regrets, and write the known habits of the place that is not `me`."""
    known, stakes = range_tables(), stakes_at(depth)
    early, late = (np.searchsorted(EQUITIES, one, "right") for one in (known.early, known.late))
    tree, nodes = tree_of(stakes, FIRST_MENU, NO_PATH, 0)
    start = np.zeros(nodes, np.int64)
    found = Strategies(start, *fresh_entries(number_entries(tree, nodes, BINS, 0, start), np.float64))
    write_habits(tree, nodes, me, stakes, habits[0], early[1 - me], found)
    ends = np.flatnonzero(tree.kind[:nodes] == SHOWN)
    paid = tree.step[ends].min(axis=1)
    chips = stakes.chips - paid[:, None]
    left = [Stakes(OTHER, chips[i], 1 + int(paid[i]), 0, 1) for i in range(len(ends))]
    made = [tree_of(one, TRAINED_MENU, NO_PATH, 0) for one in left]
    starts, entries = np.zeros((len(ends), len(COURSES), max(count for _, count in made)), np.int64), 0
    for i, course in np.ndindex(starts.shape[:2]):
        entries = number_entries(*made[i], LEVELS, entries, starts[i, course])
    later = Strategies(starts[0, 0], *fresh_entries(entries, np.float32))
    for i, course in np.ndindex(starts.shape[:2]):
        second = Strategies(starts[i, course], later.regret, later.total, later.plain)
        write_habits(*made[i], me, left[i], habits[1], late[1 - me, course], second)
    after = np.full(nodes, -1)
    after[ends] = np.arange(len(ends))
    trees = BettingTree(*(np.stack([getattr(one, name) for one, _ in made]) for name in BettingTree._fields))
    counts = np.array([count for _, count in made])
    return WholeHand(tree, nodes, stakes, found, after, Later(trees, counts, chips, 1 + paid, starts, later))


def chances_of(hand: WholeHand) -> Any:
    """Return float64[nodes, MOST, BINS]: the average strategies of both."""
    chances = np.zeros((hand.nodes, MOST, BINS))
    for at in np.flatnonzero(hand.tree.kind[: hand.nodes] == BETS_ON):
        count, first = hand.tree.ways[at], hand.found.start[at]
        sums = hand.found.total[first : first + count * BINS].reshape(count, BINS)
        chances[at, :count] = sums / np.maximum(sums.sum(axis=0), 1e-300)
    return chances


def trained(depth: int, rounds: int, part: float, habits: Any) -> Any:
    """Train a depth: uint8[2, 2, nodes, MOST, BINS], by place, of that place and its adversary."""
    known, found = range_tables(), []
    for me in range(2):
        hand = hand_of(depth, me, habits)
        works = (
            scratch_of(hand.nodes, BINS),
            scratch_of(int(hand.later.nodes.max()), LEVELS),
            np.zeros((3, DRAWS, LEVELS)),
        )
        worth = [0.0, 0.0]
        for number in range(1, rounds + 1):
            for learner in (me, 1 - me):
                tables = known.prior, known.drawn
                worth[learner] = go_through(hand, me, learner, float(number), tables, works, part)
        used = time.process_time()
        print(f"{depth} antes, place {me}: {worth[me]:+.3f}, adversary {worth[1 - me]:+.3f}, {used:.0f} s", flush=True)
        chances, mine = chances_of(hand), (hand.tree.actor[: hand.nodes] == me)[:, None, None]
        found.append([chances * mine, chances * ~mine])
    return np.round(SHARE * np.array(found)).astype(np.uint8)


def main(rounds: int, part: float, out: Path = FILE) -> None:
    habits = np.load(HABITS_FILE).astype(np.float64)
    found = {f"chances_{depth}": trained(depth, rounds, part, habits) for depth in DEPTHS}
    np.savez_compressed(out, habits=habits.astype(np.float32), **found)
    print(f"{out.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), *map(Path, sys.argv[3:]))
