"""What a round is, for whoever counts rounds and knows no game."""

from __future__ import annotations

from ...betting.pots import net_of
from ...five_cards.hand import Played, tell_hand
from ...game import Hand
from ...kernels import kernel
from .state import ROUND_OVER, TallCard


@kernel
def number(m: TallCard) -> int:
    """Rounds begun."""
    return int(m.rounds)


@kernel
def ended(m: TallCard) -> bool:
    """Whether a round's result lies on the table."""
    return bool(m.phase == ROUND_OVER)


@kernel
def tell(m: TallCard, row: Played) -> None:
    """The facts of the round that has just ended."""
    tell_hand(m, row)
    for seat in range(m.seats):
        row.rank = max(row.rank, m.rank_number[seat])


HAND = Hand(number, ended, net_of, Played, tell)
