"""Set of the regions that all pages of a table share, with what the viewers' own regions need from it."""

from __future__ import annotations

from collections.abc import Sequence

from shindig.gamekit.table_scene import Scene
from shindig.messages import ENGLISH
from shindig.server.schemas import SeatInfo

from .card_texts import Decks
from .region import Region


class SharedRegions:
    """Shared regions, of all pages with the match in view, or of all without."""

    language = ENGLISH
    """Language of all texts."""
    game = ""
    """Id of the game."""
    scene = Scene("", ())
    decks: Decks = ()
    seats: tuple[SeatInfo, ...] = ()
    parts: Sequence[Region] = ()
    """Head, clock, cut, centre and panels, and all seats, the viewer's own included."""
    advised = False
    """True if people who play here may ask for advice."""
    waits: Region
    """Prompt region of most viewers who are asked nothing."""
    follows = False
    """True if a hand or a match is over, and its result is shown with the next steps."""
    _shown: SharedRegions | None = None
    _changed: Sequence[Region] = ()

    def find_changes(self, shown: SharedRegions) -> Sequence[Region]:
        """Return the regions that differ from other shared regions, cached for all pages."""
        if shown is self:
            return ()
        if shown is not self._shown:
            self._shown, shown._shown = shown, None
            others = [pair for pair in zip(self.parts, shown.parts, strict=True) if pair[0] is not pair[1]]
            self._changed = [part for part, was in others if part.of != was.of and part.html != was.html]
        return self._changed
