"""How a match stands or ended, TF-21."""

from __future__ import annotations

from ..game import Outcome
from ..record import Facts
from .record import ALL_VOID, HANDS_PLAYED, ONE_LEFT, TIME

REASONS = {
    HANDS_PLAYED: "the agreed number of hands is played",
    ONE_LEFT: "one player holds all the chips",
    TIME: "the agreed time is up",
    ALL_VOID: "nobody wants to play on",
}


def outcome(m: Facts) -> Outcome:
    """Chips by seat; the most win, equal chips share the win."""
    scores = tuple(int(m.chips[seat]) for seat in range(m.seats))
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(scores, winners, REASONS.get(int(m.reason), "the match is not over"))
