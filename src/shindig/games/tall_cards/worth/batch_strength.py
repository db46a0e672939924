"""Strengths of whole batches, with arithmetic on columns of cards and one look-up per hand.

A multiset of five symbols (see hand_classes.py) has a number. For sorted symbols c0 <= c1 <= ..., it is the sum of
C(c_i + i, i + 1). Everything fits 16 bits, so SIMD instructions process many hands together.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

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

from .hand_classes import RANKS, SYMBOLS, WILD
from .ranks import KEYS, STRENGTH_OF, SUITS, look_up

NO_SUIT = 255
_ONE, _TWO, _THREE, _FOUR = np.uint16(1), np.uint16(2), np.uint16(3), np.uint16(4)
_THIRD, _FIFTEENTH = np.uint16(pow(3, -1, 1 << 16)), np.uint16(pow(15, -1, 1 << 16))
"""Factors that divide multiples of 3 and 15 modulo 2**16."""
_LOW = np.uint16((1 << 13) - 1)
_TWELVE, _WILD = np.uint8(RANKS), np.uint8(WILD)
_TWELFTH, _SHIFT = np.uint16(171), np.uint16(11)
"""171 / 2048, which divides numbers below 128 by 12."""
_MULTISETS = np.uint16(len(SYMBOLS))


@kernel
def symbols_number(a: Whole, b: Whole, c: Whole, d: Whole, e: Whole) -> Whole:
    """Return the number, uint16, of five sorted uint8 symbols; also of arrays of them."""
    a, b, c, d, e = np.uint16(a), np.uint16(b), np.uint16(c), np.uint16(d), np.uint16(e)
    two = np.uint16(np.uint16(b * (b + _ONE)) >> _ONE)
    three = np.uint16(np.uint16(np.uint16(c * (c + _ONE)) * (c + _TWO)) >> _ONE)
    four = np.uint16(np.uint16(np.uint16(np.uint16(d * (d + _ONE)) * (d + _TWO)) * (d + _THREE)) >> _THREE)
    five = np.uint16(np.uint16(np.uint16(np.uint16(e * (e + _ONE)) * (e + _TWO)) * (e + _THREE)) * (e + _FOUR))
    # The last product is known modulo 2**16 only; an eighth of it modulo 2**13, which is enough.
    five = np.uint16(np.uint16((five >> _THREE) * _FIFTEENTH) & _LOW)
    return np.uint16(a + two + np.uint16(three * _THIRD) + np.uint16(four * _THIRD) + five)


@kernel
def suit_of(card: Whole) -> Whole:
    """Return the suit of a uint8 card."""
    return np.uint8(np.uint16(np.uint16(card) * _TWELFTH) >> _SHIFT)


@kernel
def symbol_of(card: Whole, suit: Whole, wild: Whole) -> Whole:
    """Return the rank of a uint8 card, or WILD."""
    return _WILD if suit == wild else np.uint8(card - np.uint8(suit * _TWELVE))


@kernel
def take_symbols(columns: Cells, wild: Whole, suited: Numbers) -> None:
    """Turn cards into symbols, in place; `suited` becomes 1 for hands of one suit, else 0."""
    a, b, c, d, e = columns[0], columns[1], columns[2], columns[3], columns[4]
    for i in range(BLOCK):
        s, t, u, v, w = suit_of(a[i]), suit_of(b[i]), suit_of(c[i]), suit_of(d[i]), suit_of(e[i])
        suited[i] = np.uint8((s == t) & (t == u) & (u == v) & (v == w))
        a[i], b[i], c[i] = symbol_of(a[i], s, wild), symbol_of(b[i], t, wild), symbol_of(c[i], u, wild)
        d[i], e[i] = symbol_of(d[i], v, wild), symbol_of(e[i], w, wild)


@kernel
def look_up_block(
    columns: Cells, wild: Whole, suited: Numbers, numbers: Numbers, by_number: Numbers, out: Numbers
) -> None:
    """Write strengths of a block of hands, uint8[5, BLOCK] columns, which are changed in place, into `out`."""
    take_symbols(columns, wild, suited)
    a, b, c, d, e = columns[0], columns[1], columns[2], columns[3], columns[4]
    for i in range(BLOCK):
        a[i], b[i], c[i], d[i], e[i] = sort_five(a[i], b[i], c[i], d[i], e[i])
    for i in range(BLOCK):
        number = symbols_number(a[i], b[i], c[i], d[i], e[i])
        numbers[i] = np.uint16(number + np.uint16(np.uint16(suited[i]) * _MULTISETS))
    for i in range(len(out)):
        out[i] = by_number[numbers[i]]


@kernel
def fill_by_rows(cells: Cells, wild: Whole, by_number: Numbers, out: Numbers) -> None:
    """Write strengths of n hands into `out`; uint8[5 n] cells, hand after hand."""
    columns, suited, numbers = np.zeros((HAND, BLOCK), np.uint8), np.zeros(BLOCK, np.uint8), np.zeros(BLOCK, np.uint16)
    for start in range(0, len(out), BLOCK):
        copy_rows(cells[HAND * start : HAND * (start + BLOCK)], columns)
        look_up_block(columns, wild, suited, numbers, by_number, out[start : start + BLOCK])


@kernel
def fill_by_columns(cells: Cells, wild: Whole, by_number: Numbers, out: Numbers) -> None:
    """Write strengths of n hands into `out`; uint8[5, n] cells."""
    columns, suited, numbers = np.zeros((HAND, BLOCK), np.uint8), np.zeros(BLOCK, np.uint8), np.zeros(BLOCK, np.uint16)
    for start in range(0, len(out), BLOCK):
        copy_columns(cells, start, columns)
        look_up_block(columns, wild, suited, numbers, by_number, out[start : start + BLOCK])


def _by_number() -> npt.NDArray[np.int16]:
    """Return int16[2, 2 x 6188]: by ace_low, strengths by number, those of suited hands in the second half."""
    found = np.empty((2, 2, len(SYMBOLS)), np.int16)
    found[:, :, symbols_number(*SYMBOLS.astype(np.uint8).T)] = STRENGTH_OF
    return found.reshape(2, -1)


BY_NUMBER = _by_number()


def strengths(
    hands: npt.NDArray[np.int8],
    tall: int = -1,
    claimed: bool = False,
    ace_low: bool = True,
    out: Numbers | None = None,
) -> Numbers:
    """Return int16[n] strengths of int8[n, 5] card ids, those of `Deck.parse`; `NUMBERS[strengths]` are Rank numbers.

    `out`, if given, is an integer array of length n for the result. Fastest for hands stored column by column (Fortran
    order). `tall` is a suit, 0 to 5, or -1 for none. Raises ValueError.
    """
    cells = make_cells(hands, SUITS * RANKS)
    if tall not in range(0 if claimed else -1, SUITS):
        raise ValueError(f"expected a suit from 0 to {SUITS - 1} as tall, or -1 for none, unclaimed; not {tall}")
    found = make_strengths(len(cells), out)
    if jit_disabled():
        found[:] = strengths_by_keys(cells, tall if claimed else -1, ace_low)
        return found
    wild, by_number = np.uint8(tall if claimed else NO_SUIT), BY_NUMBER[int(ace_low)]
    if cells.flags.f_contiguous:
        compile_kernel(fill_by_columns)(cells.T, wild, by_number, found)
    else:
        compile_kernel(fill_by_rows)(cells.ravel(), wild, by_number, found)
    return found


def strengths_by_keys(hands: Numbers, wild: int, ace_low: bool) -> npt.NDArray[np.int16]:
    """Return int16[n] strengths with NumPy alone, without compilation; suit `wild` is wild, none for -1."""
    keys = KEYS[wild + 1][hands]
    found: npt.NDArray[np.int16] = look_up(
        keys.sum(axis=1, dtype=np.uint32), np.bitwise_and.reduce(keys, axis=1), int(ace_low)
    )
    return found
