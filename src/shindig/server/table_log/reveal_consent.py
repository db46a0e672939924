"""Consent to reveal the hands of a match: players of the match and those who agreed, by person."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class RevealConsent:
    """Consent for one match."""

    seats: dict[str, int] = field(default_factory=dict)
    """Seat of each person in the match, now or earlier. Nobody sees two hands of one match."""
    names: dict[str, str] = field(default_factory=dict)
    """Name of each person."""
    dealt: set[str] = field(default_factory=set)
    """Persons who were dealt a hand: their consent is needed."""
    agreed: set[str] = field(default_factory=set)
    gone: list[str] = field(default_factory=list)
    """Persons who left during the match and did not return, in that order."""

    def add_player(self, person: str, seat: int, name: str) -> None:
        self.seats[person] = seat
        self.names[person] = name
        self.gone = [one for one in self.gone if one != person]

    def remove_player(self, person: str) -> None:
        self.gone = [*self.gone, person]

    @property
    def is_complete(self) -> bool:
        """True if everybody whose consent is needed has agreed."""
        return bool(self.dealt) and self.agreed >= self.dealt
