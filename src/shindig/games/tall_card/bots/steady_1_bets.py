"""Betting of `steady-1` for two, by its expected share of the pot: the probability of each action, also in a tree."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.five_cards.betting_tree import BETS_ON, BettingTree, Stakes, owed_at
from shindig.gamekit.five_cards.range_solver import Strategies

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


@kernel
def write_plain(
    tree: BettingTree, nodes: int, me: int, stakes: Stakes, most: int, shares: Numbers, found: Strategies
) -> None:
    """Write the strategy of `steady-1` as the other.

    `most` is the largest bet; `shares`, float64[2, hands], are its expectations, by whether the other bet last.
    """
    hands = shares.shape[1]
    for at in range(nodes):
        if tree.kind[at] == BETS_ON and tree.actor[at] != me:
            bold = 1 if owed_at(tree, at) > 0 else 0
            for c in range(tree.ways[at]):
                plain = found.plain[found.start[at] + c * hands :]
                for hand in range(hands):
                    plain[hand] = plain_chance(tree, at, c, stakes, most, shares[bold, hand])


@kernel
def plain_chance(tree: BettingTree, at: int, choice: int, stakes: Stakes, most: int, share: float) -> float:
    """Return the probability of a choice at a node, for a share; missing sizes go to the nearest offered one."""
    seat, count, owed = tree.actor[at], tree.ways[at], owed_at(tree, at)
    chips, sizes = stakes.chips[seat] - tree.step[at, seat], 2 if owed > 0 else 1
    more, part = eager(share, owed > 0)
    if count <= sizes:
        more = 0.0
    if choice >= sizes:
        low, high = min(stakes.least, chips - owed), min(most, chips - owed)
        below, under = 0.0, 1.0
        if choice > sizes:
            below = bets_below((tree.what[at, choice - 1] + tree.what[at, choice]) / 2, low, high, part)
        if choice + 1 < count:
            under = bets_below((tree.what[at, choice] + tree.what[at, choice + 1]) / 2, low, high, part)
        return float(more * (under - below))
    price = min(owed, chips)
    stake = stakes.paid + tree.step[at, seat] + price
    prize = stake + stakes.carried + min(stakes.paid + tree.step[at, 1 - seat], stake)
    stays = owed <= 0 or worth_paying(share, price, prize)
    return float(1 - more) if stays == (choice == 0) else 0.0
