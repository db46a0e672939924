"""The rules as two tables over the phases: what is legal, and what it does."""

from __future__ import annotations

from typing import Any

from ..kernels import kernel
from .between import legal_words, pass_on
from .gamble import legal_reply, propose, reply
from .melding import answer, lay, legal_answers
from .record import ANSWER, DISASTER, DISCARD, INFLICT, LAY, PASS, PAY, PROPOSE, TURN
from .turn import discard, legal_turn


@kernel
def legal(m: Any, ranges: Any) -> int:
    """Write the legal actions of the actor as ascending ranges; also from the actor's own view."""
    if m.phase == TURN:
        return int(legal_turn(m, ranges))
    if m.phase == DISASTER:
        return int(legal_answers(m, ranges))
    if m.phase == ANSWER:
        return int(legal_reply(ranges))
    return int(legal_words(m, ranges))


@kernel
def apply(m: Any, action: int) -> None:
    """Play a legal action of the actor."""
    if action < DISCARD:
        lay(m, action - LAY)
    elif action < INFLICT:
        discard(m, action - DISCARD)
    elif action < PAY:
        answer(m, action)
    elif action < PASS:
        reply(m, action)
    elif action < PROPOSE:
        pass_on(m)
    else:
        propose(m, action)
