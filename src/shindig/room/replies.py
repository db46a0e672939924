"""What the house's bots answer for one table: each turn of theirs is asked about once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from .bots_link import BotError, BotsLink
from .due import Question
from .state import Turn


class Replies:
    """A bot's reply to the question of the latest turn; `wake` is called when it is there."""

    def __init__(self, bots: BotsLink, table: str, wake: Callable[[], None]) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self._bots, self._table, self._wake = bots, table, wake
        self._asked: Turn | None = None
        self._reply: tuple[Turn, int] | None = None

    def of(self, turn: Turn) -> int | None:
        """What was answered for a turn."""
        return self._reply[1] if self._reply is not None and self._reply[0] == turn else None

    def ask(self, turn: Turn, question: Question) -> None:
        """Have a bot asked, unless it was."""
        if self._asked != turn:
            self._asked = turn
            task = asyncio.create_task(self._consult(turn, question))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _consult(self, turn: Turn, question: Question) -> None:
        """Ask. An answer that is not legal counts as none."""
        with suppress(BotError):
            action = await self._bots.ask(question.bot, f"{self._table}/{question.seat}", question.view)
            if question.view.legal.allows(action):
                self._reply = turn, action
                self._wake()
