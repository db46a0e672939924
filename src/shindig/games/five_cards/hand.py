"""What there is to say of a hand of five cards that has just ended."""

from __future__ import annotations

from ..betting.state import IN
from ..kernels import kernel
from ..layout import Row, public
from .state import FiveCards


class Played(Row):
    """The facts of a hand."""

    dealer: int = public()
    tall: int = public()  # the card turned up
    claimer: int = public()
    forced: int = public()  # 1 where the dealer had to claim
    left: int = public()  # players who had not folded
    shown: int = public()  # hands shown
    rank: int = public()  # number of the best Rank shown
    redrawn: int = public()  # cards
    pot: int = public("i8")  # money paid out


@kernel
def tell_hand(m: FiveCards, row: Played) -> None:
    """Write all facts but `rank`, which is left at 0."""
    row.dealer, row.tall, row.claimer, row.forced = m.dealer, m.tall, m.claimer, m.forced
    row.left = row.shown = row.rank = row.redrawn = row.pot = 0
    for seat in range(m.seats):
        row.left += m.status[seat] == IN
        row.shown += m.shown[seat, 0] >= 0
        row.redrawn += max(0, m.drew[seat])
        row.pot += m.won[seat]
