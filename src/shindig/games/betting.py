"""Betting steps and layered pots, shared by the games that bet. Limits are data; all money is whole units.

A game's record includes `fields(seats)`. Its betting actions are CHECK, CALL, FOLD, and two families of amounts
of its own (bet, raise). Clauses: TC-13, TC-14, TC-16, TC-18, TC-33, TC-34; TF-12, TF-13, TF-40, TF-41.
"""

from __future__ import annotations

from typing import Any

from .hands import after, fill
from .kernels import kernel
from .record import Field, public

CHECK, CALL, FOLD = 0, 1, 2
"""Action ids of every betting game."""
FIRST_FREE = 3
"""The first action id that a betting game may give to something else."""
OUT, IN, FOLDED = 0, 1, 2
"""Values of `status`: out of the match or sitting out; in the hand; folded."""
NOBODY = -1


def fields(seats: int) -> tuple[Field, ...]:
    """What betting keeps in the record, all of it public."""
    return (
        public("dealer"),
        public("status", "i1", seats),
        public("chips", "i8", seats),
        public("paid", "i8", seats),  # into the pots of this hand, by seat
        public("step_paid", "i8", seats),  # of it in this betting step
        public("acted", "i1", seats),  # since the last full bet or raise
        public("bet", "i8"),  # the highest step_paid
        public("raiser"),  # who bet or raised last in this step
        public("carried", "i8"),  # remainders waiting for the next main pot
        public("removed", "i8"),  # remainders that left the game
        public("pots"),  # how many there are, the main pot first
        public("pot", "i8", seats),
        public("pot_members", "i2", seats),  # bit s: seat s can win it
        public("won", "i8", seats),  # in the last settled hand
    )


@kernel
def pay(m: Any, seat: int, amount: int) -> None:
    """Move chips of a seat into the pots; with less than the amount, all there is."""
    amount = min(amount, m.chips[seat])
    m.chips[seat] -= amount
    m.paid[seat] += amount
    m.step_paid[seat] += amount


@kernel
def count_in(m: Any) -> int:
    """How many seats are still in the hand."""
    count = 0
    for seat in range(m.seats):
        if m.status[seat] == IN:
            count += 1
    return count


@kernel
def next_in(m: Any, seat: int) -> int:
    """The next seat clockwise after `seat` that is still in the hand; the seat itself if it alone is; else NOBODY."""
    for _ in range(m.seats):
        seat = after(seat, m.seats)
        if m.status[seat] == IN:
            return int(seat)
    return NOBODY


@kernel
def open_step(m: Any) -> None:
    """Begin a betting step and give the turn: `actor` is the first bettor, or NOBODY when there is nothing to bet."""
    fill(m.step_paid, 0)
    fill(m.acted, 0)
    m.bet = 0
    m.raiser = NOBODY
    m.actor = next_bettor(m, m.dealer)


@kernel
def next_bettor(m: Any, seat: int) -> int:
    """Who bets next clockwise after a seat, or NOBODY when the step is over."""
    if count_in(m) < 2:
        return NOBODY
    able, owing, found = 0, 0, NOBODY
    for _ in range(m.seats):
        seat = after(seat, m.seats)
        if m.status[seat] != IN or m.chips[seat] == 0:
            continue
        able += 1
        owes = m.step_paid[seat] < m.bet
        owing += owes
        if found == NOBODY and (owes or not m.acted[seat]):
            found = seat
    return int(found) if owing > 0 or able > 1 else NOBODY


@kernel
def legal_bets(m: Any, ranges: Any, bet_first: int, raise_first: int, low: int, high: int, free_fold: bool) -> int:
    """Write the betting actions of the actor; bets and raises from `low` to `high`, all-in below it (TC-33)."""
    seat = m.actor
    owed = m.bet - m.step_paid[seat]
    ranges[0, 0] = ranges[0, 1] = CALL if owed > 0 else CHECK
    count = 1
    if owed > 0 or free_fold:
        ranges[count, 0] = ranges[count, 1] = FOLD
        count += 1
    rest = m.chips[seat] - owed
    if rest > 0 and not m.acted[seat]:
        first = bet_first if m.bet == 0 else raise_first
        ranges[count, 0] = first + min(low, rest) - 1
        ranges[count, 1] = first + min(high, rest) - 1
        count += 1
    return count


