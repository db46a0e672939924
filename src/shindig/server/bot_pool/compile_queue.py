"""Queue of games to compile beside the server: one part at a time, each in its own process, rules before policies."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import Process
from collections.abc import Sequence

from shindig.gamekit import game as game_by_id

from ..background_tasks import end_tasks
from .pool_interface import CompiledCallback, CompiledPart

COMMAND = (sys.executable, "-m", "shindig.server.bot_pool.rules_compilation")
TRIES = 2
ORDER: tuple[CompiledPart, ...] = ("rules", "policies")


class CompileQueue:
    """Compiler processes. They leave machine code in the cache on disk for all processes.

    A part and a game are appended to `command`.
    """

    def __init__(self, told: CompiledCallback, command: Sequence[str] = COMMAND) -> None:
        self._told, self._command = told, command
        self._asked: set[str] = set()
        self.rules: dict[str, asyncio.Future[bool]] = {}
        """By game, a future with the result of compiling its rules."""
        self._wanted: asyncio.PriorityQueue[tuple[int, int, str]] = asyncio.PriorityQueue()
        self._working: asyncio.Task[None] | None = None
        self._process: Process | None = None

    def request(self, game_id: str) -> None:
        """Compile a game, unless it was compiled before."""
        if game_id in self._asked:
            return
        self._asked.add(game_id)
        self.rules[game_id] = asyncio.get_running_loop().create_future()
        parts = ORDER if game_by_id(game_id).policies else ORDER[:1]
        for place in range(len(parts)):
            self._wanted.put_nowait((place, len(self._asked), game_id))
        if self._working is None:
            self._working = asyncio.create_task(self._compile_requested())

    async def close(self) -> None:
        await end_tasks(self._working)
        for waiting in self.rules.values():
            waiting.cancel()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def _compile_requested(self) -> None:
        while True:
            place, _, game_id = await self._wanted.get()
            if done := await self._compile_part(ORDER[place], game_id):
                self._told(ORDER[place], game_id)
            if ORDER[place] == "rules":
                self.rules[game_id].set_result(done)

    async def _compile_part(self, what: CompiledPart, game_id: str) -> bool:
        """Compile a part of a game. Returns False on failure; a killed process is started again."""
        for _ in range(TRIES):
            self._process = await asyncio.create_subprocess_exec(
                *self._command, what, game_id, stdin=asyncio.subprocess.PIPE
            )
            status = await self._process.wait()
            if status >= 0:
                return status == 0
        return False
