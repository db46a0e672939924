"""Names of hands, ranks and suits as messages."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from shindig.core.caches import RULE_PARTS, cached
from shindig.messages import Argument, Message, say

from ..worth.hand_classes import NAMES, ranks_of
from ..worth.ranks import DECKS, NUMBERS, SCORES

KIND_MESSAGES = tuple(say(f"tall-cards-rank-{number}") for number in range(1, len(NAMES) + 1))


def name_kind(strength: int) -> Message:
    """Return the kind of a hand of a strength: `Pair`."""
    return KIND_MESSAGES[int(NUMBERS[strength]) - 1]


@cached(RULE_PARTS)
def name_suit(deck: str, tall: int) -> Message:
    """Return the suit of a Tall Card in a sentence: `Plums`."""
    suits = DECKS[deck][1]
    return say(f"suit-{suits.name}-{suits.codes[tall]}")


@cached(RULE_PARTS)
def name_value(deck: str, rank: int, count: str = "one") -> Message:
    """Return the name of a rank for `one` card or `many`, or with its article for `a`."""
    return say(f"tall-cards-value-{rank}", deck=deck, count=count)


@cached(RULE_PARTS)
def find_sign(deck: str, rank: int) -> str:
    """Return the sign of a rank as it is printed on its cards: `U`."""
    return DECKS[deck][0].codes[rank][:-1]


@cached(RULE_PARTS)
def name_hand(deck: str, strength: int, form: str = "") -> Message:
    """Return a hand in words: `a pair of Aces`. Form `.own` follows `your`; `.whole` ends a sentence."""
    ranks = ranks_of(int(SCORES[strength]))
    first, *others = list_groups(ranks)
    arguments: dict[str, Argument] = {
        "first": name_value(deck, first, "many"),
        "second": name_value(deck, others[0] if others else first, "many"),
        "top": name_value(deck, ranks[0]),
    }
    return say(f"tall-cards-made-{NUMBERS[strength]}{form}", **arguments)


def name_shown(deck: str, strength: int) -> Message:
    """Return the name of a hand at the showdown, the kind alone in short."""
    return say("tall-cards-shown", made=name_hand(deck, strength, ".whole"), kind=name_kind(strength))


def list_groups(ranks: Iterable[int]) -> list[int]:
    """Return the ranks of a hand's groups, without repetition."""
    return [rank for rank, _ in groupby(ranks)]
