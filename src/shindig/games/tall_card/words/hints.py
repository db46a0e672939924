"""Advice for whoever is to act, from their view alone: exact chances at the draw, and what the hand beats now."""

from __future__ import annotations

import numpy as np

from ...betting.hopes import other_in
from ...five_cards.state import HAND
from ...five_cards.words import cards_at, percent
from ..bots.values import draw_hope
from ..deck import TALL_CARD, TALL_CARD_TALL
from ..rules.state import CLAIM, DRAW, TallCard
from ..worth.ladder import RANK_NAMES
from ..worth.odds import Floats, Ints, discard_counts, draw_values, field, shares, unseen
from ..worth.ranks import best_cards, number_of, strength

MOST_RANKS, MOST_DISCARDS = 5, 4
"""How many Ranks a line names, and how many discards are told beside the best."""


def hints(view: TallCard) -> list[str]:
    """What the hand is now and beats; before the draw, what claiming or each discard leads to, the best first."""
    if view.phase == CLAIM:
        return claim_hints(view)
    hand = list(view.hand[view.viewer])
    tall, claimed, left = view.tall, view.claimer == view.viewer, unseen(hand)
    beats = shares([field(tall, False, left)])
    if view.phase == DRAW:
        return draw_hints(hand, tall, claimed, left, beats)
    return [standing(hand, tall, claimed, beats)]


def standing(hand: list[int], tall: int, claimed: bool, beats: Floats) -> str:
    """The Rank in hand with its cards, and its chance against a hand not seen."""
    cards = np.array(hand, np.int8)
    worth, mask = strength(cards, tall, claimed), best_cards(cards, tall, claimed)
    made = TALL_CARD.spoken(cards_at(hand, mask))
    name = RANK_NAMES[number_of(worth)] + (f" ({made})" if made else "")
    return f"You hold {name}: better than {percent(beats[worth])} of the hands you have not seen."


def claim_hints(view: TallCard) -> list[str]:
    """The chance to win with the Tall Card and one redrawn card, and without it and free redraws against a claimer."""
    name, seat = TALL_CARD_TALL.names[view.tall], view.viewer
    mine, theirs = draw_hope(view, seat, seat), draw_hope(view, seat, other_in(view, seat))
    return [
        f"If you claim {name} and redraw a card at most, you win with {percent(mine)}.",
        f"If another claims it and you redraw freely, you win with {percent(theirs)}.",
    ]


def draw_hints(hand: list[int], tall: int, claimed: bool, left: Ints, beats: Floats) -> list[str]:
    """The chance of each Rank after the best discards, and how often they then beat a hand not seen."""
    values = draw_values(hand, tall, claimed, left, beats, 1 if claimed else HAND)
    counts = discard_counts(hand, tall, claimed, left)
    told: dict[str, str] = {}
    for mask in np.argsort(-values, kind="stable").tolist():
        gone = TALL_CARD.spoken(cards_at(hand, mask))
        if np.isfinite(values[mask]) and gone not in told and len(told) <= MOST_DISCARDS:
            what = f"Discard {gone}" if gone else "Keep all"
            told[gone] = f"{what}: beats {percent(values[mask])} of hands not seen ({chances_in_words(counts[mask])})"
    return [f"{line}." for line in told.values()]


def chances_in_words(counts: Ints) -> str:
    """The likeliest Ranks of int64[25] counts with their chances, the best Rank first."""
    likely = sorted(np.argsort(-counts, kind="stable")[:MOST_RANKS].tolist(), reverse=True)
    return ", ".join(f"{RANK_NAMES[n]} {percent(counts[n] / counts.sum())}" for n in likely if counts[n])
