"""Strategy for two, found by counterfactual regret minimization: situations and their choices.

A situation is a seat's information in classes: equity bins, dealer and claimer, cards drawn, last bettor before the
draw, and money by size. Classes are intervals of amounts, so every amount has one.
"""

from __future__ import annotations

import numpy as np

from shindig.core.kernel_compiler import kernel
from shindig.gamekit.betting.state import CALL, CHECK, FOLD

from ..rules.state import BET, FIRST_BETS, RAISE, TallCard

CHOICES = 5
"""Number of choices: check or call, fold, and three sizes."""
STAY, GIVE_UP, SMALL, HALF, FULL = range(CHOICES)
SHARES = (0.0, 0.0, 0.2, 0.48, 1.0)
"""Sizes as parts of the largest bet."""
SPANS = np.array((((1, 8), (9, 16), (17, 25)), ((0, 0), (5, 16), (17, 25)), ((0, 0), (0, 0), (5, 25))))
"""int64[3, 3, 2]: amounts of the other that count as each size, in a bet, a raise, and a re-raise."""
LARGEST = 25
"""Largest bet in the unit of these amounts."""
EXACT = 0.3
"""Probability that the other bets exactly our sizes; otherwise any, since others bet any."""
BINS = (0.1, 0.2, 0.3, 0.4, 0.48, 0.55, 0.62, 0.68, 0.74, 0.79, 0.84, 0.88, 0.92, 0.95, 0.97, 0.985, 0.995)
"""Lower ends of the equity bins after the draw."""
STRONG = len(BINS) + 1
HOPES, LEAST_HOPE, HOPE_STEP = 24, 0.2, 0.03
"""Bins of the equity before the draw: number, lower end, width."""
PRICES = (0.0, 0.13, 0.22, 0.33, 0.45, 0.58, 0.74, 0.92)
"""Upper ends of the price classes, in parts of the largest bet. A bet's size tells something about its bettor."""
PAID = (0.21, 0.42, 0.66, 0.95, 1.21, 2.0)
"""Upper ends of the classes of amounts paid before this step."""
OWED, POTS, BEHIND, DRAWS, LINES = len(PRICES) + 1, len(PAID) + 1, 2, 8, 3
MONEY = OWED * 4 * BEHIND
FIRST = 4 * MONEY * HOPES
SECOND = 4 * MONEY * POTS * DRAWS * LINES * STRONG
SITUATIONS = FIRST + SECOND
NO_LINE, MINE, THEIRS = range(LINES)
"""Values of the last bettor before the draw."""


@kernel
def bin_of(hope: float) -> int:
    """Return the bin of an equity after the draw."""
    low, high = 0, len(BINS)
    while low < high:
        middle = (low + high) // 2
        if hope >= BINS[middle]:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def step_of(value: float, least: float, step: float, count: int) -> int:
    """Return the bin of a value, among bins of equal width."""
    return min(max(int((value - least) / step), 0), count - 1)


@kernel
def owed_class(m: TallCard, seat: int) -> int:
    """Return the class of the price of a call."""
    owed = min(m.bet - m.step_paid[seat], m.chips[seat]) / m.max_bet
    found = 0
    while found < len(PRICES) and owed > PRICES[found]:
        found += 1
    return found


@kernel
def money_class(m: TallCard, seat: int) -> int:
    """Return the class of a seat's price, earlier bet in this step, bet size, and remaining chips."""
    behind = min(m.chips[seat], m.chips[1 - seat]) / m.max_bet
    deep = 0 if behind <= 0.8 else 1
    found = owed_class(m, seat) * 2 + (1 if m.step_paid[seat] > 0 else 0)
    found = found * 2 + (1 if m.bet > 2 * m.max_bet else 0)
    return int(found * BEHIND + deep)


@kernel
def pot_class(m: TallCard, seat: int) -> int:
    """Return the class of the amount paid before this step."""
    paid = (m.paid[seat] - m.step_paid[seat]) / m.max_bet
    found = 0
    while found < len(PAID) and paid > PAID[found]:
        found += 1
    return found


@kernel
def draw_class(m: TallCard) -> int:
    """Return the class of cards drawn by the claimer (none, one) and the other (none, one or two, three, more)."""
    drew = m.drew[1 - m.claimer]
    return int(min(m.drew[m.claimer], 1) * 4 + (0 if drew == 0 else 1 if drew <= 2 else min(drew, 4) - 1))


@kernel
def situation(m: TallCard, seat: int, hope: float, line: int) -> int:
    """Return the number of a betting situation."""
    role = (2 if seat == m.dealer else 0) + (1 if seat == m.claimer else 0)
    found = role * MONEY + money_class(m, seat)
    if m.phase == FIRST_BETS:
        return int(found * HOPES + step_of(hope, LEAST_HOPE, HOPE_STEP, HOPES))
    found = ((found * POTS + pot_class(m, seat)) * DRAWS + draw_class(m)) * LINES + line
    return int(FIRST + found * STRONG + bin_of(hope))


@kernel
def action_of(m: TallCard, choice: int) -> int:
    """Return the action of a choice, -1 if there is none."""
    return int(choice_action(m, choice, SHARES[choice]))


@kernel
def choice_action(m: TallCard, choice: int, share: float) -> int:
    """Return the action of a choice with a given size, as a part of the largest bet; -1 if there is none."""
    seat = m.actor
    owed = int(m.bet - m.step_paid[seat])
    if choice == STAY:
        return CALL if owed > 0 else CHECK
    if choice == GIVE_UP:
        return FOLD if owed > 0 else -1
    rest = int(m.chips[seat]) - owed
    if rest <= 0 or m.acted[seat] or m.chips[1 - seat] == 0 or (choice < FULL and (m.step_paid[seat] > 0)):
        return -1
    if choice == SMALL and owed > 0:
        return -1
    amount = amount_of(m, share, rest)
    if choice < FULL and amount >= amount_of(m, 1.0, rest):
        return -1
    return int((BET if m.bet == 0 else RAISE) + amount - 1)


@kernel
def amount_of(m: TallCard, share: float, rest: int) -> int:
    """Return a part of the largest bet, limited to what is legal."""
    return int(min(max(round(share * m.max_bet), m.min_bet), m.max_bet, rest))


@kernel
def size_kind(m: TallCard, seat: int) -> int:
    """Return the row of SPANS for a seat's next bet."""
    return 0 if m.bet == 0 else 2 if m.step_paid[seat] > 0 else 1
