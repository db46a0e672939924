"""Rivals' hands at the showdown, sampled from the cards that a seat has not seen.

Rivals are assumed to play plainly: they claim with three of a kind or better, keep matching cards, and draw the rest.
If a rival has acted already, only hands that would have acted so are kept.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from shindig.gamekit.betting.state import IN

from ..rules.state import TallCards
from ..words.actions import deck_of
from ..worth.batch_strength import strengths_by_keys
from ..worth.discard_odds import not_seen
from ..worth.hand_classes import ACE, RANKS, STRAIGHT, THREE
from ..worth.ranks import NUMBERS

Ints = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.int16]
Bools = npt.NDArray[np.bool_]

WORLDS = 400
TRIES = 6
"""Hands dealt per hand needed, so that enough would have acted as the rival did."""


def gone(hands: Ints, worth: Shorts) -> Bools:
    """Return bool[n, 5]: the cards that a plain player discards (TF-14)."""
    ranks, suits = hands % RANKS, hands // RANKS
    twins = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    flush = (suits[:, :, None] == suits[:, None, :]).sum(axis=2)
    order = np.argsort(np.argsort(-ranks, axis=1, kind="stable"), axis=1)
    has_ace = (ranks == ACE).any(axis=1)
    drop: Bools = order >= np.where(has_ace, 1, 2)[:, None]
    paired = (twins > 1).any(axis=1)
    drop[paired] = twins[paired] < 2
    four = ~paired & (flush == 4).any(axis=1)
    drop[four] = flush[four] < 4
    drop[NUMBERS[worth] >= STRAIGHT] = False
    return drop


@dataclass
class Rivals:
    """Sampled worlds: the best rival hand in each, and whether the Tall Card was still free at one's own turn."""

    best: Shorts
    free: Bools

    def wins(self, strengths: int) -> npt.NDArray[np.float64]:
        """Return float[strengths]: the probability to win with each strength; a tie counts one half."""
        best, every = np.sort(self.best), np.arange(strengths)
        return (np.searchsorted(best, every, "left") + np.searchsorted(best, every, "right")) / (2 * len(best))


def rivals(record: TallCards, rng: np.random.Generator, claiming: bool) -> Rivals:
    """Sample worlds in which the viewer, if still to draw, claims or does not."""
    stock = np.array(not_seen(record, deck_of(record)))
    taken = np.full(WORLDS, record.claimer >= 0)
    best, free = np.full(WORLDS, -1, np.int16), ~taken
    for step in range(1, int(record.seats) + 1):
        seat = (int(record.dealer) + step) % int(record.seats)
        if seat == record.viewer:
            free = ~taken
            taken = taken | claiming | (seat == record.dealer)
        elif record.status[seat] == IN:
            worth, claims = rival(record, seat, stock, rng, taken)
            best, taken = np.maximum(best, worth), taken | claims
    return Rivals(best, free)


def rival(record: TallCards, seat: int, stock: Ints, rng: np.random.Generator, taken: Bools) -> tuple[Shorts, Bools]:
    """Return int16[WORLDS], bool[WORLDS]: a rival's final strength, and whether the rival claims."""
    tall, ace_low = int(record.tall), bool(record.ace_low)
    count = WORLDS * TRIES if record.drew[seat] >= 0 else WORLDS
    cards = stock[rng.random((count, len(stock))).argsort(axis=1)[:, :9]]
    hands, more = cards[:, :5], cards[:, 5:]
    natural, wild = strengths_by_keys(hands, -1, ace_low), strengths_by_keys(hands, tall, ace_low)
    claims: Bools = (NUMBERS[wild] >= THREE) & (wild > natural)
    drop = gone(hands, natural)
    drawn = strengths_by_keys(replaced(hands, drop, more), -1, ace_low)
    if record.drew[seat] < 0:
        claims = ~taken & (claims | (seat == record.dealer))
        return np.where(claims, wild, drawn), claims
    nobody: Bools = np.zeros(WORLDS, np.bool_)
    if record.claimer == seat:
        return like(wild, claims | bool(record.forced)), nobody
    return like(drawn, drop.sum(axis=1) == record.drew[seat]), nobody


def replaced(hands: Ints, drop: Bools, more: Ints) -> Ints:
    """Return the hands after the draw: each discard replaced by the next of four other cards."""
    place = np.clip(drop.cumsum(axis=1) - 1, 0, 3)
    return np.where(drop, np.take_along_axis(more, place, axis=1), hands)


def like(worth: Shorts, fitting: Bools) -> Shorts:
    """Resize to WORLDS values, of the fitting hands if there are any."""
    return np.resize(worth[fitting] if fitting.any() else worth, WORLDS)
