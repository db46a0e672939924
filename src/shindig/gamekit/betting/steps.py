"""Betting steps: turn order, legal bets, end of a step. Limits are data; all money is whole units.

A game's record is a `Betting`. Its betting actions are CHECK, CALL, FOLD, and two families of amounts of its own (bet,
raise).
"""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges

from ..array_and_bit_kernels import fill
from ..turn_and_range_kernels import next_seat
from .pots import count_pots
from .state import CALL, CHECK, FOLD, FOLDED, IN, NOBODY, Betting, Players


@kernel
def pay(m: Betting, seat: int, amount: int) -> None:
    """Move chips of a seat into the pots: the amount, or all it has if less."""
    amount = min(amount, m.chips[seat])
    m.chips[seat] -= amount
    m.paid[seat] += amount
    m.step_paid[seat] += amount


@kernel
def count_in(m: Players) -> int:
    """Count the seats still in the hand."""
    count = 0
    for seat in range(m.seats):
        if m.status[seat] == IN:
            count += 1
    return count


@kernel
def next_in(m: Players, seat: int) -> int:
    """Return the next seat clockwise that is still in, which may be `seat` itself, or NOBODY."""
    for _ in range(m.seats):
        seat = next_seat(seat, m.seats)
        if m.status[seat] == IN:
            return int(seat)
    return NOBODY


@kernel
def ask_round(m: Betting, phase: int) -> None:
    """Begin a phase in which all players in are asked in turn, from the dealer's left on."""
    m.phase = phase
    m.actor = next_in(m, m.dealer)


@kernel
def open_step(m: Betting, phase: int) -> bool:
    """Begin a betting step and set the actor. Returns False if nobody can bet, so that the step is already over."""
    m.phase = phase
    fill(m.step_paid, 0)
    fill(m.acted, 0)
    m.bet = 0
    m.raiser = NOBODY
    m.actor = next_bettor(m, m.dealer)
    return bool(m.actor != NOBODY)


@kernel
def next_bettor(m: Betting, seat: int) -> int:
    """Return the next seat clockwise that must act, or NOBODY if the step is over."""
    if count_in(m) < 2:
        return NOBODY
    able, owing, found = 0, 0, NOBODY
    for _ in range(m.seats):
        seat = next_seat(seat, m.seats)
        if m.status[seat] != IN or m.chips[seat] == 0:
            continue
        able += 1
        owes = m.step_paid[seat] < m.bet
        owing += owes
        if found == NOBODY and (owes or not m.acted[seat]):
            found = seat
    return int(found) if owing > 0 or able > 1 else NOBODY


@kernel
def legal_bets(m: Betting, ranges: Ranges, bet: int, raise_by: int, low: int, high: int, free_fold: bool) -> int:
    """Write the legal betting actions: bets and raises from `low` to `high`, or all-in below `low`."""
    seat = m.actor
    owed = m.bet - m.step_paid[seat]
    ranges[0, 0] = ranges[0, 1] = CALL if owed > 0 else CHECK
    count = 1
    if owed > 0 or free_fold:
        ranges[count, 0] = ranges[count, 1] = FOLD
        count += 1
    rest = m.chips[seat] - owed
    if rest > 0 and not m.acted[seat]:
        first = bet if m.bet == 0 else raise_by
        ranges[count, 0] = first + min(low, rest) - 1
        ranges[count, 1] = first + min(high, rest) - 1
        count += 1
    return count


@kernel
def play_bet(m: Betting, action: int, bet: int, raise_by: int, low: int) -> bool:
    """Play a betting action and set the next actor. Returns False if that ends the step.

    `bet` and `raise_by` are the first actions of the game's two families of amounts, raises after bets. `low` is the
    smallest full bet or raise.
    """
    if action <= FOLD:
        check_call_fold(m, action)
    else:
        add_to_bet(m, action - (bet if action < raise_by else raise_by) + 1, low)
    m.actor = next_bettor(m, m.actor)
    return bool(m.actor != NOBODY)


@kernel
def check_call_fold(m: Betting, action: int) -> None:
    """Play CHECK, CALL or FOLD for the actor."""
    seat = m.actor
    if action == FOLD:
        m.status[seat] = FOLDED
    elif action == CALL:
        pay(m, seat, m.bet - m.step_paid[seat])
    m.acted[seat] = 1


@kernel
def add_to_bet(m: Betting, amount: int, low: int) -> None:
    """Bet, or raise by, an amount for the actor. An amount under `low` (all-in) does not reopen the betting."""
    seat = m.actor
    pay(m, seat, m.bet - m.step_paid[seat] + amount)
    m.bet = m.step_paid[seat]
    if amount >= low:
        fill(m.acted, 0)
    m.acted[seat] = 1
    m.raiser = seat


@kernel
def close_step(m: Betting) -> None:
    """Return the uncalled part of the highest bet, and count the pots."""
    return_uncalled_bet(m)
    fill(m.step_paid, 0)
    m.bet = 0
    count_pots(m)


@kernel
def return_uncalled_bet(m: Betting) -> None:
    """Give the uncalled part of the highest bet back to its seat."""
    top, first, second = NOBODY, 0, 0
    for seat in range(m.seats):
        amount = m.step_paid[seat]
        if amount > first:
            top, first, second = seat, amount, first
        elif amount > second:
            second = amount
    if first > second:
        m.chips[top] += first - second
        m.paid[top] -= first - second
