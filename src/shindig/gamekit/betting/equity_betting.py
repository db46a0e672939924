"""Equity betting: prices, prizes, and the bets of a careful player, with sizes that reveal nothing."""

from __future__ import annotations

from math import exp, log

from shindig.core.kernel_compiler import kernel

from ..policies.policy_spec import Actions, Generator
from .state import CALL, CHECK, FOLD, IN, Betting

BET_OVER, RAISE_OVER, SURE = 0.3, 0.6, 0.94
"""Thresholds of equity to bet and to raise, as parts of the way from an even share to 1; equity for a re-raise."""
BLUFFS, HOPELESS = 0.3, 0.15
"""Probability of a bluff with a hopeless hand, times an even share; equity below which a hand is hopeless."""
FEAR = 0.5
"""Reduction of the belief in one's own hand by a bet as large as the pot."""
CAUTION, RERAISE = 0.3, 0.9
"""Growth of the exponent of an equity for each doubling of what another has paid, and reduced equity for a re-raise."""
MORE = -1
"""Bet or raise by the usual amount."""
BET_FROM, RAISE_FROM, STEEP = 0.2, 0.5, 12.0
"""Model of a careful opponent: equities at which it begins to bet and to raise, as parts of the way from an even share
to 1, and the steepness of the change. It calls from the equity that the price needs."""
OTHERWISE = 0.12
"""Probability that a careful opponent deviates from the model."""
USUAL_SIZES = (0.2, 1.3)
"""Smallest and largest usual bet, as parts of the pot after the call."""
CARELESS_STAY, CARELESS_USUAL, CARELESS_UNUSUAL = 0.5, 0.2, 1.6
"""Model of a careless opponent, who acts without a look at its hand: likelihoods to check or call, and to bet a usual
or an unusual amount, in proportion to how often a careful one bets such an amount."""
CURIOUS = 0.3
"""Equity for which a beginner calls, as a part of an even share."""


@kernel
def count_others_in(m: Betting, seat: int) -> int:
    """Count the others who are in."""
    count = 0
    for other in range(m.seats):
        if other != seat and m.status[other] == IN:
            count += 1
    return count


@kernel
def find_other_in(m: Betting, seat: int) -> int:
    """Return another seat that is in."""
    found = -1
    for other in range(m.seats):
        if other != seat and m.status[other] == IN:
            found = other
    return int(found)


@kernel
def find_call_cost(m: Betting, seat: int) -> int:
    """Return the cost of a call for a seat."""
    return int(min(m.bet - m.step_paid[seat], m.chips[seat]))


@kernel
def count_pot(m: Betting) -> int:
    """Return all money paid into the hand, and the carried remainder."""
    total = m.carried
    for seat in range(m.seats):
        total += m.paid[seat]
    return int(total)


@kernel
def count_prize(m: Betting, seat: int) -> int:
    """Return the amount that a seat can win once it has called."""
    stake = m.paid[seat] + find_call_cost(m, seat)
    total = m.carried + stake
    for other in range(m.seats):
        if other != seat:
            total += min(m.paid[other], stake)
    return int(total)


@kernel
def may_raise(m: Betting) -> bool:
    """Return True if the actor may bet or raise and another seat could pay it."""
    if m.acted[m.actor] or m.chips[m.actor] <= m.bet - m.step_paid[m.actor]:
        return False
    for other in range(m.seats):
        if other != m.actor and m.status[other] == IN and m.chips[other] > 0:
            return True
    return False


@kernel
def choose_raise_action(m: Betting, wanted: int, low: int, high: int, first_bet: int, first_raise: int) -> int:
    """Return the bet or raise of an amount, limited to what is legal."""
    rest = m.chips[m.actor] - (m.bet - m.step_paid[m.actor])
    amount = min(max(wanted, low), high, rest)
    return int((first_bet if m.bet == 0 else first_raise) + amount - 1)


