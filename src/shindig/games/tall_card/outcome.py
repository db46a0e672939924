"""How a match stands or ended, TC-20."""

from __future__ import annotations

from ..game import Outcome
from ..record import Facts
from .record import ALL_DEALT, ONE_LEFT

REASONS = {ALL_DEALT: "everyone has dealt", ONE_LEFT: "one player holds all the credits"}


def outcome(m: Facts) -> Outcome:
    """Credits by seat; the most win, equal credits share the win."""
    scores = tuple(int(m.chips[seat]) for seat in range(m.seats))
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(scores, winners, REASONS.get(int(m.reason), "the match is not over"))
