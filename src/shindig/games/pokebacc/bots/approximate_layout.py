"""Fast approximate layout of a hand, without tables: paying sets, whole runs, then the rest."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers

from ..rules.variants import NUMBERS
from ..worth.best_layout_search import lay_figures
from ..worth.meld_numbering import (
    ALL_DISASTERS,
    FIRST_SET,
    HALF,
    LOTS,
    RUN_BASE,
    SHORTEST_RUN,
    THE_CATASTROPHE,
    mask_of,
)
from ..worth.melds import disasters_of, numbers_of
from .hand_prospects import PURE_POINTS, SIZE, WINDOW, suits_of


@kernel
def quick_layout(hand: int, v: int, out: Numbers) -> int:
    """Write the numbers of disjoint melds of a hand, int[MAX_LAYOUT], and return their count."""
    n = lay_figures(hand, v, out, 0)
    if disasters_of(hand, v) == ALL_DISASTERS:
        out[n] = THE_CATASTROPHE[v]
        n += 1
    for rank in range(NUMBERS[v]):
        lots = suits_of(hand, v, rank)
        if SIZE[lots] >= 3:
            place = paying_lot(hand, v, rank, lots)
            if place >= 0:
                out[n] = FIRST_SET[v] + len(LOTS) * rank + place
                hand &= ~mask_of(out[n], v)
                n += 1
    for suit in range(4):
        cards = numbers_of(hand, v, suit)
        found = lay_runs_of(cards if not suit & 1 else 0, cards if suit & 1 else 0, v, suit >> 1, out, n)
        hand = without(hand, v, out, n, found)
        n = found
    for pair in range(2):
        for _ in range(2):
            a, w = numbers_of(hand, v, 2 * pair), numbers_of(hand, v, 2 * pair + 1)
            found = lay_runs_of(a, w, v, pair, out, n)
            hand = without(hand, v, out, n, found)
            n = found
    return n


@kernel
def without(hand: int, v: int, out: Numbers, first: int, last: int) -> int:
    """Return a hand without the melds first..last-1."""
    for i in range(first, last):
        hand &= ~mask_of(out[i], v)
    return int(hand)


@kernel
def paying_lot(hand: int, v: int, rank: int, lots: int) -> int:
    """Return the place in LOTS of the value's set with the largest gain over the broken one-suit runs, or -1."""
    best, place = 0.0, -1
    for k in range(len(LOTS)):
        if LOTS[k] & ~lots == 0:
            gain = 50.0 if k == len(LOTS) - 1 else 30.0
            for suit in range(4):
                if LOTS[k] >> suit & 1:
                    gain -= PURE_POINTS * windows_with(numbers_of(hand, v, suit), rank)
            if gain > best:
                best, place = gain, k
    return place


@kernel
def windows_with(cards: int, rank: int) -> int:
    """Count the windows of three held numbers that contain a rank."""
    count = 0
    for low in range(max(0, rank - SHORTEST_RUN + 1), rank + 1):
        count += cards >> low & WINDOW == WINDOW
    return count


@kernel
def lay_runs_of(a: int, w: int, v: int, pair: int, out: Numbers, n: int) -> int:
    """Write the longest runs in the numbers of two affined suits; the first suit is used if both are held."""
    low = 0
    for rank in range(NUMBERS[v] + 1):
        if not (a | w) >> rank & 1:
            length = rank - low
            if length >= SHORTEST_RUN:
                pattern = (w & ~a) >> low & ((1 << length) - 1)
                out[n] = RUN_BASE[v, low, length] + pair * HALF[v] + pattern
                n += 1
            low = rank + 1
    return n
