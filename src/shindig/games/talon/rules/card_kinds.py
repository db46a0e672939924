"""Kinds of card: excuses, cards given for them, values. TN-2, TN-4, TN-64, TN-70."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel

from .state import FOOL, MAGICIAN, NOBODY, RANKS, SUITED, WORLD, Talon

KNAVE_RANK = 10
HALF_POINTS = ((1,) * 10 + (3, 5, 7, 9)) * 4 + tuple(9 if n in (FOOL, MAGICIAN, WORLD) else 1 for n in range(22))


@kernel
def half_points(card: int) -> int:
    """Return the worth of a card: HALF_POINTS without a table."""
    if card >= SUITED:
        return 9 if is_honor(card) else 1
    return max(1, int(card % RANKS - KNAVE_RANK) * 2 + 3)


@kernel
def excuses(m: Talon) -> int:
    """Return the trumps that are excuses in this hand, as bits."""
    return 1 << FOOL if m.evasive == NOBODY else 1 << FOOL | 1 << MAGICIAN


@kernel
def is_honor(card: int) -> bool:
    return card == SUITED + FOOL or card == SUITED + MAGICIAN or card == SUITED + WORLD


@kernel
def is_small(card: int) -> bool:
    """Return True for a card that is neither court nor honor."""
    return not is_honor(card) if card >= SUITED else card % RANKS < KNAVE_RANK


assert sum(HALF_POINTS) == 182
