"""Record of a Tall Cards match: fields with their visibility, phases, orders, action ids, options."""

from __future__ import annotations

from shindig.core.layout_and_views import SEATS, Layout, Numbers, hidden, public
from shindig.gamekit.betting.state import FIRST_FREE
from shindig.gamekit.five_cards.state import FiveCards
from shindig.gamekit.game_spec import Amounts, GameError, Option
from shindig.messages import say

MAX_SEATS = 8
KINDS = 72
DECK = 96
"""Number of cards in the largest deck (TF-3)."""
MAX_MONEY = 1_000_000
BANK = MAX_SEATS * MAX_MONEY
"""Chips of the largest match, which one seat may hold."""

# Phases. HAND_OVER also lasts while the cards of the next hand are shuffled.
SETUP, CLOCK, GIFTS, ANTES, FIRST_BETS, DRAW, SECOND_BETS, SHOWDOWN, HAND_OVER = range(9)

# Actions, the betting ones (CHECK, CALL, FOLD) first; in each phase the mildest first.
DISCARD = FIRST_FREE
"""First of the discards: DISCARD + mask discards the hand's cards at the mask's positions (TF-14)."""
TAKE = DISCARD + 32
"""Claim of the Tall Card (TF-14)."""
MUCK = TAKE + 1
SHOW = MUCK + 1
SIT_OUT = SHOW + 1
ANTE = SIT_OUT + 1
GO_ON = ANTE + 1
TIME_UP = GO_ON + 1
"""Answers of the dealer, who keeps the time, after a hand (TF-21)."""
READY = TIME_UP + 1
"""Answer that there is nothing (more) to give: on to the next hand (TF-22)."""
KEEP = READY + 1
"""Withdrawal of a gift."""
GIVE_TO = KEEP + 1
"""First of the receivers: GIVE_TO + seat names the receiver of a gift; the amount follows (TF-22)."""
BETS = Amounts("bet", GIVE_TO + MAX_SEATS, GIVE_TO + MAX_SEATS + BANK - 1)
RAISES = Amounts("raise", BETS.last + 1, BETS.last + BANK)
GIVES = Amounts("give", RAISES.last + 1, RAISES.last + BANK)
NUM_ACTIONS = GIVES.last + 1
BET, RAISE, GIVE = BETS.first, RAISES.first, GIVES.first

# Values of options.
FRUIT, EXPANDED_72, EXPANDED_96 = range(3)
AUTO, ASK = range(2)
ALWAYS, NEEDED, NEVER = range(3)
BY_SEATS = -1
MANY = 127
"""Largest count of void hands in a row."""
DEALS_EACH = 4

OPTIONS = (
    Option(
        "deck",
        "fruit",
        say("tall-cards-option-deck"),
        "TF-3",
        choices=("fruit", "expanded-72", "expanded-96"),
    ),
    Option("stack", 100, say("tall-cards-option-stack"), "TF-4", 1, MAX_MONEY),
    Option("ante", 1, say("tall-cards-option-ante"), "TF-4", 1, MAX_MONEY),
    Option("min_bet", 0, say("tall-cards-option-min-bet"), "TF-4", 0, MAX_MONEY, since=2),
    Option("limit", 0, say("tall-cards-option-limit"), "TF-12", 0, BANK),
    Option("sit_out", 0, say("tall-cards-option-sit-out"), "TF-11"),
    Option("muck", "auto", say("tall-cards-option-muck"), "TF-18", choices=("auto", "ask")),
    Option("ace_low", 1, say("tall-cards-option-ace-low"), "TF-52"),
    Option("hands", BY_SEATS, say("tall-cards-option-hands"), "TF-21", BY_SEATS, 10_000),
    Option("minutes", 0, say("tall-cards-option-minutes"), "TF-21", 0, 10_000),
    Option("gifts", "always", say("tall-cards-option-gifts"), "TF-22", choices=("always", "needed", "never")),
    Option("first_dealer", -1, say("tall-cards-option-first-dealer"), "TF-5", -1, MAX_SEATS - 1),
)


def check(m: TallCards) -> None:
    """Refuse options that conflict. Raises GameError."""
    if m.first_dealer >= m.seats:
        last, given = int(m.seats) - 1, int(m.first_dealer)
        raise GameError(say("tall-cards-refuse-first-dealer", last=last, given=given), "TF-5")
    least = int(m.min_bet or m.ante)
    if 0 < m.limit < least:
        raise GameError(say("tall-cards-refuse-limit", least=least, given=int(m.limit)), "TF-12")


class TallCards(FiveCards):
    """Record of a match."""

    deck: int = public()
    limit: int = public("i4")
    sit_out: int = public()
    muck: int = public()
    ace_low: int = public()
    hands: int = public("i4")
    minutes: int = public("i4")
    gifts: int = public()
    hand_number: int = public("i4")  # hands played, with the current one
    voids: int = public()  # void hands in a row (TF-11)
    asked: int = public()  # number of seats that the current question has passed
    receiver: int = public(stands="seat")  # of the gift under way, NOBODY before one is named
    given: int = public(stands="seat")  # the last seat that the actor has considered for a gift, NOBODY before
    gift: int = public("i8")  # the last gift's amount
    stock: Numbers = hidden("i1", DECK, cards="main")
    tall_next: int = hidden(cards="tall")  # the next Tall Card
    ace: Numbers = public("i1", SEATS, cards="main")  # the Ace shown for a fourth discard, UNKNOWN without one
    place: Numbers = public("i1", SEATS)  # 1, 2, ... in the order of the showdown; 0 before
    tied: Numbers = public("i8", SEATS)  # share of `carried` for each if the game ended now (TF-42)
    version: int = public(since=2)  # of the rules
    min_bet: int = public("i4", since=2)
    dealt_void: int = public("u1", stands="seats", since=2)  # bit s: of these, seat s dealt one (TF-11)


LAYOUT = Layout(TallCards, MAX_SEATS)

# Values of `reason`.
RUNNING, HANDS_PLAYED, ONE_LEFT, TIME, ALL_VOID = range(5)
