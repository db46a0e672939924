"""Formatting of messages: in a language, for a reader on a seat or for all others, with the names of the seats."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from shindig.core.caches import cached

from .catalog import ENGLISH, FIRST_NAME, YOU, find_function, make_figure
from .locale_formats import find_date_locale, write_day, write_figure, write_moment
from .message import Argument, Cards, Clause, Day, Message, Seat, Seats, Series, Text, Timestamp, find_seats, set_writer

FORMATTED = 1 << 14
"""Size of the cache of formatted messages."""
FIRST_CLAUSE, LAST_CLAUSE = "\ue100", "\ue101"
"""Characters around a clause in a formatted message, of which pages make a link."""
FIRST_STRONG, END_ISOLATE = "\u2068", "\u2069"
"""Characters around a part whose direction others do not share, as of Hebrew letters."""
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_PRIVATE = re.compile("[\ue000-\ue1ff]")
_PLAIN = re.compile(r"\{(\d{1,2})\}")
_NUMBERED = {FIRST_NAME + seat: f"{{{seat}}}" for seat in range(64)}
_NO_LINKS = {ord(FIRST_CLAUSE): None, ord(LAST_CLAUSE): None}


@dataclass(frozen=True, eq=False, slots=True)
class SeatNames:
    """Names of the seats for readers of one language; `you` is the only reader's seat, or None if all read it.

    Each is made once (`name_seats`), so caches compare them by identity.
    """

    language: str
    names: tuple[str, ...] = ()
    you: int | None = None

    def write(self, text: Text) -> str:
        """Write a text for these readers."""
        return format_text(text, self.names, self.language, self.you)

    def __getitem__(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.names[seat] if 0 <= seat < len(self.names) else f"{{{seat}}}"


@cached(1 << 12)
def name_seats(language: str = ENGLISH, names: tuple[str, ...] = (), you: int | None = None) -> SeatNames:
    """Return the names of the seats for readers of one language."""
    return SeatNames(language, names, you)


def format_text(text: Text, names: Sequence[str] = (), language: str = ENGLISH, you: int | None = None) -> str:
    """Return a text as people read it, for the reader on a seat or for all others. Names that are missing stay
    `{2}`."""
    if isinstance(text, str):
        return fill_plain(text, names) if names and "{" in text else text
    written = mark_text(text, language, you)
    if written.isascii():
        return written
    return written.translate(_make_marks(tuple(names)))


_PLAIN_MARKS = _NUMBERED | _NO_LINKS


@cached(1 << 12)
def _make_marks(names: tuple[str, ...]) -> dict[int, str | None]:
    """Return the text for each character that stands for a name or a link."""
    return {**_PLAIN_MARKS, **{FIRST_NAME + seat: isolate(name) for seat, name in enumerate(names)}}


def isolate(text: str) -> str:
    """Return a name or other words of a person, isolated if they have letters that are read from right to left.

    Else numbers and signs beside them would change places.
    """
    if text.isascii() or _RIGHT_TO_LEFT.isdisjoint(map(unicodedata.bidirectional, text)):
        return text
    return f"{FIRST_STRONG}{text}{END_ISOLATE}"


def fill_plain(text: str, names: Sequence[str]) -> str:
    """Fill names into a plain text of a package in one language."""
    return _PLAIN.sub(
        lambda found: isolate(names[seat]) if 0 <= (seat := int(found[1])) < len(names) else found[0], text
    )


def mark_text(message: Message, language: str, you: int | None) -> str:
    """Return a message in which a private character stands for the name of each seat."""
    return _mark_text(message, language, you if you in find_seats(message) else None)


@cached(FORMATTED)
def _mark_text(message: Message, language: str, you: int | None) -> str:
    return _write_message(message, language, you, [])


def _write_message(message: Message, language: str, you: int | None, errors: list[Exception]) -> str:
    """Write a message, with what is wrong about it. One that is in no file is written as its id."""
    write, language = find_function(message.id, language)
    if write is None:
        errors.append(LookupError(f"there is no message {message.id}"))
        return message.id
    return write({name: _prepare(value, language, you) for name, value in message.args}, errors)


def find_errors(message: Message, language: str = ENGLISH, you: int | None = None) -> list[str]:
    """Return what is wrong with a message in a language: it is unknown, or an argument is missing."""
    errors: list[Exception] = []
    _write_message(message, language, you, errors)
    inner = [one for _, value in message.args for one in _list_messages(value)]
    return [*map(str, errors), *(error for one in inner for error in find_errors(one, language, you))]


def _list_messages(value: Argument) -> list[Message]:
    """Return the messages in an argument."""
    if isinstance(value, Message):
        return [value]
    return [one for one in value.texts if isinstance(one, Message)] if isinstance(value, Series) else []


def _prepare(value: Argument, language: str, you: int | None) -> object:
    """Return an argument as Fluent takes it."""
    if isinstance(value, str):
        return isolate(mark_plain(value))
    if isinstance(value, int):
        return make_figure(value)
    if isinstance(value, Seat):
        return YOU if value.number == you else chr(FIRST_NAME + value.number)
    if isinstance(value, Message):
        return mark_text(value, language, you)
    if isinstance(value, Seats):
        return _name_several(value.numbers, language, you)
    if isinstance(value, Cards):
        return join_words(tuple(map(name_card, value.codes, value.names, _repeat(value, language))), language, "and")
    if isinstance(value, Series):
        return join_words(tuple([_mark_item(one, language, you) for one in value.texts]), language, value.last)
    if isinstance(value, Timestamp):
        return f"{write_moment(value.seconds, language)} UTC"
    if isinstance(value, Day):
        return write_day(value.iso, language)
    if isinstance(value, float):
        return write_figure(value, language)
    if isinstance(value, Clause):
        return f"{FIRST_CLAUSE}{value.id}{LAST_CLAUSE}"
    return value


def _repeat(cards: Cards, language: str) -> list[tuple[str, str]]:
    return [(cards.deck, language)] * len(cards.codes)


def _mark_item(text: Text, language: str, you: int | None) -> str:
    return isolate(mark_plain(text)) if isinstance(text, str) else mark_text(text, language, you)


def mark_plain(text: str) -> str:
    """Put marks for the seats into a plain text."""
    text = _PRIVATE.sub("", text)
    return _PLAIN.sub(lambda found: chr(FIRST_NAME + int(found[1])), text) if "{" in text else text


def _name_several(seats: tuple[int, ...], language: str, you: int | None) -> str:
    """Return a list of names, the reader first."""
    others = [chr(FIRST_NAME + seat) for seat in seats if seat != you]
    if you not in seats:
        return join_words(tuple(others), language, "and")
    return join_words((_write_you(language), *others), language, "and") if others else YOU


@cached(64)
def _write_you(language: str) -> str:
    """Return the word for the reader among other people."""
    write, _ = find_function("you-among-others", language)
    return write({}, []) if write else YOU


def name_card(code: str, name: str, where: tuple[str, str]) -> str:
    """Return the name of a card of a deck in a language, `where`; its English name if no message has it."""
    deck, language = where
    write, _ = find_function(f"card-{deck}-{code}", language)
    return write({}, []) if write else name


STYLES = {"and": "standard", "or": "or"}


@cached(4096)
def join_words(words: tuple[str, ...], language: str, last: str) -> str:
    """Join words as a language does: `a, b and c`; sentences by spaces."""
    if len(words) < 2 or last not in STYLES:
        return (" " if last == "." else ", ").join(words)
    patterns = find_date_locale(language).list_patterns[STYLES[last]]
    if len(words) == 2:
        return str(patterns["2"].format(*words))
    *most, end = words
    joined = patterns["end"].format(most.pop(), end)
    for word in reversed(most[1:]):
        joined = patterns["middle"].format(word, joined)
    return str(patterns["start"].format(most[0], joined))


set_writer(format_text)
