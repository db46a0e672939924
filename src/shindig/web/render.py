"""A table as regions of HTML, each made from its own data only: drawn once for all who see it, and when it changes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from markupsafe import escape
from orjson import Fragment

from ..bots import levels
from ..games import game
from ..games.game import Line
from ..games.layout import ONLOOKER
from ..games.scene import Panel, Pile, Plate, Scene
from ..match import View
from ..room.told import (
    MOMENTS,
    CutInfo,
    Furniture,
    News,
    Origin,
    Own,
    Public,
    SeatInfo,
    State,
    TableInfo,
    Update,
    clock_of,
    lasting,
    together_of,
)
from .own import follows, hand_in, open_seats, own_side, starting_parts
from .part import Layer, OwnLayer, Part, Regions
from .seats import PlateFacts, plate
from .tells import telling
from .templating import CACHED, Decks, as_json, carded, decks_of, macro, named, whom

PLAYED = ("act", "order", "start")
"""Kinds of entries of the log that a game tells."""


class Look(NamedTuple):
    """What a page is to show, most of it not drawn yet: layers that many pages share, and what is its viewer's own."""

    top: Layer
    seats: Layer
    """With the viewer's own plate, which its page does not show."""
    standing: Layer
    own: OwnLayer
    telling: Layer

    def since(self, shown: Look) -> dict[str, str | Fragment]:
        """What does not look as it did, from the top of the page down."""
        own = self.own.since(shown.own)
        return {
            **self.top.since(shown.top),
            **{name: own[name] for name in MIDDLE if name in own},
            **self.seats.since(shown.seats),
            **self.standing.since(shown.standing),
            **own,
            **self.telling.since(shown.telling),
        }

    def without(self, name: str) -> Look:
        """The same but for a plate."""
        return self._replace(seats=self.seats.without(name))


MIDDLE = ("r-centre", "r-panels")


def blank() -> Look:
    """What a page shows at first."""
    return Look(Layer({}), Layer({}), Layer({}), OwnLayer({}), Layer({}))


def regions(news: News) -> dict[str, str]:
    """Every region of a table's page by its id."""
    return {name: str(html) for name, html in look(news).since(blank()).items() if name != plate_id(news.own.you)}


def look(news: News) -> Look:
    info, public, own = news.info, news.public, news.own
    board, scene = board_of(public, news.view is not None, own.you == ONLOOKER), scene_of(info, news.view)
    return Look(
        board.top,
        board.seats,
        standing(public.furniture, info.state, own.you, own.host, own.eased),
        OwnLayer({**middle_of(board, info, scene, public.names), **own_side(info, scene, public.names)}),
        telling(info, scene, public),
    )


class Board(NamedTuple):
    """What looks the same on all pages where the match is seen, or on all where it is not."""

    scene: Scene
    top: Layer
    middle: Regions
    seats: Layer


@lru_cache(MOMENTS)
def board_of(public: Public, seen: bool, onlooking: bool) -> Board:
    info, names, furniture = public.info, public.names, public.furniture
    scene, facts = scene_of(info, public.view if seen else None), plate_facts(furniture, info.state, onlooking)
    top = {
        "r-head": Part(head, scene.title, scene.clockwise if scene.seats else None, head_facts(furniture), names),
        "r-clock": Part(clock, whose_time(info), names),
        "r-cut": Part(cut, info.cut, info.last_cut, info.day),
    }
    seats = {
        plate_id(seat.seat): Part(plate, plate_of(public, scene, seat.seat), seat, facts[seat.seat], names)
        for seat in info.seats
    }
    middle = {"r-centre": laid(info, scene, names), "r-panels": beside(info, scene, names)}
    return Board(scene, Layer(top), middle, Layer(seats))


def middle_of(board: Board, info: TableInfo, scene: Scene, names: tuple[str, ...]) -> Regions:
    """What lies in the middle and stands beside it."""
    everybodys, middle = board.scene, board.middle
    return {
        "r-centre": middle["r-centre"] if scene.centre is everybodys.centre else laid(info, scene, names),
        "r-panels": middle["r-panels"] if scene.panels is everybodys.panels else beside(info, scene, names),
    }


def plate_id(seat: int) -> str:
    return f"seat-{seat}"


def plate_of(public: Public, scene: Scene, seat: int) -> Plate | None:
    """What lies at a seat; all that it held, where hands are open to all."""
    if not scene.seats:
        return None
    return public.open[seat].scene.seats[seat] if public.open else scene.seats[seat]


@lasting
def standing(furniture: Furniture, state: State, you: int, host: bool, eased: bool) -> Layer:
    """What hangs on no move: the tools of one's standing, what may be begun or taken, whether cards play themselves."""
    info = furniture.info(state, Own(you, host, eased=eased))
    talks = info.talk and sum(seat.kind == "person" for seat in info.seats) > 1
    seated = you != ONLOOKER, host, state, info.paused, info.advised
    known = info.day, info.settings.rated, talks, hand_in(info.game)
    facts = ToolFacts(info.id, info.seats, *seated, levels(game(info.game)), *known)
    return Layer({"r-tools": Part(tools, facts, furniture.names), **starting_parts(info)})