@kernel
def choose_by_equity(m: Betting, hope: float, usual: int, bluffing: bool, rng: Generator) -> int:
    """Choose CHECK, CALL, FOLD or MORE for the actor by its equity; `usual` is the usual bet.

    It re-raises only if it is sure of its hand.
    """
    even = 1.0 / (1 + count_others_in(m, m.actor))
    owed = find_call_cost(m, m.actor)
    if owed <= 0:
        bluff = bluffing and hope < HOPELESS and rng.random() < BLUFFS * even
        return MORE if may_raise(m) and (bluff or hope - even > BET_OVER * (1 - even)) else CHECK
    prize = count_prize(m, m.actor)
    believed = hope ** (1.0 + FEAR * min(1.0, owed / max(1, prize - owed)))
    strong = hope > SURE or (m.bet <= usual and believed - even > RAISE_OVER * (1 - even))
    if strong and may_raise(m):
        return MORE
    return CALL if believed * prize >= owed or hope > SURE else FOLD


@kernel
def choose_by_stakes(m: Betting, hope: float, ante: int, usual: int, bluffing: bool, rng: Generator) -> int:
    """Choose CHECK, CALL, FOLD or MORE for the actor by its equity against hands for which others pay so much.

    `usual` is the usual bet. Where any amount may be bet, an equity against all hands is worth little in a large pot.
    """
    even = 1.0 / (1 + count_others_in(m, m.actor))
    owed = find_call_cost(m, m.actor)
    believed = reduce_by_stakes(m, hope, ante)
    if owed <= 0:
        bluff = bluffing and hope < HOPELESS and rng.random() < BLUFFS * even
        return MORE if may_raise(m) and (bluff or believed - even > BET_OVER * (1 - even)) else CHECK
    strong = believed > RERAISE or (m.bet <= usual and believed - even > RAISE_OVER * (1 - even))
    if strong and may_raise(m):
        return MORE
    return CALL if believed * count_prize(m, m.actor) >= owed else FOLD


@kernel
def reduce_by_stakes(m: Betting, hope: float, ante: int) -> float:
    """Return the actor's equity against hands for which another has paid what it has, in this hand."""
    stake = 1.0
    for other in range(m.seats):
        if other != m.actor and m.status[other] == IN:
            stake = max(stake, m.paid[other] / ante)
    return float(hope ** (1.0 + CAUTION * log(stake) / log(2.0)))


@kernel
def compute_logistic(value: float, middle: float) -> float:
    """Return a logistic curve from nearly 0 to nearly 1 around a middle."""
    return float(OTHERWISE + (1 - 2 * OTHERWISE) / (1 + exp(-STEEP * (value - middle))))


@kernel
def compute_bet_likelihood(m: Betting, action: int, hope: float) -> float:
    """Return the likelihood that a careful actor with this equity checks, calls, bets or raises, if that is legal."""
    if action == CALL:
        return compute_logistic(hope, find_call_equity(m))
    even = 1.0 / (1 + count_others_in(m, m.actor))
    part = RAISE_FROM if m.bet > m.step_paid[m.actor] else BET_FROM
    bets = compute_logistic(hope, even + part * (1 - even))
    return 1 - bets if action == CHECK else bets


@kernel
def find_call_equity(m: Betting) -> float:
    """Return the equity from which a careful actor calls, which grows with the price."""
    owed, prize = find_call_cost(m, m.actor), max(1, count_prize(m, m.actor))
    return float((owed / prize) ** (1.0 / (1.0 + FEAR * min(1.0, owed / max(1, prize - owed)))))


@kernel
def compute_careless_likelihood(m: Betting, amount: int) -> float:
    """Return the likelihood that a careless actor checks or calls (amount 0), bets or raises, if that is legal."""
    if amount == 0:
        return CARELESS_STAY
    part = amount / max(1, count_pot(m) + find_call_cost(m, m.actor))
    return CARELESS_USUAL if USUAL_SIZES[0] <= part <= USUAL_SIZES[1] else CARELESS_UNUSUAL


@kernel
def add_choice(choices: Actions, count: int, action: int) -> int:
    """Add an action to the choices unless it is there, and return their count."""
    for i in range(count):
        if choices[i] == action:
            return int(count)
    choices[count] = action
    return int(count + 1)


@kernel
def choose_by_feeling(m: Betting, hope: float) -> int:
    """Choose CHECK, CALL, FOLD or MORE for a beginner, who calls at any price and bets only near-certain winners."""
    if find_call_cost(m, m.actor) <= 0:
        return MORE if hope > SURE and may_raise(m) else CHECK
    return CALL if hope > CURIOUS / (1 + count_others_in(m, m.actor)) else FOLD
