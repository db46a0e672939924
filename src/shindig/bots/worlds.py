"""A position to play on from: a whole record that agrees with all that a seat has seen, and tells nothing else.

It is made of the seat's view and history alone, by a chance that these and a text decide: equal views and histories
get equal worlds, whatever lies hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..games.game import Game
from ..games.layout import CHANCE, ONLOOKER, OVER, REFEREE, Records, See, snapshot
from ..history import HandStep, History, play
from ..match import View
from .retold import retold

WORLDS, PLAIN_WORLDS = 64, 4
"""Worlds of which one is taken, as likely as its weight says; and while the game's mind is not compiled."""
WALKS, MOST_STEPS = 2, 80
"""How often it is tried whether what lies hidden between hands plays a part, and for how many steps."""


class Dealt(NamedTuple):
    """A position that may be the true one: a record, and the steps that lead on from it to now."""

    record: Records
    steps: list[HandStep]
    """The hand's from its beginning, where they were found; else none, and the record lies as it is now."""


def dealt(view: View, salt: str) -> Dealt | None:
    """A position that may be the true one; None where none can be dealt that agrees with what was seen."""
    found = world(view, salt)
    if found is None:
        return None
    told = retold(view.game, view.seat, view.history, found) if not between(view) else None
    return Dealt(*(told or (found, [])))


def world(view: View, salt: str) -> Records | None:
    """A record that may be the true one; None where the game can deal none that agrees with what was seen."""
    rng = chance_of(view, salt)
    found = forgotten(view, rng)
    return found if found is not None else sampled(view, rng)


def chance_of(view: View, salt: str = "") -> np.random.Generator:
    """A chance that the view, its history and a text decide."""
    told = salt.encode() + view.tobytes() + view.history.tobytes()
    return np.random.default_rng(int.from_bytes(sha256(told).digest()[:8]))


def between(view: View) -> bool:
    """Whether nobody holds a hand that is played: it has ended, or chance is to give the next."""
    return int(view.record.actor) == CHANCE or bool(view.game.rules.hand.ended(view.record))


def forgotten(view: View, rng: np.random.Generator) -> Records | None:
    """The view as a record, between hands, where what others held plays no part any more.

    That is tried: it is filled in in two ways, and both must go on in the same way through the next hand. What nobody
    sees lies as it did in some world of the hand; where there is none, it too must play no part.
    """
    if not between(view):
        return None
    for world in (latest(view, rng), None):
        blank, other = filled(view, world, 0), filled(view, world, 1)
        if all(alike(view, snapshot(blank), snapshot(other), rng) for _ in range(WALKS)):
            return blank
    return None


def latest(view: View, rng: np.random.Generator) -> Records | None:
    """A world of the latest moment of the hand at which there is one to be had."""
    seen = view.history
    for step in range(len(seen) - 1, max(-1, len(seen) - 1 - MOST_STEPS), -1):
        then = History(seen.views[: step + 1], seen.actors[:step], seen.actions[:step])
        moment = View(view.game, seen.views[step : step + 1])
        moment.history = then
        if (found := sampled(moment, rng)) is not None:
            return found
    return None


def filled(view: View, world: Records | None, more: int) -> Records:
    """A record that shows what the view shows.

    What others hold stands blank there, or `more` than that; what nobody sees does so too, or is taken from a world.
    """
    layout, record = view.game.rules.layout, snapshot(view.array)
    for one in layout.fields:
        if one.see is See.NOBODY:
            record[one.name] = record[one.name] + more if world is None else world[one.name]
        elif one.see is See.OWNER:
            others = np.arange(len(record[one.name][0])) != view.seat
            record[one.name][:, others] += more
    record["viewer"] = REFEREE
    return record


def alike(view: View, first: Records, second: Records, rng: np.random.Generator) -> bool:
    """Do the same in both, at random, as long as a hand may last: whether all and the seat see the same throughout."""
    game = view.game
    for _ in range(MOST_STEPS):
        actor = int(first["actor"][0])
        if actor == OVER:
            break
        choices = choices_of(game, first)
        if not np.array_equal(choices, choices_of(game, second)):
            return False
        step = rng.permutation(choices) if actor == CHANCE else int(rng.choice(choices))
        for record in (first, second):
            play(game, record, 0, step)
        if any(game.view(first, seat).tobytes() != game.view(second, seat).tobytes() for seat in (ONLOOKER, view.seat)):
            return False
    return True


def choices_of(game: Game, record: Records) -> npt.NDArray[np.integer[Any]]:
    """What chance is to order; or the ends of the ranges of what may be done."""
    if int(record["actor"][0]) == CHANCE:
        items = game.engine.scratch()[1]
        return items[: game.engine.wanted(record, 0, items)].copy()
    return np.array(game.legal_ranges(record)).ravel()


def sampled(view: View, rng: np.random.Generator) -> Records | None:
    """One of the worlds that the game deals, each as likely as its weight says."""
    if view.game.minds is None:
        return None
    chosen, total = None, 0.0
    for weight, record in worlds(view, rng):
        total += weight
        chosen = record if rng.random() * total < weight else chosen
    return chosen


def worlds(view: View, rng: np.random.Generator) -> Iterator[tuple[float, Records]]:
    """Worlds with their weights, of which the seat sees just what it sees now."""
    for weight, _, made in tables(view, rng, WORLDS if view.game.mind.ready else PLAIN_WORLDS):
        if view.game.view(made[:1], view.seat).tobytes() == view.tobytes():
            yield weight, snapshot(made[:1])


def tables(view: View, rng: np.random.Generator, count: int) -> Iterator[tuple[float, Records, Records]]:
    """Worlds, each as the first of some records, with its weight and what the seat knows: what a rollout needs.

    They are dealt by the search itself, with nothing to be tried in them: that is compiled when minds are ready.
    """
    mind, history = view.game.mind, view.history
    known, seen = np.zeros(1, mind.known_type), (history.views, history.actors, history.actions)
    if not mind.learn(*seen, known):
        return
    made, weight = view.game.rules.layout.empty(2 + mind.minds.depth), np.zeros((1, 1))
    untried = np.empty(0, np.int32), np.arange(0)
    for _ in range(count):
        if mind.explore(known, *seen, made, *untried, weight, made[:0], *mind.scratch(), rng, 0, 1, False):
            yield float(weight[0, 0]), known, made
