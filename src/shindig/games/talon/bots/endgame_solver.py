"""Exact solver of the last tricks with open hands: alpha-beta over the rules themselves, on a stack of records.

The objective is the taker's payment, so points, honors, slams, the Magician's ending, excuses and debts count as in the
rules. The taker's side maximises it, the others minimise it.
"""

from __future__ import annotations

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Records
from shindig.gamekit.array_and_bit_kernels import find_lowest_bit

from ..rules.card_kinds import half_points
from ..rules.hand_definition import ended
from ..rules.phases import apply
from ..rules.play import playable
from ..rules.state import ATTACK, IDS, MAX_SEATS, MINUS, PLAY, PLAYS, PLUS, SUITED, Talon
from .transposition_table import HIGHEST, key_of, recall, remember
from .unseen_card_places import MOST_DEPTH, CardBeliefs

MOST_NODES = 4000
"""Number of positions after which the solver gives up."""


@kernel
def leaf(k: CardBeliefs, matches: Records, i: int, seat: int) -> float:
    """Return a seat's result of the hand of record i under perfect play of the last tricks; NaN if too early."""
    m = matches[i]
    if m.phase != PLAY or m.held[m.actor] > k.solved or m.tokens:
        return float(np.nan)
    paid, taker = int(m.paid[m.taker]), int(m.taker)
    found = solve(k, matches, i)
    if found != found:
        return found
    return float(m.paid[seat]) + share(m, seat) * (found - paid) / share(m, taker)


@kernel
def share(m: Talon, seat: int) -> int:
    """Return a seat's parts of the amount that each defender pays."""
    if m.side[seat] != ATTACK:
        return -1
    defenders, partners = 0, 0
    for other in range(m.seats):
        if m.inplay[other]:
            defenders += 1 if m.side[other] != ATTACK else 0
            partners += 1 if m.side[other] == ATTACK and other != m.taker else 0
    return defenders - partners if seat == m.taker else 1


@kernel
def solve(k: CardBeliefs, matches: Records, i: int) -> float:
    """Solve for the taker's final payment; NaN if that takes too long. Records after i are scratch memory."""
    k.solves += 1
    k.nodes = 0
    enter(k, matches[i], 0, -HIGHEST, HIGHEST)
    depth = 0
    while True:
        if (k.left_suits[depth] or k.left_trumps[depth]) and k.low[depth] < k.high[depth]:
            k.nodes += 1
            if k.nodes > MOST_NODES or depth + 1 >= MOST_DEPTH:
                return float(np.nan)
            matches[i + depth + 1] = matches[i + depth]
            child = matches[i + depth + 1]
            apply(child, next_move(k, matches[i + depth], depth))
            if ended(child):
                take_value(k, depth, float(child.paid[child.taker]))
            else:
                enter(k, child, depth + 1, float(k.low[depth]), float(k.high[depth]))
                depth += 1
            continue
        if k.key[depth]:
            remember(k, depth)
        if depth == 0:
            return float(k.found[0])
        depth -= 1
        take_value(k, depth, float(k.found[depth + 1]))


@kernel
def enter(k: CardBeliefs, m: Talon, depth: int, low: float, high: float) -> None:
    """Enter a position: all moves are left, and nothing better than the bounds is found."""
    k.most[depth] = 1 if m.side[m.actor] == ATTACK else 0
    k.found[depth] = -HIGHEST if k.most[depth] else HIGHEST
    if m.phase == PLAY:
        k.left_suits[depth], k.left_trumps[depth] = playable(m)
    else:
        k.left_suits[depth], k.left_trumps[depth] = 0, 3
    k.low[depth] = low
    k.high[depth] = high
    k.key[depth] = key_of(k, m)
    if k.key[depth]:
        recall(k, depth)
    k.floor[depth] = k.low[depth]
    k.roof[depth] = k.high[depth]


@kernel
def take_value(k: CardBeliefs, depth: int, value: float) -> None:
    """Update the bounds with the value of a move."""
    if k.most[depth]:
        k.found[depth] = max(k.found[depth], value)
        k.low[depth] = max(k.low[depth], value)
    else:
        k.found[depth] = min(k.found[depth], value)
        k.high[depth] = min(k.high[depth], value)


@kernel
def next_move(k: CardBeliefs, m: Talon, depth: int) -> int:
    """Remove one of the moves left and return it: a card, with all equivalent ones, or the Magician's choice."""
    suits, trumps = int(k.left_suits[depth]), int(k.left_trumps[depth])
    if m.phase != PLAY:
        k.left_trumps[depth] = trumps & trumps - 1
        return MINUS if find_lowest_bit(trumps) == 0 else PLUS
    card = find_lowest_bit(suits) if suits else SUITED + find_lowest_bit(trumps)
    following = card
    while following >= 0:
        if following < SUITED:
            suits &= ~(1 << following)
        else:
            trumps &= ~(1 << following - SUITED)
        following = next_alike(m, following, suits, trumps)
    k.left_suits[depth] = suits
    k.left_trumps[depth] = trumps
    return PLAYS + card


@kernel
def next_alike(m: Talon, card: int, suits: int, trumps: int) -> int:
    """Return the next higher equivalent card among these: none between, of equal worth. Returns -1 if there is none."""
    if card == SUITED or card == SUITED + 1:
        return -1
    last = IDS if card >= SUITED else card // 14 * 14 + 14
    for other in range(card + 1, last):
        bit = 1 << (other if other < SUITED else other - SUITED)
        if bit & (suits if other < SUITED else trumps):
            return other if half_points(other) == half_points(card) else -1
        if other == m.best or not bit & (int(m.gone_suits) if other < SUITED else int(m.gone_trumps)):
            return -1
    return -1


assert MOST_DEPTH >= 4 * MAX_SEATS
