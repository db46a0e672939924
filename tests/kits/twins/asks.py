"""What a twin of a whole match needs next, and how it is answered; and the same asked of a match."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from shindig.match import Match


@dataclass
class Order:
    """An order of cards or seats is needed."""

    of: str


@dataclass
class Ask:
    """A seat is asked: the words it may say, and the amounts after words such as `bet`."""

    seat: int
    words: set[str]
    amounts: dict[str, tuple[int, int]] = field(default_factory=dict)


Need = Order | Ask
Answers = Generator[Need, list[str], None]


def word(answer: list[str]) -> str:
    return " ".join(answer)


def asked(match: Match) -> Need:
    """What the match needs next, as a twin says it."""
    if match.needs is not None:
        return Order(match.needs)
    amounts, words = {}, set()
    for first, last in match.legal.ranges:
        family = next((family for family in match.game.rules.amounts if first in family), None)
        if family:
            amounts[family.name] = family.amount(first), family.amount(last)
        else:
            words |= {match.game.words.text(match.record, action) for action in range(first, last + 1)}
    return Ask(match.to_act, words, amounts)
