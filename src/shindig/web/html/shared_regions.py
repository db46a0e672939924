"""What looks the same on all pages of a table, as regions of HTML: its head, its clock, its seats, what lies there."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, repeat

from shindig.gamekit import game
from shindig.gamekit.table_scene import Panel, Pile, Plate, Scene
from shindig.server.schemas import (
    CutInfo,
    Origin,
    PublicTable,
    SeatInfo,
    State,
    StaticInfo,
    TableInfo,
    ViewerInfo,
    cache_by_static_info,
)

from .region import NO_REGION, Region, RegionSource, make_seat_id
from .seat_html import PlateFacts, render_plate
from .templating import CACHED, Decks, encode_json_text, escape_text, find_decks, get_macro, keep_used_names
from .viewer_regions import (
    build_waiting_region,
    describe_awaited,
    find_open_seats,
    get_hand_word,
    has_hand_or_match_ended,
)

HeadFacts = tuple[str, str, bool, int, bool, Origin | None, str]


class SharedRegions:
    """What looks the same on all pages where the match is seen, or on all where it is not."""

    game = ""
    """Its id."""
    scene = Scene("", ())
    decks: Decks = ()
    seats: tuple[SeatInfo, ...] = ()
    parts: Sequence[Region] = ()
    """The head, the clock, the cut, the centre and the panels, and all seats, the viewer's own too."""
    advised = False
    """Whether people who play here may ask for advice."""
    waits: Region
    """What most are told who are asked nothing."""
    follows = False
    """Whether a hand or a match is over, and its result stands with what may follow."""
    _shown: SharedRegions | None = None
    _changed: Sequence[Region] = ()

    def find_changes(self, shown: SharedRegions) -> Sequence[Region]:
        """What does not look as on another one: found once for all pages that show the same."""
        if shown is self:
            return ()
        if shown is not self._shown:
            self._shown, shown._shown = shown, None
            others = [pair for pair in zip(self.parts, shown.parts, strict=True) if pair[0] is not pair[1]]
            self._changed = [part for part, was in others if part.of != was.of and part.html != was.html]
        return self._changed


def find_shared_regions(public: PublicTable, seen: bool, onlooking: bool, shown: SharedRegions) -> SharedRegions:
    """That of a moment, with parts of one that a page shows where the same is drawn. It is made once for all pages.

    A page that shows none yet begins with parts of that which others see at the moment.
    """
    key = find_shared_regions, seen, onlooking
    if key not in public.made:
        known = shown if shown.parts else public.made.get((find_shared_regions, seen, not onlooking), shown)
        public.made[key] = _build_shared_regions(public, seen, onlooking, known)
    board: SharedRegions = public.made[key]
    return board


def _build_shared_regions(public: PublicTable, seen: bool, onlooking: bool, shown: SharedRegions) -> SharedRegions:
    made, info = SharedRegions(), public.info
    made.scene = scene = public.view.scene if seen and public.view else Scene(info.title, ())
    made.game, made.decks, made.seats, made.advised = info.game, find_decks(info.game, scene), info.seats, info.advised
    of = build_region_sources(public, scene, made.decks, onlooking)
    both = zip(of, shown.parts or repeat(NO_REGION, len(of)), strict=True)
    made.parts = [was if was.of == one else Region(one) for one, was in both]
    made.waits, made.follows = (
        build_waiting_region(describe_awaited(info, scene), public.names),
        has_hand_or_match_ended(info, scene),
    )
    return made


def build_region_sources(public: PublicTable, scene: Scene, decks: Decks, onlooking: bool) -> Sequence[RegionSource]:
    """What all parts are drawn of."""
    info, names = public.info, public.names
    headed, facts = build_lasting_facts(public.furniture, info.state, onlooking)
    return (
        ("r-head", render_head, scene.title, scene.clockwise if scene.seats else None, headed, names),
        ("r-clock", render_clock, find_clock_seat(info), names),
        ("r-cut", render_cut, info.cut, info.last_cut, info.day),
        build_centre_source(info, scene, scene.centre, names),
        build_panels_source(scene.panels, names, info.game, decks),
        *build_plate_sources(public, scene, facts),
    )


def build_plate_sources(public: PublicTable, scene: Scene, facts: Sequence[PlateFacts]) -> list[RegionSource]:
    """All seats with what lies there; where hands are open to all, with all that they held."""
    names, infos = public.names, public.info.seats
    lies: Sequence[Plate | None] = scene.seats or [None] * len(infos)
    if public.open and scene.seats:
        lies = [view.scene.seats[seat] for seat, view in enumerate(public.open)]
    each = zip(lies, infos, facts, strict=True)
    return [(make_seat_id(one.seat), render_plate, *of, names) for one, of in zip(infos, each, strict=True)]


