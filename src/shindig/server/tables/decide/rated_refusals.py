"""Refusals at a rated table with several people: a rival has no power over the match."""

from __future__ import annotations

from typing import Any

from shindig.messages import Message, say
from shindig.server.errors import RefusedError
from shindig.server.table_log.table_state import TableState

from .. import commands as c

PLAYED_OUT = say("refuse-rated-end")
RIVALS = say("refuse-rated-host")
RUNS_ON = say("refuse-rated-clock")
REFUSED: dict[type[c.Command[Any]], Message] = {
    c.Close: PLAYED_OUT,
    **dict.fromkeys((c.Remove, c.Hold), RIVALS),
    c.Pause: RUNS_ON,
}


def check(state: TableState, command: c.Command[Any]) -> None:
    """Raise RefusedError for a command that rated tables forbid."""
    if state.is_contested and (why := REFUSED.get(type(command))) is not None:
        raise RefusedError(why)
