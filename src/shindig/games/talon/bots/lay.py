"""The taker's exchange: which cards of hand and talon together are best laid away."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.kinds import HALF_POINTS
from ..rules.state import LAYS, LEAVE, SUITED, TALON, Talon
from .hand import FOOL, MAGICIAN, cards_of, in_suit

ENOUGH_TRUMPS = {3: 13, 4: 10, 5: 8}
"""With so many the Magician comes home without being laid away."""


def lay(view: Talon, legal: Sequence[int]) -> int:
    """Leave the talon's card if it is one to lay away, else lay the best of the hand."""
    place, count = int(view.laying), TALON[view.players - 3]
    there = [int(card) for card in view.seen[view.viewer, place:count]]
    hand = cards_of(view)
    taken = int(view.taken_suits[view.viewer]) | int(view.taken_trumps[view.viewer]) << SUITED
    dealt = [card for card in hand if not taken >> card & 1]
    order = sorted(dealt + there, key=lambda card: -wish(card, hand + there, int(view.players)))
    away = order[: count - place]
    if there[0] in away and LEAVE in legal:
        return LEAVE
    for card in order:
        if card in dealt and LAYS + card in legal:
            return LAYS + card
    return legal[0]


def wish(card: int, cards: Sequence[int], players: int) -> float:
    """How gladly a card is laid away: points saved, suits emptied, nothing that wins tricks."""
    if card >= SUITED:
        return wish_trump(card, cards, players)
    suit = in_suit(cards, card // 14)
    has_king = suit[-1] % 14 == 13
    rank = card % 14
    saved = HALF_POINTS[card] / 2
    if rank == 13:
        return 3.0 if len(suit) == 1 else -6.0
    if has_king and rank == 12:
        return -2.0
    guarded = 2.0 if has_king else 0.0
    return saved * 1.5 + 6.0 / len(suit) - guarded


def wish_trump(card: int, cards: Sequence[int], players: int) -> float:
    trumps = sum(other >= SUITED for other in cards)
    if card == MAGICIAN:
        return 20.0 if trumps < ENOUGH_TRUMPS[players] else -1.0
    return -30.0 if card == FOOL else -10.0 - (card - SUITED)
