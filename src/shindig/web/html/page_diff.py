"""Page state and diff: the regions that a page shows, and those that differ after an update. Shared regions are
rendered once for all pages.

Packages for patches of pages, such as idiomorph, compare two pages in the browser. Then each page would be rendered and
sent whole for each viewer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from shindig.bots import levels
from shindig.core.caches import cached
from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import game
from shindig.gamekit.table_scene import Plate, Scene
from shindig.gamekit.table_scene import SeatScene as SceneOwn
from shindig.match import View
from shindig.messages import SeatNames, Text, name_seats, say
from shindig.server.schemas import (
    MOMENTS,
    LogEntry,
    SeatInfo,
    State,
    StaticInfo,
    TableInfo,
    TableUpdate,
    ViewerInfo,
    cache_by_static_info,
)

from ..reader_language import get_language
from .card_texts import Decks, find_decks, find_own_decks, name_cards
from .prompt_html import find_touchable_places
from .region import NO_REGION, REGIONS_ABOVE_SEATS, Region, find_position, make_seat_id
from .sentence_html import CACHED
from .shared_region_set import SharedRegions
from .shared_regions import build_centre_source, build_panels_source, find_shared_regions
from .side_panels import build_side_regions, render_late_show
from .templating import get_macro
from .viewer_regions import (
    NO_OWN,
    build_accord_source,
    build_next_region,
    build_own_sources,
    build_prompt_region,
    build_start_sources,
    find_player,
    get_hand_word,
)

GAME_ENTRY_KINDS = ("act", "order", "start")
"""Kinds of log entries that a game writes."""


class PageState:
    """State of a page, empty at first: the shared regions, and the viewer's own beside or instead of them."""

    def __init__(self, language: str = "") -> None:
        """Begin a page in a language, by default the reader's."""
        self.language = language or get_language()
        self.board = SharedRegions()
        self.own: dict[str, Region] = {}
        self.decks: Decks = ()
        """Decks by which the viewer's texts are read."""
        self._lasting: tuple[Any, ...] = ()
        """Sources of the tools and side panels,"""
        self._held: tuple[Any, ...] = ()
        """and of the viewer's seat, hand and holding."""
        self._you, self._names = ONLOOKER, name_seats(self.language)
        self._instead: tuple[Any, ...] = ()
        """Source that decides which shared regions are replaced."""

    def apply_update(self, news: TableUpdate) -> Sequence[Region]:
        """Return the regions that differ after an update, from the top of the page down."""
        public, told, view, shown = news.public, news.own, news.view, self.board
        onlooking = told.you == ONLOOKER
        self.board = board = find_shared_regions(public, self.language, view is not None, onlooking, shown)
        scene, own = (board.scene, NO_OWN) if view is None else (view.public.scene, view.own)
        plate = scene.seats[told.you] if told.you >= 0 and scene.seats else None
        instead = told.you, scene is board.scene, own.centre is None, own.panels is None
        if instead != self._instead:
            self._instead = instead
            return self._redraw_all(shown, news, scene, own, plate)
        mine = self._keep_changed(self._build_viewer_regions(news, scene, own, plate))
        found = [*[part for part in board.find_changes(shown) if part.of[0] not in self.own], *mine]
        return sorted(found, key=find_position) if mine and mine[0].of[0] in REGIONS_ABOVE_SEATS else found

    def _redraw_all(
        self, shown: SharedRegions, news: TableUpdate, scene: Scene, own: SceneOwn, plate: Plate | None
    ) -> list[Region]:
        """Return these if the set of the viewer's own regions changes. No page shows the viewer's own plate."""
        was = {part.of[0]: part for part in shown.parts} | self.own
        self.own = {} if news.own.you == ONLOOKER else {make_seat_id(news.own.you): NO_REGION}
        self._lasting = self._held = ()
        self._keep_changed(self._build_viewer_regions(news, scene, own, plate))
        now = {part.of[0]: part for part in self.board.parts} | self.own
        both = [(part, was.get(name, NO_REGION)) for name, part in now.items()]
        return sorted(
            [part for part, old in both if part.of != old.of and part.html not in ("", old.html)], key=find_position
        )

    def _keep_changed(self, parts: Iterable[Region]) -> list[Region]:
        """Store the viewer's own regions, and return those that differ."""
        own, found = self.own, []
        for part in parts:
            was = own.get(part.of[0], NO_REGION)
            if part.of != was.of:
                own[part.of[0]] = part
                if part.html != was.html:
                    found.append(part)
        return found

    def _find_names(self, names: tuple[str, ...], you: int) -> SeatNames:
        """Return the names of the seats for the viewer, made again only if they change."""
        if names is not self._names.names or you != self._you:
            self._you, self._names = you, name_seats(self.language, names, None if you == ONLOOKER else you)
        return self._names

    def _build_viewer_regions(
        self, news: TableUpdate, scene: Scene, own: SceneOwn, plate: Plate | None
    ) -> list[Region]:
        """Build the viewer's own regions that may have changed, the centre first."""
        public, told, board = news.public, news.own, self.board
        names = self._find_names(public.names, told.you)
        info = board.seats[told.you] if told.you != ONLOOKER else None
        prompt = own.prompt if told.token and info and not info.held else None
        touch = find_touchable_places(prompt) if prompt else None
        lasting = public.furniture, public.moving.state, told.you, told.host, told.eased, told.alone, board.follows
        late = public.info.id if info and not info.newcomer and may_show_late(news.view) else ""
        asked = bool(prompt and scene.reveal) and not board.follows
        early = bool(prompt and scene.sides) and not board.follows
        seen = plate, own.piles, own.badges, own.holding, own.panels, own.centre, own.verdict
        held = *seen, touch, board.decks, late, asked, early
        anew, moved = self._note_changes(lasting, held)
        ask = build_prompt_region(news, board, scene, info, prompt, names)
        if not moved:
            return [*self._build_middle_regions(news, scene, own, moved), ask]
        self.decks = find_own_decks(board.game, board.decks, own)
        played = find_player_names(news, names) if board.follows else names
        mine, hand, have = map(Region, build_own_sources(plate, own, info, touch, names, asked))
        side: Sequence[Region] = (
            mine,
            hand,
            ask,
            build_next_region(news, board, own, names, played, early),
            have,
            Region(("r-show", render_late_show, late, self.language)),
        )
        if anew:
            lasts = build_lasting_regions(*lasting[:5], names)
            side = *lasts, *side, *build_side_regions(news, self.decks, played)
        return [*self._build_middle_regions(news, scene, own, moved), *side]

    def _note_changes(self, lasting: tuple[Any, ...], held: tuple[Any, ...]) -> tuple[bool, bool]:
        """Return whether the lasting sources have changed, and whether any have."""
        anew = lasting != self._lasting or self.board.follows
        moved = anew or held != self._held
        self._lasting, self._held = lasting, held
        return anew, moved

    def _build_middle_regions(self, news: TableUpdate, scene: Scene, own: SceneOwn, moved: bool) -> Iterator[Region]:
        """Yield the centre and panels if the viewer sees others than everybody does."""
        apart, board, names = scene is not self.board.scene, self.board, self._names
        if own.centre is not None or apart:
            yield Region(
                build_centre_source(news.public.info, scene, scene.centre if own.centre is None else own.centre, names)
            )
        if apart or (own.panels is not None and moved):
            yield Region(
                build_panels_source(scene.panels if own.panels is None else own.panels, names, board.game, self.decks)
            )


