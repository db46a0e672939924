"""A table as regions of HTML, each made from its own data only: drawn once for all who see it, and when it changes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from shindig.bots import levels
from shindig.core.record_layout import ONLOOKER
from shindig.gamekit import game
from shindig.gamekit.table_scene import Own as SceneOwn
from shindig.gamekit.table_scene import Plate, Scene
from shindig.match import View
from shindig.server.schemas import (
    MOMENTS,
    Furniture,
    News,
    Own,
    Public,
    SeatInfo,
    State,
    Update,
    clock_of,
    lasting,
    together_of,
)

from .prompt_html import touchable
from .region import ABOVE, NO_PART, Part, place, seat_id
from .shared_regions import Board, board_of, centre_of, panels_of
from .side_panels import late_show, telling
from .templating import CACHED, Decks, carded, decks_beside, decks_of, macro, named
from .viewer_regions import NO_OWN, asked, following, hand_in, lying, starting

PLAYED = ("act", "order", "start")
"""Kinds of entries of the log that a game tells."""


class Look:
    """What a page shows, nothing at first: a board, and its viewer's own beside it or in the place of a part."""

    def __init__(self) -> None:
        self.board = Board()
        self.own: dict[str, Part] = {}
        self.decks: Decks = ()
        """By which the viewer's texts are to be read."""
        self._lasting: tuple[Any, ...] = ()
        """What the tools of one's standing were made of, and what is told beside the table;"""
        self._held: tuple[Any, ...] = ()
        """and seat and hand, and what the viewer has."""
        self._instead: tuple[Any, ...] = ()
        """Hangs together with which of the board's parts are not shown."""

    def turn(self, news: News) -> Sequence[Part]:
        """Show what there is now: what does not look as it did, from the top of the page down."""
        public, told, view, shown = news.public, news.own, news.view, self.board
        self.board = board = board_of(public, view is not None, told.you == ONLOOKER, shown)
        scene, own = (board.scene, NO_OWN) if view is None else (view.public.scene, view.own)
        plate = scene.seats[told.you] if told.you >= 0 and scene.seats else None
        instead = told.you, scene is board.scene, own.centre is None, own.panels is None
        if instead != self._instead:
            self._instead = instead
            return self._whole(shown, news, scene, own, plate)
        mine = self._told(self._mine(news, scene, own, plate))
        found = [*[part for part in board.since(shown) if part.of[0] not in self.own], *mine]
        return sorted(found, key=place) if mine and mine[0].of[0] in ABOVE else found

    def _whole(self, shown: Board, news: News, scene: Scene, own: SceneOwn, plate: Plate | None) -> list[Part]:
        """The same where other parts than before are the viewer's own. Its own plate no page shows."""
        was = {part.of[0]: part for part in shown.parts} | self.own
        self.own = {} if news.own.you == ONLOOKER else {seat_id(news.own.you): NO_PART}
        self._lasting = self._held = ()
        self._told(self._mine(news, scene, own, plate))
        now = {part.of[0]: part for part in self.board.parts} | self.own
        both = [(part, was.get(name, NO_PART)) for name, part in now.items()]
        return sorted([part for part, old in both if part.of != old.of and part.html not in ("", old.html)], key=place)

    def _told(self, parts: Iterable[Part]) -> list[Part]:
        """Show these of the viewer's own: those that look otherwise."""
        own, found = self.own, []
        for part in parts:
            was = own.get(part.of[0], NO_PART)
            if part.of != was.of:
                own[part.of[0]] = part
                if part.html != was.html:
                    found.append(part)
        return found

    def _mine(self, news: News, scene: Scene, own: SceneOwn, plate: Plate | None) -> list[Part]:
        """What of the viewer's own may have changed, the middle before the rest."""
        public, told, board, names = news.public, news.own, self.board, news.public.names
        info = board.seats[told.you] if told.you != ONLOOKER else None
        prompt = own.prompt if told.token and info and not info.held else None
        touch = touchable(prompt) if prompt else None
        lasting = public.furniture, public.moving.state, told.you, told.host, told.eased, told.alone, board.follows
        late = public.info.id if info and not info.newcomer and may_show(news.view) else ""
        held = plate, own.piles, own.badges, own.holding, own.panels, own.centre, touch, board.decks, late
        anew, moved = self._differ(lasting, held)
        ask = asked(news, board, scene, info, prompt)
        if not moved:
            return [*self._middle(news, scene, own, moved), ask]
        self.decks = decks_beside(board.game, board.decks, own)
        mine, hand, have = map(Part, lying(plate, own, info, touch, names))
        side: Sequence[Part] = (mine, hand, ask, following(news, board), have, Part(("r-show", late_show, late)))
        if anew:
            side = *standing(*lasting[:5]), *side, *telling(news, self.decks)
        return [*self._middle(news, scene, own, moved), *side]

    def _differ(self, lasting: tuple[Any, ...], held: tuple[Any, ...]) -> tuple[bool, bool]:
        """Whether what lasts is made of something else now, and whether anything is."""
        anew = lasting != self._lasting or self.board.follows
        moved = anew or held != self._held
        self._lasting, self._held = lasting, held
        return anew, moved

    def _middle(self, news: News, scene: Scene, own: SceneOwn, moved: bool) -> Iterator[Part]:
        """What lies in the middle and stands beside it, where the viewer sees something else there than all do."""
        apart, names, board = scene is not self.board.scene, news.public.names, self.board
        if own.centre is not None or apart:
            yield Part(centre_of(news.public.info, scene, scene.centre if own.centre is None else own.centre, names))
        if apart or (own.panels is not None and moved):
            yield Part(panels_of(scene.panels if own.panels is None else own.panels, names, board.game, self.decks))


