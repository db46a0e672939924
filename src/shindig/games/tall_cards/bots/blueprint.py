"""Strategy of the bets before the draw for two, by counterfactual regret minimization.

It was trained for a few depths of chips (research/tall_cards/train_strategy.py), each with a betting tree of its own.
The actual bets are followed in the tree by their part of the pot.
"""

from __future__ import annotations

from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np

from shindig.core.caches import cached
from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers, Records
from shindig.gamekit.betting.equity_betting import count_pot
from shindig.gamekit.five_cards.betting_tree import BETS_ON, OFF, BettingTree, Stakes
from shindig.gamekit.five_cards.range_solver import MINE, PLAIN, THEIRS
from shindig.gamekit.policies.policy_spec import Actions, Actors

from ..rules.state import FIRST_BETS, TallCards
from .betting_tree import FIRST_MENU, OTHER, amount_of, choice_of, place_of, rest_of, tree_of
from .hand_ranges import BINS, range_tables
from .rival_habits import EQUITIES, habit_chances

FILE = Path(__file__).with_name("blueprint.npz")
DEPTHS = (100, 50, 25, 12)
"""Chips of each, in antes, for which the strategy was trained."""
SHALLOWEST, DEEPEST = 6, 150
"""Chips in antes between which it is played."""
PART = 0.15
"""Part of the opponents that has the known habits."""
SHARE, SLIPS = 255, 1e-4
"""Unit of the probabilities in the file, and smallest likelihood of an action."""


class Blueprint(NamedTuple):
    """Strategy for a depth."""

    stakes: Stakes
    tree: BettingTree
    chances: Numbers
    """float64[2, 2, nodes, MOST, BINS]: by place, the strategy of MINE, and that of an adversary in the other place."""
    habits: Numbers
    """float64[2, 2, 6, equity bins, HABITS]: by step and place."""
    early: Numbers
    """int64[2, BINS]: equity bin of a bin before the draw."""
    late: Numbers
    """int64[2, courses, LEVELS]: equity bin of a level."""


def stakes_at(depth: int) -> Stakes:
    """Return the stakes of the first bets, in antes."""
    return Stakes(OTHER, np.array((depth - 1, depth - 1)), 1, 0, 1)


@cached(1)
def blueprints() -> tuple[Blueprint, ...]:
    """Load the strategy of each depth."""
    tables = range_tables()
    bins = np.searchsorted(EQUITIES, tables.early, "right"), np.searchsorted(EQUITIES, tables.late, "right")
    with np.load(FILE) as found:
        habits = np.ascontiguousarray(found["habits"], np.float64)
        return tuple(
            Blueprint(
                stakes_at(depth),
                tree_of(stakes_at(depth), FIRST_MENU, np.zeros(1, np.int64), 0)[0],
                np.ascontiguousarray(found[f"chances_{depth}"] / SHARE),
                habits,
                *bins,
            )
            for depth in DEPTHS
        )


def choose_depth(antes: float) -> int | None:
    """Return the index of the nearest trained depth, None if there is none near."""
    if not SHALLOWEST <= antes <= DEEPEST:
        return None
    return min(range(len(DEPTHS)), key=lambda i: abs(log(DEPTHS[i] / antes)))


@kernel
def pot_in(blueprint: Blueprint, at: int) -> int:
    """Return the pot of a node after the call."""
    tree, stakes = blueprint.tree, blueprint.stakes
    return int(2 * (stakes.paid + tree.step[at, 1 - tree.actor[at]]))


@kernel
def is_all_in(blueprint: Blueprint, at: int, choice: int) -> bool:
    """Return True if a choice of a node bets all chips."""
    tree, stakes = blueprint.tree, blueprint.stakes
    return bool(tree.what[at, choice] + tree.step[at, 1 - tree.actor[at]] >= stakes.chips[0])


@kernel
def pot_of(m: TallCards) -> int:
    """Return the pot after the actor's call."""
    return int(count_pot(m) + m.bet - m.step_paid[m.actor])


@kernel
def find_choice(blueprint: Blueprint, at: int, m: TallCards, what: int, rest: int) -> int:
    """Return the choice at a node that is nearest to an actual one by its part of the pot, OFF if there is none."""
    tree, best, chosen = blueprint.tree, 1e9, OFF
    pot = pot_of(m)
    for c in range(tree.ways[at]):
        if what <= 0:
            if tree.what[at, c] == what:
                chosen = c
        elif tree.what[at, c] > 0:
            size = rest / pot if is_all_in(blueprint, at, c) else tree.what[at, c] / pot_in(blueprint, at)
            away = abs(log((what / pot + 0.1) / (size + 0.1)))
            if away < best:
                best, chosen = away, c
    return int(chosen)


@kernel
def follow(views: Records, actors: Actors, actions: Actions, me: int, blueprint: Blueprint, likely: Numbers) -> int:
    """Follow the first bets in the tree, and return the node, OFF outside of it.

    `likely`, float64[3, BINS], is multiplied by the likelihoods of the bets by MINE, THEIRS and PLAIN.
    """
    tree, at = blueprint.tree, 0
    for i in range(len(actions)):
        m = views[i]
        if m.phase == FIRST_BETS and actors[i] >= 0 and at != OFF:
            choice = OFF
            if tree.kind[at] == BETS_ON:
                choice = find_choice(blueprint, at, m, choice_of(m, actions[i]), rest_of(m))
            if choice == OFF:
                at = OFF
            else:
                note(blueprint, at, choice, place_of(m, m.actor) == me, likely)
                at = int(tree.next[at, choice])
    return int(at)


@kernel
def note(blueprint: Blueprint, at: int, choice: int, mine: bool, likely: Numbers) -> None:
    """Multiply by the likelihoods of a choice at a node."""
    tree, place = blueprint.tree, blueprint.tree.actor[at]
    if mine:
        for bin in range(BINS):
            likely[MINE, bin] *= blueprint.chances[place, 0, at, choice, bin]
    else:
        plain = habit_chances(tree, at, blueprint.stakes, blueprint.habits[0], blueprint.early[place])
        for bin in range(BINS):
            likely[THEIRS, bin] *= max(blueprint.chances[1 - place, 1, at, choice, bin], SLIPS)
            likely[PLAIN, bin] *= max(plain[choice, bin], SLIPS)


@kernel
def what_of(blueprint: Blueprint, at: int, choice: int, m: TallCards, least: int, rest: int) -> int:
    """Return the actual choice for one of the tree, with the same part of the actual pot."""
    what = blueprint.tree.what[at, choice]
    if what <= 0 or rest <= 0 or m.acted[m.actor]:
        return int(min(what, 0))
    if is_all_in(blueprint, at, choice):
        return int(rest)
    return int(amount_of(what / pot_in(blueprint, at), pot_of(m), min(least, rest), rest))
