"""The calls, seat by seat: misery, a handful and its trumps, evasive Magician, slam. TN-30 to TN-34."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.array_and_bit_kernels import count_bits
from shindig.gamekit.turn_and_range_kernels import add_bit_ranges, write_range

from .partner_card import begin_partner
from .payment import pay_misery
from .state import (
    COURTS,
    FOOL,
    GRAND,
    HANDFUL,
    HANDFUL_CALLS,
    HANDFULS,
    IS_MISERY,
    MAGICIAN,
    MISERY,
    NO_MISERY,
    SHOW,
    SHOWS,
    SLAM,
    SLAMS,
    Talon,
)


@kernel
def begin_calls(m: Talon) -> None:
    m.phase = MISERY
    m.actor = m.right[m.dealer]


def still_to_answer(m: Talon) -> list[int]:
    """Return the seats still to be asked a question to all in turn, the dealer last."""
    seats = [int(m.actor)]
    while seats[-1] != m.dealer:
        seats.append(int(m.right[seats[-1]]))
    return seats


@kernel
def misery_kind(m: Talon, seat: int) -> int:
    """Return bit 0 for a hand without trumps, and bit 1 for one without court cards (TN-31)."""
    return (1 if m.trumps[seat] == 0 else 0) + (2 if m.suits[seat] & COURTS == 0 else 0)


@kernel
def legal_misery(m: Talon, ranges: Ranges) -> int:
    return write_range(ranges, NO_MISERY, IS_MISERY if misery_kind(m, m.actor) else NO_MISERY)


@kernel
def apply_misery(m: Talon, action: int) -> None:
    """Make the misery public and pay it; then ask the seat for a handful."""
    if action == IS_MISERY:
        m.misery[m.actor] = misery_kind(m, m.actor)
        pay_misery(m, m.actor)
    m.phase = HANDFUL


@kernel
def legal_handfuls(m: Talon, ranges: Ranges) -> int:
    """Write none, and every handful that the hand's trumps reach."""
    trumps = count_bits(int(m.trumps[m.actor]))
    most = 0
    for size in HANDFULS[m.players - 3]:
        most += 1 if trumps >= size else 0
    return write_range(ranges, HANDFUL_CALLS, HANDFUL_CALLS + most)


@kernel
def apply_handful(m: Talon, action: int) -> None:
    level = action - HANDFUL_CALLS
    m.handful[m.actor] = level
    if level:
        m.showing = HANDFULS[m.players - 3][level - 1]
        m.phase = SHOW
    else:
        end_calls_of(m)


@kernel
def showable(m: Talon, seat: int) -> int:
    """Return the trumps to show next: below those shown, with enough below them; the Fool only when needed."""
    shown = int(m.shown[seat])
    left = int(m.trumps[seat])
    if shown:
        left &= (shown & -shown) - 1
    if count_bits(left) > m.showing:
        left &= ~(1 << FOOL)
    enough = left
    for _ in range(m.showing - 1):
        enough &= enough - 1
    return enough


@kernel
def legal_shows(m: Talon, ranges: Ranges) -> int:
    return add_bit_ranges(ranges, 0, SHOWS, showable(m, m.actor))


@kernel
def apply_show(m: Talon, action: int) -> None:
    """Show one trump of the handful, from high to low (TN-32)."""
    m.shown[m.actor] |= 1 << (action - SHOWS)
    m.showing -= 1
    if m.showing == 0:
        end_calls_of(m)


@kernel
def end_calls_of(m: Talon) -> None:
    """Announce an evasive Magician (TN-33), ask the taker for a slam, or go on to the next seat."""
    if m.trumps[m.actor] == 1 << MAGICIAN:
        m.evasive = m.actor
    if m.actor == m.taker:
        m.phase = SLAM
    else:
        next_caller(m)


@kernel
def next_caller(m: Talon) -> None:
    if m.actor == m.dealer:
        begin_partner(m)
        return
    m.phase = MISERY
    m.actor = m.right[m.actor]


@kernel
def legal_slams(ranges: Ranges) -> int:
    return write_range(ranges, SLAMS, SLAMS + GRAND)


@kernel
def apply_slam(m: Talon, action: int) -> None:
    m.slam = action - SLAMS
    next_caller(m)
