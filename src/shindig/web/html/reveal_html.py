"""HTML of the showdown, and of the occasions that a page celebrates, over the cloth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from shindig.gamekit.table_scene import Occasion, Pile, Plate, Revealed, Scene
from shindig.server.schemas import PublicTable, SeatInfo

from .region import RegionSource
from .templating import CACHED, escape_text, fill_names, get_macro

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
    told = [(one, PLACES[one.place], list(zip(one.hand.cards, one.notes or ("",) * 8, strict=False))) for one in shown]
    return get_macro("table/reveal.html")(told, idle, centre, chips, faces, names)


# Occasions


def build_occasion_source(public: PublicTable, scene: Scene, names: tuple[str, ...]) -> RegionSource:
    """Return the source of the occasions: those of the game, and the end of the match."""
    found = scene.occasions
    if public.info.state == "over" and public.view is not None and scene.seats:
        who = public.view.game.words.outcome(public.view.plain).who
        found = (*found, Occasion("end", f"{who} won the match"))
    return "r-occasion", render_occasions, found, names


@lru_cache(CACHED)
def render_occasions(found: tuple[Occasion, ...], names: tuple[str, ...]) -> str:
    """Render the occasions as a list that the page's script celebrates. The log tells them to everybody else."""
    items = "".join(f'<li data-kind="{escape_text(one.kind)}">{fill_names(one.text, names)}</li>' for one in found)
    return f'<div id="r-occasion" hidden><ul>{items}</ul></div>'
