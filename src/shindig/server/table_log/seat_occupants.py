"""Occupants of a table's seats, and the event since which each sees the seat's cards."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import NamedTuple

from shindig.gamekit.game_spec import Game
from shindig.match import Match

from .decision_time_samples import REMEMBERED


@dataclass
class Occupant:
    """Occupant of a seat. Without person and bot the seat is empty."""

    name: str = ""
    person: str = ""
    face: str = ""
    bot: str = ""
    """Bot that plays here: for a seat without a person, an absent person or a newcomer."""
    client: str = ""
    sat: int = 0
    """Sequence number of the event by which the person took the seat."""
    muted: bool = False
    """True if the host has muted the person."""
    held: bool = False
    newcomer: bool = False
    """True for a person who sat down during a hand. They see what onlookers see, and play from the next hand on."""
    plays_as: str = ""
    """Name of the player of the current or latest hand, where that is not the occupant; empty where it is."""
    bank: float = 0.0
    misses: int = 0
    """Number of consecutive missed decisions."""
    since: int = 0
    """Sequence number of the event since which the person sees the seat's cards."""
    step: int = 0
    """Number of steps of the match when the person took the seat; for a newcomer, after their first deal."""
    eased: bool = False
    """True if the server plays single cards for the person."""
    tempo: str = "usual"
    """Tempo of bots when the person is alone with them: a key of `single_player.TEMPOS`."""
    times: dict[int, deque[float]] = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=REMEMBERED)))
    """By kind of turn, the person's latest decision times in seconds."""

    @property
    def is_empty(self) -> bool:
        return not self.person and not self.bot

    @property
    def has_bot(self) -> bool:
        """True if a bot plays here."""
        return self.held or self.newcomer or not self.person

    @property
    def player_name(self) -> str:
        """Name of the player of the current or latest hand."""
        return self.plays_as or self.name

    def join(self, seq: int, steps: int) -> None:
        """Let the occupant play, also a newcomer. A hand began with event `seq` after `steps` steps."""
        self.plays_as = ""
        if self.newcomer:
            self.newcomer, self.bot, self.since, self.step = False, "", seq, steps


class HandPosition(NamedTuple):
    """Number of a hand in its match, and whether it has ended."""

    number: int = 0
    ended: bool = False

    @classmethod
    def from_match(cls, game: Game, match: Match) -> HandPosition:
        hand, record = game.rules.hand, match.record
        return cls(int(hand.number(record)), bool(hand.ended(record)))

    def is_after(self, before: HandPosition) -> bool:
        """Return True if a hand has begun since."""
        return self.number > before.number or (before.ended and not self.ended)
