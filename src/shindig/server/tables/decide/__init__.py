"""Decisions on commands: events, or a refusal. This code does not write, wait, draw or read a clock.

Its inputs are the table's state (`TableState`) and the values that no log holds (`DecisionInputs`). Commands of people
and of the server are decided alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from shindig.server.table_log.events import Settled
from shindig.server.table_log.table_state import TableState

from .. import commands as c
from ..decision_inputs import DecisionInputs
from . import (
    agreements,
    cut_commands,
    daily_refusals,
    rated_refusals,
    seat_commands,
    simultaneous_commands,
    single_player_commands,
    table_commands,
    turn_commands,
)
from .decision import Decision

T = TypeVar("T")


def decide(state: TableState, command: c.Command[T], around: DecisionInputs) -> Decision[T]:
    """Decide a command: return its events and answer. Raises RoomError without any change.

    The results of a finished match are stored before any other event.
    """
    if state.drawing is not None:
        daily_refusals.check(state, command)
    if state.settings.rated:
        rated_refusals.check(state, command)
    decided: Decision[T] = DECIDES[type(command)](state, command, around)
    return decided._replace(events=(Settled(state.number), *decided.events)) if state.unsettled else decided


DECIDES: dict[type[c.Command[Any]], Callable[[TableState, Any, DecisionInputs], Decision[Any]]] = {
    c.Open: table_commands.open_table,
    c.Begin: table_commands.begin,
    c.Pause: table_commands.pause,
    c.Resume: table_commands.resume,
    c.GoOn: table_commands.go_on,
    c.Agree: agreements.agree,
    c.Decline: agreements.decline,
    c.Poke: table_commands.poke,
    c.Say: table_commands.say,
    c.Show: table_commands.show,
    c.Close: table_commands.close,
    c.Clear: table_commands.clear,
    c.Lead: table_commands.lead,
    c.BeginGathered: table_commands.begin_gathered,
    c.RunScheduler: table_commands.do_nothing,
    c.Sit: seat_commands.sit,
    c.AddBot: seat_commands.add_bot,
    c.Leave: seat_commands.leave,
    c.Remove: seat_commands.remove,
    c.Readmit: seat_commands.readmit,
    c.Mute: seat_commands.mute,
    c.NameHost: seat_commands.name_host,
    c.PassHost: seat_commands.pass_host,
    c.Rename: seat_commands.rename,
    c.Back: seat_commands.return_to_seat,
    c.Hold: seat_commands.hold,
    c.Ease: seat_commands.ease,
    c.SetTempo: single_player_commands.set_tempo,
    c.Nudge: single_player_commands.nudge,
    c.TakeBack: single_player_commands.take_back,
    c.Welcome: seat_commands.welcome,
    c.StandIn: seat_commands.stand_in,
    c.PlayMove: turn_commands.play_move,
    c.PlayFor: turn_commands.play_for,
    c.RunOut: turn_commands.run_out,
    c.Count: simultaneous_commands.count_answers,
    c.Seal: cut_commands.seal,
    c.Reveal: cut_commands.reveal,
    c.NextStage: cut_commands.next_stage,
    c.MakeOrder: cut_commands.make_cut_order,
}
"""The function that decides each command."""
