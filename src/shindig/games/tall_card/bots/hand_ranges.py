"""Ranges of two players after the draw, from all public information: the bets before it, the claim, cards drawn.

Hands were counted (research/tall_card/count_ranges.py) by the features behind their bets before the draw, the number
of cards drawn, and the final level. A seat's bets give a likelihood for each feature: by the strategy for two, as
`steady-1`, or as a player who does anything.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from shindig.core.caches import cached
from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.betting.state import FOLD
from shindig.gamekit.five_cards.state import HAND

from ..rules.state import BET, RAISE, TallCard
from .blueprint import (
    CHOICES,
    EXACT,
    GIVE_UP,
    HOPES,
    LARGEST,
    NO_LINE,
    SMALL,
    SPANS,
    STAY,
    action_of,
    situation,
    size_kind,
)
from .blueprint_play import RARE, is_cheap
from .equity import LEVEL, is_dragon
from .steady_1_bets import eagerness, pays, size_chance

FILE = Path(__file__).with_name("ranges.npz")
LEVELS, PLAIN = 256, 64
"""Number of levels of hands after the draw, and of bins of the expectation of `steady-1` before it."""
PER_LEVEL = int(LEVEL.max() + 1) // LEVELS
"""Number of levels of values.npz merged into one."""
HANDS = HOPES + PLAIN + 1
"""Number of features behind bets before the draw: bins of the strategy for two, of `steady-1`, and one for others."""
ANYTHING = HANDS - 1
SLIPS = 1e-4
"""Smallest likelihood of any action."""
PARTS = 5
PLAINLY, ALIKE, MIMIC, FREELY, SELDOM = range(PARTS)
"""Entries of `parts`. The other is `steady-1`; or else an adversary whose first bets are those of the strategy for two,
those of `steady-1`, or any. The last entry is the smallest part of hands that draw as it did, below which nothing is
solved."""
PRIOR = (0.35, 0.2925, 0.1625, 0.195, 0.0)
PATS = (0.25, 0.5)
"""Probability that a free player draws no card, by its claim; all other numbers are equally likely."""
PRIOR_1 = (0.35, 0.2925, 0.1625, 0.195, 1e-4)
"""Entries of `parts` for `expert-1`, whose free player draws as the policy."""


class Counted(NamedTuple):
    """Counts of hands, by a suit or Dragon as Tall Card, forced claim, and seat: the Dealer's or the other."""

    hands: Numbers
    """float32[2, 2, 2, HOPES, 6, LEVELS]: by equity, cards drawn, level; with the policy's draws and claims."""
    plain: Numbers
    """float32[2, 2, 2, 2, PLAIN, 6, LEVELS]: counts for `steady-1`, by whether the other bet last, and its share."""
    bolder: Numbers
    """float64[2, 2, 2, PLAIN]: expectation of `steady-1` if the other bet last, by its expectation otherwise."""
    shares: Numbers
    """float64[2, 2, 7, 2, LEVELS]: its expectation after the draw, by the other's claim, cards drawn + 1, and last bet.
    """
    free: Numbers
    """float32[2, 2, 2, 6, LEVELS]: counts for a player who claims, bets and draws anything, by cards drawn, level."""
    parts: Numbers
    """float64[PARTS]: prior of each kind of opponent, and the smallest part of usual hands that draw as it did."""


@cached(1)
def counted() -> Counted:
    """Load the shipped tables."""
    with np.load(FILE) as found:
        tables = {name: np.ascontiguousarray(found[name]) for name in found.files}
    for forced, place in np.ndindex(2, 2):
        claims = (place == 0) == (forced == 1)
        others = (1 - PATS[claims]) / (1 if claims else HAND)
        tables["free"][:, forced, place] *= np.array([PATS[claims]] + HAND * [others], np.float32)[:, None]
    return Counted(**tables, parts=np.array(PRIOR))


@cached(1)
def counted_1() -> Counted:
    """Return the tables of `expert-1`, which takes everybody to claim and draw as the policy does."""
    known = counted()
    return known._replace(free=known.hands.sum(axis=3), parts=np.array(PRIOR_1))


