"""Betting by the chance to win: prices, prizes, and what a careful player does, in sizes that tell nothing."""

from __future__ import annotations

from math import exp

from ..kernels import kernel
from ..minds.parts import Actions, Generator
from .state import CALL, CHECK, FOLD, IN, Betting

BET_OVER, RAISE_OVER, SURE = 0.3, 0.6, 0.94
"""How far from an even share to the whole pot its chance must be to bet, or to raise; the chance to raise again."""
BLUFFS, HOPELESS = 0.3, 0.15
"""How often it bets a hand that hardly ever wins, where that is allowed, times an even share."""
FEAR = 0.5
"""How much a bet as large as the pot takes from the belief in one's own hand."""
MORE = -1
"""Bet or raise, by the usual amount."""
BET_AT, CALL_AT, STEEP = 0.55, 0.35, 12.0
"""Chances to win from which others are taken to bet, and to call; how suddenly they begin to."""
OTHERWISE = 0.12
"""How likely others do what is not expected of them."""
CURIOUS = 0.3
"""Of an even share, the chance to win for which a beginner pays to see."""


@kernel
def others_in(m: Betting, seat: int) -> int:
    """How many others are in."""
    count = 0
    for other in range(m.seats):
        if other != seat and m.status[other] == IN:
            count += 1
    return count


@kernel
def other_in(m: Betting, seat: int) -> int:
    """Somebody else who is in."""
    found = -1
    for other in range(m.seats):
        if other != seat and m.status[other] == IN:
            found = other
    return int(found)


@kernel
def owed_by(m: Betting, seat: int) -> int:
    """What a call costs a seat."""
    return int(min(m.bet - m.step_paid[seat], m.chips[seat]))


@kernel
def pot_of(m: Betting) -> int:
    """All that has been paid, and what was carried over."""
    total = m.carried
    for seat in range(m.seats):
        total += m.paid[seat]
    return int(total)


@kernel
def prize_of(m: Betting, seat: int) -> int:
    """What a seat can win once it has called."""
    stake = m.paid[seat] + owed_by(m, seat)
    total = m.carried + stake
    for other in range(m.seats):
        if other != seat:
            total += min(m.paid[other], stake)
    return int(total)


@kernel
def may_raise(m: Betting) -> bool:
    """Whether the actor may bet or raise, and somebody could pay it."""
    if m.acted[m.actor] or m.chips[m.actor] <= m.bet - m.step_paid[m.actor]:
        return False
    for other in range(m.seats):
        if other != m.actor and m.status[other] == IN and m.chips[other] > 0:
            return True
    return False


@kernel
def raise_by(m: Betting, wanted: int, low: int, high: int, first_bet: int, first_raise: int) -> int:
    """The bet or raise of an amount, as far as it is allowed."""
    rest = m.chips[m.actor] - (m.bet - m.step_paid[m.actor])
    amount = min(max(wanted, low), high, rest)
    return int((first_bet if m.bet == 0 else first_raise) + amount - 1)


@kernel
def by_hope(m: Betting, hope: float, usual: int, bluffing: bool, rng: Generator) -> int:
    """CHECK, CALL, FOLD or MORE of the actor by its chance to win; `usual` is what is bet at a time.

    It raises what was raised already only when it is sure of its hand.
    """
    even = 1.0 / (1 + others_in(m, m.actor))
    owed = owed_by(m, m.actor)
    if owed <= 0:
        bluff = bluffing and hope < HOPELESS and rng.random() < BLUFFS * even
        return MORE if may_raise(m) and (bluff or hope - even > BET_OVER * (1 - even)) else CHECK
    prize = prize_of(m, m.actor)
    believed = hope ** (1.0 + FEAR * min(1.0, owed / max(1, prize - owed)))
    strong = hope > SURE or (m.bet <= usual and believed - even > RAISE_OVER * (1 - even))
    if strong and may_raise(m):
        return MORE
    return CALL if believed * prize >= owed or hope > SURE else FOLD


@kernel
def rising(value: float, middle: float) -> float:
    """From nearly 0 to nearly 1 as a value passes the middle."""
    return float(OTHERWISE + (1 - 2 * OTHERWISE) / (1 + exp(-STEEP * (value - middle))))


@kernel
def likely_bet(action: int, hope: float) -> float:
    """How likely somebody with this chance to win checks, calls, bets or raises, where that may be done."""
    if action == CALL:
        return rising(hope, CALL_AT)
    bets = rising(hope, BET_AT)
    return 1 - bets if action == CHECK else bets


@kernel
def add_choice(choices: Actions, count: int, action: int) -> int:
    """Write an action that is not there yet: how many there are then."""
    for i in range(count):
        if choices[i] == action:
            return int(count)
    choices[count] = action
    return int(count + 1)


@kernel
def by_feeling(m: Betting, hope: float) -> int:
    """CHECK, CALL, FOLD or MORE of a beginner: it pays to see, whatever that costs, and bets what can hardly lose."""
    if owed_by(m, m.actor) <= 0:
        return MORE if hope > SURE and may_raise(m) else CHECK
    return CALL if hope > CURIOUS / (1 + others_in(m, m.actor)) else FOLD
