"""Money: buying in, matching an amount, side funds, paying out. PB-50 to PB-54."""

from __future__ import annotations

from ...betting.state import IN, OUT
from ...hands import mask_size
from ...kernels import kernel
from .state import NOBODY, Pokebacc
from .variants import EVERY_HAND


@kernel
def put_in(m: Pokebacc, seat: int, amount: int) -> None:
    """Pay towards what is proposed; with less than the amount, all there is."""
    amount = min(amount, m.chips[seat])
    m.chips[seat] -= amount
    m.offer[seat] += amount


@kernel
def take_buy_ins(m: Pokebacc) -> None:
    """Everyone in the hand pays the buy-in, or all they have."""
    for seat in range(m.seats):
        if m.status[seat] == IN:
            put_in(m, seat, int(m.buy_in))
    collect(m)


@kernel
def in_mask(m: Pokebacc) -> int:
    """Bit s for each seat s in the hand."""
    mask = 0
    for seat in range(m.seats):
        if m.status[seat] == IN:
            mask |= 1 << seat
    return mask


@kernel
def claimants(m: Pokebacc) -> int:
    """Bit s for each seat s still in what the funds are played for: this Sale, in the other games the match."""
    mask = 0
    for seat in range(m.seats):
        if m.status[seat] == IN or (m.status[seat] != OUT and not EVERY_HAND[m.variant]):
            mask |= 1 << seat
    return mask


@kernel
def payers(m: Pokebacc, level: int) -> int:
    """Bit s for each seat s that has put in at least `level`."""
    mask = 0
    for seat in range(m.seats):
        if m.offer[seat] >= level:
            mask |= 1 << seat
    return mask


@kernel
def next_level(m: Pokebacc, level: int) -> int:
    """The lowest amount above `level` that somebody has put in, or 0."""
    lowest = 0
    for seat in range(m.seats):
        amount = m.offer[seat]
        if amount > level and (lowest == 0 or amount < lowest):
            lowest = amount
    return int(lowest)


@kernel
def collect(m: Pokebacc) -> None:
    """Lay what was put in in layers, PB-54: what all in the hand have paid is the fund's, what some could not match is
    a side fund of those who paid it, and what nobody matched goes back."""
    everybody, below = in_mask(m), 0
    for _ in range(m.seats):
        level = next_level(m, below)
        if level == 0:
            break
        members = payers(m, level)
        amount = (level - below) * mask_size(members)
        if members & (members - 1) == 0:
            give(m, members, amount)
        elif members == everybody:
            m.fund += amount
        else:
            m.side[members] += amount
        below = level
    m.offer[:] = 0
    merge_sides(m, claimants(m))


@kernel
def merge_sides(m: Pokebacc, keep: int) -> None:
    """Let each side fund be that of its payers among the seats of a mask, PB-54: those of the same ones become one,
    and what none of them has paid, or all of them, is the main fund's. With nobody to keep, all of it (PB-51)."""
    for members in range(1, 1 << m.seats):
        amount, kept = m.side[members], members & keep
        if amount and kept != members:
            m.side[members] = 0
            m.side[kept] += amount
    for rest in (0, keep):
        m.fund += m.side[rest]
        m.side[rest] = 0


@kernel
def give(m: Pokebacc, members: int, amount: int) -> int:
    """Split an amount among the seats of a mask; the remainder is left over and returned."""
    share = amount // mask_size(members)
    for seat in range(m.seats):
        if members >> seat & 1:
            m.chips[seat] += share
    return int(amount - share * mask_size(members))


@kernel
def most(m: Pokebacc, seat: int) -> int:
    """The most that a seat may propose, PB-54: what it has, but no more than the second richest in the hand."""
    richest, second = 0, 0
    for other in range(m.seats):
        if m.status[other] == IN:
            if m.chips[other] > richest:
                richest, second = m.chips[other], richest
            elif m.chips[other] > second:
                second = m.chips[other]
    return int(min(m.chips[seat], second))


@kernel
def pay_out(m: Pokebacc, winner: int) -> None:
    """The winner takes the fund and the side funds they paid into; others go to the best of those who did, PB-54.

    Nobody is paid who is no longer in.
    """
    merge_sides(m, claimants(m))
    for seat in range(m.seats):
        m.prize[seat] -= m.chips[seat]
    for members in range(1, 1 << m.seats):
        amount = m.side[members]
        if amount:
            m.side[members] = 0
            best = 1 << winner if members >> winner & 1 else best_of(m, members)
            m.fund += give(m, best, amount)
    m.chips[winner] += m.fund
    m.fund = 0
    for seat in range(m.seats):
        m.prize[seat] += m.chips[seat]


@kernel
def best_of(m: Pokebacc, members: int) -> int:
    """Of the seats of a mask those with most hands won, then with the best score of the last hand, as a mask."""
    best, found = NOBODY, 0
    for seat in range(m.seats):
        if members >> seat & 1:
            key = int(m.won[seat]) * 10_000 + int(m.score[seat])
            if key > best:
                best, found = key, 0
            if key == best:
                found |= 1 << seat
    return found
