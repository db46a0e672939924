"""Destinations of a trick's cards: piles with their order, excuses, exchanges and debts. TN-70 to TN-74, TN-80."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel

from .card_kinds import is_small
from .public_sides import witness
from .state import NOBODY, Talon


@kernel
def collect(m: Talon, last: bool) -> None:
    """Put the trick on the winners' pile, face down, and settle excuses and debts.

    First come the cards that stay, the first played on top. Then, as played, cards that pay debts go to the other side.
    Then, as played, the excuses of the other side.
    """
    side = int(m.side[m.winner])
    excused = int(m.excused)
    leaving = find_leaving(m, excused, last) if excused else 0
    paying = find_payers(m, excused, side) if m.debts else 0
    for i in range(m.players - 1, -1, -1):
        if not (leaving | paying) >> i & 1:
            push(m, side, int(m.table[i]))
    if excused | paying:
        settle_trick(m, side, leaving, paying, last)


@kernel
def settle_trick(m: Talon, side: int, leaving: int, paying: int, last: bool) -> None:
    """Settle debts first, then the excuses that leave, each in the order of play."""
    seat = m.leader
    for i in range(m.players):
        if paying >> i & 1:
            arrive(m, side, int(m.table[i]))
    for i in range(m.players):
        if leaving >> i & 1:
            if last:
                push(m, 1 - side, int(m.table[i]))
            else:
                exchange(m, int(seat), int(m.table[i]))
        seat = m.right[seat]


@kernel
def find_leaving(m: Talon, excused: int, last: bool) -> int:
    """Return the excuses for the other pile: the losers' own (TN-70); in the last trick the winners' (TN-72, TN-73)."""
    leaving = 0
    seat = m.leader
    for i in range(m.players):
        if excused >> i & 1:
            if not last:
                witness(m, int(seat), int(m.winner))
            stays = seat == m.winner or (m.side[seat] == m.side[m.winner]) != last
            leaving |= 0 if stays else 1 << i
        seat = m.right[seat]
    return leaving


@kernel
def find_payers(m: Talon, excused: int, side: int) -> int:
    """Return the cards of the trick that pay the winners' debts, not joining their pile: the first played (TN-71)."""
    owed, paying, arriving = 0, 0, False
    for debt in range(m.debts):
        owed += 1 if m.side[m.debt_seat[debt]] == side else 0
    for i in range(m.players):
        if is_small(m.table[i]) and not excused >> i & 1:
            arriving = True
            if owed:
                owed -= 1
                paying |= 1 << i
    if arriving:
        witness_debts(m)
    return paying


@kernel
def witness_debts(m: Talon) -> None:
    """Let the table see if a card that could pay stays with the winners: that compares their side with each debtor's.

    If each side owes one card, it pays for both, independent of the winner, and shows only that the debtors are of
    different sides.
    """
    one, other = int(m.debt_seat[0]), int(m.debt_seat[1])
    if m.debts > 1 and m.side[one] != m.side[other]:
        witness(m, one, other)
        return
    for debt in range(m.debts):
        witness(m, int(m.debt_seat[debt]), int(m.winner))


@kernel
def exchange(m: Talon, seat: int, excuse: int) -> None:
    """Put the excuse on its side's pile and give its topmost small card to the winners, or make a debt."""
    side = int(m.side[seat])
    place = m.piled[side] - 1
    while place >= 0 and not is_small(m.pile[side, place]):
        place -= 1
    if place < 0:
        m.debt_card[m.debts] = excuse
        m.debt_seat[m.debts] = seat
        m.debts += 1
        return
    card = int(m.pile[side, place])
    for i in range(place, m.piled[side] - 1):
        m.pile[side, i] = m.pile[side, i + 1]
    m.pile[side, m.piled[side] - 1] = excuse
    give(m, card)
    witness_debts(m)
    arrive(m, 1 - side, card)


@kernel
def arrive(m: Talon, side: int, card: int) -> None:
    """Bring a small card to a pile; while that pile owes a card, it pays the oldest debt and goes on.

    It comes to rest before the excuses that it paid for go on their piles.
    """
    paid = 0
    for _ in range(m.debts):
        debt = oldest_debt(m, side, paid)
        if debt == NOBODY:
            break
        paid |= 1 << debt
        give(m, card)
        side = 1 - side
    push(m, side, card)
    if paid:
        clear_debts(m, paid)


@kernel
def oldest_debt(m: Talon, side: int, paid: int) -> int:
    for debt in range(m.debts):
        if not paid >> debt & 1 and m.side[m.debt_seat[debt]] == side:
            return debt
    return NOBODY


@kernel
def clear_debts(m: Talon, paid: int) -> None:
    """Put the excuses of paid debts on their piles and keep the others beside theirs."""
    kept = 0
    for debt in range(m.debts):
        if paid >> debt & 1:
            push(m, int(m.side[m.debt_seat[debt]]), int(m.debt_card[debt]))
        else:
            m.debt_card[kept] = m.debt_card[debt]
            m.debt_seat[kept] = m.debt_seat[debt]
            kept += 1
    for debt in range(kept, m.debts):
        m.debt_card[debt] = NOBODY
        m.debt_seat[debt] = NOBODY
    m.debts = kept


@kernel
def give(m: Talon, card: int) -> None:
    """Make the given card public (TN-70)."""
    m.given[1 if m.given[0] != NOBODY else 0] = card


@kernel
def push(m: Talon, side: int, card: int) -> None:
    """Put a card on top of a side's pile."""
    m.pile[side, m.piled[side]] = card
    m.piled[side] += 1
