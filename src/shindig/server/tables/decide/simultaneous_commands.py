"""What several are asked at once: a person's answer, and the moment when all answers count."""

from __future__ import annotations

from shindig.core.record_layout import snapshot
from shindig.match import View
from shindig.server.errors import LateError
from shindig.server.schemas import Answer
from shindig.server.table_log.events import Acted, Answered
from shindig.server.table_log.legal_choices import is_heard, mildest
from shindig.server.table_log.table_state import TableState

from .. import commands as c
from ..decision_inputs import Around
from .action_check import judged
from .decision import Decided


def answer(state: TableState, seat: int, command: c.Move) -> Decided[Answer]:
    """A person's answer, which is kept until all count. Raises LateError for who is not asked this, or not any more."""
    asked = state.question_of(seat)
    if asked is None or command.token != state.token_of(asked):
        raise LateError("you are not asked this now; look again")
    view = state.view_of(asked)
    action = judged(view, command.choice)
    return Decided((Answered(*asked, action),), Answer(state.seq, state.game.words.text(view.plain, action)))


def count(state: TableState, _: c.Count, around: Around) -> Decided[None]:
    """Play the answers in the order of the rules, the mildest for who gave none, until one tells all something new."""
    assert state.match is not None
    assert state.gathering is not None
    record, game, events = snapshot(state.match.array), state.game, list[Acted]()
    given = {**around.answers, **state.gathering.answers}
    for asked in state.gathering.open:
        if asked != (int(record["actor"][0]), int(record["phase"][0])):
            break
        view = View(game, game.view(record, asked.seat))
        action = given.get(asked, -1)
        action = action if view.legal.allows(action) else mildest(view)
        events.append(Acted(asked.seat, action, "together", state.seats[asked.seat].bank))
        if is_heard(view, action):
            break
        game.engine.apply(record, 0, action)
    return Decided(tuple(events), None)
