"""What a hand is, for whoever counts hands and knows no game. A mulligan is none: nothing is scored."""

from __future__ import annotations

from ...game import Hand
from ...kernels import kernel
from ...layout import Row, public
from .state import (
    CUT,
    DEPTH,
    DONE,
    EACH_HAND,
    SHEET_CONTRACT,
    SHEET_DEALER,
    SHEET_EACH,
    SHEET_ENDING,
    SHEET_HALF,
    SHEET_HANDFULS,
    SHEET_HONORS,
    SHEET_PARTNER,
    SHEET_ROWS,
    SHEET_SLAM,
    SHEET_TAKER,
    SHUFFLE,
    Talon,
)


class Played(Row):
    """The facts of a hand, as the score sheet has them (TN-91)."""

    dealer: int = public("i2")
    taker: int = public("i2")
    partner: int = public("i2")
    contract: int = public("i2")
    half: int = public("i2")  # half points of the taker's side
    honors: int = public("i2")
    ending: int = public("i2")
    handfuls: int = public("i2")
    slam: int = public("i2")
    each: int = public("i2")  # what each defender pays


@kernel
def number(m: Talon) -> int:
    """Hands begun, not counting those that a mulligan ended."""
    return int(m.scored) + (0 if ended(m) or m.phase == DONE else 1)


@kernel
def ended(m: Talon) -> bool:
    """Whether a hand's sum lies on the table."""
    between = m.phase == CUT or m.phase == DEPTH or m.phase == DONE or m.phase == SHUFFLE
    return bool(between and m.scored > 0 and not m.redeal)


@kernel
def payoff(m: Talon, seat: int) -> int:
    """Points, or tokens."""
    return int(m.paid[seat])


@kernel
def tell(m: Talon, row: Played) -> None:
    """The facts of the hand that has just ended."""
    sheet = m.sheet[(m.scored - 1) % SHEET_ROWS]
    row.dealer, row.taker, row.partner = sheet[SHEET_DEALER], sheet[SHEET_TAKER], sheet[SHEET_PARTNER]
    row.contract, row.half, row.honors = sheet[SHEET_CONTRACT], sheet[SHEET_HALF], sheet[SHEET_HONORS]
    row.ending, row.handfuls, row.slam = sheet[SHEET_ENDING], sheet[SHEET_HANDFULS], sheet[SHEET_SLAM]
    row.each = sheet[SHEET_EACH]


@kernel
def lot(m: Talon) -> bool:
    """Whether a deck is cut that has just been shuffled (TN-11, TN-13)."""
    return bool(m.phase == CUT and not m.redeal and (m.scored == 0 or m.shuffle == EACH_HAND))


HAND = Hand(number, ended, payoff, Played, tell, lot)
