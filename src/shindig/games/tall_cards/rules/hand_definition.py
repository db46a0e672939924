"""Definition of a hand for code that counts hands without knowing the game."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import SEATS, Numbers
from shindig.gamekit.betting.pots import get_net
from shindig.gamekit.five_cards import finished_hand as five_cards
from shindig.gamekit.five_cards.finished_hand import write_hand_facts, write_rank_fact
from shindig.gamekit.game_spec import Hand
from shindig.gamekit.hand_fact_columns import fact

from ..worth.hand_classes import NAMES
from ..worth.ranks import NUMBERS
from .state import ANTES, CLOCK, GIFTS, HAND_OVER, TallCards

RANK_NAMES = ("no Rank", *NAMES)


class TallCardsFacts(five_cards.FiveCardFacts):
    """Facts of a hand."""

    best_rank: int = fact("The best Rank shown.", names=RANK_NAMES)
    rank: Numbers = fact("The Rank that each showed.", "i2", SEATS, names=RANK_NAMES)


@kernel
def number(m: TallCards) -> int:
    """Return the number of hands begun, without void ones."""
    return int(m.hand_number)


@kernel
def ended(m: TallCards) -> bool:
    """Return True while a hand's result is on the table: a seat has won, and the next hand has not begun."""
    lies = m.phase == HAND_OVER or m.phase == GIFTS or m.phase == CLOCK or m.phase == ANTES
    return bool(lies and m.won.sum() > 0)


@kernel
def tell(m: TallCards, row: TallCardsFacts) -> None:
    """Write the facts of the hand that has just ended."""
    write_hand_facts(m, row)
    for seat in range(m.seats):
        if m.strength[seat] >= 0:
            write_rank_fact(row, seat, NUMBERS[m.strength[seat]])


HAND = Hand(number, ended, get_net, TallCardsFacts, tell)
