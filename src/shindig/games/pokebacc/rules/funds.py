"""Money: buying in, matching an amount, side funds, paying out. PB-50 to PB-54."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.gamekit.array_and_bit_kernels import count_bits
from shindig.gamekit.betting.state import IN, OUT

from .state import NOBODY, Pokebacc
from .variants import EVERY_HAND


@kernel
def put_in(m: Pokebacc, seat: int, amount: int) -> None:
    """Pay towards the proposed amount; with less, all there is."""
    amount = min(amount, m.chips[seat])
    m.chips[seat] -= amount
    m.offer[seat] += amount


@kernel
def take_buy_ins(m: Pokebacc) -> None:
    """Let everyone in the hand pay the buy-in, or all they have."""
    for seat in range(m.seats):
        if m.status[seat] == IN:
            put_in(m, seat, int(m.buy_in))
    collect(m)


@kernel
def in_mask(m: Pokebacc) -> int:
    """Return bit s for each seat s in the hand."""
    mask = 0
    for seat in range(m.seats):
        if m.status[seat] == IN:
            mask |= 1 << seat
    return mask


@kernel
def claimants(m: Pokebacc) -> int:
    """Return bit s for each seat s still in the contest for the funds: this Sale, in the other games the match."""
    mask = 0
    for seat in range(m.seats):
        if m.status[seat] == IN or (m.status[seat] != OUT and not EVERY_HAND[m.variant]):
            mask |= 1 << seat
    return mask


@kernel
def payers(m: Pokebacc, level: int) -> int:
    """Return bit s for each seat s that has put in at least `level`."""
    mask = 0
    for seat in range(m.seats):
        if m.offer[seat] >= level:
            mask |= 1 << seat
    return mask


@kernel
def next_level(m: Pokebacc, level: int) -> int:
    """Return the lowest amount above `level` that a seat has put in, or 0."""
    lowest = 0
    for seat in range(m.seats):
        amount = m.offer[seat]
        if amount > level and (lowest == 0 or amount < lowest):
            lowest = amount
    return int(lowest)


@kernel
def collect(m: Pokebacc) -> None:
    """Divide the paid amounts into layers, PB-54.

    A layer that all in the hand have paid goes to the fund. One that some could not match is a side fund of its payers.
    An unmatched one goes back.
    """
    everybody, below = in_mask(m), 0
    for _ in range(m.seats):
        level = next_level(m, below)
        if level == 0:
            break
        members = payers(m, level)
        amount = (level - below) * count_bits(members)
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
    """Restrict each side fund to its payers among the seats of a mask, PB-54.

    Side funds with equal members are merged. A fund that none or all of the kept seats have paid goes to the main fund.
    With nobody to keep, all of it does (PB-51).
    """
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
    """Split an amount among the seats of a mask, and return the remainder."""
    share = amount // count_bits(members)
    for seat in range(m.seats):
        if members >> seat & 1:
            m.chips[seat] += share
    return int(amount - share * count_bits(members))


@kernel
def most(m: Pokebacc, seat: int) -> int:
    """Return the most that a seat may propose, PB-54: its money, but no more than that of the second richest in the
    hand."""
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
    """Pay the winner the fund and the side funds they paid into; others go to the best of their payers, PB-54.

    A player who is no longer in gets nothing.
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
    """Return the mask of the best seats of a mask: by hands won, then by the score of the last hand."""
    best, found = NOBODY, 0
    for seat in range(m.seats):
        if members >> seat & 1:
            key = int(m.won[seat]) * 10_000 + int(m.score[seat])
            if key > best:
                best, found = key, 0
            if key == best:
                found |= 1 << seat
    return found
