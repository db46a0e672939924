"""Why a hand was won or lost: points against points needed, honors, bonuses, and what would have been enough."""

from __future__ import annotations

from shindig.gamekit.table_scene import Side
from shindig.messages import Seat, Seats, Text, say

from ..rules.card_kinds import HALF_POINTS
from ..rules.score import NEEDED
from ..rules.state import (
    CHANGES,
    CUT,
    DEPTH,
    DONE,
    NOBODY,
    SHEET_CONTRACT,
    SHEET_EACH,
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
    payment = (*describe_payment(row, reader), *describe_misery(view, row, reader))
    return (describe_result(row), *payment, *list_reasons(row, reader))


def list_team(row: SheetRow) -> tuple[int, ...]:
    """Return the taker, with the partner if there was one."""
    seats = int(row[SHEET_TAKER]), int(row[SHEET_PARTNER])
    return tuple(seat for seat in seats if seat != NOBODY)


def describe_result(row: SheetRow) -> Text:
    """Compare the points that the taker's side took with those that it needed (TN-90); first name a missed slam."""
    half, needed = int(row[SHEET_HALF]), NEEDED[row[SHEET_HONORS]]
    honors, bid = say("talon-verdict-honors", honors=int(row[SHEET_HONORS])), name_bid(int(row[SHEET_CONTRACT]))
    points, aim, made = halves(half), halves(needed), "yes" if half >= needed else "no"
    if row[SHEET_SLAM] < 0:
        who = Seat(int(row[SHEET_TAKER]))
        return say("talon-verdict-missed", who=who, bid=bid, made=made, points=points, needed=aim)
    ended = "talon-verdict-made" if half >= needed else "talon-verdict-failed"
    return say(ended, who=Seats(list_team(row)), bid=bid, honors=honors, points=points, needed=aim)


def describe_payment(row: SheetRow, reader: int) -> tuple[Text, ...]:
    """Name a slam made, and what the hand brings the reader, all payments included; an onlooker reads of it alone."""
    change = int(row[CHANGES + reader]) if reader >= 0 else 0
    slam = describe_slam(row)
    if not change:
        return (slam,) if slam else ()
    sign = "talon-verdict-gains" if change > 0 else "talon-verdict-loses"
    return (say(f"{sign}.slam", slam=slam, amount=abs(change)) if slam else say(sign, amount=abs(change)),)


def describe_slam(row: SheetRow) -> Text:
    """Say that a slam was made; empty if there was none (TN-34)."""
    return say("talon-verdict-slam-made", who=Seats(list_team(row))) if row[SHEET_SLAM] > 0 else ""


def describe_misery(view: Talon, row: SheetRow, reader: int) -> tuple[Text, ...]:
    """Name what misery brought the reader: all that is not paid for the hand (TN-31). Tokens may not pay it all."""
    if view.tokens or reader < 0 or not row[CHANGES + reader]:
        return ()
    rest = int(row[CHANGES + reader]) - count_parts(view, row, reader) * int(row[SHEET_EACH])
    if not rest:
        return ()
    return (say("talon-verdict-misery-gains" if rest > 0 else "talon-verdict-misery-loses", amount=abs(rest)),)


def count_parts(view: Talon, row: SheetRow, reader: int) -> int:
    """Return the parts that a seat gets if the taker's side wins, negative if it pays (TN-92)."""
    team = list_team(row)
    if reader not in team:
        return -1
    return sum(map(int, view.inplay[: view.seats])) - 2 * len(team) + 1 if reader == row[SHEET_TAKER] else 1


def list_reasons(row: SheetRow, reader: int) -> tuple[Text, ...]:
    """Name the bonuses, and what would have been enough."""
    half, honors = int(row[SHEET_HALF]), int(row[SHEET_HONORS])
    found: list[Text] = []
    if row[SHEET_ENDING]:
        found.append(say("talon-verdict-ending", amount=int(row[SHEET_ENDING])))
    if half < NEEDED[honors] and honors < MOST_HONORS and half >= NEEDED[honors + 1]:
        found.append(say("talon-verdict-one-honor", needed=halves(NEEDED[honors + 1])))
    elif half >= NEEDED[honors]:
        more, side = half - NEEDED[honors] + 1, "theirs" if reader < 0 or reader in list_team(row) else "yours"
        who = Seats(list_team(row))
        found.append(say("talon-verdict-defence", who=who, more=halves(more), count=min(more // 2, 2), side=side))
    return tuple(found)
