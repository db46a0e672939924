"""Current or final result of a match, TF-21."""

from __future__ import annotations

from shindig.gamekit.game_spec import Outcome
from shindig.messages import say

from ..rules.state import ALL_VOID, HANDS_PLAYED, ONE_LEFT, TIME, TallCards

REASONS = {
    HANDS_PLAYED: "the agreed number of hands is played",
    ONE_LEFT: "one player holds all the chips",
    TIME: "the agreed time is up",
    ALL_VOID: "nobody wants to play on",
}
"""Reasons as records write them."""
WHY = {reason: say(f"tall-cards-ended-{reason}") for reason in REASONS}


def outcome(m: TallCards) -> Outcome:
    """Return chips by seat; the most win, ties share the win."""
    reason = int(m.reason)
    return Outcome.by_score((m.chips[seat] for seat in range(m.seats)), REASONS.get(reason), WHY.get(reason, ""))
