"""Amounts in the unit of a game's scores, in words.

The message of a unit is its plural. Its attribute `.one` is the singular. Units that count wins also have `.share`, for
a part of a win, and `.score`, a sentence about the wins at the end of a match.
"""

from __future__ import annotations

from ..messages import Message, Text, has_message, say


def describe_amount(amount: float, unit: Text) -> Text:
    """Write an amount with its unit; a part of a win, where the scores count wins, as a share of one."""
    if is_share(amount, unit):
        assert isinstance(unit, Message)
        return Message(f"{unit.id}.share", (*unit.args, ("percent", round(100 * amount))))
    rounded = round(amount) if has_form(unit, "share") else round_amount(amount)
    return say("amount-of", amount=rounded, unit=choose_unit(rounded, unit))


def describe_score(score: int, unit: Text) -> Text:
    """Write the reader's score at the end of a match: `You finished with 19 chips.`, `You didn't win a Battle.`"""
    if has_form(unit, "score"):
        assert isinstance(unit, Message)
        return Message(f"{unit.id}.score", (*unit.args, ("count", score)))
    return say("score-finished", score=say("amount-of", amount=score, unit=choose_unit(score, unit)))


def choose_unit(amount: float, unit: Text) -> Text:
    """Return a unit in the singular or plural."""
    if amount != 1 or not has_form(unit, "one"):
        return unit
    assert isinstance(unit, Message)
    return Message(f"{unit.id}.one", unit.args)


def is_share(amount: float, unit: Text) -> bool:
    """Return True for a part of a win, in a game whose scores count wins."""
    return amount < 1 and has_form(unit, "share")


def count_wins(share: float) -> int:
    """Return how many of 100 hands a part of a win decides, at least one."""
    return max(1, round(100 * share))


def has_form(unit: Text, name: str) -> bool:
    """Return True if a unit's message has an attribute."""
    return isinstance(unit, Message) and has_message(f"{unit.id}.{name}")


def round_amount(amount: float) -> int | float:
    """Return an amount as a whole number from two on."""
    return amount if amount < 2 else round(amount)
