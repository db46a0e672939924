"""The turn: a person's move, and what is played in somebody's place."""

from __future__ import annotations

from ...games import GameError, IllegalAction
from ...games.scene import Prompt
from ...match import View
from .. import commands as c
from ..around import Around
from ..clock import bank_after, mildest
from ..events import Acted, Event, Held, Returned
from ..picking import action_of
from ..state import TableState
from ..told import Answer, LateError, RefusedError, RoomError
from .outcome import Decided, done, seat_of

MAX_KEY = 64
NO_PROMPT = Prompt("", ())


def move(state: TableState, command: c.Move, around: Around) -> Decided[Answer]:
    if command.key is not None and not (1 <= len(command.key) <= MAX_KEY and command.key.isprintable()):
        raise RoomError(f"a key has 1 to {MAX_KEY} letters")
    seat = seat_of(state, command.person)
    if state.paused:
        raise RefusedError("the table is paused")
    if command.token != state.token or state.actor != seat:
        raise _late(state, seat)
    view = state.view(seat)
    action = judged(view, command.choice)
    events: tuple[Event, ...] = (Acted(seat, action, "person", bank_after(state, seat, around.now)),)
    if state.seats[seat].held:
        events = (Returned(seat), *events)
    return Decided(events, Answer(state.seq + len(events), state.game.words.text(view.record, action)))


def _late(state: TableState, seat: int) -> LateError:
    actor = state.actor
    whose = f"it is the turn of {state.seats[actor].name}" if actor is not None else "nobody is to act now"
    return LateError(
        "that turn is over; look again and choose anew" if actor == seat else f"it is not your turn: {whose}"
    )


def judged(view: View, choice: c.Choice) -> int:
    """The action that the seat to act chose, judged from its own view alone.

    Raises RoomError, RefusedError with the clause, PickError.
    """
    number = _number(view, choice)
    if not 0 <= number < view.game.rules.num_actions:
        raise RoomError(f"actions are numbers from 0 to {view.game.rules.num_actions - 1}, not {number}")
    if not view.legal.allows(number):
        refusal = view.game.words.refuse(view.record, number)
        raise RefusedError(str(refusal), refusal.clause)
    return number


def _number(view: View, choice: c.Choice) -> int:
    """A choice as a number: from its text, or from what was touched."""
    if isinstance(choice, int):
        return choice
    if not isinstance(choice, str):
        return action_of(view.scene.prompt or NO_PROMPT, choice)
    try:
        return view.game.words.parse(view.record, choice)
    except IllegalAction as error:
        raise RefusedError(str(error), error.clause) from None
    except GameError as error:
        raise RoomError(str(error)) from None


def play_for(state: TableState, command: c.PlayFor, _: Around) -> Decided[None]:
    seat = command.seat
    action = mildest(state.view(seat)) if command.action is None else command.action
    return done(Acted(seat, action, command.by, state.seats[seat].bank))


def run_out(state: TableState, command: c.RunOut, around: Around) -> Decided[None]:
    seat = command.seat
    late = Acted(seat, mildest(state.view(seat)), "clock", bank_after(state, seat, around.now))
    if state.seats[seat].misses + 1 >= state.settings.misses:
        return done(late, Held(seat))
    return done(late)
