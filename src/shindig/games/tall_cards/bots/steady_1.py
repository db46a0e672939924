"""First steady bot, frozen for comparison: sampled rivals, pot odds, stack depth."""

from __future__ import annotations

import numpy as np

from shindig.gamekit.betting.state import CALL, CHECK, FOLD, NOBODY
from shindig.gamekit.betting.words import get_call_price
from shindig.match import View

from ..rules.state import (
    ANTE,
    ANTES,
    BETS,
    CLOCK,
    DRAW,
    FIRST_BETS,
    GIFTS,
    GO_ON,
    KEEP,
    MUCK,
    RAISES,
    READY,
    SHOWDOWN,
    TAKE,
    TallCards,
)
from ..words.actions import deck_of
from ..worth.discard_odds import DrawOdds, view_odds
from ..worth.ranks import NUMBERS, strength
from .rival_hands import rivals

Generator = np.random.Generator

BET_FROM, RAISE_FROM, DEEP_FROM = 0.55, 0.72, 0.8
"""Equities from which it bets, raises, and commits more than a third of its chips."""
BLUFF = 0.07
USUAL = {ANTES: ANTE, SHOWDOWN: MUCK, CLOCK: GO_ON}
"""Answers to questions without calculation. It has no clock."""
FEAR = 0.6
"""Reduction of the belief in one's own hand by a bet as large as the pot."""


def act(view: View, rng: Generator) -> int:
    """Choose a legal action for the seat to act."""
    record = view.record
    ranges = view.legal.ranges
    if len(view.legal) == 1:
        return ranges[0][0]
    if record.phase == GIFTS:
        return READY if record.receiver == NOBODY else KEEP
    if record.phase in USUAL:
        return USUAL[int(record.phase)]
    if record.phase == DRAW:
        return draw(record, rng)
    return bet(record, ranges, chance(record, rng), rng)


def draw(record: TallCards, rng: Generator) -> int:
    """Claim or discard, whichever wins more often. The seat's own claim keeps others from claiming."""
    options = view_odds(record, deck_of(record))
    wins = {claiming: rivals(record, rng, claiming).wins(len(NUMBERS)) for claiming in (True, False)}
    return max(options, key=lambda odds: worth(odds, wins[odds.action == TAKE])).action


def worth(odds: DrawOdds, wins: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """Return the equity after a way to draw."""
    return float(odds.counts @ wins / odds.draws)


def chance(record: TallCards, rng: Generator) -> float:
    """Estimate the equity at the showdown against rivals who play plainly."""
    if record.phase != FIRST_BETS:
        claimed = bool(record.claimer == record.viewer)
        held = strength(record.hand[record.viewer], int(record.tall), claimed, bool(record.ace_low))
        return float(rivals(record, rng, False).wins(len(NUMBERS))[held])
    claim, *discards = view_odds(record, deck_of(record))
    if_claimed, if_not = rivals(record, rng, True), rivals(record, rng, False)
    by_claim = worth(claim, if_claimed.wins(len(NUMBERS)))
    by_draw = max(worth(odds, if_not.wins(len(NUMBERS))) for odds in discards)
    must = record.dealer == record.viewer
    free = float(if_claimed.free.mean())
    return free * (by_claim if must else max(by_claim, by_draw)) + (1 - free) * by_draw


def bet(record: TallCards, ranges: list[tuple[int, int]], hope: float, rng: Generator) -> int:
    """Check, bet, call, raise or fold by equity and price."""
    seat = int(record.viewer)
    chips, debt = int(record.chips[seat]), min(get_call_price(record), int(record.chips[seat]))
    pot = int(record.paid.sum() + record.carried)
    hope **= 1 + FEAR * min(debt / max(pot - debt, 1), 1.0)
    more = ranges[-1] if ranges[-1][0] > FOLD else None
    if debt == 0:
        wants = hope > BET_FROM or rng.random() < BLUFF
        return size_of(more, pot, hope, chips) if more and wants else CHECK
    if more and hope > RAISE_FROM and rng.random() < hope:
        return size_of(more, pot + debt, hope, chips - debt)
    return CALL if hope >= price(pot, debt, chips) else FOLD


def price(pot: int, debt: int, chips: int) -> float:
    """Return the equity that a call needs, slightly more if it takes most of one's chips."""
    return debt / (pot + debt) + 0.08 * (debt > chips / 2)


def size_of(more: tuple[int, int], pot: int, hope: float, chips: int) -> int:
    """Return the action for a bet or raise of a third of the pot to all of it, limited without a very good hand."""
    first, last = more
    least = first
    wanted = int(pot * (0.35 + 0.65 * max(hope - 0.5, 0.0) * 2))
    deepest = chips if hope > DEEP_FROM else chips // 3
    return min(max(least, first_of(more) + min(wanted, deepest) - 1), last)


def first_of(more: tuple[int, int]) -> int:
    """Return the action for an amount of 1 in the family of a range."""
    return BETS.first if more[0] in BETS else RAISES.first
