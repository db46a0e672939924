"""Regions that all pages of a table share: head, clock, seats, centre and panels."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import chain, repeat

from shindig.core.caches import cached
from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import game
from shindig.gamekit.table_scene import Panel, Pile, Plate, Scene
from shindig.messages import Message, SeatNames, Text, find_seats, has_message, name_seats, say
from shindig.server.schemas import (
    CutInfo,
    Origin,
    PublicTable,
    State,
    StaticInfo,
    TableInfo,
    ViewerInfo,
    cache_by_static_info,
)

from .card_texts import Decks, find_decks
from .region import NO_REGION, Region, RegionSource, make_seat_id
from .reveal_html import build_occasion_source, build_reveal_source
from .seat_html import PlateFacts, render_plate
from .sentence_html import CACHED
from .shared_region_set import SharedRegions
from .templating import encode_json_text, get_macro
from .viewer_regions import (
    build_waiting_region,
    describe_awaited,
    find_open_seats,
    get_hand_word,
    has_hand_or_match_ended,
)

HeadFacts = tuple[str, str, bool, int, bool, Origin | None, str, Text]


def find_shared_regions(
    public: PublicTable, language: str, seen: bool, onlooking: bool, shown: SharedRegions
) -> SharedRegions:
    """Build the shared regions of a moment, reusing unchanged regions of a page.

    They are built once for all pages in a language. A new page starts with the regions of the others.
    """
    key = find_shared_regions, language, seen, onlooking
    if key not in public.made:
        known = shown if shown.parts else public.made.get((find_shared_regions, language, seen, not onlooking), shown)
        public.made[key] = _build_shared_regions(public, language, seen, onlooking, known)
    board: SharedRegions = public.made[key]
    return board


def _build_shared_regions(
    public: PublicTable, language: str, seen: bool, onlooking: bool, shown: SharedRegions
) -> SharedRegions:
    made, info = SharedRegions(), public.info
    made.language, names = language, name_seats(language, public.names)
    made.scene = scene = public.view.scene if seen and public.view else Scene(info.title, ())
    made.game, made.decks, made.seats, made.advised = info.game, find_decks(info.game, scene), info.seats, info.advised
    played = find_player_names(public, names) if has_hand_or_match_ended(info, scene) else names
    of = build_region_sources(public, scene, made.decks, onlooking, names, played)
    both = zip(of, shown.parts or repeat(NO_REGION, len(of)), strict=True)
    made.parts = [was if was.of == one else Region(one) for one, was in both]
    made.waits, made.follows = (
        build_waiting_region(describe_awaited(info, scene), names),
        has_hand_or_match_ended(info, scene),
    )
    return made


def find_player_names(public: PublicTable, names: SeatNames) -> SeatNames:
    """Return the names of the players of the hand that has ended. Nobody is "you" if others have their seats."""
    if public.players == names.names:
        return names
    return name_seats(names.language, public.players, ONLOOKER)


def build_region_sources(
    public: PublicTable, scene: Scene, decks: Decks, onlooking: bool, names: SeatNames, played: SeatNames
) -> Sequence[RegionSource]:
    """Return the sources of all shared regions. `played` names the players of a hand that has ended."""
    info = public.info
    headed, facts = build_lasting_facts(public.furniture, info.state, onlooking)
    progress = find_progress(info, scene)
    return (
        (
            "r-head",
            render_head,
            find_title(info, scene),
            progress,
            scene.may_end_sooner,
            find_way(scene),
            headed,
            names,
        ),
        ("r-clock", render_clock, find_clock_seat(info), names),
        ("r-cut", render_cut, info.cut, info.last_cut, info.match, info.state, info.day, names.language),
        build_centre_source(info, scene, scene.centre, played),
        build_reveal_source(scene, info.seats, played),
        build_occasion_source(public, scene, played),
        build_panels_source(scene.panels, played, info.game, decks),
        *build_plate_sources(public, scene, facts, names),
    )


def build_plate_sources(
    public: PublicTable, scene: Scene, facts: Sequence[PlateFacts], names: SeatNames
) -> list[RegionSource]:
    """Return the sources of all seats; with revealed hands, everything they held."""
    infos = public.info.seats
    lies: Sequence[Plate | None] = scene.seats or [None] * len(infos)
    if public.open and scene.seats:
        lies = [view.scene.seats[seat] for seat, view in enumerate(public.open)]
    each = zip(lies, infos, facts, strict=True)
    return [(make_seat_id(one.seat), render_plate, *of, names) for one, of in zip(infos, each, strict=True)]


@cache_by_static_info
def build_lasting_facts(furniture: StaticInfo, state: State, onlooking: bool) -> tuple[HeadFacts, Sequence[PlateFacts]]:
    """Return the content of head and plates beside the scene."""
    return build_head_facts(furniture), build_plate_facts(furniture, state, onlooking)


# Head


def build_head_facts(furniture: StaticInfo) -> HeadFacts:
    info = furniture.build_info("playing", ViewerInfo())
    preparing = any(seat.preparing for seat in info.seats)
    helped, length = describe_help(info), describe_length(info)
    return (info.game, game(info.game).name, info.paused, info.watchers, preparing, info.origin, helped, length)


def describe_length(info: TableInfo) -> Text:
    """Describe the length of a match before it begins, by an option whose message has the attribute `.length`."""
    for option in game(info.game).rules.options:
        if isinstance(option.text, Message) and has_message(f"{option.text.id}.length"):
            value = int(info.options.get(option.name, option.default))
            return say(f"{option.text.id}.length", value=value, total=value * len(info.seats))
    return ""


def describe_help(info: TableInfo) -> str:
    """Return the unusual setting of help at a table: rated, day or advice."""
    if info.day:
        return "day"
    people = sum(seat.kind == "person" for seat in info.seats)
    if info.settings.rated:
        return "rated"
    return "advice" if info.advised and people > 1 else ""


def find_title(info: TableInfo, scene: Scene) -> Text:
    """Return the title; beside the result of a hand, the title of that hand."""
    return scene.past_title if scene.past_title and shows_result(info, scene) else scene.title


def find_progress(info: TableInfo, scene: Scene) -> tuple[int, int]:
    """Return the number of the hand and of all hands; beside the result of a hand, the number of that hand."""
    return scene.past_progress if scene.past_progress[0] and shows_result(info, scene) else scene.progress


def shows_result(info: TableInfo, scene: Scene) -> bool:
    """Return True while the result of a hand is on the table, also while something is asked before the next one."""
    return bool(scene.result) or has_hand_or_match_ended(info, scene)


def find_way(scene: Scene) -> bool | None:
    """Return True if play goes clockwise; None without a match."""
    return scene.clockwise if scene.seats else None


@cached(CACHED)
def render_head(
    step: Text, progress: tuple[int, int], sooner: bool, clockwise: bool | None, facts: HeadFacts, names: SeatNames
) -> str:
    """Render the title, the hands of the match, and the direction of play during a match."""
    return get_macro("table/head.html", language=names.language)(step, progress, sooner, clockwise, *facts, names)


ALL_SEATS = -1
"""Stands for all seats at once."""


def find_clock_seat(info: TableInfo) -> int | None:
    """Return the seat whose clock runs, or ALL_SEATS; None without a clock."""
    if info.together is not None and info.together.until < math.inf:
        return ALL_SEATS
    return None if info.clock is None or info.clock.until == math.inf else info.clock.seat


@cached(CACHED)
def render_clock(seat: int | None, names: SeatNames) -> str:
    """Render whose clock runs. The page's script gets the seconds with the update."""
    return get_macro("table/small.html", "clock", names.language)(seat, seat == ALL_SEATS, names)


