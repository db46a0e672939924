"""Language of a request's reader: chosen in the menu and kept in a cookie, or else what the browser prefers."""

from __future__ import annotations

from collections.abc import Iterable
from contextvars import ContextVar

from shindig.core.caches import cached
from shindig.messages import ENGLISH, list_languages

LANGUAGE_COOKIE = "shindig-language"
MOST_LETTERS = 200
"""Number of letters of `Accept-Language` that are read."""
_reader: ContextVar[str] = ContextVar("reader_language", default=ENGLISH)
_usual = ENGLISH


def get_language() -> str:
    """Return the language of the present request's reader."""
    return _reader.get()


def set_language(language: str) -> None:
    """Set the language for the rest of this request."""
    _reader.set(language)


def set_usual_language(language: str) -> None:
    """Set the language of this process for browsers that prefer none of ours."""
    global _usual
    _usual = language
    choose_language.cache_clear()


def check_language(language: str) -> None:
    """Raise ValueError for a language that the room does not have."""
    if language not in list_languages():
        raise ValueError(f"the setting language expects one of {', '.join(list_languages())}, not {language!r}")


def find_language(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the language that a request's headers ask for."""
    chosen = prefers = ""
    for name, value in headers:
        if name == b"cookie" and LANGUAGE_COOKIE.encode() in value:
            chosen = _find_cookie(value.decode("latin-1"))
        elif name == b"accept-language":
            prefers = value.decode("latin-1")[:MOST_LETTERS]
    return chosen if chosen in list_languages() else choose_language(prefers)


def _find_cookie(header: str) -> str:
    pairs = (one.strip().partition("=") for one in header.split(";"))
    return next((value.strip('"') for name, _, value in pairs if name == LANGUAGE_COOKIE), "")


@cached(256)
def choose_language(prefers: str) -> str:
    """Return the best language for an `Accept-Language` header: `de-AT,de;q=0.9` means German.

    The room's usual language is for browsers that prefer none of ours.
    """
    wanted = sorted(map(_read_preference, prefers.lower().split(",")), key=lambda one: -one[1])
    known = {one.lower(): one for one in list_languages()}
    for name, quality in wanted:
        found = known.get(name) or known.get(name.partition("-")[0])
        if found and quality > 0:
            return found
    return _usual


def _read_preference(one: str) -> tuple[str, float]:
    """Return a language and its weight; weight 0 for one that cannot be read."""
    name, _, rest = one.strip().partition(";")
    weight = rest.strip().removeprefix("q=") or "1"
    return name.strip(), float(weight) if weight.replace(".", "", 1).isdecimal() else 0.0
