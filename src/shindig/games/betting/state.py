"""What betting keeps in a record, its action ids and its values."""

from __future__ import annotations

from ..layout import SEATS, Numbers, Record, public

CHECK, CALL, FOLD = 0, 1, 2
"""Action ids of every betting game."""
FIRST_FREE = 3
"""The first action id that a betting game may give to something else."""
OUT, IN, FOLDED = 0, 1, 2
"""Values of `status`: out of the match or sitting out; in the hand; folded."""
NOBODY = -1


class Players(Record):
    """Who is in the hand."""

    status: Numbers = public("i1", SEATS)


class Betting(Players):
    """What betting keeps in the record, all of it public."""

    dealer: int = public(stands="seat")
    chips: Numbers = public("i8", SEATS)
    paid: Numbers = public("i8", SEATS)  # into the pots of this hand, by seat
    step_paid: Numbers = public("i8", SEATS)  # of it in this betting step
    acted: Numbers = public("i1", SEATS)  # since the last full bet or raise
    bet: int = public("i8")  # the highest step_paid
    raiser: int = public(stands="seat")  # who bet or raised last in this step
    carried: int = public("i8")  # remainders waiting for the next main pot
    removed: int = public("i8")  # remainders that left the game
    pots: int = public()  # how many there are, the main pot first
    pot: Numbers = public("i8", SEATS, by="place")
    pot_members: Numbers = public("i2", SEATS, stands="seats", by="place")  # bit s: seat s can win it
    won: Numbers = public("i8", SEATS)  # in the last settled hand
    brought: Numbers = public("i8", SEATS)  # chips at the beginning of the hand
    net: Numbers = public("i8", SEATS)  # what the last settled hand brought each, less what it cost


def is_out(m: Betting, seat: int) -> bool:
    """Whether a seat has lost all its chips: neither in the hand nor in any that follows."""
    return bool(m.status[seat] == OUT and m.chips[seat] == 0)


def is_broke(m: Betting, seat: int) -> bool:
    """Whether a seat of a match that is over has no chips left, be it since the last hand."""
    return bool(m.chips[seat] == 0)
