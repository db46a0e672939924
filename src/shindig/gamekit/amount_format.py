"""Amounts as all pages write them."""

from __future__ import annotations


def format_amount(amount: int) -> str:
    """Format an amount with separated thousands and a true minus sign: `450`, `−1 350`."""
    return f"{amount:,}".replace(",", "\u202f").replace("-", "\u2212")
