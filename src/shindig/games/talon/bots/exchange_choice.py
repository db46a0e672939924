"""The taker's exchange: the best cards of hand and talon to lay away."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.gamekit.array_and_bit_kernels import count_bits

from ..rules.card_kinds import half_points
from ..rules.exchange import layable
from ..rules.state import FOOL, IDS, LAYS, LEAVE, MAGICIAN, NOBODY, RANKS, SUITED, TALON, Talon

ENOUGH_TRUMPS = (13, 10, 8)
"""Number of trumps, by players - 3, with which the Magician is safe in hand."""
KING, QUEEN = RANKS - 1, RANKS - 2


@kernel
def choose_lay(m: Talon) -> int:
    """Leave the talon's card if it is one to lay away, else lay the best of the hand."""
    leave, suits, trumps = layable(m)
    place, count = int(m.laying), TALON[m.players - 3]
    there = int(m.seen[m.actor, place])
    best, most, ahead, mine = NOBODY, -1e9, 0, wish(m, there)
    for card in range(IDS):
        if dealt(m, card):
            value = wish(m, card)
            ahead += 1 if value >= mine else 0
            if value > most and may_lay(suits, trumps, card):
                best, most = card, value
    for other in range(place + 1, count):
        ahead += 1 if wish(m, int(m.seen[m.actor, other])) > mine else 0
    if best == NOBODY or (leave and ahead < count - place):
        return LEAVE
    return LAYS + best


@kernel
def may_lay(suits: int, trumps: int, card: int) -> bool:
    return bool(suits >> card & 1 if card < SUITED else trumps >> card - SUITED & 1)


@kernel
def dealt(m: Talon, card: int) -> bool:
    """Return True if the actor holds a card that does not come from the talon."""
    seat = m.actor
    if card < SUITED:
        return bool((int(m.suits[seat]) & ~int(m.taken_suits[seat])) >> card & 1)
    return bool((int(m.trumps[seat]) & ~int(m.taken_trumps[seat])) >> card - SUITED & 1)


@kernel
def wish(m: Talon, card: int) -> float:
    """Rate a card to lay away: points saved, suits emptied, no trick winners."""
    if card >= SUITED:
        return wish_trump(m, card - SUITED)
    rank = card % RANKS
    length, has_king = in_suit(m, card // RANKS)
    if rank == KING:
        return 3.0 if length == 1 else -6.0
    if has_king and rank == QUEEN:
        return -2.0
    return half_points(card) / 2 * 1.5 + 6.0 / length - (2.0 if has_king else 0.0)


@kernel
def in_suit(m: Talon, suit: int) -> tuple[int, bool]:
    """Count the cards of a suit in hand and the rest of the talon. Also returns if the last of them is the king."""
    held = int(m.suits[m.actor]) >> suit * RANKS & (1 << RANKS) - 1
    length, last_is_king = count_bits(held), held >> KING & 1 == 1
    for place in range(m.laying, TALON[m.players - 3]):
        card = int(m.seen[m.actor, place])
        if card < SUITED and card // RANKS == suit:
            length += 1
            last_is_king = card % RANKS == KING
    return length, last_is_king


@kernel
def wish_trump(m: Talon, trump: int) -> float:
    count = count_bits(int(m.trumps[m.actor]))
    for place in range(m.laying, TALON[m.players - 3]):
        count += 1 if m.seen[m.actor, place] >= SUITED else 0
    if trump == MAGICIAN:
        return 20.0 if count < ENOUGH_TRUMPS[m.players - 3] else -1.0
    return -30.0 if trump == FOOL else -10.0 - trump
