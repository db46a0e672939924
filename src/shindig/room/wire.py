"""The room's news as JSON, for the protocol: plain names and numbers, cards as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any

import orjson

from ..games.game import Game
from ..history import History
from ..match import View
from .store import StoreError
from .told import MOMENTS, News, Public, RefusedError, RoomError, StaleError, Update

MANY = 60
"""Legal actions up to this number are listed one by one; longer ranges by their ends."""
OWN = ("you", "host", "token", "eased", "part", "alone")
"""What a TableInfo tells of its viewer."""
OWN_OF = attrgetter(*OWN)
TIMES = ("clock", "together", "rest")
"""What it tells of times, and news tell as seconds that are left."""
APART = frozenset(OWN + TIMES)


def encode(told: object) -> bytes:
    """JSON of plain data, dataclasses and named tuples among it."""
    return orjson.dumps(told, default=_fields, option=orjson.OPT_NON_STR_KEYS)


def _fields(told: Any) -> dict[str, object]:
    """A named tuple by its names. Raises TypeError for what is none."""
    if not isinstance(told, tuple):
        raise TypeError
    fields: dict[str, object] = told._asdict()  # type: ignore[attr-defined]
    return fields


def news_json(news: News) -> bytes:
    """News: `table` is the TableInfo, `view` every field of the view (-1: unknown), `legal` what the viewer may do.

    `clock`, `together` and `rest` are seconds that are left.
    """
    own = {
        "seq": news.seq,
        "fresh": news.fresh,
        "events": [_update(update, news.public.seats) for update in news.updates],
        "clock": news.clock,
        "together": news.together,
        "rest": news.rest,
        "legal": legal_json(news.view) if news.view and news.info.token else [],
    }
    view = view_json(news.view) if news.view else b"null"
    return joined(own, b'{"table":%b,"view":%b}' % (table_json(news), view))


def hand_json(game: Game, parts: Sequence[History]) -> bytes:
    """A hand as somebody saw it: `views` before each step and now, who acted, and which action that was.

    `actors` are -1 for chance; `actions` -1 for another's secret, -2 for an order.
    """
    told = {
        "views": [
            vars(game.rules.layout.plain(part.views[i : i + 1])) for part in parts for i in range(len(part.views))
        ],
        "actors": [actor for part in parts for actor in part.actors.tolist()],
        "actions": [action for part in parts for action in part.actions.tolist()],
    }
    return encode(told)


def table_json(news: News) -> bytes:
    """The TableInfo: what is the same for all, written once, and what is this viewer's."""
    return joined(dict(zip(OWN, OWN_OF(news.info), strict=True)), public_json(news.public))


@lru_cache(MOMENTS)
def public_json(public: Public) -> bytes:
    """What a TableInfo tells everybody alike."""
    return encode({name: value for name, value in public.info._asdict().items() if name not in APART})


def view_json(view: View) -> bytes:
    """Every field of a view: what is the same for all, written once, and what is this viewer's."""
    return joined(view.own, public_view_json(view.public))


@lru_cache(MOMENTS)
def public_view_json(view: View) -> bytes:
    """What is the same for all."""
    return encode({name: value for name, value in vars(view.plain).items() if name not in view.own})


def joined(own: dict[str, Any], common: bytes) -> bytes:
    """One object of what is a viewer's, and of what is the same for all."""
    return b"%b,%b" % (orjson.dumps(own, default=_fields)[:-1], common[1:])


def error_json(error: Exception) -> dict[str, Any]:
    """A refusal: what was expected, the clause where a rule forbids it, the present state where it was late."""
    told: dict[str, Any] = {"error": str(error)}
    if isinstance(error, RefusedError) and error.clause:
        told["clause"] = error.clause
    if isinstance(error, StaleError):
        told["news"] = orjson.Fragment(news_json(error.news))
    return told


def status(error: Exception) -> int:
    """The HTTP status that says the same as an error of the room, its store, people or games."""
    return error.status if isinstance(error, (RoomError, StoreError)) else 400


def _update(update: Update, names: Sequence[str]) -> dict[str, Any]:
    lines = [{"text": text.format(*names), "weight": weight} for text, weight in update.lines]
    return {"seq": update.seq, "kind": update.kind, "seat": update.seat, "do": update.do, "lines": lines}


def legal_json(view: View) -> list[dict[str, Any]]:
    """Legal actions: `{"action": 7, "do": "check"}`, or for long ranges their ends, `{"from", "to", "do", "last"}`."""
    told: list[dict[str, Any]] = []
    text = partial(view.game.words.text, view.plain)
    for first, last in view.legal.ranges:
        if last - first < MANY:
            told += [{"action": action, "do": text(action)} for action in range(first, last + 1)]
        else:
            ends = {"do": text(first), "last": text(last)}
            told.append({"from": first, "to": last, **ends})
    return told
