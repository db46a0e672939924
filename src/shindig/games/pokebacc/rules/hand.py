"""What a hand is, for whoever counts hands and knows no game."""

from __future__ import annotations

from ...game import Hand
from ...kernels import kernel
from ...layout import Row, public
from .state import NOBODY, OUT, RUNNING, Pokebacc


class Played(Row):
    """The facts of a hand."""

    dealer: int = public()
    ended: int = public()  # how: at once, without cards, exhausted, all others gone (PB-40 to PB-42, PB-51)
    winner: int = public()
    best: int = public("i2")  # the highest sum
    melds: int = public("i2")  # laid by all
    disasters: int = public("i2")  # inflicted
    turns: int = public("i2")  # finished by all


@kernel
def number(m: Pokebacc) -> int:
    """Hands dealt."""
    return int(m.hands)


@kernel
def ended(m: Pokebacc) -> bool:
    """Whether a hand's result lies on the table."""
    return bool(m.hands > 0 and m.ended != RUNNING)


@kernel
def payoff(m: Pokebacc, seat: int) -> int:
    """1 for the hand's winner: matches are won by hands."""
    return int(m.hand_winner == seat)


@kernel
def tell(m: Pokebacc, row: Played) -> None:
    """The facts of the hand that has just ended."""
    row.dealer, row.ended, row.winner = m.dealer, m.ended, m.hand_winner
    row.best = row.melds = row.disasters = row.turns = 0
    for seat in range(m.seats):
        row.best = max(row.best, m.score[seat])
        row.melds += m.melds[seat]
        row.turns += m.turns[seat]
        for i in range(m.melds[seat]):
            row.disasters += m.spoiler[seat, i] != NOBODY


def is_out(m: Pokebacc, seat: int) -> bool:
    """Whether a seat is out of the match (PB-53)."""
    return bool(m.status[seat] == OUT)


HAND = Hand(number, ended, payoff, Played, tell)
