"""Running a room: where settings come from, what is looked at beforehand, health, figures, and backups."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import re
import signal
import socket
import subprocess
import sys
import tomllib
from contextlib import chdir, closing
from dataclasses import fields
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, make_url, text
from typer.testing import CliRunner, Result

from shindig.cli import app
from shindig.server.settings.room_settings import RoomSettings, name_setting
from shindig.server.storage.backup import back_up, restore
from shindig.server.storage.database import StoreError, prepare_database
from shindig.server.storage.database_url import add_password, parse_url
from shindig.server.storage.schema import PASSING, metadata
from shindig.web.serving.log_format import JsonLines
from shindig.web.serving.server_process import open_listener
from tests.kits.server.databases import database
from tests.kits.server.room_kit import HandClock, guests, open_room, settle
from tests.kits.web.running_server import Caller, address_said, begun, served

RUNNER = CliRunner()
GUIDE = Path(__file__).parents[2] / "docs" / "host.md"


def look(*words: str, **env: str) -> Result:
    """What `shindig serve --check` says."""
    return RUNNER.invoke(app, ["serve", "--check", "--port", "0", *words], env=env)


def failed(found: Result) -> str:
    assert isinstance(found.exception, ValueError | OSError)
    return str(found.exception)


def test_a_look_says_what_would_be_served_and_changes_nothing(tmp_path: Path) -> None:
    where = tmp_path / "room.sqlite3"
    said = look("--database", f"sqlite:///{where}", "--metrics", "127.0.0.1:0").output
    assert f"The database {where} would be made." in said
    assert "Figures would be at http://127.0.0.1:0/metrics" in said
    assert "talon" in said
    assert not where.exists()
    prepare_database(f"sqlite:///{where}")
    assert f"The database {where} has schema" in look("--database", f"sqlite:///{where}").output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--database", "mysql://a/b"), "expected a database such as"),
        (("--metrics", "9100"), "--metrics expects an address and a port such as 127.0.0.1:9100, not '9100'"),
        (("--trust-proxy", "us"), "--trust-proxy expects an address"),
        (("--config", "no.toml"), "no.toml"),
    ],
)
def test_a_look_says_what_cannot_be(tmp_path: Path, words: tuple[str, str], said: str) -> None:
    assert said in failed(look("--database", f"sqlite:///{tmp_path}/room.sqlite3", *words))


def test_a_port_that_is_taken_is_said_beforehand(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        assert f"cannot listen on 127.0.0.1 port {port}" in failed(
            look("--port", port, "--database", f"sqlite:///{tmp_path}/r.db")
        )


def test_a_name_of_no_machine_is_said_in_words() -> None:
    with pytest.raises(OSError, match=r"^cannot listen on no such name port 1: [A-Za-z ,]+; try another with --port$"):
        open_listener("no such name", 1)


def test_what_would_take_the_same_port_is_said_beforehand(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = str(free.getsockname()[1])
    words = ("--port", port, "--metrics", f"127.0.0.1:{port}", "--database", f"sqlite:///{tmp_path}/r.db")
    assert f"127.0.0.1 port {port}: Address already in use; try another with --metrics" in failed(look(*words))


def test_flags_come_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    names = {who: f"sqlite:///{tmp_path}/{who}.db" for who in ("flag", "environment", "file")}
    file.write_text(f'database = "{names["file"]}"\ntrust-proxy = ["10.0.0.0/8"]\n')
    from_file = look("--config", str(file)).output
    assert "file.db would be made" in from_file
    assert "Proxies at 10.0.0.0/8 are believed." in from_file
    assert "file.db would be made" in look(SHINDIG_CONFIG=str(file)).output
    around = {"SHINDIG_DATABASE": names["environment"]}
    assert "environment.db would be made" in look("--config", str(file), **around).output
    assert "flag.db would be made" in look("--config", str(file), "--database", names["flag"], **around).output


def test_one_proxy_in_a_file_needs_no_list(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    file.write_text(f'database = "sqlite:///{tmp_path}/room.db"\ntrust-proxy = "10.0.0.0/8"\n')
    assert "Proxies at 10.0.0.0/8 are believed." in look("--config", str(file)).output


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("DATABSE", "DATABASE"),
        ("PROT", "PORT"),
        ("HOSTS", "HOST"),
        ("TRUST_PROXIES", "TRUST_PROXY"),
        ("CONFIGS", "CONFIG"),
    ],
)
def test_a_variable_with_a_slip_of_the_pen_is_refused(tmp_path: Path, wrong: str, meant: str) -> None:
    around = {f"SHINDIG_{wrong}": "1", "SHINDIG_DATABASE": f"sqlite:///{tmp_path}/room.db"}
    assert f"there is no variable SHINDIG_{wrong}: is SHINDIG_{meant} meant?" in failed(look(**around))


def test_variables_of_others_are_theirs(tmp_path: Path) -> None:
    around = {"SHINDIG_CACHE": "", "SHINDIG_SERVICE": "1", "SHINDIG_TEST_DATABASE": "postgresql://host/name"}
    assert "room.db would be made" in look(SHINDIG_DATABASE=f"sqlite:///{tmp_path}/room.db", **around).output


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("prt = 8000", "there is no setting 'prt'; there are address, "),
        ("port = ", "is no TOML"),
        ('check = "yes"', "there is no setting 'check'"),
    ],
)
def test_a_file_with_a_mistake_is_refused_with_what_was_expected(tmp_path: Path, written: str, said: str) -> None:
    (tmp_path / "room.toml").write_text(written)
    assert said in failed(look("--config", str(tmp_path / "room.toml")))


def test_a_setting_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "room.toml").write_text('port = "eighty"')
    words = ["serve", "--check", "--config", str(tmp_path / "room.toml")]
    found = RUNNER.invoke(app, words, env={"COLUMNS": "200"})
    assert found.exit_code == 2
    assert "Invalid value for '--port'" in found.output


def test_a_server_says_that_it_lives_and_whether_it_can_work(tmp_path: Path) -> None:
    with served(tmp_path) as address, httpx.Client(base_url=address) as http:
        assert http.get("/healthz").json() == {"status": "alive"}
        assert http.get("/readyz").json() == {"status": "ready"}


def test_figures_tell_of_moves_and_of_no_person(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        figures = f"127.0.0.1:{free.getsockname()[1]}"
    with begun(f"sqlite:///{tmp_path}/room.sqlite3", "--metrics", figures) as (_, http):
        ann = Caller(str(http.base_url).rstrip("/"), "Annabella")
        table = ann.post("tables", game="tall-card", seats=2).json()["table"]
        assert http.get("/t/nowhere").status_code == 404
        told = httpx.get(f"http://{figures}/metrics").text
    assert "shindig_tables 1.0" in told
    assert 'shindig_refused_total{status="404"} 1.0' in told
    assert "shindig_commit_seconds_count" in told
    assert "Annabella" not in told
    assert table not in told


def test_the_log_is_json_and_an_error_tells_its_way_and_not_its_words() -> None:
    try:
        raise ValueError("the seven of Moons")
    except ValueError as error:
        record = logging.LogRecord(
            "shindig.web", logging.ERROR, "app.py", 1, "%s failed", ("GET /",), (ValueError, error, error.__traceback__)
        )
    told = json.loads(JsonLines().format(record))
    assert told["message"] == "GET / failed"
    assert told["level"] == "error"
    assert told["error"] == "ValueError"
    assert told["way"][-1].endswith("test_the_log_is_json_and_an_error_tells_its_way_and_not_its_words")
    assert "Moons" not in json.dumps(told)


@pytest.mark.parametrize(("level", "lines"), [("info", ["INFO"] * 3), ("warning", [])])
def test_the_log_has_lines_of_the_level_that_is_asked_for(tmp_path: Path, level: str, lines: list[str]) -> None:
    """At `info` these are the schema, the start and the end; of requests and people there is none."""
    words = [sys.executable, "-m", "shindig", "serve", "--port", "0", "--set", f"log-level={level}"]
    database = ["--database", f"sqlite:///{tmp_path}/room.sqlite3"]
    with subprocess.Popen([*words, *database], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        with httpx.Client(base_url=address_said(server)) as http:
            assert http.get("/t/nowhere").status_code == 404
        server.send_signal(signal.SIGTERM)
        _, said = server.communicate(timeout=60)
    assert [line.partition(" ")[0] for line in said.splitlines()] == lines
    assert "nowhere" not in said


def rows_of(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All that a database holds and that is worth keeping."""
    parsed = make_url(url)
    engine = create_engine(parsed.set(drivername="postgresql+psycopg") if parsed.drivername == "postgresql" else parsed)
    with engine.connect() as connection:
        found = {
            name: sorted(map(tuple, connection.execute(text(f"SELECT * FROM {name}"))), key=repr)
            for name in metadata.tables.keys() - PASSING
        }
    engine.dispose()
    return found


