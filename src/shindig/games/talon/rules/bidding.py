"""Phases before the play: a little dry (TN-16) and the bidding (TN-20, TN-21)."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.turn_and_range_kernels import write_range

from .calls import begin_calls
from .deal import mulligan
from .state import AGAINST, BID, BIDS, IS_DRY, MAGICIAN, NOBODY, NOT_DRY, Talon

HIGHEST = AGAINST
"""The highest bid."""


@kernel
def legal_dry(m: Talon, ranges: Ranges) -> int:
    """Write the answers: everyone is asked, but only a hand whose single trump is the Magician may call it."""
    return write_range(ranges, NOT_DRY, IS_DRY if m.trumps[m.actor] == 1 << MAGICIAN else NOT_DRY)


@kernel
def apply_dry(m: Talon, action: int) -> None:
    """Take a mulligan for a call; after the dealer's answer, begin the bidding at the dealer's right."""
    if action == IS_DRY:
        mulligan(m)
        return
    if m.actor == m.dealer:
        m.phase = BID
    m.actor = m.right[m.actor]


@kernel
def legal_bids(m: Talon, ranges: Ranges) -> int:
    """Write pass, and all bids above the highest."""
    ranges[0, 0] = BIDS
    ranges[0, 1] = BIDS
    ranges[1, 0] = BIDS + m.contract + 1
    ranges[1, 1] = BIDS + HIGHEST
    return 2


@kernel
def apply_bid(m: Talon, action: int) -> None:
    """Take a bid. It goes round among those who have not passed, until only the highest bidder is left."""
    bid = action - BIDS
    m.bid[m.actor] = bid
    if bid:
        m.contract = bid
        m.taker = m.actor
    seat = next_bidder(m)
    if seat == NOBODY:
        mulligan(m)
    elif seat == m.taker or m.contract == HIGHEST:
        begin_calls(m)
    else:
        m.actor = seat


@kernel
def next_bidder(m: Talon) -> int:
    """Return the next seat that has not passed, the actor last; NOBODY if all have."""
    seat = m.actor
    for _ in range(m.players):
        seat = m.right[seat]
        if m.bid[seat] != 0:
            return int(seat)
    return NOBODY
