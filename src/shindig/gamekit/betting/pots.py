"""Pots in layers, and their payout. All money is whole units."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers

from ..array_and_bit_kernels import fill
from .state import IN, Betting


@kernel
def count_pots(m: Betting) -> None:
    """Divide the paid money into layers: one pot for each different amount that those still in have paid.

    Money that only folded players matched goes to the layer below. The carried remainder is in the main pot. That pot
    is for all who are still in, even if nobody has paid anything (a game without antes).
    """
    m.pots = 0
    fill(m.pot, 0)
    fill(m.pot_members, 0)
    below, level = 0, next_level(m, 0)
    for _ in range(m.seats):
        if level == 0:
            break
        above = next_level(m, level)
        for seat in range(m.seats):
            top = m.paid[seat] if above == 0 else min(m.paid[seat], level)
            m.pot[m.pots] += max(top - below, 0)
        m.pot_members[m.pots] = find_pot_members(m, level)
        m.pots += 1
        below, level = level, above
    m.pot[0] += m.carried
    if m.pots == 0:
        m.pots, m.pot_members[0] = 1, find_pot_members(m, 0)


@kernel
def find_pot_members(m: Betting, level: int) -> int:
    """Return the seats still in that have paid at least this level, as bits."""
    seats = 0
    for seat in range(m.seats):
        if m.status[seat] == IN and m.paid[seat] >= level:
            seats |= 1 << seat
    return seats


@kernel
def next_level(m: Betting, level: int) -> int:
    """Return the lowest amount above `level` that a seat still in has paid; 0 if there is none."""
    lowest = 0
    for seat in range(m.seats):
        amount = m.paid[seat]
        if m.status[seat] == IN and amount > level and (lowest == 0 or amount < lowest):
            lowest = amount
    return int(lowest)


@kernel
def settle_pots(m: Betting, strength: Numbers) -> None:
    """Pay every pot, the last side pot first, to the strongest of its members.

    `strength`: int64[seats], higher wins, equal splits; only members' values are read. Each pot's own remainder is
    carried over.
    """
    fill(m.won, 0)
    m.carried = 0
    for p in range(m.pots - 1, -1, -1):
        settle_pot(m, p, strength)
    pay_out(m)


@kernel
def settle_pot(m: Betting, p: int, strength: Numbers) -> None:
    """Split pot `p` among the strongest of its members, and carry the remainder over."""
    winners, best = find_pot_winners(m, p, strength)
    share = m.pot[p] // winners
    for seat in range(m.seats):
        if m.pot_members[p] >> seat & 1 and strength[seat] == best:
            m.won[seat] += share
    m.carried += m.pot[p] - share * winners


@kernel
def find_pot_winners(m: Betting, p: int, strength: Numbers) -> tuple[int, int]:
    """Return the number of members who share pot `p`, and their strength."""
    winners, best = 0, -1
    for seat in range(m.seats):
        if m.pot_members[p] >> seat & 1:
            if strength[seat] > best:
                winners, best = 0, int(strength[seat])
            winners += strength[seat] == best
    return winners, best


@kernel
def give_all_to(m: Betting, seat: int) -> None:
    """Give everything to the last player left."""
    fill(m.won, 0)
    m.won[seat] = m.carried
    for payer in range(m.seats):
        m.won[seat] += m.paid[payer]
    m.carried = 0
    pay_out(m)


@kernel
def pay_out(m: Betting) -> None:
    """Pay all seats their winnings, and store each one's net result of the hand."""
    fill(m.paid, 0)
    for seat in range(m.seats):
        m.chips[seat] += m.won[seat]
        m.net[seat] = m.chips[seat] - m.brought[seat]


@kernel
def record_chips(m: Betting) -> None:
    """Store each seat's chips at the beginning of a hand."""
    for seat in range(m.seats):
        m.brought[seat] = m.chips[seat]


@kernel
def get_net(m: Betting, seat: int) -> int:
    """Return a seat's net result of the hand that has just ended."""
    return int(m.net[seat])


def count_money(m: Betting) -> int:
    """Return all the money of a match, which is constant while it runs."""
    return int(m.chips.sum() + m.paid.sum() + m.carried + m.removed)
