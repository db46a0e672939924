"""The four Disasters of the Pokebacc decks, each befalling the town of its deck."""

from __future__ import annotations

from typing import NamedTuple

from shindig.cards.faces.pips import path

from .elements import picture


class Disaster(NamedTuple):
    """A Disaster: the colour of its spine, and its sign in -50..50 with colour, pen and holes."""

    name: str
    spine: str
    light: str
    sign: str
    pen: float = 0
    holes: str = ""


_SWORDS = "M-42-46L40 44M42-46L-40 44M16 38L38 16M-16 38L-38 16"
_CREST = "M-50 38C-44-14-14-42 18-40C40-38 48-20 38-8C34-18 22-20 14-12C2 0 16 20 50 22V38Z"
_SKULL = "M-26-14C-44-18-54-32-48-48C-42-36-34-32-20-32H20C34-32 42-36 48-48C54-32 44-18 26-14L18 30L8 48H-8L-18 30Z"
_SOCKETS = "M-20-12L-4-4-10 8ZM20-12L4-4 10 8ZM-5 24L-3 36M5 24L3 36"
_BOLT = "M12-50L-30 8H-4L-16 50L32-14H6L26-50Z"

DISASTERS = {
    disaster.name: disaster
    for disaster in (
        Disaster("War", "#3b0a12", "#ff9a6b", _SWORDS, pen=10),
        Disaster("Flood", "#06313f", "#8fe3ea", _CREST),
        Disaster("Famine", "#4a2a0d", "#f5cd6a", _SKULL, holes=_SOCKETS),
        Disaster("Storm", "#1d1740", "#ffe26a", _BOLT),
    )
}


def scene(disaster: Disaster, skyline: str) -> str:
    """Draw the picture of a Disaster right of the spine, with the skyline of the deck."""
    return picture(disaster.name.lower(), skyline=skyline)


def sign(disaster: Disaster) -> str:
    """Draw the sign of a Disaster in -50..50."""
    if disaster.pen:
        return path(disaster.sign, "none", disaster.light, disaster.pen)
    return path(disaster.sign, disaster.light) + path(disaster.holes, disaster.spine, disaster.spine, 3)
