"""Regions of a page: each has a source, and counts as changed if its source differs."""

from __future__ import annotations

from typing import Any

from orjson import dumps

RegionSource = tuple[Any, ...]
"""A region's id, its renderer, and the renderer's arguments."""


class Region:
    """A region, rendered on first use and encoded as JSON once for all pages."""

    __slots__ = ("html", "of", "piece")
    html: str
    piece: bytes
    """The region as a field of the JSON for pages."""

    def __init__(self, of: RegionSource) -> None:
        self.of = of

    def __getattr__(self, name: str) -> Any:
        """Render or encode the region on first use."""
        if name == "html":
            _, draw, *of = self.of
            self.html = html = draw(*of)
            return html
        if name != "piece":
            raise AttributeError(name)
        self.piece = piece = b'"%b":%b' % (self.of[0].encode(), dumps(self.html))
        return piece


NO_REGION = Region(("", str))
"""A region that equals no other."""
REGIONS_ABOVE_SEATS = ("r-head", "r-clock", "r-cut", "r-centre", "r-reveal", "r-occasion", "r-panels")
REGIONS_BELOW_SEATS = (
    "r-tools",
    "r-start",
    "r-ease",
    "r-mine",
    "r-hand",
    "r-ask",
    "r-accord",
    "r-next",
    "r-have",
    "r-show",
)
LAST_REGIONS = ("r-go", "r-undo", "r-tempo", "r-ending")
"""Regions at the bottom of a page, in order; seats are between these and the upper ones."""
REGION_POSITIONS = {name: place for place, name in enumerate(REGIONS_ABOVE_SEATS)} | {
    name: 1000 + place for place, name in enumerate((*REGIONS_BELOW_SEATS, *LAST_REGIONS))
}


def make_seat_id(seat: int) -> str:
    return f"seat-{seat}"


def find_position(part: Region) -> int:
    """Return the position of a region in an update: seats by number, between the others."""
    name: str = part.of[0]
    return (
        REGION_POSITIONS[name]
        if name in REGION_POSITIONS
        else len(REGIONS_ABOVE_SEATS) + int(name.removeprefix("seat-"))
    )
