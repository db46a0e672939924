"""Advice for the actor, from the actor's view alone: exact chances at the draw, and the strength of the hand."""

from __future__ import annotations

import numpy as np

from shindig.gamekit.betting.equity_betting import find_other_in
from shindig.gamekit.betting.words import is_bolder
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.five_cards.words import count_in_hundred, describe_share, describe_swap_hint, select_cards
from shindig.messages import Text, say

from ..bots.equity import draw_hope
from ..deck import TALL_CARD
from ..rules.state import CLAIM, DISCARD, DRAW, TAKE, TallCard
from ..worth.discard_odds import Floats, Ints, draw_values, field, shares, unseen
from .hand_explanation import describe_hand, name_wild, rank_hand
from .holding import beaten
from .names import name_the_tall

MOST_DISCARDS = 4
"""Number of discards that are described beside the best."""


def hints(view: TallCard) -> list[Text]:
    """Describe the hand and what it beats; before the draw, the results of claiming or of each discard, best first."""
    if view.phase == CLAIM:
        return claim_hints(view)
    hand = list(view.hand[view.viewer])
    tall, claimed, left = view.tall, view.claimer == view.viewer, unseen(hand)
    if view.phase == DRAW:
        return draw_hints(hand, tall, claimed, left, shares([field(tall, False, left)]))
    return standing(view)


def standing(view: TallCard, form: str = "", bold: bool | None = None) -> list[Text]:
    """Describe the hand with its wild cards, and what it beats, as the line above it does. Form `.past` looks back.

    If `bold` is given, only a hand that speaks for a bold choice or for a careful one.
    """
    hand = tuple(map(int, view.hand[view.viewer]))
    ranked = rank_hand(hand, view.tall, view.claimer == view.viewer)
    beats, wild = beaten(view.tall)[ranked.strength], name_wild(ranked)
    if bold not in (None, beats > 0.5):
        return []
    lines: list[Text] = [say(f"tall-card-hint-wild{form}", **wild)] if wild else []
    return [*lines, say(f"tall-card-hint-holds{form}", made=describe_hand(ranked).text, share=describe_share(beats))]


def claim_hints(view: TallCard) -> list[Text]:
    """Compare the chance to win with a claim and one redraw with that of free redraws against a claimer."""
    seat = view.viewer
    mine, theirs = draw_hope(view, seat, seat), draw_hope(view, seat, find_other_in(view, seat))
    return [
        say("tall-card-hint-claim", tall=name_the_tall(view.tall), count=count_in_hundred(mine)),
        say("tall-card-hint-decline", count=count_in_hundred(theirs)),
    ]


def reasons(view: TallCard, action: int, best: int) -> list[Text]:
    """Compare the best choice with the one made by the chances that hints give, where these speak for it."""
    if view.phase == CLAIM:
        lines = claim_hints(view)
        claiming, declining = [
            draw_hope(view, view.viewer, who) for who in (view.viewer, find_other_in(view, view.viewer))
        ]
        return lines if (claiming > declining) == (best == TAKE) else []
    if view.phase != DRAW:
        return standing(view, ".past", is_bolder(best, action))
    hand = list(view.hand[view.viewer])
    left = unseen(hand)
    beats = shares([field(view.tall, False, left)])
    values = draw_values(hand, view.tall, view.claimer == view.viewer, left, beats, HAND)
    masks = best - DISCARD, action - DISCARD
    if values[masks[0]] <= values[masks[1]]:
        return []
    return [describe_swap_hint(TALL_CARD, hand, mask, values[mask]) for mask in masks]


def draw_hints(hand: list[int], tall: int, claimed: bool, left: Ints, beats: Floats) -> list[Text]:
    """Describe the best discards, and how often they then beat an unseen hand."""
    values = draw_values(hand, tall, claimed, left, beats, 1 if claimed else HAND)
    told: dict[tuple[int, ...], Text] = {}
    for mask in np.argsort(-values, kind="stable").tolist():
        gone = tuple(select_cards(hand, mask))
        if np.isfinite(values[mask]) and gone not in told and len(told) <= MOST_DISCARDS:
            told[gone] = describe_swap_hint(TALL_CARD, hand, mask, values[mask])
    return list(told.values())
