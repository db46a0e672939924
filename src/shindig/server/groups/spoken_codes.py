"""Codes of groups that can be said aloud: four words of two syllables, 44 bits."""

from __future__ import annotations

import re
import secrets

CONSONANTS, VOWELS = "bdfgklmnprst", "aeio"
SYLLABLES = [consonant + vowel for consonant in CONSONANTS for vowel in VOWELS]
WORDS, LENGTH = 4, 2
"""Number of words, and of syllables in each: 48 to the power of 8 codes."""
CODE = re.compile(rf"(?:[{CONSONANTS}][{VOWELS}]){{{WORDS * LENGTH}}}")


def make_code() -> str:
    """Make an unguessable code, as `bado-kime-sola-tipo`."""
    words = ("".join(secrets.choice(SYLLABLES) for _ in range(LENGTH)) for _ in range(WORDS))
    return "-".join(words)


def clean_code(text: str) -> str:
    """Return a code as it is stored, however it was typed; "" for anything else."""
    letters = re.sub(r"[^a-z]", "", text[:100].casefold())
    if not CODE.fullmatch(letters):
        return ""
    size = 2 * LENGTH
    return "-".join(letters[at : at + size] for at in range(0, len(letters), size))
