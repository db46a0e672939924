"""The draw step: discard and draw, or claim the Tall Card. TF-14 to TF-16."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.array_and_bit_kernels import CardIds, count_bits
from shindig.gamekit.betting.state import NOBODY
from shindig.gamekit.five_cards.dealing import UP_TO, find_front_masks, next_to_draw, redraw
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.turn_and_range_kernels import add_bit_ranges

from ..worth.hand_classes import ACE, RANKS
from .bets import begin_bets
from .state import DISCARD, SECOND_BETS, TAKE, TallCards

MOST = 3
"""Largest discard without an Ace."""


@kernel
def legal_draws(m: TallCards, ranges: Ranges) -> int:
    """Write the claim if it is open, and the discards (TF-14); the dealer must take an unclaimed Tall Card (TF-15)."""
    unclaimed = m.claimer == NOBODY
    masks = 0 if unclaimed and m.actor == m.dealer else discards(m.hand[m.actor])
    return int(add_bit_ranges(ranges, 0, DISCARD, masks | int(unclaimed) << TAKE - DISCARD))


@kernel
def discards(hand: CardIds) -> int:
    """Return the set of masks of legal discards: three cards, or four that leave an Ace (TF-14)."""
    masks = int(UP_TO[MOST])
    for i in range(HAND):
        if hand[i] % RANKS == ACE:
            masks |= 1 << (1 << HAND) - 1 - (1 << i)
    return int(find_front_masks(hand)) & masks


@kernel
def kept_ace(hand: CardIds, mask: int) -> int:
    """Return the Ace that a discard of four keeps; -1 for any other discard (TF-14)."""
    if count_bits(mask) != HAND - 1:
        return -1
    for i in range(HAND):
        if not mask >> i & 1 and hand[i] % RANKS == ACE:
            return int(hand[i])
    return -1


@kernel
def apply_draw(m: TallCards, action: int) -> None:
    """Claim, which makes the seat's cards of the suit wild (TF-16), or replace the discards (TF-14); set the next
    actor."""
    seat = m.actor
    if action == TAKE:
        m.forced = seat == m.dealer
        m.claimer = seat
        m.drew[seat] = 0
    else:
        m.ace[seat] = kept_ace(m.hand[seat], action - DISCARD)
        redraw(m, action - DISCARD)
    m.actor = next_to_draw(m)
    if m.actor == NOBODY:
        begin_bets(m, SECOND_BETS)
