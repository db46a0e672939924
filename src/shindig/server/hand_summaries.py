"""Summaries of the finished hands of a match: payoffs, scores and results in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shindig.gamekit.game_spec import Game
from shindig.match import View
from shindig.messages import Text

if TYPE_CHECKING:
    from shindig.match import Match


class HandSummary(NamedTuple):
    """Summary of a finished hand."""

    number: int
    brought: tuple[int, ...]
    """By seat, the payoff in the unit of the match's scores."""
    scores: tuple[int, ...]
    """By seat, the score after the hand."""
    result: Text
    """Result of the hand in the game's words."""
    worth: int
    """Rating of how much the hand stands out in its match."""
    moment: Text
    """Text about the hand, used if it stands out most."""

    @classmethod
    def from_match(cls, game: Game, match: Match, seen: View) -> HandSummary:
        """Build the summary of the hand that has just ended, from public information."""
        hand, record = game.rules.hand, match.record
        brought = tuple(int(hand.payoff(record, seat)) for seat in range(match.seats))
        tell = game.words.highlight
        worth, moment = tell(seen.plain) if tell else (max(brought), seen.result)
        scores = game.words.outcome(seen.plain).scores
        return cls(int(hand.number(record)), brought, scores, seen.result, worth, moment)
