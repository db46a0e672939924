"""Sampling of a position to play on from: a full record that agrees with all that a seat has seen.

It is made of the seat's view and history alone, with chance seeded by these and a text. Equal views and histories give
equal worlds, so a world reveals nothing of the hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..core.layout_and_views import CHANCE, ONLOOKER, OVER, REFEREE, Records, See, copy_records
from ..gamekit.game_spec import Game
from ..match import View
from ..observations import HandStep, Observations, take_step
from .sampled_world_history import replay_hand

WORLDS, PLAIN_WORLDS = 64, 4
"""Number of worlds of which one is drawn by weight; the second applies while the game's policies are not compiled."""
WALKS, MOST_STEPS = 2, 80
"""Number of tests for the influence of hidden fields between hands, and their length in steps."""


class SampledPosition(NamedTuple):
    """A position that may be the true one: a record, and the steps from it to now."""

    record: Records
    steps: list[HandStep]
    """Steps of the hand from its beginning, if found; otherwise none, and the record is the current one."""


def sample_position(view: View, salt: str) -> SampledPosition | None:
    """Sample a position that may be the true one, or return None if the game can sample none."""
    found = sample_record(view, salt)
    if found is None:
        return None
    told = replay_hand(view.game, view.seat, view.history, found) if not is_between_hands(view) else None
    return SampledPosition(*(told or (found, [])))


def sample_record(view: View, salt: str) -> Records | None:
    """Sample a record that may be the true one, or return None if the game can sample none."""
    rng = seed_generator(view, salt)
    found = complete_between_hands(view, rng)
    return found if found is not None else sample_by_weight(view, rng)


def seed_generator(view: View, salt: str = "") -> np.random.Generator:
    """Seed a generator with the view, its history and a text."""
    told = salt.encode() + view.tobytes() + view.history.tobytes()
    return np.random.default_rng(int.from_bytes(sha256(told).digest()[:8]))


def is_between_hands(view: View) -> bool:
    """Return True if no hand is in play: it has ended, or chance is to act."""
    return int(view.record.actor) == CHANCE or bool(view.game.rules.hand.ended(view.record))


def complete_between_hands(view: View, rng: np.random.Generator) -> Records | None:
    """Return the view as a record, between hands, if the others' old cards no longer matter; otherwise None.

    Tests decide that: the record is filled in two ways, and both must go on alike through the next hand. Hidden fields
    are taken from a world of the hand; if there is none, they must not matter either.
    """
    if not is_between_hands(view):
        return None
    for world in (sample_latest_world(view, rng), None):
        blank, other = fill_view(view, world, 0), fill_view(view, world, 1)
        if all(stays_alike(view, copy_records(blank), copy_records(other), rng) for _ in range(WALKS)):
            return blank
    return None


def sample_latest_world(view: View, rng: np.random.Generator) -> Records | None:
    """Sample a world at the latest step of the hand for which one can be found."""
    seen = view.history
    for step in range(len(seen) - 1, max(-1, len(seen) - 1 - MOST_STEPS), -1):
        then = Observations(seen.views[: step + 1], seen.actors[:step], seen.actions[:step])
        moment = View(view.game, seen.views[step : step + 1])
        moment.history = then
        if (found := sample_by_weight(moment, rng)) is not None:
            return found
    return None


def fill_view(view: View, world: Records | None, more: int) -> Records:
    """Fill a view into a full record.

    Others' fields stay blank, or `more` is added to them. Hidden fields do likewise, or are taken from a world.
    """
    layout, record = view.game.rules.layout, copy_records(view.array)
    for one in layout.fields:
        if one.see is See.NOBODY:
            record[one.name] = record[one.name] + more if world is None else world[one.name]
        elif one.see is See.OWNER:
            others = np.arange(len(record[one.name][0])) != view.seat
            record[one.name][:, others] += more
    record["viewer"] = REFEREE
    return record


def stays_alike(view: View, first: Records, second: Records, rng: np.random.Generator) -> bool:
    """Play one random sequence of steps in both records, for up to a hand. Returns True if public and own views stay
    equal."""
    game = view.game
    for _ in range(MOST_STEPS):
        actor = int(first["actor"][0])
        if actor == OVER:
            break
        choices = list_choices(game, first)
        if not np.array_equal(choices, list_choices(game, second)):
            return False
        step = rng.permutation(choices) if actor == CHANCE else int(rng.choice(choices))
        for record in (first, second):
            take_step(game, record, 0, step)
        if any(game.view(first, seat).tobytes() != game.view(second, seat).tobytes() for seat in (ONLOOKER, view.seat)):
            return False
    return True


def list_choices(game: Game, record: Records) -> npt.NDArray[np.integer[Any]]:
    """Return the items that chance is to order, or the ends of the ranges of legal actions."""
    if int(record["actor"][0]) == CHANCE:
        items = game.engine.scratch()[1]
        return items[: game.engine.chance_items(record, 0, items)].copy()
    return np.array(game.legal_ranges(record)).ravel()


def sample_by_weight(view: View, rng: np.random.Generator) -> Records | None:
    """Sample one of the game's worlds with probability proportional to its weight."""
    if view.game.policies is None:
        return None
    chosen, total = None, 0.0
    for weight, record in sample_worlds(view, rng):
        total += weight
        chosen = record if rng.random() * total < weight else chosen
    return chosen


def sample_worlds(view: View, rng: np.random.Generator) -> Iterator[tuple[float, Records]]:
    """Yield worlds with their weights, restricted to those with exactly the seat's current view."""
    for weight, _, made in sample_rollout_tables(
        view, rng, WORLDS if view.game.compiled_policies.ready else PLAIN_WORLDS
    ):
        if view.game.view(made[:1], view.seat).tobytes() == view.tobytes():
            yield weight, copy_records(made[:1])


def sample_rollout_tables(view: View, rng: np.random.Generator, count: int) -> Iterator[tuple[float, Records, Records]]:
    """Yield worlds with their weights and the seat's knowledge, as rollouts need them. A world is the first record of
    its array.

    The search itself samples them, with no actions to try; its kernels are compiled once policies are ready.
    """
    mind, history = view.game.compiled_policies, view.history
    known, seen = np.zeros(1, mind.known_type), (history.views, history.actors, history.actions)
    if not mind.update_beliefs(*seen, known):
        return
    made, weight = view.game.rules.layout.empty(2 + mind.spec.depth), np.zeros((1, 1))
    untried = np.empty(0, np.int32), np.arange(0)
    for _ in range(count):
        if mind.explore(known, *seen, made, *untried, weight, made[:0], *mind.scratch(), rng, 0, 1, False):
            yield float(weight[0, 0]), known, made
