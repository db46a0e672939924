"""Every output for a person who took a seat over is the same in two worlds that they cannot tell apart, byte for byte.

A match is played in which a seat changes hands (`test_views`). In the database beside it cards lie elsewhere that the
seat saw before they took it. Each page, answer, picture, review, exercise, proof and export of theirs is compared.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import httpx
import numpy as np
import pytest

from shindig.bots.choice_review import ReviewedChoice
from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import game_ids
from shindig.match import Match, View
from shindig.server.admin.admin_actions import export_person
from shindig.server.broadcast.match_view_of_person import SeatHistory
from shindig.server.game_server import GameServer
from shindig.server.matches.archive import ArchivedMatch
from shindig.server.matches.continue_match import find_step_before
from shindig.server.matches.reviews import find_decisions
from shindig.server.matches.weighed_decisions import WeighedDecision
from shindig.server.table_log.events import Ordered
from tests.kits.server.room_kit import HandClock, InlineBots, finish_tasks, open_room
from tests.kits.web.in_process_app import application, client
from tests.privacy.test_match_view_of_person import SEAT, Changed, changed_hands
from tests.privacy.test_no_leak_after_a_match import follows, is_deal, take

TRIES, MOST = 60, 2
"""Swaps that are tried of each deal, and worlds that are compared."""
every_other_game = pytest.mark.parametrize("game_id", [one for one in game_ids() if one != "talon"])
"""In Talon a seat sees little that is not shown in the end, so no two worlds are found; `test_views` has it."""


class Swap(NamedTuple):
    """Two cards that changed places in an order."""

    step: int
    items: list[str]
    seen: bool
    """Whether the seat saw which of the two worlds it was, before it changed hands."""


def swaps(found: ArchivedMatch, first: int) -> Iterator[Swap]:
    """Worlds that differ before step `first`, and that nobody who sat down there can tell apart."""
    rng = np.random.default_rng(0)
    deals = [step for step, event in enumerate(found.events[:first]) if is_deal(event)]
    for step in reversed(deals):
        event, start = found.events[step], found.build_match_at(step)
        assert isinstance(event, Ordered)
        for _ in range(TRIES):
            one, other = rng.choice(len(event.items), 2, replace=False)
            items = [*event.items]
            items[one], items[other] = items[other], items[one]
            seen = alike(start, found, step, items, first)
            if seen is not None:
                yield Swap(step, items, seen)


def alike(start: Match, found: ArchivedMatch, step: int, items: list[str], first: int) -> bool | None:
    """Whether the seat could tell two worlds apart before `first`; None where others can, or it can later."""
    both, seen = (start.copy(), start.copy()), False
    event = found.events[step]
    assert isinstance(event, Ordered)
    take(both[0], event)
    take(both[1], Ordered(event.cut, event.index, event.of, items, event.root, event.voices))
    if both[0].array.tobytes() == both[1].array.tobytes():
        return None
    for at in range(step, len(found.events)):
        if at > step and not follows(both, found.events[at]):
            return None
        views = [[match.view(viewer).tobytes() for viewer in (ONLOOKER, SEAT)] for match in both]
        if views[0][0] != views[1][0] or (at >= first and views[0][1] != views[1][1]):
            return None
        seen = seen or views[0][1] != views[1][1]
    return seen


def weigh(view: View, action: int) -> ReviewedChoice:
    """A review that tells all that it was asked with."""
    digest = hashlib.sha256(view.tobytes() + view.history.tobytes()).hexdigest()
    return ReviewedChoice(f"{action} {digest}", "Claim", 2.0, 0.1, 8.0, 512)


@pytest.mark.attack
@every_other_game
def test_every_output_is_the_same_for_who_cannot_know(tmp_path: Path, game_id: str) -> None:
    asyncio.run(compared(tmp_path, game_id))


async def compared(folder: Path, game_id: str) -> None:
    """Play, find worlds, and compare what Cyd gets in each."""
    ours = folder / "ours"
    ours.mkdir()
    room = await open_room(f"sqlite:///{ours}/room.db", HandClock())
    one, token = await changed_hands(room, game_id, has_worlds)
    found, sight, _ = await room.load_match(one.table, one.cyd, 1)
    made = find_decisions(found, sight)
    costly = [WeighedDecision(each.step, SEAT, weigh(each.view, each.action)) for each in made[:3]]
    await room.exercises.store_exercises(one.table, 1, one.cyd.id, game_id, costly)
    await room.close()
    tried = sorted(swaps(found, first_held(sight)), key=lambda swap: -swap.seen)[:MOST]
    expected = await outputs(changed_copy(ours, folder / "same", one.table, None), one, token)
    for number, swap in enumerate(tried):
        got = await outputs(changed_copy(ours, folder / f"theirs{number}", one.table, swap), one, token)
        assert got.keys() == expected.keys()
        for name, body in expected.items():
            assert got[name] == body, name


async def has_worlds(one: Changed) -> bool:
    """Whether Cyd chose something, and there are worlds that the seat could tell apart before it was theirs."""
    found, sight, _ = await one.room.load_match(one.table, one.cyd, 1)
    if not find_decisions(found, sight):
        return False
    worlds = swaps(found, first_held(sight))
    return any(swap.seen for swap in worlds)


def first_held(sight: SeatHistory) -> int:
    """The step with which the first hand begins that a person plays."""
    return next(step for step, held in enumerate(sight.after) if held)


def changed_copy(source: Path, target: Path, table: str, swap: Swap | None) -> Path:
    """Copy a database, with one order of its match as it is in another world: the folder it is in."""
    target.mkdir()
    with closing(sqlite3.connect(source / "room.db")) as one, closing(sqlite3.connect(target / "room.db")) as other:
        one.backup(other)
        if swap is None:
            return target
        rows = other.execute("select seq, data from events where table_id = ? order by seq", (table,)).fetchall()
        steps = [(seq, json.loads(data)) for seq, data in rows if json.loads(data)["k"] in ("order", "act")]
        seq, event = steps[swap.step]
        assert sorted(event["items"]) == sorted(swap.items)
        data = json.dumps(event | {"items": swap.items})
        other.execute("update events set data = ? where table_id = ? and seq = ?", (data, table, seq))
        other.commit()
    return target


async def outputs(folder: Path, one: Changed, token: str) -> dict[str, object]:
    """Everything that Cyd is told of the match, by what it is."""
    async with application(folder, bots=InlineBots(weigh=weigh)) as (app, room), client(app, token) as http:
        found: dict[str, object] = {path: (await http.get(path)).content for path in await paths(room, one)}
        await room.review_match(one.table, one.cyd, 1)
        await finish_tasks("review")
        found["review"] = (await http.get(f"/t/{one.table}/review?match=1")).content
        found |= await exercises(http, room, one)
        found["export"] = await room.services.store.read(lambda connection: export_person(connection, one.cyd.id))
        found["proofs"] = await room.build_proofs(one.table, one.cyd, 1)
        played, sight, _ = await room.load_match(one.table, one.cyd, 1)
        for made in find_decisions(played, sight)[:4]:
            place = find_step_before(played, sight, made.held, made.step)
            told = place.view.tobytes(), place.view.history.tobytes(), place.before
            found[f"going on at {made.step}"] = told
        return found


async def paths(room: GameServer, one: Changed) -> list[str]:
    """Pages and answers that tell of the match."""
    steps, table = len(await room.build_replay(one.table, one.cyd, 1)), f"/t/{one.table}"
    some = sorted({0, steps - 1, *range(0, steps, max(1, steps // 6))})
    return [
        *(f"{table}/replay?match=1&step={step}" for step in some),
        *(f"{table}/picture.svg?match=1&step={step}" for step in some),
        *(table, f"/api/tables/{one.table}", f"/api/tables/{one.table}/hand", "/me", "/me/history", "/me/statistics"),
        *("/api/me", f"/api/tables/{one.table}/matches/1/opening", "/", f"{table}/proofs?match=1"),
    ]


async def exercises(http: httpx.AsyncClient, room: GameServer, one: Changed) -> dict[str, object]:
    """Each exercise before and after its choice."""
    found, game_id = dict[str, object](), room.table_registry.tables[one.table].state.game_id
    posed = await room.continued_matches.find_next_exercise(one.cyd, game_id)
    while posed is not None and posed.exercise.token not in found:
        found[posed.exercise.token] = (await http.get(f"/exercises/{game_id}?ahead={posed.exercise.token}")).content
        form = {"token": posed.exercise.token, "press": str(next(posed.view.legal.actions))}
        found[posed.exercise.token + " answered"] = (await http.post(f"/exercises/{game_id}/move", data=form)).content
        posed = await room.continued_matches.find_next_exercise(one.cyd, game_id, posed.exercise.token)
    assert found
    return found
