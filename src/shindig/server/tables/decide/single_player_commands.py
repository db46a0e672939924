"""Commands of a person alone with bots: tempo, next bot, undo."""

from __future__ import annotations

from shindig.messages import say
from shindig.server.errors import LateError, RefusedError, RoomError
from shindig.server.person import Person
from shindig.server.table_log.events import Nudged, Paced, Undone
from shindig.server.table_log.single_player import TEMPOS, can_undo, is_out
from shindig.server.table_log.table_state import TableState

from .. import commands as c
from ..decision_inputs import DecisionInputs
from .decision import Decision, decided, seat_of


def set_tempo(state: TableState, command: c.SetTempo, _: DecisionInputs) -> Decision[None]:
    seat, tempo = _alone(state, command.person), command.tempo
    if tempo not in TEMPOS:
        raise RoomError(f"expected one of {', '.join(TEMPOS)}, not {tempo[:20]!r}")
    if tempo == "end" and not is_out(state, seat):
        raise RefusedError(say("refuse-skip"))
    return decided() if state.seats[seat].tempo == tempo else decided(Paced(seat, tempo))


def nudge(state: TableState, command: c.Nudge, _: DecisionInputs) -> Decision[None]:
    seat = _alone(state, command.person)
    if state.actor in (None, seat) or state.paused:
        raise RefusedError(say("refuse-nudge"))
    return decided() if state.nudged == state.turn else decided(Nudged(seat))


def take_back(state: TableState, command: c.TakeBack, _: DecisionInputs) -> Decision[None]:
    seat = _alone(state, command.person)
    if command.token != state.token:
        raise LateError(say("refuse-late"))
    if not can_undo(state, seat):
        raise RefusedError(say("refuse-take-back"))
    return decided(Undone(seat, state.past[-1].steps))


def _alone(state: TableState, person: Person) -> int:
    """Return the seat of a person who is alone with bots. Raises RefusedError."""
    seat = seat_of(state, person)
    if state.single_player != seat:
        raise RefusedError(say("refuse-only-alone"))
    return seat
