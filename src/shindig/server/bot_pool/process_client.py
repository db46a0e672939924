"""The server's side of one bot process: one question at a time, one line each way."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

COMMAND = (sys.executable, "-m", "shindig.server.bot_pool.bot_process")
LONGEST = 1 << 22
"""Longest answer in bytes."""


class BotProcess:
    """A bot process, started on the first question, and again after its end."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self.loaded: set[str] = set()
        """Games whose compiled bots this process has loaded."""
        self._process: Process | None = None

    async def ask(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer. Raises ConnectionError if the process ended, TimeoutError after ending it."""
        process = await self._ensure_running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                process.stdin.write((json.dumps(question) + "\n").encode())
                await process.stdin.drain()
                line = await process.stdout.readline()
        except BaseException:  # an answer that comes later would be taken for that to another question
            await self.close()
            raise
        if not line.endswith(b"\n"):
            await self.close()
            raise ConnectionResetError("the process ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _ensure_running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self.loaded.clear()
            self._process = await asyncio.create_subprocess_exec(*self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST)
        return self._process