def render_cut(
    coming: CutInfo | None,
    last: Mapping[str, object] | None,
    match: int,
    state: State,
    day: str,
    language: str,
) -> str:
    """Render the next cut. For the page's notes, add the last one and the state of the match."""
    told = encode_json_text({"cut": coming, "last_cut": last, "match": match, "state": state})
    return get_macro("table/cut.html", language=language)(coming, coming.stage if coming else "", told, day)


# Seats


def build_plate_facts(furniture: StaticInfo, state: State, onlooking: bool) -> tuple[PlateFacts, ...]:
    """Return the content of the plates beside the scene, by seat."""
    info = furniture.build_info(state, ViewerInfo())
    free, hand = find_open_seats(info) if onlooking else (), get_hand_word(info.game)
    return tuple(PlateFacts(info.id, seat.seat in free, info.settings.unit, hand) for seat in info.seats)


# Centre


def build_centre_source(info: TableInfo, scene: Scene, piles: tuple[Pile, ...], names: SeatNames) -> RegionSource:
    """Return the source of the centre of the table."""
    result = "" if has_hand_or_match_ended(info, scene) else scene.result
    return "r-centre", render_centre, piles, scene.pots, result, names, describe_empty_cloth(info, scene)


def describe_empty_cloth(info: TableInfo, scene: Scene) -> Text:
    """Return the text on the empty cloth."""
    if info.state == "waiting":
        return say("cloth-waiting")
    if info.state == "closed":
        return say("cloth-closed")
    if not scene.seats and not info.settings.watch:
        return say("cloth-hidden")
    return ""


@cached(CACHED)
def render_centre(
    piles: tuple[Pile, ...], pots: tuple[tuple[Text, int], ...], result: Text, names: SeatNames, waiting: Text
) -> str:
    shown = [pile for pile in piles if pile.cards or pile.size or pile.shape == "stack"]
    owned = [pile for pile in shown if pile.seat is not None]
    free = [pile for pile in shown if pile.seat is None]
    return get_macro("table/centre.html", language=names.language)(free, owned, pots, result, names, waiting)


# Beside the cloth


def build_panels_source(shown: tuple[Panel, ...], names: SeatNames, game_id: str, decks: Decks) -> RegionSource:
    """Return the source of the panels beside the table."""
    return "r-panels", render_panels, shown, names, game_id, decks


def render_panels(shown: tuple[Panel, ...], names: SeatNames, game_id: str, decks: Decks) -> str:
    return _render_panels(shown, names if _name_seats_in_panels(shown) else name_seats(names.language), game_id, decks)


@cached(CACHED)
def _name_seats_in_panels(shown: tuple[Panel, ...]) -> bool:
    """Return True if a text of the panels names a seat."""
    rows = [row for panel in shown for row in ((panel.name,), panel.head, *panel.rows)]
    return any(map(find_seats, chain.from_iterable(rows)))


@cached(CACHED)
def _render_panels(shown: tuple[Panel, ...], names: SeatNames, game_id: str, decks: Decks) -> str:
    return get_macro("table/panels.html", language=names.language)(shown, names, game_id, decks)
