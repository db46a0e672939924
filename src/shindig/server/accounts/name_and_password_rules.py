"""Rules for names, logins and passwords: input is tidied, or refused with what was expected.

Libraries of lookalike letters have Unicode's whole table. It also joins letters that people tell apart, as `m` and
`rn`, so the short table here has only letters that look like Latin ones.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from shindig.messages import Text

MAX_NAME = 24
LOGIN_LENGTHS = range(3, 33)
PASSWORD_LENGTHS = range(8, 129)
MOST_MARKS = 3
"""Largest number of combining marks in a row. The world's scripts need no more, and more would cover other lines."""
BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\U0001d159")
"""Invisible letters and symbols: fillers, a blank pattern, joiners. Unicode has no class for them."""
SELECTORS = dict.fromkeys((0xFE0E, 0xFE0F))
"""Emoji selectors, which phones add after a heart. Names do without."""
VARIANTS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Variation selectors, which are invisible."""

ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԚԜаеѕіјорсухһԁԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧανικορυıłøđħŧɑɡ",
    "ABESIJKMHOPCTYXQWaesijopcyxhdqwlABEZHIKMNOPTYXavikopuilodhtag",
)
"""Cyrillic, Greek and other letters that look like Latin ones (Unicode Technical Standard 39)."""


class PeopleError(ValueError):
    """An invalid name, login, password, passkey or token. `text` says what was expected."""

    def __init__(self, text: Text = "") -> None:
        super().__init__(str(text))
        self.text = text


def clean_name(text: str) -> str:
    """Return a tidy name. Raises PeopleError."""
    name = " ".join(unicodedata.normalize("NFC", text.translate(SELECTORS)).split())
    if not 1 <= len(name) <= MAX_NAME or not is_visible(name):
        raise PeopleError(f"expected a name of 1 to {MAX_NAME} letters that can be seen, got {text[:40]!a}")
    return name


def is_visible(text: str) -> bool:
    """Return True if all of a text is visible: no controls, blank letters, marks without a base, or stacks of marks."""
    marks = MOST_MARKS
    for letter in text:
        combining = unicodedata.category(letter).startswith("M")
        marks = marks + 1 if combining else MOST_MARKS if letter == " " else 0
        if marks > MOST_MARKS or is_invisible(letter):
            return False
    return bool(text.strip())


def fold_lookalikes(text: str) -> str:
    """Return a key that is equal for lookalike texts: no accents, no invisible letters, one letter for lookalikes."""
    parts = unicodedata.normalize("NFKD", text)
    shown = (letter for letter in parts if not _is_mark(letter) and (letter.isspace() or not is_invisible(letter)))
    return "".join(shown).translate(ALIKE).casefold()


def pick_fresh_name(name: str, others: Iterable[str]) -> str:
    """Return a name, with a number if it looks like one of the others."""
    taken = {*map(fold_lookalikes, others)}
    numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return next(fresh for fresh in (name, *numbered) if fold_lookalikes(fresh) not in taken)


def _is_mark(letter: str) -> bool:
    """Return True for a mark over, under or around a letter. Vowel signs do not count."""
    return unicodedata.combining(letter) > 0 or unicodedata.category(letter) == "Me"


def is_invisible(letter: str) -> bool:
    """Return True for an invisible letter."""
    return not letter.isprintable() or letter in BLANKS or any(ord(letter) in some for some in VARIANTS)


def fold_login(login: str) -> str:
    """Return a login in normal form, equal for lookalikes."""
    return unicodedata.normalize("NFKC", login.replace("\0", "").strip()).casefold()


def clean_login(text: str) -> str:
    """Return a login in normal form. Raises PeopleError."""
    login = fold_login(text)
    if len(login) not in LOGIN_LENGTHS or not is_visible(login) or " " in login:
        low, high = LOGIN_LENGTHS[0], LOGIN_LENGTHS[-1]
        raise PeopleError(f"expected a login of {low} to {high} letters without spaces, got {text[:40]!a}")
    return login


def clean_password(text: str) -> str:
    """Return a password that is long enough. Raises PeopleError."""
    if len(text) not in PASSWORD_LENGTHS:
        low, high = PASSWORD_LENGTHS[0], PASSWORD_LENGTHS[-1]
        raise PeopleError(f"expected a password of {low} to {high} letters, got {len(text)}")
    return text