@pytest.mark.parametrize(("here", "there"), [("sqlite", "postgres"), ("postgres", "sqlite")])
def test_a_room_that_is_open_is_backed_up_and_goes_on_from_the_copy(here: str, there: str, tmp_path: Path) -> None:
    file = tmp_path / "room.backup"
    (tmp_path / "copy").mkdir()
    with database(here, tmp_path) as url, database(there, tmp_path / "copy", empty=True) as copy:

        async def play() -> str:
            room = await open_room(url, HandClock())
            (ann,) = await guests(room, "Ann")
            table = await room.play_now(ann, "talon", 4)
            await settle(room, table)
            assert await asyncio.to_thread(back_up, url, file) > 10
            await room.close()
            return table

        async def go_on(table: str) -> None:
            room = await open_room(copy, HandClock())
            assert (await room.build_snapshot(table)).info.state == "playing"
            await room.close()

        table = asyncio.run(play())
        kept = rows_of(url)
        with pytest.raises(StoreError, match="this database holds a room already; expected an empty one"):
            restore(url, file)
        assert restore(copy, file) == sum(map(len, kept.values()))
        assert {name: len(rows) for name, rows in rows_of(copy).items()} == {
            name: len(rows) for name, rows in kept.items()
        }
        asyncio.run(go_on(table))


