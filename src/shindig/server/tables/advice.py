"""Advice at a table, computed once per turn of a seat."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

from shindig.bots.advice import Advice
from shindig.match import View
from shindig.messages import Message, say

from ..bot_pool.pool_interface import BotsLink
from ..table_log.table_state import TableState


class Advisor:
    """Cache of the advice for each seat's latest turn."""

    def __init__(self, bots: BotsLink) -> None:
        self._bots = bots
        self._latest: dict[int, tuple[Hashable, asyncio.Task[Advice]]] = {}

    async def advise(self, seat: int, turn: Hashable, view: View) -> Advice:
        """Return advice for a seat's turn. Raises BotError or BusyError; a later request may succeed."""
        known = self._latest.get(seat)
        if known is None or known[0] != turn or _failed(known[1]):
            if known is not None:
                known[1].cancel()
            known = self._latest[seat] = turn, asyncio.create_task(self._bots.advise(view))
        return await asyncio.shield(known[1])


def advice_refusal(state: TableState) -> Message:
    """Return the reason why a table gives no advice."""
    if state.drawing is not None:
        return say("tools-day")
    if state.settings.rated:
        return say("refuse-advice-rated")
    return say("tools-unadvised")


def _failed(task: asyncio.Task[Advice]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
