"""Messages: every sentence that people read, as data until it is formatted in a reader's language."""

from .catalog import ENGLISH, add_folder, compile_all, has_message, list_languages
from .formatting import SeatNames, find_errors, format_text, isolate, name_seats
from .message import (
    Argument,
    Cards,
    Clause,
    Day,
    Message,
    Seat,
    Seats,
    Series,
    Text,
    Timestamp,
    find_seats,
    join,
    name_cards,
    say,
    tell,
)
from .packing import pack_text, unpack_text

__all__ = [
    "ENGLISH",
    "Argument",
    "Cards",
    "Clause",
    "Day",
    "Message",
    "Seat",
    "SeatNames",
    "Seats",
    "Series",
    "Text",
    "Timestamp",
    "add_folder",
    "compile_all",
    "find_errors",
    "find_seats",
    "format_text",
    "has_message",
    "isolate",
    "join",
    "list_languages",
    "name_cards",
    "name_seats",
    "pack_text",
    "say",
    "tell",
    "unpack_text",
]
