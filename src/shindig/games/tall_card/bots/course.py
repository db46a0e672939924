"""How a hand has gone, for those who meet the expert in compiled code (reply.py); what it solves, once a course."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit, typeof, types
from numba.typed import Dict, List

from ...kernels import compiled
from ...layout import Records
from ..rules.state import BET, FIRST_BETS, SECOND_BETS
from . import again, ranges, tree
from .again import LONGEST
from .played import NONE
from .ranges import HANDS, counted
from .sampled import deal_one, fresh_match
from .tree import OFF
from .values import is_dragon as is_dragon_of

plan_of, act_by, node_of = compiled(again.plan_of), compiled(again.act_by), compiled(again.node_of)
can_plan = compiled(again.can_plan)
note, choice_of, stakes_of = compiled(ranges.note), compiled(tree.choice_of), compiled(tree.stakes_of)
is_dragon = compiled(is_dragon_of)
RAISER, LENGTH, COURSE, FACTS = range(4)
MOST_PLANS = 4000
"""So many are kept; then it begins anew."""


class Course(NamedTuple):
    """How the hand of each record of a search has gone, a row a depth."""

    likely: npt.NDArray[np.float64]
    """float64[depth, 2, HANDS]: how likely each seat bet so before the draw."""
    facts: npt.NDArray[np.int64]
    """int64[depth, FACTS]: who bet last before the draw, how many have bet since, and a number for all of that."""
    path: npt.NDArray[np.int64]
    """int64[depth, LONGEST]: what was bet since."""
    start: Records
    """The record when the second bets began."""


class Plans(NamedTuple):
    """What the expert has solved, by number of course and its seat."""

    number: Any
    made: Any


def fresh_course(depth: int, dtype: Any) -> Course:
    return Course(
        np.ones((depth, 2, HANDS)),
        np.zeros((depth, FACTS), np.int64),
        np.zeros((depth, LONGEST), np.int64),
        np.zeros(depth, dtype),
    )


def no_plans() -> Plans:
    """An empty store: its type is that of any plan."""
    fresh = fresh_match()
    recs = fresh.copy()
    deal_one(fresh, recs, fresh[0].chips[0])
    nothing = np.zeros(LONGEST, np.int64)
    plan = plan_of(recs[0], 0, OFF, stakes_of(recs[0]), nothing, 0, counted(), np.ones((2, HANDS)))
    return Plans(Dict.empty(types.int64, types.int64), List.empty_list(typeof(plan)))  # type: ignore[no-untyped-call]


@njit(nogil=True)
def mix(course: int, fact: int) -> int:
    """The number of a course after one more fact (as FNV-1a does)."""
    return ((course ^ (fact + 7)) * 1099511628211 + 12345) & 0x7FFFFFFFFFFFFFFF


@njit(nogil=True)
def begin(course: Any, d: int) -> None:
    """Nothing was bet yet."""
    course.likely[d] = 1.0
    course.facts[d, RAISER], course.facts[d, LENGTH], course.facts[d, COURSE] = OFF, 0, 0


@njit(nogil=True)
def follow(course: Any, d: int) -> None:
    """The next row goes on from a row."""
    course.likely[d + 1], course.facts[d + 1] = course.likely[d], course.facts[d]
    course.path[d + 1], course.start[d + 1] = course.path[d], course.start[d]


@njit(nogil=True)
def told(m: Any, action: int, course: Any, d: int, table: Any, known: Any) -> None:
    """Take what the actor does, before it does it."""
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
    """Take what stands when the second bets begin."""
    found = mix(mix(course.facts[d, COURSE], is_dragon(m.tall) * 2 + m.forced), m.dealer)
    for seat in range(2):
        found = mix(mix(mix(found, m.drew[seat]), m.chips[seat]), m.paid[seat])
    course.facts[d, COURSE] = found
    course.start[d] = m


@njit(nogil=True)
def solves(recs: Any, d: int, course: Any, plans: Any, known: Any, rng: Any) -> int:
    """What the expert does in the second bets, as `again` finds it from a history; row d + 1 is free to work in."""
    row = d
    if course.facts[d, LENGTH] == 0:
        row = d + 1
        follow(course, d)
        open_second(recs[d], course, row)
    return solved(recs, d, course, row, plans, known, rng)


@njit(nogil=True)
def solved(recs: Any, d: int, course: Any, row: int, plans: Any, known: Any, rng: Any) -> int:
    """The same by a row of the course in which the second bets have begun."""
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
