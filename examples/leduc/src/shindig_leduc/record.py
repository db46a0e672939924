"""Record of a Leduc hold'em match: its fields, deck and options."""

from shindig.cards import Deck
from shindig.gamekit import SEATS, Layout, Numbers, Option, Record, hidden, private, public

DECK = Deck("leduc", ("J", "Q", "K"), ("Jack", "Queen", "King"), (2, 2, 2))  # LD-1
ANTE, BETS, RAISES = 1, (2, 4), 2  # LD-4, LD-6
MOST = ANTE + (RAISES * BETS[0]) + (RAISES * BETS[1])  # largest cost of a hand
CHECK, CALL, FOLD, RAISE = range(4)
VERBS = {CHECK: "check", CALL: "call", FOLD: "fold", RAISE: "raise"}
SETUP, FIRST, SECOND, HAND_OVER = range(4)  # phases
OPTIONS = (
    Option("stack", 60, "Chips that each player starts with.", "LD-2", MOST, 10_000),
    Option("hands", 10, "Hands in a match.", "LD-9", 1, 1000),
)


class Leduc(Record):
    stack: int = public("i4")
    hands: int = public("i2")
    number: int = public("i2")  # hands begun
    deck: Numbers = hidden("i1", 6, cards="main")
    hand: Numbers = private("i1", SEATS, cards="main")
    shown: Numbers = public("i1", SEATS, cards="main")
    board: int = public(cards="main")
    first: int = public()  # who acts first
    raises: int = public()  # in this round
    chips: Numbers = public("i4", SEATS)
    bets: Numbers = public("i4", SEATS)  # in this hand
    net: Numbers = public("i4", SEATS)  # results of the last hand


LAYOUT = Layout(Leduc, seats=2)
