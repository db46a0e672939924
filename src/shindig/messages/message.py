"""Messages: sentences for people as data, an id and its arguments, before anybody's language is known.

Code picks a message and its arguments. The message's text, its person, plural and order of words, is in a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from shindig.core.caches import cached

if TYPE_CHECKING:
    from shindig.cards import Deck


class Seat(NamedTuple):
    """A seat as an argument: "you" for the reader on this seat, its name for all others."""

    number: int


class Seats(NamedTuple):
    """Several seats as an argument: `you, Ann and Ben`."""

    numbers: tuple[int, ...]


class Cards(NamedTuple):
    """Cards as an argument: their names in the reader's language."""

    deck: str
    codes: tuple[str, ...]
    names: tuple[str, ...]
    """English names, where the messages have none."""


class Clause(NamedTuple):
    """A clause of the rules as an argument: a link on pages, its id elsewhere."""

    id: str


class Series(NamedTuple):
    """Several texts as one argument, joined as the reader's language joins them."""

    texts: tuple[Text, ...]
    last: str = "and"
    """Word before the last: `and`, `or`; empty for commas alone, `.` for sentences."""


_write_english: Callable[[Any], str] = repr
"""Function that writes a message in English; `formatting.py` sets it."""


def set_writer(write: Callable[[Any], str]) -> None:
    """Set the function that writes a message in English."""
    global _write_english
    _write_english = write


class Message:
    """A message: its id in the message files, and its arguments by name. It never changes.

    Its hash is computed once, since several caches look for each message.
    """

    __slots__ = ("_hash", "args", "id")
    id: str
    args: tuple[tuple[str, Argument], ...]

    def __init__(self, id: str, args: tuple[tuple[str, Argument], ...] = ()) -> None:
        self.id, self.args, self._hash = id, args, hash((id, args))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Message) and (self._hash, self.id, self.args) == (other._hash, other.id, other.args)

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, (self.id, self.args)

    def __repr__(self) -> str:
        return f"say({', '.join([repr(self.id), *(f'{name}={value!r}' for name, value in self.args)])})"

    def __str__(self) -> str:
        """Return the English text, with `{2}` for the name of seat 2."""
        return _write_english(self)


Text: TypeAlias = str | Message
"""Something that people read: a message, or a plain text in one language. In a plain text `{2}` names seat 2."""
Argument: TypeAlias = int | float | str | Seat | Seats | Cards | Clause | Series | Message


def say(id: str, /, **args: Argument) -> Message:
    """Make a message."""
    return Message(id, tuple(args.items()))


def name_cards(deck: Deck, cards: Iterable[int]) -> Cards:
    """Return cards of a deck as an argument."""
    kinds = tuple(cards)
    return Cards(deck.name, tuple([deck.codes[kind] for kind in kinds]), tuple([deck.names[kind] for kind in kinds]))


def tell(*sentences: Text) -> Text:
    """Return sentences as one text."""
    return sentences[0] if len(sentences) == 1 else say("sentences", sentences=join(sentences, "."))


def join(texts: Iterable[Text], last: str = "and") -> Series:
    """Return several texts as one argument."""
    return Series(tuple(texts), last)


@cached(8192)
def find_seats(text: Text) -> frozenset[int]:
    """Return the seats that a text names."""
    return frozenset(_list_argument_seats(text))


def _list_seats(message: Message) -> Iterator[int]:
    for _, value in message.args:
        yield from _list_argument_seats(value)


def _list_argument_seats(value: Argument) -> Sequence[int] | Iterator[int]:
    if isinstance(value, str):
        return list_plain_seats(value)
    if isinstance(value, Seat):
        return (value.number,)
    if isinstance(value, Seats):
        return value.numbers
    if isinstance(value, Message):
        return _list_seats(value)
    if isinstance(value, Series):
        return (seat for text in value.texts for seat in _list_argument_seats(text))
    return ()


_PLAIN = re.compile(r"\{(\d+)\}")


def list_plain_seats(text: str) -> list[int]:
    """Return the seats that a plain text names."""
    return [int(found) for found in _PLAIN.findall(text)] if "{" in text else []
