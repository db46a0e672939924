"""Beginner bot: lays down every meld immediately, uses every Disaster, and keeps adjacent cards.

It counts no dead cards, waits for no better meld, and pays any price.
"""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.array_rules_engine import count_actions, nth_action
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.phases import legal
from ..rules.state import ANSWER, DISASTER, DISCARD, PASS, PAY, SPARE, TURN, Pokebacc
from ..rules.variants import NUMBERS, STRIDE
from ..worth.meld_numbering import score_of
from .hand_prospects import SIZE, suits_of

NEAR = 1
"""Distance of ranks that are near enough to keep for a run."""
LIKE, NEXT = 2, 3
"""Value of another card of the rank, and of a near one of the suit."""


@kernel
def gentle(m: Pokebacc, ranges: Ranges, _rng: Generator) -> int:
    """Choose a legal action of the actor."""
    count = legal(m, ranges)
    if m.phase == TURN:
        return int(turn(m, ranges, count))
    if m.phase == DISASTER:
        return int(ranges[count - 1, 0])
    return int(PAY if m.phase == ANSWER else PASS)


@kernel
def turn(m: Pokebacc, ranges: Ranges, count: int) -> int:
    """Lay the meld with the highest score, else discard the card with the fewest ties."""
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
    """Rate a card's ties with others in the hand, and slightly its height; figures and Disasters are high."""
    held, v = int(m.held[m.actor]), int(m.variant)
    suit, rank = card // STRIDE[v], card % STRIDE[v]
    if suit >= 4 or rank >= NUMBERS[v]:
        return 2.5
    count = LIKE * (SIZE[suits_of(held, v, rank)] - 1)
    for other in range(max(0, rank - NEAR), min(int(NUMBERS[v]), rank + NEAR + 1)):
        count += NEXT * (other != rank and held >> suit * STRIDE[v] + other & 1 == 1)
    return float(count + rank / 100)
