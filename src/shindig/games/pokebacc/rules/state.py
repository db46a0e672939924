"""Record of a Pokebacc match: fields with their visibility, phases, orders, action ids, options."""

from __future__ import annotations

from typing import Final

from shindig.core.layout_and_views import SEATS, Cards, Facts, Layout, Numbers, hidden, private, public
from shindig.gamekit.betting.state import Players
from shindig.gamekit.game_spec import Amounts, Option, Picks
from shindig.messages import say

from ..worth.meld_numbering import MAX_MELDS, shapes
from .variants import MAX_CARDS, Variant

MAX_SEATS: Final = 6
FIRST_CARDS: Final = 6
MAX_LAID: Final = 18
"""Largest number of melds of one seat: 13 of 40 numbers, 4 of the figures, the Catastrophe."""
MAX_MONEY: Final = 1_000_000
BANK: Final = MAX_SEATS * MAX_MONEY
"""All the money of the largest match, which bounds proposals."""
NOBODY: Final = -1

# Phases.
SETUP, DRAW, TURN, DISASTER, ANSWER, RAISE, HAND_OVER = range(7)

# Orders that chance gives: the deck to draw for dealer from (PB-3), to deal (PB-4), the discard pile again (PB-10).
LOTS, MAIN, AGAIN = range(3)
ORDERS: Final = ("dealer", "main", "again")

# Values of `status`: out of the match, in the hand, withdrawn from it.
OUT, IN, WITHDRAWN = range(3)

# Next steps after an action, in the order in which they are checked.
WAIT, ASK, ANSWERED, COUNT, GO_ON, TURN_OVER, NEXT_TURN, HAND_ENDED, NEXT_HAND, SPEAK, MATCH_ENDED = range(11)

# Actions.
LAY: Final = 0
"""First of the lays: + number of the meld (PB-11)."""
DISCARD: Final = LAY + MAX_MELDS
"""First of the discards: + card (PB-12)."""
SPARE: Final = DISCARD + MAX_CARDS
INFLICT: Final = SPARE + 1
"""First of the Disasters: + 0..3 (PB-30)."""
LEAVE: Final = INFLICT + 4
PAY: Final = LEAVE + 1
PASS: Final = PAY + 1
PROPOSE: Final = PASS + 1
"""First of the proposals: + amount - 1 (PB-50, PB-51)."""
NUM_ACTIONS: Final = PROPOSE + BANK

# Values of options.
OFF, ON = range(2)
QUIET, REFEREE = range(2)
FEWEST_CARDS, ALWAYS_DRAWN = range(2)

# Values of `ended`: reason for the end of the last hand (PB-40 to PB-42, PB-51).
RUNNING, AT_ONCE, NO_CARDS, EXHAUSTED, ALONE = range(5)

# Values of `reason`: reason for the end of the match (PB-44, PB-50, PB-53).
HANDS_WON, LAST_LEFT = 1, 2


def options(variant: Variant) -> tuple[Option, ...]:
    """Return the options of a game."""
    return (
        Option("hands_to_win", 3, say("pokebacc-option-hands-to-win"), "PB-44", 1, 20),
        Option("exhaustion", "quiet", say("pokebacc-option-exhaustion"), "PB-42", choices=("quiet", "referee")),
        Option("quiet_turns", 0, say("pokebacc-option-quiet-turns"), "PB-42", 0, 100),
        Option("tie_break", "cards", say("pokebacc-option-tie-break"), "PB-43", choices=("cards", "drawn")),
        Option("stakes", "off", say("pokebacc-option-stakes"), "PB-50", choices=("off", "on")),
        Option("stacks", 100, say("pokebacc-option-stacks"), "PB-53", 1, MAX_MONEY),
        Option("buy_in", 10, say("pokebacc-option-buy-in"), variant.gambling.clause, 1, MAX_MONEY),
    )


def amounts(variant: Variant) -> Amounts:
    """Return the family of amounts that may be proposed."""
    return Amounts(variant.words.propose, PROPOSE, NUM_ACTIONS - 1)


