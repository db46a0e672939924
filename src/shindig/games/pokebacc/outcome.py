"""How a match stands or ended, and what it holds."""

from __future__ import annotations

from ..game import Outcome
from ..record import Facts, Record
from .numbering import length_of
from .record import HANDS_WON, LAST_LEFT, NOBODY
from .variants import VARIANTS


def outcome(m: Facts) -> Outcome:
    """Hands won by seat; who wins the match as the last one left is credited with the hands that were to be won."""
    scores = [int(won) for won in m.won[: m.seats]]
    if m.match_winner == NOBODY:
        return Outcome(tuple(scores), (), "the match is not over")
    winner = int(m.match_winner)
    scores[winner] = int(m.hands_to_win)
    words = VARIANTS[m.variant].words
    hands = words.hand if m.hands_to_win == 1 else words.hands
    ended = {HANDS_WON: f"{m.hands_to_win} {hands} won", LAST_LEFT: "one player left"}
    return Outcome(tuple(scores), (winner,), ended[int(m.reason)])


def money(m: Record) -> int:
    """All money, wherever it lies."""
    return int(m.chips.sum() + m.fund + m.side.sum() + m.offer.sum())


def cards(m: Record) -> int:
    """All cards, wherever they lie."""
    laid = sum(
        int(length_of(m.laid[seat, i], m.variant)) + (m.spoiler[seat, i] != NOBODY)
        for seat in range(m.seats)
        for i in range(m.melds[seat])
    )
    return int(m.stock + m.pile_count + m.gone + m.cards.sum() + laid)


def held(m: Record) -> int:
    """Money and cards as one number: constant while a match runs."""
    return money(m) * 1000 + cards(m)
