"""A server's start on a database with many events: it answers, says what it prepares, and serves every table."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from shindig.core.kernel_compiler import jit_disabled
from shindig.gamekit import game, game_ids
from shindig.server.schemas import Settings
from tests.kits.server.room_kit import HandClock, guests, open_room, play_out
from tests.kits.web.running_server import begun

ENOUGH = 600.0
"""Seconds within which everything is prepared, on whatever machine."""
MOVES = 60


def make_tables(folder: Path, games: list[str], events: int) -> tuple[str, dict[str, list[str]]]:
    """A database whose tables have so many events: its URL and the tables of each game.

    One table of each game is played; the others are copies of its log.
    """

    async def play() -> dict[str, str]:
        room = await open_room(f"sqlite:///{folder}/room.db", HandClock())
        tables = {}
        for number, one in enumerate(games):
            (ann,) = await guests(room, f"Ann{number}")
            tables[one] = await room.play_now(ann, one, game(one).rules.usual_players, {}, Settings(public=True))
            await play_out(room, tables[one], [ann], most=MOVES)
        await room.close()
        return tables

    first = asyncio.run(play())
    with sqlite3.connect(folder / "room.db") as base:
        copies = {one: [table, *copied(base, table, events // len(games))] for one, table in first.items()}
    base.close()
    return f"sqlite:///{folder}/room.db", copies


def copied(base: sqlite3.Connection, table: str, events: int) -> list[str]:
    """Copies of a table's log under other names, until there are so many events."""
    (length,) = base.execute("SELECT count(*) FROM events WHERE table_id = ?", (table,)).fetchone()
    names = [f"{table[:12]}{number:04}" for number in range(events // length)]
    columns = [name for _, name, *_ in base.execute("PRAGMA table_info(tables)") if name != "id"]
    for name in names:
        listed = ", ".join(columns)
        base.execute(f"INSERT INTO tables (id, {listed}) SELECT ?, {listed} FROM tables WHERE id = ?", (name, table))
        base.execute(
            "INSERT INTO events (table_id, seq, data) SELECT ?, seq, data FROM events WHERE table_id = ?", (name, table)
        )
    return names


def state(http: httpx.Client) -> dict[str, Any]:
    answer = http.get("/readyz")
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()
    return told


def seen(http: httpx.Client, table: str) -> str:
    page = http.get(f"/t/{table}")
    assert page.status_code == 200, page.text
    return page.text


@pytest.mark.skipif(jit_disabled(), reason="nothing is compiled")
def test_a_server_answers_while_its_games_compile_and_serves_their_tables(tmp_path: Path) -> None:
    games = ["talon", "tall-card"]
    url, tables = make_tables(tmp_path, games, 3_000)
    around = {"SHINDIG_CACHE": str(tmp_path / "cache")}
    with begun(url, around=around) as (_, http):
        assert http.get("/healthz").json() == {"status": "alive"}
        while (told := state(http))["status"] == "preparing" and not told["compiling"]:
            pass  # the tables are claimed, and their games are being read
        assert told["status"] == "preparing"
        assert told["compiling"] == sorted(games)
        for one in games:
            assert game(one).name in seen(http, tables[one][-1])
        assert state(http)["compiling"], "the tables were there before the compiled rules"
        while state(http)["restoring"]:
            pass
        for one in games:
            assert game(one).name in seen(http, tables[one][0])


def ready(http: httpx.Client) -> list[list[str]]:
    """Wait until all is prepared: what was compiling meanwhile, each change."""
    seen: list[list[str]] = []
    ends = time.monotonic() + ENOUGH
    while (told := state(http))["status"] != "ready":
        assert time.monotonic() < ends, told
        if not seen or told["compiling"] != seen[-1]:
            seen.append(told["compiling"])
        time.sleep(0.05)
    return seen


def files(cache: Path) -> dict[Path, int]:
    return {file: file.stat().st_mtime_ns for file in cache.rglob("*.nbc")}


@pytest.mark.long
@pytest.mark.skipif(jit_disabled(), reason="nothing is compiled")
def test_a_start_on_six_games_cold_and_warm(tmp_path: Path) -> None:
    url, tables = make_tables(tmp_path, game_ids(), 5_000)
    cache = tmp_path / "cache"
    around = {"SHINDIG_CACHE": str(cache)}
    with begun(url, around=around) as (_, http):
        assert http.get("/healthz").json() == {"status": "alive"}
        assert ready(http)[0] == sorted(game_ids())
        for names in tables.values():
            seen(http, random.Random(1).choice(names))
    rules = files(cache)
    with begun(url, around=around) as (_, http):
        assert http.get("/healthz").json() == {"status": "alive"}
        ready(http)
        assert {file: when for file, when in files(cache).items() if file in rules} == rules


@pytest.mark.long
@pytest.mark.skipif(jit_disabled(), reason="nothing is compiled")
def test_a_start_after_shindig_compile_compiles_nothing(tmp_path: Path) -> None:
    url, _ = make_tables(tmp_path, ["tall-card"], 3_000)
    cache = tmp_path / "cache"
    around = {"SHINDIG_CACHE": str(cache)}
    command = [sys.executable, "-m", "shindig", "compile", "tall-card"]
    subprocess.run(command, env=os.environ | around, check=True)
    compiled = files(cache)
    assert compiled
    with begun(url, around=around) as (_, http):
        ready(http)
        assert files(cache) == compiled
