"""Faults, seeded: the server dies around commits, requests are lost, repeated and reordered, two servers own one table.

Devices are mute in cuts or lie, keys come late, people agree to this and that, and somebody sets the date. Then every
acknowledged move is in the log once, every sealed value in its cut, no chip is lost, the log replayed is the state,
nothing was told that is not in the log, and every client ends in the same place. SHINDIG_FAULTS sets how many faults
there are; with -s each world prints what happened to it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import select

from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import game as game_by_id
from shindig.server.broadcast import player_view, static_info
from shindig.server.broadcast.presence import Presence
from shindig.server.game_server import GameServer
from shindig.server.schemas import CutInfo, StaticInfo
from shindig.server.storage.event_store import EventStore
from shindig.server.storage.schema import answers
from shindig.server.table_log.events import Acted
from shindig.server.table_log.table_state import TableState
from shindig.server.table_log.turn_clock import Clock
from tests.kits.server.databases import postgres_database
from tests.kits.server.fault_tables import AgainWorld, DayWorld, RatedWorld, check_books
from tests.kits.server.fault_worlds import (
    GAMES,
    World,
    check_chips,
    check_cuts,
    check_moves,
    check_state,
    check_told,
    news_of,
)
from tests.kits.server.hand_loop import run_by_hand
from tests.kits.server.node_worlds import NodeWorld
from tests.kits.server.room_kit import QUICK, HandClock, InlineBots, settle

FAULTS = int(os.environ.get("SHINDIG_FAULTS", "1020"))
"""In all."""
IN_A_WORLD = 170
MANY_NODES = -(-int(os.environ.get("SHINDIG_NODE_FAULTS", "3400")) // IN_A_WORLD)
FIRST_NODES = int(os.environ.get("SHINDIG_NODE_SEED", "0"))
"""Worlds of several servers, in long tests, and the seed of the first."""
WORLDS = [(list(GAMES)[world % len(GAMES)], world) for world in range(-(-FAULTS // IN_A_WORLD))]


@pytest.fixture(autouse=True)
def furniture_is_what_it_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of a table beside its match is at every look what it would be if it were made anew."""
    kept = static_info.StaticInfoCache.get

    def checked(
        self: static_info.StaticInfoCache, state: TableState, presence: Presence, ready: bool, clock: Clock
    ) -> tuple[StaticInfo, CutInfo | None]:
        found, cut = kept(self, state, presence, ready, clock)
        anew, cut_anew = (
            static_info.build_static_info(state, presence, ready),
            player_view.find_next_cut(state, presence, clock.now()),
        )
        assert (found.fields, found.waiting, found.since) == (anew.fields, anew.waiting, anew.since)
        assert (cut and vars(cut)) == (cut_anew and vars(cut_anew))
        return found, cut

    monkeypatch.setattr(static_info.StaticInfoCache, "get", checked)


def survives(world: World, faults: int = IN_A_WORLD) -> Counter[str]:
    """Play in a world; nothing is lost there. What went wrong."""

    async def whole() -> Counter[str]:
        await EventStore.open(world.url).close()
        await world.open()
        await world.run(faults)
        live = await world.end()
        store = world.rooms[0].services.store
        lines = await store.load_log(world.table)
        given = select(answers.c.key, answers.c.seq, answers.c.answer).where(answers.c.table_id == world.table)
        rows = await store.read(lambda c: c.execute(given).all())
        check_moves(world.clients, lines, {key: (seq, answer) for key, seq, answer in rows})
        entries = check_chips(world.table, lines)
        check_state(live, lines)
        check_cuts(lines)
        check_told(world.clients, entries, live)
        await check_books(store, lines)
        await world.close()
        return world.faults.counts

    counts = run_by_hand(whole())
    print(json.dumps(counts))
    assert counts.total() >= faults
    return counts


