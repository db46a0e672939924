"""Streams tell no seat what another one holds: logs that differ only in unseen cards are told in the same bytes.

Everything that a table shares among its viewers is at work: common stories, regions drawn once, pieces of JSON put
together. So a part that is made for one seat and given to another one would differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import GameError, game_ids
from shindig.server.broadcast.table_broadcast import Broadcast
from shindig.server.game_server import GameServer
from shindig.server.schemas import Settings
from shindig.server.table_log.events import ChatSaid, Event, Ordered, decode
from shindig.server.table_log.table_state import TableState
from shindig.server.tables.table_actor import TableActor, TableServices
from shindig.web.html.page_diff import PageState
from shindig.web.http.event_stream import PageStream
from shindig.web.pages.table_pages import render_table_page
from shindig.web.reader_language import set_language
from tests.kits.server.room_kit import HandClock, guests, play_out, run
from tests.kits.server.viewer_channels import silent

LANGUAGES = "en", "de"
SEATS, MOVES, TWINS, WHOLE = 3, 40, 4, 8
"""Players, moves of a match, orders that are changed, and updates from one whole page to the next."""


class World:
    """A table that is built from a log, with streams of all its viewers."""

    def __init__(self, services: TableServices) -> None:
        self.table = TableActor(services, TableState("oak"), 1)
        self.after: int | None = None
        self.told = 0
        self.pages = {(viewer, one): make_page(one) for viewer in range(ONLOOKER, SEATS) for one in LANGUAGES}

    def take(self, event: Event, at: float) -> None:
        self.table._take(event, at)

    def tell(self, viewers: Sequence[int]) -> dict[int, list[bytes]]:
        """What each viewer is told by the streams, and by the page in each language."""
        moment, told = self.table.broadcast(), dict[int, list[bytes]]()
        self.told += 1
        for viewer in viewers:
            told[viewer] = [Broadcast.encode_event(moment, viewer, self.after)]
            for language in LANGUAGES:
                set_language(language)
                told[viewer].append(self.pages[viewer, language].encode_broadcast(moment, viewer, self.after))
                if self.told % WHOLE == 1:
                    snapshot = self.table.update_for(viewer, None)
                    told[viewer].append(render_table_page(snapshot, None, "http://room/t/oak").encode())
        self.after = moment.seq
        self.table.history.clear_caches()
        return told

    def views(self, viewer: int) -> bytes:
        state = self.table.state
        return b"" if state.match is None else state.view(state.visible_seat(viewer)).tobytes()


def make_page(language: str) -> PageStream:
    page = PageStream()
    page._look = PageState(language)
    return page


def changed(event: Ordered, rng: np.random.Generator) -> Ordered:
    """The order with two cards exchanged."""
    items = [*event.items]
    one, other = rng.choice(len(items), 2, replace=False)
    items[one], items[other] = items[other], items[one]
    return replace(event, items=items)


def compare(services: TableServices, log: Sequence[tuple[Event, float]], place: int, twin: Ordered) -> Iterator[int]:
    """Yield each viewer that is told the same in both worlds, at each step while it cannot tell them apart."""
    ours, theirs = World(services), World(services)
    blind = [*range(ONLOOKER, SEATS)]
    for number, (event, at) in enumerate(log):
        ours.take(event, at)
        try:
            theirs.take(twin if number == place else event, at)
        except GameError:
            return
        if number < place:
            continue
        blind = [one for one in blind if ours.views(one) == theirs.views(one)]
        if not blind:
            return
        if event.told:
            mine, other = ours.tell(blind), theirs.tell(blind)
            for viewer in blind:
                assert mine[viewer] == other[viewer], (viewer, event)
                yield viewer


@pytest.mark.parametrize("game_id", game_ids())
def test_cards_that_a_viewer_has_not_seen_change_no_byte_of_its_streams(game_id: str, tmp_path: Path) -> None:
    fixed = silent(game_id)[1]

    async def work(room: GameServer, _: HandClock) -> None:
        people = await guests(room, "Ann", "Bob", "Cyd")
        options = {name: value for name, value in fixed.items() if name in option_names(game_id)}
        table = await room.open_table(people[0], game_id, SEATS, options, Settings(advice=True))
        for one in people[1:]:
            await room.sit(table, one)
        await room.start_match(table, people[0])
        await play_out(room, table, people, most=MOVES)
        await room.say(table, people[1], "Well played!")
        log = [decode(line) for line in await room.services.store.load_log(table)]
        assert any(isinstance(event, ChatSaid) for event, _ in log)
        deals = [number for number, (event, _) in enumerate(log) if is_deal(event)]
        rng, told = np.random.default_rng(1), list[int]()
        for place in rng.choice(deals, TWINS).tolist():
            order = log[place][0]
            assert isinstance(order, Ordered)
            told += compare(room.services, log, place, changed(order, rng))
        assert {*told} > {ONLOOKER}, "onlookers and players are compared"

    run(tmp_path, work)


def option_names(game_id: str) -> set[str]:
    return {one.name for one in silent(game_id)[0].rules.options}


def is_deal(event: Event) -> bool:
    """Whether it puts cards in order, more than who deals first."""
    return isinstance(event, Ordered) and len(event.items) > SEATS
