"""A page that was told all along shows what the page shows that is loaded anew: region by region, for all who look."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from shindig.bots import random_policy
from shindig.gamekit import game_ids
from shindig.server.errors import RoomError
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.schemas import Agreement, TableUpdate
from shindig.server.table_log.turn_clock import Pace
from shindig.web.html.page_diff import PageState, render_regions
from tests.kits.server.room_kit import HandClock, guests, run, settle

AGREEMENTS: tuple[Agreement, ...] = ("rematch", "reveal", "next")
SEATS = 4
TURNS = 120
MOVES = 0.7
"""How often all make their moves, rather than somebody do something else;"""
SLIPS = 0.3
"""and how often somebody takes theirs back, rather than tell the bots to go on."""


class Folk:
    """People at a table of a room, each with a page, and a page of who looks on."""

    def __init__(self, room: GameServer, table: str, people: list[Person]) -> None:
        self.room, self.table, self.people = room, table, people
        self.undone = 0
        """How many choices were taken back."""
        self.rng = np.random.default_rng(5)
        self.seen: object = None
        """The table's count of changes and its state when the pages were looked at."""
        self.pages: dict[Person | None, tuple[PageState, dict[str, str]]] = {
            one: (PageState(), {}) for one in (*people, None)
        }

    async def do(self, doing: Doing, person: Person) -> None:
        """Do something, which may be refused, and look at all pages, which are told of nothing if nothing changed."""
        with suppress(RoomError):
            await doing(self, person, await self.room.build_snapshot(self.table, person))
        await settle(self.room, self.table)
        actor = self.room.table_registry.tables[self.table]
        now = actor.history.changes, actor.state
        if now != self.seen:
            self.seen = now
            for one in self.pages:
                await self.look(one)

    async def look(self, person: Person | None) -> None:
        news, (page, shown) = await self.room.build_snapshot(self.table, person), self.pages[person]
        shown.update({part.of[0]: str(part.html) for part in page.apply_update(news)})
        anew = render_regions(news)
        assert {name: shown.get(name) for name in anew} == anew

    async def move(self, person: Person, news: TableUpdate) -> None:
        if news.view is not None and news.own.token:
            await self.room.move(self.table, person, random_policy(news.view, self.rng), news.own.token)

    async def agree(self, person: Person, _: TableUpdate) -> None:
        await self.room.agree(self.table, person, AGREEMENTS[self.rng.integers(len(AGREEMENTS))])

    async def leave(self, person: Person, _: TableUpdate) -> None:
        if person is not self.people[0]:
            await self.room.leave(self.table, person)

    async def sit(self, person: Person, _: TableUpdate) -> None:
        await self.room.sit(self.table, person)

    async def resume(self, person: Person, _: TableUpdate) -> None:
        await self.room.resume(self.table, person)

    async def start(self, person: Person, _: TableUpdate) -> None:
        await self.room.start_match(self.table, person)

    async def rematch(self, person: Person, _: TableUpdate) -> None:
        await self.room.agree(self.table, person, "rematch")

    async def nudge(self, person: Person, _: TableUpdate) -> None:
        for _other in range(SEATS - 1):
            await self.room.nudge(self.table, person)
            await settle(self.room, self.table)

    async def undo(self, person: Person, news: TableUpdate) -> None:
        if news.own.alone is not None and news.own.alone.undo:
            await self.room.take_back(self.table, person, news.own.alone.undo)
            self.undone += 1


Doing = Callable[[Folk, Person, TableUpdate], Awaitable[object]]
DOINGS: tuple[Doing, ...] = (
    Folk.agree,
    Folk.leave,
    Folk.sit,
    Folk.resume,
    lambda folk, one, _: folk.room.come_back(folk.table, one),
    lambda folk, one, _: folk.room.say(folk.table, one, "Hello!"),
    lambda folk, one, _: folk.room.pause(folk.table, one),
    lambda folk, one, _: folk.room.hold_seat(folk.table, one, int(folk.rng.integers(SEATS))),
    lambda folk, one, _: folk.room.set_eased(folk.table, one, bool(folk.rng.integers(2))),
    lambda folk, one, _: folk.room.set_tempo(folk.table, one, ["usual", "hand"][folk.rng.integers(2)]),
)


async def some_turns(folk: Folk, clock: HandClock) -> None:
    """All who are asked move, and the bots; or anybody does anything, and a table that rests goes on."""
    for _ in range(TURNS):
        if folk.rng.random() < MOVES:
            for one in folk.people:
                await folk.do(Folk.move, one)
            await folk.do(Folk.undo if folk.rng.random() < SLIPS else Folk.nudge, folk.people[0])
            clock.advance(2)
        else:
            await folk.do(DOINGS[folk.rng.integers(len(DOINGS))], folk.people[folk.rng.integers(len(folk.people))])
            for one in folk.people:
                await folk.do(Folk.resume, one)
                await folk.do(Folk.rematch, one)


@pytest.mark.parametrize("names", [("Ann", "Bob", "Cyd <&>"), ("Ann",)], ids=["together", "alone"])
@pytest.mark.parametrize("game_id", game_ids())
def test_pages_told_turn_by_turn_show_what_they_show_loaded_anew(
    tmp_path: Path, game_id: str, names: tuple[str, ...]
) -> None:
    async def work(room: GameServer, clock: HandClock) -> None:
        people = await guests(room, *names)
        folk = Folk(room, await room.open_table(people[0], game_id, SEATS), people)
        for person in people[1:2]:
            await folk.do(Folk.sit, person)
        await folk.do(Folk.start, people[0])
        await folk.do(lambda folk, one, _: folk.room.set_tempo(folk.table, one, "hand"), people[0])
        await some_turns(folk, clock)
        assert folk.undone or len(people) > 1

    run(tmp_path, work, Pace(least=1, most=1, rest=1, device=2.0, returns=0, together=1, absent=100_000))
