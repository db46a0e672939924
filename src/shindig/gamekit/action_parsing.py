"""Parsing of actions' texts: a word, or a verb with its rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ..core.layout_and_views import Facts
from ..messages import Text, say
from .game_spec import Amounts, GameError

AMOUNT = re.compile("[1-9][0-9]{0,6}")
Verb = Callable[[Facts, str], int]
"""(m, rest) -> the actor's action by a verb with this rest. Raises GameError."""


def parse_action(m: Facts, written: str, words: Mapping[str, int], verbs: Mapping[str, Verb], expected: Text) -> int:
    """Return the actor's action of a text. Raises GameError, which says what was expected, and CardError."""
    written = " ".join(written.split())
    if written in words:
        return words[written]
    verb, _, rest = written.partition(" ")
    if verb not in verbs:
        raise GameError(say("action-unknown", written=written, expected=expected))
    return verbs[verb](m, rest)


def parse_amount(family: Amounts, rest: str, clause: str) -> int:
    """Return the action of a family for an amount in digits. Raises GameError."""
    most = family.last - family.first + 1
    if not AMOUNT.fullmatch(rest) or int(rest) > most:
        raise GameError(say("amount-expected", verb=family.name, given=rest), clause)
    return family.action(int(rest))
