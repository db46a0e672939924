"""Why a hand was won or lost: points against points needed, honors, bonuses, and what would have been enough."""

from __future__ import annotations

from shindig.gamekit.amount_format import format_amount
from shindig.gamekit.table_scene import Side
from shindig.messages import Argument, Seats, Text, say

from ..rules.card_kinds import HALF_POINTS
from ..rules.score import NEEDED
from ..rules.state import (
    CHANGES,
    CUT,
    DEPTH,
    DONE,
    NOBODY,
    SHEET_CONTRACT,
    SHEET_ENDING,
    SHEET_HALF,
    SHEET_HONORS,
    SHEET_PARTNER,
    SHEET_ROWS,
    SHEET_SLAM,
    SHEET_TAKER,
    SHUFFLE,
    SheetRow,
    Talon,
)
from .names import halves, name_bid

MOST_HONORS = 3
ALL_HALVES = sum(HALF_POINTS)
"""Half points of all cards together."""


def find_scored_row(view: Talon) -> SheetRow | None:
    """Return the line of the score sheet of the hand whose result is shown, or None."""
    if view.phase not in (CUT, DEPTH, DONE, SHUFFLE) or not view.scored or view.redeal:
        return None
    row: SheetRow = view.sheet[(view.scored - 1) % SHEET_ROWS]
    return row


def sides(view: Talon) -> tuple[Side, ...]:
    """Return the points of both sides of the hand whose result is shown, and what it brought each seat."""
    row = find_scored_row(view)
    if row is None:
        return ()
    team, half = list_team(row), int(row[SHEET_HALF])
    played = [seat for seat in range(view.seats) if view.inplay[seat]]
    defenders = tuple(seat for seat in played if seat not in team)
    return (
        Side(say("talon-side-takers"), halves(half), list_changes(view, row, team)),
        Side(say("talon-side-defenders"), halves(ALL_HALVES - half), list_changes(view, row, defenders)),
    )


def list_changes(view: Talon, row: SheetRow, seats: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Return for each seat what the hand brought, and its score after it."""
    return tuple((seat, int(row[CHANGES + seat]), int(view.score[seat])) for seat in seats)


def verdict(view: Talon, reader: int) -> tuple[Text, ...]:
    """Explain the hand that has just been scored, to a seat or to everybody (-1)."""
    row = find_scored_row(view)
    if row is None:
        return ()
    return (describe_result(row), *describe_payment(row, reader), *list_reasons(row, reader))


def list_team(row: SheetRow) -> tuple[int, ...]:
    """Return the taker, with the partner if there was one."""
    seats = int(row[SHEET_TAKER]), int(row[SHEET_PARTNER])
    return tuple(seat for seat in seats if seat != NOBODY)


def describe_result(row: SheetRow) -> Text:
    """Compare the points that the taker's side took with those that it needed (TN-90)."""
    half, needed = int(row[SHEET_HALF]), NEEDED[row[SHEET_HONORS]]
    honors = say("talon-verdict-honors", honors=int(row[SHEET_HONORS]))
    numbers: dict[str, Argument] = {"points": halves(half), "needed": halves(needed), "short": halves(needed - half)}
    who, bid = Seats(list_team(row)), name_bid(int(row[SHEET_CONTRACT]))
    made = "talon-verdict-made" if half >= needed else "talon-verdict-failed"
    return say(made, who=who, bid=bid, honors=honors, **numbers)


def describe_payment(row: SheetRow, reader: int) -> tuple[Text, ...]:
    """Name what the hand brings the reader, all payments included; nothing for an onlooker."""
    change = int(row[CHANGES + reader]) if reader >= 0 else 0
    if not change:
        return ()
    sign = "talon-verdict-gains" if change > 0 else "talon-verdict-loses"
    return (say(sign, who=Seats((reader,)), amount=format_amount(abs(change))),)


def list_reasons(row: SheetRow, reader: int) -> tuple[Text, ...]:
    """Name the bonuses, and what would have been enough."""
    half, honors = int(row[SHEET_HALF]), int(row[SHEET_HONORS])
    found: list[Text] = []
    if row[SHEET_ENDING]:
        found.append(say("talon-verdict-ending", amount=int(row[SHEET_ENDING])))
    if row[SHEET_SLAM]:
        slam = int(row[SHEET_SLAM])
        amount = format_amount(abs(slam))
        missed = say("talon-verdict-slam-missed", who=Seats(list_team(row)), amount=amount)
        found.append(say("talon-verdict-slam", amount=amount) if slam > 0 else missed)
    if half < NEEDED[honors] and honors < MOST_HONORS and half >= NEEDED[honors + 1]:
        found.append(say("talon-verdict-one-honor", needed=halves(NEEDED[honors + 1])))
    elif half >= NEEDED[honors]:
        more, side = half - NEEDED[honors] + 1, "theirs" if reader < 0 or reader in list_team(row) else "yours"
        found.append(say("talon-verdict-defence", more=halves(more), count=1 if more == 2 else 2, side=side))
    return tuple(found)
