"""External bots: a program that reads questions and writes answers, one per line, or an HTTP address.

`wire.py` and docs/bots.md describe questions and answers.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from ..match import View
from .wire import BotError, answered, plain_question

Question = dict[str, Any]
Ask = Callable[[Question, float], object]
"""(question, seconds to wait) -> answer. Raises BotError."""


class OutsideBot:
    """An external bot for one seat."""

    clock = staticmethod(perf_counter)
    """Clock for its time limit: wall time, since it runs in another process."""

    def __init__(self, name: str, ask: Ask, who: str, patience: float) -> None:
        self.name = name
        self._ask, self._who, self._patience, self._ids = ask, who, patience, count()

    def act(self, view: View) -> int:
        """Ask for an action. Raises BotError."""
        number = next(self._ids)
        asked = {"id": number, **plain_question("", self._who, view)}
        return answered(self._ask(asked, self._patience), number)


class Program:
    """A program that answers one line at a time and runs until its input ends."""

    def __init__(self, command: str) -> None:
        """Start the program. Raises BotError if it does not start."""
        if not command.strip():
            raise BotError("names no program: expected cmd:command")
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise BotError(f"does not start: {error}") from error
        self._asked: SimpleQueue[bytes] = SimpleQueue()
        self._told: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=self._talk, daemon=True).start()

    def ask(self, question: Question, patience: float) -> object:
        """Ask a question and wait for the answer. Raises BotError."""
        self._asked.put(json.dumps(question).encode() + b"\n")
        try:
            line = self._told.get(timeout=patience)
        except Empty:
            raise BotError(f"gave no answer in {patience:g} seconds") from None
        if not line:
            raise BotError(f"ended with status {self._process.wait()}")
        return parsed(line)

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        """Close the program's input, which ends it."""
        self._asked.put(b"")

    def _talk(self) -> None:
        """Pass questions in and answers out, in a thread of its own. An empty line means that the program ended."""
        with suppress(OSError), self._process:
            while (question := self._asked.get()) and self._answer(question):
                pass

    def _answer(self, question: bytes) -> bytes:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.write(question)
            self._process.stdin.flush()
        line = self._process.stdout.readline()
        self._told.put(line)
        return line


_running: dict[str, Program] = {}
"""Programs of this process by command, each shared by all seats and matches."""


def ask_program(command: str, question: Question, patience: float) -> object:
    """Ask a program, which is started if it does not run yet. Raises BotError."""
    program = _running.pop(command, None) or Program(command)
    try:
        answer = program.ask(question, patience)
    except BaseException:  # also if the caller's own time limit interrupted the wait
        program.kill()
        raise
    _running[command] = program
    return answer


def close_programs() -> None:
    """End all programs of this process."""
    while _running:
        _running.popitem()[1].close()


def ask_address(address: str, question: Question, patience: float) -> object:
    """POST a question to an address. Raises BotError."""
    request = Request(address, json.dumps(question).encode(), {"content-type": "application/json"})
    try:
        with urlopen(request, timeout=patience) as answer:
            return parsed(answer.read())
    except TimeoutError as error:
        raise BotError(f"gave no answer in {patience:g} seconds") from error
    except URLError as error:
        late = isinstance(error.reason, TimeoutError)
        raise BotError(f"gave no answer in {patience:g} seconds" if late else f"is not there: {error}") from error


def parsed(line: bytes) -> object:
    """Parse an answer. Raises BotError unless it is JSON."""
    try:
        return json.loads(line)
    except ValueError as error:
        raise BotError(f"answered {line[:100]!r}, expected a JSON object") from error
