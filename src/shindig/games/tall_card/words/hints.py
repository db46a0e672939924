"""Advice for the actor, from the actor's view alone: exact chances at the draw, and the strength of the hand."""

from __future__ import annotations

import numpy as np

from shindig.gamekit.betting.equity_betting import find_other_in
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.five_cards.words import format_percent, select_cards

from ..bots.values import draw_hope
from ..deck import TALL_CARD, TALL_CARD_TALL
from ..rules.state import CLAIM, DRAW, TallCard
from ..worth.discard_odds import Floats, Ints, discard_counts, draw_values, field, shares, unseen
from ..worth.rank_ladder import RANK_NAMES
from ..worth.ranks import best_cards, number_of, strength

MOST_RANKS, MOST_DISCARDS = 5, 4
"""Number of Ranks that a line names, and of discards beside the best."""


def hints(view: TallCard) -> list[str]:
    """Describe the hand and what it beats; before the draw, the results of claiming or of each discard, best first."""
    if view.phase == CLAIM:
        return claim_hints(view)
    hand = list(view.hand[view.viewer])
    tall, claimed, left = view.tall, view.claimer == view.viewer, unseen(hand)
    beats = shares([field(tall, False, left)])
    if view.phase == DRAW:
        return draw_hints(hand, tall, claimed, left, beats)
    return [standing(hand, tall, claimed, beats)]


def standing(hand: list[int], tall: int, claimed: bool, beats: Floats) -> str:
    """Name the Rank in hand with its cards, and its chance against an unseen hand."""
    cards = np.array(hand, np.int8)
    worth, mask = strength(cards, tall, claimed), best_cards(cards, tall, claimed)
    made = TALL_CARD.name_cards(select_cards(hand, mask))
    name = RANK_NAMES[number_of(worth)] + (f" ({made})" if made else "")
    return f"You hold {name}: better than {format_percent(beats[worth])} of the hands you have not seen."


def claim_hints(view: TallCard) -> list[str]:
    """Compare the chance to win with a claim and one redraw with that of free redraws against a claimer."""
    name, seat = TALL_CARD_TALL.names[view.tall], view.viewer
    mine, theirs = draw_hope(view, seat, seat), draw_hope(view, seat, find_other_in(view, seat))
    return [
        f"If you claim {name} and redraw a card at most, you win with {format_percent(mine)}.",
        f"If another claims it and you redraw freely, you win with {format_percent(theirs)}.",
    ]


def draw_hints(hand: list[int], tall: int, claimed: bool, left: Ints, beats: Floats) -> list[str]:
    """Describe the best discards: their Ranks' chances, and how often they then beat an unseen hand."""
    values = draw_values(hand, tall, claimed, left, beats, 1 if claimed else HAND)
    counts = discard_counts(hand, tall, claimed, left)
    told: dict[str, str] = {}
    for mask in np.argsort(-values, kind="stable").tolist():
        gone = TALL_CARD.name_cards(select_cards(hand, mask))
        if np.isfinite(values[mask]) and gone not in told and len(told) <= MOST_DISCARDS:
            what = f"Discard {gone}" if gone else "Keep all"
            told[gone] = (
                f"{what}: beats {format_percent(values[mask])} of hands not seen ({chances_in_words(counts[mask])})"
            )
    return [f"{line}." for line in told.values()]


def chances_in_words(counts: Ints) -> str:
    """Name the likeliest Ranks of int64[25] counts with their chances, the best Rank first."""
    likely = sorted(np.argsort(-counts, kind="stable")[:MOST_RANKS].tolist(), reverse=True)
    return ", ".join(f"{RANK_NAMES[n]} {format_percent(counts[n] / counts.sum())}" for n in likely if counts[n])
