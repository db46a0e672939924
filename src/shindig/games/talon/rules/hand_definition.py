"""Definition of a hand for code that counts hands without knowing the game. A mulligan is no hand."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import SEATS, Numbers, Row
from shindig.gamekit.game_spec import Hand
from shindig.gamekit.hand_fact_columns import fact

from .score import NEEDED
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
from .state import HAND as TRICKS

CONTRACTS = ("none", "Take", "Guard", "Guard without", "Guard against")
BIDS = ("pass", *CONTRACTS[1:])
MISERIES = ("none", "no trumps", "no courts", "neither")
HANDFULS = ("none", "single", "double", "triple")
SLAMS = ("none", "little", "grand")
FEWEST = 3


class TalonFacts(Row):
    """Facts of a hand, as on the score sheet (TN-91), and the calls of each seat."""

    dealer: int = fact("The seat that dealt.", stands="seat")
    players: int = fact("Players in the hand.")
    taker: int = fact("The seat that took.", stands="seat")
    partner: int = fact("The taker's partner, where there was one.", stands="seat")
    named: int = fact("The card that the taker named for a partner.", cards="main")
    contract: int = fact("The contract.", names=CONTRACTS)
    made: bool = fact("Whether the taker's side had what it needed.", "?")
    half_points: int = fact("Half points in the pile of the taker's side.")
    needed: int = fact("Half points that it needed.")
    honors: int = fact("Honors in its pile.")
    tricks: int = fact("Tricks that it won.")
    ending: int = fact("What the Magician's ending added.")
    handfuls: int = fact("What handfuls were worth.")
    slam_called: int = fact("The slam that was called.", names=SLAMS)
    slam: int = fact("The slam bonus.")
    each: int = fact("What each defender paid; below 0 where defenders were paid.")
    bid: Numbers = fact("The last bid of each.", "i1", SEATS, names=BIDS)
    misery: Numbers = fact("The misery that each called.", "i1", SEATS, names=MISERIES)
    handful: Numbers = fact("The handful that each showed.", "i1", SEATS, names=HANDFULS)
    won: Numbers = fact("Tricks that each won.", "i2", SEATS)


@kernel
def number(m: Talon) -> int:
    """Return the number of hands begun, without those that a mulligan ended."""
    return int(m.scored) + (0 if ended(m) or m.phase == DONE else 1)


@kernel
def ended(m: Talon) -> bool:
    """Return True while a hand's result is on the table."""
    between = m.phase == CUT or m.phase == DEPTH or m.phase == DONE or m.phase == SHUFFLE
    return bool(between and m.scored > 0 and not m.redeal)


@kernel
def payoff(m: Talon, seat: int) -> int:
    """Return points, or tokens."""
    return int(m.paid[seat])


@kernel
def tell(m: Talon, row: TalonFacts) -> None:
    """Write the facts of the hand that has just ended."""
    sheet = m.sheet[(m.scored - 1) % SHEET_ROWS]
    row.dealer, row.taker, row.partner = sheet[SHEET_DEALER], sheet[SHEET_TAKER], sheet[SHEET_PARTNER]
    row.contract, row.half_points, row.honors = sheet[SHEET_CONTRACT], sheet[SHEET_HALF], sheet[SHEET_HONORS]
    row.needed = NEEDED[row.honors]
    row.made = row.half_points >= row.needed
    row.ending, row.handfuls, row.slam = sheet[SHEET_ENDING], sheet[SHEET_HANDFULS], sheet[SHEET_SLAM]
    row.each, row.named, row.slam_called = sheet[SHEET_EACH], m.named, m.slam
    row.players, row.tricks, played = 0, 0, 0
    for seat in range(m.seats):
        played += m.won[seat]
        row.bid[seat], row.misery[seat], row.handful[seat] = m.bid[seat], m.misery[seat], m.handful[seat]
        row.won[seat] = m.won[seat]
        if seat == row.taker or seat == row.partner:
            row.tricks += m.won[seat]
    for sort in range(len(TRICKS)):
        if TRICKS[sort] == played:
            row.players = sort + FEWEST


@kernel
def lot(m: Talon) -> bool:
    """Return True for a cut of a freshly shuffled deck (TN-11, TN-13)."""
    return bool(m.phase == CUT and not m.redeal and (m.scored == 0 or m.shuffle == EACH_HAND))


def is_broke(m: Talon, seat: int) -> bool:
    """Return True if a seat of a finished match for tokens has none left (TN-93)."""
    return bool(m.tokens and m.score[seat] == 0)


HAND = Hand(number, ended, payoff, TalonFacts, tell, lot)
