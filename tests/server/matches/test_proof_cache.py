"""Proofs are worked out once a match, for all who ask at once and later, a bounded number of matches at a time."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from shindig.server.async_cache import AsyncCache
from shindig.server.card_proofs import seen_cards
from shindig.server.errors import BusyError, MissingError
from shindig.server.fair_queue import Bounds, FairWorkers
from shindig.server.game_server import GameServer
from shindig.server.matches import archive
from shindig.server.matches.match_cache import FULL, KEPT, MOST, OF_ADDRESS, OF_PERSON
from shindig.server.schemas import Settings
from tests.kits.server.room_kit import HandClock, guests, play_out, run, two_at_table


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a match was read from its log, and its cards were followed."""
    counts: Counter[str] = Counter()

    def counted(module: Any, name: str) -> None:
        real: Callable[..., object] = getattr(module, name)

        def count(*arguments: object) -> object:
            counts[name] += 1
            return real(*arguments)

        monkeypatch.setattr(module, name, count)

    counted(archive, "read_match")
    counted(archive, "build_opened_cuts")
    counted(archive, "build_replay")
    counted(seen_cards, "track_match")
    return counts


def test_proofs_are_worked_out_once_for_all_who_ask(made: Counter[str], tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room, settings=Settings(reveal="agreed"))
        with pytest.raises(MissingError):
            await room.build_proofs(table, ann, 1)
        await play_out(room, table, [ann, bob])
        (cyd,) = await guests(room, "Cyd")
        asked = await asyncio.gather(*(room.build_proofs(table, who, 1) for who in 3 * (ann, bob, cyd, None)))
        assert asked[0] == asked[4] != asked[1]
        assert asked[2] == asked[3] == await room.build_proofs(table, cyd, 1)
        assert made == {"read_match": 1, "track_match": 1}
        for person in (ann, bob):
            await room.agree(table, person, "reveal")
        opened = await asyncio.gather(*(room.build_proofs(table, who, 1) for who in (ann, bob, cyd, None)))
        assert all(told["open"] for told in opened)
        assert made == {"read_match": 1, "track_match": 1, "build_opened_cuts": 1}
        await room.close_table(table, ann)
        assert (await room.build_proofs(table, None, 1))["open"]
        assert await room.build_replay(table, None, 1)
        assert made == {"read_match": 2, "track_match": 1, "build_opened_cuts": 1, "build_replay": 1}, (
            "the log is read again when it is final"
        )

    run(tmp_path, work)


def test_a_replay_is_made_once_for_all_who_saw_the_same(made: Counter[str], tmp_path: Path) -> None:
    """Else a guest who turns its pages costs as much as they like to ask, and many guests so much each."""

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await two_at_table(room)
        await play_out(room, table, [ann, bob])
        cyd, dan = await guests(room, "Cyd", "Dan")
        asked = await asyncio.gather(*(room.build_replay(table, who, 1) for who in 5 * (ann, cyd, dan, None)))
        assert asked[1] is asked[2] is asked[3] is asked[5]
        assert asked[0] is asked[4] is not asked[1]
        assert made == {"read_match": 1, "build_replay": 2}

    run(tmp_path, work)


def test_so_many_matches_may_wait_and_who_goes_away_disturbs_nobody() -> None:
    """One is at work; all who ask for it share it; beyond `MOST` the room is busy, until some are done."""
    go = threading.Event()

    def slow(number: int) -> int:
        assert go.wait(60)
        return number

    async def work() -> None:
        shared, workers = AsyncCache("numbers", KEPT), FairWorkers("past", 1, Bounds(MOST, OF_ADDRESS, OF_PERSON), FULL)

        def ask(number: int) -> asyncio.Task[int]:
            return asyncio.create_task(shared.get(number, partial(workers.run, partial(slow, number))))

        waiting = [ask(number) for number in range(MOST)]
        also = [ask(0) for _ in range(50)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        with pytest.raises(BusyError, match=str(FULL)[:20]) as refused:
            await ask(MOST)
        assert refused.value.status == 503
        waiting[1].cancel()
        go.set()
        assert await asyncio.gather(*also) == [0] * 50
        assert await asyncio.gather(waiting[0], *waiting[2:]) == [0, *range(2, MOST)]
        assert await ask(1) == 1
        assert await ask(MOST) == MOST, "what was refused was not kept"
        await shared.close()
        workers.close()

    asyncio.run(work())
