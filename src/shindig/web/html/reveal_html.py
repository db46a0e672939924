"""HTML of the showdown: the hands that everybody sees, one after another, over the cloth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from shindig.gamekit.table_scene import Pile, Plate, Revealed, Scene
from shindig.server.schemas import SeatInfo

from .region import RegionSource
from .templating import CACHED, get_macro

NO_REVEAL = "r-reveal", str, '<div id="r-reveal"></div>'
PLACES = ("", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


def build_reveal_source(scene: Scene, infos: Sequence[SeatInfo], names: tuple[str, ...]) -> RegionSource:
    """Return the source of the showdown; of an empty region while no hand is shown."""
    if not scene.reveal:
        return NO_REVEAL
    shown = {one.seat for one in scene.reveal}
    idle = tuple((seat.seat, describe_absence(seat)) for seat in scene.seats if seat.seat not in shown)
    chips = tuple(seat.chips for seat in scene.seats)
    faces = tuple(info.face for info in infos)
    return "r-reveal", render_reveal, scene.reveal, idle, scene.centre[:1], chips, faces, names


def describe_absence(seat: Plate) -> str:
    """Return why a seat shows no hand."""
    return seat.said or {"folded": "folded", "out": "out"}.get(seat.state, "")


@lru_cache(CACHED)
def render_reveal(
    shown: tuple[Revealed, ...],
    idle: tuple[tuple[int, str], ...],
    centre: tuple[Pile, ...],
    chips: tuple[int | None, ...],
    faces: tuple[str, ...],
    names: tuple[str, ...],
) -> str:
    """Render the hands in the order of the rules, and a strip of the seats that show none."""
    best = sum(one.gain > 0 for one in shown)
    told = [(one, PLACES[one.place], list(zip(one.hand.cards, one.notes or ("",) * 8, strict=False))) for one in shown]
    return get_macro("table/reveal.html")(told, idle, centre, chips, faces, best, names)
