"""The three games as a table of data: PB-1 and their differences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from shindig.cards.deck import Deck

from ..deck import DISASTERS, FARMERS_AND_FISHERMEN, MERCHANTS_BANK, ROYAL_POKEBACC

SUITS: Final = 4
"""Number of suits: Air, Water, Fire, Metal. 0 and 1 are affined, 2 and 3 are affined, PB-2."""


@dataclass(frozen=True)
class VariantTerms:
    """Words of a game that are the same in every language: as typed, in records and in the program's interface."""

    hand: str
    hands: str
    family: str
    royal_family: str
    trove: str
    propose: str
    """Verb to propose an amount, as a command."""
    leave: str
    """Verb to leave the hand or the match, as a command."""


@dataclass(frozen=True)
class Gambling:
    """Money rules PB-50, PB-51, PB-52 as switches."""

    clause: str
    every_hand: bool
    """True if money is bought in for each hand and paid out after it; otherwise for the match."""
    within_turns: bool
    """True if an amount is proposed after one's draw; otherwise between two hands."""
    leave_hand: bool
    """True if a player who does not match it leaves the hand; otherwise the match."""


@dataclass(frozen=True)
class Variant:
    index: int
    name: str
    title: str
    deck: Deck
    numbers: int
    figures: int
    family_score: int
    troves: bool
    words: VariantTerms
    gambling: Gambling
    version: int = 1
    """Version of the rules."""

    @property
    def stride(self) -> int:
        """Number of kinds of card in a suit: card id = suit x stride + rank."""
        return self.numbers + self.figures

    def dealer_value(self, card: int) -> int:
        """Return a card's value when drawing for dealer, PB-3: numbers themselves, figures 11 and up, Disasters 0."""
        suit, rank = divmod(card, self.stride)
        if suit >= SUITS:
            return 0
        return rank + 1 if rank < self.numbers else 11 + rank - self.numbers


VARIANTS: Final = (
    Variant(
        index=0,
        name="royal-pokebacc",
        title="Royal Pokebacc",
        deck=ROYAL_POKEBACC,
        numbers=10,
        figures=5,
        family_score=75,
        troves=False,
        words=VariantTerms(
            hand="Hand",
            hands="Hands",
            family="Family",
            royal_family="Royal Family",
            trove="",
            propose="raise",
            leave="retire",
        ),
        gambling=Gambling("PB-50", every_hand=False, within_turns=False, leave_hand=False),
        version=2,
    ),
    Variant(
        index=1,
        name="merchants-bank",
        title="Merchant’s Bank",
        deck=MERCHANTS_BANK,
        numbers=10,
        figures=4,
        family_score=75,
        troves=True,
        words=VariantTerms(
            hand="Sale",
            hands="Sales",
            family="Treasure",
            royal_family="Crown Jewels",
            trove="Treasure Trove",
            propose="invite",
            leave="withdraw",
        ),
        gambling=Gambling("PB-51", every_hand=True, within_turns=True, leave_hand=True),
    ),
    Variant(
        index=2,
        name="farmers-and-fishermen",
        title="Farmers and Fishermen",
        deck=FARMERS_AND_FISHERMEN,
        numbers=8,
        figures=4,
        family_score=60,
        troves=False,
        words=VariantTerms(
            hand="Battle",
            hands="Battles",
            family="Family",
            royal_family="Royal Family",
            trove="",
            propose="invite",
            leave="flee",
        ),
        gambling=Gambling("PB-52", every_hand=False, within_turns=True, leave_hand=True),
    ),
)
BY_NAME: Final = {variant.name: variant for variant in VARIANTS}


def column(value: Callable[[Variant], int]) -> npt.NDArray[np.int64]:
    """Return int64[3]: one figure of each game, for the kernels."""
    return np.array([value(variant) for variant in VARIANTS], dtype=np.int64)


MAX_CARDS: Final = max(len(variant.deck) for variant in VARIANTS)
CARDS: Final = column(lambda variant: len(variant.deck))
NUMBERS: Final = column(lambda variant: variant.numbers)
FIGURES: Final = column(lambda variant: variant.figures)
STRIDE: Final = column(lambda variant: variant.stride)
DISASTER: Final = column(lambda variant: SUITS * variant.stride)
"""Id of the first of the four Disasters."""
FAMILY_SCORE: Final = column(lambda variant: variant.family_score)
TROVES: Final = column(lambda variant: variant.troves)
EVERY_HAND: Final = column(lambda variant: variant.gambling.every_hand)
WITHIN_TURNS: Final = column(lambda variant: variant.gambling.within_turns)
LEAVE_HAND: Final = column(lambda variant: variant.gambling.leave_hand)
DEALER_VALUE: Final = np.array(
    [[variant.dealer_value(card) for card in range(MAX_CARDS)] for variant in VARIANTS], dtype=np.int64
)
"""int64[3, 64]: value of each card when drawing for dealer."""
assert all(len(variant.deck) == SUITS * variant.stride + len(DISASTERS) for variant in VARIANTS)
