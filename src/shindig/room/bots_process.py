"""The house's bots in a process of their own: a question a line on standard input, an answer a line on the output.

`{"id": 7, "game": "leduc", "bot": "steady", "who": "a text", "view": "base64", "history": {...}, "seconds": 0.03}` is
answered by `{"id": 7, "action": 12}` or `{"id": 7, "error": "..."}`; `{"compile": "leduc"}` by `{"compiled": "leduc"}`,
once it is. A view is the blanked record of the seat to act, byte for byte, and the history is made of such views
(`bots/wire.py`): a bot can know no more.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TextIO

from ..bots import Bot, make
from ..bots.wire import asked_view
from ..games import Game
from ..games import game as game_by_id
from ..games.faults import told
from ..games.minds.mind import Mind

REMEMBERED = 2000


class Bots:
    """Bots by the seat they play for, so that each may remember its own views."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, str, str], Bot] = OrderedDict()

    def answer(self, question: Mapping[str, Any]) -> int:
        """The action of a bot."""
        bot = self._bot(question["game"], question["bot"], question["who"])
        return int(bot.act(asked_view(question)))

    def _bot(self, game: str, name: str, who: str) -> Bot:
        key = game, name, who
        if key not in self._bots:
            self._bots[key] = make(game, name)
            if len(self._bots) > REMEMBERED:
                self._bots.popitem(last=False)
        self._bots.move_to_end(key)
        return self._bots[key]


class Output:
    """One line at a time, from any thread."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._lock = stream, threading.Lock()

    def write(self, data: dict[str, object]) -> None:
        with self._lock:
            self._stream.write(json.dumps(data) + "\n")
            self._stream.flush()


def compile_games(wanted: queue.SimpleQueue[str], output: Output) -> None:
    """Compile one game after another, which also leaves the machine code on disk for the server's process.

    Rules come first: the minds of games, for their stronger bots, while no rules are wanted.
    """
    minds: deque[Game] = deque()
    with suppress(BrokenPipeError):
        while True:
            if minds and wanted.empty():
                compiled(minds.popleft().mind)
                continue
            game_id = wanted.get()
            game = game_by_id(game_id)
            if compiled(game):
                output.write({"compiled": game_id})
            if game.minds:
                minds.append(game)


def compiled(what: Game | Mind) -> bool:
    """Compile a game's rules or its minds: whether it could be done."""
    try:
        what.compile()
    except Exception as error:
        name = what.id if isinstance(what, Game) else f"the mind of {what.game.id}"
        print(f"shindig: {name} does not compile, and is played without ({told(error)})", file=sys.stderr)
        return False
    return True


def serve(questions: TextIO, output: Output) -> None:
    """Answer until the input ends."""
    bots = Bots()
    wanted: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=compile_games, args=(wanted, output), daemon=True).start()
    for line in questions:
        question = json.loads(line)
        if "compile" in question:
            wanted.put(question["compile"])
            continue
        try:
            output.write({"id": question["id"], "action": bots.answer(question)})
        except Exception as error:
            output.write({"id": question["id"], "error": repr(error)})


def claimed_output() -> TextIO:
    """The process's output, for answers alone: what games print themselves goes where errors go."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def main() -> None:
    """Serve the process that started this one; when that is gone or interrupted, go quietly."""
    try:
        serve(sys.stdin, Output(claimed_output()))
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)


if __name__ == "__main__":
    main()