def cards_of_meld(m: Facts, number: int) -> tuple[int, ...]:
    """Return the cards of a meld by its number."""
    return shapes(int(m.variant))[number].cards


def cards_of_lay(m: Facts, action: int) -> tuple[int, ...]:
    """Return the cards that an action lays."""
    return cards_of_meld(m, action - LAY)


PICKS = Picks(LAY, LAY + MAX_MELDS - 1, cards_of_lay)
CARD, SET = Cards("main", also=("again",)), Cards("main", bits=True, also=("again",))
MELDS = Cards("main", sets=cards_of_meld, also=("again",))


class Pokebacc(Players):
    """Record of a match."""

    variant: int = public()
    hands_to_win: int = public()
    exhaustion: int = public()
    quiet_turns: int = public()
    tie_break: int = public()
    stakes: int = public()
    stacks: int = public("i4")
    buy_in: int = public("i4")
    dealer: int = public(stands="seat")
    lot: Numbers = public("i1", SEATS, cards="dealer")  # the card each drew last for dealer (PB-3)
    tied: int = public(stands="seats")  # bit s: seat s draws for dealer again
    hands: int = public("i2")  # dealt so far
    won: Numbers = public("i1", SEATS)  # hands won
    # Cards.
    deck: Numbers = hidden("i1", MAX_CARDS, cards=CARD)  # the draw pile is its last `stock` cards, top first
    stock: int = public()
    pile: int = hidden("i8", cards=SET)  # mask of the discard pile
    pile_count: int = public()
    top: int = public(cards=CARD)  # the card on top of the discard pile
    held: Numbers = private("i8", SEATS, cards=SET)  # mask of the hand; UNKNOWN is no hand
    fresh: Numbers = private("i8", SEATS, cards=SET)  # mask of the cards drawn in one's last draw
    cards: Numbers = public("i1", SEATS)  # number of cards of each
    gone: int = public()  # cards of those who withdrew from this hand
    laid: Numbers = public("i2", SEATS, MAX_LAID, cards=MELDS)  # numbers of melds
    spoiler: Numbers = public("i1", SEATS, MAX_LAID, stands="seat")  # the seat that inflicted a Disaster on it
    disaster: Numbers = public("i1", SEATS, MAX_LAID, cards=CARD)  # and its card
    melds: Numbers = public("i1", SEATS)  # number of melds of each
    score: Numbers = public("i2", SEATS)
    # The turn.
    turn: int = public(stands="seat")  # seat of the turn, also while others answer
    to_draw: int = public()
    short: int = public()  # 1 if this turn's draw was cut short (PB-10)
    melded: int = public()  # 1 if this turn brought a meld
    draws: Numbers = public("i2", SEATS)
    turns: Numbers = public("i2", SEATS)  # finished
    quiet: int = public("i2")  # turns since the last meld
    short_turns: int = public(stands="seats")  # bit s: the last of these turns of seat s began with a short draw
    sealed: Numbers = private("i1", SEATS)  # an answer to a Family (PB-31): 0 none, 1..4 a Disaster
    answered: Numbers = public("i1", SEATS)
    # The last hand, the match.
    ended: int = public()
    hand_winner: int = public(stands="seat")
    match_winner: int = public(stands="seat")
    reason: int = public()
    # Money.
    chips: Numbers = public("i8", SEATS)
    fund: int = public("i8")
    side: Numbers = public(
        "i8", 1 << MAX_SEATS, by="seats"
    )  # side funds by their members: bit s, seat s paid into it (PB-54)
    proposer: int = public(stands="seat")
    proposed: int = public("i8")
    offer: Numbers = public("i8", SEATS)  # paid by each towards the proposed amount
    invited: int = public()  # 1 if this turn's invitation is spent
    spoken: Numbers = public("i1", SEATS)  # 1 for a seat that has spoken between two hands (PB-50)
    prize: Numbers = public("i8", SEATS)  # last payout of each
    version: int = public(since=2)  # of the rules, in Royal Pokebacc; 0 in games with one version


LAYOUT = Layout(Pokebacc, MAX_SEATS)
