"""Between two hands: the end of a hand, gifts, antes paid or not, the end of the game. TF-11, TF-20 to TF-22, TF-42."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import OVER, Ranges
from shindig.gamekit.betting.state import NOBODY
from shindig.gamekit.betting.steps import count_in
from shindig.gamekit.turn_and_range_kernels import write_range

from .deal import begin_antes, begin_hand, next_asked, pay_ante
from .state import (
    ALL_VOID,
    ALWAYS,
    ANTE,
    CLOCK,
    DEALS_EACH,
    GIFTS,
    GIVE,
    GIVE_TO,
    GO_ON,
    HAND_OVER,
    HANDS_PLAYED,
    KEEP,
    MANY,
    NEEDED,
    ONE_LEFT,
    READY,
    SIT_OUT,
    TIME,
    TIME_UP,
    TallCards,
)


@kernel
def end_hand(m: TallCards) -> None:
    """Finish the game at the agreed end (TF-21); otherwise let players make gifts."""
    m.phase = HAND_OVER
    if 0 < hands_agreed(m) <= m.hand_number:
        finish(m, HANDS_PLAYED)
    elif m.minutes > 0:
        m.phase = CLOCK
        m.actor = m.dealer
    else:
        begin_gifts(m)


@kernel
def hands_agreed(m: TallCards) -> int:
    """Return the agreed number of hands; 0 for no end."""
    if m.hands >= 0:
        return int(m.hands)
    return 0 if m.minutes > 0 else DEALS_EACH * int(m.seats)


@kernel
def legal_times(ranges: Ranges) -> int:
    """Write the choices: go on, or the agreed time is up."""
    return write_range(ranges, GO_ON, TIME_UP)


def by_clock(m: TallCards, minutes: float) -> int | None:
    """Return the true answer about the agreed time, for a server with a clock; None if it is not asked."""
    if m.phase != CLOCK:
        return None
    return TIME_UP if minutes >= m.minutes else GO_ON


@kernel
def apply_time(m: TallCards, action: int) -> None:
    """Take the dealer's answer about the time."""
    m.phase = HAND_OVER
    if action == TIME_UP:
        finish(m, TIME)
    else:
        begin_gifts(m)


@kernel
def finish(m: TallCards, reason: int) -> None:
    """End the game; an indivisible rest goes unit by unit to those who tied for it (TF-42)."""
    for seat in range(m.seats):
        m.chips[seat] += m.tied[seat]
    m.carried = 0
    m.phase = HAND_OVER
    m.reason = reason
    m.actor = OVER


@kernel
def with_chips(m: TallCards) -> int:
    """Count the seats with chips."""
    count = 0
    for seat in range(m.seats):
        count += m.chips[seat] > 0
    return int(count)


@kernel
def begin_gifts(m: TallCards) -> None:
    """Ask for gifts from the dealer's left (TF-22), if the option allows them."""
    if m.gifts == ALWAYS or (m.gifts == NEEDED and with_chips(m) < m.seats):
        m.phase = GIFTS
        m.asked = 0
        next_giver(m)
    else:
        next_hand(m)


@kernel
def next_giver(m: TallCards) -> None:
    """Give the next seat its turn to give, or go on."""
    m.receiver = NOBODY
    m.given = NOBODY
    m.actor = next_asked(m, m.dealer)
    if m.actor == NOBODY:
        next_hand(m)


def still_to_be_ready(m: TallCards) -> list[int]:
    """Return the seats still to be asked whether they are ready; only the giver's while it makes a gift."""
    if m.receiver != NOBODY or m.given != NOBODY:
        return [int(m.actor)]
    coming = [(int(m.dealer) + turn) % int(m.seats) for turn in range(int(m.asked) + 1, int(m.seats) + 1)]
    return [int(m.actor), *[seat for seat in coming if m.chips[seat] > 0]]


@kernel
def legal_gifts(m: TallCards, ranges: Ranges) -> int:
    """Write ready, or a gift to each other seat once, lower numbers first; then its amount."""
    if m.receiver != NOBODY:
        ranges[0, 0] = ranges[0, 1] = KEEP
        ranges[1, 0] = GIVE
        ranges[1, 1] = GIVE + m.chips[m.actor] - 1
        return 2
    ranges[0, 0] = ranges[0, 1] = READY
    count = 1
    for seat in range(m.given + 1, m.seats):
        if seat != m.actor:
            ranges[count, 0] = ranges[count, 1] = GIVE_TO + seat
            count += 1
    return count


@kernel
def apply_gift(m: TallCards, action: int) -> None:
    """Name a receiver, give, or be ready."""
    if action == READY:
        next_giver(m)
    elif action == KEEP:
        m.receiver = NOBODY
    elif action < GIVE:
        m.receiver = action - GIVE_TO
        m.given = m.receiver
    else:
        m.gift = action - GIVE + 1
        m.chips[m.actor] -= m.gift
        m.chips[m.receiver] += m.gift
        m.receiver = NOBODY
        if m.chips[m.actor] == 0:
            next_giver(m)


@kernel
def next_hand(m: TallCards) -> None:
    """Go on to the next hand, unless one player has everything (TF-21)."""
    if with_chips(m) < 2:
        finish(m, ONE_LEFT)
    else:
        begin_antes(m)


@kernel
def legal_antes(ranges: Ranges) -> int:
    """Write the choices: join the hand or sit it out."""
    return write_range(ranges, SIT_OUT, ANTE)


@kernel
def apply_ante(m: TallCards, action: int) -> int:
    """Pay the ante or sit out. Returns 1 once all have answered and the hand is on."""
    if m.won.sum() > 0:
        begin_hand(m)
    if action == ANTE:
        pay_ante(m, m.actor)
    m.actor = next_asked(m, m.dealer)
    if m.actor != NOBODY:
        return 0
    if count_in(m) > 1:
        return 1
    void(m)
    return 0


@kernel
def all_void(m: TallCards) -> bool:
    """Return True if everybody with chips has had a void deal since the last hand.

    In version 1, return True if as many hands were void as there are players with chips.
    """
    if m.version == 1:
        return bool(m.voids >= with_chips(m))
    for seat in range(m.seats):
        if m.chips[seat] > 0 and not m.dealt_void >> seat & 1:
            return False
    return True


@kernel
def void(m: TallCards) -> None:
    """Return the antes if too few have joined, and pass the deal; end the game if everybody's deal was void (TF-11)."""
    for seat in range(m.seats):
        m.chips[seat] += m.paid[seat]
        m.paid[seat] = 0
        m.step_paid[seat] = 0
    m.voids = min(m.voids + 1, MANY)
    m.dealt_void |= 1 << m.dealer
    if all_void(m):
        finish(m, ALL_VOID)
    else:
        end_hand(m)
