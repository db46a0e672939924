"""An amount is proposed, and the others pay it or leave: PB-50, PB-51, PB-52, PB-54."""

from __future__ import annotations

from typing import Any

from ..betting import IN, NOBODY, OUT, count_in
from ..kernels import kernel
from .between import next_speaker
from .ending import end_hand, finish_match
from .funds import collect, put_in
from .melds import MELD_LENGTH
from .record import ALONE, ANSWER, LAST_LEFT, LEAVE, PAY, PROPOSE, WITHDRAWN
from .turn import go_on
from .variants import LEAVE_HAND, WITHIN_TURNS


@kernel
def propose(m: Any, action: int) -> None:
    """Put an amount in; everyone else who has money answers, in turn."""
    m.proposer = m.actor
    m.proposed = action - PROPOSE + 1
    m.invited = 1
    m.spoken[m.actor] = 1
    m.answered[m.actor] = 1
    put_in(m, m.actor, m.proposed)
    next_answer(m)


@kernel
def next_answer(m: Any) -> None:
    """Ask the next who has not answered; who has nothing left stays in unasked."""
    for step in range(1, m.seats):
        seat = (m.proposer + step) % m.seats
        if m.status[seat] == IN and not m.answered[seat] and m.chips[seat] > 0:
            m.phase = ANSWER
            m.actor = seat
            return
    close_answers(m)


@kernel
def legal_reply(ranges: Any) -> int:
    """Pay, or leave."""
    ranges[0, 0] = PAY
    ranges[0, 1] = LEAVE
    return 1


@kernel
def reply(m: Any, action: int) -> None:
    """Pay what is proposed, or all there is; or leave the hand or the match."""
    m.answered[m.actor] = 1
    if action == PAY:
        put_in(m, m.actor, m.proposed)
    else:
        leave(m, m.actor)
    next_answer(m)


@kernel
def leave(m: Any, seat: int) -> None:
    """Leave the hand with all one's cards, which are out until it ends; or the match, between two hands."""
    if not LEAVE_HAND[m.variant]:
        m.status[seat] = OUT
        return
    m.status[seat] = WITHDRAWN
    m.gone += m.cards[seat]
    for i in range(m.melds[seat]):
        m.gone += MELD_LENGTH[m.variant, m.laid[seat, i]] + (m.spoiler[seat, i] != NOBODY)
        m.laid[seat, i] = NOBODY
        m.spoiler[seat, i] = NOBODY
        m.disaster[seat, i] = NOBODY
    m.melds[seat] = 0
    m.score[seat] = 0
    m.held[seat] = 0
    m.fresh[seat] = 0
    m.cards[seat] = 0


@kernel
def close_answers(m: Any) -> None:
    """Collect the money. Where all others left, the proposer has won; else play goes on where it was."""
    proposer = m.proposer
    collect(m)
    m.answered[:] = 0
    m.proposer = NOBODY
    m.proposed = 0
    if WITHIN_TURNS[m.variant]:
        if count_in(m) == 1:
            end_hand(m, proposer, ALONE)
        else:
            go_on(m)
    elif count_in(m) == 1:
        finish_match(m, proposer, LAST_LEFT)
    else:
        next_speaker(m)
