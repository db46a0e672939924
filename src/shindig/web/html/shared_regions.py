"""What looks the same on all pages of a table, as regions of HTML: its head, its clock, its seats, what lies there."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, repeat

from shindig.gamekit import game
from shindig.gamekit.table_scene import Panel, Pile, Plate, Scene
from shindig.server.schemas import CutInfo, Furniture, Origin, Own, Public, SeatInfo, State, TableInfo, lasting

from .region import NO_PART, Of, Part, seat_id
from .seat_html import PlateFacts, plate
from .templating import CACHED, Decks, as_json, decks_of, escaped, macro, whom
from .viewer_regions import awaited, follows, hand_in, open_seats, waits

HeadFacts = tuple[str, str, bool, int, bool, Origin | None, str]


class Board:
    """What looks the same on all pages where the match is seen, or on all where it is not."""

    game = ""
    """Its id."""
    scene = Scene("", ())
    decks: Decks = ()
    seats: tuple[SeatInfo, ...] = ()
    parts: Sequence[Part] = ()
    """The head, the clock, the cut, the centre and the panels, and all seats, the viewer's own too."""
    advised = False
    """Whether people who play here may ask for advice."""
    waits: Part
    """What most are told who are asked nothing."""
    follows = False
    """Whether a hand or a match is over, and its result stands with what may follow."""
    _shown: Board | None = None
    _changed: Sequence[Part] = ()

    def since(self, shown: Board) -> Sequence[Part]:
        """What does not look as on another one: found once for all pages that show the same."""
        if shown is self:
            return ()
        if shown is not self._shown:
            self._shown, shown._shown = shown, None
            others = [pair for pair in zip(self.parts, shown.parts, strict=True) if pair[0] is not pair[1]]
            self._changed = [part for part, was in others if part.of != was.of and part.html != was.html]
        return self._changed


def board_of(public: Public, seen: bool, onlooking: bool, shown: Board) -> Board:
    """That of a moment, with parts of one that a page shows where the same is drawn. It is made once for all pages.

    A page that shows none yet begins with parts of that which others see at the moment.
    """
    key = board_of, seen, onlooking
    if key not in public.made:
        known = shown if shown.parts else public.made.get((board_of, seen, not onlooking), shown)
        public.made[key] = _board(public, seen, onlooking, known)
    board: Board = public.made[key]
    return board


def _board(public: Public, seen: bool, onlooking: bool, shown: Board) -> Board:
    made, info = Board(), public.info
    made.scene = scene = public.view.scene if seen and public.view else Scene(info.title, ())
    made.game, made.decks, made.seats, made.advised = info.game, decks_of(info.game, scene), info.seats, info.advised
    of = drawn_of(public, scene, made.decks, onlooking)
    both = zip(of, shown.parts or repeat(NO_PART, len(of)), strict=True)
    made.parts = [was if was.of == one else Part(one) for one, was in both]
    made.waits, made.follows = waits(awaited(info, scene), public.names), follows(info, scene)
    return made


def drawn_of(public: Public, scene: Scene, decks: Decks, onlooking: bool) -> Sequence[Of]:
    """What all parts are drawn of."""
    info, names = public.info, public.names
    headed, facts = lasting_facts(public.furniture, info.state, onlooking)
    return (
        ("r-head", head, scene.title, scene.clockwise if scene.seats else None, headed, names),
        ("r-clock", clock, whose_time(info), names),
        ("r-cut", cut, info.cut, info.last_cut, info.day),
        centre_of(info, scene, scene.centre, names),
        panels_of(scene.panels, names, info.game, decks),
        *plates(public, scene, facts),
    )


def plates(public: Public, scene: Scene, facts: Sequence[PlateFacts]) -> list[Of]:
    """All seats with what lies there; where hands are open to all, with all that they held."""
    names, infos = public.names, public.info.seats
    lies: Sequence[Plate | None] = scene.seats or [None] * len(infos)
    if public.open and scene.seats:
        lies = [view.scene.seats[seat] for seat, view in enumerate(public.open)]
    each = zip(lies, infos, facts, strict=True)
    return [(seat_id(one.seat), plate, *of, names) for one, of in zip(infos, each, strict=True)]


@lasting
def lasting_facts(furniture: Furniture, state: State, onlooking: bool) -> tuple[HeadFacts, Sequence[PlateFacts]]:
    """What head and plates show beside the scene."""
    return head_facts(furniture), plate_facts(furniture, state, onlooking)


