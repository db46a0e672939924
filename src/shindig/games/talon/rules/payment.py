"""Payments between the players: points of a score sheet, or tokens that can run out. TN-92, TN-93."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.record_layout import Numbers

from .state import Talon

MISERY_PAY = 10


@kernel
def take_from(m: Talon, seat: int, amount: int) -> int:
    """Take an amount from a seat, at most its tokens, and return the amount taken."""
    if m.tokens and m.score[seat] < amount:
        amount = int(m.score[seat])
    m.score[seat] -= amount
    m.paid[seat] -= amount
    return amount


@kernel
def give_to(m: Talon, seat: int, amount: int) -> None:
    m.score[seat] += amount
    m.paid[seat] += amount


@kernel
def pay_misery(m: Talon, caller: int) -> None:
    """Let everyone else pay the caller ten (TN-31)."""
    pool = 0
    seat = m.right[caller]
    for _ in range(m.players - 1):
        pool += take_from(m, seat, MISERY_PAY)
        seat = m.right[seat]
    give_to(m, caller, pool)


@kernel
def settle(m: Talon, parts: Numbers, each: int) -> None:
    """Settle one event: a seat with parts > 0 gets, with parts < 0 owes, that many times `each` (TN-92).

    parts: int8[seats]. If too little is paid, the receivers share it in proportion, remainders one each from the
    dealer's right (TN-93).
    """
    pool, due = 0, 0
    for seat in range(m.seats):
        if parts[seat] < 0:
            pool += take_from(m, seat, -int(parts[seat]) * each)
        else:
            due += int(parts[seat])
    left = pool
    for seat in range(m.seats):
        if parts[seat] > 0:
            share = pool * int(parts[seat]) // due
            give_to(m, seat, share)
            left -= share
    seat = m.right[m.dealer]
    for _ in range(m.seats):
        if left > 0 and parts[seat] > 0:
            give_to(m, seat, 1)
            left -= 1
        seat = m.right[seat]
