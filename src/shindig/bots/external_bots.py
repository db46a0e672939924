"""External bots: a program that reads questions and writes answers, one per line, or an HTTP address.

`external_bot_json.py` and docs/bots.md describe questions and answers.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import IO, Any, cast
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from ..match import View
from .external_bot_json import BotError, encode_plain_question, read_action

Question = dict[str, Any]
Ask = Callable[[Question, float], object]
"""(question, seconds to wait) -> answer. Raises BotError."""
TAIL = 20
"""Number of lines of a failed program's stderr that are shown."""
LONGEST = 500
"""Largest length of such a line."""
TAIL_SECONDS = 1.0
"""Seconds to wait for the last of them."""


def format_tail(lines: Sequence[str]) -> str:
    """Return the last lines that a bot wrote, to be put below a sentence; empty if it wrote none."""
    return "".join(f"\n    {line[:LONGEST]}" for line in ["It wrote last:", *lines]) if any(lines) else ""


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
        asked = {"id": number, **encode_plain_question("", self._who, view)}
        return read_action(self._ask(asked, self._patience), number)


class Program:
    """A program that answers one line at a time and runs until its input ends."""

    def __init__(self, command: str) -> None:
        """Start the program. Raises BotError if it does not start."""
        if not command.strip():
            raise BotError("names no program: expected cmd:command")
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise BotError(f"does not start: {error}") from error
        self._asked: SimpleQueue[bytes] = SimpleQueue()
        self._told: SimpleQueue[bytes] = SimpleQueue()
        self._last: deque[str] = deque(maxlen=TAIL)
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        Thread(target=self._talk, daemon=True).start()

    def ask(self, question: Question, patience: float) -> object:
        """Ask a question and wait for the answer. Raises BotError."""
        self._asked.put(json.dumps(question).encode() + b"\n")
        try:
            line = self._told.get(timeout=patience)
        except Empty:
            raise BotError(f"gave no answer in {patience:g} seconds{self.format_tail()}") from None
        if not line:
            status = self._process.wait()
            self._listener.join(TAIL_SECONDS)  # its output may still be in the pipe
            raise BotError(f"ended with status {status}{self.format_tail()}")
        try:
            return parse_answer(line)
        except BotError as error:
            raise BotError(f"{error}{self.format_tail()}") from error

    def format_tail(self) -> str:
        """Return the last lines of its stderr, to be put below a sentence."""
        return format_tail([*self._last])

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        """Close the program's input, which ends it."""
        self._asked.put(b"")

    def _listen(self) -> None:
        """Forward its stderr, and keep the last lines."""
        assert self._process.stderr is not None
        with suppress(OSError, ValueError), self._process.stderr as lines:
            for line in lines:
                self._last.append(line.decode(errors="replace").rstrip("\n")[:LONGEST])
                sys.stderr.write(f"{self._last[-1]}\n")

    def _talk(self) -> None:
        """Pass questions in and answers out, in a thread of its own. An empty line means that the program ended."""
        with suppress(OSError):
            while (question := self._asked.get()) and self._answer(question):
                pass
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                cast(IO[bytes], pipe).close()
        self._process.wait()

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
            return parse_answer(answer.read())
    except TimeoutError as error:
        raise BotError(f"gave no answer in {patience:g} seconds") from error
    except HTTPError as error:
        said = error.read(TAIL * LONGEST).decode(errors="replace").splitlines()[-TAIL:]
        raise BotError(f"answered with an error: {error}{format_tail(said)}") from error
    except URLError as error:
        late = isinstance(error.reason, TimeoutError)
        raise BotError(f"gave no answer in {patience:g} seconds" if late else f"is not there: {error}") from error


def parse_answer(line: bytes) -> object:
    """Parse an answer. Raises BotError unless it is JSON."""
    try:
        return json.loads(line)
    except ValueError as error:
        raise BotError(f"answered {line[:100]!r}, expected a JSON object") from error
