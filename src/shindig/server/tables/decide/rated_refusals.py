"""Refusals at a rated table with several people: a rival has no power over the match."""

from __future__ import annotations

from typing import Any

from shindig.server.errors import RefusedError
from shindig.server.table_log.table_state import TableState

from .. import commands as c

PLAYED_OUT = "a rated match is played to its end; who leaves before comes last"
RIVALS = "at a rated table the host is a rival like all others; for who is not there a bot steps in by itself"
RUNS_ON = "at a rated table the clock runs on"
REFUSED: dict[type[c.Command[Any]], str] = {
    c.Close: PLAYED_OUT,
    **dict.fromkeys((c.Remove, c.Hold), RIVALS),
    c.Pause: RUNS_ON,
}


def check(state: TableState, command: c.Command[Any]) -> None:
    """Raise RefusedError for a command that rated tables forbid."""
    if state.is_contested and (why := REFUSED.get(type(command))) is not None:
        raise RefusedError(why)
