"""Strength of a hand by one look-up that covers wild cards, suits and straights (TF-50 to TF-54)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shindig.cards import CardError, Deck
from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Whole
from shindig.gamekit.array_and_bit_kernels import CardIds
from shindig.gamekit.five_cards.perfect_hash import find_row_offsets
from shindig.gamekit.five_cards.rank import Rank

from ..deck import EXPANDED_72, EXPANDED_96, EXPANDED_TALL, FRUIT, FRUIT_TALL
from .hand_classes import NAMES, RANKS, SYMBOLS, WILD, number_of, ranks_of, scores

DECKS = {
    deck.name: (deck, tall)
    for deck, tall in ((FRUIT, FRUIT_TALL), (EXPANDED_72, EXPANDED_TALL), (EXPANDED_96, EXPANDED_TALL))
}
"""Option `deck` (TF-3): the main deck and the Tall deck."""

SUITS = 6
_TAGS = (0, 7152, 9627, 9917, 15092, 52325, 58053, 79063, 79192, 87566, 90660, 105632, 115600)
"""Number for each symbol such that the sums of any five differ (a Bose-Chowla set for 13 and 5, made compact)."""
_SUIT_BIT, _ROW_BITS = 20, 9
_SUM, _TOOTH, _ROW_SHIFT = np.uint32((1 << _SUIT_BIT) - 1), np.uint32((1 << _ROW_BITS) - 1), np.uint32(_ROW_BITS)
"""Unsigned constants throughout: a signed index needs a test for negative values, which halves the speed."""


def _keys() -> npt.NDArray[np.uint32]:
    """Return uint32[7, 72]: row 0 without wild cards, row t + 1 with suit t wild; the tag and a bit for the suit."""
    cards = np.arange(SUITS * RANKS)
    tags = np.array(_TAGS)
    keys = np.tile(tags[cards % RANKS], (SUITS + 1, 1))
    for tall in range(SUITS):
        keys[tall + 1, cards // RANKS == tall] = tags[WILD]
    keys |= 1 << (_SUIT_BIT + cards // RANKS)
    return keys.astype(np.uint32)


_sums = np.array(_TAGS)[SYMBOLS].sum(axis=1)
_offsets, _length = find_row_offsets(_sums, _ROW_BITS)
_scores = np.array([[scores(suited, ace_low) for suited in (False, True)] for ace_low in (False, True)])

SCORES: npt.NDArray[np.int64] = np.unique(_scores)
"""int64[strengths]: score (see hand_classes.py) behind each strength."""
NUMBERS: npt.NDArray[np.int8] = (SCORES >> 20).astype(np.int8)
"""int8[strengths]: number of the Rank, 1 to 11, behind each strength."""
KEYS = _keys()
OFFSETS = _offsets.astype(np.uint32)
STRENGTHS: npt.NDArray[np.int16] = np.zeros((2, 2, _length), np.int16)
"""int16[ace_low, suited, place in the perfect hash]."""
STRENGTH_OF = np.searchsorted(SCORES, _scores).astype(np.int16)
"""int16[ace_low, suited, multiset]: strength of every class, in the order of SYMBOLS."""
STRENGTHS[:, :, _offsets[_sums >> _ROW_BITS] + (_sums & _TOOTH)] = STRENGTH_OF


@kernel
def strength(hand: CardIds, tall: int, claimed: bool, ace_low: bool) -> int:
    """Return the strength of int8[5] card ids; greater beats, equal splits. `tall` is a suit, 0 to 5."""
    row = np.uint32(tall + 1 if claimed else 0)
    a, b = KEYS[row, np.uint8(hand[0])], KEYS[row, np.uint8(hand[1])]
    c, d, e = KEYS[row, np.uint8(hand[2])], KEYS[row, np.uint8(hand[3])], KEYS[row, np.uint8(hand[4])]
    return int(look_up(a + b + c + d + e, a & b & c & d & e, np.uint32(ace_low)))


@kernel
def look_up(total: Whole, common: Whole, ace_low: Whole) -> Whole:
    """Return the strength behind the sum of five keys and their common bits; in plain Python also of arrays."""
    return STRENGTHS[ace_low, np.uint32(common > _SUM), OFFSETS[(total & _SUM) >> _ROW_SHIFT] + (total & _TOOTH)]


def rank(hand: str, tall: str | None = None, claimed: bool = False, deck: str = "fruit", ace_low: bool = True) -> Rank:
    """Return the Rank of five cards, `Dp 8p 2p 7h 7o`; `tall` is the Tall suit's letter. Raises CardError."""
    cards, tall_suit = read(hand, tall, claimed, deck)
    worth = int(strength(cards, tall_suit, claimed, ace_low))
    return describe(cards, worth, DECKS[deck][0], tall_suit if claimed else -1)


def describe(cards: list[int], worth: int, deck: Deck, wild: int = -1) -> Rank:
    """Return the Rank behind a strength, its cards in order of importance; `wild` is the wild suit or -1."""
    left = list(cards)
    order = []
    for want in ranks_of(int(SCORES[worth])):
        fits = [card for card in left if card // RANKS != wild and card % RANKS == want]
        card = fits[0] if fits else next(card for card in left if card // RANKS == wild)
        left.remove(card)
        order.append(card)
    number = number_of(int(SCORES[worth]))
    return Rank(worth, number, NAMES[number - 1], deck.text(order))


def read(hand: str, tall: str | None, claimed: bool, deck: str) -> tuple[list[int], int]:
    """Return card ids and the Tall suit. Raises CardError."""
    if deck not in DECKS:
        raise CardError(f"{deck!r} is no deck of Tall Cards; expected one of {', '.join(DECKS)} (TF-3)")
    main, tall_deck = DECKS[deck]
    cards = main.parse(hand)
    if len(cards) != 5:
        raise CardError(f"expected a hand of 5 cards, not {len(cards)}: {hand!r}")
    if claimed and not tall:
        raise CardError("a claimed Tall Card needs its suit, like tall='p' (TF-16)")
    return cards, tall_deck.card(tall) if tall else 0