@cache_by_static_info
def build_lasting_facts(furniture: StaticInfo, state: State, onlooking: bool) -> tuple[HeadFacts, Sequence[PlateFacts]]:
    """What head and plates show beside the scene."""
    return build_head_facts(furniture), build_plate_facts(furniture, state, onlooking)


# Head


def build_head_facts(furniture: StaticInfo) -> HeadFacts:
    info = furniture.build_info("playing", ViewerInfo())
    preparing = any(seat.preparing for seat in info.seats)
    return (info.game, game(info.game).name, info.paused, info.watchers, preparing, info.origin, describe_help(info))


def describe_help(info: TableInfo) -> str:
    """What is said of a table where help is not as usual."""
    if info.day:
        return "deal of the day"
    people = sum(seat.kind == "person" for seat in info.seats)
    if info.settings.rated:
        return "rated"
    return "with advice" if info.advised and people > 1 else ""


@lru_cache(CACHED)
def render_head(step: str, clockwise: bool | None, facts: HeadFacts, names: tuple[str, ...]) -> str:
    """The title, and which way play goes; None before a match."""
    return get_macro("table/head.html")(step, clockwise, *facts, names)


ALL_SEATS = -1
"""In the place of a seat: all are asked at once."""


def find_clock_seat(info: TableInfo) -> int | None:
    """The seat whose time runs, or ALL; None where none runs."""
    if info.together is not None and info.together.until < math.inf:
        return ALL_SEATS
    return None if info.clock is None or info.clock.until == math.inf else info.clock.seat


def render_clock(seat: int | None, names: Sequence[str]) -> str:
    """Whose time runs; how much is left of it, the page's script is told with the news."""
    if seat is None:
        return '<div id="r-clock" class="clock" hidden></div>'
    if seat == ALL_SEATS:
        return '<div id="r-clock" class="clock all"><b class="sr">All are asked at once.</b></div>'
    return (
        f'<div id="r-clock" class="clock" data-seat="{seat}"><b class="sr">{escape_text(names[seat])} is to '
        f"act.</b></div>"
    )


CUT_STAGES = {"sealing": "taking seals", "opening": "being opened", "cutting": "being cut"}


def render_cut(coming: CutInfo | None, last: Mapping[str, object] | None, day: str) -> str:
    """The cut that comes, and for the page's script to keep what it sees of it and of the last one."""
    told = encode_json_text({"cut": coming, "last_cut": last})
    return get_macro("table/cut.html")(coming, CUT_STAGES[coming.stage] if coming else "", told, day)


# Seats


def build_plate_facts(furniture: StaticInfo, state: State, onlooking: bool) -> tuple[PlateFacts, ...]:
    """What the plates show beside the scene, by seat."""
    info = furniture.build_info(state, ViewerInfo())
    free, hand = find_open_seats(info) if onlooking else (), get_hand_word(info.game)
    return tuple(PlateFacts(info.id, seat.seat in free, info.settings.unit, hand) for seat in info.seats)


# Centre


def build_centre_source(info: TableInfo, scene: Scene, piles: tuple[Pile, ...], names: tuple[str, ...]) -> RegionSource:
    """What lies in the middle of the table."""
    result = "" if has_hand_or_match_ended(info, scene) else scene.result
    return "r-centre", render_centre, piles, scene.pots, result, names, describe_empty_cloth(info, scene)


def describe_empty_cloth(info: TableInfo, scene: Scene) -> str:
    """What the cloth says while nothing lies on it."""
    if info.state == "waiting":
        return "The match has not begun."
    if info.state == "closed":
        return "This table is closed."
    if not scene.seats and not info.settings.watch:
        return "This table is not open to onlookers."
    return ""


@lru_cache(CACHED)
def render_centre(
    piles: tuple[Pile, ...], pots: tuple[tuple[str, int], ...], result: str, names: tuple[str, ...], waiting: str
) -> str:
    shown = [pile for pile in piles if pile.cards or pile.size or pile.shape == "stack"]
    owned = [pile for pile in shown if pile.seat is not None]
    free = [pile for pile in shown if pile.seat is None]
    return get_macro("table/centre.html")(free, owned, pots, result, names, waiting)


# Beside the cloth


def build_panels_source(shown: tuple[Panel, ...], names: tuple[str, ...], game_id: str, decks: Decks) -> RegionSource:
    """What stands beside the table."""
    return "r-panels", render_panels, shown, names, game_id, decks


def render_panels(shown: tuple[Panel, ...], names: tuple[str, ...], game_id: str, decks: Decks) -> str:
    rows = [row for panel in shown for row in (panel.head, *panel.rows)]
    return _render_panels(shown, keep_used_names(names, *chain.from_iterable(rows)), game_id, decks)


@lru_cache(CACHED)
def _render_panels(shown: tuple[Panel, ...], names: tuple[str, ...], game_id: str, decks: Decks) -> str:
    return get_macro("table/panels.html")(shown, names, game_id, decks)
