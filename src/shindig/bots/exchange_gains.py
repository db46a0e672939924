"""Exchanges planned to the end: a seat's view after each of its actions, and the gain of them all.

A game offers a whole exchange only if its actions reveal nothing new to their seat. So the view after an action is
equal in every world that agrees with the view before.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..core.layout_and_views import Records
from ..gamekit.table_scene import Exchange
from ..match import View
from ..observations import Observations, join_records
from .world_sampling import sample_record, sample_rollout_tables, seed_generator

WORLDS = 512
"""Number of deals in which a whole exchange is compared with none."""


def find_exchange(view: View) -> Exchange | None:
    """Return the exchange that this seat is asked for, with the places that are left, or None."""
    return view.scene.prompt.exchange if view.scene.prompt else None


def find_view_after(view: View, action: int) -> View | None:
    """Return the seat's view after an action of an exchange, or None if no world can be sampled."""
    record = sample_record(view, "exchange")
    if record is None:
        return None
    view.game.engine.apply(record, 0, action)
    seen = view.game.view(record, view.seat)
    step = Observations(join_records(view.array, seen), np.array([view.seat], np.int8), np.array([action], np.int32))
    return View(view.game, seen, lambda: view.history.append_later(step))


def estimate_gain(view: View, actions: Sequence[int], leave: int) -> tuple[float, float]:
    """Return the mean gain per hand of these actions over leaving all, in equal deals, and its standard error."""
    rng = seed_generator(view, "gained")
    none = [leave] * len(actions)
    tried = [
        (weight, compute_result(view, known, made, actions, rng) - compute_result(view, known, made, none, rng))
        for weight, known, made in sample_rollout_tables(view, rng, WORLDS)
    ]
    weights, more = np.array(tried).T
    weights = weights / weights.sum()
    mean = weights @ more
    return float(mean), float(np.sqrt((weights**2) @ (more - mean) ** 2))


def compute_result(
    view: View, known: Records, made: Records, actions: Sequence[int], rng: np.random.Generator
) -> float:
    """Return the seat's result of a hand after its actions in the first of these records. Overwrites the second."""
    made[1] = made[0]
    for action in actions:
        view.game.engine.apply(made, 1, action)
    return float(
        view.game.compiled_policies.rollout(made, 1, view.seat, known, *view.game.compiled_policies.scratch(), rng)
    )
