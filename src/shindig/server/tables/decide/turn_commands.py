"""Commands of a turn: a person's move, and actions in a person's place."""

from __future__ import annotations

from shindig.match import View
from shindig.messages import say
from shindig.server.errors import LateError, RefusedError
from shindig.server.schemas import Answer
from shindig.server.table_log.events import Acted, Event, Held, Returned
from shindig.server.table_log.legal_action_facts import only_action, timeout_action
from shindig.server.table_log.table_state import TableState
from shindig.server.table_log.turn_clock import remaining_bank

from .. import commands as c
from ..controls_to_actions import plan_of
from ..decision_inputs import DecisionInputs
from .action_check import check_action
from .decision import Decision, decided, seat_of
from .exchange_plan import plan_exchange
from .simultaneous_commands import take_answer


def play_move(state: TableState, command: c.PlayMove, around: DecisionInputs) -> Decision[Answer]:
    seat = seat_of(state, command.person)
    who = state.seats[seat]
    if state.paused:
        raise RefusedError(say("refuse-paused"))
    if who.newcomer:
        raise RefusedError(say("refuse-newcomer"))
    if state.next_question is not None:
        return take_answer(state, seat, command)
    if command.token != state.token or state.to_act != seat:
        raise _late(state, seat)
    view, now = state.view(seat), around.now
    actions, bank = chosen_actions(state, view, command.choice), remaining_bank(state, seat, now)
    action, took = actions[0], round(now - state.since, 3) if only_action(view) is None else 0.0
    events: tuple[Event, ...] = (Acted(seat, action, "person", bank, took),)
    if len(actions) > 1:
        events += tuple(Acted(seat, one, "plan", bank) for one in actions[1:])
    if who.held:
        events = (Returned(seat), *events)
    return Decision(events, Answer(state.seq + len(events), state.game.words.text(view.plain, action)))


def chosen_actions(state: TableState, view: View, choice: c.Choice) -> tuple[int, ...]:
    """Return the chosen action, or the actions of an exchange. Raises RoomError, RefusedError."""
    if isinstance(choice, (str, int)):
        return (check_action(view, choice),)
    plan = choice if isinstance(choice, tuple) else plan_of(choice)
    if plan is None:
        return (check_action(view, choice),)
    assert state.match is not None
    return plan_exchange(state.match, view, plan)


def _late(state: TableState, seat: int) -> LateError:
    actor = state.actor
    if actor is None:
        return LateError(say("refuse-nobodys-turn"))
    return LateError(say("refuse-late") if actor == seat else say("refuse-turn", person=state.seats[actor].name))


def play_for(state: TableState, command: c.PlayFor, _: DecisionInputs) -> Decision[None]:
    seat = command.seat
    action = timeout_action(state.view(seat)) if command.action is None else command.action
    return decided(Acted(seat, action, command.by, state.seats[seat].bank))


def run_out(state: TableState, command: c.RunOut, around: DecisionInputs) -> Decision[None]:
    seat = command.seat
    late = Acted(seat, timeout_action(state.view(seat)), "clock", remaining_bank(state, seat, around.now))
    if state.seats[seat].misses + 1 >= state.settings.misses:
        return decided(late, Held(seat))
    return decided(late)
