"""Why a round was won or lost: the cards that counted, those that could not, ties, and what would have been enough."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from shindig.core.caches import cached
from shindig.core.kernel_compiler import get_quickest
from shindig.gamekit.five_cards.hand_explanation import MadeHand, Showdown, explain_hand
from shindig.gamekit.five_cards.words import name_each
from shindig.messages import Argument, Seat, Text, name_cards, say

from ..deck import TALL_CARD, TALL_CARD_TALL
from ..rules.state import RANKS, ROUND_OVER, TallCard
from ..worth.rank_ladder import DRAGON, FIRST, NEITHER, NONE, SUITS, VALUES, WIDTH
from ..worth.ranks import best_cards, height, natural, number_of, strength
from .names import call_rank, kind_of, name_many_of, name_one_of, name_the_tall

MIXED_DRAGONS = 8
"""Number of the Rank of three Dragons that do not match, which three equal values beat."""
LOWERED, RAISED = 0, NEITHER + 1
"""Layers of a Rank: hands below and above all others of their Rank (TC-41 to TC-43)."""
STRAIGHTS = frozenset((11, 21))
"""Numbers of the straights."""
SINGLE = frozenset((1, 2, 3, 11, 21))
"""Numbers of Ranks that are one thing in words: a card, a pair, a straight."""
VALUED = frozenset((1, 3, 5, 9, 11, 18, 21, 24))
"""Numbers of Ranks whose words name the one value that decides: a pair of 9s beats a pair of 8s."""


class RankedHand(NamedTuple):
    """A hand that is face up, or the viewer's own, with what counts in it."""

    cards: tuple[int, ...]
    tall: int
    claimed: bool
    mask: int
    """Positions of the cards of its Rank."""
    strength: int

    @property
    def number(self) -> int:
        """Number of its Rank."""
        return number_of(self.strength)

    @property
    def layer(self) -> int:
        """Layer of its Rank: LOWERED, NEITHER or RAISED."""
        return int((self.strength - FIRST[self.number]) // WIDTH[self.number])

    @property
    def counting(self) -> tuple[int, ...]:
        """Cards of its Rank."""
        return tuple([card for i, card in enumerate(self.cards) if self.mask >> i & 1])


def verdict(view: TallCard, reader: int) -> tuple[Text, ...]:
    """Explain the round that has just ended, to a seat or to everybody (-1)."""
    return explain_hand(view, reader, SHOWDOWN) if view.phase == ROUND_OVER else ()


def find_hand(view: TallCard, seat: int) -> RankedHand:
    """Return a seat's hand as it was ranked."""
    shown = tuple(map(int, view.shown[seat]))
    cards = shown if shown[0] >= 0 else tuple(map(int, view.hand[seat]))
    tall, claimed = int(view.tall), int(view.claimer) == seat
    if cards[0] < 0:
        return RankedHand(cards, tall, claimed, 0, -1)
    mask = int(view.rank_cards[seat]) or find_best_cards(cards, tall, claimed)
    found = int(view.strength[seat])
    return RankedHand(cards, tall, claimed, mask, found if found >= 0 else rate(cards, tall, claimed))


def rank_hand(cards: tuple[int, ...], tall: int, claimed: bool) -> RankedHand:
    """Return a hand with its best Rank."""
    return RankedHand(cards, tall, claimed, find_best_cards(cards, tall, claimed), rate(cards, tall, claimed))


@cached(4096)
def rate(cards: tuple[int, ...], tall: int, claimed: bool) -> int:
    return int(get_quickest(strength)(np.array(cards, np.int8), tall, claimed))


@cached(4096)
def find_best_cards(cards: tuple[int, ...], tall: int, claimed: bool) -> int:
    return int(get_quickest(best_cards)(np.array(cards, np.int8), tall, claimed))


def find_strength(view: TallCard, seat: int) -> int:
    """Return the strength of a seat's hand, -1 if the viewer does not know it."""
    return find_hand(view, seat).strength


def describe(view: TallCard, seat: int) -> MadeHand:
    """Describe the cards that make a seat's Rank."""
    return describe_hand(find_hand(view, seat))


@cached(4096)
def describe_hand(hand: RankedHand) -> MadeHand:
    """Describe a ranked hand: `three 2s`."""
    number, kinds = hand.number, find_stand_ins(hand)
    if number == 0:
        none = say("tall-card-made-0")
        return MadeHand(none, none, none, none, single=True)
    groups = Counter(name_group(kind) for kind in kinds)
    ordered = sorted(groups, key=lambda one: (-groups[one], one.dragon, -one.height))
    first, second = ordered[0], ordered[-1]
    top = max(kinds, key=height)
    arguments: dict[str, Argument] = {
        "first": first.text,
        "second": second.text,
        "value": height(top),
        "card": name_cards(TALL_CARD, [top]),
        "suit": name_cards(TALL_CARD_TALL, [kinds[0] // VALUES] if kinds[0] < DRAGON else []),
        "suits": say(f"tall-card-suit-{kinds[0] // VALUES}") if kinds[0] < DRAGON else "",
        "many": name_many_of(kinds[0] // VALUES) if kinds[0] < DRAGON else "",
    }
    text, own = say(f"tall-card-made-{number}", **arguments), say(f"tall-card-made-{number}.own", **arguments)
    return MadeHand(text, text, own, own, number in SINGLE)


class Group(NamedTuple):
    """Cards of one value, or Dragons of one type."""

    dragon: bool
    height: int
    kind: int

    @property
    def text(self) -> Text:
        """The group in words, `2s` or `Red Dragons`."""
        if self.dragon:
            return say("tall-card-dragons", dragon=name_cards(TALL_CARD, [self.kind]))
        return say("tall-card-values", value=self.height)


def name_group(kind: int) -> Group:
    """Return the group of a card."""
    return Group(True, height(kind), kind) if kind >= DRAGON else Group(False, height(kind), height(kind))


@cached(4096)
def find_stand_ins(hand: RankedHand) -> tuple[int, ...]:
    """Return the cards of a Rank, with those in place of wild Dragons for which they stand (TC-43)."""
    wild = hand.tall - SUITS + DRAGON if hand.claimed and hand.tall >= SUITS else NONE
    count = hand.counting.count(wild)
    if not count or hand.layer != LOWERED:
        return hand.counting
    fixed = [card for card in hand.counting if card != wild]
    others = [card for i, card in enumerate(hand.cards) if not hand.mask >> i & 1]
    aim = hand.strength + WIDTH[hand.number]
    choices = np.array([*combinations_with_replacement(range(NONE), count)])
    hands = [*map(np.full_like, [choices[:, 0]] * (5 - count), [*fixed, *others]), *choices.T]
    fits = np.flatnonzero(natural(hands[0], hands[1], hands[2], hands[3], hands[4], -1, True) == aim)
    return (*fixed, *choices[fits[0]].tolist()) if len(fits) else hand.counting


def lay_out(view: TallCard, seat: int) -> tuple[int, ...]:
    """Return a hand as it is laid out: a straight by its values, wild Dragons in their place."""
    hand = find_hand(view, seat)
    if hand.number not in STRAIGHTS:
        return hand.cards
    wild = hand.tall - SUITS + DRAGON
    cards = sorted(hand.cards, key=lambda card: hand.claimed and card == wild)
    return tuple([card for _, card in sorted(zip(map(height, find_stand_ins(hand)), cards, strict=True))])


def compare(view: TallCard, loser: int, winner: int) -> tuple[Text, ...]:
    """Say why the loser's hand is lower, where the cards alone do not."""
    low, high = find_hand(view, loser), find_hand(view, winner)
    return (
        *note_blocked(view, loser, low),
        *compare_ties(view, (loser, low), (winner, high)),
    )


def note_tie(view: TallCard, winners: list[int]) -> tuple[Text, ...]:
    """Say that the cards outside the Rank of hands that tie don't count, where they differ (TC-40)."""
    hands = [find_hand(view, seat) for seat in winners]
    rest = {tuple(sorted(map(height, (Counter(hand.cards) - Counter(hand.counting)).elements()))) for hand in hands}
    return (say("tall-card-tie-rest"),) if len(rest) > 1 else ()


def note_blocked(view: TallCard, loser: int, hand: RankedHand) -> tuple[Text, ...]:
    """Name the Dragons that could not be part of the loser's Rank, if they would have made a better one (TC-44)."""
    blocked = hand.tall - SUITS + DRAGON
    if hand.claimed or hand.tall < SUITS or blocked not in hand.cards:
        return ()
    if rate(hand.cards, -1, False) <= hand.strength:
        return ()
    names: dict[str, Argument] = {
        "who": Seat(loser),
        "count": hand.cards.count(blocked),
        "dragon": name_cards(TALL_CARD, [blocked]),
    }
    if view.claimer < 0:
        return (say("tall-card-blocked-unclaimed", **names),)
    return (say("tall-card-blocked", claimer=Seat(int(view.claimer)), **names),)


def note_wild(view: TallCard, winner: int) -> tuple[Text, ...]:
    """Name the cards for which the winner's wild Dragons stand."""
    wild = name_wild(find_hand(view, winner))
    return (say("tall-card-wild", who=Seat(winner), **wild),) if wild else ()


def name_wild(hand: RankedHand) -> dict[str, Argument]:
    """Return the wild Dragons of a hand, and the cards for which they stand, as arguments; empty if there are none."""
    stand_ins = find_stand_ins(hand)
    if stand_ins == hand.counting:
        return {}
    wild = hand.tall - SUITS + DRAGON
    count = hand.counting.count(wild)
    as_what = name_each(TALL_CARD, stand_ins[-count:])
    return {"count": count, "dragon": name_cards(TALL_CARD, [wild]), "cards": as_what}


def compare_ties(view: TallCard, low: tuple[int, RankedHand], high: tuple[int, RankedHand]) -> tuple[Text, ...]:
    """Say what decides between two hands of one Rank (TC-40 to TC-43)."""
    (loser, lower), (winner, higher) = low, high
    if lower.number != higher.number:
        return ()
    called = call_rank(higher.number)
    if higher.layer == RAISED > lower.layer:
        return (say("tall-card-tie-raised", who=Seat(winner), called=called, **name_tall_words(view)),)
    if lower.layer == LOWERED < higher.layer:
        return (say("tall-card-tie-lowered", who=Seat(loser), called=called, **name_tall_words(view)),)
    return () if higher.number in VALUED else (say("tall-card-tie-cards", called=called),)


def name_tall_words(view: TallCard) -> dict[str, Argument]:
    """Return the Tall Card in play as arguments."""
    tall = int(view.tall)
    return {"tall": name_the_tall(tall), "one": name_one_of(tall), "kind": kind_of(tall)}


def enough(view: TallCard, winner: int) -> tuple[Text, ...]:
    """Say what would have won, unless any higher hand of the winner's Rank would have (TC-40)."""
    hand = find_hand(view, winner)
    if hand.number and hand.layer == LOWERED:
        called = call_rank(hand.number)
        return (say("tall-card-enough-lowered", who=Seat(winner), called=called, **name_tall_words(view)),)
    if hand.number and hand.layer == NEITHER and any(card < DRAGON and height(card) < VALUES for card in hand.counting):
        return ()
    if hand.number == MIXED_DRAGONS:
        return (say("tall-card-enough-threes", who=Seat(winner)),)
    number = hand.number + 1
    return (say("tall-card-enough", who=Seat(winner), called=call_rank(number)),) if number < RANKS else ()


SHOWDOWN = Showdown(find_strength, describe, note_wild, compare, enough, note_tie)
