"""A process that runs bots: one question per line on standard input, one answer per line on standard output.

`{"id": 7, "game": "leduc", "bot": "steady", "who": "a text", "view": "base64", "history": {...}, "seconds": 0.03}` gets
`{"id": 7, "action": 12}` or `{"id": 7, "error": "..."}`. A view is the masked record of the seat to act, byte for byte,
and the history consists of such views (`bots/external_bot_json.py`). So a bot can know no more. `{"id": 8, "task":
"load", "game": "leduc"}` loads the compiled bots of a game from disk.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from traceback import format_exception
from typing import Any, TextIO

from shindig.bots import Bot, make
from shindig.bots.advice import advise
from shindig.bots.choice_review import review_choice
from shindig.bots.external_bot_json import asked_view, encode_position
from shindig.bots.world_sampling import sample_position
from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit import game as game_by_id
from shindig.gamekit.error_attribution import log_once
from shindig.gamekit.game_registry import describe_fault

POLITE = 2
"""Niceness of the process, since everybody waits for the server itself."""
Question = Mapping[str, Any]
Answer = dict[str, Any]


@cached(RULE_PARTS)
def get_bot(game_id: str, name: str) -> Bot:
    """Return the bot for all its seats. Bots remember nothing between decisions."""
    return make(game_id, name)


def answer_move(question: Question) -> Answer:
    """Choose a bot's action, with random numbers of its own or from the question."""
    game_id, name, seed = question["game"], question["bot"], question.get("seed")
    bot = get_bot(game_id, name) if seed is None else make(game_id, name, seed)
    return {"action": int(bot.act(asked_view(question)))}


def answer_advice(question: Question) -> Answer:
    """Give advice for a seat's turn."""
    return {"advice": advise(asked_view(question)).to_json()}


def answer_review(question: Question) -> Answer:
    """Review a choice."""
    return {"weighed": review_choice(asked_view(question), question["action"]).to_json()}


def answer_deal(question: Question) -> Answer:
    """Sample a position that agrees with a seat's observations."""
    return {"dealt": encode_position(sample_position(asked_view(question), question["salt"]))}


def load_compiled(question: Question) -> Answer:
    """Load what another process has compiled."""
    game_by_id(question["game"]).compiled_policies.compile()
    return {}


TASKS: dict[str, Callable[[Question], Answer]] = {
    "move": answer_move,
    "advise": answer_advice,
    "review": answer_review,
    "deal": answer_deal,
    "load": load_compiled,
}
"""Tasks by name in a question; a move by default."""


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
    """Return the text of an error for the server. The package's own message is logged once, and stays here."""
    fault = describe_fault(error)
    if fault:
        log_once("".join(format_exception(error)).rstrip())
    return fault or repr(error)


def claim_output() -> TextIO:
    """Keep standard output for answers. What games print goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def main() -> None:
    """Serve the parent process. Exit quietly when it is gone or interrupted."""
    with suppress(OSError, AttributeError):
        os.nice(POLITE)
    try:
        answer_questions(sys.stdin, claim_output())
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)


if __name__ == "__main__":
    main()
