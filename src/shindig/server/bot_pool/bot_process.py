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
from shindig.bots.bot_protocol import asked_view, encode_position
from shindig.bots.choice_review import review_choice
from shindig.bots.world_sampling import sample_position
from shindig.gamekit import game as game_by_id
from shindig.gamekit.game_registry import describe_fault
from shindig.gamekit.package_errors import log_once

POLITE = 2
"""How far it stands behind the room itself, for which everybody waits."""
Question = Mapping[str, Any]
Answer = dict[str, Any]


@cache
def get_bot(game_id: str, name: str) -> Bot:
    """A bot for all seats that it plays: it remembers nothing between its choices."""
    return make(game_id, name)


def answer_move(question: Question) -> Answer:
    """The action of a bot: by a chance of its own, or that of the question."""
    game_id, name, seed = question["game"], question["bot"], question.get("seed")
    bot = get_bot(game_id, name) if seed is None else make(game_id, name, seed)
    return {"action": int(bot.act(asked_view(question)))}


def answer_advice(question: Question) -> Answer:
    """Advice for a seat's turn."""
    return {"advice": advise(asked_view(question))}


def answer_review(question: Question) -> Answer:
    """A choice weighed."""
    return {"weighed": review_choice(asked_view(question), question["action"])}


def answer_deal(question: Question) -> Answer:
    """A position that may be the true one."""
    return {"dealt": encode_position(sample_position(asked_view(question), question["salt"]))}


def load_compiled(question: Question) -> Answer:
    """Take what another process has compiled."""
    game_by_id(question["game"]).compiled_policies.compile()
    return {}


TASKS: dict[str, Callable[[Question], Answer]] = {
    "move": answer_move,
    "advise": answer_advice,
    "review": answer_review,
    "deal": answer_deal,
    "load": load_compiled,
}
"""What may be asked, by its name in a question; a move where none is named."""


def answer_questions(questions: TextIO, answers: TextIO) -> None:
    """Answer until the input ends."""
    for line in questions:
        question = json.loads(line)
        try:
            answer = TASKS[question.get("task", "move")](question)
        except Exception as error:
            answer = {"error": describe_error(error)}
        answers.write(json.dumps({"id": question["id"], **answer}) + "\n")
        answers.flush()


def describe_error(error: Exception) -> str:
    """What to say of an error. What a package's own says stays here: whoever runs the room is told, once."""
    fault = describe_fault(error)
    if fault:
        log_once("".join(format_exception(error)).rstrip())
    return fault or repr(error)


def claim_output() -> TextIO:
    """The process's output, for answers alone: what games print themselves goes where errors go."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def main() -> None:
    """Serve the process that started this one; when that is gone or interrupted, go quietly."""
    with suppress(OSError, AttributeError):
        os.nice(POLITE)
    try:
        answer_questions(sys.stdin, claim_output())
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)


if __name__ == "__main__":
    main()
