"""The regions of a page: what each is drawn of, and which of them do not look as before."""

from __future__ import annotations

from typing import Any

from orjson import dumps

RegionSource = tuple[Any, ...]
"""A region by its id, what draws it, and all that it is drawn of."""


class Region:
    """A region: drawn when it is first wanted, and written as JSON when it is first told, once for all pages."""

    __slots__ = ("html", "of", "piece")
    html: str
    piece: bytes
    """A field of what pages are told."""

    def __init__(self, of: RegionSource) -> None:
        self.of = of

    def __getattr__(self, name: str) -> Any:
        """What is not there yet."""
        if name == "html":
            _, draw, *of = self.of
            self.html = html = draw(*of)
            return html
        if name != "piece":
            raise AttributeError(name)
        self.piece = piece = b'"%b":%b' % (self.of[0].encode(), dumps(self.html))
        return piece


NO_REGION = Region(("", str))
"""Looks like no region."""
REGIONS_ABOVE_SEATS = ("r-head", "r-clock", "r-cut", "r-centre", "r-panels")
REGIONS_BELOW_SEATS = ("r-tools", "r-start", "r-ease", "r-mine", "r-hand", "r-ask", "r-next", "r-have", "r-show")
LAST_REGIONS = ("r-go", "r-undo", "r-tempo", "r-ending")
"""Regions as they stand on a page, from the top down; the seats are between what is above and what is below."""
REGION_POSITIONS = {name: place for place, name in enumerate(REGIONS_ABOVE_SEATS)} | {
    name: 1000 + place for place, name in enumerate((*REGIONS_BELOW_SEATS, *LAST_REGIONS))
}


def make_seat_id(seat: int) -> str:
    return f"seat-{seat}"


def find_position(part: Region) -> int:
    """Where a region comes in what a page is told: seats in the order of their numbers, between the others."""
    name: str = part.of[0]
    return (
        REGION_POSITIONS[name]
        if name in REGION_POSITIONS
        else len(REGIONS_ABOVE_SEATS) + int(name.removeprefix("seat-"))
    )
