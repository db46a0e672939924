"""How a server begins, or does not: one on a SQLite file, and by which status it ends for what starts it again."""

from __future__ import annotations

import configparser
import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from shindig.server.storage.database import UnreachableError, prepare_database
from tests.kits.web.running_server import begun

WRONG, LATER = 78, 75
UNIT = Path(__file__).parents[2] / "deploy" / "shindig.service"


def refused(*words: str, **around: str) -> tuple[int, str]:
    """The status of a server that does not begin, and what it says."""
    command = [sys.executable, "-m", "shindig", "serve", *words]
    known = os.environ | {"COLUMNS": "200"} | around
    ended = subprocess.run(command, capture_output=True, text=True, env=known, timeout=120)
    return ended.returncode, ended.stderr


@pytest.mark.attack
def test_a_second_server_on_one_sqlite_file_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    """By whatever name of the file; commands go on beside the server, and one that was killed leaves no lock."""
    url, other = f"sqlite:///{tmp_path}/room.db", f"sqlite:///{tmp_path}/also.db"
    (tmp_path / "also.db").symlink_to(tmp_path / "room.db")
    for _ in range(2):
        with begun(url) as (server, http):
            assert http.get("/healthz").status_code == 200
            for name in (url, other):
                status, said = refused("--port", "0", "--database", name)
                assert (status, said.count("\n")) == (LATER, 1)
                assert "another server has the database" in said
            assert http.post("/api/guests", json={"name": "Ann"}).status_code == 201
            for words in (("admin", "tables", "--database", url), ("backup", f"{tmp_path}/kept", "--database", url)):
                subprocess.run([sys.executable, "-m", "shindig", *words], check=True, capture_output=True, timeout=120)
            (tmp_path / "kept").unlink()
            assert http.get("/readyz").status_code == 200
            server.kill()
            server.wait()


@pytest.mark.attack
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--database", "mysql://a/b"), "expected a database such as"),
        (("--database", "sqlite:////no/such/folder/room.db"), "cannot be used"),
        (("--port", "many"), "Invalid value"),
        (("--limit", "streams=few"), "streams"),
        (("--config", "/no/such/file.toml"), "file.toml"),
        (("--workers", "2", "--database", "sqlite:///room.db"), "needs a PostgreSQL"),
        (("--set", "audit-log=/no/such/folder/audit.log"), "audit log"),
        (("--no-such-flag",), "--no-such-flag"),
    ],
)
def test_wrong_settings_end_with_a_status_of_their_own(words: tuple[str, ...], said: str) -> None:
    status, told = refused("--port", "0", *words)
    assert status == WRONG
    assert said in told


def test_a_wrong_variable_ends_with_that_status_too() -> None:
    assert refused(SHINDIG_PORT="99999")[0] == WRONG


@pytest.mark.attack
def test_a_database_that_is_damaged_is_not_tried_again(tmp_path: Path) -> None:
    (tmp_path / "room.db").write_bytes(b"no database" * 1000)
    assert refused("--port", "0", "--database", f"sqlite:///{tmp_path}/room.db")[0] == WRONG


@pytest.mark.attack
def test_what_may_have_gone_later_ends_with_another(tmp_path: Path) -> None:
    assert refused("--port", "0", "--database", "postgresql://me:secret@127.0.0.1:1/room")[0] == LATER
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        for more in ((), ("--check",)):
            status, said = refused("--port", port, "--database", f"sqlite:///{tmp_path}/room.db", *more)
            assert status == LATER
            assert "cannot listen" in said


@pytest.mark.attack
def test_a_file_that_another_program_locks_is_tried_again_later(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "room.db", isolation_level=None)) as held:
        held.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UnreachableError, match="cannot be used: database is locked"):
            prepare_database(f"sqlite:///{tmp_path}/room.db?timeout=0")


@pytest.mark.attack
def test_the_unit_leaves_wrong_settings_and_tries_the_rest_for_as_long_as_it_takes() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNIT)
    service = unit["Service"]
    assert (service["Restart"], service["RestartPreventExitStatus"]) == ("on-failure", str(WRONG))
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert int(service["RestartSteps"]) > 0
    assert int(service["RestartMaxDelaySec"]) > int(service["RestartSec"])
    assert "ExecStartPre" not in service, "what ends there is started again, whatever its status"
    compose = (UNIT.parent / "compose.yaml").read_text()
    assert compose.count("restart: unless-stopped") == compose.count("    image:") + compose.count("    build:")
