"""Sides: all but the taker defend; among five the taker names a partner's card. TN-40."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.turn_and_range_kernels import write_range

from .exchange import begin_talon
from .state import ALONE, ATTACK, DEFENCE, KING_RANK, KINGS, MAX_SEATS, NAME, NAMES, QUEEN_RANK, RANKS, Talon

PARTNERED = 5
"""Number of players with which the taker has a partner."""


@kernel
def begin_partner(m: Talon) -> None:
    """Make everyone but the taker a defender; with five in play the taker then names a card."""
    for seat in range(MAX_SEATS):
        m.side[seat] = ATTACK if seat == m.taker else DEFENCE
    m.suspects = ALONE
    m.actor = m.taker
    if m.players == PARTNERED:
        m.phase = NAME
    else:
        begin_talon(m)


@kernel
def legal_names(m: Talon, ranges: Ranges) -> int:
    """Write the kings, or with all four in hand also the queens."""
    return write_range(ranges, NAMES, NAMES + (7 if m.suits[m.actor] & KINGS == KINGS else 3))


@kernel
def named_card(action: int) -> int:
    """Return the card that an action names."""
    suit = (action - NAMES) % 4
    return suit * RANKS + (KING_RANK if action - NAMES < 4 else QUEEN_RANK)


@kernel
def apply_name(m: Talon, action: int) -> None:
    """Make another holder of the card the taker's secret partner."""
    m.named = named_card(action)
    m.suspects = (1 << MAX_SEATS) - 1 + ALONE - (1 << int(m.taker))
    for seat in range(MAX_SEATS):
        if m.suits[seat] >> int(m.named) & 1:
            m.side[seat] = ATTACK
    begin_talon(m)
