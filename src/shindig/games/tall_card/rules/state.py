"""Record of a Tall Card match: fields with their visibility, phases, orders, action ids, options."""

from __future__ import annotations

from shindig.core.layout_and_views import SEATS, Layout, Numbers, hidden, private, public
from shindig.gamekit.betting.state import FIRST_FREE
from shindig.gamekit.five_cards.state import TALLS, FiveCards
from shindig.gamekit.game_spec import Amounts, GameError, Option
from shindig.messages import say

MAX_SEATS = 7
DECK = 66
MAX_MONEY = 1_000_000
RANKS = 25
"""Number of Ranks, 0 (no Rank) to 24."""

# Phases.
SETUP, CLAIM, FIRST_BETS, DRAW, SECOND_BETS, DECLARE, ROUND_OVER = range(7)

# Actions, the betting ones (CHECK, CALL, FOLD) first.
TAKE = FIRST_FREE
DECLINE = TAKE + 1
DISCARD = DECLINE + 1
"""First of the discards: DISCARD + mask discards the hand's cards at the mask's positions (TC-15)."""
DECLARED = DISCARD + 32
"""First of the declarations: DECLARED + 25 x mask + number declares a Rank of the cards at the mask's positions
(TC-17)."""
BETS = Amounts("bet", DECLARED + 32 * RANKS, DECLARED + 32 * RANKS + MAX_MONEY - 1)
RAISES = Amounts("raise", BETS.last + 1, BETS.last + MAX_MONEY)
NUM_ACTIONS = RAISES.last + 1
BET, RAISE = BETS.first, RAISES.first

AUTO, MANUAL = range(2)

OPTIONS = (
    Option("stack", 100, say("tall-card-option-stack"), "TC-4", 1, MAX_MONEY),
    Option("ante", 5, say("tall-card-option-ante"), "TC-10", 0, MAX_MONEY),
    Option("min_bet", 1, say("tall-card-option-min-bet"), "TC-13", 1, MAX_MONEY),
    Option("max_bet", 25, say("tall-card-option-max-bet"), "TC-13", 1, MAX_MONEY),
    Option("first_dealer", -1, say("tall-card-option-first-dealer"), "TC-6", -1, MAX_SEATS - 1),
    Option("deals_each", 2, say("tall-card-option-deals-each"), "TC-20", 1, 100),
    Option("declare", "auto", say("tall-card-option-declare"), "TC-17", choices=("auto", "manual")),
)


def check(m: TallCard) -> None:
    """Refuse options that conflict. Raises GameError."""
    if m.first_dealer >= m.seats:
        last, given = int(m.seats) - 1, int(m.first_dealer)
        raise GameError(say("tall-card-refuse-first-dealer", last=last, given=given), "TC-6")
    if m.min_bet > m.max_bet:
        raise GameError(say("tall-card-refuse-min-bet", most=int(m.max_bet), given=int(m.min_bet)), "TC-13")


class TallCard(FiveCards):
    """Record of a match."""

    min_bet: int = public("i4")
    max_bet: int = public("i4")
    deals_each: int = public("i2")
    declare: int = public()
    rounds: int = public("i2")
    deals: Numbers = public("i2", SEATS)  # number of deals of each seat
    stock: Numbers = hidden("i1", DECK, cards="main")
    tall_deck: Numbers = hidden("i1", TALLS, cards="tall")
    talls_gone: int = public()
    tall_past: Numbers = public("i1", TALLS, cards="tall")  # Tall Cards turned since the Tall deck was shuffled (TC-5)
    sealed: Numbers = private("i2", SEATS)  # a declaration, until all are in
    answered: Numbers = public("i1", SEATS)  # 1 for a seat whose declaration is in
    rank_cards: Numbers = public("i1", SEATS)  # positions of `shown` that were declared; 0 for the best Rank
    rank_number: Numbers = public("i1", SEATS)
    version: int = public(since=2)  # of the rules; in 1 the unmatched part of an ante made a side pot (TC-34)


LAYOUT = Layout(TallCard, MAX_SEATS)

# Values of `reason`.
RUNNING, ALL_DEALT, ONE_LEFT = range(3)
