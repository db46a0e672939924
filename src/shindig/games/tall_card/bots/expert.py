"""The expert: for two, the trained strategy (blueprint.py); for more, search over worlds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from ....match import View
from ...betting.hopes import owed_by, prize_of
from ...betting.state import CALL
from ...kernels import compiled, kernel
from ...layout import Numbers, Records
from ...minds import bots
from ...minds.parts import Generator
from ..rules.state import BET, FIRST_BETS, SECOND_BETS, TallCard
from .blueprint import CHOICES, GIVE_UP, MINE, NO_LINE, THEIRS, action_of, situation
from .values import hope_of

FILE = Path(__file__).with_name("blueprint.npz")
RARE = 0.02
"""Choices that are rarer than this are not taken."""
BEST, CHEAP = 0.97, 0.06
"""It never folds with such a chance to win, nor to so small a part of the prize."""
NONE = -1
BETS = (FIRST_BETS, SECOND_BETS)


@cache
def chances() -> Numbers:
    """uint8[SITUATIONS, CHOICES]: the strategy, in parts of 255."""
    with np.load(FILE) as found:
        return np.asarray(found["chances"])


def act(view: View, rng: np.random.Generator) -> int:
    """The trained strategy for two; for more, search over worlds."""
    return trained(view, rng) if view.record.seats == 2 else bots.expert(view, rng)


def trained(view: View, rng: np.random.Generator) -> int:
    """For two, what the strategy does; the policy where it knows nothing, for more, and until it is compiled."""
    m = view.record
    if view.game.mind.ready and m.seats == 2 and m.phase in BETS and len(view.legal) > 1:
        action = int(compiled(choose_at)(view.array, 0, chances(), line_of(view), rng))
        if action != NONE:
            return action
    return bots.steady(view, rng)


def line_of(view: View) -> int:
    """Who bet or raised last before the draw."""
    if view.record.phase != SECOND_BETS:
        return NO_LINE
    told = view.history
    bets = (told.views["phase"][:-1] == FIRST_BETS) & (told.actions >= BET)
    if not bets.any():
        return NO_LINE
    return MINE if told.actors[np.flatnonzero(bets)[-1]] == view.seat else THEIRS


@kernel
def choose_at(matches: Records, i: int, table: Numbers, line: int, rng: Generator) -> int:
    """What the strategy does for the actor of record i, of two players; NONE where it knows nothing."""
    m = matches[i]
    hope = hope_of(m, m.actor)
    choice = draw_choice(table, situation(m, m.actor, hope, line), m, rng)
    if choice < 0:
        return NONE
    return CALL if choice == GIVE_UP and keeps_on(m, hope) else action_of(m, choice)


@kernel
def keeps_on(m: TallCard, hope: float) -> bool:
    """Whether folding is out of the question."""
    return bool(hope >= BEST or owed_by(m, m.actor) < CHEAP * prize_of(m, m.actor))


@kernel
def draw_choice(table: Numbers, at: int, m: TallCard, rng: Generator) -> int:
    """A choice by the chances of a situation, of those that are legal; NONE where they are not known."""
    total = 0.0
    for c in range(CHOICES):
        total += share_of(table, at, c, m)
    if total <= 0:
        return NONE
    left, chosen = rng.random() * total, NONE
    for c in range(CHOICES):
        share = share_of(table, at, c, m)
        if share > 0 and left >= 0:
            chosen = c
            left -= share
    return int(chosen)


@kernel
def share_of(table: Numbers, at: int, choice: int, m: TallCard) -> float:
    """A choice's chance, 0 for what is rare or not legal."""
    chance = int(table[at, choice]) / 255.0
    if chance < RARE or action_of(m, choice) < 0:
        return 0.0
    return float(chance)
