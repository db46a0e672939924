"""Money: the policy's invitations, payments and raises. PB-50 to PB-54."""

from __future__ import annotations

from typing import Final

from shindig.core.kernel_compiler import kernel
from shindig.gamekit.betting.state import IN, NOBODY, OUT
from shindig.gamekit.betting.steps import count_in

from ..rules.funds import most
from ..rules.state import LEAVE, PASS, PAY, PROPOSE, Pokebacc
from ..rules.turn import most_to_invite
from ..rules.variants import EVERY_HAND, LEAVE_HAND

SURE: Final = 0.15
"""Lead of the probability to win over an even share from which stakes are raised."""
OTHERS: Final = 45.0
"""Points that others are expected to lay down yet."""
SPREAD: Final = 40.0
"""Difference of points for which the odds to win are e to 1."""
EVEN: Final = 0.5


@kernel
def hand_chance(m: Pokebacc, expected: float) -> float:
    """Return the actor's probability to win the hand, with these expected points."""
    total = 1.0
    for seat in range(m.seats):
        if seat != m.actor and m.status[seat] == IN:
            total += 2.718281828 ** ((m.score[seat] + OTHERS - expected) / SPREAD)
    return float(1.0 / total)


@kernel
def weight(m: Pokebacc, seat: int) -> float:
    """Rate a seat's closeness to winning the match."""
    return 0.0 if m.status[seat] == OUT else 0.5 ** float(m.hands_to_win - m.won[seat])


@kernel
def match_chance(m: Pokebacc, hand: float) -> float:
    """Return the actor's probability to win the stakes, of the hand or the match, from that of this hand."""
    if EVERY_HAND[m.variant]:
        return hand
    total, players = 0.0, 0
    for seat in range(m.seats):
        total += weight(m, seat)
        players += m.status[seat] != OUT
    own = weight(m, int(m.actor))
    better = own * (1 + hand - 1 / players)
    return float(better / (total - own + better))


@kernel
def amount(m: Pokebacc, chance: float, limit: int) -> int:
    """Return an amount that grows with the probability."""
    return int(PROPOSE + max(1, min(limit, int(m.buy_in * (0.5 + 2 * chance)))) - 1)


@kernel
def invitation(m: Pokebacc, expected: float) -> int:
    """Return an invitation if it is legal and pays, else NOBODY."""
    limit = most_to_invite(m)
    chance = match_chance(m, hand_chance(m, expected))
    return amount(m, chance, limit) if limit > 0 and chance > 1 / count_in(m) + SURE else NOBODY


@kernel
def reply(m: Pokebacc, expected: float) -> int:
    """Pay if the probability to win is worth it; leaving a battle only reduces the chance to win the war."""
    price, prize = min(int(m.proposed), int(m.chips[m.actor])), int(m.fund)
    for seat in range(m.seats):
        prize += int(m.offer[seat])
    within = bool(LEAVE_HAND[m.variant])
    stay = match_chance(m, hand_chance(m, expected) if within else EVEN) * (prize + price) - price
    leave = match_chance(m, 0.0) * (prize + price) if within and not EVERY_HAND[m.variant] else 0.0
    return PAY if stay > leave else LEAVE


@kernel
def word(m: Pokebacc) -> int:
    """Raise the stakes between two hands if the match goes well."""
    chance = match_chance(m, EVEN)
    return PASS if chance < 1 / count_in(m) + SURE else amount(m, chance, most(m, int(m.actor)))
