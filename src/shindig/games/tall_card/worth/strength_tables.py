"""Strengths of all hands together: tables by hand number, batches, and steps from hand to hand.

A multiset of k of the 30 kinds of card has a number. For sorted cards c0 <= c1 <= ..., it is the sum of C(c_i + i, i +
1). The numbers of all multisets of k cards are 0 .. MULTISETS[k] - 1, those of lower last cards first.
"""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from shindig.core.caches import RULE_PARTS, cached
from shindig.core.kernel_compiler import compile_kernel, jit_disabled, kernel
from shindig.core.layout_and_views import Numbers, Whole
from shindig.gamekit.five_cards.batches import (
    BLOCK,
    Cells,
    copy_columns,
    copy_rows,
    make_cells,
    make_strengths,
    sort_five,
)
from shindig.gamekit.five_cards.state import HAND

from .declarations import tall_dragon
from .rank_ladder import FIRST, NONE, STRENGTHS, SUITS, TYPES, WIDTH
from .ranks import natural

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]
Shorts = npt.NDArray[np.int16]

MULTISETS = tuple(comb(NONE - 1 + k, k) for k in range(HAND + 1))
NUMBERS: Bytes = np.searchsorted(FIRST, np.arange(STRENGTHS), side="right").astype(np.int8) - np.int8(1)
"""int8[strengths]: number of the Rank behind each strength."""


@cached(RULE_PARTS)
def multisets(k: int) -> Bytes:
    """Return int8[k, MULTISETS[k]]: the sorted cards of every multiset of k kinds, by number."""
    if k == 0:
        return np.zeros((0, 1), np.int8)
    lower = multisets(k - 1)
    ends = [comb(card + k - 1, k - 1) for card in range(NONE)]
    last = np.repeat(np.arange(NONE, dtype=np.int8), ends)
    return np.concatenate([np.concatenate([lower[:, :end] for end in ends], axis=1), last[None]])


@cached(RULE_PARTS)
def after(k: int) -> npt.NDArray[np.int32]:
    """Return int32[30, MULTISETS[k]]: the number of each multiset of k kinds with a card added.

    The multiset of kinds 1 and 4 has the number C(1, 1) + C(5, 2) = 11. With kind 3 added it has C(1, 1) + C(4, 2) +
    C(6, 3) = 27. So `after(2)[3, 11]` is 27: kinds above the new one move one place up.
    """
    cards = multisets(k)
    steps = np.array([[comb(card + i, i + 1) for card in range(NONE)] for i in range(k + 1)])
    found = np.zeros((NONE, MULTISETS[k]), np.int32)
    for card in range(NONE):
        place = (cards <= card).sum(axis=0)
        found[card] = steps[place, card]
        for i in range(k):
            found[card] += steps[i + (i >= place), cards[i]]
    return found


@cached(RULE_PARTS)
def table(tall: int, claimed: bool) -> Shorts:
    """Return int16[278256]: the strength of every hand by number, also of hands with more copies than the deck has."""
    dragon = tall_dragon(tall)
    cards = multisets(HAND)
    if not claimed:
        cards = np.where(cards == dragon, NONE, cards)
    a, b, c, d, e = cards.astype(np.int64)
    found: Ints = natural(a, b, c, d, e, tall, claimed)
    return (with_wild(found, dragon) if claimed and dragon < NONE else found).astype(np.int16)


def with_wild(natural_strengths: Ints, dragon: int) -> Ints:
    """Add wild Dragons to strengths: the best hand of any cards in their place, just below a natural one (TC-43)."""
    found, standing = natural_strengths.copy(), natural_strengths
    for held in range(HAND - 1, 0, -1):
        rest = np.flatnonzero((multisets(held) != dragon).all(axis=0))
        standing = standing[after(held)].max(axis=0)
        hands = rest
        for size in range(held, HAND):
            hands = after(size)[dragon, hands]
        best = standing[rest]
        higher = NUMBERS[best] > NUMBERS[natural_strengths[hands]]
        found[hands[higher]] = best[higher] - WIDTH[NUMBERS[best[higher]]]
    return found


