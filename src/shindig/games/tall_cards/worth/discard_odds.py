"""Exact odds at the draw: results of every discard, counted over all draws of the unseen cards. TF-14 to TF-16.

Sums of keys (see ranks.py) are additive, so all draws of three cards are summed once and shared by all discards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from shindig.cards import CardError, Deck
from shindig.gamekit.array_and_bit_kernels import count_bits
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.five_cards.words import list_mask_positions

from ..rules.draw import MOST
from ..rules.state import DISCARD, TAKE, TallCards
from .hand_classes import ACE, NAMES, RANKS, SYMBOLS, WILD
from .ranks import DECKS, KEYS, NUMBERS, SUITS, look_up, read, strength

Counts = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint32]

_EVERY_BIT = np.uint32(2**32 - 1)


@dataclass(frozen=True)
class DrawOdds:
    """Odds of one way to draw, or of claiming."""

    action: int
    discarded: tuple[int, ...]
    """The card ids given away."""
    counts: Counts
    """int64[strengths]: number of draws that lead to each strength; claiming has one draw."""

    @property
    def draws(self) -> int:
        """Number of draws."""
        return int(self.counts.sum())

    @property
    def numbers(self) -> Counts:
        """int64[12]: number of draws that lead to each Rank, by the Rank's number; index 0 is unused."""
        return np.bincount(NUMBERS, weights=self.counts, minlength=12).astype(np.int64)

    @property
    def chances(self) -> dict[str, float]:
        """Chance of every Rank by name, the best first."""
        numbers = self.numbers
        return {NAMES[n - 1]: float(numbers[n] / self.draws) for n in range(len(NAMES), 0, -1) if numbers[n]}

    def chance(self, number: int) -> float:
        """Return the chance of a Rank of this number or better."""
        return float(self.numbers[number:].sum() / self.draws)

    def beats(self, others: Counts) -> float:
        """Return the probability to beat a hand with these weights of strengths; a tie counts one half."""
        below = np.cumsum(others) - others / 2
        return float((self.counts / self.draws) @ (below / max(int(others.sum()), 1)))


def draw_odds(
    hand: str, tall: str | None = None, seen: str = "", deck: str = "fruit", ace_low: bool = True
) -> dict[str, dict[str, float]]:
    """Return the chance of every Rank, by the cards discarded: `{"4h 6o": {"Two Pair": 0.1, ...}, ...}`.

    With a Tall suit, `claim` has the result of claiming it. Best Ranks first. `seen` are more cards known not to be in
    the stock. Raises CardError.
    """
    cards, suit = read(hand, tall, False, deck)
    main = DECKS[deck][0]
    stock = unseen(main, [*cards, *main.parse(seen)])
    found = all_odds(cards, suit, stock, ace_low, claim=tall is not None)
    return {"claim" if odds.action == TAKE else main.text(odds.discarded): odds.chances for odds in found}


def view_odds(view: TallCards, deck: Deck) -> list[DrawOdds]:
    """Return exact odds for the actor of a view at the draw step: discards, and the claim if nobody has claimed."""
    cards = [int(card) for card in view.hand[view.actor]]
    return all_odds(cards, int(view.tall), not_seen(view, deck), bool(view.ace_low), view.claimer < 0)


def not_seen(view: TallCards, deck: Deck) -> list[int]:
    """Return the unseen cards: neither in the viewer's hand nor shown as Aces."""
    aces = [int(card) for seat, card in enumerate(view.ace) if card >= 0 and seat != view.viewer]
    return unseen(deck, [*(int(card) for card in view.hand[view.viewer] if card >= 0), *aces])


def unseen(deck: Deck, seen: Iterable[int]) -> list[int]:
    """Return the deck's cards, copies included, without those seen. Raises CardError for more of one than there are."""
    left = list(deck.cards)
    for card in seen:
        if card not in left:
            raise CardError(f"{deck.name} has {deck.copies[card]} of {deck.codes[card]}; more are written here")
        left.remove(card)
    return left


