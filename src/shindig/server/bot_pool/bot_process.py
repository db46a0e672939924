"""A process that thinks for the room: a question a line on standard input, an answer a line on the output.

`{"id": 7, "game": "leduc", "bot": "steady", "who": "a text", "view": "base64", "history": {...}, "seconds": 0.03}` is
answered by `{"id": 7, "action": 12}` or `{"id": 7, "error": "..."}`. A view is the blanked record of the seat to act,
byte for byte, and the history is made of such views (`bots/bot_protocol.py`): a bot can know no more.
`{"id": 8, "task": "load", "game": "leduc"}` has the process take the compiled bots of a game from the disk.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from traceback import format_exception
from typing import Any, TextIO

from shindig.bots import Bot, make
from shindig.bots.advice import advise
from shindig.bots.bot_protocol import asked_view, dealt_json
from shindig.bots.choice_review import weigh
from shindig.bots.world_sampling import dealt
from shindig.gamekit import game as game_by_id
from shindig.gamekit.game_registry import fault_of
from shindig.gamekit.package_errors import note

POLITE = 2
"""How far it stands behind the room itself, for which everybody waits."""
Question = Mapping[str, Any]
Answer = dict[str, Any]


@cache
def bot_of(game_id: str, name: str) -> Bot:
    """A bot for all seats that it plays: it remembers nothing between its choices."""
    return make(game_id, name)


def move(question: Question) -> Answer:
    """The action of a bot: by a chance of its own, or that of the question."""
    game_id, name, seed = question["game"], question["bot"], question.get("seed")
    bot = bot_of(game_id, name) if seed is None else make(game_id, name, seed)
    return {"action": int(bot.act(asked_view(question)))}


def advice(question: Question) -> Answer:
    """Advice for a seat's turn."""
    return {"advice": advise(asked_view(question))}


def review(question: Question) -> Answer:
    """A choice weighed."""
    return {"weighed": weigh(asked_view(question), question["action"])}


def deal(question: Question) -> Answer:
    """A position that may be the true one."""
    return {"dealt": dealt_json(dealt(asked_view(question), question["salt"]))}


def load(question: Question) -> Answer:
    """Take what another process has compiled."""
    game_by_id(question["game"]).mind.compile()
    return {}


TASKS: dict[str, Callable[[Question], Answer]] = {
    "move": move,
    "advise": advice,
    "review": review,
    "deal": deal,
    "load": load,
}
"""What may be asked, by its name in a question; a move where none is named."""


def serve(questions: TextIO, answers: TextIO) -> None:
    """Answer until the input ends."""
    for line in questions:
        question = json.loads(line)
        try:
            answer = TASKS[question.get("task", "move")](question)
        except Exception as error:
            answer = {"error": failed(error)}
        answers.write(json.dumps({"id": question["id"], **answer}) + "\n")
        answers.flush()


def failed(error: Exception) -> str:
    """What to say of an error. What a package's own says stays here: whoever runs the room is told, once."""
    fault = fault_of(error)
    if fault:
        note("".join(format_exception(error)).rstrip())
    return fault or repr(error)


def claimed_output() -> TextIO:
    """The process's output, for answers alone: what games print themselves goes where errors go."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def main() -> None:
    """Serve the process that started this one; when that is gone or interrupted, go quietly."""
    with suppress(OSError, AttributeError):
        os.nice(POLITE)
    try:
        serve(sys.stdin, claimed_output())
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)


if __name__ == "__main__":
    main()
