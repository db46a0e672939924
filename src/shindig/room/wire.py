"""The room's news as JSON, for the protocol: plain names and numbers, cards as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

import orjson

from ..games.game import Game
from ..history import History
from ..match import View
from .store import StoreError
from .told import MOMENTS, OWN, Furniture, News, Public, RefusedError, RoomError, StaleError, Update

MANY = 60
"""Legal actions up to this number are listed one by one; longer ranges by their ends."""


def _fields(told: Any) -> dict[str, object]:
    """A named tuple by its names. Raises TypeError for what is none."""
    if not isinstance(told, tuple):
        raise TypeError
    fields: dict[str, object] = told._asdict()  # type: ignore[attr-defined]
    return fields


encode = partial(orjson.dumps, default=_fields, option=orjson.OPT_NON_STR_KEYS)
"""JSON of plain data, dataclasses and named tuples among it."""


def news_json(news: News) -> bytes:
    """News: `table` is the TableInfo, `view` every field of the view (-1: unknown), `legal` what the viewer may do.

    `clock`, `together` and `rest` are seconds that are left.
    """
    view, info = news.view, news.info
    legal = legal_json(view) if view is not None and info.token else b"[]"
    happened = happened_json(*news[:3], news.public, news.now)
    own, common = encode(dict(zip(OWN, info[-len(OWN) :], strict=True)))[:-1], public_json(news.public)[1:]
    told = b'%b"legal":%b,"table":%b,%b,"view":' % (happened, legal, own, common)
    return told + (b"null}" if view is None else b"%b,%b}" % (encode(view.own)[:-1], public_view_json(view.public)[1:]))


@lru_cache(MOMENTS)
def happened_json(seq: int, fresh: bool, updates: tuple[Update, ...], public: Public, now: float) -> bytes:
    """The beginning of news, written once for all who are told the same."""
    events = [_update(update, public.furniture.seats) for update in updates]
    told = News(seq, fresh, updates, public.info, None, public, now)
    times = {"clock": told.clock, "together": told.together, "rest": told.rest}
    return encode({"seq": seq, "fresh": fresh, "events": events, **times})[:-1] + b","


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


@lru_cache(MOMENTS)
def public_json(public: Public) -> bytes:
    """What a TableInfo tells everybody alike."""
    moving = encode({"state": public.info.state, "cut": public.info.cut})
    return b"%b,%b" % (moving[:-1], furniture_json(public.furniture)[1:])


@lru_cache(MOMENTS)
def furniture_json(furniture: Furniture) -> bytes:
    """The part of that which stays as moves are made."""
    return encode(furniture.fields)


@lru_cache(MOMENTS)
def public_view_json(view: View) -> bytes:
    """What is the same for all."""
    return encode(vars(view.common))


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


def legal_json(view: View) -> bytes:
    """Legal actions: `{"action": 7, "do": "check"}`, or for long ranges their ends, `{"from", "to", "do", "last"}`."""
    told: list[dict[str, Any]] = []
    text = partial(view.game.words.text, view.plain)
    for first, last in view.legal.ranges:
        if last - first < MANY:
            told += [{"action": action, "do": text(action)} for action in range(first, last + 1)]
        else:
            ends = {"do": text(first), "last": text(last)}
            told.append({"from": first, "to": last, **ends})
    return orjson.dumps(told)
