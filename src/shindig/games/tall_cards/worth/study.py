"""What studies ask of hands: the rarity of every Rank, and what a hand may become. TF-14 to TF-16, TF-50 to TF-54."""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from ....cards import Deck
from ...five_cards.state import HAND
from ...game import GameError
from ...worth import Asked, Case, Hands, Question, Strengths, Way, Worth
from ..rules.state import OPTIONS, TAKE, TallCards
from .batch import strengths_by_keys
from .classes import NAMES, RANKS, SYMBOLS, WILD
from .odds import all_odds, unseen
from .ranks import DECKS, NUMBERS, STRENGTH_OF, SUITS, read, strength

Ints = npt.NDArray[np.int64]
NO_SUIT = -1


def decks(m: TallCards) -> tuple[Deck, Deck]:
    """The deck that is played with, and the one of its Tall Cards."""
    return DECKS[str(OPTIONS[0].shown(int(m.deck)))]


def cases(m: TallCards) -> list[Case]:
    """No wild suit, or any that was claimed."""
    names = decks(m)[1].names
    return [Case("not mine", (NO_SUIT,)), *(Case(f"{name}, mine", (suit,)) for suit, name in enumerate(names))]


def rarity(m: TallCards, case: Case) -> list[int]:
    """How many hands have each Rank for their best, counted by their ranks and wild cards."""
    whole, suited = class_counts(np.array(decks(m)[0].copies).reshape(SUITS, RANKS), *case.key)
    found = np.zeros(1 + len(NAMES), np.int64)
    for one_suit, counts in ((0, whole - suited), (1, suited)):
        numbers = NUMBERS[STRENGTH_OF[int(m.ace_low), one_suit]]
        found += np.bincount(numbers, weights=counts, minlength=len(found)).astype(np.int64)
    return [int(count) for count in found[1:]]


def class_counts(copies: Ints, wild: int) -> tuple[Ints, Ints]:
    """int64[6188] twice: of how many hands each multiset of symbols is made, and of how many of one suit.

    `copies` is int[6, 12]: how often the deck has each card; `wild` a suit, or NO_SUIT.
    """
    natural = [suit for suit in range(SUITS) if suit != wild]
    held = np.array([np.equal(SYMBOLS, symbol).sum(axis=1) for symbol in range(WILD + 1)], np.int64)
    wilds = int(copies[wild].sum()) if wild >= 0 else 0
    whole = ways([*copies[natural].sum(axis=0).tolist(), wilds], held)
    suited = np.sum([ways([*copies[suit].tolist(), 0], held) for suit in natural], axis=0)
    return whole, np.where(held[WILD] == HAND, whole, suited)


def ways(there: list[int], held: Ints) -> Ints:
    """int64[n]: in how many ways so many of each symbol can be taken from those that are there."""
    found = np.ones(held.shape[1], np.int64)
    for count, taken in zip(there, held, strict=True):
        found *= np.array([comb(count, k) for k in range(HAND + 1)])[taken]
    return found


def ask(m: TallCards, asked: Asked) -> Question:
    """A hand, claiming, and all ways to discard (TF-14). Raises CardError, GameError."""
    if asked.claimed:
        raise GameError("here claiming takes the place of a discard, and is listed among them")
    main, _ = decks(m)
    cards, suit = read(asked.hand, asked.tall, False, main.name)
    low, stock = bool(m.ace_low), unseen(main, [*cards, *main.parse(asked.seen)])

    def plain(hands: Hands) -> Strengths:
        return strengths_by_keys(hands, NO_SUIT, low)

    def claimed(hands: Hands) -> Strengths:
        return strengths_by_keys(hands, suit, low)

    found = []
    for one in all_odds(cards, suit, stock, low, claim=asked.tall is not None):
        left = list(cards)
        for card in one.discarded:
            left.remove(card)
        name, worth = ("claim", claimed) if one.action == TAKE else (main.text(one.discarded), plain)
        found.append(Way(name, tuple(left), one.counts, worth))
    now = int(strength(np.array(cards, np.int8), suit, False, low))
    return Question(now, NUMBERS - 1, found, stock, plain)


WORTH = Worth(NAMES, cases, rarity, ask)
