"""The hands of a match as they ended: what they brought whom, and how they came out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shindig.gamekit.game_spec import Game
from shindig.match import View

if TYPE_CHECKING:
    from shindig.match import Match


class HandSummary(NamedTuple):
    """A hand that has ended."""

    number: int
    brought: tuple[int, ...]
    """By seat, in the unit of the match's scores."""
    scores: tuple[int, ...]
    """By seat, after it."""
    result: str
    """How it came out, in the game's words."""
    worth: int
    """How much it stands out among the hands of the match."""
    moment: str
    """What is told of it where it stands out most."""

    @classmethod
    def from_match(cls, game: Game, match: Match, seen: View) -> HandSummary:
        """The hand that has just ended in a match, as everybody sees it."""
        hand, record = game.rules.hand, match.record
        brought = tuple(int(hand.payoff(record, seat)) for seat in range(match.seats))
        tell = game.words.highlight
        worth, moment = tell(seen.plain) if tell else (max(brought), seen.result)
        scores = game.words.outcome(seen.plain).scores
        return cls(int(hand.number(record)), brought, scores, seen.result, worth, moment)
