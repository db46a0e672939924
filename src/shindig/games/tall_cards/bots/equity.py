"""Equity of a hand against unseen hands, from values.npz (research/tall_cards/build_equity_tables.py)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import UNKNOWN, Numbers
from shindig.gamekit.array_and_bit_kernels import count_bits, is_canonical
from shindig.gamekit.betting.equity_betting import count_others_in
from shindig.gamekit.betting.state import IN, NOBODY
from shindig.gamekit.five_cards.draw_means import UNIT
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.turn_and_range_kernels import next_seat

from ..rules.draw import MOST, kept_ace
from ..rules.state import TallCards
from ..worth.ranks import strength
from ..worth.worth_before_draw import WEIGHTS, into_order, kept_place

DIGEST = "d001eb063532598259883ebc1c0174dde179fa2690fcca14cb3634c7f3d58c85"
"""SHA-256 of values.npz, so that the compile cache never reuses code with other values."""
FREE, CLAIMED, FORCED = range(3)
"""Kinds of hands: not the claimer's, the claimer's, of a dealer who had to claim."""
FILE = Path(__file__).with_name("values.npz")

with np.load(FILE) as _found:
    BEATS = _found["beats"]
    """int16[3, 7, strengths]: probability, of UNIT, to beat a hand of a kind that drew n - 1 cards (0: any)."""
    KEPT = _found["kept"]
    """int16[4, 2, kept ranks]: probability to beat all others after the draw; rows are AGAINST."""
AGAINST_FORCED, AGAINST_CLAIMER, AGAINST_MANY, AGAINST_FREE = range(4)
CLAIMING = 0.8
"""Probability that a player who is offered the Tall Card claims it, over random hands."""


@kernel
def kind_of(m: TallCards, seat: int) -> int:
    if m.claimer != seat:
        return FREE
    return FORCED if m.forced else CLAIMED


@kernel
def made_hope(m: TallCards, seat: int) -> float:
    """Return the probability that a seat's hand beats all others in, by the numbers of cards they drew."""
    return made_hope_of(m, seat, False)


@kernel
def made_hope_of(m: TallCards, seat: int, doubts: bool) -> float:
    """Return that probability; with doubts, a seat that drew no card may hold what any number of cards makes."""
    worth = strength(m.hand[seat], m.tall, m.claimer == seat, m.ace_low != 0)
    hope = 1.0
    for other in range(m.seats):
        if other != seat and m.status[other] == IN:
            drew = 0 if doubts and m.drew[other] == 0 else m.drew[other] + 1
            hope *= BEATS[kind_of(m, other), drew, worth] / UNIT
    return hope


@kernel
def claim_hope(m: TallCards, seat: int) -> float:
    """Return the probability that the hand beats all others in with the Tall Card."""
    worth = strength(m.hand[seat], m.tall, True, m.ace_low != 0)
    hope = 1.0
    for other in range(m.seats):
        if other != seat and m.status[other] == IN:
            hope *= BEATS[FREE, m.drew[other] + 1, worth] / UNIT
    return hope


@kernel
def made_value(worth: int, row: int) -> float:
    """Return the worth of a strength against the others of a row of KEPT."""
    free = BEATS[FREE, 0, worth] / UNIT
    if row == AGAINST_FREE:
        return float(free * free)
    first = BEATS[FORCED if row == AGAINST_FORCED else CLAIMED, 0, worth] / UNIT
    return float(first * free * free if row == AGAINST_MANY else first)


@kernel
def draw_value(hand: Numbers, row: int, order: int, mask: int, made: float) -> float:
    """Return the exact mean worth after a discard, for a hand that is worth `made` as it is."""
    gone = count_bits(mask)
    total, rest = 0.0, mask
    while rest > 0:
        suited, place = kept_place(hand, order, rest)
        total += WEIGHTS[HAND - gone, gone - count_bits(rest)] * KEPT[row, suited, place] / UNIT
        rest = rest - 1 & mask
    return float(total + WEIGHTS[HAND - gone, gone] * made)


@kernel
def best_draw_of(hand: Numbers, ace_low: bool, row: int, count: int) -> tuple[float, int]:
    """Return the worth and mask of the best discard of so many cards, UNKNOWN for any number."""
    made, order = made_value(strength(hand, 0, False, ace_low), row), into_order(hand)
    best, chosen = -1.0, 0
    for mask in range(1 << HAND):
        size = count_bits(mask)
        allowed = (size <= MOST or kept_ace(hand, mask) >= 0) and is_canonical(hand, mask)
        if allowed and (count == UNKNOWN or size == count):
            value = draw_value(hand, row, order, mask, made) if size else made
            if value > best + 1e-9:
                best, chosen = value, mask
    return float(best), int(chosen)


@kernel
def row_for(m: TallCards, seat: int) -> int:
    """Return the row of KEPT for a seat that draws."""
    claimer = m.claimer
    if claimer == NOBODY:
        claimer = m.dealer if m.dealer != seat and m.status[m.dealer] == IN else other_claimer(m, seat)
    if claimer == NOBODY or m.status[claimer] != IN:
        return AGAINST_FREE
    if count_others_in(m, seat) > 1:
        return AGAINST_MANY
    return AGAINST_FORCED if m.claimer == NOBODY or m.forced else AGAINST_CLAIMER


@kernel
def other_claimer(m: TallCards, seat: int) -> int:
    """Return a seat that may claim before a dealer who draws."""
    for other in range(m.seats):
        if other != seat and m.status[other] == IN:
            return int(other)
    return NOBODY


@kernel
def draw_hope(m: TallCards, seat: int, count: int) -> tuple[float, int]:
    """Return the equity and mask of the best discard of so many cards, UNKNOWN for any number."""
    row = row_for(m, seat)
    hope, mask = best_draw_of(m.hand[seat], m.ace_low != 0, row, count)
    others = count_others_in(m, seat)
    if row == AGAINST_MANY:
        hope = hope ** (others / 3.0) if others != 2 else hope**0.8
    elif row == AGAINST_FREE:
        hope = hope ** (others / 2.0)
    return float(hope), mask


@kernel
def first_hope(m: TallCards, seat: int) -> float:
    """Return the equity before the draw, since the Tall Card may be gone by the seat's turn."""
    free, at = 1.0, int(m.dealer)
    for _ in range(m.seats):
        at = next_seat(at, m.seats)
        if at == seat:
            break
        if m.status[at] == IN:
            free *= 1 - CLAIMING
    claims, draws = claim_hope(m, seat), draw_hope(m, seat, UNKNOWN)[0]
    if seat != m.dealer:
        claims = max(claims, draws)
    return float(free * claims + (1 - free) * draws)


@kernel
def hope_of(m: TallCards, seat: int) -> float:
    """Return the equity against all others in: before the draw with the best claim or discard, else of the current
    hand."""
    return first_hope(m, seat) if m.drew[seat] < 0 else made_hope(m, seat)
