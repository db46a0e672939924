"""The record of a Pokebacc match: fields with who sees them, phases, orders, action ids, options."""

from __future__ import annotations

from typing import Final

from ..game import Amounts, Option
from ..record import HEADER, Layout, hidden, private, public
from .numbering import MAX_MELDS
from .variants import MAX_CARDS, Variant

MAX_SEATS: Final = 6
FIRST_CARDS: Final = 6
MAX_LAID: Final = 18
"""The most melds that one seat can lay: 13 of 40 numbers, 4 of the figures, the Catastrophe."""
MAX_MONEY: Final = 1_000_000
NOBODY: Final = -1

# Phases.
SETUP, DRAW, TURN, DISASTER, ANSWER, RAISE, HAND_OVER = range(7)

# Orders that chance gives: the deck to draw for dealer from (PB-3), to deal (PB-4), the discard pile again (PB-10).
LOTS, MAIN, AGAIN = range(3)
ORDERS: Final = ("dealer", "main", "again")

# Values of `status`: out of the match, in the hand, withdrawn from it.
OUT, IN, WITHDRAWN = range(3)

# What is to be done after an action, in the order in which it is looked at.
WAIT, ASK, ANSWERED, COUNT, GO_ON, TURN_OVER, NEXT_TURN, HAND_ENDED, NEXT_HAND, SPEAK, MATCH_ENDED = range(11)

# Actions.
LAY: Final = 0
"""+ number of the meld (PB-11)."""
DISCARD: Final = LAY + MAX_MELDS
"""+ card (PB-12)."""
SPARE: Final = DISCARD + MAX_CARDS
INFLICT: Final = SPARE + 1
"""+ 0..3, which Disaster (PB-30)."""
LEAVE: Final = INFLICT + 4
PAY: Final = LEAVE + 1
PASS: Final = PAY + 1
PROPOSE: Final = PASS + 1
"""+ amount - 1 (PB-50, PB-51)."""
NUM_ACTIONS: Final = PROPOSE + MAX_MONEY

# Values of options.
OFF, ON = range(2)
QUIET, REFEREE = range(2)
FEWEST_CARDS, ALWAYS_DRAWN = range(2)

# Values of `ended`: how the last hand ended (PB-40 to PB-42, PB-51).
RUNNING, AT_ONCE, NO_CARDS, EXHAUSTED, ALONE = range(5)

# Values of `reason`: why the match ended (PB-44, PB-50, PB-53).
HANDS_WON, LAST_LEFT = 1, 2


def options(variant: Variant) -> tuple[Option, ...]:
    """The options of a game, explained in its own words."""
    words = variant.words
    hand, hands = words.hand, words.hands
    return (
        Option("hands_to_win", 3, f"{hands} to win the {words.match}.", "PB-44", 1, 20),
        Option(
            "exhaustion",
            "quiet",
            f"A {hand} that nobody can go on with ends after some turns without a meld, or when the referee sees that "
            "nobody holds one (which tells everybody so).",
            "PB-42",
            choices=("quiet", "referee"),
        ),
        Option(
            "quiet_turns",
            0,
            f"Turns without a meld that end a {hand}; 0 is two for each player in it.",
            "PB-42",
            0,
            100,
        ),
        Option(
            "tie_break",
            "cards",
            f"Who wins a {hand} with equal {words.points}: whoever holds fewer cards, then the best single meld; "
            "or nobody.",
            "PB-43",
            choices=("cards", "drawn"),
        ),
        Option(
            "stakes",
            "off",
            f"Whether to play for the {words.match} alone or for money.",
            "PB-50",
            choices=("off", "on"),
        ),
        Option("stacks", 100, "Money that everyone starts with.", "PB-53", 1, MAX_MONEY),
        Option("buy_in", 10, f"The {words.buy_in}.", variant.gambling.clause, 1, MAX_MONEY),
    )


def amounts(variant: Variant) -> Amounts:
    """The amounts that may be proposed."""
    return Amounts(variant.words.propose, PROPOSE, NUM_ACTIONS - 1)


LAYOUT: Final = Layout(
    MAX_SEATS,
    (
        *HEADER,
        public("variant"),
        public("hands_to_win"),
        public("exhaustion"),
        public("quiet_turns"),
        public("tie_break"),
        public("stakes"),
        public("stacks", "i4"),
        public("buy_in", "i4"),
        public("status", "i1", MAX_SEATS),
        public("dealer"),
        public("lot", "i1", MAX_SEATS),  # the card each drew last for dealer (PB-3)
        public("tied", "i1"),  # bit s: seat s draws for dealer again
        public("hands", "i2"),  # dealt so far
        public("won", "i1", MAX_SEATS),  # hands won
        # Cards.
        hidden("deck", "i1", MAX_CARDS),  # the draw pile is its last `stock` cards, top first
        public("stock"),
        hidden("pile", "i8"),  # mask of the discard pile
        public("pile_count"),
        public("top", "i1"),  # the card on top of the discard pile
        private("held", "i8", MAX_SEATS),  # mask of the hand; UNKNOWN is no hand
        private("fresh", "i8", MAX_SEATS),  # mask of the cards drawn in one's last draw
        public("cards", "i1", MAX_SEATS),  # how many each holds
        public("gone"),  # cards of those who withdrew from this hand
        public("laid", "i2", MAX_SEATS, MAX_LAID),  # numbers of melds
        public("spoiler", "i1", MAX_SEATS, MAX_LAID),  # the seat that inflicted a Disaster on it
        public("disaster", "i1", MAX_SEATS, MAX_LAID),  # and the card
        public("melds", "i1", MAX_SEATS),  # how many melds lie before each
        public("score", "i2", MAX_SEATS),
        # The turn.
        public("turn"),  # whose turn it is, also while others answer
        public("to_draw"),
        public("short"),  # 1 where this turn's draw was cut short (PB-10)
        public("melded"),  # 1 where this turn brought a meld
        public("draws", "i2", MAX_SEATS),
        public("turns", "i2", MAX_SEATS),  # finished
        public("quiet", "i2"),  # turns since the last meld
        public("short_turns", "i2"),  # of them, the last ones that began with a draw cut short
        private("sealed", "i1", MAX_SEATS),  # an answer to a Family (PB-31): 0 none, 1..4 which Disaster
        public("answered", "i1", MAX_SEATS),
        # The last hand, the match.
        public("ended"),
        public("hand_winner"),
        public("match_winner"),
        public("reason"),
        # Money.
        public("chips", "i8", MAX_SEATS),
        public("fund", "i8"),
        public("side", "i8", 1 << MAX_SEATS),  # side funds by their members: bit s, seat s paid into it (PB-54)
        public("proposer"),
        public("proposed", "i8"),
        public("offer", "i8", MAX_SEATS),  # paid by each towards what is proposed
        public("invited"),  # 1 where this turn's invitation is spent
        public("spoken", "i1", MAX_SEATS),  # 1 for who has had the word between two hands (PB-50)
        public("prize", "i8", MAX_SEATS),  # what each was paid out last
    ),
)