def may_show(view: View | None) -> bool:
    """Say if a hand of the viewer's may still be shown, out of turn."""
    late = view.game.rules.late_show if view is not None else None
    return view is not None and late is not None and view.seat >= 0 and bool(late.allowed(view.record, view.seat))


def regions(news: News) -> dict[str, str]:
    """Every region of a table's page by its id."""
    return {part.of[0]: str(part.html) for part in Look().turn(news)}


@lasting
def standing(furniture: Furniture, state: State, you: int, host: bool, eased: bool) -> Sequence[Part]:
    """What hangs on no move: the tools of one's standing, what may be begun or taken, whether cards play themselves."""
    info = furniture.info(state, Own(you, host, eased=eased))
    talks = info.talk and sum(seat.kind == "person" for seat in info.seats) > 1
    seated = you != ONLOOKER, host, state, info.paused, info.advised
    known = info.day, info.settings.rated, talks, hand_in(info.game)
    facts = ToolFacts(info.id, info.seats, *seated, levels(game(info.game)), *known)
    return [Part(of) for of in (("r-tools", tools, facts, furniture.names), *starting(info))]


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


def turn_of(news: News) -> int | None:
    """The seat whose time runs, for the page to mark; the viewer's, where all are asked and it may answer."""
    own, moving = news.own, news.public.moving
    if moving.together is not None:
        return own.you if own.token else None
    return moving.clock.seat if moving.clock else None


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


# The log


Items = tuple[tuple[int, str], ...]
"""Entries of the log as (sequence number, HTML)."""


def log_items(news: News) -> Items:
    """The log's entries."""
    game_id, view = news.public.furniture.fields["game"], news.view
    return entries(news, decks_of(game_id, view.scene) if view else ())


def entries(news: News, decks: Decks) -> Items:
    """The same, where what is told is to be read by these decks."""
    return _entries(news.updates, news.public.furniture.fields["game"], decks)


@lru_cache(MOMENTS)
def _entries(updates: tuple[Update, ...], game_id: str, decks: Decks) -> Items:
    return tuple((one.seq, log_item(one, game_id if one.kind in PLAYED else "", decks)) for one in updates if one.lines)


@lru_cache(CACHED)
def log_item(one: Update, game_id: str, decks: Decks) -> str:
    """One entry; in what a game tells, cards have their names."""
    texts = [(line.weight, carded(line.text, game_id, decks) if game_id else line.text) for line in one.lines]
    told = "".join(f'<p class="l{weight}">{named(text, one.names)}</p>' for weight, text in texts)
    return f'<li class="{one.kind}" data-seq="{one.seq}">{told}</li>'
