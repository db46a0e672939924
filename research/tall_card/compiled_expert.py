"""Course of a hand against the compiled expert (of the searched replies), with a cache of its solutions."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit, typeof, types
from numba.typed import Dict, List

from research.tall_card.sampled_hands import deal_one, fresh_match
from shindig.core.kernel_compiler import compile_kernel
from shindig.core.layout_and_views import Records
from shindig.gamekit.five_cards import betting_tree as kit_tree
from shindig.gamekit.five_cards.betting_tree import OFF
from shindig.games.tall_card.bots import bet_resolving, betting_tree, hand_ranges
from shindig.games.tall_card.bots.bet_resolving import LONGEST
from shindig.games.tall_card.bots.blueprint_play import NONE
from shindig.games.tall_card.bots.equity import is_dragon as is_dragon_of
from shindig.games.tall_card.bots.hand_ranges import HANDS, counted
from shindig.games.tall_card.rules.state import BET, FIRST_BETS, SECOND_BETS

plan_of, act_by = compile_kernel(bet_resolving.plan_of), compile_kernel(bet_resolving.act_by)
node_of, can_plan = compile_kernel(kit_tree.node_of), compile_kernel(bet_resolving.can_plan)
choice_of, stakes_of = compile_kernel(betting_tree.choice_of), compile_kernel(betting_tree.stakes_of)
note = compile_kernel(hand_ranges.note)
is_dragon = compile_kernel(is_dragon_of)
RAISER, LENGTH, COURSE, FACTS = range(4)
MOST_PLANS = 4000
"""Largest number of cached plans; then the cache is cleared."""


class HandCourse(NamedTuple):
    """Course of the hand for each record of a search, one row per depth."""

    likely: npt.NDArray[np.float64]
    """float64[depth, 2, HANDS]: likelihood of each seat's bets before the draw."""
    facts: npt.NDArray[np.int64]
    """int64[depth, FACTS]: last bettor before the draw, number of bets since, and a hash of all that."""
    path: npt.NDArray[np.int64]
    """int64[depth, LONGEST]: bets since the draw."""
    start: Records
    """The record when the second bets began."""


class SolvedPlans(NamedTuple):
    """Cache of the expert's solutions, by hash of course and seat."""

    number: Any
    made: Any


def fresh_course(depth: int, dtype: Any) -> HandCourse:
    return HandCourse(
        np.ones((depth, 2, HANDS)),
        np.zeros((depth, FACTS), np.int64),
        np.zeros((depth, LONGEST), np.int64),
        np.zeros(depth, dtype),
    )


def no_plans() -> SolvedPlans:
    """Make an empty cache, typed like any plan."""
    fresh = fresh_match()
    recs = fresh.copy()
    deal_one(fresh, recs, fresh[0].chips[0])
    nothing = np.zeros(LONGEST, np.int64)
    plan = plan_of(recs[0], 0, OFF, stakes_of(recs[0]), nothing, 0, counted(), np.ones((2, HANDS)))
    return SolvedPlans(Dict.empty(types.int64, types.int64), List.empty_list(typeof(plan)))  # type: ignore[no-untyped-call]


@njit(nogil=True)
def mix(course: int, fact: int) -> int:
    """Hash one more fact into a course (as FNV-1a does)."""
    return ((course ^ (fact + 7)) * 1099511628211 + 12345) & 0x7FFFFFFFFFFFFFFF


@njit(nogil=True)
def begin(course: Any, d: int) -> None:
    """Reset a row: nothing is bet yet."""
    course.likely[d] = 1.0
    course.facts[d, RAISER], course.facts[d, LENGTH], course.facts[d, COURSE] = OFF, 0, 0


@njit(nogil=True)
def follow(course: Any, d: int) -> None:
    """Copy a row of the course to the next one."""
    course.likely[d + 1], course.facts[d + 1] = course.likely[d], course.facts[d]
    course.path[d + 1], course.start[d + 1] = course.path[d], course.start[d]


@njit(nogil=True)
def told(m: Any, action: int, course: Any, d: int, table: Any, known: Any) -> None:
    """Record the actor's action before it is played."""
    facts = course.facts[d]
    if m.phase == FIRST_BETS:
        note(m, action, facts[RAISER] == 1 - m.actor, table, known, course.likely[d])
        facts[COURSE] = mix(mix(facts[COURSE], m.actor), action)
        facts[RAISER] = m.actor if action >= BET else facts[RAISER]
    elif m.phase == SECOND_BETS:
        if facts[LENGTH] == 0:
            open_second(m, course, d)
        course.path[d, facts[LENGTH]] = choice_of(m, action)
        facts[LENGTH] += 1


@njit(nogil=True)
def open_second(m: Any, course: Any, d: int) -> None:
    """Record the state at the start of the second bets."""
    found = mix(mix(course.facts[d, COURSE], is_dragon(m.tall) * 2 + m.forced), m.dealer)
    for seat in range(2):
        found = mix(mix(mix(found, m.drew[seat]), m.chips[seat]), m.paid[seat])
    course.facts[d, COURSE] = found
    course.start[d] = m


@njit(nogil=True)
def solves(recs: Any, d: int, course: Any, plans: Any, known: Any, rng: Any) -> int:
    """Return the expert's action in the second bets, as `again` finds it. Row d + 1 is scratch memory."""
    row = d
    if course.facts[d, LENGTH] == 0:
        row = d + 1
        follow(course, d)
        open_second(recs[d], course, row)
    return solved(recs, d, course, row, plans, known, rng)


@njit(nogil=True)
def solved(recs: Any, d: int, course: Any, row: int, plans: Any, known: Any, rng: Any) -> int:
    """Return the expert's action from a row of the course in which the second bets have begun."""
    me, (numbers, made), facts = int(recs[d].actor), plans, course.facts[row]
    start, path, likely = course.start[row], course.path[row], course.likely[row]
    if not can_plan(start, me, facts[LENGTH], known):
        return NONE
    key = mix(facts[COURSE], me)
    if key not in numbers:
        if len(made) >= MOST_PLANS:
            numbers.clear()
            made.clear()
        made.append(plan_of(start, me, facts[RAISER], stakes_of(start), path, 0, known, likely))
        numbers[key] = len(made) - 1
    plan = made[numbers[key]]
    at = node_of(plan.tree, path, facts[LENGTH])
    if at == OFF:
        plan = plan_of(start, me, facts[RAISER], stakes_of(start), path, facts[LENGTH], known, likely)
        at = node_of(plan.tree, path, facts[LENGTH])
    return int(act_by(plan, at, recs, d, rng)) if at != OFF else NONE
