"""Kernels for turns and ranges: the next seat, requests to chance, writing of legal ranges."""

from __future__ import annotations

from ..core.kernel_compiler import kernel
from ..core.layout_and_views import CHANCE, Ranges, Record
from .array_and_bit_kernels import find_lowest_bit


@kernel
def next_seat(seat: int, seats: int) -> int:
    """Return the next seat clockwise."""
    seat += 1
    return seat if seat < seats else 0


@kernel
def ask_chance(m: Record, order: int) -> None:
    """Ask chance for an order, an index into the game's orders."""
    m.actor = CHANCE
    m.asks = order


@kernel
def write_range(ranges: Ranges, first: int, last: int) -> int:
    """Write a single range of legal actions and return the count, 1."""
    ranges[0, 0] = first
    ranges[0, 1] = last
    return 1


@kernel
def add_bit_ranges(ranges: Ranges, count: int, first: int, bits: int) -> int:
    """Append action `first` + place for each set bit, after the first `count` ranges, and return the new count."""
    while bits:
        low = find_lowest_bit(bits)
        high = low + find_lowest_bit(~(bits >> low))
        ranges[count, 0] = first + low
        ranges[count, 1] = first + high - 1
        count += 1
        bits = bits >> high << high
    return count
