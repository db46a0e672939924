"""Hands on their own, for people and for batches: the melds in some cards, and the best of their layouts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from shindig.core.caches import cached
from shindig.core.kernel_compiler import get_quickest, quicken
from shindig.core.layout_and_views import Numbers

from ..rules.variants import MAX_CARDS, VARIANTS, Variant
from .best_layout_search import KEY, MAX_LAYOUT, best_layout, layout_keys, run_table
from .meld_numbering import BIT, CATASTROPHE, FAMILY, MAX_MELDS, ROYAL_FAMILY, RUN, SET, TROVE, shapes
from .melds import write_melds


def _kind_names(variant: Variant) -> dict[int, str]:
    words = variant.words
    return {
        RUN: "run",
        SET: "set",
        CATASTROPHE: "catastrophe",
        FAMILY: words.family.lower(),
        ROYAL_FAMILY: words.royal_family.lower(),
        TROVE: words.trove.lower(),
    }


KIND_NAMES: Final = tuple(_kind_names(variant) for variant in VARIANTS)
"""Name of each kind of meld in each game, in lower case."""


@dataclass(frozen=True)
class Meld:
    """Cards that make a meld together."""

    kind: str
    cards: tuple[str, ...]
    score: int
    number: int
    """Number of the meld among all melds of the game."""

    def __str__(self) -> str:
        return f"{self.kind} {' '.join(self.cards)}"


def meld(variant: Variant, number: int) -> Meld:
    """Return the meld of a number."""
    return _meld(variant.index, int(number))


@cached(4096)
def _meld(index: int, number: int) -> Meld:
    variant, shape = VARIANTS[index], shapes(index)[number]
    codes = tuple(variant.deck.codes[card] for card in shape.cards)
    return Meld(KIND_NAMES[index][shape.kind], codes, shape.score, number)


def mask(cards: Iterable[int]) -> int:
    """Return a hand as a mask: bit c of an int64 for card c."""
    bits = sum(1 << int(card) for card in cards)
    return bits - (1 << MAX_CARDS) if bits >> (MAX_CARDS - 1) else bits


def cards_in(hand: int) -> Iterator[int]:
    """Return the cards of a mask, ascending."""
    return (card for card in range(MAX_CARDS) if hand >> card & 1)


def melds(variant: Variant, text: str) -> tuple[Meld, ...]:
    """Return every meld among the cards of a text, the best first. Raises CardError."""
    ranges = np.empty((MAX_MELDS, 2), np.int32)
    count = write_melds(mask(variant.deck.parse(text)), variant.index, ranges)
    found = (meld(variant, int(number)) for number in ranges[:count, 0])
    return tuple(sorted(found, key=lambda one: (-one.score, -len(one.cards), one.number)))


def layout(variant: Variant, text: str) -> tuple[Meld, ...]:
    """Return the disjoint melds with the highest sum and, in a tie, the most cards. Raises CardError."""
    return tuple(meld(variant, number) for number in layout_numbers(variant, mask(variant.deck.parse(text))))


def layout_numbers(variant: Variant, hand: int) -> list[int]:
    """Return numbers of the melds of the best layout of a mask."""
    out = np.empty(MAX_LAYOUT, np.int32)
    count = best_layout(hand, variant.index, run_table(), out)
    return [int(number) for number in out[:count]]


def layouts(variant: Variant, hands: npt.ArrayLike) -> npt.NDArray[np.int16]:
    """Return score and cards of each hand's best layout: int16[n, 2] from card ids int[n, k], filled up with -1.

    Raises ValueError for an id that is no card of the deck, and for a card held twice.
    """
    ids = np.atleast_2d(np.asarray(hands, dtype=np.int64))
    if ids.size and not (ids.min() >= -1 and ids.max() < len(variant.deck)):
        raise ValueError(f"card ids of {variant.deck.name} are 0..{len(variant.deck) - 1}, or -1 for none")
    bits: Numbers = np.where(ids >= 0, BIT[ids], 0)
    masks = np.bitwise_or.reduce(bits, axis=1)
    if (np.bitwise_count(masks.view(np.uint64)) != (ids >= 0).sum(axis=1)).any():
        raise ValueError(f"{variant.deck.name} has one of each card; a hand holds one twice")
    quicken(layout_keys, masks[:0], variant.index, run_table(), np.empty(0, np.int32))
    keys = keys_of(variant, masks)
    return np.stack([keys // KEY, keys % KEY], axis=1).astype(np.int16)


def keys_of(variant: Variant, masks: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """Return int32[n]: 64 x score + cards of the best layout of each mask."""
    keys = np.empty(len(masks), np.int32)
    get_quickest(layout_keys)(masks, variant.index, run_table(), keys)
    return keys
