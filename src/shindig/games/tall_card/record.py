"""The record of a Tall Card match: fields with who sees them, phases, orders, action ids, options."""

from __future__ import annotations

from ..betting import FIRST_FREE
from ..betting import fields as betting_fields
from ..five_cards import HAND
from ..game import Amounts, GameError, Option
from ..record import HEADER, Layout, Record, hidden, private, public

MAX_SEATS = 7
DECK = 66
TALLS = 6
MAX_MONEY = 1_000_000
RANKS = 25
"""Rank numbers are 0 (no Rank) to 24."""

# Phases.
SETUP, CLAIM, FIRST_BETS, DRAW, SECOND_BETS, DECLARE, ROUND_OVER = range(7)

# Orders that chance gives: a lot for the first dealer (TC-6), the main deck and the Tall deck (TC-5).
SEATS, MAIN, TALL = range(3)
ORDERS = ("seats", "main", "tall")

# Actions, the betting ones (CHECK, CALL, FOLD) first.
TAKE = FIRST_FREE
DECLINE = TAKE + 1
DISCARD = DECLINE + 1
"""DISCARD + mask discards the hand's cards at the mask's positions (TC-15)."""
DECLARED = DISCARD + 32
"""DECLARED + 25 x mask + number declares a Rank made of the cards at the mask's positions (TC-17)."""
BETS = Amounts("bet", DECLARED + 32 * RANKS, DECLARED + 32 * RANKS + MAX_MONEY - 1)
RAISES = Amounts("raise", BETS.last + 1, BETS.last + MAX_MONEY)
NUM_ACTIONS = RAISES.last + 1
BET, RAISE = BETS.first, RAISES.first

AUTO, MANUAL = range(2)

OPTIONS = (
    Option("stack", 100, "Credits that everyone starts with.", "TC-4", 1, MAX_MONEY),
    Option("ante", 5, "Credits that everyone pays before the deal.", "TC-10", 0, MAX_MONEY),
    Option("min_bet", 1, "The smallest bet or raise.", "TC-13", 1, MAX_MONEY),
    Option("max_bet", 25, "The largest bet or raise.", "TC-13", 1, MAX_MONEY),
    Option("first_dealer", -1, "The seat that deals first; -1 draws lots.", "TC-6", -1, MAX_SEATS - 1),
    Option("deals_each", 2, "How often everyone deals before the game ends.", "TC-20", 1, 100),
    Option(
        "declare",
        "auto",
        "Whether the referee declares each hand's best Rank, or everyone picks cards and Rank.",
        "TC-17",
        choices=("auto", "manual"),
    ),
)


def check(m: Record) -> None:
    """Refuse options that do not go together. Raises GameError."""
    if m.first_dealer >= m.seats:
        raise GameError(f"first_dealer is a seat from 0 to {m.seats - 1}, or -1 for lots; not {m.first_dealer} (TC-6)")
    if m.min_bet > m.max_bet:
        raise GameError(f"min_bet is at most max_bet, which is {m.max_bet}; not {m.min_bet} (TC-13)")


LAYOUT = Layout(
    MAX_SEATS,
    (
        *HEADER,
        *betting_fields(MAX_SEATS),
        public("stack", "i4"),
        public("ante", "i4"),
        public("min_bet", "i4"),
        public("max_bet", "i4"),
        public("first_dealer"),
        public("deals_each", "i2"),
        public("declare"),
        public("rounds", "i2"),
        public("deals", "i2", MAX_SEATS),  # how often each seat has dealt
        hidden("stock", "i1", DECK),
        public("dealt"),  # cards gone from the top of the stock
        hidden("tall_deck", "i1", TALLS),
        public("talls_gone"),
        public("tall_past", "i1", TALLS),  # Tall Cards turned since the Tall deck was shuffled (TC-5)
        public("tall"),  # the Tall Card of this round, UNKNOWN before it is turned
        public("claimer"),
        public("forced"),  # 1 when the Dealer had to claim
        private("hand", "i1", MAX_SEATS, HAND),  # in ascending order of id
        private("sealed", "i2", MAX_SEATS),  # a declaration, until all are in
        public("answered", "i1", MAX_SEATS),  # 1 for a seat whose declaration is in
        public("drew", "i1", MAX_SEATS),  # how many each redrew, -1 before
        public("shown", "i1", MAX_SEATS, HAND),
        public("rank_cards", "i1", MAX_SEATS),  # positions of `shown` that were declared; 0 for the best Rank
        public("rank_number", "i1", MAX_SEATS),
        public("strength", "i8", MAX_SEATS),  # of the declared Rank, -1 before
        public("reason"),  # why the match ended
    ),
)

# Values of `reason`.
RUNNING, ALL_DEALT, ONE_LEFT = range(3)
