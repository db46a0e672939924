"""What the solver remembers: positions between two tricks, each with what the taker is at least and at most paid."""

from __future__ import annotations

from ...kernels import inlined, kernel
from ..rules.kinds import is_small
from ..rules.score import count_pile
from ..rules.state import ATTACK, DEFENCE, NOBODY, PLAY, Talon
from .knows import MEMORY, Knows

HIGHEST = 1e9
LOW_BITS, FIRST, SECOND = (1 << 31) - 1, 0x5BD1E995, 0x1B873593


@inlined
@kernel
def stir(key: int, value: int) -> int:
    """A key of 62 bits with a value mixed in."""
    key ^= value
    key = (key & LOW_BITS) * FIRST ^ (key >> 31) * SECOND
    return key ^ key >> 29


@kernel
def key_of(k: Knows, m: Talon) -> int:
    """A number for all that the rest of a hand hangs on, of a position between two tricks; 0 where more counts.

    Hands, who leads, points and honors of the taker's pile, tricks lost, whether one seat has won them all, the
    Magician's promise. Which cards lie in a pile counts only where an excuse is still to be paid for and a pile may
    have nothing to pay with.
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
    """Whether a pile has a card to give for an excuse."""
    for place in range(m.piled[side] - 1, -1, -1):
        if is_small(m.pile[side, place]):
            return True
    return False


@kernel
def recall(k: Knows, depth: int) -> None:
    """Narrow the bounds by what is known of a position; where it is known well enough, no move is left to try."""
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
def remember(k: Knows, depth: int) -> None:
    """Keep what was found: the value, or what it is at least or at most."""
    place, value = int(k.key[depth]) >> 1 & MEMORY - 1, float(k.found[depth])
    if k.keys[place] != k.key[depth]:
        k.keys[place] = k.key[depth]
        k.least[place], k.utmost[place] = -HIGHEST, HIGHEST
    if value > k.floor[depth]:
        k.least[place] = value
    if value < k.roof[depth]:
        k.utmost[place] = value
