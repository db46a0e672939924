"""The room's news as JSON, for the protocol: plain names and numbers, cards as they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any

import orjson

from shindig.core.dependency_cache import DependencyCache
from shindig.core.record_layout import Plain
from shindig.gamekit.game_spec import Game
from shindig.match import View, read_own_fields
from shindig.observations import Observations as Seen

from ..errors import RefusedError, RoomError, StaleError
from ..schemas import (
    MOMENTS,
    CutInfo,
    LogEntry,
    PublicTable,
    State,
    StaticInfo,
    TableUpdate,
    ViewerInfo,
    cache_by_static_info,
    compute_rest_left,
    compute_simultaneous_left,
    compute_time_left,
)
from ..storage.event_store import StoreError

NOTHING = b"[]"
"""What may be done by who is asked nothing."""
MANY = 60
"""Legal actions up to this number are listed one by one; longer ranges by their ends."""


def _list_fields(told: Any) -> dict[str, object]:
    """A named tuple by its names. Raises TypeError for what is none."""
    if not isinstance(told, tuple):
        raise TypeError
    fields: dict[str, object] = told._asdict()  # type: ignore[attr-defined]
    return fields


TELLING = 4096
"""Of a seat's own part of the news, and of what it may do, how much is kept."""


encode = partial(orjson.dumps, default=_list_fields, option=orjson.OPT_NON_STR_KEYS)
"""JSON of plain data, dataclasses and named tuples among it."""


def encode_update(news: TableUpdate) -> bytes:
    """News: `table` is the TableInfo, `view` every field of the view (-1: unknown), `legal` what the viewer may do.

    `clock`, `together` and `rest` are seconds that are left.
    """
    return b"".join(_encode_parts(news))


def encode_update_event(news: TableUpdate) -> bytes:
    """The server-sent event that brings a program up to date; JSON holds no line break."""
    return b"".join((b"id: %d\nevent: news\ndata: " % news.seq, *_encode_parts(news), b"\n\n"))


def encode_beginning(seq: int, updates: Sequence[LogEntry], public: PublicTable, now: float) -> bytes:
    """The beginning of an event, for all to whom the same has happened."""
    return b"id: %d\nevent: news\ndata: %b" % (seq, _encode_happened(seq, False, updates, public, now))


def encode_seat_pieces(public: PublicTable, game: Game) -> tuple[WaitingSeats, list[itemgetter[Any]], bytes]:
    """What follows for a seat, by the rows of the record that are its own, what takes these, and the end."""
    assert public.view is not None
    owns = _build_waiting_seats(public.furniture, game, public.moving.state, public.moving.cut)
    return owns, game.rules.layout.rows, _encode_public_view(public.view) + b"\n\n"


@cache_by_static_info
def _build_waiting_seats(furniture: StaticInfo, game: Game, state: State, cut: CutInfo | None) -> WaitingSeats:
    return WaitingSeats(game, furniture.waiting, _encode_static_info(furniture, state, cut))


class WaitingSeats(dict[tuple[int, tuple[bytes, ...]], bytes]):
    """By seat and the rows that are its own, what it is told of itself while it is asked nothing."""

    def __init__(self, game: Game, owns: Mapping[int, ViewerInfo], table: bytes) -> None:
        self._game, self._owns, self._table = game, owns, table

    def __missing__(self, key: tuple[int, tuple[bytes, ...]]) -> bytes:
        seat, rows = key
        mine = encode_own_view(self._game, b"".join(rows), seat)
        made = self[key] = NOTHING + encode_viewer_info(self._owns[seat]) + self._table + mine
        return made


def encode_asked_seat(waits: bytes, legal: bytes, token: str) -> bytes:
    """The same for who is asked: what may be done, and the token of the turn, in the place of none."""
    return legal + waits[len(NOTHING) :].replace(b'"token":null', b'"token":"%b"' % token.encode(), 1)


