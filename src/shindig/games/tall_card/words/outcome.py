"""Current or final result of a match, TC-20."""

from __future__ import annotations

from shindig.gamekit.game_spec import Outcome
from shindig.messages import say

from ..rules.state import ALL_DEALT, ONE_LEFT, TallCard

REASONS = {ALL_DEALT: "everyone has dealt", ONE_LEFT: "one player holds all the credits"}
"""Reasons as records write them."""
WHY = {ALL_DEALT: say("tall-card-all-dealt"), ONE_LEFT: say("tall-card-one-left")}


def outcome(m: TallCard) -> Outcome:
    """Return credits by seat; the most win, ties share the win."""
    reason = int(m.reason)
    return Outcome.by_score((m.chips[seat] for seat in range(m.seats)), REASONS.get(reason), WHY.get(reason, ""))
