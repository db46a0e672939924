"""Current or final result of a match, and its conserved amounts. TN-93."""

from __future__ import annotations

from shindig.core.layout_and_views import OVER
from shindig.gamekit.game_spec import Outcome
from shindig.messages import Seats, Text, say

from ..rules.state import ALL_PLAYED, BROKE, CUT, DECK, DEPTH, DONE, MAX_SEATS, SHUFFLE, TALON, TOO_FEW, Talon

REASONS = {
    ALL_PLAYED: "all hands are played",
    BROKE: "somebody has no tokens left",
    TOO_FEW: "fewer than three players are left",
}
"""Reasons as records write them."""
WHY = {reason: say(f"talon-ended-{reason}") for reason in REASONS}


def outcome(m: Talon) -> Outcome:
    """Return points or tokens by seat; the most win, ties share the win."""
    reason = int(m.reason)
    return Outcome.by_score((m.score[seat] for seat in range(m.seats)), REASONS.get(reason), WHY.get(reason, ""))


def held(m: Talon) -> int:
    """Return all points or tokens (TN-93), plus a thousand millions for each card in hands, piles, trick and talon."""
    money = sum(int(m.score[seat]) for seat in range(m.seats))
    return money + 10**9 * cards_in_play(m)


def cards_in_play(m: Talon) -> int:
    """Count the different cards in the record: always 78."""
    if m.phase <= SHUFFLE:
        return DECK
    if m.phase in (CUT, DEPTH, DONE):
        return len({int(card) for card in m.deck})
    cards = [int(card) for card in m.table if card >= 0] + [int(card) for card in m.debt_card[: m.debts]]
    cards += [int(card) for side in range(2) for card in m.pile[side, : m.piled[side]]]
    if m.piled.sum() == 0:
        cards += [int(card) for card in m.talon[: TALON[m.players - 3]]]
    for seat in range(MAX_SEATS):
        hand = int(m.suits[seat]) | int(m.trumps[seat]) << 56
        cards += [card for card in range(DECK) if hand >> card & 1]
    return len(set(cards))


def describe_match_result(view: Talon) -> Text:
    """Name the winners of a match that is over; empty before."""
    if view.actor != OVER:
        return ""
    found = outcome(view)
    return say("talon-won-match", seats=Seats(found.winners), amount=max(found.scores))
