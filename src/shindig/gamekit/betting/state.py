"""State of betting in a record, its action ids and its values."""

from __future__ import annotations

from shindig.core.layout_and_views import SEATS, Numbers, Record, public

CHECK, CALL, FOLD = 0, 1, 2
"""Action ids of every betting game."""
FIRST_FREE = 3
"""First action id that a betting game may use for other actions."""
OUT, IN, FOLDED = 0, 1, 2
"""Values of `status`: out of the match or sitting out; in the hand; folded."""
NOBODY = -1


class Players(Record):
    """Players in the hand."""

    status: Numbers = public("i1", SEATS)


class Betting(Players):
    """State of betting in the record, all of it public."""

    dealer: int = public(stands="seat")
    chips: Numbers = public("i8", SEATS)
    paid: Numbers = public("i8", SEATS)  # into the pots of this hand, by seat
    step_paid: Numbers = public("i8", SEATS)  # part of it in this betting step
    acted: Numbers = public("i1", SEATS)  # since the last full bet or raise
    bet: int = public("i8")  # the highest step_paid
    raiser: int = public(stands="seat")  # seat of the last bet or raise in this step
    carried: int = public("i8")  # remainders for the next main pot
    removed: int = public("i8")  # remainders that left the game
    pots: int = public()  # number of pots, the main pot first
    pot: Numbers = public("i8", SEATS, by="place")
    pot_members: Numbers = public("i2", SEATS, stands="seats", by="place")  # bit s: seat s can win it
    won: Numbers = public("i8", SEATS)  # in the last settled hand
    brought: Numbers = public("i8", SEATS)  # chips at the beginning of the hand
    net: Numbers = public("i8", SEATS)  # net result of the last settled hand


def is_out(m: Betting, seat: int) -> bool:
    """Return True if a seat has lost all its chips, and so is out of this and all later hands."""
    return bool(m.status[seat] == OUT and m.chips[seat] == 0)


def is_broke(m: Betting, seat: int) -> bool:
    """Return True if a seat of a finished match has no chips left, even since the last hand only."""
    return bool(m.chips[seat] == 0)
