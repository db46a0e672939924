"""Plain player against whom the strategy for two is trained: `steady-1` for two, in compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from shindig.core.kernel_compiler import compile_kernel
from shindig.gamekit.array_and_bit_kernels import count_bits as mask_size_of
from shindig.gamekit.betting.state import CALL, CHECK, FOLD
from shindig.gamekit.five_cards.dealing import find_front_masks as fronts_of
from shindig.gamekit.five_cards.state import HAND, TALLS
from shindig.games.tall_card.bots.rival_strengths import kept_against, share_against
from shindig.games.tall_card.bots.steady_1 import MOST_REDRAWN
from shindig.games.tall_card.bots.steady_1_bets import SPREAD
from shindig.games.tall_card.bots.steady_1_bets import eagerness as eagerness_of
from shindig.games.tall_card.bots.steady_1_bets import pays as pays_of
from shindig.games.tall_card.rules.state import BET, CLAIM, DECLINE, DISCARD, DRAW, RAISE, TAKE
from shindig.games.tall_card.worth import ranks
from shindig.games.tall_card.worth.rank_ladder import STRENGTHS
from shindig.games.tall_card.worth.worth_before_draw import OFFSETS, STEPS, WEIGHTS

strength, mask_size, fronts = compile_kernel(ranks.strength), compile_kernel(mask_size_of), compile_kernel(fronts_of)
eagerness, pays = compile_kernel(eagerness_of), compile_kernel(pays_of)
EQUAL = 1e-12


class DrawOdds(NamedTuple):
    """Expectations of `steady-1`, by Tall Card, claim of the other, its number drawn + 1, whether it bet last."""

    shares: npt.NDArray[np.float64]
    """float64[TALLS, 2, 7, 2, STRENGTHS]: share of the pot with a strength."""
    kept: npt.NDArray[np.float64]
    """float64[TALLS, 2, 7, 2, kept cards]: mean of that share by kept cards."""


def odds() -> DrawOdds:
    """Compute all expectations from the tables of `steady-1`."""
    each = (TALLS, 2, HAND + 2, 2)
    found = DrawOdds(np.zeros((*each, STRENGTHS)), np.zeros((*each, OFFSETS[HAND])))
    for tall, claims, drew, bold in np.ndindex(each):
        if claims and drew - 1 > 1:
            continue
        others = ((bool(claims), drew - 1, bool(bold)),)
        found.shares[tall, claims, drew, bold] = share_against(tall, others)
        found.kept[tall, claims, drew, bold] = kept_against(tall, not claims, others)
    return found


@njit(nogil=True)
def means(hand: Any, kept: Any, made: float, values: Any) -> None:
    """Write the mean share after each mask of discards into float64[32]."""
    place = np.empty(1 << HAND, np.int64)
    for mask in range(1 << HAND):
        number = count = 0
        for i in range(HAND):
            if not mask >> i & 1:
                number += STEPS[hand[i], count]
                count += 1
        place[mask] = OFFSETS[count] + number if count < HAND else -1
    for mask in range(1 << HAND):
        gone = mask_size(mask)
        values[mask], rest = WEIGHTS[HAND - gone, gone] * made, mask
        while rest > 0:
            values[mask] += WEIGHTS[HAND - gone, gone - mask_size(rest)] * kept[place[rest]]
            rest = rest - 1 & mask


@njit(nogil=True)
def best_draw(m: Any, seat: int, claimer: int, bold: int, table: Any) -> tuple[float, int]:
    """Return the best discard's expected share and mask, if `claimer` claims."""
    shares, kept = table
    hand, claims, drew = m.hand[seat], 1 if claimer != seat else 0, m.drew[1 - seat] + 1
    values = np.empty(1 << HAND)
    made = shares[m.tall, claims, drew, bold, strength(hand, m.tall, claimer == seat)]
    means(hand, kept[m.tall, claims, drew, bold], made, values)
    best, chosen, most = -1.0, 0, 1 if claimer == seat else MOST_REDRAWN
    allowed = fronts(hand)
    for size in range(most + 1):
        for mask in range(1 << HAND):
            if mask_size(mask) == size and allowed >> mask & 1 and values[mask] > best + EQUAL:
                best, chosen = values[mask], mask
    return best, chosen


@njit(nogil=True)
def share_of(m: Any, seat: int, bold: int, table: Any) -> float:
    """Return the expected share of the pot for a hand, in either betting step."""
    if m.drew[seat] < 0:
        return float(best_draw(m, seat, m.claimer, bold, table)[0])
    claims = 1 if m.claimer != seat else 0
    found = table[0][m.tall, claims, m.drew[1 - seat] + 1, bold, strength(m.hand[seat], m.tall, m.claimer == seat)]
    return float(found)


@njit(nogil=True)
def claims_or_draws(m: Any, table: Any) -> int:
    """Return its action outside the betting steps."""
    seat, bold = int(m.actor), 1 if m.raiser == 1 - m.actor else 0
    if m.phase == DRAW:
        return int(DISCARD + best_draw(m, seat, m.claimer, bold, table)[1])
    mine, theirs = best_draw(m, seat, seat, bold, table)[0], best_draw(m, seat, 1 - seat, bold, table)[0]
    return TAKE if m.actor == m.dealer or mine > theirs else DECLINE


@njit(nogil=True)
def bets(m: Any, share: float) -> int:
    """Return its action in a betting step, with NumPy's random state."""
    rest = int(m.chips[m.actor] - (m.bet - m.step_paid[m.actor]))
    chance, part = eagerness(m, share)
    if rest > 0 and not m.acted[m.actor] and np.random.random() < chance:
        low, high = min(int(m.min_bet), rest), min(int(m.max_bet), rest)
        part *= 1 + SPREAD * (2 * np.random.random() - 1)
        return int((BET if m.bet == 0 else RAISE) + low + round((high - low) * min(1.0, part)) - 1)
    if m.bet <= m.step_paid[m.actor]:
        return CHECK
    return CALL if pays(m, share) else FOLD


@njit(nogil=True)
def act(m: Any, table: Any) -> int:
    """Return its action for the actor of a record."""
    if m.phase == CLAIM or m.phase == DRAW:
        return claims_or_draws(m, table)
    return bets(m, share_of(m, int(m.actor), 1 if m.raiser == 1 - m.actor else 0, table))
