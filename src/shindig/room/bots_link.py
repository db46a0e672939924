"""The server's end of the pipe to the house's bots. A bot that fails delays its own table and nothing else."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any, Protocol

from ..bots.wire import BotError, answered, question
from ..match import View

TRIES = 2


class BotsLink(Protocol):
    """Where tables ask for bots' actions."""

    async def ask(self, bot: str, who: str, view: View) -> int:
        """The action of a bot for the seat whose view this is; `who` names it as long as it plays. Raises BotError."""

    async def compile(self, game_id: str) -> None:
        """See to it that a game is compiled, some time."""

    async def close(self) -> None: ...


class PipeLink:
    """Bots in another process, started when first needed and again when it died."""

    def __init__(self) -> None:
        self.compiled: Callable[[str], None] = lambda _: None
        """Called with the id of a game that the bots' process has compiled."""
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._ids = count()
        self._waiting: dict[int, asyncio.Future[int]] = {}
        self._starting = asyncio.Lock()

    async def ask(self, bot: str, who: str, view: View) -> int:
        asked = question(bot, who, view)
        for _ in range(TRIES):
            with suppress(ConnectionError):
                return await self._ask(asked)
        raise BotError(f"the bots' process ended {TRIES} times over one question")

    async def _ask(self, asked: dict[str, Any]) -> int:
        number = next(self._ids)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        process = await self._running()
        self._waiting[number] = answer
        try:
            self._send(process, {"id": number, **asked})
            return await answer
        finally:
            self._waiting.pop(number, None)

    async def compile(self, game_id: str) -> None:
        self._send(await self._running(), {"compile": game_id})

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if self._reading is not None:
            await self._reading

    @staticmethod
    def _send(process: Process, data: dict[str, Any]) -> None:
        assert process.stdin is not None
        process.stdin.write((json.dumps(data) + "\n").encode())

    async def _running(self) -> Process:
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                command = (sys.executable, "-m", "shindig.room.bots_process")
                self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
                self._reading = asyncio.create_task(self._read(self._process))
            return self._process

    async def _read(self, process: Process) -> None:
        """Hand answers out until the process ends; then those who wait are told."""
        assert process.stdout is not None
        async for line in process.stdout:
            data = json.loads(line)
            if "compiled" in data:
                self.compiled(data["compiled"])
                continue
            answer = self._waiting.pop(data["id"], None)
            if answer is None or answer.done():
                continue
            try:
                answer.set_result(answered(data, data["id"]))
            except BotError as error:
                answer.set_exception(error)
        await process.wait()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionResetError("the bots' process ended"))
