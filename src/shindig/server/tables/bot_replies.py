"""What the house's bots answer for one table: each turn of theirs is asked about once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from shindig.bots.bot_protocol import BotError

from ..bot_pool.interface import BotsLink
from ..metrics import BOT_SECONDS, Stopwatch
from ..table_log.table_state import Turn
from .scheduler import BotQuestion

KEPT = 50
"""Questions that are remembered: more than can be asked at once."""


AGAIN = 2.0
"""Seconds until a bot is asked again that owes an answer."""


class BotReplies:
    """Bots' replies to the questions of the latest turns; `wake` is called when one is there."""

    def __init__(self, bots: BotsLink, table: str, wake: Callable[[], None]) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self._bots, self._table, self._wake = bots, table, wake
        self._replies: dict[Turn, int | None] = {}
        """By what was asked, the oldest first; None where no answer has come."""

    def reply_to(self, turn: Turn) -> int | None:
        """What was answered for a turn."""
        return self._replies.get(turn)

    def ask(self, question: BotQuestion) -> None:
        """Have a bot asked, unless it was."""
        if question.turn in self._replies:
            return
        self._replies[question.turn] = None
        if len(self._replies) > KEPT:
            del self._replies[next(iter(self._replies))]
        task = asyncio.create_task(self._consult(question))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _consult(self, question: BotQuestion) -> None:
        """Ask; again and again, where an answer is owed."""
        while not await self._answered(question) and question.owed:
            await asyncio.sleep(AGAIN)

    async def _answered(self, question: BotQuestion) -> bool:
        """Whether an answer has come. One that is not legal counts as none."""
        with suppress(BotError):
            with Stopwatch(BOT_SECONDS):
                action = await self._bots.ask(question.bot, f"{self._table}/{question.seat}", question.view)
            if question.view.legal.allows(action):
                self._replies[question.turn] = action
                self._wake()
                return True
        return False
