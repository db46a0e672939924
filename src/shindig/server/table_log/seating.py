"""Who sits at a table's seats, and since when what lies there is theirs to see."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import NamedTuple

from shindig.gamekit.game_spec import Game
from shindig.match import Match

from ..tables.human_timing import REMEMBERED


@dataclass
class Occupant:
    """Who sits there. A seat with neither person nor bot is empty."""

    name: str = ""
    person: str = ""
    face: str = ""
    bot: str = ""
    """The bot that plays here: always where there is no person, else for a newcomer."""
    client: str = ""
    held: bool = False
    newcomer: bool = False
    """Sat down during a hand: plays from the next one on, and until then sees what onlookers see."""
    plays_as: str = ""
    """The name under which the bot plays on that a newcomer waits for: what it does is not the newcomer's doing."""
    bank: float = 0.0
    misses: int = 0
    """Decisions missed in a row."""
    since: int = 0
    """The event from which on they see what the seat sees: what it saw before is not theirs."""
    step: int = 0
    """How many steps the match had when they took the seat, a newcomer when their first hand had been dealt."""
    eased: bool = False
    """The room plays single cards for them."""
    tempo: str = "usual"
    """How fast bots play where they are alone with them: one of `alone.TEMPOS`."""
    times: dict[int, deque[float]] = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=REMEMBERED)))
    """By the kind of turn, how many seconds their latest choices took."""

    @property
    def is_empty(self) -> bool:
        return not self.person and not self.bot

    @property
    def has_bot(self) -> bool:
        """A bot plays here."""
        return self.held or self.newcomer or not self.person

    @property
    def player_name(self) -> str:
        """The name of whoever plays here now."""
        return self.plays_as if self.newcomer else self.name

    def join(self, seq: int, steps: int) -> None:
        """Let a newcomer play, and no bot any more: a hand has begun with event `seq` after `steps` steps."""
        if self.newcomer:
            self.newcomer, self.bot, self.since, self.step = False, "", seq, steps


class HandPosition(NamedTuple):
    """Which hand a match is at."""

    number: int = 0
    ended: bool = False

    @classmethod
    def from_match(cls, game: Game, match: Match) -> HandPosition:
        hand, record = game.rules.hand, match.record
        return cls(int(hand.number(record)), bool(hand.ended(record)))

    def is_after(self, before: HandPosition) -> bool:
        """Whether a hand has begun since."""
        return self.number > before.number or (before.ended and not self.ended)
