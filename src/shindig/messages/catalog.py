"""Catalogs: the message files of each language, compiled on first use.

A folder of messages has a folder for each language, with Fluent files. The messages that all games share lie beside
this module, those of a game in its own folder. A message is compiled with the folder that has it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from babel import Locale
from fluent_compiler.types import FluentInt

from shindig.core.caches import RULE_PARTS, cached

from .compiled_files import MessageFunction, load_messages
from .pseudo import PSEUDO, write_pseudo

ENGLISH = "en"
SHARED = Path(__file__).parent
_ID = re.compile(r"^([a-zA-Z][\w-]*) *=", re.MULTILINE)
_log = logging.getLogger(__name__)
_folders: dict[Path, None] = {SHARED: None}


def add_folder(folder: Path) -> None:
    """Add a game's folder of messages. One that does not exist adds nothing."""
    if folder not in _folders and folder.is_dir():
        _folders[folder] = None
        _index_ids.cache_clear()
        find_function.cache_clear()


def compile_all() -> None:
    """Compile the messages of all languages, so that no first request waits for it."""
    for language in list_languages():
        for folder in _folders:
            compile_folder(folder, language)


def list_folders() -> tuple[Path, ...]:
    """Return all folders of messages."""
    return tuple(_folders)


@cached(1)
def list_languages() -> tuple[str, ...]:
    """Return the languages that the shared messages have, English first."""
    found = sorted(one.name for one in SHARED.iterdir() if any(one.glob("*.ftl")))
    return (ENGLISH, *(one for one in found if one != ENGLISH))


@cached(RULE_PARTS)
def find_locale(language: str) -> Locale:
    """Return the locale by which Babel formats numbers, dates and lists."""
    return Locale.parse(ENGLISH if language == PSEUDO else language, sep="-")


def read_files(folder: Path, language: str) -> dict[Path, str]:
    """Return the message files of a folder in one language, by path."""
    return {path: path.read_text(encoding="utf-8") for path in sorted((folder / language).glob("*.ftl"))}


@cached(RULE_PARTS)
def _index_ids(language: str) -> dict[str, Path]:
    """Return the folder of each message in one language, the first one that has it."""
    found: dict[str, Path] = {}
    for folder in _folders:
        for text in read_files(folder, language).values():
            found |= {id: folder for id in _ID.findall(text) if id not in found}
    return found


@cached(RULE_PARTS)
def compile_folder(folder: Path, language: str) -> dict[str, MessageFunction]:
    """Compile a folder's messages in one language, or load them. Messages with an error are logged."""
    functions, errors = load_messages(str(find_locale(language)), read_files(folder, language), FUNCTIONS)
    for where, error in errors:
        _log.error("%s: message %s: %s", folder, where, error)
    return functions


@cached(16_384)
def find_function(id: str, language: str) -> tuple[MessageFunction | None, str]:
    """Return the function that writes a message or an attribute of one, `id.help`, and its language.

    It is English if this language has no such message.
    """
    if language == PSEUDO:
        english, _ = find_function(id, ENGLISH)
        return (None if english is None else partial(_write_in_pseudo, english)), language
    folder = _index_ids(language).get(id.partition(".")[0])
    made = compile_folder(folder, language).get(id) if folder else None
    if made is None and language != ENGLISH:
        return find_function(id, ENGLISH)
    return made, language


def has_message(id: str) -> bool:
    """Return True if a message or an attribute exists, at least in English."""
    return find_function(id, ENGLISH)[0] is not None


def _write_in_pseudo(write: MessageFunction, args: Mapping[str, Any], errors: list[Exception]) -> str:
    return write_pseudo(write(args, errors))


class Figure(FluentInt):  # type: ignore[misc]
    """A whole number in a message, written without Babel, which takes 25 microseconds."""

    def format(self, locale: Locale) -> str:
        return format_number(int(self), locale)


def format_number(number: int, locale: Locale) -> str:
    """Write a whole number as a language groups its digits, with a true minus sign: `1,200`, `−1.200`."""
    if -1000 < number < 1000:
        return str(number).replace("-", "\u2212")
    return f"{number:,}".replace(",", _find_separator(locale)).replace("-", "\u2212")


@cached(RULE_PARTS)
def _find_separator(locale: Locale) -> str:
    """Return the separator of thousands of a language."""
    return str(locale.number_symbols["latn"]["group"])


@cached(1024)
def make_figure(number: int) -> Figure:
    """Return a whole number as an argument of Fluent."""
    return Figure(number)


YOU = "you"
FIRST_NAME = 0xE000
"""Character that stands for the name of seat 0 in a formatted message; the next ones for the next seats."""


def choose_person(who: str) -> str:
    """Return the kind of a list of seats: `you`, `one` other, or `many`."""
    return YOU if who == YOU else "one" if len(who) == 1 and ord(who) >= FIRST_NAME else "many"


def capitalize(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


FUNCTIONS = {"PERSON": choose_person, "CAPITAL": capitalize}
"""Functions of our own in message files."""