# Head


def head_facts(furniture: Furniture) -> HeadFacts:
    info = furniture.info("playing", Own())
    preparing = any(seat.preparing for seat in info.seats)
    return (info.game, game(info.game).name, info.paused, info.watchers, preparing, info.origin, helped(info))


def helped(info: TableInfo) -> str:
    """What is said of a table where help is not as usual."""
    if info.day:
        return "deal of the day"
    people = sum(seat.kind == "person" for seat in info.seats)
    if info.settings.rated:
        return "rated"
    return "with advice" if info.advised and people > 1 else ""


@lru_cache(CACHED)
def head(step: str, clockwise: bool | None, facts: HeadFacts, names: tuple[str, ...]) -> str:
    """The title, and which way play goes; None before a match."""
    return macro("table/head.html")(step, clockwise, *facts, names)


ALL = -1
"""In the place of a seat: all are asked at once."""


def whose_time(info: TableInfo) -> int | None:
    """The seat whose time runs, or ALL; None where none runs."""
    if info.together is not None and info.together.until < math.inf:
        return ALL
    return None if info.clock is None or info.clock.until == math.inf else info.clock.seat


def clock(seat: int | None, names: Sequence[str]) -> str:
    """Whose time runs; how much is left of it, the page's script is told with the news."""
    if seat is None:
        return '<div id="r-clock" class="clock" hidden></div>'
    if seat == ALL:
        return '<div id="r-clock" class="clock all"><b class="sr">All are asked at once.</b></div>'
    return (
        f'<div id="r-clock" class="clock" data-seat="{seat}"><b class="sr">{escaped(names[seat])} is to act.</b></div>'
    )


STAGES = {"sealing": "taking seals", "opening": "being opened", "cutting": "being cut"}


def cut(coming: CutInfo | None, last: Mapping[str, object] | None, day: str) -> str:
    """The cut that comes, and for the page's script to keep what it sees of it and of the last one."""
    told = as_json({"cut": coming, "last_cut": last})
    return macro("table/cut.html")(coming, STAGES[coming.stage] if coming else "", told, day)


# Seats


def plate_facts(furniture: Furniture, state: State, onlooking: bool) -> tuple[PlateFacts, ...]:
    """What the plates show beside the scene, by seat."""
    info = furniture.info(state, Own())
    free, hand = open_seats(info) if onlooking else (), hand_in(info.game)
    return tuple(PlateFacts(info.id, seat.seat in free, info.settings.unit, hand) for seat in info.seats)


# Centre


def centre_of(info: TableInfo, scene: Scene, piles: tuple[Pile, ...], names: tuple[str, ...]) -> Of:
    """What lies in the middle of the table."""
    result = "" if follows(info, scene) else scene.result
    return "r-centre", centre, piles, scene.pots, result, names, waiting_for(info, scene)


def waiting_for(info: TableInfo, scene: Scene) -> str:
    """What the cloth says while nothing lies on it."""
    if info.state == "waiting":
        return "The match has not begun."
    if info.state == "closed":
        return "This table is closed."
    if not scene.seats and not info.settings.watch:
        return "This table is not open to onlookers."
    return ""


@lru_cache(CACHED)
def centre(
    piles: tuple[Pile, ...], pots: tuple[tuple[str, int], ...], result: str, names: tuple[str, ...], waiting: str
) -> str:
    shown = [pile for pile in piles if pile.cards or pile.size or pile.shape == "stack"]
    owned = [pile for pile in shown if pile.seat is not None]
    free = [pile for pile in shown if pile.seat is None]
    return macro("table/centre.html")(free, owned, pots, result, names, waiting)


# Beside the cloth


def panels_of(shown: tuple[Panel, ...], names: tuple[str, ...], game_id: str, decks: Decks) -> Of:
    """What stands beside the table."""
    return "r-panels", panels, shown, names, game_id, decks


def panels(shown: tuple[Panel, ...], names: tuple[str, ...], game_id: str, decks: Decks) -> str:
    rows = [row for panel in shown for row in (panel.head, *panel.rows)]
    return _panels(shown, whom(names, *chain.from_iterable(rows)), game_id, decks)


@lru_cache(CACHED)
def _panels(shown: tuple[Panel, ...], names: tuple[str, ...], game_id: str, decks: Decks) -> str:
    return macro("table/panels.html")(shown, names, game_id, decks)
