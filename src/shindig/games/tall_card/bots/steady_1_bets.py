"""Betting of `steady-1` for two, by its expected share of the pot: the probability of each action."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel

from ..rules.state import TallCard
from .steady_1 import BET_OVER, BLUFFS, RAISE_OVER

LEAST, SPREAD = 0.2, 0.3
"""Smallest mean bet as a part of the largest, and its spread."""


@kernel
def eager(share: float, owes: bool) -> tuple[float, float]:
    """Return the probability of a bet or raise, and its mean size as a part of the largest."""
    surplus = 2 * share - 1
    chance = 1.0 if surplus > (RAISE_OVER if owes else BET_OVER) else 0.0 if owes else BLUFFS
    return float(chance), float(max(LEAST, surplus))


@kernel
def eagerness(m: TallCard, share: float) -> tuple[float, float]:
    """Return `eager` for the actor of a record."""
    return eager(share, m.bet > m.step_paid[m.actor])


@kernel
def worth_paying(share: float, price: int, prize: int) -> bool:
    """Return True if a share of the prize is worth the price."""
    return bool(share * prize >= price)


@kernel
def pays(m: TallCard, share: float) -> bool:
    """Return True if the actor's share of the prize is worth the price."""
    seat = int(m.actor)
    price = min(int(m.bet - m.step_paid[seat]), int(m.chips[seat]))
    stake = int(m.paid[seat]) + price
    return worth_paying(share, price, stake + int(m.carried) + min(int(m.paid[1 - seat]), stake))


@kernel
def bets_below(amount: float, low: int, high: int, part: float) -> float:
    """Return the probability of a bet below an amount, among those from `low` to `high`."""
    if amount <= low:
        return 0.0
    if amount > high:
        return 1.0
    least, most = (high - low) * part * (1 - SPREAD), (high - low) * part * (1 + SPREAD)
    return float(min(max((amount - low - least) / (most - least), 0.0), 1.0))


@kernel
def size_chance(m: TallCard, amount: int, part: float) -> float:
    """Return the probability that the actor bets an amount, given that it bets."""
    rest = int(m.chips[m.actor] - (m.bet - m.step_paid[m.actor]))
    low, high = min(int(m.min_bet), rest), min(int(m.max_bet), rest)
    return bets_below(amount + 0.5, low, high, part) - bets_below(amount - 0.5, low, high, part)