@kernel
def level_of(strength: int, side: int) -> int:
    """Return the level of a strength."""
    return int(LEVEL[side, strength] // PER_LEVEL)


@kernel
def amount_in(m: TallCard, action: int) -> int:
    """Return the amount of a bet or raise."""
    return int(action - (BET if m.bet == 0 else RAISE) + 1)


@kernel
def fits(m: TallCard, choice: int, action: int) -> float:
    """Return the probability that a choice is played by this action."""
    exact = action_of(m, choice)
    if choice < SMALL:
        return 1.0 if action == exact else 0.0
    if exact < 0 or action < BET:
        return 0.0
    low, high = SPANS[size_kind(m, m.actor), choice - SMALL]
    found, part = EXACT if action == exact else 0.0, amount_in(m, action) * LARGEST / m.max_bet
    if low - 0.5 <= part < high + 0.5:
        found += (1 - EXACT) / (high + 1 - low)
    return float(found)


@kernel
def likely_of(table: Numbers, at: int, m: TallCard, fit: Numbers) -> float:
    """Return the strategy's likelihood of the observed action in a situation; `fit` is float64[CHOICES]."""
    total, found = 0.0, 0.0
    for c in range(CHOICES):
        chance = table[at, c] / 255.0
        if chance >= RARE and action_of(m, c) >= 0:
            total += chance
            found += chance * fit[c]
    return float(found / total if total > 0 else fit.sum() / CHOICES)


@kernel
def plainly(m: TallCard, action: int, share: float) -> float:
    """Return the likelihood that `steady-1` acts so with a share."""
    more, part = eagerness(m, share)
    if m.acted[m.actor] or m.chips[m.actor] <= m.bet - m.step_paid[m.actor]:
        more = 0.0
    if action >= BET:
        return float(more * size_chance(m, amount_in(m, action), part))
    folds = m.bet > m.step_paid[m.actor] and not pays(m, share)
    return float((1 - more) * ((action == FOLD) == folds))


@kernel
def note(m: TallCard, action: int, bold: bool, table: Numbers, known: Counted, likely: Numbers) -> None:
    """Update `likely`, float64[2, HANDS], with a bet before the draw: each seat's likelihood by feature."""
    seat, fit = int(m.actor), np.zeros(CHOICES)
    for c in range(CHOICES):
        fit[c] = fits(m, c, action)
    if is_cheap(m):
        fit[GIVE_UP] = fit[STAY]
    base = situation(m, seat, 0.0, NO_LINE)
    for hand in range(HOPES):
        likely[seat, hand] *= max(likely_of(table, base + hand, m, fit), SLIPS)
    likely[seat, ANYTHING] *= max(fit.sum() / CHOICES, SLIPS)
    place = 0 if seat == m.dealer else 1
    for hand in range(PLAIN):
        share = known.bolder[is_dragon(m.tall), m.forced, place, hand] if bold else (hand + 0.5) / PLAIN
        likely[seat, HOPES + hand] *= max(plainly(m, action, share), SLIPS)


@kernel
def drew_so(m: TallCard, seat: int, known: Counted) -> float:
    """Return the part of all hands that draw as a seat did, with this claim, of the policy and `steady-1`."""
    total, side, place, drew = 0.0, is_dragon(m.tall), 0 if seat == m.dealer else 1, m.drew[seat]
    for level in range(LEVELS):
        for hand in range(HOPES):
            total += known.hands[side, m.forced, place, hand, drew, level]
        for hand in range(PLAIN):
            total += known.plain[side, m.forced, place, 0, hand, drew, level]
    return float(total)


class HandRanges(NamedTuple):
    """Probabilities of levels after the draw, float64[LEVELS]: one's own, and those of the other in two models."""

    mine: Numbers
    theirs: Numbers
    """Range of an adversary."""
    plain: Numbers
    """Range of `steady-1`."""


@kernel
def held(m: TallCard, me: int, raiser: int, known: Counted, likely: Numbers) -> HandRanges:
    """Compute both ranges, as each sees the other; `raiser` bet last before the draw."""
    found = HandRanges(np.zeros(LEVELS), np.zeros(LEVELS), np.zeros(LEVELS))
    other, side = 1 - me, is_dragon(m.tall)
    place, bold = 0 if me == m.dealer else 1, 1 if raiser == me else 0
    for hand in range(HOPES):
        mine = known.hands[side, m.forced, place, hand, m.drew[me]]
        theirs = known.hands[side, m.forced, 1 - place, hand, m.drew[other]]
        chance = known.parts[ALIKE] * likely[other, hand]
        for level in range(LEVELS):
            found.mine[level] += likely[me, hand] * mine[level]
            found.theirs[level] += chance * theirs[level]
    free = known.free[side, m.forced, 1 - place, m.drew[other]]
    for level in range(LEVELS):
        found.theirs[level] += known.parts[FREELY] * likely[other, ANYTHING] * free[level]
    for hand in range(PLAIN):
        row = known.plain[side, m.forced, 1 - place, bold, hand, m.drew[other]]
        for level in range(LEVELS):
            chance = likely[other, HOPES + hand] * row[level]
            found.theirs[level] += known.parts[MIMIC] * chance
            found.plain[level] += known.parts[PLAINLY] * chance
    share(found.mine, found.mine.sum())
    total = found.theirs.sum() + found.plain.sum()
    share(found.theirs, total)
    share(found.plain, total)
    return found


@kernel
def share(row: Numbers, total: float) -> None:
    """Divide by a total unless it is 0."""
    for i in range(len(row)):
        row[i] = row[i] / total if total > 0 else 0.0