def scene_of(info: TableInfo, view: View | None) -> Scene:
    return view.scene if view is not None else Scene(info.title, ())


# Head


HeadFacts = tuple[str, str, bool, int, bool, Origin | None, str]


@lasting
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
        f'<div id="r-clock" class="clock" data-seat="{seat}"><b class="sr">{escape(names[seat])} is to act.</b></div>'
    )


def left_of(news: News) -> tuple[float, float] | None:
    """Seconds left for the decision, and with the time bank, for the page to count down; None where no time runs."""
    return _left_of(news.public, news.now)


@lru_cache(MOMENTS)
def _left_of(public: Public, now: float) -> tuple[float, float] | None:
    together, clock = together_of(public.moving, now), clock_of(public.moving, now)
    if together is not None:
        left = together.left, together.left
    else:
        left = (clock.left, clock.until) if clock else (math.inf, math.inf)
    return left if left[1] < math.inf else None


def turn_of(info: TableInfo) -> int | None:
    """The seat whose time runs, for the page to mark; the viewer's, where all are asked and it may answer."""
    if info.together is not None:
        return info.you if info.token else None
    return info.clock.seat if info.clock else None


# Seats


@lasting
def plate_facts(furniture: Furniture, state: State, onlooking: bool) -> tuple[PlateFacts, ...]:
    """What the plates show beside the scene, by seat."""
    info = furniture.info(state, Own())
    free, hand = open_seats(info) if onlooking else (), hand_in(info.game)
    return tuple(PlateFacts(info.id, seat.seat in free, info.settings.unit, hand) for seat in info.seats)


# Centre


def laid(info: TableInfo, scene: Scene, names: tuple[str, ...]) -> tuple[Any, ...]:
    """What lies in the middle of the table: what draws it, and of what."""
    result = "" if follows(info, scene) else scene.result
    return centre, scene.centre, scene.pots, result, names, waiting_for(info, scene)


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


def beside(info: TableInfo, scene: Scene, names: tuple[str, ...]) -> tuple[Any, ...]:
    """What stands beside the table: what draws it, and of what."""
    return (panels, scene.panels, names, info.game, decks_of(info.game, scene))


def panels(shown: tuple[Panel, ...], names: tuple[str, ...], game_id: str, decks: Decks) -> str:
    rows = [row for panel in shown for row in (panel.head, *panel.rows)]
    return _panels(shown, whom(names, *chain.from_iterable(rows)), game_id, decks)


@lru_cache(CACHED)
def _panels(shown: tuple[Panel, ...], names: tuple[str, ...], game_id: str, decks: Decks) -> str:
    return macro("table/panels.html")(shown, names, game_id, decks)


class ToolFacts(NamedTuple):
    """Who sits at the table, and what the viewer may do."""

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
    hand: str
    """What the game calls a hand."""


def tools(facts: ToolFacts, names: tuple[str, ...]) -> str:
    return macro("table/tools.html")(facts, names)


STAGES = {"sealing": "taking seals", "opening": "being opened", "cutting": "being cut"}


def cut(coming: CutInfo | None, last: Mapping[str, object] | None, day: str) -> str:
    """The cut that comes, and for the page's script to keep what it sees of it and of the last one."""
    told = as_json({"cut": coming, "last_cut": last})
    return macro("table/cut.html")(coming, STAGES[coming.stage] if coming else "", told, day)


# The log


def log_items(news: News) -> tuple[tuple[int, str], ...]:
    """The log's entries as (sequence number, HTML)."""
    game_id = news.public.info.game
    decks = decks_of(game_id, news.view.scene) if news.view else ()
    return _log_items(news.updates, news.public.names, game_id, decks)


@lru_cache(MOMENTS)
def _log_items(
    updates: tuple[Update, ...], names: tuple[str, ...], game_id: str, decks: Decks
) -> tuple[tuple[int, str], ...]:
    return tuple(
        (one.seq, log_item(one.seq, one.kind, one.lines, names, game_id if one.kind in PLAYED else "", decks))
        for one in updates
        if one.lines
    )


@lru_cache(CACHED)
def log_item(seq: int, kind: str, lines: tuple[Line, ...], names: tuple[str, ...], game_id: str, decks: Decks) -> str:
    """One entry; in what a game tells, cards have their names."""
    texts = [(line.weight, carded(line.text, game_id, decks) if game_id else line.text) for line in lines]
    told = "".join(f'<p class="l{weight}">{named(text, names)}</p>' for weight, text in texts)
    return f'<li class="{kind}" data-seq="{seq}">{told}</li>'
