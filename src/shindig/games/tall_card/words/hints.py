"""Advice for the actor, from the actor's view alone: exact chances at the draw, and the strength of the hand."""

from __future__ import annotations

import numpy as np

from shindig.gamekit.betting.equity_betting import find_other_in
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.five_cards.words import format_percent, select_cards
from shindig.messages import Series, Text, join, name_cards, say

from ..bots.equity import draw_hope
from ..deck import TALL_CARD
from ..rules.state import CLAIM, DRAW, TallCard
from ..worth.discard_odds import Floats, Ints, discard_counts, draw_values, field, shares, unseen
from ..worth.ranks import best_cards, number_of, strength
from .names import name_rank, name_tall

MOST_RANKS, MOST_DISCARDS = 5, 4
"""Number of Ranks that a line names, and of discards beside the best."""


def hints(view: TallCard) -> list[Text]:
    """Describe the hand and what it beats; before the draw, the results of claiming or of each discard, best first."""
    if view.phase == CLAIM:
        return claim_hints(view)
    hand = list(view.hand[view.viewer])
    tall, claimed, left = view.tall, view.claimer == view.viewer, unseen(hand)
    beats = shares([field(tall, False, left)])
    if view.phase == DRAW:
        return draw_hints(hand, tall, claimed, left, beats)
    return [standing(hand, tall, claimed, beats)]


def standing(hand: list[int], tall: int, claimed: bool, beats: Floats) -> Text:
    """Name the Rank in hand with its cards, and its chance against an unseen hand."""
    cards = np.array(hand, np.int8)
    worth, mask = strength(cards, tall, claimed), best_cards(cards, tall, claimed)
    rank, share, made = name_rank(number_of(worth)), format_percent(beats[worth]), select_cards(hand, mask)
    if not made:
        return say("tall-card-hint-holds", rank=rank, share=share)
    return say("tall-card-hint-holds-cards", rank=rank, cards=name_cards(TALL_CARD, made), share=share)


def claim_hints(view: TallCard) -> list[Text]:
    """Compare the chance to win with a claim and one redraw with that of free redraws against a claimer."""
    seat = view.viewer
    mine, theirs = draw_hope(view, seat, seat), draw_hope(view, seat, find_other_in(view, seat))
    return [
        say("tall-card-hint-claim", tall=name_tall(view.tall), share=format_percent(mine)),
        say("tall-card-hint-decline", share=format_percent(theirs)),
    ]


def draw_hints(hand: list[int], tall: int, claimed: bool, left: Ints, beats: Floats) -> list[Text]:
    """Describe the best discards: their Ranks' chances, and how often they then beat an unseen hand."""
    values = draw_values(hand, tall, claimed, left, beats, 1 if claimed else HAND)
    counts = discard_counts(hand, tall, claimed, left)
    told: dict[tuple[int, ...], Text] = {}
    for mask in np.argsort(-values, kind="stable").tolist():
        gone = tuple(select_cards(hand, mask))
        if np.isfinite(values[mask]) and gone not in told and len(told) <= MOST_DISCARDS:
            told[gone] = discard_hint(gone, values[mask], counts[mask])
    return list(told.values())


def discard_hint(gone: tuple[int, ...], beats: float, counts: Ints) -> Text:
    """Describe a discard."""
    share, ranks = format_percent(beats), likely_ranks(counts)
    if not gone:
        return say("tall-card-hint-keep", share=share, ranks=ranks)
    return say("tall-card-hint-discard", cards=name_cards(TALL_CARD, gone), share=share, ranks=ranks)


def likely_ranks(counts: Ints) -> Series:
    """Name the likeliest Ranks of int64[25] counts with their chances, the best Rank first."""
    likely = sorted(np.argsort(-counts, kind="stable")[:MOST_RANKS].tolist(), reverse=True)
    chances = [(n, format_percent(counts[n] / counts.sum())) for n in likely if counts[n]]
    return join([say("tall-card-hint-rank", rank=name_rank(n), share=share) for n, share in chances], "")
