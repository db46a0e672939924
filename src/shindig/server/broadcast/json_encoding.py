"""JSON encoding of updates for the protocol, with plain names and numbers, and cards by their codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from shindig.core.caches import cached
from shindig.gamekit.game_spec import Game, Line
from shindig.match import View, read_own_fields
from shindig.messages import Message, format_text, pack_text
from shindig.observations import Observations as Seen

from ..errors import RefusedError, RoomError, SettingError, StaleError
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
    compute_times,
)
from ..storage.database import StoreError
from .protocol_versions import VERSION_1, ProtocolVersion, encode, encode_as, rename

NOTHING = b"[]"
"""Legal actions of a viewer who is asked nothing."""
MANY = 60
"""Number of legal actions up to which each is listed. Longer ranges are given by their ends."""


TELLING = 4096
"""Size of the caches of a seat's own part of updates."""


def encode_update(news: TableUpdate, version: ProtocolVersion = VERSION_1) -> bytes:
    """Encode an update. `table` is the TableInfo, `view` every field of the view (-1: unknown), `legal` the viewer's
    legal actions. `clock`, `together`, `rest`, `pause` and `stand_in` are in seconds left; `waited` is for how many
    seconds the turn has run."""
    return b"".join(_encode_parts(news, version))


def encode_update_event(news: TableUpdate, version: ProtocolVersion = VERSION_1) -> bytes:
    """Encode an update as a server-sent event. JSON has no line breaks."""
    return b"".join((b"id: %d\nevent: %b\ndata: " % (news.seq, version.event), *_encode_parts(news, version), b"\n\n"))


def _encode_parts(news: TableUpdate, version: ProtocolVersion) -> tuple[bytes, ...]:
    """Encode an update in pieces: the shared ones, and the viewer's own between them."""
    view, own, public = news.view, news.own, news.public
    happened = _encode_happened(news.seq, news.fresh, news.updates, public, news.now, version)
    table = encode_viewer_info(own, version), encode_table(public, version)
    if view is None:
        return happened, NOTHING, *table, b"null}"
    legal = encode_legal_actions(view, version) if own.token else NOTHING
    mine = encode_own_view(view.game, view.owned, view.seat)
    return happened, legal, *table, mine, encode_public_view(view.public)


@cached(MOMENTS)
def _encode_happened(
    seq: int,
    fresh: bool,
    updates: Sequence[LogEntry],
    public: PublicTable,
    now: float,
    version: ProtocolVersion,
) -> bytes:
    """Encode the start of an update, for all viewers with equal updates."""
    told = {
        "seq": seq,
        "fresh": fresh,
        "events": [rename(_encode_log_entry(one), version.entry) for one in updates],
        **compute_times(public, now)._asdict(),
    }
    return encode_as(rename(told, version.update), version)[:-1] + version.legal_key


def encode_hand(game: Game, parts: Sequence[Seen]) -> bytes:
    """Encode a hand as a viewer saw it: `views` before each step and now, with the actors and actions.

    `actors` are -1 for chance; `actions` -1 for another seat's secret, -2 for an order.
    """
    told = {
        "views": [
            vars(game.rules.layout.to_plain(part.views[i : i + 1])) for part in parts for i in range(len(part.views))
        ],
        "actors": [actor for part in parts for actor in part.actors.tolist()],
        "actions": [action for part in parts for action in part.actions.tolist()],
    }
    return encode(told)


@cached(TELLING)
def encode_viewer_info(own: ViewerInfo, version: ProtocolVersion) -> bytes:
    """Encode the viewer's part of a table."""
    return b',"table":%b,' % encode_as(own, version)[:-1]


@cached(MOMENTS)
def encode_table(public: PublicTable, version: ProtocolVersion) -> bytes:
    """Encode the public part of a table."""
    return _encode_static_info(public.furniture, public.moving.state, public.moving.cut, version)


@cache_by_static_info
def _encode_static_info(furniture: StaticInfo, state: State, cut: CutInfo | None, version: ProtocolVersion) -> bytes:
    """Encode the part of a table that most moves leave unchanged."""
    told = rename({"state": state, "cut": cut, **furniture.fields}, version.table)
    return encode_as(told, version)[1:-1] + b'},"view":'


@cached(TELLING)
def encode_own_view(game: Game, owned: bytes, seat: int) -> bytes:
    """Encode what only a seat sees, from its own bytes, and the seat."""
    return encode(read_own_fields(game, owned, seat))[:-1] + b","


@cached(MOMENTS)
def encode_public_view(view: View) -> bytes:
    """Encode the public view."""
    return orjson.dumps(vars(view.common))[1:] + b"}"


def encode_error(error: Exception, version: ProtocolVersion = VERSION_1) -> dict[str, Any]:
    """Encode a refusal: what was expected, the clause if a rule forbids it, and the present state for a late move."""
    told: dict[str, Any] = {"error": str(error)}
    if isinstance(error, SettingError):
        told["error"] = str(error.name_setting(version.settings.get(error.setting, error.setting)))
    if isinstance(error, RefusedError) and error.clause:
        told["clause"] = error.clause
    if isinstance(error, StaleError):
        told["news"] = orjson.Fragment(encode_update(error.news, version))
    return rename(told, version.error)


def find_http_status(error: Exception) -> int:
    """Return the HTTP status of an error of the server, its store, accounts or games."""
    return error.status if isinstance(error, (RoomError, StoreError)) else 400


def _encode_log_entry(update: LogEntry) -> dict[str, Any]:
    seq, kind, names, seat, do, lines = update
    told = [_encode_line(line, names) for line in lines]
    return {"seq": seq, "kind": kind, "seat": seat, "do": do, "lines": told}


def _encode_line(line: Line, names: tuple[str, ...]) -> dict[str, Any]:
    """Encode a line of the log in English, and its message, of which programs can make other languages."""
    told: dict[str, Any] = {"text": format_text(line.text, names), "weight": line.weight}
    if isinstance(line.text, Message):
        told["message"] = pack_text(line.text)
    return told


def encode_legal_actions(view: View, version: ProtocolVersion = VERSION_1) -> bytes:
    """Encode legal actions: `{"action": 7, "do": "check"}`, or the ends of a long range, `{"from", "to", "do",
    "last"}`."""
    told: list[dict[str, Any]] = []
    words, plain = view.game.words, view.plain
    for first, last in view.legal.ranges:
        if last - first < MANY:
            texts = words.between(plain, first, last)
            told += [rename({"action": action, "do": do}, version.legal) for action, do in enumerate(texts, first)]
        else:
            ends = {"do": words.text(plain, first), "last": words.text(plain, last)}
            told.append(rename({"from": first, "to": last, **ends}, version.legal_range))
    return orjson.dumps(told)
