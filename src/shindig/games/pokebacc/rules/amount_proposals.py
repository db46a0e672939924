"""Proposals of an amount, which the others pay or leave: PB-50, PB-51, PB-52, PB-54."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.state import IN, NOBODY, OUT
from shindig.gamekit.betting.steps import count_in
from shindig.gamekit.turn_and_range_kernels import write_range

from ..worth.meld_numbering import length_of
from .ending import end_match
from .funds import collect, put_in
from .state import (
    ALONE,
    ANSWER,
    ANSWERED,
    ASK,
    GO_ON,
    HAND_ENDED,
    LAST_LEFT,
    LEAVE,
    PAY,
    PROPOSE,
    SPEAK,
    WAIT,
    WITHDRAWN,
    Pokebacc,
)
from .variants import LEAVE_HAND, WITHIN_TURNS


@kernel
def propose(m: Pokebacc, action: int) -> int:
    """Put an amount in; everyone else with money answers, in turn."""
    m.proposer = m.actor
    m.proposed = action - PROPOSE + 1
    m.invited = 1
    m.spoken[m.actor] = 1
    m.answered[m.actor] = 1
    put_in(m, int(m.actor), m.proposed)
    return ASK


@kernel
def next_answer(m: Pokebacc) -> int:
    """Ask the next player who has not answered; a player without money stays in unasked."""
    for step in range(1, m.seats):
        seat = (m.proposer + step) % m.seats
        if m.status[seat] == IN and not m.answered[seat] and m.chips[seat] > 0:
            m.phase = ANSWER
            m.actor = seat
            return WAIT
    return ANSWERED


@kernel
def legal_reply(ranges: Ranges) -> int:
    """Write the choices: pay, or leave."""
    return write_range(ranges, LEAVE, PAY)


@kernel
def reply(m: Pokebacc, action: int) -> int:
    """Pay the proposed amount, or all there is; or leave the hand or the match."""
    m.answered[m.actor] = 1
    if action == PAY:
        put_in(m, int(m.actor), m.proposed)
    else:
        leave(m, int(m.actor))
    return ASK


@kernel
def leave(m: Pokebacc, seat: int) -> None:
    """Leave the hand with all one's cards, which are out until it ends; or the match, between two hands."""
    if not LEAVE_HAND[m.variant]:
        m.status[seat] = OUT
        return
    m.status[seat] = WITHDRAWN
    m.gone += m.cards[seat]
    for i in range(m.melds[seat]):
        m.gone += length_of(m.laid[seat, i], m.variant) + (m.spoiler[seat, i] != NOBODY)
        m.laid[seat, i] = NOBODY
        m.spoiler[seat, i] = NOBODY
        m.disaster[seat, i] = NOBODY
    m.melds[seat] = 0
    m.score[seat] = 0
    m.held[seat] = 0
    m.fresh[seat] = 0
    m.cards[seat] = 0


@kernel
def close_answers(m: Pokebacc) -> int:
    """Collect the money. If all others left, the proposer has won; else play goes on."""
    proposer = int(m.proposer)
    collect(m)
    m.answered[:] = 0
    m.proposer = NOBODY
    m.proposed = 0
    within = WITHIN_TURNS[m.variant]
    if count_in(m) > 1:
        return GO_ON if within else SPEAK
    if not within:
        return end_match(m, proposer, LAST_LEFT)
    m.ended = ALONE
    m.hand_winner = proposer
    return HAND_ENDED
