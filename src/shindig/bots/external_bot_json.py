"""JSON protocol of external bots: the view of a seat, and its history of this hand."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.layout_and_views import Records, copy_records
from ..gamekit import Game
from ..gamekit import game as game_by_id
from ..match import View
from ..observations import Budget, Observations
from .world_sampling import SampledPosition

FAST = 1
"""Compression level for views, which differ little from one to the next."""


class BotError(Exception):
    """A bot that gave no action. The message continues a sentence that begins with the bot's name."""


def encode_question(bot: str, who: str, view: View) -> dict[str, Any]:
    """Return a question for a bot as plain text and numbers."""
    return {
        "game": view.game.id,
        "bot": bot,
        "who": who,
        "view": base64.b64encode(view.tobytes()).decode(),
        "history": encode_history(view.history),
        "seconds": view.budget.seconds,
        "iterations": view.budget.iterations,
        "seed": view.budget.seed,
    }


def encode_plain_question(bot: str, who: str, view: View) -> dict[str, Any]:
    """Return a question for programs without this package: it adds the legal actions and every field of the view by
    name."""
    told = {"legal": view.legal.ranges, "record": vars(view.game.rules.layout.to_plain(view.array))}
    return encode_question(bot, who, view) | told


def encode_history(history: Observations) -> dict[str, Any]:
    return {
        "views": base64.b64encode(zlib.compress(history.views.tobytes(), FAST)).decode(),
        "actors": history.actors.tolist(),
        "actions": history.actions.tolist(),
    }


def asked_view(question: Mapping[str, Any]) -> View:
    """Read the view of a question. Raises ValueError for a malformed one, GameError for an unknown game."""
    game = game_by_id(question["game"])
    record = decode_records(base64.b64decode(question["view"]), game.rules.layout.dtype)
    told = question.get("history")
    view = View(game, record, (lambda: decode_history(told, record.dtype)) if told else None)
    seconds = question.get("seconds", Budget.seconds)
    view.budget = Budget(seconds, question.get("iterations"), question.get("seed"))
    return view


def decode_history(told: Mapping[str, Any], dtype: np.dtype[Any]) -> Observations:
    views = decode_records(zlib.decompress(base64.b64decode(told["views"])), dtype)
    return Observations(views, np.array(told["actors"], np.int8), np.array(told["actions"], np.int32))


def decode_records(data: bytes, dtype: np.dtype[Any]) -> Records:
    """Read records from their bytes."""
    return copy_records(np.frombuffer(data, dtype))


def encode_position(found: SampledPosition | None) -> dict[str, Any] | None:
    """Return a sampled position in its JSON form."""
    if found is None:
        return None
    steps = [step if isinstance(step, int) else step.tolist() for step in found.steps]
    return {"record": base64.b64encode(found.record.tobytes()).decode(), "steps": steps}


def decode_position(told: Mapping[str, Any] | None, game: Game) -> SampledPosition | None:
    """Read a sampled position from an answer; None if it has none."""
    if told is None:
        return None
    steps = [step if isinstance(step, int) else np.array(step, np.int16) for step in told["steps"]]
    return SampledPosition(decode_records(base64.b64decode(told["record"]), game.rules.layout.dtype), steps)


def read_action(answer: object, number: int) -> int:
    """Return the action in the answer to question `number`. Raises BotError for an error or a malformed answer."""
    if not isinstance(answer, Mapping) or answer.get("id") != number:
        raise BotError(f"answered {str(answer)[:100]}, expected an object with the id {number} and an action")
    if "error" in answer:
        raise BotError(f"failed: {answer['error']}")
    action = answer.get("action")
    if isinstance(action, bool) or not isinstance(action, int):
        raise BotError(f"answered the action {str(action)[:100]!r}, expected a whole number")
    return action
