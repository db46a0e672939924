"""The end of a trick, and the Magician's ending. TN-63, TN-73, TN-75."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.turn_and_range_kernels import write_range

from .card_kinds import half_points
from .score import score_hand
from .state import ALL, ENDING, FOOL, HAND, MAGICIAN, MINUS, MOST_TRICKS, NOBODY, PLAY, PLUS, SUITED, Talon
from .trick_piles import collect

TEN = 10


@kernel
def end_trick(m: Talon) -> None:
    """Put the trick on its pile. The winner may have a choice to make, leads next, or the hand is over."""
    last = m.trick == HAND[m.players - 3] - 1
    if last and m.won[m.leader] == m.trick and m.excused & 1:
        m.winner = m.leader
        m.best = m.table[0]
    collect(m, last)
    m.won[m.winner] += 1
    m.points[m.winner] += worth_of_trick(m)
    keep_trick(m)
    m.trick += 1
    if last and has_fool(m):
        m.ending = m.promised
    for i in range(m.players):
        m.table[i] = NOBODY
    m.played = 0
    m.led = NOBODY
    if may_choose(m):
        m.phase = ENDING
        m.actor = m.winner
    else:
        go_on(m)


@kernel
def worth_of_trick(m: Talon) -> int:
    """Return the half points of the trick's cards without excuses, which often go elsewhere (TN-70)."""
    total = 0
    for i in range(m.players):
        if not m.excused >> i & 1:
            total += half_points(m.table[i])
    return total


@kernel
def keep_trick(m: Talon) -> None:
    """Leave the trick on show (TN-65)."""
    row = m.trick if m.tricks == ALL else 0
    for i in range(m.players):
        m.past[row, i] = m.table[i]
    m.past_leader[row] = m.leader
    m.past_winner[row] = m.winner


@kernel
def has_fool(m: Talon) -> bool:
    found = False
    for i in range(m.players):
        found = found or m.table[i] == SUITED + FOOL
    return found


@kernel
def may_choose(m: Talon) -> bool:
    """Return True if the Magician, no excuse, won the last trick, or the one before without the Fool (TN-75)."""
    if m.best != SUITED + MAGICIAN or m.evasive != NOBODY:
        return False
    left = HAND[m.players - 3] - m.trick
    return left == 0 or (left == 1 and not m.gone_trumps >> FOOL & 1)


@kernel
def legal_endings(ranges: Ranges) -> int:
    return write_range(ranges, MINUS, PLUS)


@kernel
def apply_ending(m: Talon, action: int) -> None:
    """Promise plus or minus ten; before the last trick it counts only if the Fool comes in it."""
    m.promised = TEN if action == PLUS else -TEN
    if m.trick == HAND[m.players - 3]:
        m.ending = m.promised
    go_on(m)


@kernel
def go_on(m: Talon) -> None:
    if m.trick == HAND[m.players - 3]:
        score_hand(m)
    else:
        m.phase = PLAY
        m.actor = m.winner


assert max(HAND) == MOST_TRICKS
