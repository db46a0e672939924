"""Definition of a round for code that counts rounds without knowing the game."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import SEATS, Numbers
from shindig.gamekit.betting.pots import get_net
from shindig.gamekit.five_cards import finished_hand as five_cards
from shindig.gamekit.five_cards.finished_hand import write_hand_facts, write_rank_fact
from shindig.gamekit.game_spec import Hand
from shindig.gamekit.hand_fact_columns import fact

from ..worth.rank_ladder import RANK_NAMES
from .state import ROUND_OVER, TallCard


class RoundFacts(five_cards.FiveCardFacts):
    """Facts of a round."""

    best_rank: int = fact("The best Rank shown.", names=RANK_NAMES)
    rank: Numbers = fact("The Rank that each declared, where it was shown.", "i2", SEATS, names=RANK_NAMES)


@kernel
def number(m: TallCard) -> int:
    """Return the number of rounds begun."""
    return int(m.rounds)


@kernel
def ended(m: TallCard) -> bool:
    """Return True while a round's result is on the table."""
    return bool(m.phase == ROUND_OVER)


@kernel
def tell(m: TallCard, row: RoundFacts) -> None:
    """Write the facts of the round that has just ended."""
    write_hand_facts(m, row)
    for seat in range(m.seats):
        if m.shown[seat, 0] >= 0:
            write_rank_fact(row, seat, m.rank_number[seat])


HAND = Hand(number, ended, get_net, RoundFacts, tell)
