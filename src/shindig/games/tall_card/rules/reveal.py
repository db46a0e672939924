"""The reveal: hands shown, Ranks declared by the referee or by the players, pots paid. TC-17, TC-18."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.array_and_bit_kernels import is_canonical
from shindig.gamekit.betting.pots import settle_pots
from shindig.gamekit.betting.state import IN, NOBODY
from shindig.gamekit.betting.steps import ask_round, next_in
from shindig.gamekit.five_cards.state import HAND

from ..worth.ranks import declared, number_of, strength
from .deal import end_round
from .state import AUTO, DECLARE, DECLARED, RANKS, TallCard


@kernel
def begin_reveal(m: TallCard) -> None:
    """Let the referee declare, or ask every player in, from the Dealer's left, for a sealed declaration."""
    if m.declare == AUTO:
        reveal(m)
    else:
        ask_round(m, DECLARE)


@kernel
def legal_declarations(m: TallCard, ranges: Ranges) -> int:
    """Write every Rank that some of the hand's cards make; of equal cards, the first positions count."""
    hand, claimed = m.hand[m.actor], m.claimer == m.actor
    count = 0
    for mask in range(1, 1 << HAND):
        for number in range(1, RANKS if is_canonical(hand, mask) else 0):
            if declared(hand, mask, number, m.tall, claimed) >= 0:
                ranges[count, 0] = ranges[count, 1] = DECLARED + mask * RANKS + number
                count += 1
    return count


@kernel
def apply_declaration(m: TallCard, action: int) -> None:
    """Seal a declaration; when all are in, show them together."""
    m.sealed[m.actor] = action - DECLARED
    m.answered[m.actor] = 1
    m.actor = next_in(m, m.actor)
    if m.answered[m.actor]:
        reveal(m)


@kernel
def reveal(m: TallCard) -> None:
    """Show every hand still in with its Rank, pay the pots, and end the round."""
    for seat in range(m.seats):
        if m.status[seat] == IN:
            show(m, seat)
    settle_pots(m, m.strength)
    m.actor = NOBODY
    end_round(m)


@kernel
def show(m: TallCard, seat: int) -> None:
    """Turn a hand face up with its declared Rank, or its best one."""
    hand, claimed = m.hand[seat], m.claimer == seat
    for i in range(HAND):
        m.shown[seat, i] = hand[i]
    if m.sealed[seat] < 0:
        m.strength[seat] = strength(hand, m.tall, claimed)
        m.rank_number[seat] = number_of(m.strength[seat])
        return
    m.rank_cards[seat], m.rank_number[seat] = m.sealed[seat] // RANKS, m.sealed[seat] % RANKS
    m.strength[seat] = declared(hand, m.rank_cards[seat], m.rank_number[seat], m.tall, claimed)
