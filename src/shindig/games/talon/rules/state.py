"""Record of a Talon match: fields with their visibility, phases, orders, action ids, options, tables by players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from shindig.core.layout_and_views import SEATS, Cards, Layout, Numbers, Record, hidden, private, public
from shindig.gamekit.game_spec import Option
from shindig.messages import say

MAX_SEATS = 5
SUITED, TRUMPS = 56, 22
"""Bounds of ids: below SUITED they are suit x 14 + rank, from there on trumps: 56 + n (TN-1)."""
IDS = SUITED + TRUMPS
"""Bound of card ids."""
DECK = IDS
"""Number of cards."""
RANKS = 14
TRUMP = 4
"""Value for trumps in place of a suit."""
FOOL, MAGICIAN, WORLD = 0, 1, 21
"""Numbers of the honors among the trumps (TN-2)."""
NOBODY = -1

# By players - 3 (TN-3, TN-32).
HAND = (24, 18, 15)
PACKET = (4, 3, 3)
TALON = (6, 6, 3)
HANDFULS = ((13, 15, 18), (10, 13, 15), (8, 10, 13))
MOST_TRICKS = 24
MOST_TALON = 6

# Sets of cards, as bits of `suits` and of `trumps`.
KINGS = 1 << 13 | 1 << 27 | 1 << 41 | 1 << 55
COURTS = KINGS | KINGS >> 1 | KINGS >> 2 | KINGS >> 3
HONORS = 1 << FOOL | 1 << MAGICIAN | 1 << WORLD

# Phases.
(
    SETUP,
    SHUFFLE,
    CUT,
    DEPTH,
    DRY,
    BID,
    MISERY,
    HANDFUL,
    SHOW,
    SLAM,
    NAME,
    LAY,
    PLAY,
    ENDING,
    DONE,
) = range(15)

# Orders that chance gives: the cards cut for the first deal (TN-10), the deck, the true depth of a cut (TN-11).
DRAWN, MAIN, THICKNESS = range(3)
ORDERS = ("draw", "main", "cut")
SLACK = 6
"""Largest error of a cut (TN-11)."""

# Actions. CUTS + k cuts k cards, k = 0 taps. Families follow one another.
CUTS = 0
NOT_DRY = CUTS + DECK
IS_DRY = NOT_DRY + 1
BIDS = IS_DRY + 1
"""First of the bids: BIDS + 0 passes, 1 Take, 2 Guard, 3 Guard without, 4 Guard against (TN-21)."""
NO_MISERY = BIDS + 5
IS_MISERY = NO_MISERY + 1
HANDFUL_CALLS = IS_MISERY + 1
"""First of the handfuls: + 0 none, 1 single, 2 double, 3 triple (TN-32)."""
SLAMS = HANDFUL_CALLS + 4
"""First of the slams: + 0 none, 1 little, 2 grand (TN-34)."""
NAMES = SLAMS + 3
"""First of the names: + suit names its king, + 4 + suit its queen (TN-40)."""
LEAVE = NAMES + 8
LAYS = LEAVE + 1
"""First of the lays: + card lays it in the talon (TN-50)."""
SHOWS = LAYS + DECK
"""First of the shows: + n shows trump n of a handful (TN-32)."""
PLAYS = SHOWS + 22
"""First of the plays: + card plays it."""
MINUS = PLAYS + DECK
PLUS = MINUS + 1
NUM_ACTIONS = PLUS + 1
MAX_RANGES = MOST_TRICKS + MOST_TALON

KING_RANK, QUEEN_RANK = 13, 12
AGAINST = 4
LITTLE, GRAND = 1, 2

# Sides: of a seat and of a pile.
ATTACK, DEFENCE = 0, 1
ALONE = 1 << MAX_SEATS
"""Bit of `suspects` for a taker without a partner; bit s stands for seat s."""

# Values of options.
LEFT, RIGHT = range(2)
APPROXIMATE, EXACT = range(2)
NEVER, EACH_HAND = range(2)
ANY, FRENCH = range(2)
LAST, ALL = range(2)
END, DROP = range(2)

OPTIONS = (
    Option("hands", 6, say("talon-option-hands"), "TN-93", 0, 1000),
    Option("tokens", 0, say("talon-option-tokens"), "TN-93", 0, 1_000_000),
    Option("on_broke", "end", say("talon-option-on-broke"), "TN-93", choices=("end", "drop")),
    Option("first_packet", "left", say("talon-option-first-packet"), "TN-12", choices=("left", "right")),
    Option("cut", "approximate", say("talon-option-cut"), "TN-11", choices=("approximate", "exact")),
    Option("shuffle", "never", say("talon-option-shuffle"), "TN-13", choices=("never", "each-hand")),
    Option("lay_away", "any", say("talon-option-lay-away"), "TN-50", choices=("any", "french")),
    Option("overruff", "off", say("talon-option-overruff"), "TN-61", choices=("off", "on")),
    Option("tricks", "last", say("talon-option-tricks"), "TN-65", choices=("last", "all")),
)

# Columns of a row of the score sheet; the change of seat s is in column CHANGES + s.
(
    SHEET_HAND,
    SHEET_DEALER,
    SHEET_TAKER,
    SHEET_PARTNER,
    SHEET_CONTRACT,
    SHEET_HALF,
    SHEET_HONORS,
    SHEET_ENDING,
    SHEET_HANDFULS,
    SHEET_SLAM,
    SHEET_EACH,
    CHANGES,
) = range(12)
SHEET_ROWS = 12
"""Number of rows of the score sheet: scored hand h, counted from 0, is in row h % 12."""

SUIT_BITS, TRUMP_BITS = Cards("main", bits=True), Cards("main", bits=True, first=SUITED)

SheetRow: TypeAlias = Sequence[int] | npt.NDArray[np.int16]
"""A row of `sheet`."""


class Talon(Record):
    """Record of a match."""

    hands: int = public("i4")
    tokens: int = public("i4")
    on_broke: int = public("i4")
    first_packet: int = public("i4")
    cut: int = public("i4")
    shuffle: int = public("i4")
    lay_away: int = public("i4")
    overruff: int = public("i4")
    tricks: int = public("i4")
    players: int = public()  # seats still in the match
    inplay: Numbers = public("i1", SEATS)  # 1 for these
    right: Numbers = public(
        "i1", SEATS, stands="seat"
    )  # the next seat in play widdershins, also for a seat that is out
    dealer: int = public(stands="seat")
    drawn: Numbers = public("i1", SEATS, cards="draw")  # the cards cut for the first deal
    score: Numbers = public("i4", SEATS)  # points, or tokens
    scored: int = public("i2")  # scored hands
    mulligans: int = public()  # in a row, since a hand was scored or the deck shuffled
    redeal: int = public()  # 1 after a mulligan
    cutting: int = public()  # the number called for the last cut, 0 for a tap
    deck: Numbers = hidden("i1", DECK, cards="main")
    top: int = hidden()  # place of the top card in `deck`, which is circular
    suits: Numbers = private("i8", SEATS, cards=SUIT_BITS)  # bit c: holds card c < 56
    trumps: Numbers = private("i4", SEATS, cards=TRUMP_BITS)  # bit n: holds trump n
    held: Numbers = public("i1", SEATS)  # cards in hand
    talon: Numbers = hidden("i1", MOST_TALON, cards="main")  # from the bottom to the top
    seen: Numbers = private("i1", SEATS, MOST_TALON, cards="main")  # the talon, in the row of the taker who sees it
    taken_suits: Numbers = private("i8", SEATS, cards=SUIT_BITS)  # taken from the talon, as in `suits` and `trumps`
    taken_trumps: Numbers = private("i4", SEATS, cards=TRUMP_BITS)
    laying: int = public()  # the place of the talon that the taker is asked about
    laid_open: int = public("i4", cards=TRUMP_BITS)  # trumps laid down under `french`
    bid: Numbers = public("i1", SEATS)  # last bid, 0 passed, -1 not asked
    taker: int = public(stands="seat")
    contract: int = public()  # 0 before the first bid
    misery: Numbers = public("i1", SEATS)  # bit 0: no trumps, bit 1: no courts
    handful: Numbers = public("i1", SEATS)
    shown: Numbers = public("i4", SEATS, cards=TRUMP_BITS)  # trumps shown
    showing: int = public()  # number still to be shown
    evasive: int = public(stands="seat")  # the seat whose Magician is an excuse
    slam: int = public()
    named: int = public()  # the card whose holder is the partner
    suspects: int = public(stands="seats")  # bits of all who may publicly be the partner, ALONE among them
    side: Numbers = hidden("i1", SEATS)
    leader: int = public(stands="seat")
    trick: int = public()  # tricks completed
    table: Numbers = public("i1", SEATS, cards="main", by="place")  # the trick in the order of play
    played: int = public()  # number of these cards
    excused: int = public()  # places of excuses in the trick, as bits
    led: int = public()  # the suit to follow, TRUMP, or -1
    best: int = public(cards="main")  # the winning card so far, -1 while there are only excuses
    winner: int = public(stands="seat")  # its seat
    won: Numbers = public("i1", SEATS)  # tricks by seat
    points: Numbers = public("i2", SEATS)  # half points of their cards without excuses
    past: Numbers = public("i1", MOST_TRICKS, SEATS, cards="main")  # tricks on show; under `last` only row 0
    past_leader: Numbers = public("i1", MOST_TRICKS, stands="seat")
    past_winner: Numbers = public("i1", MOST_TRICKS, stands="seat")
    gone_suits: int = public("i8", cards=SUIT_BITS)  # cards played in this hand, as in `suits` and `trumps`
    gone_trumps: int = public("i4", cards=TRUMP_BITS)
    given: Numbers = public("i1", 2, cards="main")  # cards that a side gave for an excuse in the last trick
    debts: int = public()  # excuses beside their pile
    debt_card: Numbers = public("i1", 2, cards="main")
    debt_seat: Numbers = public("i1", 2, stands="seat")  # their players
    pile: Numbers = hidden("i1", 2, DECK, cards="main")  # of each side, from the bottom to the top
    piled: Numbers = hidden("i1", 2)
    promised: int = public()  # plus or minus ten, chosen with the Magician
    ending: int = public()  # the part of it that counts
    sheet: Numbers = public("i2", SHEET_ROWS, CHANGES + MAX_SEATS)
    paid: Numbers = public("i4", SEATS)  # net payment to each seat in this hand so far
    reason: int = public()


LAYOUT = Layout(Talon, MAX_SEATS)

# Values of `reason`: the match runs; all its hands are played; a seat is broke; too few players are left.
RUNNING, ALL_PLAYED, BROKE, TOO_FEW = range(4)
