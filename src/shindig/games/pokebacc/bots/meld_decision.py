"""Decision to lay a meld down while nothing forces it: a weighted sum of gains, losses and the state of the hand."""

from __future__ import annotations

from typing import Final

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.betting.state import IN
from shindig.gamekit.betting.steps import count_in

from ..rules.ending import fewest, standing
from ..rules.state import QUIET, Pokebacc
from ..worth.meld_numbering import length_of, score_of
from .approximate_layout import without
from .hand_prospects import hand_worth
from .policy_weights import EARLY, LAYING

SIGNS: Final = LAYING.shape[2]
"""Number of features."""


@kernel
def pays_to_lay(
    m: Pokebacc, held: int, dead: int, step: int, melds: Numbers, count: int, best: int, worth: float
) -> bool:
    """Return True if laying down the meld `best`, with this expectation afterwards, is better than holding it."""
    signs, total = np.empty(SIGNS), 0.0
    write_hopes(m, held, dead, step, melds, count, worth, signs)
    write_table(m, best, signs)
    began = 0
    for seat in range(m.seats):
        began = max(began, int(m.melds[seat] > 0))
    for i in range(SIGNS):
        total += LAYING[m.variant, began, i] * signs[i]
    return bool(total > 0)


@kernel
def write_hopes(
    m: Pokebacc, held: int, dead: int, step: int, melds: Numbers, count: int, worth: float, signs: Numbers
) -> None:
    """Write the hand's expectation, and its change by laying down one meld, or all."""
    v, points = int(m.variant), 0
    for i in range(count):
        points += score_of(melds[i], v)
    now = hand_worth(held, dead, v, step)
    signs[0] = 1.0
    signs[1] = (worth - now) / 10
    signs[2] = (points + hand_worth(without(held, v, melds, 0, count), dead, v, step) - now) / 10
    signs[3] = now / 50


@kernel
def write_table(m: Pokebacc, best: int, signs: Numbers) -> None:
    """Write features of the meld and of the progress: cards, piles, turns, scores."""
    seat, v, players = int(m.actor), int(m.variant), count_in(m)
    most, cards = 0, 0
    for other in range(m.seats):
        if other != seat and m.status[other] == IN:
            most = max(most, int(m.score[other]))
            cards += m.cards[other]
    signs[4] = score_of(best, v) / 30
    signs[5] = length_of(best, v) / 4
    signs[6] = m.cards[seat] / 10
    signs[7] = cards / max(players - 1, 1) / 10
    signs[8] = (m.stock + m.pile_count) / players / 10
    signs[9] = m.turns[seat] / 5
    signs[10] = (most - m.score[seat]) / 30
    signs[11] = leads(m)


@kernel
def leads(m: Pokebacc) -> bool:
    """Return True if the actor would win if the hand ended now."""
    for seat in range(m.seats):
        if seat != m.actor and m.status[seat] == IN and standing(m, seat) >= standing(m, m.actor):
            return False
    return True


@kernel
def lays_soon(m: Pokebacc, held: int, dead: int, step: int, melds: Numbers, count: int) -> bool:
    """Return True if an eager player lays a meld down: a turn before it is necessary, or at a small loss."""
    v, players, points = int(m.variant), count_in(m), 0
    if patience(m, players) <= players + 1:
        return not leads(m)
    for i in range(count):
        points += score_of(melds[i], v)
    lost = hand_worth(held, dead, v, step) - hand_worth(without(held, v, melds, 0, count), dead, v, step)
    return bool(points >= (1 - EARLY[v]) * lost)


@kernel
def patience(m: Pokebacc, players: int) -> int:
    """Return the number of further turns without a meld before the hand ends (PB-42)."""
    if m.exhaustion != QUIET:
        return players if fewest(m, m.draws) > 1 else 2 * players
    wait = int(m.quiet_turns) if m.quiet_turns > 0 else 2 * players
    for seat in range(m.seats):
        if m.melds[seat] > 0:
            return wait - int(m.quiet)
    return max(wait - int(m.quiet), int(m.stock) + int(m.pile_count) - 1)
