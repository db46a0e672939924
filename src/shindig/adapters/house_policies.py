"""Policies of the house's bots as kernels, for seats of batches and environments.

A bot of a game is a policy kernel if its name stands for one: `steady`, `gentle` and `random`, or a kernel of the
caller. Its chance is keyed by seed, match and number of the move, so a match depends only on these and on the actions
of the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..bots import RANDOM
from ..core.kernel_compiler import bind, compile_kernel, is_kernel, make_suffix
from ..core.keyed_generator import KeyedGenerator
from ..gamekit import Game, GameError
from ..gamekit.policies import GENTLE, STEADY
from ..gamekit.policies.rollout_kernels import policy_at
from ..match import View
from .batch.bot_kernels import MOST_POLICIES, random_action
from .batch.pass_kernels import OUTSIDE

OUTSIDE_NAME = "outside"
"""Name of an opponent whose actions come from the caller."""
Kernel = Callable[[Any, Any, Any], int]
"""(record of a view, ranges: int32[most, 2], generator) -> a legal action; marked with `@kernel`."""
Opponent = str | Kernel


def find_policy_kernel(rules: Game, name: Opponent) -> Kernel | None:
    """Return the kernel of an opponent, or None for one outside. Raises GameError if there is no such kernel."""
    if not isinstance(name, str):
        if not is_kernel(name):
            raise GameError(f"an opponent is a name or a function marked with @kernel, not {name!r}")
        return name
    if name == OUTSIDE_NAME:
        return None
    found = list_policies(rules)
    if name not in found:
        raise GameError(
            f"{name!r} is no compiled policy of {rules.name}; expected {', '.join(found)}, {OUTSIDE_NAME} or a kernel"
        )
    return found[name]


def list_policies(rules: Game) -> dict[str, Kernel]:
    """Return the kernels of a game's bots by name, `random` last."""
    spec, random = rules.policies, bind(random_action, make_suffix(rules.rules.legal), legal=rules.rules.legal)
    kernels = {STEADY: spec.policy, GENTLE: spec.gentle or spec.policy} if spec else {}
    named = {name: kernels[where] for name, where in rules.services.bots.items() if where in kernels}
    return {**named, RANDOM: random}


class KeyedBot:
    """A bot that plays a policy kernel, with the chance of the match and the move."""

    def __init__(self, name: Opponent, rules: Game, policy: Kernel, plain: bool) -> None:
        self.name = name if isinstance(name, str) else name.__name__
        entry = bind(policy_at, make_suffix(policy, rules.rules.legal), policy=policy)
        self._policy: Callable[..., int] = entry if plain else compile_kernel(entry)
        self._chance, self._ranges = KeyedGenerator(), rules.plain.scratch()[0]

    def choose(self, view: View, words: tuple[int, int], match: int, move: int) -> int:
        """Choose an action for the seat of a view: move number `move` of a match of the seed with these words."""
        return int(self._policy(view.array, 0, self._ranges, self._chance.aim(match, move, words)))


@dataclass(frozen=True)
class Seating:
    """Policies of the seats from yours on, clockwise."""

    kernels: tuple[Kernel, ...]
    """The different policies."""
    policies: tuple[int, ...]
    """For each seat: OUTSIDE, or a policy from 1 on."""


def seat_policies(rules: Game, players: int, bots: Sequence[Opponent], seat: int | None) -> Seating:
    """Seat bots behind your seat in turn. Raises GameError for too many, unknown ones, or a seat that is not there."""
    if len(bots) >= max(players, 1 + bool(bots)) or (seat is not None and seat not in range(players)):
        raise GameError(
            f"expected at most {players - 1} bots, and a seat from 0 to {players - 1}, not {list(bots)!r}, {seat!r}"
        )
    named = [find_policy_kernel(rules, bot) for bot in bots] or [None]
    seated = [named[turn % len(named)] for turn in range(players - 1)]
    kernels = tuple(dict.fromkeys(one for one in seated if one is not None))
    if len(kernels) > MOST_POLICIES:
        raise GameError(f"a batch has up to {MOST_POLICIES} different policies, not {len(kernels)}")
    places = [OUTSIDE, *(OUTSIDE if one is None else 1 + kernels.index(one) for one in seated)]
    return Seating(kernels, (*places, *[OUTSIDE] * (max(rules.rules.seats) - players)))
