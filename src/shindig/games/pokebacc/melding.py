"""Melds laid down and the Disasters that spoil them: PB-11, PB-30, PB-31, PB-40."""

from __future__ import annotations

from typing import Any

from ..betting import IN, NOBODY, count_in, next_in
from ..kernels import kernel
from ..record import UNKNOWN
from .ending import end_hand
from .melds import BIT, FAMILY, MELD_KIND, MELD_LENGTH, MELD_MASK, MELD_SCORE, ROYAL_FAMILY, TROVE, put
from .record import AT_ONCE, INFLICT, SPARE
from .record import DISASTER as DISASTER_PHASE
from .turn import go_on
from .variants import DISASTER


@kernel
def lay(m: Any, number: int) -> None:
    """Lay a meld down. A Family, a Treasure or a Trove waits for everybody's sealed answer."""
    seat, v = m.actor, m.variant
    place = m.melds[seat]
    m.held[seat] &= ~MELD_MASK[v, number]
    m.cards[seat] -= MELD_LENGTH[v, number]
    m.laid[seat, place] = number
    m.melds[seat] += 1
    m.melded = 1
    if MELD_KIND[v, number] >= FAMILY and count_in(m) > 1:
        m.phase = DISASTER_PHASE
        m.actor = next_in(m, seat)
    else:
        count_meld(m)


@kernel
def legal_answers(m: Any, ranges: Any) -> int:
    """Inflict a Disaster that one holds, or none."""
    held = m.held[m.actor] >> DISASTER[m.variant]
    count = 0
    for k in range(4):
        if held >> k & 1:
            count = put(ranges, count, INFLICT + k)
    return int(put(ranges, count, SPARE))


@kernel
def answer(m: Any, action: int) -> None:
    """Seal an answer; when all are in, the yes nearest in turn order counts (PB-31)."""
    m.sealed[m.actor] = action - INFLICT
    m.answered[m.actor] = 1
    m.actor = next_in(m, m.actor)
    if m.actor == m.turn:
        open_answers(m)
        count_meld(m)


@kernel
def open_answers(m: Any) -> None:
    """Add the nearest Disaster to the last meld laid; the other answers stay unknown."""
    place = m.melds[m.turn] - 1
    for step in range(1, m.seats):
        seat = (m.turn + step) % m.seats
        if m.status[seat] == IN and m.sealed[seat] < SPARE - INFLICT and m.spoiler[m.turn, place] == NOBODY:
            card = DISASTER[m.variant] + m.sealed[seat]
            m.held[seat] &= ~BIT[card]
            m.cards[seat] -= 1
            m.spoiler[m.turn, place] = seat
            m.disaster[m.turn, place] = card
    m.sealed[:] = UNKNOWN
    m.answered[:] = 0


@kernel
def count_meld(m: Any) -> None:
    """Count the last meld laid, unless it is spoiled; some win the hand at once (PB-40)."""
    seat, v = m.turn, m.variant
    place = m.melds[seat] - 1
    number = m.laid[seat, place]
    kind = MELD_KIND[v, number]
    if m.spoiler[seat, place] == NOBODY:
        m.score[seat] += MELD_SCORE[v, number]
        if kind in (ROYAL_FAMILY, TROVE):
            end_hand(m, seat, AT_ONCE)
            return
    go_on(m)
