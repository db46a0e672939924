"""Transposition table of the solver: positions between two tricks, with bounds on the taker's payment."""

from __future__ import annotations

from shindig.core.kernel_compiler import inlined, kernel

from ..rules.card_kinds import is_small
from ..rules.score import count_pile
from ..rules.state import ATTACK, DEFENCE, NOBODY, PLAY, Talon
from .unseen_card_places import MEMORY, CardBeliefs

HIGHEST = 1e9
LOW_BITS, FIRST, SECOND = (1 << 31) - 1, 0x5BD1E995, 0x1B873593


@inlined
@kernel
def stir(key: int, value: int) -> int:
    """Mix a value into a key of 62 bits."""
    key ^= value
    key = (key & LOW_BITS) * FIRST ^ (key >> 31) * SECOND
    return key ^ key >> 29


@kernel
def key_of(k: CardBeliefs, m: Talon) -> int:
    """Return a hash of all that decides the rest of a hand, for a position between two tricks; 0 if more matters.

    It covers hands, the leader, points and honors of the taker's pile, tricks lost, whether one seat has won all
    tricks, and the Magician's promise. The cards of a pile matter only while an excuse is unpaid and a pile may be
    unable to pay.
    """
    if (
        m.phase != PLAY
        or m.played
        or m.debts
        or m.evasive != NOBODY
        or not (can_pay(m, ATTACK) and can_pay(m, DEFENCE))
    ):
        return 0
    half, honors = count_pile(m, ATTACK)
    lost, alone = 0, NOBODY
    key = stir(int(k.solves), half << 20 | honors << 16 | int(m.actor) << 8 | int(m.promised) + 10)
    for seat in range(m.seats):
        key = stir(stir(key, int(m.suits[seat])), int(m.trumps[seat]))
        lost += int(m.won[seat]) if m.side[seat] == DEFENCE else 0
        alone = seat if m.won[seat] == m.trick else alone
    return stir(key, lost << 8 | alone + 1) | 1


@kernel
def can_pay(m: Talon, side: int) -> bool:
    """Return True if a pile has a card to give for an excuse."""
    for place in range(m.piled[side] - 1, -1, -1):
        if is_small(m.pile[side, place]):
            return True
    return False


@kernel
def recall(k: CardBeliefs, depth: int) -> None:
    """Narrow the bounds by the table's entry. If that decides the position, clear the moves left to try."""
    place = int(k.key[depth]) >> 1 & MEMORY - 1
    if k.keys[place] != k.key[depth]:
        return
    least, utmost = float(k.least[place]), float(k.utmost[place])
    if least >= k.high[depth] or utmost <= k.low[depth] or least == utmost:
        k.found[depth] = least if least >= k.high[depth] else utmost
        k.left_suits[depth] = 0
        k.left_trumps[depth] = 0
        k.key[depth] = 0
        return
    k.low[depth] = max(k.low[depth], least)
    k.high[depth] = min(k.high[depth], utmost)


@kernel
def remember(k: CardBeliefs, depth: int) -> None:
    """Store the result: the value, or a lower or upper bound."""
    place, value = int(k.key[depth]) >> 1 & MEMORY - 1, float(k.found[depth])
    if k.keys[place] != k.key[depth]:
        k.keys[place] = k.key[depth]
        k.least[place], k.utmost[place] = -HIGHEST, HIGHEST
    if value > k.floor[depth]:
        k.least[place] = value
    if value < k.roof[depth]:
        k.utmost[place] = value
