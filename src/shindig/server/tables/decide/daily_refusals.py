"""Refusals at the deal of the day, which a person plays alone, as it was dealt, to its end."""

from __future__ import annotations

from typing import Any

from shindig.messages import Message, say
from shindig.server.errors import RefusedError
from shindig.server.table_log.table_state import TableState

from .. import commands as c

ALONE = say("refuse-day-alone")
STAYS = say("tools-day-waits")
ONCE = say("refuse-day-once")
REFUSED: dict[type[c.Command[Any]], Message] = {
    **dict.fromkeys((c.Sit, c.AddBot, c.Remove, c.Hold), ALONE),
    **dict.fromkeys((c.Leave, c.Close, c.Pause), STAYS),
    c.TakeBack: say("refuse-day-undo"),
}
"""Refusal of each command during the match."""


def check(state: TableState, command: c.Command[Any]) -> None:
    """Raise RefusedError for a command that the deal of the day forbids."""
    if isinstance(command, c.Agree) and command.to == "rematch":
        raise RefusedError(ONCE)
    if not isinstance(command, (c.Leave, c.Close)) or state.playing:
        for kind, why in REFUSED.items():
            if isinstance(command, kind):
                raise RefusedError(why)
