"""Data for studies of hands: rarity of every Rank, and odds of a hand. TC-11 to TC-17, TC-40 to TC-47."""

from __future__ import annotations

import numpy as np

from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.hand_study_interfaces import Case, HandAnalysis, HandQuery, Hands, Strengths, Way, Worth

from ..deck import TALL_CARD, TALL_CARD_TALL
from ..rules.state import TallCard
from .discard_odds import discard_text, discards, finals, keeps, unseen, ways
from .rank_ladder import RANK_NAMES, STRENGTHS
from .ranks import read, strength
from .strength_tables import NUMBERS, strengths_by_number, table


def cases(_m: TallCard) -> list[Case]:
    """Return every Tall Card, claimed by the hand's owner or not."""
    names = TALL_CARD_TALL.names
    return [
        Case(f"{names[tall]}, {'mine' if mine else 'not mine'}", (tall, mine))
        for mine in (False, True)
        for tall in range(len(names))
    ]


def rarity(_m: TallCard, case: Case) -> list[int]:
    """Count the hands with each Rank as their best, among 8,936,928."""
    numbers, all_ways = NUMBERS[table(*case.key)], ways(HAND, unseen([]))
    return [int(all_ways[numbers == number].sum()) for number in range(len(RANK_NAMES))]


def ask(_m: TallCard, asked: HandQuery) -> HandAnalysis:
    """Return a hand and all its discards; the claimer may discard one card only (TC-15). Raises CardError."""
    cards, tall = read(asked.hand, asked.tall, asked.claimed)
    left = unseen([*cards, *TALL_CARD.parse(asked.seen)])
    by_number, drawn = table(tall, asked.claimed), [ways(k, left) for k in range(HAND + 1)]

    def mine(hands: Hands) -> Strengths:
        return strengths_by_number(np.sort(hands, axis=1), tall, asked.claimed)

    def way(mask: int) -> Way:
        kept, weights = keeps(cards, mask), drawn[mask.bit_count()]
        counts = np.bincount(by_number[finals(kept)], weights=weights, minlength=STRENGTHS).astype(np.int64)
        return Way(discard_text(cards, mask), tuple(kept), counts, mine)

    return HandAnalysis(
        now=int(strength(np.array(cards, np.int8), tall, asked.claimed)),
        numbers=NUMBERS,
        ways=[*map(way, discards(cards, 1 if asked.claimed else HAND).values())],
        unseen=np.repeat(np.arange(len(left)), left).tolist(),
        others=lambda hands: strengths_by_number(np.sort(hands, axis=1), tall, False),
    )


WORTH = Worth(RANK_NAMES, cases, rarity, ask, nothing=True)