def _encode_parts(news: TableUpdate) -> tuple[bytes, ...]:
    """The news piece by piece: what all are told, and the viewer's own between."""
    view, own, public = news.view, news.own, news.public
    happened = encode_happened(news.seq, news.fresh, news.updates, public, news.now)
    if view is None:
        return happened, NOTHING, encode_viewer_info(own), encode_table(public), b"null}"
    legal = encode_legal_actions(view) if own.token else NOTHING
    mine = encode_own_view(view.game, view.owned, view.seat)
    return happened, legal, encode_viewer_info(own), encode_table(public), mine, encode_public_view(view.public)


def _encode_happened(seq: int, fresh: bool, updates: Sequence[LogEntry], public: PublicTable, now: float) -> bytes:
    """The beginning of news."""
    moving = public.moving
    told = {
        "seq": seq,
        "fresh": fresh,
        "events": [*map(_encode_log_entry, updates)],
        "clock": compute_time_left(moving, now),
        "together": moving.together and compute_simultaneous_left(moving, now),
        "rest": compute_rest_left(moving, now),
    }
    return encode(told)[:-1] + b',"legal":'


encode_happened = lru_cache(MOMENTS)(_encode_happened)
"""The same, written once for all who are told the same."""


def encode_hand(game: Game, parts: Sequence[Seen]) -> bytes:
    """A hand as somebody saw it: `views` before each step and now, who acted, and which action that was.

    `actors` are -1 for chance; `actions` -1 for another's secret, -2 for an order.
    """
    told = {
        "views": [
            vars(game.rules.layout.to_plain(part.views[i : i + 1])) for part in parts for i in range(len(part.views))
        ],
        "actors": [actor for part in parts for actor in part.actors.tolist()],
        "actions": [action for part in parts for action in part.actions.tolist()],
    }
    return encode(told)


@lru_cache(TELLING)
def encode_viewer_info(own: ViewerInfo) -> bytes:
    """What a table tells of its viewer."""
    return b',"table":%b,' % encode(own._asdict())[:-1]


@lru_cache(MOMENTS)
def encode_table(public: PublicTable) -> bytes:
    """What a table tells everybody alike."""
    return _encode_static_info(public.furniture, public.moving.state, public.moving.cut)


@cache_by_static_info
def _encode_static_info(furniture: StaticInfo, state: State, cut: CutInfo | None) -> bytes:
    """The same for most moves."""
    return encode({"state": state, "cut": cut, **furniture.fields})[1:-1] + b'},"view":'


@lru_cache(TELLING)
def encode_own_view(game: Game, owned: bytes, seat: int) -> bytes:
    """What only a seat sees, from the bytes that are its own, and whose view it is."""
    return encode(read_own_fields(game, owned, seat))[:-1] + b","


def _encode_public_view(view: View) -> bytes:
    """What is the same for all."""
    return orjson.dumps(vars(view.common))[1:] + b"}"


encode_public_view = lru_cache(MOMENTS)(_encode_public_view)


def encode_error(error: Exception) -> dict[str, Any]:
    """A refusal: what was expected, the clause where a rule forbids it, the present state where it was late."""
    told: dict[str, Any] = {"error": str(error)}
    if isinstance(error, RefusedError) and error.clause:
        told["clause"] = error.clause
    if isinstance(error, StaleError):
        told["news"] = orjson.Fragment(encode_update(error.news))
    return told


def find_http_status(error: Exception) -> int:
    """The HTTP status that says the same as an error of the room, its store, people or games."""
    return error.status if isinstance(error, (RoomError, StoreError)) else 400


def _encode_log_entry(update: LogEntry) -> dict[str, Any]:
    seq, kind, names, seat, do, lines = update
    told = [{"text": text.format(*names), "weight": weight} for text, weight in lines]
    return {"seq": seq, "kind": kind, "seat": seat, "do": do, "lines": told}


def encode_legal_actions(view: View) -> bytes:
    """Legal actions: `{"action": 7, "do": "check"}`, or for long ranges their ends, `{"from", "to", "do", "last"}`."""
    return _cached_action_ranges(view.plain, (view.game, tuple(view.legal.ranges)))


def _encode_action_ranges(view: Plain, asked: tuple[Game, tuple[tuple[int, int], ...]]) -> bytes:
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


_cached_action_ranges = DependencyCache(_encode_action_ranges, TELLING)