def find_player_names(news: TableUpdate, names: SeatNames) -> SeatNames:
    """Return the names of the players of the hand that has ended. "You" is only a viewer who played it."""
    you = find_player(news.info)
    return name_seats(names.language, news.public.players, None if you == news.info.you == ONLOOKER else you)


def may_show_late(view: View | None) -> bool:
    """Return True if a hand of the viewer may still be shown out of turn."""
    late = view.game.rules.late_show if view is not None else None
    return view is not None and late is not None and view.seat >= 0 and bool(late.allowed(view.record, view.seat))


def render_regions(news: TableUpdate, language: str = "") -> dict[str, str]:
    """Return every region of a table's page by its id."""
    return {part.of[0]: str(part.html) for part in PageState(language).apply_update(news)}


@cache_by_static_info
def build_lasting_regions(
    furniture: StaticInfo, state: State, you: int, host: bool, eased: bool, names: SeatNames
) -> Sequence[Region]:
    """Build the regions that no move changes: tools, what may be begun or taken, and automatic play."""
    info = furniture.build_info(state, ViewerInfo(you, host, eased=eased))
    talks = info.talk and sum(seat.kind == "person" for seat in info.seats) > 1
    seated = you != ONLOOKER, host, state, info.paused, info.advised
    known = info.day, info.settings.rated, talks, get_hand_word(info.game)
    several = sum(seat.kind == "person" for seat in info.seats) > 1
    may = several and state == "playing" and not info.day and info.origin is None
    more = info.removed, find_proposals(info) if may else ()
    facts = ToolFacts(info.id, info.seats, *seated, levels(game(info.game)), *known, *more)
    accord = *build_accord_source(info), names
    return [
        Region(of)
        for of in (("r-tools", render_tools, facts, names), *build_start_sources(info, names.language), accord)
    ]


