"""The rules as tables over the phases: legal actions, their effects, and the steps that follow."""

from __future__ import annotations

from shindig.core.kernel_compiler import inlined, kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.betting.steps import next_in

from .amount_proposals import close_answers, legal_reply, next_answer, propose, reply
from .between_hands import legal_words, next_speaker, pass_on, retire
from .deal import begin_turn
from .ending import end_hand, finish_match, next_hand
from .melding import answer, count_meld, lay, legal_answers
from .state import (
    ANSWER,
    ANSWERED,
    ASK,
    COUNT,
    DISASTER,
    DISCARD,
    GO_ON,
    HAND_ENDED,
    LAY,
    LEAVE,
    MATCH_ENDED,
    NEXT_HAND,
    NEXT_TURN,
    PASS,
    PROPOSE,
    RAISE,
    SPARE,
    SPEAK,
    TURN,
    TURN_OVER,
    Pokebacc,
)
from .turn import discard, end_turn, go_on, legal_turn


@inlined
@kernel
def legal(m: Pokebacc, ranges: Ranges) -> int:
    """Write the legal actions of the actor as ascending ranges; also from the actor's own view."""
    if m.phase == TURN:
        return int(legal_turn(m, ranges))
    if m.phase == DISASTER:
        return int(legal_answers(m, ranges))
    if m.phase == ANSWER:
        return int(legal_reply(ranges))
    return int(legal_words(m, ranges))


@kernel
def act(m: Pokebacc, action: int) -> int:
    """Play a legal action of the actor, and return the next step."""
    if action < DISCARD:
        return int(lay(m, action - LAY))
    if action < SPARE:
        return int(discard(m, action - DISCARD))
    if action < LEAVE:
        return int(answer(m, action))
    if action < PASS:
        return int(retire(m)) if m.phase == RAISE else int(reply(m, action))
    if action < PROPOSE:
        return int(pass_on(m))
    return int(propose(m, action))


@kernel
def apply(m: Pokebacc, action: int) -> None:
    """Play a legal action of the actor, and all that follows before another choice."""
    step = act(m, action)
    if step == ASK:
        step = next_answer(m)
    if step == ANSWERED:
        step = close_answers(m)
    if step == COUNT:
        step = count_meld(m)
    if step == GO_ON:
        step = go_on(m)
    if step == TURN_OVER:
        step = end_turn(m)
    if step == NEXT_TURN:
        begin_turn(m, next_in(m, int(m.turn)))
    if step == HAND_ENDED:
        step = end_hand(m)
    if step == NEXT_HAND:
        step = next_hand(m)
    if step == SPEAK:
        next_speaker(m)
    if step == MATCH_ENDED:
        finish_match(m)
