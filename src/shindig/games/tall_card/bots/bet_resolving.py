"""Re-solving of the bets after the draw during play, for two, with the actual sizes bet so far."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers, Records
from shindig.gamekit.betting.state import CALL, CHECK, FOLD
from shindig.gamekit.five_cards.betting_tree import FOLDS, MOST, OFF, STAYS, BettingTree, Stakes, node_of
from shindig.gamekit.five_cards.range_solver import ITERATIONS, Strategies, begin, chances_at, solve
from shindig.gamekit.policies.policy_spec import Actions, Generator

from ..rules.state import BET, FIRST_BETS, RAISE, SECOND_BETS, TallCard
from ..worth.ranks import strength
from .betting_tree import choice_of, stakes_of, tree_of
from .blueprint_play import NONE, RARE, drawn, keeps_on
from .equity import is_dragon, made_hope
from .hand_ranges import HANDS, SELDOM, Counted, drew_so, held, level_of, note
from .merged_levels import BINS, bins_of
from .steady_1_bets import write_plain

LONGEST = 64
"""Largest number of bets of a hand that are considered."""


class Plan(NamedTuple):
    """Strategy of a seat for the bets after the draw."""

    tree: BettingTree
    found: Strategies
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
    tree, nodes = tree_of(stakes, int(m.max_bet), path, length)
    shares = known.shares[is_dragon(m.tall), 1 if m.claimer == me else 0, m.drew[me] + 1]
    bins = bins_of(held(m, me, raiser, known, likely), shares)
    found = begin(tree, nodes, BINS)
    write_plain(tree, nodes, me, stakes, int(m.max_bet), bins.shares, found)
    solve(tree, nodes, me, stakes, bins.reach, found, ITERATIONS)
    return Plan(tree, found, bins.of)


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
    chances = chances_at(plan.tree, at, bin, BINS, plan.found)
    for c in range(MOST):
        if chances[c] < RARE:
            chances[c] = 0.0
    place = drawn(chances, rng)
    return int(plan.tree.what[at, place]) if place != NONE else STAYS


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
def can_plan(m: TallCard, me: int, length: int, known: Counted) -> bool:
    """Return True if a plan can be made: after the draw, with chips on both sides, equal payments and a usual draw."""
    bets = m.phase == SECOND_BETS and length < LONGEST and m.paid[0] == m.paid[1]
    return bool(bets and m.chips[0] > 0 and m.chips[1] > 0 and drew_so(m, 1 - me, known) >= known.parts[SELDOM])
