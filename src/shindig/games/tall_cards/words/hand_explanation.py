"""Why a hand was won or lost: the cards that counted, wild cards, kickers, and what would have been enough."""

from __future__ import annotations

from typing import NamedTuple

from shindig.core.caches import cached
from shindig.gamekit.five_cards.hand_explanation import MadeHand, Showdown, explain_hand
from shindig.messages import Seat, Text, join, say

from ..rules.state import TallCards
from ..worth.hand_classes import (
    FLUSH,
    FULL,
    HIGH,
    NAMES,
    PAIR,
    RANKS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    ranks_of,
)
from ..worth.ranks import NUMBERS, SCORES, strength
from .actions import deck_of
from .holding import standing
from .names import list_groups, name_hand, name_suit, name_value

SINGLE = frozenset((HIGH, PAIR, STRAIGHT, FLUSH, FULL, STRAIGHT_FLUSH, len(NAMES)))
"""Numbers of hands that are one thing in words: a straight, a flush."""
GROUPS = {HIGH: 1, PAIR: 1, TWO_PAIR: 2, THREE: 1, FULL: 2}
"""Number of groups that make a hand, by its number: the other cards are kickers."""


STRAIGHTS = frozenset((STRAIGHT, STRAIGHT_FLUSH, len(NAMES)))
"""Numbers of the straights."""


class RankedHand(NamedTuple):
    """A hand that is face up, or the viewer's own."""

    deck: str
    cards: tuple[int, ...]
    strength: int

    @property
    def number(self) -> int:
        """Number of the hand, 1 for High Card to 11 for Royal Flush."""
        return int(NUMBERS[self.strength])

    @property
    def ranks(self) -> tuple[int, ...]:
        """Its five ranks, the most important first; wild cards have the rank for which they stand."""
        return ranks_of(int(SCORES[self.strength]))

    @property
    def groups(self) -> list[int]:
        """The ranks of its groups, without repetition."""
        return list_groups(self.ranks)


def verdict(view: TallCards, reader: int) -> tuple[Text, ...]:
    """Explain the hand that has just ended, to a seat or to everybody (-1)."""
    return explain_hand(view, reader, SHOWDOWN)


def find_hand(view: TallCards, seat: int) -> RankedHand:
    """Return a seat's hand; its strength is -1 if the viewer does not know it."""
    shown = tuple(map(int, view.shown[seat]))
    cards, deck = shown if shown[0] >= 0 else tuple(map(int, view.hand[seat])), deck_of(view).name
    if cards[0] < 0:
        return RankedHand(deck, cards, -1)
    return RankedHand(deck, cards, strength(cards, int(view.tall), view.claimer == seat, bool(view.ace_low)))


def find_strength(view: TallCards, seat: int) -> int:
    """Return the strength of a seat's hand, -1 if the viewer does not know it."""
    return find_hand(view, seat).strength


def describe(view: TallCards, seat: int) -> MadeHand:
    """Describe the ranks that make a seat's hand."""
    hand = find_hand(view, seat)
    text, whole, own, theirs = [name_hand(hand.deck, hand.strength, form) for form in ("", ".whole", ".own", ".theirs")]
    return MadeHand(text, whole, own, theirs, hand.number in SINGLE)


def compare(view: TallCards, loser: int, winner: int) -> tuple[Text, ...]:
    """Say why the loser's hand is lower, where its ranks alone do not: kickers."""
    low, high = find_hand(view, loser), find_hand(view, winner)
    return note_kicker(low, high)


def lay_out(view: TallCards, seat: int) -> tuple[int, ...]:
    """Return a hand that was shown as it is laid out: a straight by its ranks, wild cards in their place."""
    hand, wild = view.shown[seat], view.tall if view.claimer == seat else -1
    order = reversed(standing(hand, wild, view.strength[seat]))
    return tuple(hand[place] for place, _ in order) if NUMBERS[view.strength[seat]] in STRAIGHTS else hand


def note_wild(view: TallCards, winner: int) -> tuple[Text, ...]:
    """Name the ranks for which the winner's wild cards stand (TF-16)."""
    hand = find_hand(view, winner)
    pairs = find_stand_ins(hand, int(view.tall)) if view.claimer == winner else []
    if not pairs:
        return ()
    stands = [
        say("tall-cards-stands", card=name_value(hand.deck, card % RANKS, "one"), rank=name_value(hand.deck, rank, "a"))
        for card, rank in pairs
    ]
    return (say("tall-cards-wild", who=Seat(winner), suit=name_suit(hand.deck, int(view.tall)), cards=join(stands)),)


def find_stand_ins(hand: RankedHand, tall: int) -> list[tuple[int, int]]:
    """Return the cards of the Tall suit that stand for another rank, with that rank (TF-53)."""
    left, wild = [*hand.ranks], list[int]()
    for card in sorted(hand.cards, key=lambda one: one // RANKS == tall):
        if card % RANKS in left:
            left.remove(card % RANKS)
        else:
            wild.append(card)
    return [*zip(wild, left, strict=True)]


def note_kicker(low: RankedHand, high: RankedHand) -> tuple[Text, ...]:
    """Name the first cards that differ between two hands of one kind, if these are kickers (TF-51)."""
    made = GROUPS.get(high.number, 0)
    if low.number != high.number or not made or low.groups[:made] != high.groups[:made]:
        return ()
    better, worse = next((a, b) for a, b in zip(high.ranks, low.ranks, strict=True) if a != b)
    return (
        say(
            "tall-cards-kicker",
            better=name_value(high.deck, better, "one"),
            worse=name_value(low.deck, worse, "one"),
        ),
    )


def enough(view: TallCards, winner: int) -> tuple[Text, ...]:
    """Name the lowest hand above the winner's whose name differs: a higher pair, or the next kind of hand."""
    hand = find_hand(view, winner)
    aim = find_next_named(hand.strength)
    if aim is None:
        return ()
    number = int(NUMBERS[aim])
    named = say(f"tall-cards-kind-{number}") if number != hand.number else name_hand(hand.deck, aim)
    return (say("tall-cards-enough", who=Seat(winner), hand=named),)


@cached(4096)
def find_next_named(strength: int) -> int | None:
    """Return the lowest strength above another whose hand has another name; None above the best hand."""
    name = find_named_ranks(strength)
    return next((above for above in range(strength + 1, len(SCORES)) if find_named_ranks(above) != name), None)


def find_named_ranks(strength: int) -> tuple[int, ...]:
    """Return what the name of a hand tells: the number of its kind, and the ranks of its groups or its highest rank."""
    number, ranks = int(NUMBERS[strength]), ranks_of(int(SCORES[strength]))
    return (number, *list_groups(ranks)[: GROUPS.get(number, 1)])


SHOWDOWN = Showdown(find_strength, describe, note_wild, compare, enough)