def all_odds(hand: Sequence[int], tall: int, stock: Sequence[int], ace_low: bool, claim: bool) -> list[DrawOdds]:
    """Return the odds of claiming, if it is open, and of every legal discard, with the fewest cards first."""
    draws = Draws(KEYS[0][list(stock)])
    found = []
    if claim:
        counts = np.zeros(len(NUMBERS), np.int64)
        counts[strength(hand, tall, True, ace_low)] = 1
        found.append(DrawOdds(TAKE, (), counts))
    for mask in sorted(masks(hand), key=count_bits):
        kept = KEYS[0][[card for i, card in enumerate(hand) if not mask >> i & 1]]
        gone = tuple(hand[i] for i in list_mask_positions(mask))
        found.append(DrawOdds(DISCARD + mask, gone, draws.counts(kept, ace_low)))
    return found


def masks(hand: Sequence[int]) -> list[int]:
    """Return the legal discards, one for each different choice of cards (TF-14)."""
    different: dict[tuple[int, ...], int] = {}
    for count in range(HAND):
        for places in combinations(range(HAND), count):
            kept = [card for i, card in enumerate(hand) if i not in places]
            if count <= MOST or kept[0] % RANKS == ACE:
                different.setdefault(tuple(kept), sum(1 << i for i in places))
    return list(different.values())


class Draws:
    """All draws of up to four cards from a stock, as sums of keys and the bits common to all keys of a draw."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self._sums: list[Keys] = [np.zeros(1, np.uint32), keys]
        self._bits: list[Keys] = [np.full(1, _EVERY_BIT), keys]

    def counts(self, kept: Keys, ace_low: bool) -> Counts:
        """Return int64[strengths]: counts of final hands when a hand that keeps these keys is filled up."""
        need = HAND - len(kept)
        total, common = kept.sum(dtype=np.uint32), np.bitwise_and.reduce(kept, initial=_EVERY_BIT)
        if need <= MOST:
            sums, bits = self._of(need)
            return self._count(total + sums, common & bits, ace_low)
        counts = np.zeros(len(NUMBERS), np.int64)
        sums, bits = self._of(MOST)
        for i, key in enumerate(self.keys[:-MOST]):
            later = slice(len(sums) - comb(len(self.keys) - 1 - i, MOST), None)
            counts += self._count(total + key + sums[later], common & key & bits[later], ace_low)
        return counts

    def _count(self, sums: Keys, bits: Keys, ace_low: bool) -> Counts:
        return np.bincount(look_up(sums, bits, int(ace_low)), minlength=len(NUMBERS))

    def _of(self, count: int) -> tuple[Keys, Keys]:
        """Return sums and common bits of all draws of `count` cards, those with the earliest first card first."""
        while len(self._sums) <= count:
            sums, bits, n = self._sums[-1], self._bits[-1], len(self.keys)
            grown = len(self._sums)
            later = [slice(len(sums) - comb(n - 1 - i, grown - 1), None) for i in range(n - grown + 1)]
            self._sums.append(np.concatenate([self.keys[i] + sums[part] for i, part in enumerate(later)]))
            self._bits.append(np.concatenate([self.keys[i] & bits[part] for i, part in enumerate(later)]))
        return self._sums[count], self._bits[count]


_NATURAL = SYMBOLS[SYMBOLS[:, -1] < WILD]
_HELD: npt.NDArray[np.int64] = (_NATURAL[:, :, None] == np.arange(RANKS)).sum(axis=1)
"""int64[4368, 12]: number of cards of each rank in every hand without wild cards."""
_CHOOSE = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(RANKS)])


def fresh_hands(stock: Sequence[int], ace_low: bool) -> Counts:
    """Return int64[strengths]: number of all unclaimed hands of five cards of the stock with each strength."""
    copies = np.bincount(np.array(stock), minlength=SUITS * RANKS).reshape(SUITS, RANKS)
    suited = np.array([_ways(row) for row in copies]).sum(axis=0)
    everyhow = _ways(copies.sum(axis=0))
    sums = KEYS[0][_NATURAL].sum(axis=1, dtype=np.uint32)
    counts = np.zeros(len(NUMBERS), np.int64)
    np.add.at(counts, look_up(sums, np.uint32(0), int(ace_low)), everyhow - suited)
    np.add.at(counts, look_up(sums, _EVERY_BIT, int(ace_low)), suited)
    return counts


def _ways(copies: Counts) -> Counts:
    """Return int64[4368]: number of ways to take each hand from so many cards of each rank."""
    ways: Counts = _CHOOSE[copies[None, :], _HELD].prod(axis=1)
    return ways