@kernel
def check_call_fold(m: Any, action: int) -> None:
    """Play CHECK, CALL or FOLD for the actor."""
    seat = m.actor
    if action == FOLD:
        m.status[seat] = FOLDED
    elif action == CALL:
        pay(m, seat, m.bet - m.step_paid[seat])
    m.acted[seat] = 1


@kernel
def add_to_bet(m: Any, amount: int, low: int) -> None:
    """Bet, or raise by, an amount for the actor. Under `low` (all-in) it does not reopen the betting (TC-33)."""
    seat = m.actor
    pay(m, seat, m.bet - m.step_paid[seat] + amount)
    m.bet = m.step_paid[seat]
    if amount >= low:
        fill(m.acted, 0)
    m.acted[seat] = 1
    m.raiser = seat


@kernel
def close_step(m: Any) -> None:
    """Give back what stands above the second highest contribution of the step (TC-34), and count the pots."""
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
    fill(m.step_paid, 0)
    m.bet = 0
    count_pots(m)


@kernel
def count_pots(m: Any) -> None:
    """Lay the money paid out in layers: one pot for each different amount that those still in have paid (TF-40).

    What only folded players matched falls to the layer below (TF-41); what was carried over is in the main pot, which
    is for all who are still in even where nobody has paid anything (a game without antes).
    """
    m.pots = 0
    fill(m.pot, 0)
    fill(m.pot_members, 0)
    below, level = 0, next_level(m, 0)
    while level > 0:
        above = next_level(m, level)
        for seat in range(m.seats):
            top = m.paid[seat] if above == 0 else min(m.paid[seat], level)
            m.pot[m.pots] += max(top - below, 0)
        m.pot_members[m.pots] = members(m, level)
        m.pots += 1
        below, level = level, above
    m.pot[0] += m.carried
    if m.pots == 0:
        m.pots, m.pot_members[0] = 1, members(m, 0)


@kernel
def members(m: Any, level: int) -> int:
    """The set of seats still in that have paid at least so much, as bits."""
    seats = 0
    for seat in range(m.seats):
        if m.status[seat] == IN and m.paid[seat] >= level:
            seats |= 1 << seat
    return seats


@kernel
def next_level(m: Any, level: int) -> int:
    """The lowest amount above `level` that somebody still in has paid; 0 if there is none."""
    lowest = 0
    for seat in range(m.seats):
        amount = m.paid[seat]
        if m.status[seat] == IN and amount > level and (lowest == 0 or amount < lowest):
            lowest = amount
    return int(lowest)


@kernel
def settle(m: Any, strength: Any) -> None:
    """Pay every pot, the last side pot first, to the strongest of its members.

    `strength`: int64[seats], higher wins, equal splits; only members' values are read. Each pot's own remainder is
    carried over (TC-18, TC-34).
    """
    fill(m.won, 0)
    m.carried = 0
    for p in range(m.pots - 1, -1, -1):
        settle_pot(m, p, strength)
    fill(m.paid, 0)
    for seat in range(m.seats):
        m.chips[seat] += m.won[seat]


@kernel
def settle_pot(m: Any, p: int, strength: Any) -> None:
    """Share pot `p` among the strongest of its members; the remainder is carried over."""
    winners, best = pot_winners(m, p, strength)
    share = m.pot[p] // winners
    for seat in range(m.seats):
        if m.pot_members[p] >> seat & 1 and strength[seat] == best:
            m.won[seat] += share
    m.carried += m.pot[p] - share * winners


@kernel
def pot_winners(m: Any, p: int, strength: Any) -> tuple[int, int]:
    """How many members share pot `p`, and their strength."""
    winners, best = 0, -1
    for seat in range(m.seats):
        if m.pot_members[p] >> seat & 1:
            if strength[seat] > best:
                winners, best = 0, int(strength[seat])
            winners += strength[seat] == best
    return winners, best


@kernel
def take_all(m: Any, seat: int) -> None:
    """The last player left takes everything at once (TC-14, TF-19)."""
    fill(m.won, 0)
    m.won[seat] = m.carried
    for payer in range(m.seats):
        m.won[seat] += m.paid[payer]
    m.carried = 0
    fill(m.paid, 0)
    m.chips[seat] += m.won[seat]


def money(m: Any) -> int:
    """All the money of a match, wherever it lies: constant while it runs."""
    return int(m.chips.sum() + m.paid.sum() + m.carried + m.removed)
