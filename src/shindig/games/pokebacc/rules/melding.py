"""Melds laid down and the Disasters that spoil them: PB-11, PB-30, PB-31, PB-40."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import UNKNOWN, Ranges
from shindig.gamekit.betting.state import IN, NOBODY
from shindig.gamekit.betting.steps import count_in, next_in

from ..worth.meld_numbering import BIT, FAMILY, ROYAL_FAMILY, TROVE, kind_of, length_of, mask_of, score_of
from ..worth.melds import put
from .state import AT_ONCE, COUNT, GO_ON, HAND_ENDED, INFLICT, SPARE, WAIT, Pokebacc
from .state import DISASTER as DISASTER_PHASE
from .variants import DISASTER


@kernel
def lay(m: Pokebacc, number: int) -> int:
    """Lay a meld down. A Family (PB-23) or a Trove (PB-24) waits for possible Disasters (PB-30)."""
    seat, v = m.actor, m.variant
    place = m.melds[seat]
    m.held[seat] &= ~mask_of(number, v)
    m.cards[seat] -= length_of(number, v)
    m.laid[seat, place] = number
    m.melds[seat] += 1
    m.melded = 1
    if kind_of(number, v) >= FAMILY and count_in(m) > 1:
        m.phase = DISASTER_PHASE
        m.actor = next_in(m, seat)
        return WAIT
    return COUNT


@kernel
def legal_answers(m: Pokebacc, ranges: Ranges) -> int:
    """Write none, and each Disaster that the actor holds (PB-30)."""
    held = m.held[m.actor] >> DISASTER[m.variant]
    count = put(ranges, 0, SPARE)
    for k in range(4):
        if held >> k & 1:
            count = put(ranges, count, INFLICT + k)
    return int(count)


def still_to_answer(m: Pokebacc) -> list[int]:
    """Return the seats that are still to seal an answer, in turn order."""
    seats = [int(m.actor)]
    while (seat := int(next_in(m, seats[-1]))) != m.turn:
        seats.append(seat)
    return seats


@kernel
def answer(m: Pokebacc, action: int) -> int:
    """Seal an answer; when all are in, the yes nearest in turn order counts (PB-31)."""
    m.sealed[m.actor] = action - SPARE
    m.answered[m.actor] = 1
    m.actor = next_in(m, m.actor)
    if m.actor != m.turn:
        return WAIT
    open_answers(m)
    return COUNT


@kernel
def open_answers(m: Pokebacc) -> None:
    """Add the nearest Disaster to the last meld laid; the other answers stay unknown."""
    place = m.melds[m.turn] - 1
    for step in range(1, m.seats):
        seat = (m.turn + step) % m.seats
        if m.status[seat] == IN and m.sealed[seat] > 0 and m.spoiler[m.turn, place] == NOBODY:
            card = DISASTER[m.variant] + m.sealed[seat] - 1
            m.held[seat] &= ~BIT[card]
            m.cards[seat] -= 1
            m.spoiler[m.turn, place] = seat
            m.disaster[m.turn, place] = card
    m.sealed[:] = UNKNOWN
    m.answered[:] = 0


@kernel
def count_meld(m: Pokebacc) -> int:
    """Count the last meld laid, unless it is spoiled; some win the hand immediately (PB-40)."""
    seat, v = m.turn, m.variant
    place = m.melds[seat] - 1
    number = m.laid[seat, place]
    kind = kind_of(number, v)
    if m.spoiler[seat, place] == NOBODY:
        m.score[seat] += score_of(number, v)
        if kind in (ROYAL_FAMILY, TROVE):
            m.ended = AT_ONCE
            m.hand_winner = seat
            return HAND_ENDED
    return GO_ON
