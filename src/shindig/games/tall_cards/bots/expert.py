"""Expert bot. For two: a trained strategy before the draw, and a solver after it. For more: search over worlds."""

from __future__ import annotations

import numpy as np

from shindig import policy_bots
from shindig.core.kernel_compiler import compile_kernel, kernel
from shindig.core.layout_and_views import Numbers, Records
from shindig.gamekit.betting.state import CALL, CHECK, FOLD
from shindig.gamekit.five_cards.betting_tree import BETS_ON, FOLDS, MOST, OFF, STAYS, node_of
from shindig.gamekit.five_cards.range_solver import ITERATIONS, begin, chances_at, solve
from shindig.gamekit.policies.compiled_policy import make_first_turn
from shindig.gamekit.policies.policy_spec import Actions, Actors
from shindig.match import View

from ..rules.bets import smallest
from ..rules.state import BET, EXPANDED_96, FIRST_BETS, RAISE, SECOND_BETS, TallCards
from .bets import is_betting
from .betting_tree import SECOND_MENU, choice_of, place_of, rest_of, stakes_of, tree_of
from .blueprint import PART, Blueprint, blueprints, choose_depth, follow, what_of
from .equity import hope_of
from .hand_ranges import BINS, LEVELS, RangeTables, bin_of, course_of, hold, level_of, range_tables
from .rival_habits import write_habits

LONGEST = 64
"""Largest number of bets after the draw that are considered."""
RARE, BEST = 0.02, 0.97
"""Probability below which a choice is not taken, and equity with which it never folds."""


def act(view: View, rng: np.random.Generator) -> int:
    """Play the strategy for two at usual stakes, and else search over worlds."""
    m = view.record
    if m.seats != 2 or not view.game.compiled_policies.ready or not is_usual(m):
        return policy_bots.expert(view, rng)
    if not is_betting(m) or len(view.legal) == 1:
        return policy_bots.steady(view, rng)
    depth = choose_depth(float(min(m.chips[seat] + m.paid[seat] for seat in range(2)) / m.ante))
    told = view.history
    if depth is None or not (told.views["phase"] == FIRST_BETS).any():
        return policy_bots.expert(view, rng)
    known = blueprints()[depth], range_tables()
    choices, chances = compile_kernel(answer)(told.views, told.actors, told.actions, view.array, *known, ITERATIONS)
    what = draw_choice(choices, chances, rng)
    return policy_bots.expert(view, rng) if what is None else action_of(m, what)


def is_usual(m: TallCards) -> bool:
    """Return True if the options are those for which the strategy was trained."""
    return m.limit == 0 and m.deck != EXPANDED_96 and bool(m.ace_low) and smallest(m) == m.ante


def warm() -> None:
    """Compile both ways on a match that has only begun."""
    from .. import GAME

    match = make_first_turn(GAME)[0]
    nobody, nothing = np.empty(0, np.int8), np.empty(0, np.int32)
    compile_kernel(answer)(match, nobody, nothing, match, blueprints()[0], range_tables(), 1)


def draw_choice(choices: Numbers, chances: Numbers, rng: np.random.Generator) -> int | None:
    """Draw a choice by its probability, never a rare one; None if nothing is known."""
    often = np.where(chances >= RARE, chances, 0.0)
    if often.sum() <= 0:
        return None
    place = int(np.searchsorted(often.cumsum(), rng.random() * often.sum(), "right"))
    return int(choices[min(place, int(np.flatnonzero(often)[-1]))])


def action_of(m: TallCards, what: int) -> int:
    """Return the actor's action for a choice: no fold for nothing, no bet under the smallest."""
    owes = m.bet > m.step_paid[m.actor]
    if what in (STAYS, FOLDS) and not owes:
        return CHECK
    if what == STAYS:
        return CALL
    if what == FOLDS:
        return FOLD
    rest = m.chips[m.actor] - (m.bet - m.step_paid[m.actor])
    return int((RAISE if m.bet > 0 else BET) + max(what, min(smallest(m), rest)) - 1)


@kernel
def answer(
    views: Records,
    actors: Actors,
    actions: Actions,
    matches: Records,
    blueprint: Blueprint,
    tables: RangeTables,
    iterations: int,
) -> tuple[Numbers, Numbers]:
    """Return the choices of the first record's actor, int64[MOST], and their probabilities, float64[MOST].

    All probabilities are 0 if nothing is known. `views` are its records before each of the `actions` of this hand, and
    now.
    """
    m, likely = matches[0], np.ones((3, BINS))
    me = place_of(m, m.actor)
    at = follow(views, actors, actions, me, blueprint, likely)
    if m.phase == FIRST_BETS:
        choices, chances = before_draw(matches, at, blueprint, tables)
    else:
        choices, chances = after_draw(views, actors, actions, matches, blueprint, tables, likely, iterations)
    if hope_of(m, m.actor) >= BEST:
        stay_in(choices, chances)
    return choices, chances


@kernel
def stay_in(choices: Numbers, chances: Numbers) -> None:
    """Check or call where the choice was to fold."""
    for c in range(1, MOST):
        if choices[c] == FOLDS:
            chances[0] += chances[c]
            chances[c] = 0.0


@kernel
def before_draw(matches: Records, at: int, blueprint: Blueprint, tables: RangeTables) -> tuple[Numbers, Numbers]:
    """Look up the choices in the trained strategy."""
    m, tree, choices, chances = matches[0], blueprint.tree, np.zeros(MOST, np.int64), np.zeros(MOST)
    owes = m.bet > m.step_paid[m.actor]
    place = tree.actor[at]
    if at != OFF and tree.kind[at] == BETS_ON and owes == (tree.step[at, 1 - place] > tree.step[at, place]):
        bin = bin_of(m, m.actor, tables)
        for c in range(tree.ways[at]):
            choices[c] = what_of(blueprint, at, c, m, smallest(m), rest_of(m))
            chances[c] = blueprint.chances[place, 0, at, c, bin]
    return choices, chances


@kernel
def after_draw(
    views: Records,
    actors: Actors,
    actions: Actions,
    matches: Records,
    blueprint: Blueprint,
    tables: RangeTables,
    likely: Numbers,
    iterations: int,
) -> tuple[Numbers, Numbers]:
    """Solve the bets after the draw with the amounts really bet."""
    choices, chances = np.zeros(MOST, np.int64), np.zeros(MOST)
    path, length, first = np.zeros(LONGEST, np.int64), 0, len(actions)
    for i in range(len(actions)):
        step = views[i]
        if step.phase == SECOND_BETS and actors[i] >= 0 and length < LONGEST:
            first = min(first, i)
            path[length] = choice_of(step, actions[i])
            length += 1
    start, m = views[first], matches[0]
    if start.phase != SECOND_BETS or start.bet > 0 or start.paid[0] != start.paid[1]:
        return choices, chances
    me, course, stakes = place_of(m, m.actor), course_of(start), stakes_of(start)
    tree, nodes = tree_of(stakes, SECOND_MENU, path, length)
    at = node_of(tree, path, length)
    if at == OFF or tree.kind[at] != BETS_ON:
        return choices, chances
    held, found = hold(tables, course, me, likely, PART), begin(tree, nodes, LEVELS)
    write_habits(tree, nodes, me, stakes, blueprint.habits[1], blueprint.late[1 - me, course], found)
    solve(tree, nodes, me, stakes, held, found, iterations)
    chances[:] = chances_at(tree, at, level_of(m, m.actor, tables), LEVELS, found)
    for c in range(tree.ways[at]):
        choices[c] = tree.what[at, c]
    return choices, chances
