"""Expert bot. For two: the trained strategy, and a solver after the draw. For more: search over worlds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from shindig import policy_bots
from shindig.core.caches import cached
from shindig.core.kernel_compiler import compile_kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.policies.compiled_policy import CompiledPolicy, make_first_turn
from shindig.match import View

from ..rules.state import BET, FIRST_BETS, SECOND_BETS
from . import first_worlds, steady_2
from .bet_resolving import again
from .bets import is_betting
from .blueprint import MINE, NO_LINE, THEIRS
from .blueprint_play import NONE, choose_at
from .hand_ranges import Counted, counted, counted_1

FILE = Path(__file__).with_name("blueprint.npz")


@cached(1)
def chances() -> Numbers:
    """Load the strategy, uint8[SITUATIONS, CHOICES], in parts of 255."""
    with np.load(FILE) as found:
        return np.asarray(found["chances"])


def act(view: View, rng: np.random.Generator) -> int:
    """Play the trained strategy for two, and search over worlds for more."""
    return trained(view, rng) if view.record.seats == 2 else policy_bots.expert(view, rng)


def act_1(view: View, rng: np.random.Generator) -> int:
    """Play as the first expert did, frozen for comparison."""
    if view.record.seats > 2 and view.game.compiled_policies.ready:
        return policy_bots.search(view, rng, make_first_mind())
    action = learnt(view, rng, counted_1()) if view.record.seats == 2 else NONE
    return steady_2.act(view, rng) if action == NONE else action


@cached(1)
def make_first_mind() -> CompiledPolicy:
    """Make the policies by which the first expert searched."""
    from .. import GAME

    assert GAME.policies is not None
    spec = replace(
        GAME.policies,
        policy=steady_2.policy,
        opponent_policy=None,
        candidate_actions=steady_2.choose,
        update_beliefs=first_worlds.learn,
        sample_world=first_worlds.deal,
        caution=0.0,
        warm_up="",
    )
    return CompiledPolicy(GAME, spec)


def trained(view: View, rng: np.random.Generator) -> int:
    """Play by solver or strategy for two; by the policy if both know nothing, or until all is compiled."""
    action = learnt(view, rng, counted())
    return policy_bots.steady(view, rng) if action == NONE else action


def learnt(view: View, rng: np.random.Generator, known: Counted) -> int:
    """Return the action of solver or strategy, NONE if both know nothing or are not compiled yet."""
    if not view.game.compiled_policies.ready or not is_betting(view.record) or len(view.legal) == 1:
        return NONE
    action = solved(view, rng, known)
    return by_table(view, rng) if action == NONE else action


def warm() -> None:
    """Compile both ways on a match that has only begun."""
    from .. import GAME

    match, rng = make_first_turn(GAME)[0], np.random.default_rng(0)
    compile_kernel(choose_at)(match, 0, chances(), NO_LINE, rng)
    compile_kernel(again)(match, np.empty(0, np.int32), match, chances(), counted(), rng)


def solved(view: View, rng: np.random.Generator, known: Counted | None = None) -> int:
    """Re-solve the bets after the draw and return the action, else NONE."""
    told = view.history
    if view.record.phase != SECOND_BETS or not (told.views["phase"] == FIRST_BETS).any():
        return NONE
    return int(compile_kernel(again)(told.views, told.actions, view.array, chances(), known or counted(), rng))


def by_table(view: View, rng: np.random.Generator) -> int:
    """Return the trained strategy's action."""
    return int(compile_kernel(choose_at)(view.array, 0, chances(), line_of(view), rng))


def line_of(view: View) -> int:
    """Return the last bettor before the draw, as a line."""
    if view.record.phase != SECOND_BETS:
        return NO_LINE
    told = view.history
    bets = (told.views["phase"][:-1] == FIRST_BETS) & (told.actions >= BET)
    if not bets.any():
        return NO_LINE
    return MINE if told.actors[np.flatnonzero(bets)[-1]] == view.seat else THEIRS
