"""With what a released version kept, this one goes on: its records, its database, its backup. The wheel is whole."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from shindig import __version__
from shindig.gamekit import game_ids
from shindig.record import Replay
from shindig.server.fairness.record_verification import play_record, verify_shuffles
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.storage.backup import restore
from tests.kits.server.databases import postgres_database
from tests.kits.server.room_kit import HandClock, open_room, play_out
from tests.kits.snapshots.release_files import FOLDER, LOGIN, PASSWORD, asked_of
from tests.kits.web.running_server import begun
from tests.project.test_build import ROOT

VERSIONS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
LATER = 3_000_000.0
"""Weeks after the rooms that are kept were last open."""


def test_this_version_is_kept_once_it_is_released() -> None:
    assert ".dev" in __version__ or __version__ in VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("game_id", game_ids())
def test_a_record_of_a_released_version_replays_to_its_end(version: str, game_id: str) -> None:
    text = (FOLDER / version / f"{game_id}.jsonl").read_text(encoding="utf-8")
    replay = Replay(text.splitlines())
    assert str(play_record(replay)).endswith("all by the rules, to the end.")
    assert verify_shuffles(replay, None).lines


@pytest.fixture(params=["sqlite", "sqlite from its backup", "postgres from its backup"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=VERSIONS)
def url(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> Iterator[str]:
    """The database of a released version, as it was or from its backup."""
    folder, file = FOLDER / request.param, tmp_path / "room.sqlite3"
    if kind == "sqlite":
        file.write_bytes(gzip.decompress((folder / "room.sqlite3.gz").read_bytes()))
        yield f"sqlite:///{file}"
    elif kind.startswith("sqlite"):
        restore(f"sqlite:///{file}", folder / "room.backup")
        yield f"sqlite:///{file}"
    else:
        with postgres_database(empty=True) as database:
            restore(database, folder / "room.backup")
            yield database


@pytest.fixture
def known(request: pytest.FixtureRequest) -> dict[str, dict[str, str]]:
    """By game, the tables that were kept."""
    version = request.node.callspec.params["url"]
    tables: dict[str, dict[str, str]] = json.loads((FOLDER / version / "tables.json").read_text())
    return tables


def opened(url: str, work: Callable[[GameServer, Person], Awaitable[None]]) -> None:
    """Open the room weeks later, and log in."""

    async def whole() -> None:
        room = await open_room(url, HandClock(LATER))
        try:
            await work(room, (await room.accounts.login(LOGIN, PASSWORD, None))[0])
        finally:
            await room.close()

    asyncio.run(whole())


def test_a_room_of_a_released_version_goes_on(url: str, known: dict[str, dict[str, str]]) -> None:
    """Matches in their midst ask what they asked, and are played to their end; those that were over are replayed."""

    async def work(room: GameServer, ann: Person) -> None:
        assert {*await room.lessons.load_progress(ann)} == known.keys()
        for tables in known.values():
            assert await asked_of(room, tables["begun"], ann) == tables["asked"]
            assert await play_out(room, tables["begun"], [ann])
            for table in (tables["over"], tables["begun"]):
                assert (await room.build_replay(table, ann, 1))[-1].lines

    opened(url, work)


# The wheel


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the wheel of this version is installed, and nothing else."""
    wheels, found = (tmp_path_factory.mktemp(name) for name in ("wheels", "site"))
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    alone = ("--no-index", "--no-deps")
    subprocess.run([*pip, "wheel", *alone, "--no-build-isolation", "--wheel-dir", wheels, ROOT], check=True)
    subprocess.run([*pip, "install", *alone, "--target", found, *wheels.glob("*.whl")], check=True)
    return found


def test_the_wheel_has_all_that_a_room_needs(site: Path, tmp_path: Path) -> None:
    """Pages, rules, lessons, cards, bots, the schema's steps: somebody sits down at each game."""
    around = {"PYTHONPATH": str(site)}
    where = [sys.executable, "-c", "print(__import__('shindig').__file__)"]
    found = subprocess.check_output(where, env=os.environ | around)
    assert Path(found.decode().strip()).is_relative_to(site)
    with begun(f"sqlite:///{tmp_path / 'room.sqlite3'}", around=around) as (_, http):
        http.headers["origin"] = str(http.base_url).rstrip("/")
        for page in (
            "",
            "rules",
            "fairness",
            "fairness/protocol",
            "offline",
            "manifest.webmanifest",
            "worker.js",
            "check",
            *each_game(),
        ):
            assert http.get(f"/{page}").status_code == 200, page
        for game_id in game_ids():
            assert http.post("/play", data={"game": game_id, "bots": "2"}).status_code == 303


def each_game() -> Iterator[str]:
    for game_id in game_ids():
        yield from (f"rules/{game_id}", f"learn/{game_id}", f"open/{game_id}")
