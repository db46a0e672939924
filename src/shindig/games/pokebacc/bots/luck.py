"""What is luck in Pokebacc: the cards drawn in turn, valued by the learnt chance to win."""

from __future__ import annotations

from ...kernels import kernel
from ...luck import Luck
from ...minds.parts import Generator
from ..rules.state import Pokebacc
from ..rules.variants import MAX_CARDS
from .win import chance_to_win
from .worlds import mix


@kernel
def left(m: Pokebacc) -> int:
    """The cards of the draw pile."""
    return int(m.stock)


@kernel
def mix_rest(m: Pokebacc, rng: Generator) -> None:
    """Put the draw pile in random order."""
    mix(m.deck, MAX_CARDS - int(m.stock), MAX_CARDS, rng)


@kernel
def value(m: Pokebacc, seat: int) -> float:
    """The chance to win the hand; for money, of which nothing was learnt, always 0."""
    return 0.0 if m.stakes else chance_to_win(m, seat)


LUCK = Luck(left, mix_rest, value)
