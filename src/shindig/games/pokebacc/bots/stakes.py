"""Money: what the policy invites with, when it pays, when it raises. PB-50 to PB-54."""

from __future__ import annotations

from typing import Final

from ...betting.state import IN, NOBODY, OUT
from ...betting.steps import count_in
from ...kernels import kernel
from ..rules.funds import most
from ..rules.state import LEAVE, PASS, PAY, PROPOSE, Pokebacc
from ..rules.turn import most_to_invite
from ..rules.variants import EVERY_HAND, LEAVE_HAND

SURE: Final = 0.15
"""How much better than an even share a chance to win must be to raise what is played for."""
OTHERS: Final = 45.0
"""Points that others are expected to lay down yet."""
SPREAD: Final = 40.0
"""By so many points more, the odds to win are e to 1."""
EVEN: Final = 0.5


@kernel
def hand_chance(m: Pokebacc, expected: float) -> float:
    """The chance of the actor, who expects so many points, to win the hand."""
    total = 1.0
    for seat in range(m.seats):
        if seat != m.actor and m.status[seat] == IN:
            total += 2.718281828 ** ((m.score[seat] + OTHERS - expected) / SPREAD)
    return float(1.0 / total)


@kernel
def weight(m: Pokebacc, seat: int) -> float:
    """How near a seat is to winning the match."""
    return 0.0 if m.status[seat] == OUT else 0.5 ** float(m.hands_to_win - m.won[seat])


@kernel
def match_chance(m: Pokebacc, hand: float) -> float:
    """The chance of the actor, who wins this hand with chance `hand`, to win what is played for: it or the match."""
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
    """An amount that grows with the chance."""
    return int(PROPOSE + max(1, min(limit, int(m.buy_in * (0.5 + 2 * chance)))) - 1)


@kernel
def invitation(m: Pokebacc, expected: float) -> int:
    """An invitation, where it may be made and pays; else NOBODY."""
    limit = most_to_invite(m)
    chance = match_chance(m, hand_chance(m, expected))
    return amount(m, chance, limit) if limit > 0 and chance > 1 / count_in(m) + SURE else NOBODY


@kernel
def reply(m: Pokebacc, expected: float) -> int:
    """Pay where the chance to win is worth it; leaving a battle costs only a part of the chance to win the war."""
    price, prize = min(int(m.proposed), int(m.chips[m.actor])), int(m.fund)
    for seat in range(m.seats):
        prize += int(m.offer[seat])
    within = bool(LEAVE_HAND[m.variant])
    stay = match_chance(m, hand_chance(m, expected) if within else EVEN) * (prize + price) - price
    leave = match_chance(m, 0.0) * (prize + price) if within and not EVERY_HAND[m.variant] else 0.0
    return PAY if stay > leave else LEAVE


@kernel
def word(m: Pokebacc) -> int:
    """Between two hands: raise the stakes where the match goes well."""
    chance = match_chance(m, EVEN)
    return PASS if chance < 1 / count_in(m) + SURE else amount(m, chance, most(m, int(m.actor)))