HEAD = b'{"kind": "shindig backup", "schema": "0007"}\n'


def packed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no gzip",
        packed(b""),
        packed(b"{]"),
        packed(b"7\n"),
        packed(b'{"kind": "shindig backup", "schema": "0007"}\n'),
        *(packed(HEAD + rest) for rest in (b"5", b"null", b"[1]", b"[" * 100_000, b"9" * 5_000)),
        packed(HEAD + b'{"table": "people"}\n["a"]'),
        packed(HEAD + b'{"table": "people", "columns": 5}\n["a"]'),
        packed(HEAD + b'{"table": "people", "columns": ["id", "name"]}\n["a"]'),
        packed(HEAD * 500)[:20] + b"\xff\xff\xff" + packed(HEAD * 500)[23:],
    ],
)
def test_what_is_no_whole_backup_is_refused_and_nothing_is_kept(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "broken").write_bytes(content)
    with pytest.raises(StoreError, match=r"is no .*backup of a room"):
        restore(f"sqlite:///{tmp_path}/room.db", tmp_path / "broken")
    said = look("--database", f"sqlite:///{tmp_path}/room.db").output
    assert "would be made" in said or "is empty" in said


@pytest.mark.parametrize("words", [("backup", "room.backup"), ("admin", "people")])
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_no_database_is_made_to_be_looked_at(kind: str, words: tuple[str, str], tmp_path: Path) -> None:
    with chdir(tmp_path), database(kind, tmp_path, empty=True) as url:
        around = {"SHINDIG_DATABASE": url}
        found = RUNNER.invoke(app, [*words], env=around)
        assert "name the one of `shindig serve` with --database or SHINDIG_DATABASE" in str(found.exception)
        assert not [*tmp_path.iterdir()]
        prepare_database(url)
        found = RUNNER.invoke(app, [*words], env=around)
        assert found.exit_code == (words[0] == "backup"), "and a backup of nothing is an error"
        assert not [*tmp_path.glob("*.backup*")]


def test_every_command_reads_the_file_that_the_server_reads(tmp_path: Path) -> None:
    """In the file, in a variable that names it, and in files of secrets."""
    url, file, url_file = f"sqlite:///{tmp_path}/club.db", tmp_path / "room.toml", tmp_path / "url"

    async def play() -> None:
        room = await open_room(url, HandClock())
        await guests(room, "Ann")
        await room.close()

    asyncio.run(play())
    file.write_text(f'database = "{url}"\nworkers = 1\n')
    url_file.write_text(f"{url}\n")
    elsewhere = {"XDG_DATA_HOME": str(tmp_path / "home")}
    for number, (words, around) in enumerate(
        (
            (("--config", str(file)), {}),
            ((), {"SHINDIG_CONFIG": str(file)}),
            ((), {"SHINDIG_DATABASE_FILE": str(url_file)}),
        )
    ):
        copy, room = tmp_path / f"{number}.backup", f"sqlite:///{tmp_path}/{number}.db"
        listed = RUNNER.invoke(app, ["admin", "people", *words], env=elsewhere | around)
        assert "Ann, guest" in listed.output
        kept = RUNNER.invoke(app, ["backup", str(copy), *words], env=elsewhere | around)
        assert kept.output == f"2 rows of the database {tmp_path}/club.db are now in {copy}.\n"
        (tmp_path / f"{number}.toml").write_text(f'database = "{room}"')
        back = RUNNER.invoke(app, ["restore", str(copy), "--config", str(tmp_path / f"{number}.toml")], env=elsewhere)
        assert back.output == f"2 rows are now in the database {tmp_path}/{number}.db.\n"
    assert not (tmp_path / "home").exists()


