"""Amounts in the unit of a game's scores, in words."""

from __future__ import annotations

from ..messages import Message, Text, has_message, say


def describe_amount(amount: float, unit: Text) -> Text:
    """Write an amount with its unit; a part of a win, where the scores count wins, as a share of one."""
    if is_share(amount, unit):
        assert isinstance(unit, Message)
        return say("amount-share", percent=round(100 * amount), one=Message(f"{unit.id}.one", unit.args))
    return say("amount-of", amount=round_amount(amount), unit=unit)


def is_share(amount: float, unit: Text) -> bool:
    """Return True for a part of a win: the unit of games that count wins has a singular (`.one`)."""
    return amount < 1 and isinstance(unit, Message) and has_message(f"{unit.id}.one")


def round_amount(amount: float) -> int | float:
    """Return an amount as a whole number from two on."""
    return amount if amount < 2 else round(amount)
