"""Messages as JSON: for programs of the protocol, for bots in other processes, and in the database.

A plain text stays a string. `{"id": "betting-wins", "args": {"who": {"seat": 2}, "amount": 18}}` is a message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .message import Argument, Cards, Clause, Day, Message, Seat, Seats, Series, Text, Timestamp

Packed = str | dict[str, Any]


def pack_text(text: Text) -> Packed:
    """Return a text as JSON data."""
    if isinstance(text, str):
        return text
    return {"id": text.id, "args": {name: _pack_argument(value) for name, value in text.args}}


def _pack_argument(value: Argument) -> object:
    if isinstance(value, Message):
        return pack_text(value)
    if isinstance(value, Seat):
        return {"seat": value.number}
    if isinstance(value, Seats):
        return {"seats": value.numbers}
    if isinstance(value, Cards):
        return {"deck": value.deck, "cards": value.codes, "names": value.names}
    if isinstance(value, Clause):
        return {"clause": value.id}
    if isinstance(value, Timestamp):
        return {"seconds": value.seconds}
    if isinstance(value, Day):
        return {"day": value.iso}
    if isinstance(value, Series):
        return {"texts": [pack_text(one) for one in value.texts], "last": value.last}
    return value


def unpack_text(packed: Packed) -> Text:
    """Return the text of JSON data."""
    if isinstance(packed, str):
        return packed
    return Message(packed["id"], tuple((name, _unpack_argument(value)) for name, value in packed["args"].items()))


UNPACKED: Mapping[str, Callable[[dict[str, Any]], Argument]] = {
    "id": lambda of: unpack_text(of),
    "seat": lambda of: Seat(of["seat"]),
    "seats": lambda of: Seats(tuple(of["seats"])),
    "deck": lambda of: Cards(of["deck"], tuple(of["cards"]), tuple(of["names"])),
    "clause": lambda of: Clause(of["clause"]),
    "seconds": lambda of: Timestamp(of["seconds"]),
    "day": lambda of: Day(of["day"]),
    "texts": lambda of: Series(tuple(map(unpack_text, of["texts"])), of["last"]),
}
"""Readers of arguments, by the first field that each kind writes."""


def _unpack_argument(value: Any) -> Argument:
    made: Argument = UNPACKED[next(iter(value))](value) if isinstance(value, dict) else value
    return made
