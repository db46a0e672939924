"""Pseudo-language: English with accents, longer by 40 %, in brackets. A text outside brackets is no message.

Only tests use it. It shows which texts are not in message files, and which places are too narrow for other languages.
"""

from __future__ import annotations

PSEUDO = "en-XA"
OPENS, CLOSES = "[", "]"
LONGER = 0.4
"""Part by which texts grow, since other languages need more space than English."""
_ACCENTS = str.maketrans("aceinosuyACEINOSUY", "áçéîñöšûýÁÇÉÎÑÖŠÛÝ")


def write_pseudo(text: str) -> str:
    """Return a text in the pseudo-language. Marks for names, clauses and links stay as they are."""
    letters = sum(map(str.isalpha, text))
    if not letters:
        return text
    return f"{OPENS}{text.translate(_ACCENTS)}{'~' * round(LONGER * letters)}{CLOSES}"