def test_the_guide_lists_every_setting_with_its_default() -> None:
    rows = re.findall(r"^\| `([a-z][a-z-]*)` \| `([^|]*)` \|", GUIDE.read_text(), re.MULTILINE)
    known = {name_setting(one.name): one.default for one in fields(RoomSettings) if one.repr}
    said = {name: tomllib.loads(f"it = {value}")["it"] for name, value in rows}
    assert said == {name: [*value] if isinstance(value, tuple) else value for name, value in known.items()}


def test_a_variable_and_its_file_are_not_both_set(tmp_path: Path) -> None:
    (tmp_path / "url").write_text(f"sqlite:///{tmp_path}/room.db")
    around = {"SHINDIG_DATABASE": "sqlite:///other.db", "SHINDIG_DATABASE_FILE": str(tmp_path / "url")}
    assert "SHINDIG_DATABASE and SHINDIG_DATABASE_FILE are both set; expected one of them" in failed(look(**around))
    (tmp_path / "password").write_text("secret\n")
    around = {"SHINDIG_DATABASE": f"sqlite:///{tmp_path}/r.db", "SHINDIG_DATABASE_PASSWORD_FILE": "/nowhere"}
    assert "/nowhere" in failed(look(**around))
    around["SHINDIG_DATABASE_PASSWORD_FILE"] = str(tmp_path / "password")
    assert "SQLite has no password" in failed(look(**around))


@pytest.mark.parametrize("password", ["a/b", "p@ss:w/o?rd#%", "é Ä", "%41", "x@", "y/"])
def test_a_password_has_any_characters_and_is_never_told(password: str, tmp_path: Path) -> None:
    """As it is in the URL, encoded there, in a setting of its own, or in a file."""
    secret = tmp_path / "password"
    secret.write_text(f"{password}\n")
    plain, bare = f"postgresql://ann:{password}@127.0.0.1:1/room", "postgresql://ann@127.0.0.1:1/room"
    ways: list[dict[str, str]] = [
        {"SHINDIG_DATABASE": bare, "SHINDIG_DATABASE_PASSWORD": password},
        {"SHINDIG_DATABASE": bare, "SHINDIG_DATABASE_PASSWORD_FILE": str(secret)},
        {"SHINDIG_DATABASE": plain.replace("%", "%25")},
    ]
    for around in ways:
        found = look(**around)
        told = failed(found) + found.output
        assert "the database postgresql+psycopg://ann:***@127.0.0.1:1/room cannot be used" in told
        assert password not in told
    assert parse_url(add_password(bare, password)).password == password
    assert parse_url(plain.replace("%", "%25")).password == password


def test_what_holds_peoples_data_is_for_its_owner_alone(tmp_path: Path) -> None:
    home, copy = {"XDG_DATA_HOME": str(tmp_path)}, tmp_path / "room.backup"
    with begun("", around=home, how=("-m", "shindig", "serve", "--port", "0", "--database")) as (_, http):
        assert http.post("/api/guests", json={"name": "Ann"}).status_code == 201
        assert RUNNER.invoke(app, ["backup", str(copy)], env=home).exit_code == 0
        folder = tmp_path / "shindig"
        modes = {one.name: one.stat().st_mode & 0o777 for one in (folder, *folder.iterdir(), copy)}
    assert modes.pop("shindig") == 0o700
    assert {"room.sqlite3", "room.sqlite3-wal", "room.sqlite3.lock", "room.backup"} <= modes.keys()
    assert {*modes.values()} == {0o600}


def test_a_backup_that_fails_leaves_the_older_one_whole(tmp_path: Path) -> None:
    (tmp_path / "room.backup").write_bytes(b"older")
    with pytest.raises(StoreError):
        back_up(f"sqlite:///{tmp_path}/no/room.db", tmp_path / "room.backup")
    assert (tmp_path / "room.backup").read_bytes() == b"older"