def find_time_left(news: TableUpdate) -> tuple[float, float] | None:
    """Return the seconds left for the decision, and with the time bank; None if no clock runs."""
    if news.together is not None:
        left = news.together.left, news.together.left
    else:
        left = (news.clock.left, news.clock.until) if news.clock else (math.inf, math.inf)
    return left if left[1] < math.inf else None


def find_waits(news: TableUpdate) -> dict[str, float | None]:
    """Return for how long the turn has run, and the seconds left of a pause or until a bot steps in."""
    until = news.pause or news.stand_in
    return {"waited": news.times.waited, "until": until.left if until else None}


def find_timed_seat(news: TableUpdate) -> int | None:
    """Return the seat to mark, whose clock runs; the viewer's if all are asked and it may answer."""
    own, moving = news.own, news.public.moving
    if moving.together is not None:
        return own.you if own.token else None
    return moving.clock.seat if moving.clock else None


class ToolFacts(NamedTuple):
    """People at the table, and what the viewer may do."""

    table: str
    seats: tuple[SeatInfo, ...]
    seated: bool
    host: bool
    state: str
    paused: bool
    advised: bool
    levels: tuple[str, ...]
    day: str
    rated: bool
    talks: bool
    hand: Text
    """The game's word for a hand."""
    removed: tuple[str, ...] = ()
    """Names of the people who were removed."""
    proposals: tuple[tuple[str, Text], ...] = ()
    """Proposals that the viewer may make, with their buttons."""


def find_proposals(info: TableInfo) -> tuple[tuple[str, Text], ...]:
    """Return the proposals that a seated viewer may make to the others."""
    if info.you == ONLOOKER:
        return ()
    unhurried = () if not info.settings.seconds else (("time", say("tools-more-time")),)
    call_off = say("tools-call-off", hand=get_hand_word(info.game))
    friendly = (("undo", say("tools-undo")), ("call_off", call_off), ("end", say("tools-end")))
    return unhurried + (() if info.settings.rated else (*friendly, ("close", say("tools-close"))))


def render_tools(facts: ToolFacts, names: SeatNames) -> str:
    return get_macro("table/tools.html", language=names.language)(facts, names)


# The log


LogItems = tuple[tuple[int, str], ...]
"""Log entries as (sequence number, HTML)."""


def render_log(news: TableUpdate, language: str = "") -> LogItems:
    """Render the log entries, by default in the reader's language."""
    game_id, view = news.public.furniture.fields["game"], news.view
    return render_log_entries(news, find_decks(game_id, view.scene) if view else (), language or get_language())


def render_log_entries(news: TableUpdate, decks: Decks, language: str) -> LogItems:
    """Render log entries with the texts read by these decks."""
    game_id = news.public.furniture.fields["game"]
    apart = [one for one in news.updates if not is_told_alike(one, news)]
    if not apart:
        return _render_log_entries(news.updates, game_id, decks, language)
    return tuple(
        (one.seq, _render_entry(one, game_id, decks, language, ONLOOKER if one in apart else None))
        for one in news.updates
        if one.lines
    )


def is_told_alike(one: LogEntry, news: TableUpdate) -> bool:
    """Return False for an entry from before the viewer took the seat: its "you" was somebody else."""
    you, names = news.own.you, news.public.names
    return one.names is names or you == ONLOOKER or you >= len(one.names) or one.names[you] == names[you]


@cached(MOMENTS)
def _render_log_entries(updates: tuple[LogEntry, ...], game_id: str, decks: Decks, language: str) -> LogItems:
    return tuple((one.seq, _render_entry(one, game_id, decks, language, None)) for one in updates if one.lines)


def _render_entry(one: LogEntry, game_id: str, decks: Decks, language: str, you: int | None) -> str:
    names = name_seats(language, one.names, you)
    return render_log_entry(one, game_id if one.kind in GAME_ENTRY_KINDS else "", decks, names)


@cached(CACHED)
def render_log_entry(one: LogEntry, game_id: str, decks: Decks, names: SeatNames) -> str:
    """Render a log entry. In a game's plain texts, cards have their names."""
    texts = [(line.weight, name_cards(line.text, game_id, decks) if game_id else line.text) for line in one.lines]
    return get_macro("table/small.html", "log_entry", names.language)(one, texts, names)
