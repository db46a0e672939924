"""Bots for the tests of the arena, named as `tests.kits.lab.arena_bots:first`."""

from __future__ import annotations

import os
from itertools import count

import numpy as np

from shindig.bots import Bot, Policy, PolicyBot
from shindig.gamekit.betting.state import FOLD
from shindig.match import View


def lowest(view: View, _rng: np.random.Generator) -> int:
    return next(view.legal.actions)


def highest(view: View, _rng: np.random.Generator) -> int:
    return view.legal.ranges[-1][1]


def first(_game: str, _seed: int) -> Policy:
    """A policy."""
    return lowest


def last(_game: str, seed: int) -> Bot:
    """A bot."""
    return PolicyBot("last", highest, seed)


def nothing(_game: str, _seed: int) -> str:
    return "no bot"


def failing(_game: str, _seed: int) -> Policy:
    def policy(_view: View, _rng: np.random.Generator) -> int:
        raise KeyError("no such card")

    return policy


def leaving(_game: str, _seed: int) -> Policy:
    raise SystemExit(3)


def illegal(_game: str, _seed: int) -> Policy:
    return lambda _view, _rng: 0 if _view.legal.ranges[0][0] else _view.legal.ranges[-1][1] + 1


def hanging(_game: str, _seed: int) -> Policy:
    def policy(_view: View, _rng: np.random.Generator) -> int:
        while True:
            pass

    return policy


_made = count()


def interrupting(_game: str, _seed: int) -> Policy:
    """Somebody presses Ctrl-C in its fourth match."""
    number = next(_made)

    def policy(view: View, rng: np.random.Generator) -> int:
        if number == 4:
            raise KeyboardInterrupt
        return lowest(view, rng)

    return policy


def folding(_game: str, _seed: int) -> Policy:
    """Folds, or plays the lowest."""

    def policy(view: View, rng: np.random.Generator) -> int:
        return FOLD if view.legal.allows(FOLD) else lowest(view, rng)

    return policy


def quitting(_game: str, _seed: int) -> Policy:
    """Ends the process, whatever it is."""

    def policy(_view: View, _rng: np.random.Generator) -> int:
        os._exit(3)

    return policy


def quitting_at_once(_game: str, _seed: int) -> Policy:
    os._exit(4)


def timid(_game: str, _seed: int) -> Policy:
    """A policy that checks, and folds to any bet."""
    return give_way


def give_way(view: View, _rng: np.random.Generator) -> int:
    return FOLD if view.legal.allows(FOLD) else next(view.legal.actions)