@kernel
def hand_number(a: Whole, b: Whole, c: Whole, d: Whole, e: Whole) -> Whole:
    """Return the number, uint32, of a hand of sorted uint8 cards; also of arrays of them.

    The binomials are products modulo 2**32, divided by 2 and by odd numbers.
    """
    a, b, c, d, e = np.uint32(a), np.uint32(b), np.uint32(c), np.uint32(d), np.uint32(e)
    two = np.uint32(np.uint32(b * (b + ONE)) >> ONE)
    three = np.uint32(np.uint32(c * (c + ONE)) * (c + TWO))
    four = np.uint32(np.uint32(np.uint32(d * (d + ONE)) * (d + TWO)) * (d + THREE))
    five = np.uint32(np.uint32(np.uint32(np.uint32(e * (e + ONE)) * (e + TWO)) * (e + THREE)) * (e + FOUR))
    three, four = np.uint32((three >> ONE) * THIRD), np.uint32((four >> THREE) * THIRD)
    return np.uint32(np.uint32(a + two + three) + four + np.uint32((five >> THREE) * FIFTEENTH))


ONE, TWO, THREE, FOUR = np.uint32(1), np.uint32(2), np.uint32(3), np.uint32(4)
THIRD, FIFTEENTH = np.uint32(pow(3, -1, 1 << 32)), np.uint32(pow(15, -1, 1 << 32))
"""Factors that divide multiples of 3 and 15 modulo 2**32."""


@kernel
def look_up(columns: Cells, numbers: Numbers, by_number: Numbers, out: Numbers) -> None:
    """Write strengths of a block of hands, uint8[5, BLOCK] columns, which are sorted in place, into `out`."""
    a, b, c, d, e = columns[0], columns[1], columns[2], columns[3], columns[4]
    for i in range(BLOCK):
        a[i], b[i], c[i], d[i], e[i] = sort_five(a[i], b[i], c[i], d[i], e[i])
    for i in range(BLOCK):
        numbers[i] = hand_number(a[i], b[i], c[i], d[i], e[i])
    for i in range(len(out)):
        out[i] = by_number[numbers[i]]


@kernel
def fill_by_rows(cells: Cells, by_number: Numbers, out: Numbers) -> None:
    """Write strengths of n hands into `out`, by a table; uint8[5 n] cells, hand after hand."""
    columns, numbers = np.zeros((HAND, BLOCK), np.uint8), np.zeros(BLOCK, np.uint32)
    for start in range(0, len(out), BLOCK):
        copy_rows(cells[HAND * start : HAND * (start + BLOCK)], columns)
        look_up(columns, numbers, by_number, out[start : start + BLOCK])


@kernel
def fill_by_columns(cells: Cells, by_number: Numbers, out: Numbers) -> None:
    """Write strengths of n hands into `out`, by a table; uint8[5, n] cells."""
    columns, numbers = np.zeros((HAND, BLOCK), np.uint8), np.zeros(BLOCK, np.uint32)
    for start in range(0, len(out), BLOCK):
        copy_columns(cells, start, columns)
        look_up(columns, numbers, by_number, out[start : start + BLOCK])


def strengths(
    hands: npt.NDArray[np.int8], tall: int = -1, claimed: bool = False, out: Numbers | None = None
) -> Numbers:
    """Return int16[n] strengths of int8[n, 5] card ids, those of `Deck.parse`; `NUMBERS[strengths]` are Rank numbers.

    `out`, if given, is an integer array of length n for the result. Fastest for hands stored column by column (Fortran
    order). `tall` is 0 to 5, or -1 for no Tall Card. Raises ValueError.
    """
    cells = make_cells(hands, NONE)
    by_number = table(*tall_card(tall, claimed))
    found = make_strengths(len(cells), out)
    if jit_disabled():
        found[:] = strengths_by_number(hands, tall, claimed)
    elif cells.flags.f_contiguous:
        compile_kernel(fill_by_columns)(cells.T, by_number, found)
    else:
        compile_kernel(fill_by_rows)(cells.ravel(), by_number, found)
    return found


def strengths_by_number(hands: Bytes, tall: int, claimed: bool) -> Shorts:
    """Return int16[n] strengths of int8[n, 5] hands with NumPy alone: slower, without compilation."""
    found: Shorts = table(tall, claimed)[hand_number(*sort_five(*hands.view(np.uint8).T))]
    return found


def tall_card(tall: int, claimed: bool) -> tuple[int, bool]:
    """Check a Tall Card and a claim. Raises ValueError."""
    if tall not in range(-1, SUITS + TYPES):
        raise ValueError(f"expected a Tall Card from 0 to {SUITS + TYPES - 1}, or -1 for none, not {tall}")
    return int(tall), bool(claimed and tall >= 0)
