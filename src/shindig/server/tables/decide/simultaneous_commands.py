"""Answers to simultaneous questions, and the moment when they count."""

from __future__ import annotations

from shindig.core.layout_and_views import copy_records
from shindig.match import View
from shindig.messages import say
from shindig.server.errors import LateError
from shindig.server.schemas import Answer
from shindig.server.table_log.events import Acted, Answered
from shindig.server.table_log.legal_action_facts import is_public_action, timeout_action
from shindig.server.table_log.table_state import TableState

from .. import commands as c
from ..decision_inputs import DecisionInputs
from .action_check import check_action
from .decision import Decision


def take_answer(state: TableState, seat: int, command: c.PlayMove) -> Decision[Answer]:
    """Take a person's answer until all count. Raises LateError without an open question for the seat."""
    asked = state.question_of(seat)
    if asked is None or command.token != state.question_token(asked):
        raise LateError(say("refuse-late"))
    view = state.question_view(asked)
    action = check_action(view, command.choice)
    return Decision((Answered(*asked, action),), Answer(state.seq, state.game.words.text(view.plain, action)))


def count_answers(state: TableState, _: c.Count, around: DecisionInputs) -> Decision[None]:
    """Play the answers in the order of the rules, with the timeout action for missing ones. Stop at the first public
    answer."""
    assert state.match is not None
    assert state.gathering is not None
    record, game, events = copy_records(state.match.array), state.game, list[Acted]()
    given = {**around.answers, **state.gathering.answers}
    for asked in state.gathering.open:
        if asked != (int(record["actor"][0]), int(record["phase"][0])):
            break
        view = View(game, game.view(record, asked.seat))
        action = given.get(asked, -1)
        action = action if view.legal.allows(action) else timeout_action(view)
        events.append(Acted(asked.seat, action, "together", state.seats[asked.seat].bank))
        if is_public_action(view, action):
            break
        game.engine.apply(record, 0, action)
    return Decision(tuple(events), None)