@pytest.mark.parametrize(("game", "seed"), WORLDS)
def test_faults_lose_nothing(game: str, seed: int, tmp_path: Path) -> None:
    if len(WORLDS) > 20:
        game_by_id(game).compile()
    survives(World(f"sqlite:///{tmp_path}/room.db", game, seed))


KINDS = {"rated": RatedWorld, "of the day": DayWorld, "played on": AgainWorld}
FEW = 60
"""Faults at a table of another kind."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12))])
def test_faults_at_tables_of_other_kinds_lose_nothing(kind: str, seed: int, tmp_path: Path) -> None:
    """Rated ones, tries at the deal of the day, and matches that go on from a step of another."""
    survives(KINDS[kind](f"sqlite:///{tmp_path}/room.db", "tall-card", seed), FEW if seed == 1 else IN_A_WORLD)


def nodes_survive(game: str, seed: int) -> None:
    """A world of several servers: no two of them wrote at the same time."""
    with postgres_database() as url:
        world = NodeWorld(url, game, seed)
        survives(world)
    assert world.written == sorted(world.written)
    steps = [seq for _, seq in world.written if seq]
    assert steps == sorted({*steps})
    assert len({epoch for epoch, _ in world.written}) > 1, "the table has moved"


@pytest.mark.parametrize(("game", "seed"), [("tall-card", 1)])
def test_faults_of_several_servers_lose_nothing(game: str, seed: int) -> None:
    nodes_survive(game, seed)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "seed"),
    [(list(GAMES)[seed % len(GAMES)], seed) for seed in range(FIRST_NODES, FIRST_NODES + MANY_NODES)],
)
def test_many_faults_of_several_servers_lose_nothing(game: str, seed: int) -> None:
    game_by_id(game).compile()
    nodes_survive(game, seed)


SERVER = textwrap.dedent("""
    import asyncio, sys
    from tests.kits.server.room_kit import QUICK, HandClock, InlineBots, guests, settle
    from shindig.bots import random_policy
    from shindig.server.game_server import GameServer
    import numpy as np

    async def main():
        room = await GameServer.start(sys.argv[1], HandClock(), QUICK, InlineBots())
        people = await guests(room, "Ann", "Bob")
        table = await room.open_table(people[0], "tall-card", 3, {"deals_each": 100, "stack": 100000})
        await room.sit(table, people[1])
        await room.start_match(table, people[0])
        print(table, flush=True)
        rng, number = np.random.default_rng(0), 0
        while True:
            await settle(room, table)
            state = room.table_registry.tables[table].state
            person = next(p for p in people if state.seat_of(p.id) == state.actor)
            news = await room.build_snapshot(table, person)
            answer = await room.move(table, person, random_policy(news.view, rng), news.info.token, f"k{number}")
            print(answer.seq, answer.do, flush=True)
            number += 1

    asyncio.run(main())
""")


@pytest.mark.parametrize("acknowledged", [1, 12, 33])
def test_a_killed_process_has_stored_what_it_acknowledged(acknowledged: int, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    path = os.pathsep.join([str(Path(__file__).parents[3]), *sys.path])
    command = [sys.executable, "-c", SERVER, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}) as server:
        assert server.stdout is not None
        table = server.stdout.readline().strip()
        told = [server.stdout.readline().split(maxsplit=1) for _ in range(acknowledged)]
        server.send_signal(signal.SIGKILL)

    async def check() -> None:
        room = await GameServer.start(url, HandClock(), QUICK, InlineBots())
        await settle(room, table)
        lines = await room.services.store.load_log(table)
        events = news_of(lines)
        for seq, do in told:
            event = events[int(seq) - 1]
            assert isinstance(event, Acted)
            assert event.by == "person"
            assert do
        check_chips(table, lines)
        check_state(room.table_registry.tables[table], lines)
        news = await room.build_snapshot(table)
        assert news.view is not None
        assert news.view.seat == ONLOOKER
        await room.close()

    asyncio.run(check())
