"""A beginner at the table: lays down whatever it has at once, strikes whoever it can, and keeps what lies together.

It counts no cards that are gone, waits for no better meld, and pays whatever it is asked to.
"""

from __future__ import annotations

from ...engine import count_actions, nth_action
from ...kernels import kernel
from ...layout import Ranges
from ...minds.parts import Generator
from ..rules.phases import legal
from ..rules.state import ANSWER, DISASTER, DISCARD, PASS, PAY, SPARE, TURN, Pokebacc
from ..rules.variants import NUMBERS, STRIDE
from ..worth.numbering import score_of
from .outlook import SIZE, suits_of

NEAR = 1
"""Ranks that are near enough to be kept for a run."""
LIKE, NEXT = 2, 3
"""What it thinks of another card of the same rank, and of one that is near in the same suit."""


@kernel
def gentle(m: Pokebacc, ranges: Ranges, _rng: Generator) -> int:
    """A legal action of the actor."""
    count = legal(m, ranges)
    if m.phase == TURN:
        return int(turn(m, ranges, count))
    if m.phase == DISASTER:
        return int(ranges[count - 1, 0])
    return int(PAY if m.phase == ANSWER else PASS)


@kernel
def turn(m: Pokebacc, ranges: Ranges, count: int) -> int:
    """The meld that scores most, at once; else the card that goes with the fewest others."""
    best, most = SPARE, -1e9
    for i in range(count_actions(ranges, count)):
        action = nth_action(ranges, i)
        if action >= SPARE:
            break
        value = 1000.0 + score_of(action, m.variant) if action < DISCARD else -ties(m, action - DISCARD)
        if value > most:
            best, most = action, value
    return int(best)


@kernel
def ties(m: Pokebacc, card: int) -> float:
    """How much a card goes with others in the hand, and a little for its height; much for what is no number."""
    held, v = int(m.held[m.actor]), int(m.variant)
    suit, rank = card // STRIDE[v], card % STRIDE[v]
    if suit >= 4 or rank >= NUMBERS[v]:
        return 2.5
    count = LIKE * (SIZE[suits_of(held, v, rank)] - 1)
    for other in range(max(0, rank - NEAR), min(int(NUMBERS[v]), rank + NEAR + 1)):
        count += NEXT * (other != rank and held >> suit * STRIDE[v] + other & 1 == 1)
    return float(count + rank / 100)
