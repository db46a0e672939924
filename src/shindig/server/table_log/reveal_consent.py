"""Who sat in a match, and who of those who played in it agree that its hands be opened: by person."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class RevealConsent:
    """The accord on one match."""

    seats: dict[str, int] = field(default_factory=dict)
    """Where each person sat in it, at any time: nobody sees two hands of one match."""
    names: dict[str, str] = field(default_factory=dict)
    """What each was called."""
    dealt: set[str] = field(default_factory=set)
    """Who played a hand of it: these are asked."""
    agreed: set[str] = field(default_factory=set)
    gone: list[str] = field(default_factory=list)
    """Who gave their seat up while it was played and did not come back, in that order."""

    def add_player(self, person: str, seat: int, name: str) -> None:
        self.seats[person] = seat
        self.names[person] = name
        self.gone = [one for one in self.gone if one != person]

    def remove_player(self, person: str) -> None:
        self.gone = [*self.gone, person]

    @property
    def is_complete(self) -> bool:
        """Whether all have agreed who are asked."""
        return bool(self.dealt) and self.agreed >= self.dealt
