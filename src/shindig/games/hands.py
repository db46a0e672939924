"""Small kernels over hands of cards: sorting, masks of positions."""

from __future__ import annotations

from typing import Any

from .kernels import kernel


@kernel
def sort_cards(cards: Any) -> None:
    """Sort card ids in place, ascending; made for hands, which are short."""
    for i in range(1, len(cards)):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@kernel
def fill(row: Any, value: int) -> None:
    """Set every entry of a one-dimensional array (a loop compiles faster than a slice)."""
    for i in range(len(row)):
        row[i] = value


@kernel
def copy(source: Any, target: Any) -> None:
    """Copy a one-dimensional array into another of its length."""
    for i in range(len(target)):
        target[i] = source[i]


@kernel
def mask_size(mask: int) -> int:
    """How many positions a mask holds."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def is_canonical(hand: Any, mask: int) -> bool:
    """Whether a mask over a sorted hand takes equal cards from the front: no two such masks mean the same cards."""
    for i in range(1, len(hand)):
        if mask >> i & 1 and not mask >> (i - 1) & 1 and hand[i] == hand[i - 1]:
            return False
    return True


@kernel
def after(seat: int, seats: int) -> int:
    """The next seat clockwise."""
    seat += 1
    return seat if seat < seats else 0
