"""Exchanges planned to the end: a seat's view after each of its actions, and the gain of them all.

A game offers a whole exchange only if its actions reveal nothing new to their seat. So the view after an action is
equal in every world that agrees with the view before.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..core.record_layout import Records
from ..gamekit.table_scene import Exchange
from ..match import View
from ..observations import History, joined
from .world_sampling import chance_of, tables, world

WORLDS = 512
"""Number of deals in which a whole exchange is compared with none."""


def asked(view: View) -> Exchange | None:
    """Return the exchange that this seat is asked for, with the places that are left, or None."""
    return view.scene.prompt.exchange if view.scene.prompt else None


def after(view: View, action: int) -> View | None:
    """Return the seat's view after an action of an exchange, or None if no world can be sampled."""
    record = world(view, "exchange")
    if record is None:
        return None
    view.game.engine.apply(record, 0, action)
    seen = view.game.view(record, view.seat)
    step = History(joined(view.array, seen), np.array([view.seat], np.int8), np.array([action], np.int32))
    return View(view.game, seen, lambda: view.history.then(step))


def gained(view: View, actions: Sequence[int], leave: int) -> tuple[float, float]:
    """Return the mean gain per hand of these actions over leaving all, in equal deals, and its standard error."""
    rng = chance_of(view, "gained")
    none = [leave] * len(actions)
    tried = [
        (weight, brought(view, known, made, actions, rng) - brought(view, known, made, none, rng))
        for weight, known, made in tables(view, rng, WORLDS)
    ]
    weights, more = np.array(tried).T
    weights = weights / weights.sum()
    mean = weights @ more
    return float(mean), float(np.sqrt((weights**2) @ (more - mean) ** 2))


def brought(view: View, known: Records, made: Records, actions: Sequence[int], rng: np.random.Generator) -> float:
    """Return the seat's result of a hand after its actions in the first of these records. Overwrites the second."""
    made[1] = made[0]
    for action in actions:
        view.game.engine.apply(made, 1, action)
    return float(view.game.mind.rollout(made, 1, view.seat, known, *view.game.mind.scratch(), rng))
