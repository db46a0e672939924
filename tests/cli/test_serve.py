"""The server's process as its user starts and ends it."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import signal
import sqlite3
import subprocess
import sys
import weakref
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from shindig.server.storage.database import prepare_database
from shindig.web.serving.server_process import collect_garbage, measure_memory
from tests.kits.web.running_server import begun


def test_a_server_says_where_it_is_ends_its_streams_and_goes_on_where_it_was(tmp_path: Path) -> None:
    with begun(f"sqlite:///{tmp_path}/room.sqlite3") as (server, http):
        http.headers["authorization"] = f"Bearer {http.post('/api/guests', json={'name': 'Ann'}).json()['token']}"
        table = http.post("/api/tables", json={"game": "talon", "seats": 4}).json()["table"]
        with http.stream("GET", f"/api/tables/{table}/stream") as stream:
            lines = stream.iter_lines()
            assert any(line.startswith("data: ") for line in lines)
            server.send_signal(signal.SIGINT)
            assert [*lines][-1:] == [""], "it comes to an end in good order"
        assert server.wait(60) == 128 + signal.SIGINT
    with begun(f"sqlite:///{tmp_path}/room.sqlite3") as (_, http):
        assert "Ann" in http.get(f"/t/{table}").text


class Ring:
    """Garbage in a cycle."""

    def __init__(self, size: int) -> None:
        self.itself, self.held = self, b"x" * size


def is_found(
    rings: int, size: int, looks: int = 1 << 60, growth: int = 1 << 60, measure: Callable[[], int] = measure_memory
) -> bool:
    """Whether so many rings are gone within a thousand looks, where a look for garbage is worth so much."""

    async def look() -> bool:
        tidying = asyncio.create_task(collect_garbage(0, looks, growth, measure))
        await asyncio.sleep(0)
        made = [Ring(size) for _ in range(rings)]
        last = weakref.ref(made.pop())
        del made
        for _ in range(1000):
            await asyncio.sleep(0)
        tidying.cancel()
        return last() is None

    gc.collect()
    gc.disable()
    try:
        return asyncio.run(look())
    finally:
        gc.enable()


def test_garbage_in_cycles_is_found_when_there_is_much_of_it_and_in_the_end() -> None:
    assert not is_found(20_000, 10)
    before = measure_memory()
    # As in a server, which is smaller.
    assert is_found(6, 1 << 26, growth=1 << 26, measure=lambda: measure_memory() - before), "few that are large"
    assert is_found(1, 10, looks=500), "little, at last"


PAGE = 1024
"""Bytes of a page of the file."""


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE alembic_version SET version_num = '0999'")
        database.commit()


def torn(path: Path) -> None:
    """All pages but the first are overwritten."""
    whole = path.read_bytes()
    path.write_bytes(whole[:PAGE] + b"\xff" * (len(whole) - PAGE))


def scratched(path: Path) -> None:
    """Only a page of the log is."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("INSERT INTO tables VALUES ('oak', 'talon', 0, 0, 0, 'me', 1)")
        database.executemany("INSERT INTO events VALUES ('oak', ?, ?)", [(seq, "x" * 500) for seq in range(1, 99)])
        database.commit()
    whole = path.read_bytes()
    path.write_bytes(whole[:-PAGE] + b"\xff" * PAGE)


def others(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE bookmarks (url TEXT)")
        database.commit()


def halved(path: Path) -> None:
    """It says that it is of the newest schema, and is not."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("DROP TABLE events")
        database.commit()


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "newer": (newer, "'0999'.* expected a newer shindig"),
    "torn": (torn, "cannot be used: .*malformed"),
    "scratched": (scratched, "is damaged: "),
    "no database": (lambda path: path.write_bytes(b"shindig " * 999), "cannot be used: file is not a database"),
    "another program's": (others, "is not a card room's: it holds bookmarks"),
    "half of it": (halved, "is not whole: it has no events"),
    "a folder": (folder, "cannot be used: unable to open database file"),
}


@pytest.mark.parametrize(("damage", "said"), BROKEN.values(), ids=BROKEN.keys())
def test_a_database_that_cannot_be_used_ends_in_one_sentence(
    tmp_path: Path, damage: Callable[[Path], object], said: str
) -> None:
    path = tmp_path / "room.sqlite3"
    prepare_database(f"sqlite:///{path}")
    damage(path)
    assert re.fullmatch(f"shindig: the database {path} .*{said}.*\n", refusal(f"sqlite:///{path}"))


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("room.sqlite3", "expected a database such as sqlite:///room.db"),
        ("mysql://a/b", "expected a database such as sqlite:///room.db"),
        ("sqlite://", "expected a file for the SQLite database"),
        ("postgresql://me:secret@127.0.0.1:1/room", r"cannot be used: .*[Cc]onnection refused"),
    ],
)
def test_a_database_that_is_none_ends_in_one_sentence(url: str, said: str) -> None:
    told = refusal(url)
    assert re.fullmatch(f"shindig: .*{said}.*\n", told)
    assert "secret" not in told


def refusal(url: str, *words: str) -> str:
    """What a server that does not begin says."""
    command = [sys.executable, "-m", "shindig", "serve", "--port", "0", "--database", url, *words]
    ended = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"COLUMNS": "200"}, timeout=120)
    assert ended.returncode in (75, 78), ended
    assert not ended.stdout
    return ended.stderr


@pytest.mark.parametrize("proxy", ["*", "everybody", "10.0.0.1/99", ""])
def test_a_proxy_is_an_address(tmp_path: Path, proxy: str) -> None:
    told = refusal(f"sqlite:///{tmp_path}/room.sqlite3", "--trust-proxy", proxy)
    assert told.startswith("shindig: --trust-proxy expects an address or a network")
