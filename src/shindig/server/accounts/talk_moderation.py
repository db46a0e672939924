"""Moderation of talk: unwanted words, and reports of what people said."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import orjson
from sqlalchemy import Connection, func, or_, select

from shindig.messages import say

from ..errors import ForbiddenError, MissingError, RefusedError, RoomError
from ..schemas import PHRASES
from ..storage.event_store import EventStore
from ..storage.merged_guests import find_account
from ..storage.schema import events, reports, unwanted
from ..table_log.events import ChatSaid, Seated, decode
from .name_and_password_rules import fold_lookalikes, is_visible

if TYPE_CHECKING:
    from ..person import Person

LINES = 10
"""Number of last lines of a speaker that a report has."""
MOST_WHY = 200
MOST_OPEN = 20
"""Largest number of open reports by one person."""
MANY = say("refuse-reports", count=MOST_OPEN)
UNWANTED = say("refuse-unwanted-word")
LETTERS = re.compile(r"[^\W_]+")
SPELT = re.compile(r"(?<![^\W_])[^\W_](?:[\W_]{1,3}[^\W_](?![^\W_]))+")
"""Single letters in a row, as in spelt-out words."""
FIGURES = str.maketrans("013457", "oieast")
"""Digits that people write for letters."""


class Speaker(NamedTuple):
    """A speaker at a table: id, name there, and last lines in their own words."""

    person: str
    name: str
    lines: tuple[str, ...]


def find_speakers(log: Iterable[str]) -> list[Speaker]:
    """Return the speakers of a table, in order of their first words."""
    sits: dict[int, Seated] = {}
    found: dict[str, Speaker] = {}
    for event, _ in map(decode, log):
        if isinstance(event, Seated):
            sits[event.seat] = event
        elif isinstance(event, ChatSaid) and event.text not in PHRASES:
            one = sits[event.seat]
            before = found[one.person].lines if one.person in found else ()
            found[one.person] = Speaker(one.person, one.name, (*before, event.text)[-LINES:])
    return [*found.values()]


class Said(NamedTuple):
    """A line of talk: the speaker's id and name at the table, and the text."""

    person: str
    name: str
    text: str


def find_talk(log: Iterable[str]) -> Iterator[Said]:
    """Yield all lines of talk at a table, also quick phrases."""
    sits: dict[int, Seated] = {}
    for event, _ in map(decode, log):
        if isinstance(event, Seated):
            sits[event.seat] = event
        elif isinstance(event, ChatSaid) and event.seat in sits:
            yield Said(sits[event.seat].person, sits[event.seat].name, event.text)


def normalize_text(text: str) -> str:
    """Normalize a text for the comparison with unwanted words: lower case, no accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def has_word(text: str, words: Iterable[str]) -> bool:
    """Return True if a text contains a word. A word that ends with * is a prefix.

    Words spelt letter by letter, or with digits for letters, are found as well.
    """
    seen = fold_lookalikes(text)
    there = [*LETTERS.findall(seen), *LETTERS.findall(seen.translate(FIGURES))]
    spelt = ["".join(LETTERS.findall(run)) for run in SPELT.findall(seen)]
    return any(_has_spelt_word(fold_lookalikes(word), there, spelt) for word in words)


def _has_spelt_word(word: str, there: Sequence[str], spelt: Sequence[str]) -> bool:
    start = word.removesuffix("*")
    whole = any(one == start or (start != word and one.startswith(start)) for one in there)
    return whole or any(start in run for run in spelt)


def clean_word(text: str) -> str:
    """Return an unwanted word in normal form. Raises ValueError."""
    word = normalize_text(text.strip())
    if not LETTERS.fullmatch(word.removesuffix("*")) or len(word) > 64:
        raise ValueError(f"expected a word of letters and digits, perhaps with * at its end, got {text[:40]!r}")
    return word


@dataclass
class Moderation:
    """Reports and unwanted words of a store. `now` gives seconds since 1970."""

    store: EventStore
    now: Callable[[], float]

    async def is_acceptable(self, *texts: str) -> bool:
        """Return True if the texts have no unwanted word."""
        words = await self.store.read(lambda connection: connection.execute(select(unwanted.c.word)).scalars().all())
        return not any(has_word(text, words) for text in texts)

    async def check_texts(self, *texts: str) -> None:
        """Raise RoomError if a text has an unwanted word."""
        if not await self.is_acceptable(*texts):
            raise RoomError(UNWANTED)

    async def load_speakers(self, table: str) -> list[Speaker]:
        """Return the speakers of a table."""
        told = or_(events.c.data.contains('"k":"say"'), events.c.data.contains('"k":"sit"'))
        query = select(events.c.data).where(events.c.table_id == table, told).order_by(events.c.seq)
        return await self.store.read(lambda connection: find_speakers(connection.execute(query).scalars()))

    async def report(self, table: str, person: Person, number: int, why: str) -> None:
        """Report a speaker by number. A second report of a speaker replaces the first.

        Raises MissingError, ForbiddenError for one's own words, RefusedError after too many, RoomError.
        """
        said, why = await self.load_speakers(table), " ".join(why.split())
        if number not in range(len(said)):
            raise MissingError(f"expected one of the {len(said)} people who said something here")
        about = said[number]
        if person.find_known_id([about.person]) == about.person:
            raise ForbiddenError(say("refuse-own-words"))
        if len(why) > MOST_WHY or not (is_visible(why) or not why):
            raise RoomError(say("refuse-report-long", count=MOST_WHY))
        await self._store_report(table, person.id, about, why)

    async def _store_report(self, table: str, person: str, about: Speaker, why: str) -> None:
        def look(connection: Connection) -> tuple[str, int]:
            own = select(func.count()).where(reports.c.person == person, reports.c.settled.is_(False))
            elsewhere = own.where(or_(reports.c.table_id != table, reports.c.accused != about.person))
            return find_account(connection, about.person), connection.scalar(elsewhere) or 0

        accused, count = await self.store.read(look)
        if count >= MOST_OPEN:
            raise RefusedError(MANY)
        lines = orjson.dumps(about.lines).decode()
        told = {"name": about.name, "lines": lines, "why": why, "at": self.now(), "settled": False}
        await self.store.store_row(reports, {"table_id": table, "person": person, "accused": accused}, told)
