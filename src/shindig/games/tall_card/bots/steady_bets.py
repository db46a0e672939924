"""What `steady-1` bets for two, by the share of the pot that it expects: how likely each of its actions is."""

from __future__ import annotations

from ...kernels import kernel
from ..rules.state import TallCard
from .steady_1 import BET_OVER, BLUFFS, RAISE_OVER

LEAST, SPREAD = 0.2, 0.3
"""Of the largest bet, what it bets at least in the mean, and how far that is spread."""


@kernel
def eager(share: float, owes: bool) -> tuple[float, float]:
    """How likely it bets or raises where it may, and the part of what may be bet that it then bets."""
    surplus = 2 * share - 1
    chance = 1.0 if surplus > (RAISE_OVER if owes else BET_OVER) else 0.0 if owes else BLUFFS
    return float(chance), float(max(LEAST, surplus))


@kernel
def eagerness(m: TallCard, share: float) -> tuple[float, float]:
    """The same of the actor of a record."""
    return eager(share, m.bet > m.step_paid[m.actor])


@kernel
def worth_paying(share: float, price: int, prize: int) -> bool:
    """Whether a share of the prize is worth the price."""
    return bool(share * prize >= price)


@kernel
def pays(m: TallCard, share: float) -> bool:
    """Whether the actor's share of the prize is worth the price."""
    seat = int(m.actor)
    price = min(int(m.bet - m.step_paid[seat]), int(m.chips[seat]))
    stake = int(m.paid[seat]) + price
    return worth_paying(share, price, stake + int(m.carried) + min(int(m.paid[1 - seat]), stake))


@kernel
def bets_below(amount: float, low: int, high: int, part: float) -> float:
    """How likely it bets less than an amount, of those from `low` to `high`."""
    if amount <= low:
        return 0.0
    if amount > high:
        return 1.0
    least, most = (high - low) * part * (1 - SPREAD), (high - low) * part * (1 + SPREAD)
    return float(min(max((amount - low - least) / (most - least), 0.0), 1.0))


@kernel
def size_chance(m: TallCard, amount: int, part: float) -> float:
    """How likely the actor bets an amount, where it bets."""
    rest = int(m.chips[m.actor] - (m.bet - m.step_paid[m.actor]))
    low, high = min(int(m.min_bet), rest), min(int(m.max_bet), rest)
    return bets_below(amount + 0.5, low, high, part) - bets_below(amount - 0.5, low, high, part)
