"""What a hand is, for whoever counts hands and knows no game."""

from __future__ import annotations

from ...betting.pots import net_of
from ...five_cards.hand import Played, tell_hand
from ...game import Hand
from ...kernels import kernel
from ..worth.ranks import NUMBERS
from .state import CLOCK, GIFTS, HAND_OVER, TallCards


@kernel
def number(m: TallCards) -> int:
    """Hands begun; those that were void do not count."""
    return int(m.hand_number)


@kernel
def ended(m: TallCards) -> bool:
    """Whether a hand's result lies on the table: somebody has won, and the next has not begun."""
    return bool((m.phase == HAND_OVER or m.phase == GIFTS or m.phase == CLOCK) and m.won.sum() > 0)


@kernel
def tell(m: TallCards, row: Played) -> None:
    """The facts of the hand that has just ended."""
    tell_hand(m, row)
    for seat in range(m.seats):
        if m.strength[seat] >= 0:
            row.rank = max(row.rank, NUMBERS[m.strength[seat]])


HAND = Hand(number, ended, net_of, Played, tell)
