"""The room's news as JSON, for the protocol: plain names and numbers, cards as they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any

import orjson

from shindig.core.dependency_cache import Remembered
from shindig.core.record_layout import Plain
from shindig.gamekit.game_spec import Game
from shindig.match import View, own_of
from shindig.observations import History as Seen

from ..errors import RefusedError, RoomError, StaleError
from ..schemas import (
    MOMENTS,
    CutInfo,
    Furniture,
    News,
    Own,
    Public,
    State,
    Update,
    clock_of,
    lasting,
    rest_of,
    together_of,
)
from ..storage.event_store import StoreError

NOTHING = b"[]"
"""What may be done by who is asked nothing."""
MANY = 60
"""Legal actions up to this number are listed one by one; longer ranges by their ends."""


def _fields(told: Any) -> dict[str, object]:
    """A named tuple by its names. Raises TypeError for what is none."""
    if not isinstance(told, tuple):
        raise TypeError
    fields: dict[str, object] = told._asdict()  # type: ignore[attr-defined]
    return fields


TELLING = 4096
"""Of a seat's own part of the news, and of what it may do, how much is kept."""


encode = partial(orjson.dumps, default=_fields, option=orjson.OPT_NON_STR_KEYS)
"""JSON of plain data, dataclasses and named tuples among it."""


def news_json(news: News) -> bytes:
    """News: `table` is the TableInfo, `view` every field of the view (-1: unknown), `legal` what the viewer may do.

    `clock`, `together` and `rest` are seconds that are left.
    """
    return b"".join(_parts(news))


def news_event(news: News) -> bytes:
    """The server-sent event that brings a program up to date; JSON holds no line break."""
    return b"".join((b"id: %d\nevent: news\ndata: " % news.seq, *_parts(news), b"\n\n"))


def begun(seq: int, updates: Sequence[Update], public: Public, now: float) -> bytes:
    """The beginning of an event, for all to whom the same has happened."""
    return b"id: %d\nevent: news\ndata: %b" % (seq, _happened(seq, False, updates, public, now))


def pieces(public: Public, game: Game) -> tuple[Waiting, list[itemgetter[Any]], bytes]:
    """What follows for a seat, by the rows of the record that are its own, what takes these, and the end."""
    assert public.view is not None
    owns = _waiting(public.furniture, game, public.moving.state, public.moving.cut)
    return owns, game.rules.layout.rows, _public_view(public.view) + b"\n\n"


@lasting
def _waiting(furniture: Furniture, game: Game, state: State, cut: CutInfo | None) -> Waiting:
    return Waiting(game, furniture.waiting, _standing(furniture, state, cut))


class Waiting(dict[tuple[int, tuple[bytes, ...]], bytes]):
    """By seat and the rows that are its own, what it is told of itself while it is asked nothing."""

    def __init__(self, game: Game, owns: Mapping[int, Own], table: bytes) -> None:
        self._game, self._owns, self._table = game, owns, table

    def __missing__(self, key: tuple[int, tuple[bytes, ...]]) -> bytes:
        seat, rows = key
        mine = own_view_json(self._game, b"".join(rows), seat)
        made = self[key] = NOTHING + own_json(self._owns[seat]) + self._table + mine
        return made


def asked(waits: bytes, legal: bytes, token: str) -> bytes:
    """The same for who is asked: what may be done, and the token of the turn, in the place of none."""
    return legal + waits[len(NOTHING) :].replace(b'"token":null', b'"token":"%b"' % token.encode(), 1)


def _parts(news: News) -> tuple[bytes, ...]:
    """The news piece by piece: what all are told, and the viewer's own between."""
    view, own, public = news.view, news.own, news.public
    happened = happened_json(news.seq, news.fresh, news.updates, public, news.now)
    if view is None:
        return happened, NOTHING, own_json(own), table_json(public), b"null}"
    legal = legal_json(view) if own.token else NOTHING
    mine = own_view_json(view.game, view.owned, view.seat)
    return happened, legal, own_json(own), table_json(public), mine, public_view_json(view.public)


def _happened(seq: int, fresh: bool, updates: Sequence[Update], public: Public, now: float) -> bytes:
    """The beginning of news."""
    moving = public.moving
    told = {
        "seq": seq,
        "fresh": fresh,
        "events": [*map(_update, updates)],
        "clock": clock_of(moving, now),
        "together": moving.together and together_of(moving, now),
        "rest": rest_of(moving, now),
    }
    return encode(told)[:-1] + b',"legal":'


happened_json = lru_cache(MOMENTS)(_happened)
"""The same, written once for all who are told the same."""


def hand_json(game: Game, parts: Sequence[Seen]) -> bytes:
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


@lru_cache(TELLING)
def own_json(own: Own) -> bytes:
    """What a table tells of its viewer."""
    return b',"table":%b,' % encode(own._asdict())[:-1]


@lru_cache(MOMENTS)
def table_json(public: Public) -> bytes:
    """What a table tells everybody alike."""
    return _standing(public.furniture, public.moving.state, public.moving.cut)


@lasting
def _standing(furniture: Furniture, state: State, cut: CutInfo | None) -> bytes:
    """The same for most moves."""
    return encode({"state": state, "cut": cut, **furniture.fields})[1:-1] + b'},"view":'


@lru_cache(TELLING)
def own_view_json(game: Game, owned: bytes, seat: int) -> bytes:
    """What only a seat sees, from the bytes that are its own, and whose view it is."""
    return encode(own_of(game, owned, seat))[:-1] + b","


def _public_view(view: View) -> bytes:
    """What is the same for all."""
    return orjson.dumps(vars(view.common))[1:] + b"}"


public_view_json = lru_cache(MOMENTS)(_public_view)


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


def _update(update: Update) -> dict[str, Any]:
    seq, kind, names, seat, do, lines = update
    told = [{"text": text.format(*names), "weight": weight} for text, weight in lines]
    return {"seq": seq, "kind": kind, "seat": seat, "do": do, "lines": told}


def legal_json(view: View) -> bytes:
    """Legal actions: `{"action": 7, "do": "check"}`, or for long ranges their ends, `{"from", "to", "do", "last"}`."""
    return _legal(view.plain, (view.game, tuple(view.legal.ranges)))


def _written(view: Plain, asked: tuple[Game, tuple[tuple[int, int], ...]]) -> bytes:
    game, ranges = asked
    told: list[dict[str, Any]] = []
    text = game.words.text
    for first, last in ranges:
        if last - first < MANY:
            texts = game.words.between(view, first, last)
            told += [{"action": action, "do": do} for action, do in enumerate(texts, first)]
        else:
            ends = {"do": text(view, first), "last": text(view, last)}
            told.append({"from": first, "to": last, **ends})
    return orjson.dumps(told)


_legal = Remembered(_written, TELLING)
