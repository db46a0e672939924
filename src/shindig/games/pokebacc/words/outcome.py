"""How a match stands or ended, and what it holds."""

from __future__ import annotations

from ...game import Outcome
from ..rules.state import HANDS_WON, LAST_LEFT, NOBODY, Pokebacc
from ..rules.variants import VARIANTS
from ..worth.numbering import length_of


def outcome(m: Pokebacc) -> Outcome:
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


def money(m: Pokebacc) -> int:
    """All money, wherever it lies."""
    return int(m.chips.sum() + m.fund + m.side.sum() + m.offer.sum())


def cards(m: Pokebacc) -> int:
    """All cards, wherever they lie."""
    laid = sum(
        int(length_of(m.laid[seat, i], m.variant)) + (m.spoiler[seat, i] != NOBODY)
        for seat in range(m.seats)
        for i in range(m.melds[seat])
    )
    return int(m.stock + m.pile_count + m.gone + m.cards.sum() + laid)


def held(m: Pokebacc) -> int:
    """Money and cards as one number: constant while a match runs."""
    return money(m) * 1000 + cards(m)
