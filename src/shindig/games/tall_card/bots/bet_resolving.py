"""Re-solving of the bets after the draw during play, for two, with the actual sizes bet so far."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers, Records
from shindig.gamekit.betting.state import CALL, CHECK, FOLD
from shindig.gamekit.policies.policy_spec import Actions, Generator

from ..rules.state import BET, FIRST_BETS, RAISE, SECOND_BETS, TallCard
from ..worth.ranks import strength
from .betting_tree import FOLDS, MOST, OFF, STAYS, BettingTree, Stakes, choice_of, stakes_of, tree_of
from .blueprint_play import NONE, RARE, drawn, keeps_on
from .equity import is_dragon, made_hope
from .hand_ranges import HANDS, SELDOM, Counted, drew_so, held, level_of, note
from .range_solver import BINS, ITERATIONS, SHARE, begun, bins_of, pack, solve

LONGEST = 64
"""Largest number of bets of a hand that are considered."""


class Plan(NamedTuple):
    """Strategy of a seat for the bets after the draw."""

    tree: BettingTree
    chances: Numbers
    """uint8[nodes, MOST, BINS]."""
    bins: Numbers
    """int64[LEVELS]: bin of each level."""


@kernel
def plan_of(
    m: TallCard,
    me: int,
    raiser: int,
    stakes: Stakes,
    path: Numbers,
    length: int,
    known: Counted,
    likely: Numbers,
) -> Plan:
    """Solve the bets after the draw for a seat; `raiser` bet last before it, `path` holds the bets since."""
    tree, nodes = tree_of(stakes, path, length)
    shares = known.shares[is_dragon(m.tall), 1 if m.claimer == me else 0, m.drew[me] + 1]
    bins = bins_of(held(m, me, raiser, known, likely), shares)
    work, chances = begun(tree, nodes, me, stakes, bins), np.zeros((nodes, MOST, BINS), np.uint8)
    solve(tree, nodes, me, stakes, work, ITERATIONS)
    pack(tree, nodes, work, chances)
    return Plan(tree, chances, bins.of)


@kernel
def node_after(tree: BettingTree, at: int, what: int) -> int:
    """Return the node after a choice, or OFF if it has no such choice."""
    for c in range(tree.ways[at]):
        if tree.what[at, c] == what:
            return int(tree.next[at, c])
    return OFF


@kernel
def act_by(plan: Plan, at: int, matches: Records, i: int, rng: Generator) -> int:
    """Return the action of record i's actor by its plan, at a node."""
    m = matches[i]
    made = strength(m.hand[m.actor], m.tall, m.claimer == m.actor)
    what = draw(plan, at, plan.bins[level_of(made, is_dragon(m.tall))], rng)
    owes = m.bet > m.step_paid[m.actor]
    if what == STAYS or (what == FOLDS and keeps_on(m, made_hope(m, m.actor))):
        return CALL if owes else CHECK
    return FOLD if what == FOLDS else int((RAISE if m.bet > 0 else BET) + what - 1)


@kernel
def draw(plan: Plan, at: int, bin: int, rng: Generator) -> int:
    """Draw a choice by its probability, never a rare one."""
    chances = np.zeros(MOST)
    for c in range(plan.tree.ways[at]):
        chances[c] = often(plan, at, c, bin)
    place = drawn(chances, rng)
    return int(plan.tree.what[at, place]) if place != NONE else STAYS


@kernel
def often(plan: Plan, at: int, choice: int, bin: int) -> float:
    """Return a choice's probability, 0 for a rare one."""
    chance = plan.chances[at, choice, bin] / SHARE
    return float(chance if chance >= RARE else 0.0)


@kernel
def again(views: Records, actions: Actions, matches: Records, table: Numbers, known: Counted, rng: Generator) -> int:
    """Return the action of the first record's actor after the draw, from its observations; NONE if unknown.

    `views` are its records before each of the `actions` of this hand, and now; `table` is the trained strategy.
    """
    likely, path = np.ones((2, HANDS)), np.zeros(LONGEST, np.int64)
    raiser = before_draw(views, actions, table, known, likely)
    first, length = after_draw(views, actions, path)
    m, me = views[first], int(matches[0].actor)
    if not can_plan(m, me, length, known):
        return NONE
    plan = plan_of(m, me, raiser, stakes_of(m), path, length, known, likely)
    at = node_of(plan.tree, path, length)
    return NONE if at == OFF else act_by(plan, at, matches, 0, rng)


@kernel
def before_draw(views: Records, actions: Actions, table: Numbers, known: Counted, likely: Numbers) -> int:
    """Update `likely`, float64[2, HANDS], with the bets before the draw. Returns the last bettor, or OFF."""
    raiser = OFF
    for i in range(len(actions)):
        m = views[i]
        if m.phase == FIRST_BETS and m.actor >= 0:
            note(m, actions[i], raiser == 1 - m.actor, table, known, likely)
            raiser = int(m.actor) if actions[i] >= BET else raiser
    return int(raiser)


@kernel
def after_draw(views: Records, actions: Actions, path: Numbers) -> tuple[int, int]:
    """Return the index of the first bet after the draw and the number of bets, which go into `path`, int64[LONGEST]."""
    first, length = len(actions), 0
    for i in range(len(actions)):
        m = views[i]
        if m.phase == SECOND_BETS and m.actor >= 0 and length < LONGEST:
            first = min(first, i)
            path[length] = choice_of(m, actions[i])
            length += 1
    return int(first), int(length)


@kernel
def node_of(tree: BettingTree, path: Numbers, length: int) -> int:
    """Return the node after these choices, or OFF if the tree lacks one of them."""
    at = 0
    for i in range(length):
        at = node_after(tree, at, path[i]) if at != OFF else OFF
    return int(at)


@kernel
def can_plan(m: TallCard, me: int, length: int, known: Counted) -> bool:
    """Return True if a plan can be made: after the draw, with chips on both sides, equal payments and a usual draw."""
    bets = m.phase == SECOND_BETS and length < LONGEST and m.paid[0] == m.paid[1]
    return bool(bets and m.chips[0] > 0 and m.chips[1] > 0 and drew_so(m, 1 - me, known) >= known.parts[SELDOM])
