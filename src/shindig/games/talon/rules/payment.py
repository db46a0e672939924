"""Payments between the players: points of a score sheet, or tokens that can run out. TN-92, TN-93."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel

from .state import DEFENCE, NOBODY, Talon

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
def count_parts(m: Talon, seat: int, partner: int) -> int:
    """Return the parts that a seat gets if the taker's side wins, negative if it pays (TN-92).

    A defender pays one part. The partner gets one, and the taker all others.
    """
    if seat == partner:
        return 1
    if seat != m.taker:
        return -1 if m.inplay[seat] and m.side[seat] == DEFENCE else 0
    parts = 0 if partner == NOBODY else -1
    for other in range(m.seats):
        parts += 1 if m.inplay[other] and m.side[other] == DEFENCE else 0
    return parts


@kernel
def settle(m: Talon, partner: int, sign: int, each: int) -> None:
    """Pay for a hand: `each` a part, to the taker's side if `sign` is 1, from it if `sign` is -1 (TN-92).

    If too little is paid, the receivers share it in proportion, remainders one each from the dealer's right (TN-93).
    """
    pool, due = 0, 0
    for seat in range(m.seats):
        parts = sign * count_parts(m, seat, partner)
        if parts < 0:
            pool += take_from(m, seat, -parts * each)
        else:
            due += parts
    left = pool
    for seat in range(m.seats):
        parts = sign * count_parts(m, seat, partner)
        if parts > 0:
            share = pool * parts // due
            give_to(m, seat, share)
            left -= share
    seat = m.right[m.dealer]
    for _ in range(m.seats):
        if left > 0 and sign * count_parts(m, seat, partner) > 0:
            give_to(m, seat, 1)
            left -= 1
        seat = m.right[seat]
