"""Luck in Pokebacc: the cards drawn in turn, valued by the learnt probability to win."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.gamekit.luck_spec import Luck
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.state import Pokebacc
from ..rules.variants import MAX_CARDS
from .sampled_worlds import mix
from .win_probability import chance_to_win


@kernel
def left(m: Pokebacc) -> int:
    """Return the number of cards in the draw pile."""
    return int(m.stock)


@kernel
def mix_rest(m: Pokebacc, rng: Generator) -> None:
    """Put the draw pile in random order."""
    mix(m.deck, MAX_CARDS - int(m.stock), MAX_CARDS, rng)


@kernel
def value(m: Pokebacc, seat: int) -> float:
    """Return the probability to win the hand; always 0 in games for money, for which there is no net."""
    return 0.0 if m.stakes else chance_to_win(m, seat)


LUCK = Luck(left, mix_rest, value)
