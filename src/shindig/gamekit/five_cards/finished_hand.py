"""Facts of a finished hand of five cards."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import SEATS, Numbers, Row

from ..betting.state import IN
from ..hand_fact_columns import fact
from .state import FiveCards

PARTS = ("sat out", "played to the end", "folded")
"""Names of the values of `part`, in the order of `status` in betting."""
NONE = -1


class FiveCardFacts(Row):
    """Facts of a hand. A game names the Ranks in `best_rank` and `rank`."""

    dealer: int = fact("The seat that dealt.", stands="seat")
    tall: int = fact("The card turned up.", cards="tall")
    claimer: int = fact("The seat that claimed it.", stands="seat", split="forced")
    forced: bool = fact("Whether the dealer had to claim.", "?")
    showdown: bool = fact("Whether more than one played to the end.", "?")
    left: int = fact("Players who had not folded.")
    shown: int = fact("Hands shown.")
    redrawn: int = fact("Cards redrawn by all.")
    pot: int = fact("Money paid out.", "i8")
    best_rank: int = fact("The best Rank shown.")
    part: Numbers = fact("What each did.", "i1", SEATS, names=PARTS)
    paid: Numbers = fact("Money that each put in.", "i8", SEATS)
    won: Numbers = fact("Money that each took out.", "i8", SEATS)
    drew: Numbers = fact("Cards that each redrew; -1 for who did not come to it.", "i1", SEATS)
    rank: Numbers = fact("The Rank that each declared, where it was shown.", "i2", SEATS)


@kernel
def write_hand_facts(m: FiveCards, row: FiveCardFacts) -> None:
    """Write all facts but the Ranks, which stay at none."""
    row.dealer, row.tall, row.claimer, row.forced = m.dealer, m.tall, m.claimer, m.forced != 0
    row.left = row.shown = row.redrawn = row.pot = 0
    row.best_rank = NONE
    for seat in range(m.seats):
        row.left += m.status[seat] == IN
        row.shown += m.shown[seat, 0] >= 0
        row.redrawn += max(0, m.drew[seat])
        row.pot += m.won[seat]
        row.part[seat], row.drew[seat], row.rank[seat] = m.status[seat], m.drew[seat], NONE
        row.won[seat], row.paid[seat] = m.won[seat], m.won[seat] - m.net[seat]
    row.showdown = row.left > 1


@kernel
def write_rank_fact(row: FiveCardFacts, seat: int, rank: int) -> None:
    """Write the Rank with which a seat's hand was shown."""
    row.rank[seat] = rank
    row.best_rank = max(row.best_rank, rank)
