"""Rows of the score sheet in words: every hand's sum, line by line. TN-90 to TN-92."""

from __future__ import annotations

from shindig.gamekit.amount_format import format_amount, format_gain
from shindig.messages import Seats, Text, say

from ..rules.score import BASE, FACTORS, NEEDED
from ..rules.state import (
    NOBODY,
    SHEET_CONTRACT,
    SHEET_EACH,
    SHEET_ENDING,
    SHEET_HALF,
    SHEET_HANDFULS,
    SHEET_HONORS,
    SHEET_PARTNER,
    SHEET_SLAM,
    SHEET_TAKER,
    SheetRow,
)
from .names import halves, name_bid, name_honors


def team(row: SheetRow) -> Seats:
    """Return the taker, with the partner if there was one."""
    taker, partner = int(row[SHEET_TAKER]), int(row[SHEET_PARTNER])
    return Seats((taker,) if partner == NOBODY else (taker, partner))


def sum_lines(row: SheetRow) -> list[tuple[Text, str]]:
    """Return (text, amount) of each step from the points in the pile to the payment of a defender."""
    seats, honors, bid = team(row), int(row[SHEET_HONORS]), int(row[SHEET_CONTRACT])
    over, factor = int(row[SHEET_HALF]) - NEEDED[honors], FACTORS[bid]
    ending, handfuls, slam, each = (int(row[i]) for i in (SHEET_ENDING, SHEET_HANDFULS, SHEET_SLAM, SHEET_EACH))
    rounded, won = (abs(over) + 1) // 2, over >= 0
    base = BASE + rounded + ending
    gained = base * factor + handfuls
    lines: list[tuple[Text, str]] = [
        (say("talon-sum-points", seats=seats), halves(row[SHEET_HALF])),
        (say("talon-sum-needed", honors=name_honors(honors)), halves(NEEDED[honors])),
        (say("talon-sum-base"), str(BASE)),
        (say("talon-sum-over" if won else "talon-sum-short", amount=halves(abs(over))), format_gain(rounded)),
    ]
    if ending:
        lines.append((say("talon-sum-ending"), format_gain(ending)))
    lines.append((say("talon-sum-times", bid=name_bid(bid), base=base, factor=factor), format_amount(base * factor)))
    if handfuls:
        lines.append((say("talon-sum-handfuls"), format_gain(handfuls)))
    lines.append(
        (say("talon-sum-won" if won else "talon-sum-lost", seats=seats), format_gain(gained if won else -gained))
    )
    if slam:
        lines.append((say("talon-sum-slam"), format_gain(slam)))
    lines.append((say("talon-sum-pays" if each >= 0 else "talon-sum-gets"), format_amount(abs(each))))
    return lines


def describe_payment(row: SheetRow) -> Text:
    """Name what each defender pays or gets (TN-92)."""
    each = int(row[SHEET_EACH])
    return say("talon-each-pays" if each >= 0 else "talon-each-gets", amount=abs(each))
