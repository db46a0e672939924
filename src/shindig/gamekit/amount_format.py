"""Amounts as all pages write them."""

from __future__ import annotations

from shindig.messages import ENGLISH
from shindig.messages.locale_formats import find_group_sign


def format_amount(amount: int, language: str = ENGLISH) -> str:
    """Format an amount with the thousands of a language and a true minus sign: `450`, `−1,350`, in German `−1.350`."""
    return f"{amount:,}".replace(",", find_group_sign(language)).replace("-", "\u2212")


def format_gain(amount: int, language: str = ENGLISH) -> str:
    """Format a whole gain with its sign: `+35`, `−1,200`; nothing gained is `0`."""
    return f"+{format_amount(amount, language)}" if amount > 0 else format_amount(amount, language)
