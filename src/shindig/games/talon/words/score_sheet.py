"""Rows of the score sheet in words: every hand's sum, line by line. TN-90 to TN-92."""

from __future__ import annotations

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
from .actions import CONTRACTS

HONOR_WORDS = ("no honors", "one honor", "two honors", "three honors")


def halves(half_points: int) -> str:
    """Write half points as points: 95 is 47½."""
    whole, half = divmod(half_points, 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def team(row: SheetRow) -> str:
    """Name the taker, with the partner if there was one."""
    partner = row[SHEET_PARTNER]
    return f"{{{row[SHEET_TAKER]}}}" + ("" if partner == NOBODY else f" and {{{partner}}}")


def made(row: SheetRow) -> bool:
    return row[SHEET_HALF] >= NEEDED[row[SHEET_HONORS]]


def sum_lines(row: SheetRow) -> list[tuple[str, str]]:
    """Return (text, amount) of each step from the points in the pile to the payment of a defender."""
    needed = NEEDED[row[SHEET_HONORS]]
    over = row[SHEET_HALF] - needed
    contract, factor = CONTRACTS[row[SHEET_CONTRACT]], FACTORS[row[SHEET_CONTRACT]]
    ending, handfuls, slam, each = (row[i] for i in (SHEET_ENDING, SHEET_HANDFULS, SHEET_SLAM, SHEET_EACH))
    base = BASE + (abs(over) + 1) // 2 + ending
    sign = 1 if over >= 0 else -1
    lines = [
        (f"Points taken by {team(row)}", halves(row[SHEET_HALF])),
        (f"Needed with {HONOR_WORDS[row[SHEET_HONORS]]}", halves(needed)),
        ("Every hand", str(BASE)),
        (f"{'Over' if over >= 0 else 'Short'} by {halves(abs(over))}, rounded up", f"+{(abs(over) + 1) // 2}"),
    ]
    if ending:
        lines.append(("Magician's ending", f"{ending:+}"))
    lines.append((f"{contract}: {base} times {factor}", str(base * factor)))
    if handfuls:
        lines.append(("Handfuls", f"+{handfuls}"))
    lines.append((f"The taker {'won' if over >= 0 else 'lost'}", f"{sign * (base * factor + handfuls):+}"))
    if slam:
        lines.append(("Slam", f"{slam:+}"))
    lines.append(("From each defender" if each >= 0 else "To each defender", str(abs(each))))
    return lines
