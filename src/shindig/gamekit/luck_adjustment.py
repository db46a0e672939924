"""Luck adjustment: the value of drawn cards compared with other possible draws."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from shindig.core.caches import COMPILED, cached

from ..core.kernel_compiler import bind, compile_kernel, kernel, make_suffix, unbound
from ..core.layout_and_views import Records
from .game_spec import Game
from .luck_spec import Luck as Luck
from .policies.compiled_policy import make_first_turn
from .policies.policy_spec import Generator

COPIES = 24
"""Number of alternative draws."""
Lucks = npt.NDArray[np.float64]
"""float64[seats], in the unit of payoffs."""


apply = left = mix = value = unbound


@kernel
def luck_at(before: Records, after: Records, work: Records, action: int, rng: Generator, luck: Lucks) -> None:
    """Add the luck of an action's draw: the value after it, minus its mean over other orders of the rest."""
    m, copy = after[0], work[0]
    if left(m) >= left(before[0]):
        return
    for seat in range(m.seats):
        luck[seat] += value(m, seat)
    for _ in range(COPIES):
        work[0] = before[0]
        mix(copy, rng)
        apply(copy, action)
        for seat in range(m.seats):
            luck[seat] -= value(copy, seat) / COPIES


@cached(COMPILED)
def compile_luck(game: Game) -> Any:
    """Compile `luck_at` for a game with luck kernels."""
    luck = game.luck
    assert luck is not None
    name = make_suffix(game.rules.apply, luck.left, luck.mix, luck.value)
    own = {"apply": game.rules.apply, "left": luck.left, "mix": luck.mix, "value": luck.value}
    entry, match = compile_kernel(bind(luck_at, name, **own)), make_first_turn(game)[0]
    entry(match, match, match.copy(), 0, np.random.default_rng(0), np.zeros(int(match["seats"][0])))
    return entry
