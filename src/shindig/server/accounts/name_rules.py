"""Names, logins and passwords as people write them: tidied, or refused with what was expected."""

from __future__ import annotations

import unicodedata

MAX_NAME = 24
LOGIN_LENGTHS = range(3, 33)
PASSWORD_LENGTHS = range(8, 129)
MOST_MARKS = 3
"""Combining marks in a row: what the world's scripts need; more would climb over the lines above."""
BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\U0001d159")
"""Letters and symbols that print and show nothing: fillers, a blank pattern, joiners. Unicode has no class for them."""
SELECTORS = dict.fromkeys((0xFE0E, 0xFE0F))
"""What telephones put after a heart to have it in colour; names do without."""
VARIANTS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Variation selectors: they print, and show nothing themselves."""

ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԚԜаеѕіјорсухһԁԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧανικορυıłøđħŧɑɡ",
    "ABESIJKMHOPCTYXQWaesijopcyxhdqwlABEZHIKMNOPTYXavikopuilodhtag",
)
"""Cyrillic, Greek and other letters that look like those of the alphabet (Unicode Technical Standard 39)."""


class PeopleError(ValueError):
    """A name, login, password or token that will not do; the message says what was expected."""


def clean_name(text: str) -> str:
    """A name fit to show. Raises PeopleError."""
    name = " ".join(unicodedata.normalize("NFC", text.translate(SELECTORS)).split())
    if not 1 <= len(name) <= MAX_NAME or not is_visible(name):
        raise PeopleError(f"expected a name of 1 to {MAX_NAME} letters that can be seen, got {text[:40]!a}")
    return name


def is_visible(text: str) -> bool:
    """Whether all of it shows: no control, no blank letter, no mark without a letter below it, no tower of them."""
    marks = MOST_MARKS
    for letter in text:
        combining = unicodedata.category(letter).startswith("M")
        marks = marks + 1 if combining else MOST_MARKS if letter == " " else 0
        if marks > MOST_MARKS or is_invisible(letter):
            return False
    return bool(text.strip())


def fold_lookalikes(text: str) -> str:
    """A text as it looks: without accents and what shows nothing, one letter for those that look the same."""
    parts = unicodedata.normalize("NFKD", text)
    shown = (letter for letter in parts if not _is_mark(letter) and (letter.isspace() or not is_invisible(letter)))
    return "".join(shown).translate(ALIKE).casefold()


def _is_mark(letter: str) -> bool:
    """Whether it is a mark over, under or round a letter; vowels that are written so are none."""
    return unicodedata.combining(letter) > 0 or unicodedata.category(letter) == "Me"


def is_invisible(letter: str) -> bool:
    """Whether a letter shows nothing."""
    return not letter.isprintable() or letter in BLANKS or any(ord(letter) in some for some in VARIANTS)


def fold_login(login: str) -> str:
    """A login as it is kept: one spelling for what looks alike."""
    return unicodedata.normalize("NFKC", login.replace("\0", "").strip()).casefold()


def clean_login(text: str) -> str:
    """A login, folded. Raises PeopleError."""
    login = fold_login(text)
    if len(login) not in LOGIN_LENGTHS or not is_visible(login) or " " in login:
        low, high = LOGIN_LENGTHS[0], LOGIN_LENGTHS[-1]
        raise PeopleError(f"expected a login of {low} to {high} letters without spaces, got {text[:40]!a}")
    return login


def clean_password(text: str) -> str:
    """A password that is long enough. Raises PeopleError."""
    if len(text) not in PASSWORD_LENGTHS:
        low, high = PASSWORD_LENGTHS[0], PASSWORD_LENGTHS[-1]
        raise PeopleError(f"expected a password of {low} to {high} letters, got {len(text)}")
    return text
