"""State of five-card hands in a record, with the tall card turned up beside them; the orders they need."""

from __future__ import annotations

from shindig.core.layout_and_views import SEATS, Numbers, private, public

from ..betting.state import Betting

HAND = 5
TALLS = 6
"""Number of cards in the deck of tall cards: one of each suit or kind that may be claimed."""

# Orders that chance gives: a lot for the first dealer, the deck, the deck of cards to turn up.
LOT, MAIN, TALL = range(3)
ORDERS = ("seats", "main", "tall")


class FiveCards(Betting):
    """Hands dealt from a stock, discarded and redrawn, and a tall card that one player claims.

    A game adds `stock`, the shuffled deck, `int8` and hidden.
    """

    stack: int = public("i4")
    ante: int = public("i4")
    first_dealer: int = public()
    stock: Numbers
    dealer: int = public(cards="seats", stands="seat")  # the first one by lot, if lots are drawn
    dealt: int = public()  # cards gone from the top of the stock
    hand: Numbers = private("i1", SEATS, HAND, cards="main")  # in ascending order of id
    drew: Numbers = public("i1", SEATS)  # cards redrawn, -1 before
    shown: Numbers = public("i1", SEATS, HAND, cards="main")
    strength: Numbers = public("i8", SEATS)  # of hands shown, -1 for all others
    tall: int = public(cards="tall")  # the card turned up, UNKNOWN before
    claimer: int = public(stands="seat")
    forced: int = public()  # 1 when the dealer had to claim
    reason: int = public()  # reason why the match ended
