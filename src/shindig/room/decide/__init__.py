"""What comes of a command: events, or a refusal. Nothing here writes, waits, draws or asks the time.

What a table is, its log says (`TableState`); what no log holds, the moment (`Around`). People's commands and the room's
own are decided alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .. import commands as c
from ..around import Around
from ..events import Settled
from ..state import TableState
from . import alone, cuts, daily, rated, seats, table, together, turns
from .outcome import Decided

T = TypeVar("T")


def decide(state: TableState, command: c.Command[T], around: Around) -> Decided[T]:
    """The events that a command brings about, and the answer to it. Raises RoomError: nothing happens.

    A match that is over comes into the books before anything else happens.
    """
    if state.drawing is not None:
        daily.check(state, command)
    if state.settings.rated:
        rated.check(state, command)
    decided: Decided[T] = DECIDES[type(command)](state, command, around)
    return decided._replace(events=(Settled(state.number), *decided.events)) if state.unsettled else decided


DECIDES: dict[type[c.Command[Any]], Callable[[TableState, Any, Around], Decided[Any]]] = {
    c.Open: table.open_table,
    c.Begin: table.begin,
    c.Pause: table.pause,
    c.Resume: table.resume,
    c.GoOn: table.go_on,
    c.Agree: table.agree,
    c.Say: table.say,
    c.Show: table.show,
    c.Close: table.close,
    c.Clear: table.clear,
    c.Nothing: table.nothing,
    c.Sit: seats.sit,
    c.AddBot: seats.add_bot,
    c.Leave: seats.leave,
    c.Remove: seats.remove,
    c.Back: seats.back,
    c.Hold: seats.hold,
    c.Ease: seats.ease,
    c.SetTempo: alone.set_tempo,
    c.Nudge: alone.nudge,
    c.TakeBack: alone.take_back,
    c.Welcome: seats.welcome,
    c.StandIn: seats.stand_in,
    c.Move: turns.move,
    c.PlayFor: turns.play_for,
    c.RunOut: turns.run_out,
    c.Count: together.count,
    c.Seal: cuts.seal,
    c.Reveal: cuts.reveal,
    c.NextStage: cuts.next_stage,
    c.Deal: cuts.deal,
}
"""Who decides each command."""
