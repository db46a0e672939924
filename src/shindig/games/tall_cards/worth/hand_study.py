"""Data for studies of hands: rarity of every Rank, and odds of a hand. TF-14 to TF-16, TF-50 to TF-54."""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from shindig.cards import Deck
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.game_spec import GameError
from shindig.gamekit.hand_study_interfaces import Case, HandAnalysis, HandQuery, Hands, Strengths, Way, Worth

from ..rules.state import OPTIONS, TAKE, TallCards
from .batch_strength import strengths_by_keys
from .discard_odds import all_odds, unseen
from .hand_classes import NAMES, RANKS, SYMBOLS, WILD
from .ranks import DECKS, NUMBERS, STRENGTH_OF, SUITS, read, strength

Ints = npt.NDArray[np.int64]
NO_SUIT = -1


def decks(m: TallCards) -> tuple[Deck, Deck]:
    """Return the main deck and its Tall deck."""
    return DECKS[str(OPTIONS[0].shown(int(m.deck)))]


def cases(m: TallCards) -> list[Case]:
    """Return the case without a wild suit, and one for each claimed suit."""
    names = decks(m)[1].names
    return [Case("not mine", (NO_SUIT,)), *(Case(f"{name}, mine", (suit,)) for suit, name in enumerate(names))]


def rarity(m: TallCards, case: Case) -> list[int]:
    """Count the hands with each Rank as their best, by their ranks and wild cards."""
    whole, suited = class_counts(np.array(decks(m)[0].copies).reshape(SUITS, RANKS), *case.key)
    found = np.zeros(1 + len(NAMES), np.int64)
    for one_suit, counts in ((0, whole - suited), (1, suited)):
        numbers = NUMBERS[STRENGTH_OF[int(m.ace_low), one_suit]]
        found += np.bincount(numbers, weights=counts, minlength=len(found)).astype(np.int64)
    return [int(count) for count in found[1:]]


def class_counts(copies: Ints, wild: int) -> tuple[Ints, Ints]:
    """Return int64[6188] twice: the number of hands of each multiset of symbols, and of those of one suit.

    `copies` is int[6, 12]: copies of each card in the deck; `wild` is a suit, or NO_SUIT.
    """
    natural = [suit for suit in range(SUITS) if suit != wild]
    held = np.array([np.equal(SYMBOLS, symbol).sum(axis=1) for symbol in range(WILD + 1)], np.int64)
    wilds = int(copies[wild].sum()) if wild >= 0 else 0
    whole = ways([*copies[natural].sum(axis=0).tolist(), wilds], held)
    suited = np.sum([ways([*copies[suit].tolist(), 0], held) for suit in natural], axis=0)
    return whole, np.where(held[WILD] == HAND, whole, suited)


def ways(there: list[int], held: Ints) -> Ints:
    """Return int64[n]: the number of ways to take these counts of each symbol from those that exist."""
    found = np.ones(held.shape[1], np.int64)
    for count, taken in zip(there, held, strict=True):
        found *= np.array([comb(count, k) for k in range(HAND + 1)])[taken]
    return found


def ask(m: TallCards, asked: HandQuery) -> HandAnalysis:
    """Return a hand, claiming, and all its discards (TF-14). Raises CardError, GameError."""
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
    return HandAnalysis(now, NUMBERS - 1, found, stock, plain)


WORTH = Worth(NAMES, cases, rarity, ask)
