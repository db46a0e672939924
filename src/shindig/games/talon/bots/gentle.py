"""Beginner bot: bids on its courts, keeps its points in hand, and considers each trick alone.

It remembers no played card, thinks of no partner, and wins any trick it can with its highest card.
"""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.array_and_bit_kernels import count_bits, find_lowest_bit
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.card_kinds import half_points
from ..rules.exchange import layable
from ..rules.play import playable
from ..rules.state import BID, BIDS, IDS, KINGS, LAY, LAYS, LEAVE, NOBODY, PLAY, PLAYS, RANKS, SUITED, Talon
from .card_play import beats, is_excuse
from .exchange_choice import dealt, may_lay
from .policy import policy

COURTS = KINGS | KINGS >> 1 | KINGS >> 2 | KINGS >> 3
COURT_WORTH = 2
"""Number of trumps that a court card is worth to it."""
ENOUGH = (18, 14, 11)
"""Value from which it opens the bidding, by players - 3."""


@kernel
def gentle(m: Talon, ranges: Ranges, rng: Generator) -> int:
    """Choose a legal action for the seat to act."""
    if m.phase == PLAY:
        return int(PLAYS + choose_card(m))
    if m.phase == LAY:
        return int(lay_poorest(m))
    if m.phase == BID:
        return int(BIDS + (1 if m.contract == 0 and promises(m) >= ENOUGH[m.players - 3] else 0))
    return int(policy(m, ranges, rng))


@kernel
def promises(m: Talon) -> int:
    """Rate the hand: its trumps and courts, though trumps will take them."""
    seat = m.actor
    return int(count_bits(int(m.trumps[seat])) + COURT_WORTH * count_bits(int(m.suits[seat]) & COURTS))


@kernel
def lay_poorest(m: Talon) -> int:
    """Lay away the card with the least worth, and keep the points in hand, where they will be lost."""
    leave, suits, trumps = layable(m)
    best, least = NOBODY, 1 << 20
    for card in range(IDS):
        if dealt(m, card) and may_lay(suits, trumps, card) and height(card) < least:
            best, least = card, height(card)
    if best == NOBODY or (leave and height(int(m.seen[m.actor, m.laying])) <= least):
        return LEAVE
    return int(LAYS + best)


@kernel
def height(card: int) -> int:
    """Rate a card: trumps first, then its points, then its number."""
    return int(1000 + card if card >= SUITED else 32 * half_points(card) + card % RANKS)


@kernel
def choose_card(m: Talon) -> int:
    """Play the highest card that wins the current trick, else the poorest. Lead the highest card of the suits."""
    suits, trumps = playable(m)
    best, most = NOBODY, -1 << 20
    while suits or trumps:
        card = find_lowest_bit(suits) if suits else SUITED + find_lowest_bit(trumps)
        suits, trumps = (suits & suits - 1, trumps) if suits else (suits, trumps & trumps - 1)
        value = eagerness(m, card)
        if value > most:
            best, most = card, value
    return int(best)


@kernel
def eagerness(m: Talon, card: int) -> int:
    """Rate a card for play."""
    if is_excuse(m, card):
        return -5000
    if card >= SUITED:
        return -card if m.played == 0 or not beats(m, card) else 5000 - card
    return height(card) if m.played == 0 or beats(m, card) else -height(card)
