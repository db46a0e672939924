"""Replies of bots at one table. Each of their turns is asked about once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from shindig.bots.external_bot_json import BotError

from ..background_tasks import BackgroundTasks
from ..bot_pool.pool_interface import BotsLink
from ..metrics import BOT_SECONDS, Stopwatch
from ..table_log.table_state import Turn
from .scheduler import BotQuestion

KEPT = 50
"""Largest number of questions in the cache: more than can be open at once."""


AGAIN = 2.0
"""Seconds before a bot that owes an answer is asked again."""


class BotReplies:
    """Replies of bots to the questions of the latest turns. `wake` is called for each new one."""

    def __init__(self, bots: BotsLink, table: str, wake: Callable[[], None]) -> None:
        self.tasks = BackgroundTasks()
        self._bots, self._table, self._wake = bots, table, wake
        self._replies: dict[Turn, int | None] = {}
        """Reply by turn, the oldest first; None without an answer."""

    def reply_to(self, turn: Turn) -> int | None:
        """Return the reply for a turn, or None."""
        return self._replies.get(turn)

    def ask(self, question: BotQuestion) -> None:
        """Ask a bot, unless this question was asked before."""
        if question.turn in self._replies:
            return
        self._replies[question.turn] = None
        if len(self._replies) > KEPT:
            del self._replies[next(iter(self._replies))]
        self.tasks.start(self._consult(question), f"bot {self._table}")

    async def _consult(self, question: BotQuestion) -> None:
        """Ask a bot, and repeat the question if an answer is owed."""
        while not await self._answered(question) and question.owed:
            await asyncio.sleep(AGAIN)

    async def _answered(self, question: BotQuestion) -> bool:
        """Store the answer. Returns False without one; an illegal answer counts as none."""
        with suppress(BotError):
            with Stopwatch(BOT_SECONDS):
                action = await self._bots.ask(question.bot, f"{self._table}/{question.seat}", question.view)
            if question.view.legal.allows(action):
                self._replies[question.turn] = action
                self._wake()
                return True
        return False
